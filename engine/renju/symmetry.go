package renju

// A Symmetry is one of the eight ways to lay a square onto itself: 0 leaves
// everything in place, 1 to 3 are quarter turns, counter-clockwise, and 4 to 7
// are the same after a reflection that exchanges left and right.
type Symmetry uint8

// Symmetries is the number of symmetries: they are 0 to Symmetries-1.
const Symmetries = 8

// Apply returns the point that p goes to on a board of the given size. A pass
// stays a pass.
func (s Symmetry) Apply(p Point, size int) Point {
	if p == Pass {
		return p
	}
	last := int8(size - 1)
	if s >= 4 {
		p.X = last - p.X
	}
	switch s % 4 {
	case 1:
		return Point{last - p.Y, p.X}
	case 2:
		return Point{last - p.X, last - p.Y}
	case 3:
		return Point{p.Y, last - p.X}
	}
	return p
}

// Inverse returns the symmetry that undoes s.
func (s Symmetry) Inverse() Symmetry {
	switch s {
	case 1:
		return 3
	case 3:
		return 1
	}
	return s
}

// Transform returns the board with every stone moved by s.
func (b *Board) Transform(s Symmetry) Board {
	moved := Board{size: b.size}
	for p := range b.Points() {
		moved.Set(s.Apply(p, b.Size()), b.At(p))
	}
	return moved
}
