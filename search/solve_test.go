package search

import (
	"context"
	"slices"
	"testing"

	"tengen/engine/renju"
	"tengen/search/threat"
)

// plainWins are positions whose shortest win is beyond doubt.
var plainWins = []struct {
	name, moves string
	plies       int
	first       string // all moves that win as soon
}{
	{"a five", "h8a1i8a3j8a5k8o15", 1, "g8l8"},
	{"a five before the opponent's", "h8a1i8b1j8c1k8d1", 1, "g8l8"},
	{"a straight four", "h8a1i8a3j8a5", 3, "g8k8"},
	{"two fours, which White may make", "a3h8a5i8g8j8c1k9e1k10o7k11o9", 3, "k8k12"},
	{"a four that Black may not stop", "d8g4e8g5f8g6h8a1i8o15g3", 3, "g7"},
	{"a four that stops one", "d12e12i9f12i10g12i11h12", 3, "i12"},
}

func TestSolveFindsTheShortestWin(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	for _, tt := range plainWins {
		pos := position(t, 15, renju.Renju, tt.moves)
		lim := SolveLimits{Kind: threat.VCF, Nodes: 10_000}
		first, err := renju.ParseMoves(tt.first)
		if err != nil {
			t.Fatal(err)
		}
		a, err := s.Solve(context.Background(), pos, lim)
		if err != nil || a.Win == nil {
			t.Errorf("%s: no win (%v)", tt.name, err)
			continue
		}
		if a.Win.Plies != tt.plies || !a.Win.Shortest() || !slices.Contains(first, a.Win.Move) {
			t.Errorf("%s: %v in %d plies, shortest: %v", tt.name, a.Win.Line, a.Win.Plies, a.Win.Shortest())
		}
		answered(t, s, pos.Clone(), a.Win.Proof, a.Win.Plies, map[*threat.Proof]bool{})

		wins, open, err := s.All(context.Background(), pos, lim)
		if err != nil || len(open) > 0 {
			t.Errorf("%s: %d moves are not decided (%v)", tt.name, len(open), err)
		}
		var shortest []renju.Point
		for i, c := range wins {
			if c.Win.Plies == tt.plies {
				shortest = append(shortest, c.Move)
			}
			if i > 0 && c.Win.Plies < wins[i-1].Win.Plies || c.Win.Move != c.Move {
				t.Errorf("%s: %v wins in %d plies with %v", tt.name, c.Move, c.Win.Plies, c.Win.Line)
			}
		}
		if !slices.Equal(shortest, first) {
			t.Errorf("%s: %v win as soon as can be, want %v", tt.name, shortest, first)
		}
	}
}

// Wins by threats hold against every reply, and take no longer than they say.
func TestSolveFindsThreats(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	for _, tt := range []struct {
		moves string
		first string
		plies int
	}{
		{"k12j6g5f9k6f5i6e8j7d7g10e6g4c6b5c8b9k8i7i9", "i4", 9},
		{"k12j6g5f9k6f5i6e8j7d7g10e6g4c6b5c8b9k8", "i7", 11},
	} {
		if testing.Short() && tt.plies > 9 {
			continue
		}
		pos := position(t, 15, renju.Renju, tt.moves)
		a, err := s.Solve(context.Background(), pos, SolveLimits{Kind: threat.VCT, Nodes: 1_000_000})
		if err != nil || a.Win == nil {
			t.Errorf("%s: no win (%v)", tt.moves, err)
			continue
		}
		if a.Win.Kind != threat.VCT || a.Win.Move.String() != tt.first || a.Win.Plies != tt.plies || !a.Win.Shortest() || a.NoVCF != EveryLength {
			t.Errorf("%s: %v in %d plies, shortest: %v", tt.moves, a.Win.Line, a.Win.Plies, a.Win.Shortest())
		}
		if n := answered(t, s, pos.Clone(), a.Win.Proof, a.Win.Plies, map[*threat.Proof]bool{}); n < 10 {
			t.Errorf("%s: the whole tree has %d moves", tt.moves, n)
		}
		wins, _, err := s.All(context.Background(), pos, SolveLimits{Kind: threat.VCT, Nodes: 50_000})
		if err != nil || len(wins) == 0 {
			t.Errorf("%s: no first move wins (%v)", tt.moves, err)
		}
		for _, c := range wins {
			if c.Win.Proof.Move != c.Move || c.Win.Plies < a.Win.Plies || c.Win.Proof.Replay(pos, nil) != nil {
				t.Errorf("%s: %v wins in %d plies, the shortest win takes %d", tt.moves, c.Move, c.Win.Plies, a.Win.Plies)
			}
		}
	}
}

