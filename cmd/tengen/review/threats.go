package review

import (
	"slices"

	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
)

// forbidden notes what a move has to do with forbidden points: Black's foul, a
// five of White's that Black may not stop, or the threat of one.
func (r *review) forbidden(m *move) {
	before, after := r.plies[m.Number-1].Position, r.plies[m.Number].Position
	board, out := after.Board(), after.Outcome()
	if out.Reason == renju.ByFoul {
		m.Forbidden = []string{m.Move}
		m.note("foul: %v", out.Foul)
	}
	if m.side == renju.Black || out.Over() || tell.Fives(board, renju.Black, renju.Renju) != nil {
		return
	}
	stops := tell.Fives(board, renju.White, renju.Renju)
	for _, p := range stops {
		if board.Foul(p) != 0 {
			m.Forbidden = append(m.Forbidden, p.String())
			m.note("wins: %v is forbidden to Black", p)
		}
	}
	if stops != nil {
		return // Black has no time for what else is threatened
	}
	old := traps(before.Board())
	for _, t := range traps(board) {
		if !slices.Contains(old, t) && !slices.Contains(m.Forbidden, t.stop.String()) {
			m.Forbidden = append(m.Forbidden, t.stop.String())
			m.note("threatens %v: %v is forbidden to Black", t.four, t.stop)
		}
	}
}

// A trap is a four that White can make and Black may not stop.
type trap struct{ four, stop renju.Point }

func traps(board *renju.Board) []trap {
	b := *board
	var list []trap
	for p := range b.Points() {
		if b.At(p) != renju.Empty {
			continue
		}
		b.Set(p, renju.White)
		for _, stop := range tell.Fives(&b, renju.White, renju.Renju) {
			if b.Foul(stop) != 0 {
				list = append(list, trap{p, stop})
			}
		}
		b.Set(p, renju.Empty)
	}
	return list
}
