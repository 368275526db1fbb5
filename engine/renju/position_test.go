package renju

import (
	"math/rand/v2"
	"testing"
)

func mustPosition(t testing.TB, size int, rule Rule, moves string) *Position {
	t.Helper()
	p, err := PositionFromMoves(size, rule, moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPosition(t *testing.T) {
	p := mustPosition(t, 15, Renju, "h8 i9 -- g7")
	if p.Size() != 15 || p.Rule() != Renju || p.ToMove() != Black {
		t.Errorf("size %d, %v, %v to move; want 15, renju, black", p.Size(), p.Rule(), p.ToMove())
	}
	for name, want := range map[string]Stone{"h8": Black, "i9": White, "g7": White, "a1": Empty} {
		pt, err := ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := p.At(pt); got != want {
			t.Errorf("%s is %v, want %v", name, got, want)
		}
	}
	if p.At(Point{15, 0}) != Blocked {
		t.Error("a point off the board is not blocked")
	}
	if got := FormatMoves(p.Moves()); got != "h8i9--g7" {
		t.Errorf("the moves are %s", got)
	}
	for _, want := range []string{"g7", "pass", "i9", "h8"} {
		last, ok := p.LastMove()
		back, okBack := p.TakeBack()
		if !ok || !okBack || last.String() != want || back != last {
			t.Errorf("LastMove %v, TakeBack %v, want %s", last, back, want)
		}
	}
	if _, ok := p.LastMove(); ok {
		t.Error("a last move without moves")
	}
	if _, ok := p.TakeBack(); ok {
		t.Error("a move taken back without moves")
	}
	if *p.Board() != NewBoard(15) || p.ToMove() != Black {
		t.Error("taking everything back does not lead to the start")
	}
}

func TestPositionErrors(t *testing.T) {
	for moves, want := range map[string]string{
		"h8h8":   "move 2: h8 is taken by a black stone",
		"h8i9i9": "move 3: i9 is taken by a white stone",
		"h8p1":   "move 2: p1 is off the 15x15 board",
		"h8a16":  "move 2: a16 is off the 15x15 board",
		"h8z1":   `move 2 is not a point: "z1"`,
	} {
		if _, err := PositionFromMoves(15, Renju, moves); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", moves, err, want)
		}
	}
	for _, size := range []int{-1, 0, 4, 23, 1 << 20} {
		if _, err := NewPosition(size, Renju); err == nil {
			t.Errorf("size %d is allowed", size)
		}
	}
	b := NewBoard(15)
	b.Set(Point{0, 0}, Blocked)
	p := SetUp(b, Renju, White)
	if err := p.Play(Point{0, 0}); err == nil || err.Error() != "a1 is a blocked point" {
		t.Errorf("a stone on a blocked point: %v", err)
	}
	if p.ToMove() != White || len(p.Moves()) != 0 {
		t.Error("a move in error changed the position")
	}
}

func TestSetUp(t *testing.T) {
	b := NewBoard(15)
	b.Set(Point{7, 7}, Black)
	p := SetUp(b, Renju, White)
	for _, pt := range []Point{{0, 0}, {1, 1}, Pass, {2, 2}} {
		if err := p.Play(pt); err != nil {
			t.Fatal(err)
		}
	}
	for pt, want := range map[Point]Stone{{0, 0}: White, {1, 1}: Black, {2, 2}: Black, {7, 7}: Black} {
		if p.At(pt) != want {
			t.Errorf("%v is %v, want %v", pt, p.At(pt), want)
		}
	}
	if got := p.Setup(); got != b {
		t.Errorf("the set-up was\n%v", got.String())
	}
	for range 5 {
		p.TakeBack()
	}
	if *p.Board() != b {
		t.Error("TakeBack takes set-up stones")
	}
}

func TestCloneSharesNothing(t *testing.T) {
	p := mustPosition(t, 15, Renju, "h8i9g7")
	p.TakeBack() // leaves room for the next move, which the clone must not share
	c := p.Clone()
	if err := p.Play(Point{0, 0}); err != nil {
		t.Fatal(err)
	}
	if err := c.Play(Point{1, 0}); err != nil {
		t.Fatal(err)
	}
	if got := FormatMoves(p.Moves()) + " " + FormatMoves(c.Moves()); got != "h8i9a1 h8i9b1" {
		t.Errorf("the moves are %s", got)
	}
	if w := p.WithRule(Standard); w.Rule() != Standard || p.Rule() != Renju || *w.Board() != *p.Board() {
		t.Error("WithRule changes more or less than the copy's rule")
	}
}

func TestOutcome(t *testing.T) {
	// White's stones of no account stand on the top row.
	tests := []struct {
		name   string
		rule   Rule
		moves  string
		result Result
		reason Reason
		row    string
		foul   Foul
	}{
		{"the start", Renju, "", Ongoing, NotOver, "", 0},
		{"four", Renju, "a1a15b1c15c1e15d1", Ongoing, NotOver, "", 0},
		{"five", Renju, "a1a15b1c15c1e15d1g15e1", BlackWins, Five, "a1b1c1d1e1", 0},
		{"a column, from the bottom up", Renju, "a5a15a4c15a3e15a2g15a1", BlackWins, Five, "a1a2a3a4a5", 0},
		{"White's five", Renju, "a15a1c15b1e15c1g15d1i15e1", WhiteWins, Five, "a1b1c1d1e1", 0},

		// Six in a row, completed in the middle.
		{"six, freestyle", Freestyle, "a1a15b1c15c1e15e1g15f1i15d1", BlackWins, Five, "a1b1c1d1e1f1", 0},
		{"six, standard", Standard, "a1a15b1c15c1e15e1g15f1i15d1", Ongoing, NotOver, "", 0},
		{"six, renju", Renju, "a1a15b1c15c1e15e1g15f1i15d1", WhiteWins, ByFoul, "", Overline},
		{"White's six, standard", Standard, "a15a1c15b1e15c1g15e1i15f1k15d1", Ongoing, NotOver, "", 0},
		{"White's six, renju", Renju, "a15a1c15b1e15c1g15e1i15f1k15d1", WhiteWins, Five, "a1b1c1d1e1f1", 0},

		{"double-three", Renju, "f8a15g8c15h9e15h10g15h8", WhiteWins, ByFoul, "", DoubleThree},
		{"double-three, standard", Standard, "f8a15g8c15h9e15h10g15h8", Ongoing, NotOver, "", 0},
		{"White's double-three", Renju, "a15f8c15g8e15h9g15h10i15h8", Ongoing, NotOver, "", 0},
		{"after a foul White's answer is judged", Renju, "f8a15g8c15h9e15h10g15h8i15", Ongoing, NotOver, "", 0},
		{"after a pass nothing is", Renju, "a1a15b1c15c1e15d1g15e1--", Ongoing, NotOver, "", 0},
	}
	for _, test := range tests {
		p := mustPosition(t, 15, test.rule, test.moves)
		o := p.Outcome()
		if o.Result != test.result || o.Reason != test.reason || FormatMoves(o.Row) != test.row || o.Foul != test.foul {
			t.Errorf("%s: %v by %v, row %v, foul %q", test.name, o.Result, o.Reason, o.Row, o.Foul)
		}
		if o.Over() != (test.result != Ongoing) {
			t.Errorf("%s: Over is %v", test.name, o.Over())
		}
		last, ok := p.TakeBack()
		if ok && last != Pass {
			if got, want := p.IsFoul(last), test.reason == ByFoul; got != want {
				t.Errorf("%s: before it, IsFoul(%v) is %v, want %v", test.name, last, got, want)
			}
		}
	}
	if b := mustPosition(t, 15, Renju, "a1a2a3a4a5--a6a7--a8--"); b.Outcome().Over() {
		t.Errorf("a row of both colours wins: %v", b.Outcome())
	}
}

// A board that is full without a five is a draw, and so is one whose other
// points are blocked.
func TestDraw(t *testing.T) {
	b, err := ParseDiagram(`
		X O X O X
		X O X O X
		O X O X O
		O X # X O
		X O X O .`)
	if err != nil {
		t.Fatal(err)
	}
	p := SetUp(b, Renju, Black)
	if got := p.Outcome(); got.Over() {
		t.Errorf("before the last stone: %v", got.Result)
	}
	if err := p.Play(Point{4, 0}); err != nil {
		t.Fatal(err)
	}
	if got := p.Outcome(); got.Result != Draw || got.Reason != Full {
		t.Errorf("%v by %v, want a draw by full board", got.Result, got.Reason)
	}
	if err := p.Play(Pass); err != nil {
		t.Fatal(err)
	}
	if got := p.Outcome(); got.Result != Draw {
		t.Errorf("a pass on the full board: %v, want a draw", got.Result)
	}
}

// Random games: what is played and taken back leaves no trace, and the outcome
// is what a look at the board says.
func TestRandomGames(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	results := make(map[Result]int)
	for range 300 {
		size := MinSize + rng.IntN(4)
		rule := Rule(rng.IntN(3))
		p, err := NewPosition(size, rule)
		if err != nil {
			t.Fatal(err)
		}
		for !p.Outcome().Over() {
			pt := Point{int8(rng.IntN(size)), int8(rng.IntN(size))}
			before := *p.Board()
			foul := p.IsFoul(pt)
			five := p.Board().MakesFive(pt, p.ToMove(), rule)
			if err := p.Play(pt); err != nil {
				continue
			}
			if o := p.Outcome(); (o.Reason == ByFoul) != foul || (o.Reason == Five) != five {
				t.Fatalf("%v: %v by %v; foul %v, five %v before it", p.Moves(), o.Result, o.Reason, foul, five)
			}
			p.TakeBack()
			if *p.Board() != before {
				t.Fatalf("%v: %v leaves a trace", p.Moves(), pt)
			}
			if err := p.Play(pt); err != nil {
				t.Fatal(err)
			}
		}
		results[p.Outcome().Result]++
		again := mustPosition(t, size, rule, FormatMoves(p.Moves()))
		if *again.Board() != *p.Board() {
			t.Errorf("%v: played again the board is another", p.Moves())
		}
	}
	for _, r := range []Result{BlackWins, WhiteWins, Draw} {
		if results[r] == 0 {
			t.Errorf("no game ended as %v", r)
		}
	}
}
