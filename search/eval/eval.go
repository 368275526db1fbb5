package eval

import (
	"tengen/engine/renju"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

const (
	// Limit bounds what Evaluate may say, both ways.
	Limit = 8000
	// WinScale is how many units make the odds of winning grow by a factor of e:
	// what foretold best the results of 27,000 positions of self-play.
	WinScale = 120
	// MoveScale is how many units of a move's score make it e times as likely.
	MoveScale = 32
)

// Evaluator values positions of one rule. It does not change, and any number
// of workers may share it.
type Evaluator struct {
	params *Params
	net    *net.Net // nil: the weights decide
}

// For returns the evaluator of a rule. That of renju has the network where the
// processor is quick at it; elsewhere the weights alone play better.
func For(rule renju.Rule) *Evaluator {
	if rule != renju.Renju {
		return &Evaluator{params: Hand(rule)}
	}
	e := &Evaluator{params: fitted()}
	if net.Fast() {
		e.net = Network()
	}
	return e
}

// With is an Evaluator that corrects the weights by another network.
func (e *Evaluator) With(n *net.Net) *Evaluator {
	return &Evaluator{params: e.params, net: n}
}

// Weights are what a board needs (pattern.NewTables) to be evaluated.
func (e *Evaluator) Weights() *pattern.Weights { return &e.params.Patterns }

// Weigh is what the weights make of the position for the side to move.
func (e *Evaluator) Weigh(b *pattern.Board) int {
	me := b.ToMove() & 1
	v := b.Sum() / pattern.ValueUnit
	if me == pattern.White {
		v = -v
	}
	v += int(e.params.Threats[me][b.Threats()])
	return max(-Limit, min(v, Limit))
}
