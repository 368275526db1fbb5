package search

import (
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// A double-three against a side that can make no four wins in five plies: after
// each reply there is a straight four, and after that a five.
func TestADoubleThreeWinsWhereNoFourCanBeMade(t *testing.T) {
	const enough = 6
	r := rand.New(rand.NewPCG(7, 8))
	for _, rule := range []renju.Rule{renju.Renju, renju.Standard, renju.Freestyle} {
		b := pattern.New(15, pattern.NewTables(rule, eval.For(rule).Weights()))
		w := &worker{board: *b}
		found := 0
		for range 20_000 {
			if found == enough {
				break
			}
			board := renju.NewBoard(15)
			for i := range 8 + r.IntN(14) {
				board.Set(renju.Point{X: int8(4 + r.IntN(8)), Y: int8(4 + r.IntN(8))}, renju.Black+renju.Stone(i%2))
			}
			w.board.Load(renju.SetUp(board, rule, renju.Black+renju.Stone(r.IntN(2))))
			if v, decided := w.decided(0); !decided || v != winIn(5) {
				continue
			}
			found++
			if !winsByDoubleThree(&w.board) {
				t.Errorf("%v, %v to move: no win\n%v", rule, w.board.ToMove(), &board)
			}
		}
		if found < enough {
			t.Errorf("%v: only %d positions tried", rule, found)
		}
	}
}

// winsByDoubleThree plays the double-three, each reply, the straight four, each
// reply to that, and looks for the five.
func winsByDoubleThree(b *pattern.Board) bool {
	me := b.ToMove()
	winsAfter := func(class pattern.Class, next func() bool) bool {
		b.Move(b.Points(me, class).First())
		defer b.Undo()
		for c := range pattern.Cell(15 * 15) {
			if !b.IsEmpty(c) {
				continue
			}
			if b.Class(me^1, c) == pattern.Five {
				return false
			}
			b.Move(c)
			won := next()
			b.Undo()
			if !won {
				return false
			}
		}
		return true
	}
	return winsAfter(pattern.DoubleThree, func() bool {
		return b.Count(me, pattern.Five) > 0 || b.Count(me, pattern.Straight) > 0 &&
			winsAfter(pattern.Straight, func() bool { return b.Count(me, pattern.Five) > 0 })
	})
}
