package pattern

import (
	"math/rand/v2"

	"tengen/engine/renju"
)

// geometry is what a board's size fixes: which lines run through a point, and
// which points lie near it.
type geometry struct {
	size  int
	step  [4]int          // from a cell to the next one in each direction
	ref   [cells][4]place // where a cell is on its four lines
	empty [maxLines]uint64
	near  [cells]Set
}

// place is a cell's place on a line: the line's index, and how far the line's
// word must be shifted to have the cell's two bits lowest.
type place struct{ line, shift uint8 }

const maxLines = 256 // 22 rows, 22 columns and twice 43 diagonals fit

// The four directions: along a row, up a column, and up the two diagonals.
const directions = 4

func newGeometry(size int) *geometry {
	g := &geometry{size: size, step: [4]int{1, size, size + 1, size - 1}}
	for i := range g.empty {
		g.empty[i] = ^uint64(0) // walls everywhere, until a point is laid
	}
	for c := range size * size {
		x, y := c%size, c/size
		at := [directions]struct{ line, pos int }{
			{y, x},
			{size + x, y},
			{2*size + x - y + size - 1, y},
			{4*size - 1 + x + y, y},
		}
		for d, a := range at {
			shift := 2 * (a.pos + reach)
			g.ref[c][d] = place{uint8(a.line), uint8(shift)}
			g.empty[a.line] &^= bitsWall << shift
		}
		g.near[c] = g.surroundings(x, y)
	}
	return g
}

// surroundings are the points worth a look once (x,y) is taken: those within
// two points, and within three on a line.
func (g *geometry) surroundings(x, y int) Set {
	var s Set
	for dy := -3; dy <= 3; dy++ {
		for dx := -3; dx <= 3; dx++ {
			ax, ay := max(dx, -dx), max(dy, -dy)
			onLine := ax == 0 || ay == 0 || ax == ay
			if max(ax, ay) > 2 && !onLine {
				continue
			}
			if x+dx >= 0 && x+dx < g.size && y+dy >= 0 && y+dy < g.size {
				s.Add(Cell((y+dy)*g.size + x + dx))
			}
		}
	}
	return s
}

// keys are the random numbers whose exclusive or names a position: one for
// the game that is played, its size and rule, one for each stone on each point,
// one for each point that is blocked and one for White to move.
type keys struct {
	game  uint64
	stone [Colours][cells]uint64
	wall  [cells]uint64
	white uint64
}

// newKeys draws the keys from a fixed seed, so that a position has the same
// name on every machine.
func newKeys(size int, rule renju.Rule) *keys {
	game := rand.New(rand.NewPCG(uint64(size), uint64(rule)))
	r := rand.New(rand.NewPCG(0x74656e67656e, 0x72656e6a75))
	k := &keys{game: game.Uint64(), white: r.Uint64()}
	for colour := range k.stone {
		for c := range k.stone[colour] {
			k.stone[colour][c] = r.Uint64()
		}
	}
	for c := range k.wall {
		k.wall[c] = r.Uint64()
	}
	return k
}

// CellOf is p's cell on a board of this size, NoCell for a pass.
func CellOf(p renju.Point, size int) Cell {
	if p == renju.Pass {
		return NoCell
	}
	return Cell(int(p.Y)*size + int(p.X))
}

// CellsOf are the points' cells, in the same order.
func CellsOf(points []renju.Point, size int) []Cell {
	cells := make([]Cell, len(points))
	for i, p := range points {
		cells[i] = CellOf(p, size)
	}
	return cells
}

// PointsOf is the inverse of CellsOf.
func PointsOf(cells []Cell, size int) []renju.Point {
	points := make([]renju.Point, len(cells))
	for i, c := range cells {
		points[i] = PointOf(c, size)
	}
	return points
}

// PointOf is the inverse of CellOf.
func PointOf(c Cell, size int) renju.Point {
	if c == NoCell {
		return renju.Pass
	}
	return renju.Point{X: int8(int(c) % size), Y: int8(int(c) / size)}
}
