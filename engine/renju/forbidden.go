package renju

import "strings"

// A Foul is a set of the kinds of foul that a black stone commits. The empty
// set, 0, means that Black may play there.
type Foul uint8

const (
	Overline    Foul = 1 << iota // a row of six or more
	DoubleFour                   // two fours at once
	DoubleThree                  // two threes at once
)

// Has reports whether f includes every kind in kind.
func (f Foul) Has(kind Foul) bool { return f&kind == kind }

// Kinds returns the names of the kinds in f in alphabetical order:
// "double-four", "double-three", "overline". It is nil for the empty set.
func (f Foul) Kinds() []string {
	var names []string
	if f.Has(DoubleFour) {
		names = append(names, "double-four")
	}
	if f.Has(DoubleThree) {
		names = append(names, "double-three")
	}
	if f.Has(Overline) {
		names = append(names, "overline")
	}
	return names
}

// String returns the kinds separated by commas, such as
// "double-four, overline", or "" for the empty set.
func (f Foul) String() string { return strings.Join(f.Kinds(), ", ") }

// Foul returns the kinds of foul that Black would commit with a stone on p
// under the rule renju. It is 0 where Black may play, and where nobody may:
// p is taken, blocked or off the board.
func (b *Board) Foul(p Point) Foul {
	if b.At(p) != Empty {
		return 0
	}
	trial := *b // the rules speak of stones in place: try them on a copy
	return trial.foul(p)
}

// Forbidden returns every point that is forbidden to Black under the rule
// renju, with the kinds of foul.
func (b *Board) Forbidden() map[Point]Foul {
	points := make(map[Point]Foul)
	for p := range b.Points() {
		if f := b.Foul(p); f != 0 {
			points[p] = f
		}
	}
	return points
}

// foul judges a black stone on the empty point p. It plays and takes back on b,
// and leaves b as it was.
//
// A stone that makes five wins, whatever else it makes.
func (b *Board) foul(p Point) Foul {
	if b.MakesFive(p, Black, Renju) {
		return 0
	}
	b.Set(p, Black)
	defer b.Set(p, Empty)

	var f Foul
	if b.isOverline(p) {
		f |= Overline
	}
	if b.isDoubleFour(p) {
		f |= DoubleFour
	}
	if b.isDoubleThree(p) {
		f |= DoubleThree
	}
	return f
}

// isOverline: the stone on p stands in a row of six or more.
func (b *Board) isOverline(p Point) bool {
	for _, d := range directions {
		if b.row(p, d, Black) > 5 {
			return true
		}
	}
	return false
}

// isDoubleFour: the stone on p is part of two fours or more. They may lie on
// one line.
func (b *Board) isDoubleFour(p Point) bool {
	fours := 0
	for _, d := range directions {
		fours += b.fours(p, d)
	}
	return fours >= 2
}

// fours counts the fours along d that the stone on p is part of.
//
// A four is four stones that one more stone makes into five, which is exactly
// five. That stone and the four are one unbroken row in the end, so that it can
// only go to an end of the row that p stands in now. Two such points are two
// fours, as in
//
//	X . X X X . X      and      X X . X X . X X
//
// unless the four stones are the same for both: the straight four . X X X X .
func (b *Board) fours(p Point, d direction) int {
	n := 0
	for _, end := range b.ends(p, d) {
		if b.At(end) == Empty && b.row(end, d, Black) == 5 {
			n++
		}
	}
	if n == 2 && b.row(p, d, Black) == 4 {
		return 1
	}
	return n
}

// ends returns the two points next to the row along d that p stands in.
func (b *Board) ends(p Point, d direction) [2]Point {
	return [2]Point{
		p.step(d.back(), 1+b.reach(p, d.back(), Black)),
		p.step(d, 1+b.reach(p, d, Black)),
	}
}

// isDoubleThree: the stone on p is part of threes along two lines or more.
func (b *Board) isDoubleThree(p Point) bool {
	// Whether what looks like a three is one takes much more work to say than
	// whether it looks like one, so that the looks of all lines come first.
	looks := 0
	for _, d := range directions {
		if b.looksThree(p, d) {
			looks++
		}
	}
	threes := 0
	for _, d := range directions {
		if threes+looks < 2 {
			return false
		}
		if !b.looksThree(p, d) {
			continue
		}
		looks--
		if b.isThree(p, d) {
			threes++
		}
	}
	return threes >= 2
}

// looksThree: one more stone makes a straight four along d with the stone on p
// in it, never mind whether Black may play that stone.
func (b *Board) looksThree(p Point, d direction) bool {
	ends := b.ends(p, d)
	return b.makesStraightFour(ends[0], d) || b.makesStraightFour(ends[1], d)
}

// isThree: the stone on p is part of a three along d.
//
// A three is three stones that one more stone makes into a straight four, where
// Black may play that stone: it does not make five at once, here or on another
// line, and it is not forbidden (rule 9.3). It is judged in the same way as any
// other stone, on the board as it is now, with the stone on p in place.
//
// As with fours, that stone can only go to an end of the row that p stands in.
func (b *Board) isThree(p Point, d direction) bool {
	for _, end := range b.ends(p, d) {
		if b.makesStraightFour(end, d) && !b.MakesFive(end, Black, Renju) && b.foul(end) == 0 {
			return true
		}
	}
	return false
}

// makesStraightFour: q is empty and a stone on it makes a straight four along
// d: an unbroken row of four that becomes five at either end. A black stone
// beyond an end would make an overline of that five.
func (b *Board) makesStraightFour(q Point, d direction) bool {
	if b.At(q) != Empty || b.row(q, d, Black) != 4 {
		return false
	}
	ends := b.ends(q, d)
	return b.At(ends[0]) == Empty && b.At(ends[0].step(d.back(), 1)) != Black &&
		b.At(ends[1]) == Empty && b.At(ends[1].step(d, 1)) != Black
}
