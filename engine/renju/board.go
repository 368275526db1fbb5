package renju

import (
	"fmt"
	"iter"
)

// The smallest and the largest board, in points along an edge.
const (
	MinSize = 5
	MaxSize = 22
)

// A Stone is what stands on a point.
type Stone uint8

const (
	Empty Stone = iota
	Black
	White
	Blocked // nobody may play there; everything off the board reads as Blocked
)

var stoneNames = [...]string{"empty", "black", "white", "blocked"}

// String returns "empty", "black", "white" or "blocked".
func (s Stone) String() string {
	if int(s) >= len(stoneNames) {
		return fmt.Sprintf("Stone(%d)", uint8(s))
	}
	return stoneNames[s]
}

// Opponent returns the other colour. Empty and Blocked have no opponent and
// are returned as they are.
func (s Stone) Opponent() Stone {
	switch s {
	case Black:
		return White
	case White:
		return Black
	}
	return s
}

// A Board is a square grid with stones on it. It is a value: assigning it
// copies the stones, and two boards are equal by == when size and stones are.
// Its zero value has no points; [NewBoard] makes a board to play on.
type Board struct {
	size   int8
	stones [MaxSize * MaxSize]Stone
}

// NewBoard returns an empty board. It panics if size is not in
// MinSize..MaxSize.
func NewBoard(size int) Board {
	if err := checkSize(size); err != nil {
		panic("renju: " + err.Error())
	}
	return Board{size: int8(size)}
}

func checkSize(size int) error {
	if size < MinSize || size > MaxSize {
		return fmt.Errorf("board size %d is out of range: want %d to %d", size, MinSize, MaxSize)
	}
	return nil
}

// Size returns the number of points along an edge.
func (b *Board) Size() int { return int(b.size) }

// Contains reports whether p lies on the board.
func (b *Board) Contains(p Point) bool {
	// As unsigned numbers the negative coordinates are large ones.
	return uint8(p.X) < uint8(b.size) && uint8(p.Y) < uint8(b.size)
}

// At returns what stands on p: Blocked when p is off the board.
func (b *Board) At(p Point) Stone {
	if !b.Contains(p) {
		return Blocked
	}
	return b.stones[index(p)]
}

// Set puts s on p, in place of whatever is there; Empty takes a stone away. It
// panics if p is off the board.
func (b *Board) Set(p Point, s Stone) {
	if !b.Contains(p) {
		panic(fmt.Sprintf("renju: %v is off the %dx%d board", p, b.size, b.size))
	}
	b.stones[index(p)] = s
}

func index(p Point) int { return int(p.Y)*MaxSize + int(p.X) }

// Count returns how many points of the board hold s.
func (b *Board) Count(s Stone) int {
	n := 0
	for p := range b.Points() {
		if b.At(p) == s {
			n++
		}
	}
	return n
}

// Points yields every point of the board row by row: a1, b1, ..., a2, ...
func (b *Board) Points() iter.Seq[Point] {
	return func(yield func(Point) bool) {
		for y := range b.size {
			for x := range b.size {
				if !yield(Point{x, y}) {
					return
				}
			}
		}
	}
}
