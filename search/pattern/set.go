package pattern

import (
	"iter"
	"math/bits"
)

// A Cell is a point of the board as an index: y*size + x, both from 0, the
// first cell being a1.
type Cell uint16

// NoCell is no point of the board: a pass, or "none".
const NoCell Cell = 511

// CellsMost is room for the cells of the largest board, and a power of two.
const CellsMost = 512

const (
	cells     = CellsMost
	cellMask  = cells - 1
	cellWords = cells / 64
)

// A Set is a set of cells.
type Set [cellWords]uint64

// Has tells whether c is in the set.
func (s *Set) Has(c Cell) bool { return s[c>>6&(cellWords-1)]>>(c&63)&1 != 0 }

// Add puts c into the set.
func (s *Set) Add(c Cell) { s[c>>6&(cellWords-1)] |= 1 << (c & 63) }

func (s *Set) flip(c Cell) { s[c>>6&(cellWords-1)] ^= 1 << (c & 63) }

// First is the lowest cell of the set, NoCell if it is empty.
func (s *Set) First() Cell {
	for w, word := range s {
		if word != 0 {
			return Cell(w<<6 + bits.TrailingZeros64(word))
		}
	}
	return NoCell
}

// Union adds the cells of o.
func (s *Set) Union(o *Set) {
	for w := range s {
		s[w] |= o[w]
	}
}

// Intersect keeps the cells that are in o too.
func (s *Set) Intersect(o *Set) {
	for w := range s {
		s[w] &= o[w]
	}
}

// Len counts the cells.
func (s *Set) Len() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// All ranges over the cells from the lowest.
func (s *Set) All() iter.Seq[Cell] {
	return func(yield func(Cell) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(Cell(w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}
