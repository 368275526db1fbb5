package search

import (
	"fmt"
	"math"

	"tengen/search/eval"
)

// Value is how good a position is for the side to move. About 100 is a small
// advantage; a win in n plies is MateValue - n, a loss in n plies the
// negative of that. Values between -EvalLimit and EvalLimit are estimates,
// values beyond ±MateBound are proofs.
type Value int

const (
	// MateValue is the value of a game that the side to move has just won.
	MateValue Value = 30000
	// MateBound parts estimates from proofs: no evaluation reaches it, and
	// every win that the search can prove lies beyond it.
	MateBound Value = MateValue - 1000
	// EvalLimit bounds what an evaluation may say.
	EvalLimit Value = eval.Limit

	// infinite lies beyond every value of a position.
	infinite Value = MateValue + 1
	// unvalued marks a position that was not evaluated.
	unvalued Value = -infinite - 1
)

// Mate reports whether v is a proved win or loss, and in how many plies:
// positive if the side to move wins, negative if it loses.
func (v Value) Mate() (plies int, ok bool) {
	switch {
	case v >= MateBound:
		return int(MateValue - v), true
	case v <= -MateBound:
		return -int(MateValue + v), true
	}
	return 0, false
}

// WinRate is the side to move's chance of winning, from 0 to 1.
func (v Value) WinRate() float64 {
	if plies, ok := v.Mate(); ok {
		if plies > 0 || v > 0 {
			return 1
		}
		return 0
	}
	return 1 / (1 + math.Exp(-float64(v)/eval.WinScale))
}

// String gives "35" for an estimate, "+M7" for a win in seven plies and
// "-M4" for a loss in four.
func (v Value) String() string {
	if plies, ok := v.Mate(); ok {
		if v > 0 {
			return fmt.Sprintf("+M%d", plies)
		}
		return fmt.Sprintf("-M%d", -plies)
	}
	return fmt.Sprint(int(v))
}

// winIn and loseIn are the values of a win and a loss in so many plies.
func winIn(plies int) Value  { return MateValue - Value(plies) }
func loseIn(plies int) Value { return -MateValue + Value(plies) }