// answered plays a win against every reply on the board by the rulebook, and
// counts the attacker's moves. What the proof does not list must lose to a VCF.
func answered(t *testing.T, s *Solver, pos *renju.Position, p *threat.Proof, plies int, seen map[*threat.Proof]bool) (moves int) {
	t.Helper()
	if seen[p] {
		return 0
	}
	seen[p] = true
	me := pos.ToMove()
	if pos.IsFoul(p.Move) {
		t.Fatalf("%s: %v is forbidden", renju.FormatMoves(pos.Moves()), p.Move)
	}
	if err := pos.Play(p.Move); err != nil {
		t.Fatalf("%s: %v", renju.FormatMoves(pos.Moves()), err)
	}
	defer pos.TakeBack()
	if out := pos.Outcome(); out.Over() {
		if out.Reason != renju.Five {
			t.Fatalf("%s: %v", renju.FormatMoves(pos.Moves()), out.Reason)
		}
		return 1
	}
	if plies < 3 {
		t.Fatalf("%s: the win takes longer than it says", renju.FormatMoves(pos.Moves()))
	}
	moves = 1
	for at := range pos.Board().Points() {
		if pos.At(at) != renju.Empty || pos.IsFoul(at) {
			continue
		}
		if err := pos.Play(at); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(p.Replies, func(r threat.Reply) bool { return r.Move == at })
		switch {
		case pos.Outcome().Over():
			t.Fatalf("%s: the defender makes a five", renju.FormatMoves(pos.Moves()))
		case i >= 0:
			moves += answered(t, s, pos, p.Replies[i].Then, plies-2, seen)
		case hasFive(pos, me):
		default:
			a, err := s.Solve(context.Background(), pos.Clone(), SolveLimits{Kind: threat.VCF, Nodes: 100_000})
			if err != nil || a.Win == nil || a.Win.Plies > plies-2 {
				t.Fatalf("%s: nothing wins in %d plies (%v)", renju.FormatMoves(pos.Moves()), plies-2, err)
			}
		}
		pos.TakeBack()
	}
	return moves
}

func hasFive(pos *renju.Position, stone renju.Stone) bool {
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty && pos.Board().MakesFive(p, stone, pos.Rule()) {
			return true
		}
	}
	return false
}

