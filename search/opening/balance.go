package opening

import (
	"cmp"
	"context"
	"slices"

	"tengen/engine/renju"
	"tengen/search"
)

// BalanceOne returns the move after which the value is nearest to bias, both
// seen from the side that makes the move. lim holds as for [Decider.Decide].
//
// The move is legal, and no foul if there is another, also when a search
// fails; the error then is the search's. On a full board the error is
// [search.ErrNoMove].
func (d *Decider) BalanceOne(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) (renju.Point, error) {
	if pos.Board().Count(renju.Empty) == 0 {
		return renju.Pass, search.ErrNoMove
	}
	c := d.begin(ctx, lim, 1, nil)
	defer d.end(c)
	d.vary(c, pos.Board().String())
	c.root = flat(pos)
	c.root.next = moves(c.root)
	c.key = nearTo(chanceWanted(pos, bias))
	c.study()
	return c.bestByKey().last, c.err
}

// BalanceTwo returns two moves, one of each side, after which the value is
// nearest to bias, both seen from the side that makes the first one. It is
// otherwise like [Decider.BalanceOne]; it fails if the board has only one empty
// point.
func (d *Decider) BalanceTwo(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) ([2]renju.Point, error) {
	if pos.Board().Count(renju.Empty) < 2 {
		return [2]renju.Point{}, search.ErrNoMove
	}
	c := d.begin(ctx, lim, 1, nil)
	defer d.end(c)
	d.vary(c, pos.Board().String())
	c.root = flat(pos)
	return c.balanceTwo(chanceWanted(pos, bias)), c.err
}

// chanceWanted turns the value that a side asks for into Black's chance.
func chanceWanted(pos *renju.Position, bias search.Value) float64 {
	if pos.ToMove() == renju.Black {
		return bias.WinRate()
	}
	return 1 - bias.WinRate()
}

// balanceTwo returns two moves from the root after which Black's chance is
// nearest to the one wanted. The first moves are judged by the best reply; the
// second are tried after the few that come nearest by that.
func (d *decision) balanceTwo(black float64) [2]renju.Point {
	root := flat(d.root.pos)
	root.next = moves(root)
	d.root, d.key = root, nearTo(black)
	d.firstHalf(d.study)

	firsts := slices.Clone(root.next)
	slices.SortStableFunc(firsts, func(a, b *study) int { return cmp.Compare(d.keyed(a), d.keyed(b)) })
	const tried = 4
	root.next = nil
	for _, first := range firsts[:min(tried, len(firsts))] {
		if first.pos.Outcome().Result == renju.Ongoing {
			root.next = append(root.next, moves(first)...)
		}
	}
	if root.next == nil { // they all end the game
		root.next = moves(firsts[0])
	}
	d.study()
	played := d.bestByKey().pos.Moves()
	return [2]renju.Point(played[len(played)-2:])
}

// moves returns the positions after each sensible move: near a stone, and no
// foul. Where there is none, any empty point will do.
func moves(s *study) []*study {
	var near, others, fouls []*study
	board := s.pos.Board()
	var stones []renju.Point
	for p := range board.Points() {
		if at := board.At(p); at == renju.Black || at == renju.White {
			stones = append(stones, p)
		}
	}
	if stones == nil {
		stones = []renju.Point{middle(s.pos)}
	}
	for p := range board.Points() {
		if board.At(p) != renju.Empty {
			continue
		}
		switch next := s.after(p); {
		case s.pos.IsFoul(p):
			fouls = append(fouls, next)
		case nearest(stones, p) <= 3:
			near = append(near, next)
		default:
			others = append(others, next)
		}
	}
	for _, list := range [][]*study{near, others, fouls} {
		if list != nil {
			slices.SortStableFunc(list, func(a, b *study) int {
				return remoteness(stones, a.last) - remoteness(stones, b.last)
			})
			return list
		}
	}
	return nil
}
