package pattern

import (
	"math"
	"math/bits"
)

// A Shape is what both colours see along a line from a point in its middle: how
// far each can look to either side until something stops it, and where its own
// stones stand on the way. It is the same from whichever end the line is read.
// Rows and columns have their own Shapes, and so have diagonals, 7,260 each,
// against some 400,000 ways to fill the line.
type Shape uint16

const (
	// SideCount is the number of things that a side of a point can be to both colours.
	SideCount = 120
	// ShapeCount is the number of Shapes of lines, numbered from 0.
	ShapeCount = SideCount * (SideCount + 1)
)

// shape numbers the pairs of sides, in whatever order, on a line in direction d.
func shape(left, right uint8, d int) Shape {
	a, b := uint(min(left, right)), uint(max(left, right))
	return Shape(b*(b+1) + 2*a + uint(d>>1))
}

// Sides are the two sides of a line of the shape, each below SideCount.
func (s Shape) Sides() (left, right uint8) {
	pair := int(s / 2)
	b := int(math.Sqrt(float64(2 * pair)))
	for b*(b+1)/2 > pair {
		b--
	}
	return uint8(pair - b*(b+1)/2), uint8(b)
}

// LineKinds bounds the numbers that Lines gives.
const LineKinds = 256

// Lines numbers what the two colours would make on the middle of a line of the
// shape.
func (t *Tables) Lines(s Shape) int {
	left, right := s.Sides()
	return int(t.line[int(left)*views+int(right)])
}

// sideTables number what the five points on a side of a point, two bits each, are
// to both colours. On the left the nearest point is the highest, on the right the
// lowest.
type sideTables struct {
	left, right [1 << (2 * reach)]uint8
	// seen is what each colour sees, by the side's number.
	seen [views][Colours]uint8
}

func newSideTables() *sideTables {
	t := new(sideTables)
	numbers := map[[Colours]uint8]uint8{}
	number := func(bits, shift, step int) uint8 {
		seen := [Colours]uint8{sideID(bits, Black, shift, step), sideID(bits, White, shift, step)}
		n, ok := numbers[seen]
		if !ok {
			n = uint8(len(numbers))
			numbers[seen] = n
			t.seen[n] = seen
		}
		return n
	}
	for bits := range t.left {
		t.left[bits] = number(bits, 2*(reach-1), -2)
		t.right[bits] = number(bits, 0, +2)
	}
	if len(numbers) != SideCount {
		panic("pattern: the sides of a point are not as many as expected")
	}
	return t
}

// of numbers the two sides of the point in the middle of the lowest eleven of
// around.
func (t *sideTables) of(around uint64) (left, right uint8) {
	const side = 1<<(2*reach) - 1
	return t.left[around&side], t.right[around>>(2*reach+2)&side]
}

// Shapes follow the lines of a board from stone to stone. Unlike a Board they know
// no rule.
type Shapes struct {
	lines  [maxLines]uint64
	at     [cells][directions]Shape // of the lines through empty cells
	done   []ShapeChange
	stones []placed

	geo   *geometry
	sides *sideTables
	bare  [cells][directions]Shape // at on an empty board
}

// placed is a stone, and the length of done before it.
type placed struct {
	cell Cell
	mark int
}

// NewShapes returns the shapes of an empty board.
func NewShapes(size int) *Shapes {
	s := &Shapes{geo: newGeometry(size), sides: newSideTables()}
	s.lines = s.geo.empty
	for c := range size * size {
		for d, at := range s.geo.ref[c] {
			s.bare[c][d] = s.read(s.lines[at.line]>>((at.shift-2*reach)&63), d)
		}
	}
	s.Clear()
	return s
}

// Clear takes all stones away.
func (s *Shapes) Clear() {
	s.lines, s.at = s.geo.empty, s.bare
	s.done, s.stones = s.done[:0], s.stones[:0]
}

// At holds the shapes of the lines in the four directions through an empty cell.
func (s *Shapes) At(c Cell) *[directions]Shape { return &s.at[c&cellMask] }

// All holds what At gives for each cell.
func (s *Shapes) All() *[CellsMost][directions]Shape { return &s.at }

// read is the shape of the line around the middle of the lowest eleven points.
func (s *Shapes) read(around uint64, d int) Shape {
	left, right := s.sides.of(around)
	return shape(left, right, d)
}

// ShapeChange says that the line in a direction through an empty cell has another
// shape.
type ShapeChange struct {
	Cell      Cell
	Direction uint8
	Was, Is   Shape
}

// ShapeChangesMost is the most changes that one stone makes.
const ShapeChangesMost = directions * 2 * reach

// Place puts on an empty cell what a Board's At says of it (a stone or a block)
// and returns what that changes, valid until the next call: the shapes of lines
// through the empty cells around, each cell once.
func (s *Shapes) Place(c Cell, what Occupant) []ShapeChange {
	mark := len(s.done)
	s.stones = append(s.stones, placed{c, mark})
	for d := range directions {
		at := s.geo.ref[c&cellMask][d]
		line := s.lines[at.line] | uint64(what)<<(at.shift&63)
		s.lines[at.line] = line
		// As in Board.put.
		const slots = 0x155555
		from := uint(at.shift) - 2*reach
		w := line >> (from & 63)
		for todo := ^(w | w>>1) & slots; todo != 0; todo &= todo - 1 {
			slot := uint(bits.TrailingZeros64(todo))
			q := Cell(int(c)+(int(slot/2)-reach)*s.geo.step[d]) & cellMask
			is := s.read(line>>((from+slot-2*reach)&63), d)
			if was := s.at[q][d]; was != is {
				s.at[q][d] = is
				s.done = append(s.done, ShapeChange{q, uint8(d), was, is})
			}
		}
	}
	return s.done[mark:]
}

// Remove takes back what was placed last, and returns what Place returned then.
func (s *Shapes) Remove() []ShapeChange {
	last := s.stones[len(s.stones)-1]
	s.stones = s.stones[:len(s.stones)-1]
	undone := s.done[last.mark:]
	s.done = s.done[:last.mark]
	for i := range undone {
		ch := &undone[i]
		s.at[ch.Cell&cellMask][ch.Direction&3] = ch.Was
	}
	for _, at := range s.geo.ref[last.cell&cellMask] {
		s.lines[at.line] &^= bitsWall << (at.shift & 63)
	}
	return undone
}
