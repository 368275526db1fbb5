package serve

import (
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// ten are offers after h8 h9 i9 i8 that no reading calls symmetric.
const ten = "i10+h10+g10+j10+j11+i11+h11+g11+j12+i12"

// TestOpening takes every branch of the opening, and wants the player in turn, who holds
// Black, and what may be done at its end.
func TestOpening(t *testing.T) {
	s := newSite(t, "")
	for _, tt := range []struct {
		words string
		turn  taraguchi.Player
		black taraguchi.Player
		may   string
		click string
		stone int
	}{
		{"", 0, 0, "place", "place", 1},
		{"h8", 1, 0, "place swap", "place", 2},
		{"h8 swap", 0, 1, "place", "place", 2},
		{"h8 h9 swap", 1, 1, "place", "place", 3},
		{"h8 h9 i9 swap", 0, 1, "place", "place", 4},
		{"h8 swap h9 swap i9 swap", 0, 1, "place", "place", 4},
		{"h8 h9 i9 i8", 0, 0, "place swap offer", "place", 5},
		{"h8 h9 i9 i8 swap", 1, 1, "place", "place", 5},
		{"h8 h9 i9 i8 j10", 1, 0, "place swap", "place", 6},
		{"h8 h9 i9 i8 j10 swap", 0, 1, "place", "place", 6},
		{"h8 h9 i9 i8 j10 swap a1", 1, 1, "place", "place", 7},
		{"h8 h9 i9 i8 collect g7", 0, 0, "place swap offer", "offer", 5},
		{"h8 h9 i9 i8 " + ten, 1, 0, "pick", "pick", 5},
		{"h8 h9 i9 i8 " + ten + " g10", 1, 0, "place", "place", 6},
		{"h8 h9 i9 i8 " + ten + " g10 a1", 0, 0, "place", "place", 7},
	} {
		v := s.begin("t10", person, person)
		if tt.words != "" {
			v = s.say(v.ID, tt.words)
		}
		may := strings.Join(slices.DeleteFunc(slices.Clone(v.May), func(m string) bool {
			return m == "undo" || m == "redo" || m == "resign"
		}), " ")
		if v.Turn != tt.turn || v.Black != tt.black || may != tt.may || v.Click != tt.click || v.Stone != tt.stone {
			t.Errorf("%q: turn %v, Black %v, may %q, click %q, stone %d, want %v %v %q %q %d",
				tt.words, v.Turn, v.Black, may, v.Click, v.Stone, tt.turn, tt.black, tt.may, tt.click, tt.stone)
		}
	}
}

// TestOpeningRefuses wants the reason where the rules say no.
func TestOpeningRefuses(t *testing.T) {
	s := newSite(t, "")
	for _, tt := range []struct {
		words string
		a     action
		want  string
	}{
		{"", action{Do: "place", Point: "h9"}, "stone 1 must be on the centre"},
		{"", action{Do: "swap"}, "no swap before stone 1"},
		{"h8", action{Do: "place", Point: "h10"}, "central 3x3"},
		{"h8", action{Do: "place", Point: "h8"}, "taken"},
		{"h8", action{Do: "place", Point: "z99"}, "no point"},
		{"h8 swap", action{Do: "swap"}, "no second swap"},
		{"h8", action{Do: "collect", On: true}, "no offers now"},
		{"h8 h9 i9 i8 swap", action{Do: "collect", On: true}, "no offers now"},
		{"h8 h9 i9 i8 collect g7", action{Do: "offer"}, "10 points"},
		{"h8 h9 h10 h11 collect g8", action{Do: "place", Point: "i8"}, "symmetric"},
		{"h8 h9 i9 i8 " + ten, action{Do: "place", Point: "a1"}, "not offered"},
		{"h8 h9 i9 i8 " + ten, action{Do: "swap"}, "pick"},
		{"h8 h9 i9 i8 " + ten + " g10", action{Do: "place", Point: "g10"}, "taken"},
		{"h8 h9 i9 i8 " + ten + " g10", action{Do: "swap"}, "no swap now"},
		{"h8", action{Do: "pass"}, "nobody passes"},
		{"h8", action{Do: "redo"}, "nothing was taken back"},
		{"", action{Do: "undo"}, "nothing to take back"},
		{"h8", action{Do: "goto", Step: 9}, "step 9"},
		{"h8", action{Do: "resign", Player: 7}, "player 7"},
		{"h8", action{Do: "dance"}, "unknown action"},
	} {
		v := s.begin("t10", person, person)
		if tt.words != "" {
			s.say(v.ID, tt.words)
		}
		s.refused(v.ID, tt.a, tt.want)
	}
}

// TestSymmetricOffers compares the two readings on the example of a RIF official.
func TestSymmetricOffers(t *testing.T) {
	s := newSite(t, "")
	for strict, want := range map[bool]string{false: "i8", true: "g7 i7 i8"} {
		v := s.begin("t10", person, person)
		if _, err := s.act(v.ID, action{Do: "set", Strict: &strict}); err != nil {
			t.Fatal(err)
		}
		v = s.say(v.ID, "h8 h9 h7 h6 collect g8")
		slices.Sort(v.Greyed)
		if got := strings.Join(v.Greyed, " "); got != want {
			t.Errorf("strict %v: greyed %q, want %q", strict, got, want)
		}
		if v = s.say(v.ID, "g8"); len(v.Offers) != 0 || len(v.Greyed) != 0 {
			t.Errorf("a second click leaves offers %v", v.Offers)
		}
	}
}

func TestEnds(t *testing.T) {
	s := newSite(t, "")
	for _, tt := range []struct {
		name, line  string
		do          action
		winner, why string
		foul, row   string
	}{
		{"five", "renju15.h8.a1.i8.a2.j8.a3.k8.a4", action{Do: "place", Point: "l8"}, "black", "five", "", "h8 i8 j8 k8 l8"},
		{"double-three", "renju15.h8.a1.i8.o15.j9.a15.j10.o1", action{Do: "place", Point: "j8"}, "white", "foul", "double-three", "h8 i8 j10 j8 j9"},
		{"overline", "renju15.a8.a1.b8.c2.c8.e1.e8.g2.f8.i1", action{Do: "place", Point: "d8"}, "white", "foul", "overline", "a8 b8 c8 d8 e8 f8"},
		{"double-four", "renju15.h8.g8.i8.o15.j8.a15.k9.o1.k10.a2.k11.c1", action{Do: "place", Point: "k8"}, "white", "foul", "double-four", "h8 i8 j8 k10 k11 k8 k9"},
		{"resigned", "t10.h8", action{Do: "resign", Player: 1}, "black", "resign", "", ""},
		{"full", "freestyle5." + fullBoard, action{Do: "place", Point: "e5"}, "draw", "full board", "", ""},
	} {
		v := s.begin(tt.line, person, person)
		v, err := s.act(v.ID, tt.do)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		r := v.Result
		if r == nil {
			t.Errorf("%s: the game goes on: %s", tt.name, v.Line)
			continue
		}
		slices.Sort(r.Row)
		if row := strings.Join(r.Row, " "); r.Winner != tt.winner || r.Reason != tt.why || r.Foul != tt.foul || row != tt.row {
			t.Errorf("%s: %s wins by %s %s with %s, want %s %s %s %s", tt.name, r.Winner, r.Reason, r.Foul, row, tt.winner, tt.why, tt.foul, tt.row)
		}
		s.refused(v.ID, action{Do: "place", Point: "g14"}, "over")
		if v, err = s.act(v.ID, action{Do: "undo"}); err != nil || v.Result != nil {
			t.Errorf("%s: after undo the result is %v, %v", tt.name, v.Result, err)
		}
	}
}

// fullBoard fills a board of 5x5 but for e5, and nobody has five.
const fullBoard = "a1.b1.c1.d1.e1.a2.b2.c2.d2.e2.b3.a3.d3.c3.a4.e3.c4.b4.e4.d4.a5.b5.c5.d5"

// TestForbidden wants the points that are forbidden to Black told with the kind of foul.
func TestForbidden(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("renju15.h8.a1.i8.o15.j9.a15.j10.o1", person, person)
	if v.Forbidden["j8"] != "double-three" || v.ToMove != "black" {
		t.Errorf("forbidden %v, %s to move", v.Forbidden, v.ToMove)
	}
}

func TestUndoInTheOpening(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("t10", person, person)
	v = s.say(v.ID, "h8 swap h9 i9 i8 "+ten+" g10")
	for _, want := range []string{
		"t10.h8.swap.h9.i9.i8." + ten, "t10.h8.swap.h9.i9.i8", "t10.h8.swap.h9.i9", "t10.h8.swap.h9", "t10.h8.swap", "t10.h8", "t10",
	} {
		if v = s.say(v.ID, "undo"); v.Line != want {
			t.Fatalf("undo gives %s, want %s", v.Line, want)
		}
	}
	v = s.say(v.ID, "redo redo")
	if v.Line != "t10.h8.swap" || v.Black != taraguchi.Second || len(v.Steps) != 7 {
		t.Errorf("redo gives %s, Black %v, %d steps", v.Line, v.Black, len(v.Steps))
	}
	if v = s.say(v.ID, "i9"); len(v.Steps) != 3 {
		t.Errorf("another stone leaves %d steps", len(v.Steps))
	}
	// A draft is taken back point by point.
	v = s.begin("t10.h8.h9.i9.i8", person, person)
	v = s.say(v.ID, "collect g7 g8 undo")
	if len(v.Offers) != 1 || v.Click != "offer" {
		t.Errorf("undo leaves offers %v, click %s", v.Offers, v.Click)
	}
	if v = s.say(v.ID, "undo undo"); v.Click != "place" || v.Line != "t10.h8.h9.i9.i8" {
		t.Errorf("undo leaves %s, click %s", v.Line, v.Click)
	}
}

// TestUndoAgainstTheEngine takes back the person's step and what the engine has answered.
func TestUndoAgainstTheEngine(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("renju15", person, weak)
	p := s.watch(v.ID)
	s.say(v.ID, "h8")
	v = p.until("an answer", func(v view) bool { return v.Done == 2 })
	if v.Turn != taraguchi.First || v.Click != "place" {
		t.Fatalf("turn %v, click %q", v.Turn, v.Click)
	}
	if v = s.say(v.ID, "undo"); v.Line != "renju15" {
		t.Errorf("undo leaves %s", v.Line)
	}
	if v = s.say(v.ID, "redo"); v.Done != 2 {
		t.Errorf("redo gives %s", v.Line)
	}
	// While a game is looked through, the engine does not go on by itself.
	if v, err := s.act(v.ID, action{Do: "goto", Step: 1}); err != nil || !v.Paused || v.Click != "place" {
		t.Errorf("goto: %v, paused %v, click %q", err, v.Paused, v.Click)
	}
	if _, err := s.act(v.ID, action{Do: "pause"}); err != nil {
		t.Error(err)
	}
	p.until("an answer", func(v view) bool { return v.Done == 2 && !v.Paused })
}

// TestEnginePlaysAlone plays whole games, opening included, engine against engine, and a
// person's engine from either side.
func TestEnginePlaysAlone(t *testing.T) {
	s := newSite(t, "")
	games := 4
	if testing.Short() {
		games = 1
	}
	for range games {
		v := s.begin("t10", weak, weak)
		p := s.watch(v.ID)
		v = p.until("the end of a game", func(v view) bool { return v.Result != nil })
		if v.Moves[0] != "h8" || v.Opening || len(v.Moves) < 6 {
			t.Errorf("game %s", v.Line)
		}
		if again, err := gameOf(v.Line); err != nil || again.line() != v.Line || !again.over() {
			t.Errorf("its line %s gives another game: %v", v.Line, err)
		}
		p.end()
	}
}

// TestClocks wants the time of each player kept apart over a swap, and a flag to fall.
func TestClocks(t *testing.T) {
	s := newSite(t, "")
	blitz := player{Match: 0.6}
	v := s.begin("t10", blitz, player{})
	p := s.watch(v.ID)
	s.say(v.ID, "h8")
	time.Sleep(300 * time.Millisecond) // of the second player
	v = s.say(v.ID, "swap")
	if c := v.Clocks; c[0].Left > 0.6 || c[0].Left < 0.4 || !c[0].Running || c[1].Running || c[1].Used < 0.3 || c[1].Left >= 0 {
		t.Errorf("clocks %+v", c)
	}
	v = p.until("a fallen flag", func(v view) bool { return v.Result != nil })
	if v.Result.Reason != "time" || *v.Result.Player != taraguchi.Second || v.Result.Winner != "black" {
		t.Errorf("result %+v", v.Result)
	}
	if v.Line != "t10.h8.swap.time1" {
		t.Errorf("line %s", v.Line)
	}
	if v = s.say(v.ID, "undo undo"); v.Clocks[0].Used != 0 {
		t.Errorf("what was taken back costs %v", v.Clocks)
	}
}

// TestEngineKeepsItsClock lets an engine that thinks long play with little time.
func TestEngineKeepsItsClock(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("renju15.h8", player{}, player{Engine: true, Level: 9, Turn: 0.3})
	p := s.watch(v.ID)
	began := time.Now()
	v = p.until("an answer", func(v view) bool { return v.Done == 2 })
	if took := time.Since(began); took > 3*time.Second {
		t.Errorf("it took %v", took)
	}
	if v.Result != nil || v.Steps[1].Took > 0.5 {
		t.Errorf("step %+v, result %v", v.Steps[1], v.Result)
	}
}

func TestLine(t *testing.T) {
	for _, line := range []string{
		"t10", "t10.h8.swap.h9", "t10.h8.h9.i9.i8." + ten + ".g10.a1.resign2", "renju15.h8.pass.h9", "freestyle22.v22", "standard5", "t10.h8.time2",
	} {
		g, err := gameOf(line)
		if err != nil || g.line() != line {
			t.Errorf("%s: %v", line, err)
		}
	}
	if g, err := gameOf(" h8 i9g7 "); err != nil || g.line() != "renju15.h8.i9.g7" {
		t.Errorf("moves: %v", err)
	}
	for line, want := range map[string]string{
		"":                      "no game",
		"t11":                   "off the 15x15",
		"renju4":                "no game",
		"renju15.":              "",
		"renju15.h8.h8":         "step 2",
		"renju15.x8":            "no point",
		"renju15.resign1.h8":    "over",
		"t10.h8.h9+h10":         "no offers",
		"t10.h9":                "centre",
		"renju15.swap":          "no swap",
		"h8x":                   "no game",
		strings.Repeat("t", 99): "no game",
	} {
		_, err := gameOf(line)
		if want == "" {
			if err != nil {
				t.Errorf("%q: %v", line, err)
			}
		} else if err == nil || !strings.Contains(err.Error(), want) || len(err.Error()) > 200 {
			t.Errorf("%q: error %v, want %q", line, err, want)
		}
	}
}

func FuzzLine(f *testing.F) {
	f.Add("t10.h8.swap.h9")
	f.Add("t10.h8.h9.i9.i8." + ten + ".g10.a1.resign2")
	f.Add("renju15.h8.pass")
	f.Add("h8i9")
	f.Fuzz(func(t *testing.T, line string) {
		g, err := gameOf(line)
		if err != nil {
			return
		}
		again, err := gameOf(g.line())
		if err != nil || again.line() != g.line() || *again.pos.Board() != *g.pos.Board() {
			t.Fatalf("%q becomes %q: %v", line, g.line(), err)
		}
	})
}

// TestFoulStones compares what is shown of fouls with the rulebook: on boards at random there
// are stones for every foul.
func TestFoulStones(t *testing.T) {
	random := newRandom()
	seen := 0
	for range 300 {
		b := renju.NewBoard(15)
		for range 40 {
			b.Set(renju.Point{X: int8(random.IntN(9) + 3), Y: int8(random.IntN(9) + 3)}, renju.Stone(1+random.IntN(2)))
		}
		for p, foul := range b.Forbidden() {
			b := b
			b.Set(p, renju.Black)
			stones := foulStones(&b, p, foul)
			seen++
			least := 5
			if foul == renju.DoubleFour {
				least = 4 // two fours in one row may share all their stones but one
			}
			if len(stones) < least || stones[0] != p {
				t.Fatalf("%v on %v shows %v:\n%v", foul, p, stones, b.String())
			}
		}
	}
	if seen < 100 {
		t.Errorf("%d fouls only", seen)
	}
}
