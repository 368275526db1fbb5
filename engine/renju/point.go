package renju

import (
	"fmt"
	"math"
	"strconv"
)

// A Point is a crossing of the grid. X counts columns from the left and Y rows
// from the bottom, both from 0: a1 is {0, 0} and h8 is {7, 7}.
type Point struct{ X, Y int8 }

// Pass is a move without a stone. It lies on no board.
var Pass = Point{-1, -1}

// String returns the point's name, such as "h8", or "pass". A point that lies
// on no board of any size is written as its coordinates, such as "(30,2)".
func (p Point) String() string {
	switch {
	case p == Pass:
		return "pass"
	case p.X < 0 || p.X >= MaxSize || p.Y < 0 || p.Y >= MaxSize:
		return fmt.Sprintf("(%d,%d)", p.X, p.Y)
	}
	return string(rune('a'+p.X)) + strconv.Itoa(int(p.Y)+1)
}

// ParsePoint reads a point's name: a letter a to v, in either case, and a row
// 1 to 22. Whether the point lies on the board at hand is not its concern, and
// "pass" is not a point.
func ParsePoint(name string) (Point, error) {
	p, rest, ok := cutPoint(name)
	if !ok || rest != "" {
		return Point{}, fmt.Errorf("%q is not a point: want a letter a to v and a row 1 to 22", name)
	}
	return p, nil
}

// cutPoint reads the point that s begins with and returns what follows it. It
// takes every digit there is, so that "h81" is not h8 with a 1 left over.
func cutPoint(s string) (p Point, rest string, ok bool) {
	if s == "" {
		return Point{}, s, false
	}
	column := int(s[0]|0x20) - 'a' // the bit that tells 'h' from 'H'
	if column < 0 || column >= MaxSize {
		return Point{}, s, false
	}
	row, digits := 0, 0
	for _, c := range []byte(s[1:]) {
		if c < '0' || c > '9' {
			break
		}
		row = min(10*row+int(c-'0'), MaxSize+1)
		digits++
	}
	if digits == 0 || s[1] == '0' || row > MaxSize {
		return Point{}, s, false
	}
	return Point{int8(column), int8(row - 1)}, s[1+digits:], true
}

// FromWire returns the point with the coordinates x, y of the Gomocup protocol
// on a board of the given size: both count from 0, x from the left and y from
// the top. Coordinates off the board give a point off the board, never [Pass].
func FromWire(x, y, size int) Point {
	if x == -1 && y == size {
		x = -2 // would be Pass
	}
	return Point{saturate(x), saturate(size - 1 - y)}
}

// Wire returns the protocol's coordinates of a point on a board of the given
// size, y counted from the top. See [FromWire].
func (p Point) Wire(size int) (x, y int) {
	return int(p.X), size - 1 - int(p.Y)
}

// saturate keeps a number that does not fit from wrapping round to one that
// does: column 263 must not become column 7.
func saturate(n int) int8 {
	return int8(max(math.MinInt8, min(n, math.MaxInt8)))
}

// direction is one step along a line of the grid.
type direction struct{ dx, dy int8 }

// directions holds the four lines through a point: the row, the column and the
// two diagonals.
var directions = [4]direction{{1, 0}, {0, 1}, {1, 1}, {1, -1}}

func (d direction) back() direction { return direction{-d.dx, -d.dy} }

// step returns the point n steps from p.
func (p Point) step(d direction, n int) Point {
	return Point{p.X + int8(n)*d.dx, p.Y + int8(n)*d.dy}
}
