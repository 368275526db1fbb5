package brain

import (
	"fmt"
	"slices"

	"tengen/engine/renju"
)

// defaultSize is the board's before any START.
const defaultSize = 15

// A played is a move with its colour.
type played struct {
	at     renju.Point // or a pass
	colour renju.Stone
}

// A game is the board as the manager has told it. Unlike a [renju.Position] it
// has no rule, which may be told after the stones, and its colours need not
// alternate: stones may be taken from its middle, and a manager may send any.
type game struct {
	size    int
	moves   []played
	blocked []renju.Point // points nobody may use
	toMove  renju.Stone
}

func newGame(size int) game { return game{size: size, toMove: renju.Black} }

// empty reports whether nobody has moved.
func (g *game) empty() bool { return len(g.moves) == 0 }

// play adds a move of the colour whose turn it is.
func (g *game) play(p renju.Point) {
	g.moves = append(g.moves, played{p, g.toMove})
	g.toMove = g.toMove.Opponent()
}

// free says why no stone can be put on p.
func (g *game) free(p renju.Point) error {
	for _, m := range g.moves {
		if m.at == p {
			return fmt.Errorf("%v is occupied", p)
		}
	}
	if slices.Contains(g.blocked, p) {
		return fmt.Errorf("%v is blocked", p)
	}
	return nil
}

// takeBack removes the stone on p. The colour that moves next is then the one
// that did not move last.
func (g *game) takeBack(p renju.Point) error {
	i := slices.IndexFunc(g.moves, func(m played) bool { return m.at == p })
	if i < 0 {
		return fmt.Errorf("no stone on %v", p)
	}
	g.moves = slices.Delete(g.moves, i, i+1)
	g.toMove = renju.Black
	if n := len(g.moves); n > 0 {
		g.toMove = g.moves[n-1].colour.Opponent()
	}
	return nil
}

// position is the game under a rule. Where the colours do not alternate, or it
// is not the turn of the colour to move, somebody has passed.
func (g *game) position(rule renju.Rule) *renju.Position {
	board := renju.NewBoard(g.size)
	for _, p := range g.blocked {
		board.Set(p, renju.Blocked)
	}
	pos := renju.SetUp(board, rule, renju.Black)
	for _, m := range g.moves {
		turn(pos, m.colour)
		// A point that is taken already stays as it is.
		_ = pos.Play(m.at)
	}
	turn(pos, g.toMove)
	return pos
}

// turn has the other colour pass if it is not yet the turn of c.
func turn(pos *renju.Position, c renju.Stone) {
	if pos.ToMove() != c {
		_ = pos.Play(renju.Pass) // a pass is never refused
	}
}

// stones is how many stones are on the board.
func (g *game) stones() int {
	n := 0
	for _, m := range g.moves {
		if m.at != renju.Pass {
			n++
		}
	}
	return n
}

// anyMove finds a move without a thought: the empty point nearest to the last
// stone, or to the centre, that is no foul, or any empty point if all are. It
// reports false if there is none.
func anyMove(pos *renju.Position) (renju.Point, bool) {
	from := centre(pos)
	if last, ok := pos.LastMove(); ok && last != renju.Pass {
		from = last
	}
	empty := emptyPoints(pos, from)
	for _, p := range empty {
		if !pos.IsFoul(p) {
			return p, true
		}
	}
	if len(empty) > 0 {
		return empty[0], true
	}
	return renju.Point{}, false
}

func centre(pos *renju.Position) renju.Point {
	return renju.Point{X: int8(pos.Size() / 2), Y: int8(pos.Size() / 2)}
}

// emptyPoints are the empty points, those nearest to from first.
func emptyPoints(pos *renju.Position, from renju.Point) []renju.Point {
	var empty []renju.Point
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty {
			empty = append(empty, p)
		}
	}
	distance := func(p renju.Point) int {
		dx, dy := int(p.X-from.X), int(p.Y-from.Y)
		return dx*dx + dy*dy
	}
	slices.SortStableFunc(empty, func(a, b renju.Point) int { return distance(a) - distance(b) })
	return empty
}
