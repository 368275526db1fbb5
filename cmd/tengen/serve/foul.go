package serve

import (
	"slices"

	"tengen/engine/renju"
)

// foulStones returns the stones that make Black's last move, on p, a foul, p first: the
// rows of an overline, the fours of a double-four and the threes of a double-three.
// It is what a board shows of the foul; that it is one the rulebook has told.
func foulStones(b *renju.Board, p renju.Point, foul renju.Foul) []renju.Point {
	stones := []renju.Point{p}
	for _, d := range directions {
		l := lineThrough(b, p, d)
		var part []int
		switch {
		case foul.Has(renju.Overline) && l.run(reach) > 5:
			part = l.around()
		case foul.Has(renju.DoubleFour):
			part = l.fours()
		}
		if part == nil && foul.Has(renju.DoubleThree) {
			part = l.three()
		}
		for _, i := range part {
			if q := (renju.Point{X: p.X + d.X*int8(i-reach), Y: p.Y + d.Y*int8(i-reach)}); !slices.Contains(stones, q) {
				stones = append(stones, q)
			}
		}
	}
	return stones
}

var directions = [4]renju.Point{{X: 1}, {Y: 1}, {X: 1, Y: 1}, {X: 1, Y: -1}}

// reach is how far along a line a stone can matter for a foul.
const reach = 5

// A strip is a piece of a line with a stone at its middle, index reach.
type strip [2*reach + 1]renju.Stone

func lineThrough(b *renju.Board, p, d renju.Point) (l strip) {
	for i := range l {
		l[i] = b.At(renju.Point{X: p.X + d.X*int8(i-reach), Y: p.Y + d.Y*int8(i-reach)})
	}
	return l
}

// run is how many black stones stand in a row at i.
func (l *strip) run(i int) int {
	low, high := i, i
	for low > 0 && l[low-1] == renju.Black {
		low--
	}
	for high < len(l)-1 && l[high+1] == renju.Black {
		high++
	}
	return high - low + 1
}

// around are the stones of the row through the middle.
func (l *strip) around() (row []int) {
	low := reach
	for low > 0 && l[low-1] == renju.Black {
		low--
	}
	for i := low; i < len(l) && l[i] == renju.Black; i++ {
		row = append(row, i)
	}
	return row
}

// fours are the stones of those rows of four with the middle's that one more stone makes
// a five.
func (l *strip) fours() (stones []int) {
	for i := range l {
		if l[i] != renju.Empty {
			continue
		}
		five := *l
		five[i] = renju.Black
		if five.run(i) != 5 || abs(i-reach) > 4 || !five.joins(i, reach) {
			continue
		}
		for _, k := range five.around() {
			if k != i && !slices.Contains(stones, k) {
				stones = append(stones, k)
			}
		}
	}
	return stones
}

// joins tells whether the stones at i and k stand in one row.
func (l *strip) joins(i, k int) bool {
	for at := min(i, k); at <= max(i, k); at++ {
		if l[at] != renju.Black {
			return false
		}
	}
	return true
}

// three are the stones of a row of three with the middle's that one more stone makes a
// four which is open at both ends.
func (l *strip) three() []int {
	for i := range l {
		if l[i] != renju.Empty {
			continue
		}
		four := *l
		four[i] = renju.Black
		if !four.joins(i, reach) || four.run(i) != 4 {
			continue
		}
		row := four.around()
		ends := 0
		for _, e := range []int{row[0] - 1, row[3] + 1} {
			if e >= 0 && e < len(l) && l[e] == renju.Empty {
				five := four
				five[e] = renju.Black
				if five.run(e) == 5 {
					ends++
				}
			}
		}
		if ends == 2 {
			return slices.DeleteFunc(row, func(k int) bool { return k == i })
		}
	}
	return nil
}
