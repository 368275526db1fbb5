package book

import (
	"bytes"
	"slices"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

const size = taraguchi.Size

var centre = renju.Point{X: size / 2, Y: size / 2}

// cell is a point as a byte.
func cell(p renju.Point) uint8 { return uint8(p.Y)*size + uint8(p.X) }

func pointOf(cell uint8) renju.Point {
	return renju.Point{X: int8(cell % size), Y: int8(cell / size)}
}

// A key stands for a position of up to five stones, whatever symmetry of the board it is
// seen by and in whatever order the stones were placed: the cells of Black's stones but
// that on the centre, then those of White's.
type key [4]uint8

func (k key) compare(o key) int { return bytes.Compare(k[:], o[:]) }

// stones returns the four stones of a key in an order of play: the one of White's
// that is near the centre is first.
func (k key) stones() []renju.Point {
	black, near, far := pointOf(k[0]), pointOf(k[1]), pointOf(k[2])
	if distance(near, centre) > 1 {
		near, far = far, near
	}
	return []renju.Point{centre, near, black, far}
}

// canonical returns the key of up to five stones, which begin on the centre, and the
// symmetries of the board that bring the stones to where it has them: more than one
// if the stones are symmetric themselves.
func canonical(stones []renju.Point) (least key, turns []renju.Symmetry) {
	turns = make([]renju.Symmetry, 0, renju.Symmetries)
	blacks := (len(stones) - 1) / 2
	for turn := range renju.Symmetry(renju.Symmetries) {
		var k key
		black, white := 0, blacks
		for i, p := range stones[1:] {
			at := &white
			if i%2 == 1 {
				at = &black
			}
			k[*at] = cell(turn.Apply(p, size))
			*at++
		}
		slices.Sort(k[:blacks])
		slices.Sort(k[blacks:white])
		switch order := k.compare(least); {
		case len(turns) == 0 || order < 0:
			least, turns = k, append(turns[:0], turn)
		case order == 0:
			turns = append(turns, turn)
		}
	}
	return least, turns
}

// Name returns a name for a position of the opening, the same for all that the
// symmetries of the board and the order of a colour's stones make of each other.
func Name(stones []renju.Point) string {
	k, _ := canonical(stones)
	return string(k[:max(0, len(stones)-1)])
}
