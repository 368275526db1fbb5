package pattern

import "math/bits"

// A Shape is what both colours see along a line from a point in its middle: how
// far each can look to either side until something stops it, and where its own
// stones stand on the way. It is the same from whichever end the line is read.
// There are 7,260 of them, against some 400,000 ways to fill the line.
type Shape uint16

const (
	sideCount = 120 // things that a side can be to both colours
	// ShapeCount is the number of Shapes, numbered from 0.
	ShapeCount = sideCount * (sideCount + 1) / 2
)

// shape numbers the pairs of sides, in whatever order.
func shape(left, right uint8) Shape {
	a, b := uint(min(left, right)), uint(max(left, right))
	return Shape(b*(b+1)/2 + a)
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
	if len(numbers) != sideCount {
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

// Shapes are the lines of a board as they change with each stone. Unlike a Board
// they know no rule.
type Shapes struct {
	lines [maxLines]uint64
	geo   *geometry
	sides *sideTables
}

// NewShapes returns the shapes of an empty board.
func NewShapes(size int) *Shapes {
	s := &Shapes{geo: newGeometry(size), sides: newSideTables()}
	s.Clear()
	return s
}

// Clear takes all stones away.
func (s *Shapes) Clear() { s.lines = s.geo.empty }

// At is the shape of the line in direction d, 0 to 3, through an empty cell.
func (s *Shapes) At(c Cell, d int) Shape {
	at := s.geo.ref[c&cellMask][d&3]
	return s.shape(s.lines[at.line] >> ((at.shift - 2*reach) & 63))
}

func (s *Shapes) shape(around uint64) Shape { return shape(s.sides.of(around)) }

// ShapeChange says that the line in a direction through an empty cell has a new
// shape.
type ShapeChange struct {
	Cell      Cell
	Direction uint8
	Shape     Shape
}

// ShapeChanges has room for the changes that one stone can make.
type ShapeChanges [4 * 2 * reach]ShapeChange

// Place puts on an empty cell what a Board's At says of it (a stone or a block)
// and tells how many of changes it has filled: the lines that may look different
// now through the empty cells around.
func (s *Shapes) Place(c Cell, what Occupant, changes *ShapeChanges) int {
	n := 0
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
			changes[n] = ShapeChange{q, uint8(d), s.shape(line >> ((from + slot - 2*reach) & 63))}
			n++
		}
	}
	return n
}

// Put puts on an empty cell what a Board's At says of it.
func (s *Shapes) Put(c Cell, what Occupant) {
	for _, at := range s.geo.ref[c&cellMask] {
		s.lines[at.line] |= uint64(what) << (at.shift & 63)
	}
}

// Remove makes a cell empty again.
func (s *Shapes) Remove(c Cell) {
	for _, at := range s.geo.ref[c&cellMask] {
		s.lines[at.line] &^= bitsWall << (at.shift & 63)
	}
}
