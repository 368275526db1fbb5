// Package eval is the static evaluation: what a position is worth before
// anything in it is searched.
//
// It is a sum over the empty points. For each of the four lines through a
// point, and each colour, a weight says what it is worth that the colour could
// make there what it could make; a further weight goes to what the four make
// together. The board keeps that sum (package pattern), so that evaluating
// costs next to nothing; what is added here is the right to move and the
// threats that are on the board.
//
// A unit is about a hundredth of a small advantage, the search's Value.
package eval

import (
	"tengen/search/pattern"
)

// Limit bounds what Evaluate may say, both ways.
const Limit = 8000

// Evaluate is what the position is worth to the side to move, who has no five
// or straight four to make and need not stop a five.
func Evaluate(b *pattern.Board) int {
	me := b.ToMove()
	v := b.Sum()
	if me == pattern.White {
		v = -v
	}
	v = v*sumPercent/100 + tempo
	v += threats(b, me, &threatToMove)
	v -= threats(b, me^1, &threatWaiting)
	return max(-Limit, min(v, Limit))
}

// threats is what the strongest class that a colour could make is worth.
func threats(b *pattern.Board, colour int, worth *[pattern.Classes]int) int {
	for class := pattern.Straight; class > pattern.Forbidden; class-- {
		if b.Count(colour, class) > 0 && worth[class] != 0 {
			return worth[class]
		}
	}
	return 0
}
