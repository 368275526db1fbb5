package eval

import (
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// State evaluates the positions of one board. Each worker has its own.
type State struct {
	of    *Evaluator
	board *pattern.Board
	net   *net.State // nil for rules and sizes that have no network
}

// NewState returns the state for a board, which Reset must be told of whenever it
// is loaded.
func (e *Evaluator) NewState(b *pattern.Board) *State {
	s := &State{of: e, board: b}
	if e.net != nil && b.Size() == net.BoardSize {
		s.net = net.NewState(e.net)
	}
	return s
}

// Reset looks at a position that was loaded onto the board.
func (s *State) Reset() {
	if s.net != nil {
		s.net.Reset(s.board)
	}
}

// Evaluate is what the position is worth to the side to move, who has no five
// or straight four to make and need not stop a five.
func (s *State) Evaluate() int {
	v := s.of.Weigh(s.board)
	if s.net != nil {
		v += int(int64(s.net.Value()) * WinScale / (net.HiddenUnit * net.WeightUnit))
	}
	return max(-Limit, min(v, Limit))
}

// Aim readies Score for the position on the board.
func (s *State) Aim() {
	if s.net != nil {
		s.net.Aim()
	}
}

// Score gives the worth of moves of the side to move to each of some empty points
// before anything is searched: MoveScale units make one e times as likely. It fills
// scores, one for each cell.
func (s *State) Score(cells []pattern.Cell, scores []int32) {
	if s.net == nil {
		for i, c := range cells {
			scores[i] = int32(s.board.MoveScore(c))
		}
		return
	}
	s.net.Score(cells, scores)
	for i, c := range cells {
		scores[i] = scores[i]/(net.SquareUnit*net.ContextUnit/MoveScale) + int32(s.board.MoveScore(c))
	}
}