// Where there is no win it is proved, and where a limit came first nothing is
// claimed.
func TestSolveClaimsNoMoreThanItKnows(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	solve := func(ctx context.Context, moves string, nodes int64) Answer {
		t.Helper()
		a, err := s.Solve(ctx, position(t, 15, renju.Renju, moves), SolveLimits{Kind: threat.VCT, Nodes: nodes})
		if err != nil {
			t.Error(err)
		}
		if nodes > 0 && a.Win == nil && a.Nodes > nodes+300 { // of the VCF that was looked for last
			t.Errorf("%s: %d nodes of %d", moves, a.Nodes, nodes)
		}
		return a
	}
	for _, moves := range []string{"", "h8i9g7", "h8a1i8a3", "h8a1i8a3j8g8"} {
		if a := solve(context.Background(), moves, 50_000); a.Win != nil || !a.None(threat.VCF) || !a.None(threat.VCT) {
			t.Errorf("%s: %+v", moves, a)
		}
	}
	win := threatWins[3]
	if a := solve(context.Background(), win, 1000); a.Win != nil && a.Win.Shortest() || a.None(threat.VCT) || a.NoVCT >= 15 {
		t.Errorf("after 1000 nodes: %+v", a)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if a := solve(ctx, win, 0); a.Win != nil || a.NoVCT > 2 || a.Nodes > 100 {
		t.Errorf("told to stop: %+v", a)
	}
}

func TestTry(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	for _, tt := range []struct {
		name, moves, try string
		holds            string // the replies that do
		check            func(t *Trial) bool
	}{
		{"a win", "h8a1i8a3j8a5", "k8", "", func(t *Trial) bool { return t.Win != nil && t.Win.Plies == 3 }},
		{"a five", "h8a1i8a3j8a5k8o15", "l8", "", func(t *Trial) bool { return t.Win != nil && t.Win.Plies == 1 }},
		{"a three with two replies", "h8a1i8a3", "j8", "g8k8", func(t *Trial) bool { return !t.Four && len(t.Threat) == 1 }},
		{"a four with its reply", "h8a1i8a3j8g8", "k8", "l8", func(t *Trial) bool { return t.Four && len(t.Threat) == 0 }},
		{"nothing", "h8a1i8a3", "i10", "", func(t *Trial) bool { return !t.Threatens() }},
		{"a foul", "h9a1h10a15i8o1j8o15", "h8", "", func(t *Trial) bool { return t.Foul == renju.DoubleThree }},
		{"a four that is not stopped", "d12e12i9f12i2g12i4h12", "i11", "", func(t *Trial) bool { return slices.Equal(t.Counter, []renju.Point{{X: 8, Y: 11}}) }},
	} {
		pos := position(t, 15, renju.Renju, tt.moves)
		move, err := renju.ParsePoint(tt.try)
		if err != nil {
			t.Fatal(err)
		}
		trial, err := s.Try(context.Background(), pos, move, SolveLimits{Kind: threat.VCT, Nodes: 100_000})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var holds []renju.Point
		for _, r := range trial.Replies {
			if r.None(threat.VCT) {
				holds = append(holds, r.Move)
			}
		}
		if !tt.check(&trial) || renju.FormatMoves(holds) != tt.holds || len(holds) != trial.Holding() {
			t.Errorf("%s: %v hold, %+v", tt.name, holds, trial)
		}
	}
	if _, err := s.Try(context.Background(), position(t, 15, renju.Renju, "h8"), renju.Point{X: 7, Y: 7}, SolveLimits{}); err == nil {
		t.Error("a taken point was tried")
	}
}

func TestWhyNot(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	lim := SolveLimits{Kind: threat.VCT, Nodes: 100_000}
	trial, ok, err := s.WhyNot(context.Background(), position(t, 15, renju.Renju, "h8a1i8a3"), lim)
	if err != nil || !ok || trial.Win != nil || trial.Holding() == 0 || !trial.Threatens() {
		t.Errorf("the nearest try: %+v (%v)", trial, err)
	}
	if trial, ok, err = s.WhyNot(context.Background(), position(t, 15, renju.Renju, "h8i9g7"), lim); err != nil || ok {
		t.Errorf("where nothing threatens: %+v (%v)", trial, err)
	}
}

func TestDefend(t *testing.T) {
	s := NewSolver(15, renju.Renju)
	for _, tt := range []struct {
		name, moves string
		stops       string
		own         bool
	}{
		{"a three", "h8a1i9a3j10", "g7k11", false},
		{"a three near the edge", "h2a1h3a9h4", "h1h5h6", false},
		{"a four", "h8a1i8g8j8a5k8", "l8", false},
		{"a three, and a three of one's own", "h8c3i9d3j10e3o15", "c10", true},
		{"nothing", "h8i9g7", "", false},
	} {
		pos := position(t, 15, renju.Renju, tt.moves)
		d, err := s.Defend(context.Background(), pos, SolveLimits{Kind: threat.VCF, Nodes: 200_000})
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		var stops []renju.Point
		for _, r := range d.Replies {
			if r.None(threat.VCF) {
				stops = append(stops, r.Move)
			} else if r.Win == nil {
				t.Errorf("%s: %v is not decided", tt.name, r.Move)
			}
		}
		if (d.Own != nil) != tt.own || !tt.own && renju.FormatMoves(stops) != tt.stops {
			t.Errorf("%s: %v stop it, own win %v", tt.name, stops, d.Own)
		}
		if tt.stops == "" != (d.Threat.Win == nil) {
			t.Errorf("%s: threatened is %+v", tt.name, d.Threat.Win)
		}
	}
}
