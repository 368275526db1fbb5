package threat

import (
	"errors"
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// What the prover claims is proved by the rulebook, and whatever the defender
// plays that the proof does not list loses to continuous fours.
func TestProofsHoldAgainstEveryReply(t *testing.T) {
	const size = 11
	positions := 120
	if testing.Short() {
		positions = 30
	}
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		r := rand.New(rand.NewPCG(31, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		s := NewSolver(1 << 12)
		p := NewProver(s, 1<<12)
		proofs, threats := 0, 0
		for range positions {
			pos := sparsePosition(r, size, rule)
			b.Load(pos)
			if p.VCT(b, 2000) != Win {
				continue
			}
			proof := p.Proof(b, 100_000)
			if proof == nil {
				t.Fatalf("%v: a win without a proof\n%v", rule, pos.Board())
			}
			if err := proof.Replay(pos, nil); err != nil {
				t.Fatalf("%v: %v\n%v", rule, err, pos.Board())
			}
			if len(proof.Line())%2 == 0 {
				t.Fatalf("%v: the line %v ends with the defender", rule, proof.Line())
			}
			first := pattern.CellOf(proof.Move, size)
			b.Move(first)
			after := p.VCTAfter(b, 2000)
			b.Undo()
			if b.Class(b.ToMove(), first) < pattern.Five && after != Win {
				t.Fatalf("%v: after %v the prover says %d\n%v", rule, proof.Move, after, pos.Board())
			}
			if again := p.ProofAfter(b, first, 100_000); again == nil || again.Replay(pos, nil) != nil || again.Move != proof.Move {
				t.Fatalf("%v: no proof that begins with %v\n%v", rule, proof.Move, pos.Board())
			}
			proofs++
			threats += othersLose(t, b, s, proof, map[*Proof]bool{})
		}
		if proofs < positions/6 || threats < positions/2 {
			t.Errorf("%v: only %d proofs with %d threats", rule, proofs, threats)
		}
	}
}

// othersLose checks the replies that the proof does not list, and counts its
// moves that make no four.
func othersLose(t *testing.T, b *pattern.Board, s *Solver, proof *Proof, seen map[*Proof]bool) (threats int) {
	if seen[proof] {
		return 0
	}
	seen[proof] = true
	b.Move(pattern.CellOf(proof.Move, b.Size()))
	defer b.Undo()
	var listed pattern.Set
	for _, r := range proof.Replies {
		c := pattern.CellOf(r.Move, b.Size())
		listed.Add(c)
		b.Move(c)
		threats += othersLose(t, b, s, r.Then, seen)
		b.Undo()
	}
	if len(proof.Threat) == 0 {
		return threats
	}
	for c := range pattern.Cell(b.Size() * b.Size()) {
		if listed.Has(c) || !b.IsEmpty(c) || b.ToMove() == pattern.Black && b.Forbidden(c) {
			continue
		}
		b.Move(c)
		if r, _ := s.VCF(b, 1_000_000); r != Win {
			t.Errorf("%v is a defence, but not listed: threat %v, replies %v", pattern.PointOf(c, b.Size()), proof.Threat, proof.Replies)
		}
		b.Undo()
	}
	return threats + 1
}

// A search that ran out of moves proves nothing, and a later one goes on where
// it stopped.
func TestAProofGoesOnWhereItStopped(t *testing.T) {
	r := rand.New(rand.NewPCG(32, 1))
	b := pattern.New(11, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	positions := 60
	if testing.Short() {
		positions = 15
	}
	resumed := 0
	for range positions {
		pos := sparsePosition(r, 11, renju.Renju)
		b.Load(pos)
		whole := NewProver(NewSolver(1<<12), 1<<14).VCT(b, 10_000)
		p := NewProver(NewSolver(1<<12), 1<<14)
		got, steps := Unknown, 0
		for got == Unknown && steps < 100 {
			got = p.VCT(b, 1000)
			steps++
		}
		if whole == Win && got != Win {
			t.Errorf("proved in one go, but not in %d steps: %d\n%v", steps, got, pos.Board())
		}
		if whole == Win && steps > 1 {
			resumed++
		}
	}
	if resumed == 0 {
		t.Error("one step was enough everywhere")
	}
}

// Replay believes no proof that leaves a hole.
func TestReplayRefusesAProofWithAHole(t *testing.T) {
	// Black's three h8-j8 and the point h9 make more than White can stop.
	pos, err := renju.PositionFromMoves(15, renju.Renju, "h8a1i8a3j8o1")
	if err != nil {
		t.Fatal(err)
	}
	pos.TakeBack()
	pos.TakeBack()
	at := func(s string) renju.Point {
		p, err := renju.ParsePoint(s)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	line := func(s string) *Proof {
		moves, err := renju.ParseMoves(s)
		if err != nil {
			t.Fatal(err)
		}
		return FromLine(moves)
	}
	threat := []renju.Point{at("k8")}
	for _, tt := range []struct {
		name  string
		proof *Proof
		holds bool
	}{
		{"a three against two poor replies", &Proof{Move: at("j8"), Threat: threat, Replies: []Reply{{at("o15"), line("k8")}, {at("o14"), line("g8")}}}, true},
		{"a three that is said to threaten what it does not", &Proof{Move: at("j8"), Threat: []renju.Point{at("h9")}}, false},
		{"a move without a threat", &Proof{Move: at("o10"), Threat: threat}, false},
		{"a reply without an answer", &Proof{Move: at("j8"), Threat: threat, Replies: []Reply{{at("g8"), nil}}}, false},
		{"a reply on a taken point", &Proof{Move: at("j8"), Threat: threat, Replies: []Reply{{at("h8"), line("k8")}}}, false},
		{"an answer that does not win", &Proof{Move: at("j8"), Threat: threat, Replies: []Reply{{at("k8"), line("g8")}}}, false},
	} {
		if err := tt.proof.Replay(pos, nil); (err == nil) != tt.holds {
			t.Errorf("%s: %v", tt.name, err)
		}
		if tt.holds {
			asked := 0
			if err := tt.proof.Replay(pos, func() bool { asked++; return asked > 1 }); !errors.Is(err, ErrStopped) {
				t.Errorf("%s, stopped in the middle: %v", tt.name, err)
			}
		}
	}
}
