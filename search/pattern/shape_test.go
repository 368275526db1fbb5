package pattern

import (
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
)

// A shape's sides are those that it was made of, and what the colours would make
// on its line is what a Board says.
func TestShapesAreTheirSides(t *testing.T) {
	for right := range uint8(SideCount) {
		for left := range right + 1 {
			for d := range directions {
				s := shape(left, right, d)
				if s >= ShapeCount || s != shape(right, left, d) || int(s&1) != d/2 {
					t.Fatalf("sides %d and %d in direction %d make shape %d", left, right, d, s)
				}
				if l, r := s.Sides(); l != left || r != right {
					t.Fatalf("shape %d has sides %d and %d, want %d and %d", s, l, r, left, right)
				}
			}
		}
	}
}

// Stone by stone the shapes are those of the position, and say of each line what
// the Board does.
func TestShapesFollowTheStones(t *testing.T) {
	const size = 15
	tables := NewTables(renju.Renju, new(Weights))
	r := rand.New(rand.NewPCG(5, 5))
	s := NewShapes(size)
	b := New(size, tables)
	b.Load(renju.SetUp(renju.NewBoard(size), renju.Renju, renju.Black))
	var was [][cells][directions]Shape
	for range 2000 {
		if c := Cell(r.IntN(size * size)); b.IsEmpty(c) && b.Empty() > 60 {
			was = append(was, s.at)
			b.Move(c)
			for _, ch := range s.Place(c, b.At(c)) {
				if old := was[len(was)-1][ch.Cell][ch.Direction]; ch.Was != old || ch.Is != s.At(ch.Cell)[ch.Direction] || ch.Was == ch.Is {
					t.Fatalf("change %+v, from %d to %d", ch, old, s.At(ch.Cell)[ch.Direction])
				}
			}
		} else if n := len(was); n > 0 {
			b.Undo()
			s.Remove()
			if s.at != was[n-1] {
				t.Fatal("the shapes are not as before the stone")
			}
			was = was[:n-1]
		}
		for c := range Cell(size * size) {
			for d := range directions {
				if b.IsEmpty(c) {
					shift := 4 * d
					want := int(b.codes[c]>>shift&15 | b.codes[c]>>(16+shift)&15<<4)
					if got := tables.Lines(s.At(c)[d]); got != want {
						t.Fatalf("cell %d, direction %d: the shape makes %x, the board says %x", c, d, got, want)
					}
				}
			}
		}
	}
}
