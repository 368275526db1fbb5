package threat

import (
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// literalVCF is a VCF by the rulebook alone: the side to move has a five, or a
// four after which every reply that does not lose at once leads to a VCF.
func literalVCF(pos *renju.Position, depth int) bool {
	me := pos.ToMove()
	if len(fivePoints(pos, me)) > 0 {
		return true
	}
	if depth == 0 {
		return false
	}
	stop := fivePoints(pos, me.Opponent())
	for p := range pos.Board().Points() {
		if pos.At(p) != renju.Empty || pos.IsFoul(p) || len(stop) > 1 || len(stop) == 1 && p != stop[0] {
			continue
		}
		if err := pos.Play(p); err != nil {
			panic(err)
		}
		won := false
		fives := fivePoints(pos, me)
		switch {
		case len(fives) == 0 || len(fivePoints(pos, me.Opponent())) > 0:
		case len(fives) > 1 || pos.IsFoul(fives[0]):
			won = true
		default:
			if err := pos.Play(fives[0]); err != nil {
				panic(err)
			}
			won = literalVCF(pos, depth-1)
			pos.TakeBack()
		}
		pos.TakeBack()
		if won {
			return true
		}
	}
	return false
}

// The solver finds a VCF exactly where there is one, and proves it.
func TestSolverAgreesWithTheLiteralSearch(t *testing.T) {
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		const size = 9
		r := rand.New(rand.NewPCG(11, uint64(rule)))
		b := pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights()))
		s := NewSolver(1 << 10)
		wins := 0
		for range 250 {
			pos := densePosition(r, size, rule)
			b.Load(pos)
			result, cells := s.Line(b, 1_000_000)
			want := literalVCF(pos.Clone(), 20)
			if (result == Win) != want || result == Unknown {
				t.Fatalf("%v: solver says %d, the literal search %v, %v to move\n%v", rule, result, want, pos.ToMove(), pos.Board())
			}
			if verdict, _ := s.VCF(b, 1_000_000); verdict != result {
				t.Fatalf("%v: asked again, the solver says %d instead of %d", rule, verdict, result)
			}
			if want {
				wins++
				if err := FromLine(pattern.PointsOf(cells, size)).Replay(pos, nil); err != nil {
					t.Fatalf("%v: line %v: %v\n%v", rule, pattern.PointsOf(cells, size), err, pos.Board())
				}
			}
		}
		if wins < 25 || wins > 225 {
			t.Errorf("%v: %d of 250 positions are wins: too few of one kind to tell", rule, wins)
		}
	}
}

// densePosition has no five on the board, and often fours to come.
func densePosition(r *rand.Rand, size int, rule renju.Rule) *renju.Position {
	return randomPosition(r, size, rule, 14+r.IntN(24), 0)
}

// sparsePosition has fewer stones, none near the edge: there threes are more
// than fours.
func sparsePosition(r *rand.Rand, size int, rule renju.Rule) *renju.Position {
	return randomPosition(r, size, rule, 8+r.IntN(12), 2)
}

// randomPosition has so many stones, or few less, and none within edge of the
// board's edge.
func randomPosition(r *rand.Rand, size int, rule renju.Rule, stones, edge int) *renju.Position {
	for {
		pos, err := renju.NewPosition(size, rule)
		if err != nil {
			panic(err)
		}
		for range stones {
			p := renju.Point{X: int8(edge + r.IntN(size-2*edge)), Y: int8(edge + r.IntN(size-2*edge))}
			if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
				if err := pos.Play(p); err != nil {
					panic(err)
				}
			}
			if pos.Outcome().Over() {
				break
			}
		}
		if !pos.Outcome().Over() {
			return pos
		}
	}
}

// A search that runs out of nodes knows nothing, and nothing is proved by it
// later.
func TestALimitedSearchIsNoProof(t *testing.T) {
	r := rand.New(rand.NewPCG(12, 1))
	b := pattern.New(9, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	limited := 0
	for range 300 {
		pos := densePosition(r, 9, renju.Renju)
		b.Load(pos)
		s := NewSolver(1 << 10)
		before, _ := s.VCF(b, 1)
		after, _ := s.VCF(b, 1_000_000)
		if before != Unknown && before != after {
			t.Fatalf("with one node %d, with a million %d\n%v", before, after, pos.Board())
		}
		if before == Unknown {
			limited++
		}
	}
	if limited == 0 {
		t.Error("one node was enough everywhere")
	}
}

// Replay believes no line that is not a proof.
func TestReplayRefusesWhatIsNoProof(t *testing.T) {
	parse := func(s string) []renju.Point {
		t.Helper()
		moves, err := renju.ParseMoves(s)
		if err != nil {
			t.Fatal(err)
		}
		return moves
	}
	tests := []struct {
		name, moves, line string
		proof             bool
	}{
		{"a five", "h8a1i8a3j8a5k8o15", "l8", true},
		{"a straight four", "h8a1i8a3j8a5", "k8", true},
		{"a four with one stop", "h8g8i8a3j8a5", "k8", false},
		{"a four and what stops it", "h8g8i8a3j8a5", "k8l8", false},
		{"a four and what does not stop it", "h8g8i8a3j8a5", "k8m8", false},
		{"no four", "h8a1i8a3j8a5", "h9", false},
		{"a taken point", "h8a1i8a3j8a5", "i8", false},
		{"too late", "h8a1i8b1j8c1o15d1", "k8", false},
		{"nothing", "h8a1i8a3j8a5", "", false},
		// Two fours at once win for White and are a foul of Black's.
		{"Black's double-four", "h8a1i8a3j8a5k9c1k10c3k11c5", "k8", false},
	}
	for _, tt := range tests {
		pos, err := renju.PositionFromMoves(15, renju.Renju, tt.moves)
		if err != nil {
			t.Fatal(err)
		}
		if err := FromLine(parse(tt.line)).Replay(pos, nil); (err == nil) != tt.proof {
			t.Errorf("%s: %v, want a proof: %v", tt.name, err, tt.proof)
		}
	}
}

func BenchmarkVCF(b *testing.B) {
	r := rand.New(rand.NewPCG(13, 1))
	board := pattern.New(15, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	pos := densePosition(r, 15, renju.Renju)
	board.Load(pos)
	s := NewSolver(1 << 10)
	for b.Loop() {
		s.Clear()
		s.VCF(board, 1000)
	}
}

// A solver that is told to stop does so soon, and takes nothing for proved.
func TestSolverStops(t *testing.T) {
	r := rand.New(rand.NewPCG(14, 1))
	b := pattern.New(9, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	stopped := 0
	for range 300 {
		b.Load(densePosition(r, 9, renju.Renju))
		s := NewSolver(1 << 10)
		want, _ := s.VCF(b, 1_000_000)
		if s.Nodes == 0 {
			continue // decided at a glance
		}
		stopped++
		s = NewSolver(1 << 10)
		s.StopWhen(func() bool { return true })
		if got, _ := s.VCF(b, 1_000_000); got != Unknown || s.Nodes > 64 {
			t.Errorf("told to stop: %d after %d nodes", got, s.Nodes)
		}
		s.StopWhen(nil)
		if got, _ := s.VCF(b, -20); got != Unknown || s.Nodes > 64 {
			t.Errorf("with fewer moves than none: %d after %d nodes", got, s.Nodes)
		}
		if again, _ := s.VCF(b, 1_000_000); again != want {
			t.Errorf("%d after a search that was stopped, want %d", again, want)
		}
	}
	if stopped < 50 {
		t.Errorf("only %d positions could be stopped in", stopped)
	}
}
