// Package eval is the static evaluation: what a position is worth before
// anything in it is searched.
//
// It is a sum over the empty points: a weight for what Black could make there
// in the four directions together, less one for what White could. The board
// keeps that sum (package pattern), so that evaluating costs next to nothing.
// Added is what the kinds of threats that either side has are worth together
// (pattern.Board.Threats). A unit is the search's Value: WinScale of them make the
// odds of winning grow by a factor of e. Moves are put in order by weights of the
// same kind.
//
// A State evaluates the positions of one board. With a network (package net, tengen
// train) it follows the stones: the network corrects what the weights say, and
// takes their place in the order of moves. None is embedded yet.
//
// The weights of renju have been fitted by logistic regression to games of
// self-play (tengen selfplay, tengen tune) and are embedded; those of the
// other rules are set by hand. The fit's target is what the search said later in
// the game too, and how it ended: weights that were fitted to the search's value of
// the position alone won against those before, but lost to other engines, for
// they had learned to agree with the search instead of with the game.
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
	net    *net.Tables // nil: the weights decide
}

// For returns the evaluator of a rule.
func For(rule renju.Rule) *Evaluator {
	if rule == renju.Renju {
		return &Evaluator{params: fitted()}
	}
	return &Evaluator{params: Hand(rule)}
}

// With is an Evaluator that corrects the weights by the network.
func (e *Evaluator) With(n *net.Net) *Evaluator {
	return &Evaluator{params: e.params, net: net.NewTables(n)}
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
