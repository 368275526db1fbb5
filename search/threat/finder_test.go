package threat

import (
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// literalWin tells by the rulebook alone whether the side to move wins with so
// many moves, the five included: by fours and, in a VCT, by moves that threaten a
// VCF, whatever the opponent replies anywhere on the board.
func literalWin(pos *renju.Position, kind Kind, moves int) bool {
	me := pos.ToMove()
	if moves < 1 {
		return false
	}
	if len(fivePoints(pos, me)) > 0 {
		return true
	}
	stop := fivePoints(pos, me.Opponent())
	if moves < 2 || len(stop) > 1 {
		return false
	}
	for p := range pos.Board().Points() {
		if pos.At(p) != renju.Empty || pos.IsFoul(p) || len(stop) == 1 && p != stop[0] {
			continue
		}
		if err := pos.Play(p); err != nil {
			panic(err)
		}
		won := literalAfter(pos, kind, moves-1)
		pos.TakeBack()
		if won {
			return true
		}
	}
	return false
}

// literalAfter is literalWin for the side that has just moved.
func literalAfter(pos *renju.Position, kind Kind, moves int) bool {
	attacker := pos.ToMove().Opponent()
	fives := fivePoints(pos, attacker)
	switch {
	case len(fivePoints(pos, pos.ToMove())) > 0:
		return false
	case len(fives) > 0:
	case kind == VCF || moves < 2 || !afterMove(pos, renju.Pass, func() bool { return literalWin(pos, VCF, moves) }):
		return false
	}
	for p := range pos.Board().Points() {
		if pos.At(p) != renju.Empty || pos.IsFoul(p) || len(fives) > 0 && p != fives[0] {
			continue
		}
		if len(fives) > 1 {
			return moves >= 1
		}
		if !afterMove(pos, p, func() bool { return literalWin(pos, kind, moves) }) {
			return false
		}
	}
	return moves >= 1
}

func afterMove(pos *renju.Position, p renju.Point, tell func() bool) bool {
	if err := pos.Play(p); err != nil {
		panic(err)
	}
	defer pos.TakeBack()
	return tell()
}

// The finder knows for every number of moves whether they are enough, by fours
// and by threats.
func TestFinderAgreesWithTheLiteralSearch(t *testing.T) {
	const size = 7
	const most = 3
	positions := 36
	if testing.Short() {
		positions = 12
	}
	var wins [VCT + 1]int
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		r := rand.New(rand.NewPCG(41, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		f := NewFinder(1 << 12)
		for range positions {
			pos := randomPosition(r, size, rule, 10+r.IntN(8), 1)
			b.Load(pos)
			for _, kind := range []Kind{VCF, VCT} {
				for moves := 1; moves <= most; moves++ {
					span := f.Attack(b, kind, moves, 1_000_000)
					want := literalWin(pos.Clone(), kind, moves)
					if span.Within(moves) != want || !span.settles(moves) {
						t.Fatalf("%v, %v in %d: %+v, the literal search says %v, %v to move\n%v", rule, kind, moves, span, want, pos.ToMove(), pos.Board())
					}
					if want {
						wins[kind]++
						break
					}
				}
			}
		}
	}
	if wins[VCF] < positions/4 || wins[VCT] <= wins[VCF] {
		t.Errorf("of %d positions a rule %v are wins: too few of one kind to tell", positions, wins)
	}
}

// A stone outside of the zone threatens no VCF, and a zone that is not cut is
// that of all lengths.
func TestZoneMissesNoThreat(t *testing.T) {
	const size = 11
	positions := 250
	if testing.Short() {
		positions = 40
	}
	inside, outside, far := 0, 0, 0
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		r := rand.New(rand.NewPCG(43, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		f := NewFinder(1 << 16)
		for range positions {
			pos := randomPosition(r, size, rule, 24+r.IntN(30), 0)
			b.Load(pos)
			me := b.ToMove()
			most := 2 + r.IntN(4)
			if span := f.Attack(b, VCF, most, 20_000); int(span.None) < most || b.Count(me^1, pattern.Five) > 0 {
				continue
			}
			f.begin(VCT, me, 1_000_000)
			clear(f.seen)
			z := zone{finder: f}
			z.search(b, most)
			if !z.cut {
				most = MostMoves
			}
			for c := range pattern.Cell(size * size) {
				if !b.IsEmpty(c) || me == pattern.Black && b.Forbidden(c) {
					continue
				}
				b.Move(c)
				b.Pass()
				threatens := f.Attack(b, VCF, most, 1_000_000).Within(most)
				b.UndoPass()
				b.Undo()
				switch {
				case !threatens:
				case z.all || z.points.Has(c):
					inside++
					if b.Class(me, c) < pattern.BlockThree {
						far++
					}
				default:
					t.Fatalf("%v: %v threatens a VCF in %d, %v to move\n%v", rule, pattern.PointOf(c, size), most, pos.ToMove(), pos.Board())
				}
				if !z.all && !z.points.Has(c) {
					outside++
				}
			}
		}
	}
	if inside < positions || outside < positions || far < positions/10 {
		t.Errorf("%d threats, %d of them with no three; %d points outside: too few to tell", inside, far, outside)
	}
}

// A win of the finder's is proved against every reply, no longer than what the
// prover finds, and as long as it says; and where it says that there is none the
// prover finds none.
func TestShortestWinsHoldAgainstEveryReply(t *testing.T) {
	const size, most = 11, 6
	positions := 40
	if testing.Short() {
		positions = 10
	}
	shorter := 0
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		r := rand.New(rand.NewPCG(42, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		s := NewSolver(1 << 12)
		p := NewProver(s, 1<<12)
		f := NewFinder(1 << 16)
		wins, nones := 0, 0
		for range positions {
			pos := sparsePosition(r, size, rule)
			b.Load(pos)
			var span Span
			for moves := 1; moves <= most && !span.Within(most) && span.None < Never; moves++ {
				span = f.Attack(b, VCT, moves, 20_000)
			}
			any := 0
			if p.VCT(b, 2000) == Win {
				if proof := p.Proof(b, 100_000); proof != nil {
					_, any = proof.Longest(pos)
				}
			}
			if any > 0 && span.None > 0 && (any+1)/2 <= int(span.None) {
				t.Fatalf("%v: a win in %d plies, and none in %d moves\n%v", rule, any, span.None, pos.Board())
			}
			if span.None == Never {
				nones++
			}
			if !span.Within(most) {
				continue
			}
			wins++
			proof := f.Proof(b, VCT, pattern.NoCell, int(span.Win), true, 1_000_000)
			if proof == nil {
				t.Fatalf("%v: a win in %d without a proof\n%v", rule, span.Win, pos.Board())
			}
			if err := proof.Replay(pos, nil); err != nil {
				t.Fatalf("%v: %v\n%v", rule, err, pos.Board())
			}
			line, plies := proof.Longest(pos)
			if plies != 2*int(span.Win)-1 || len(line) > plies {
				t.Fatalf("%v: a win in %d moves takes %d plies: %v\n%v", rule, span.Win, plies, line, pos.Board())
			}
			if any > plies {
				shorter++
			}
			othersLose(t, b, s, proof, map[*Proof]bool{})
		}
		if wins < positions/4 || nones < positions/6 {
			t.Errorf("%v: only %d wins, %d positions without", rule, wins, nones)
		}
	}
	if shorter == 0 {
		t.Error("the prover found the shortest win everywhere")
	}
}

// A finder that has too few moves or is told to stop says nothing that is not
// so, and goes on where it stopped.
func TestFinderStops(t *testing.T) {
	pos, err := renju.PositionFromMoves(15, renju.Renju, "e7l10l8f12i5k5d5j6e6")
	if err != nil {
		t.Fatal(err)
	}
	b := pattern.New(15, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	b.Load(pos)
	f := NewFinder(1 << 16)
	f.StopWhen(func() bool { return true })
	if span := f.Attack(b, VCT, 8, 1_000_000); span.Within(8) || int(span.None) >= 8 || f.Nodes > 64 {
		t.Errorf("told to stop: %+v after %d moves", span, f.Nodes)
	}
	f.StopWhen(nil)
	known, slices := Span{}, 0
	for ; !known.Within(8) && slices < 1000; slices++ {
		span := f.Attack(b, VCT, int(known.None)+1, 2000)
		known = Span{span.Win, max(known.None, span.None)}
	}
	if known.Win != 8 || known.None != 7 || slices < 10 {
		t.Errorf("after %d searches: %+v", slices, known)
	}
}
