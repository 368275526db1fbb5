package book

import (
	"iter"
	"maps"
	"slices"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A Value is what is known of a position with five stones.
type Value struct {
	Black float64     // Black's winning chance, from 0 to 1
	Reply renju.Point // White's best move
	Nodes int64       // that were spent to find out; 0: nothing is known
}

// Proved reports whether the value is certain.
func (v Value) Proved() bool { return v.Nodes > 0 && (v.Black == 0 || v.Black == 1) }

// outdoes reports whether v counts, not old: what is proved, or else what took as many nodes.
func (v Value) outdoes(old Value) bool {
	if v.Proved() != old.Proved() {
		return v.Proved()
	}
	return v.Nodes >= old.Nodes
}

// A Fifth is a fifth stone and what it is worth.
type Fifth struct {
	Point renju.Point
	Value
}

// A Book holds the values of positions with five stones. It does not change; any number
// of goroutines may read it. A nil Book knows nothing.
type Book struct {
	fours map[key][]Fifth // laid out as the key is, in the order of the points' cells
}

// New makes a book of positions with four stones: of all fifth stones worth a look
// ([Candidates]) those whose values are known. known is asked for positions with
// five stones in an order of play.
func New(known func(stones []renju.Point) (Value, bool)) *Book {
	b := &Book{fours: map[key][]Fifth{}}
	for _, four := range Fours() {
		k, turns := canonical(four)
		turn := turns[0]
		var fifths []Fifth
		for _, p := range Candidates(four) {
			if v, ok := known(append(slices.Clip(four), p)); ok {
				fifths = append(fifths, Fifth{p, v}.turned(turn))
			}
		}
		if fifths != nil {
			b.fours[k] = settle(fifths, turns)
		}
	}
	return b
}

// turned is f after a symmetry of the board.
func (f Fifth) turned(turn renju.Symmetry) Fifth {
	f.Point, f.Reply = turn.Apply(f.Point, size), turn.Apply(f.Reply, size)
	return f
}

// settle brings fifth stones that are laid out by the first of turns, any of which would
// give the same stones, to the form in which a book holds them.
func settle(fifths []Fifth, turns []renju.Symmetry) []Fifth {
	back := turns[0].Inverse()
	for i, f := range fifths {
		for _, turn := range turns[1:] {
			if twin := f.turned(back).turned(turn); cell(twin.Point) < cell(fifths[i].Point) {
				fifths[i] = twin
			}
		}
	}
	slices.SortFunc(fifths, Fifth.compare)
	return fifths
}

// compare orders fifth stones by the cells of their points.
func (f Fifth) compare(g Fifth) int { return int(cell(f.Point)) - int(cell(g.Point)) }

// Fifths returns what the book knows of the fifth stones after four: one of each class
// that the symmetries of the board make, in no particular order. It is nil where nothing
// is known.
func (b *Book) Fifths(four []renju.Point) []Fifth {
	if b == nil || len(four) != 4 || four[0] != centre {
		return nil
	}
	k, turns := canonical(four)
	fifths := slices.Clone(b.fours[k])
	back := turns[0].Inverse()
	for i, f := range fifths {
		fifths[i] = f.turned(back)
	}
	return fifths
}

// With returns a book that knows what b knows and what was found of some fifth stones after
// four, near the stones or not: of each what is proved, or else what took more nodes. b stays
// as it is.
func (b *Book) With(four []renju.Point, found []Fifth) *Book {
	if len(found) == 0 || len(four) != 4 || four[0] != centre {
		return b
	}
	more := &Book{fours: map[key][]Fifth{}}
	if b != nil {
		maps.Copy(more.fours, b.fours)
	}
	k, turns := canonical(four)
	laid := make([]Fifth, len(found))
	for i, f := range found {
		laid[i] = f.turned(turns[0])
	}
	fifths := slices.Clone(more.fours[k])
	for _, f := range settle(laid, turns) {
		i, known := slices.BinarySearchFunc(fifths, f, Fifth.compare)
		switch {
		case !known:
			fifths = slices.Insert(fifths, i, f)
		case f.outdoes(fifths[i].Value):
			fifths[i] = f
		}
	}
	more.fours[k] = fifths
	return more
}

// Empty reports whether the book knows nothing at all.
func (b *Book) Empty() bool { return b == nil || len(b.fours) == 0 }

// Value returns what the book knows of a position with five stones. It reports false if
// that is nothing.
func (b *Book) Value(five []renju.Point) (Value, bool) {
	if b == nil || len(five) != 5 || five[0] != centre {
		return Value{}, false
	}
	k, turns := canonical(five[:4])
	for _, turn := range turns {
		at := cell(turn.Apply(five[4], size))
		i, ok := slices.BinarySearchFunc(b.fours[k], at, func(f Fifth, at uint8) int { return int(cell(f.Point)) - int(at) })
		if ok {
			return b.fours[k][i].turned(turn.Inverse()).Value, true
		}
	}
	return Value{}, false
}

// All yields the positions of four stones that the book knows of, in the order of
// its file, each with its fifth stones.
func (b *Book) All() iter.Seq2[[]renju.Point, []Fifth] {
	return func(yield func([]renju.Point, []Fifth) bool) {
		for _, k := range slices.SortedFunc(maps.Keys(b.fours), key.compare) {
			if !yield(k.stones(), slices.Clone(b.fours[k])) {
				return
			}
		}
	}
}

// Len returns how many positions of four stones the book knows of, and how many fifth
// stones after them.
func (b *Book) Len() (fours, fifths int) {
	for _, f := range b.fours {
		fifths += len(f)
	}
	return len(b.fours), fifths
}

// Fours returns the positions of four stones that the opening allows, one of each class
// that the board's symmetries and the order of a colour's stones make: 998, each in an
// order of play.
func Fours() [][]renju.Point {
	seen := map[key]bool{}
	var fours [][]renju.Point
	for _, second := range square(1) {
		for _, third := range square(2) {
			for _, fourth := range square(3) {
				if third == second || fourth == second || fourth == third {
					continue
				}
				four := []renju.Point{centre, second, third, fourth}
				if k, _ := canonical(four); !seen[k] {
					seen[k] = true
					fours = append(fours, four)
				}
			}
		}
	}
	return fours
}

// square returns the points within so many steps from the centre, but for the centre.
func square(steps int8) (points []renju.Point) {
	for y := -steps; y <= steps; y++ {
		for x := -steps; x <= steps; x++ {
			if x != 0 || y != 0 {
				points = append(points, renju.Point{X: centre.X + x, Y: centre.Y + y})
			}
		}
	}
	return points
}

// reach is how far from a stone a fifth outside the rule's square is still worth a look.
const reach = 2

// Candidates returns the fifth stones that are worth a look after four: those in the square
// that the rule gives the fifth stone, and those near a stone; of points that the
// symmetries of the board make of each other one.
func Candidates(four []renju.Point) []renju.Point {
	return slices.DeleteFunc(taraguchi.Distinct(four, false), func(p renju.Point) bool {
		return !Inside(p) && !slices.ContainsFunc(four, func(q renju.Point) bool { return distance(p, q) <= reach })
	})
}

// Inside reports whether a fifth stone may be placed on p: it is in the 9x9 in the middle.
func Inside(p renju.Point) bool { return distance(p, centre) <= 4 }

// distance counts a king's steps from p to q.
func distance(p, q renju.Point) int8 {
	dx, dy := p.X-q.X, p.Y-q.Y
	return max(dx, -dx, dy, -dy)
}
