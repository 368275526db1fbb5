package eval

import (
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// State evaluates the positions of one board. Each worker has its own.
type State struct {
	of    *Evaluator
	board *pattern.Board
	net   *net.State // nil for rules that have no network
}

// NewState returns the state for a board, which Reset must be told of whenever it
// is loaded.
func (e *Evaluator) NewState(b *pattern.Board) *State {
	s := &State{of: e, board: b}
	if e.net != nil {
		s.net = net.NewState(e.net, b.Size())
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

// Score is the worth of a move of the side to move to the empty point c before
// anything is searched: MoveScale units make it e times as likely.
func (s *State) Score(c pattern.Cell) int32 {
	if s.net == nil {
		return int32(s.board.MoveScore(c))
	}
	return s.net.Score(c) / (net.CellUnit * net.ContextUnit / MoveScale)
}
