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
// A State evaluates the positions of one board. The network of renju (package net,
// tengen train) follows the stones there: it corrects what the weights say of the
// position and of its moves. It is embedded, and used where the processor has AVX2;
// with kernels in plain Go it would cost more than it brings, so there the weights
// decide alone. tengen bench always uses it.
//
// The weights of renju have been fitted by logistic regression to games of
// self-play (tengen selfplay, tengen tune) and are embedded; those of the
// other rules are set by hand. The fit's target is what the search said later in
// the game too, and how it ended: weights that were fitted to the search's value of
// the position alone won against those before, but lost to other engines, for
// they had learned to agree with the search instead of with the game.
package eval
