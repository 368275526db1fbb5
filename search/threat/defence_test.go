package threat

import (
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// A move that is not among the defences leaves the opponent a win by continuous
// fours, be it a straight four that was threatened or a longer line.
func TestOtherMovesThanDefencesLose(t *testing.T) {
	const size = 11
	positions := 400
	if testing.Short() {
		positions = 200
	}
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		r := rand.New(rand.NewPCG(21, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		s := NewSolver(1 << 12)
		straights, lines := 0, 0
		for range positions {
			pos := densePosition(r, size, rule)
			b.Load(pos)
			me := b.ToMove()
			if b.Count(me, pattern.Five)+b.Count(me^1, pattern.Five) > 0 {
				continue
			}
			var set pattern.Set
			if b.Count(me^1, pattern.Straight) > 0 {
				Defences(b, &set)
				straights++
			} else if won, _ := s.Breaks(b, 10_000, &set); won {
				lines++
			} else {
				continue
			}
			for c := range pattern.Cell(size * size) {
				if set.Has(c) || !b.IsEmpty(c) || me == pattern.Black && b.Forbidden(c) {
					continue
				}
				b.Move(c)
				if result, _ := s.VCF(b, 1_000_000); result != Win {
					t.Fatalf("%v: %v does not lose, and is no defence\n%v", rule, pattern.PointOf(c, size), pos.Board())
				}
				b.Undo()
			}
		}
		if straights < positions/20 || lines < positions/40 {
			t.Errorf("%v: only %d positions with a straight four threatened, %d with a line", rule, straights, lines)
		}
	}
}
