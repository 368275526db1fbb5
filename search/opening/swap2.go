package opening

import (
	"context"
	"fmt"
	"math"

	"tengen/engine/renju"
	"tengen/search"
)

// Swap2 answers in the Swap2 opening, which may be played by any rule and on
// any board. On an empty board it gives the three stones to propose: Black,
// White, Black. With three stones, White to move, it swaps (takes Black), or
// gives one move (stays White and plays), or two (White and Black, after which
// the other player chooses a colour). With five stones, White to move, it swaps
// or gives White's move. lim holds as for [Decider.Decide].
//
// The moves are legal also when a search fails; the error then is the search's.
// Any other number of stones, or a board without room for the moves, is an
// error without an answer.
func (d *Decider) Swap2(ctx context.Context, pos *renju.Position, lim search.Limits) (swap bool, moves []renju.Point, err error) {
	board := pos.Board()
	stones, room := board.Count(renju.Black)+board.Count(renju.White), board.Count(renju.Empty)
	if stones != 0 && stones != 3 && stones != 5 {
		return false, nil, fmt.Errorf("opening: no Swap2 decision with %d stones: want 0, 3 or 5", stones)
	}
	if room < 3 {
		return false, nil, fmt.Errorf("opening: no Swap2 decision with %d empty points left", room)
	}
	c := d.begin(ctx, lim, 1, nil)
	defer d.end(c)
	d.vary(c, board.String())
	c.root = flat(pos)
	switch stones {
	case 0:
		moves = c.propose()
	case 3:
		swap, moves = c.secondOfSwap2()
	case 5:
		if !c.over() {
			c.look(c.root, c.deepest, 0)
		}
		swap, moves = c.takeBlack()
	}
	return swap, moves, c.err
}

// flat returns the study of a position in which only its own value counts, or
// that of the positions laid out after it.
func flat(pos *renju.Position) *study {
	const noRightsLeft = 5
	last, ok := pos.LastMove()
	if !ok || last == renju.Pass {
		last = middle(pos)
	}
	return newStudy(nil, pos.Clone(), noRightsLeft, last)
}

func middle(pos *renju.Position) renju.Point {
	return renju.Point{X: int8(pos.Size() / 2), Y: int8(pos.Size() / 2)}
}

// propose returns the three stones after which the chances are most even.
func (d *decision) propose() []renju.Point {
	pos := d.root.pos
	mid := nearestEmpty(pos, middle(pos))
	first := d.root.after(mid)
	for white := range pos.Board().Points() {
		// One eighth of the board is enough: the rest is its mirror image.
		dx, dy := white.X-mid.X, white.Y-mid.Y
		if dx < 0 || dx > dy || dy > 2 || first.pos.At(white) != renju.Empty {
			continue
		}
		second := first.after(white)
		for third := range pos.Board().Points() {
			// Two black stones side by side are too strong.
			if n := distance(third, mid); n < 2 || n > 3 || second.pos.At(third) != renju.Empty {
				continue
			}
			d.root.next = append(d.root.next, second.after(third))
		}
	}
	if d.root.next == nil { // blocked points in the way
		s := first
		for range 2 {
			s = s.after(nearestEmpty(s.pos, mid))
		}
		d.root.next = []*study{s}
	}
	d.key = nearTo(0.5)
	d.study()
	moves := d.bestByKey().pos.Moves()
	return moves[len(moves)-3:]
}

// nearTo orders positions by how near Black's chance is to the one wanted.
func nearTo(black float64) func(*study) float64 {
	return func(s *study) float64 { return math.Abs(s.black - black) }
}

// secondOfSwap2 answers with three stones on the board. To choose a colour is
// worth at least 1/2, to let the other one choose at most that: two stones are
// put down only for variety, where the position is even.
func (d *decision) secondOfSwap2() (swap bool, moves []renju.Point) {
	root := d.root
	d.firstHalf(func() {
		if !d.over() {
			d.look(root, d.deepest, 0)
		}
	})
	if d.noise != nil && 0.5-handoverDoubt+d.bonus() > max(root.black, 1-root.black) {
		pair := d.balanceTwo(0.5)
		return false, pair[:]
	}
	return d.takeBlack()
}

// takeBlack swaps if Black has the better chances, and else gives White's move.
func (d *decision) takeBlack() (swap bool, moves []renju.Point) {
	if d.root.black+d.bonus() > 1-d.root.black+d.bonus() {
		return true, nil
	}
	return false, []renju.Point{d.root.replyOrNear()}
}
