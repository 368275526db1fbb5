package match

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/match/elo"
	"tengen/cmd/version"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

var someNames = []string{"Ada", "Bob", "Cay"}

// TestVerdict has every way in which a game can end.
func TestVerdict(t *testing.T) {
	tests := []struct {
		game game
		want string
	}{
		{game{Black: 1, Winner: 1, Ending: byFive, Reason: "h8-l8"}, "Ada (Black) wins by five, h8-l8"},
		{game{Black: 2, Winner: 1, Ending: byFive, Reason: "h8-l8"}, "Ada (White) wins by five, h8-l8"},
		{game{Black: 1, Winner: 2, Ending: byFoul, Reason: "double-three at h8"}, "Bob (White) wins: Ada commits a foul, double-three at h8"},
		{game{Black: 2, Winner: 2, Ending: onTime, Reason: "no answer"}, "Bob (Black) wins: Ada loses on time, no answer"},
		{game{Black: 1, Winner: 1, Ending: byCrash, Reason: "gone"}, "Ada (Black) wins: Bob crashed, gone"},
		{game{Black: 1, Winner: 1, Ending: byAnswer, Reason: "illegal move"}, "Ada (Black) wins: Bob broke off, illegal move"},
		{game{Black: 2, Winner: 1, Ending: byForfeit, Reason: "out"}, "Ada (White) wins: Bob forfeits, out"},
		{game{Black: 1, Ending: notPlayed, Reason: "not played"}, "not played"},
		{game{First: 3, Second: 2, Black: 3, Winner: 3, Ending: byFoul, Reason: "four-four at h8"}, "Cay (Black) wins: Bob commits a foul, four-four at h8"},
		{game{Black: 1, Ending: moveLimit}, "drawn by the limit on stones"},
		{game{Black: 1, Ending: fullBoard, Reason: "no empty point is left"}, "drawn, no empty point is left"},
	}
	for _, test := range tests {
		if test.game.First == 0 {
			test.game.First, test.game.Second = 1, 2
		}
		if got := verdict(&test.game, someNames); got != test.want {
			t.Errorf("verdict(%+v) = %q, want %q", test.game, got, test.want)
		}
	}
}

// TestStandings counts games in an order in which partners of a pair do not
// follow each other.
func TestStandings(t *testing.T) {
	s := newStandings(2)
	for _, g := range []game{
		{Number: 3, Black: 1, Winner: 1, Ending: byFive},
		{Number: 1, Black: 1, Winner: 2, Ending: onTime},
		{Number: 2, Black: 2, Winner: 2, Ending: byFive},
		{Number: 6, Black: 2, Winner: 0, Ending: moveLimit},
		{Number: 5, Black: 1, Winner: 1, Ending: byFoul},
		{Number: 7, Black: 1, Winner: 0, Ending: openingOver},
		{Number: 9, Black: 2, Winner: 1, Ending: byCrash},
	} {
		g.First, g.Second = 1, 2
		if err := s.add(&g); err != nil {
			t.Fatal(err)
		}
	}
	want := elo.Tally{Wins: 3, Draws: 1, Losses: 2, Pairs: [5]int{1, 0, 0, 1, 0}}
	if s.duel() != want || s.played() != 7 || s.unscored != 1 {
		t.Errorf("tally %+v, %d played, %d unscored, want %+v, 7, 1", s.duel(), s.played(), s.unscored, want)
	}
	if s.black != [2]int{3, 2} {
		t.Errorf("wins by colour %v, want 3 and 2", s.black)
	}
	summary := s.summary(&config{sprt: &elo.SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}}, someNames[:2])
	for _, line := range []string{
		"1 game ended when the opening was over.\n",
		"Ada against Bob: 6 games, +3 =1 -2, score 58.3 %\n",
		"Pairs by points 0, 0.5, 1, 1.5, 2: 1 0 0 1 0\n",
		"Black won 3, White 2\n",
		"Endings: five 2, foul 1, move limit 1, time 1, crash 1\n",
		"Losses of Ada by its own doing: time 1\n",
		"Losses of Bob by its own doing: foul 1, crash 1\n",
		", undecided\n",
	} {
		if !strings.Contains(summary, line) {
			t.Errorf("the summary lacks %q:\n%s", line, summary)
		}
	}
}

// TestBranches counts an opening with every branch but one.
func TestBranches(t *testing.T) {
	b := branches{engines: make([]ways, 2)}
	for _, answers := range [][]answer{
		{{1, "h8", nil, 0}, {2, "swap", nil, 0}, {1, "h9", nil, 0}, {2, "i9", nil, 0}, {1, "swap", nil, 0}, {2, "g7", nil, 0},
			{1, "swap", nil, 0}, {2, "f6", nil, 0}, {1, "swap", nil, 0}, {2, "a1", nil, 0}},
		{{1, "h8", nil, 0}, {2, "h9", nil, 0}, {1, "i9", nil, 0}, {2, "g7", nil, 0},
			{1, "a1 b1 c1 d1 e1 f1 g1 h1 i1 j1", nil, 0}, {2, "c1 o15", nil, 0}},
		{{2, "h8", nil, 0}, {1, "h9", nil, 0}, {2, "i9", nil, 0}, {1, "g7", nil, 0}, {2, "f6", nil, 0}, {1, "f7", nil, 0}},
	} {
		if err := b.add(&game{Answers: answers}); err != nil {
			t.Fatal(err)
		}
	}
	want := [][2]count{
		{{0, 1}, {1, 2}}, // swap before stone 2
		{{0, 1}, {0, 2}},
		{{1, 2}, {0, 1}},
		{{1, 2}, {0, 1}},
		{{1, 2}, {0, 0}},
		{{0, 2}, {1, 1}}, // option A by placing
		{{1, 2}, {0, 1}}, // option B
	}
	for i, row := range b.rows() {
		if !slices.Equal(row.Engines, want[i][:]) {
			t.Errorf("%s: %v, want %v", row.Branch, row.Engines, want[i])
		}
	}
	if err := b.add(&game{Number: 4, Answers: []answer{{1, "h9", nil, 0}}}); err == nil {
		t.Error("an illegal opening is counted")
	}
}

func TestSchedule(t *testing.T) {
	c := &config{seed: -1, pairings: pairings(2, false)}
	var got []fixture
	for n := 1; n <= 5; n++ {
		got = append(got, c.fixture(n))
	}
	want := []fixture{{1, 0, 1, nil, 0, -1}, {2, 1, 0, nil, 0, -1}, {3, 0, 1, nil, 0, 1 << 62}, {4, 1, 0, nil, 0, 1 << 62}, {5, 0, 1, nil, 0, 1}}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("game %d: %+v, want %+v", i+1, got[i], want[i])
		}
	}
	for number, other := range map[int]int{1: 2, 2: 1, 7: 8, 8: 7} {
		if got := partner(number); got != other {
			t.Errorf("partner(%d) = %d, want %d", number, got, other)
		}
	}
}

// TestAnswers writes answers and reads them back.
func TestAnswers(t *testing.T) {
	points, err := renju.ParseMoves("a1b2c3d4e5f6g7h8i9j10")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range []taraguchi.Answer{
		{Kind: taraguchi.Swap},
		taraguchi.PlaceOn(points[0]),
		{Kind: taraguchi.Pick, Points: points[:2]},
		{Kind: taraguchi.Offer, Points: points},
	} {
		got, err := parseAnswer(a.String())
		if err != nil || got.Kind != a.Kind || got.String() != a.String() {
			t.Errorf("parseAnswer(%q) = %v %v, %v", a, got.Kind, got, err)
		}
	}
	if _, err := parseAnswer("h8 nowhere"); err == nil {
		t.Error("no error for a point that is none")
	}
}

// TestSGF writes a game from a file of openings that was lost on time.
func TestSGF(t *testing.T) {
	c := &config{opening: "openings.txt", openings: []record.Opening{{}}, size: 15, rule: renju.Renju}
	g := &game{Number: 3, First: 1, Second: 2, Line: 7, Symmetry: 5, Black: 2, Moves: "h8i9", Winner: 1, Ending: onTime, Reason: "no answer", Ended: "2026-01-02T15:04:05Z"}
	text, err := toSGF(c, someNames[:2], g)
	want := "(;FF[4]GM[4]CA[UTF-8]SZ[15]AP[Tengen:" + version.String() + "]RU[renju]PB[Bob]PW[Ada]EV[Ada against Bob]RO[3]DT[2026-01-02]ON[openings.txt line 7, symmetry 5]RE[W+T]" +
		"C[Ada (White) wins: Bob loses on time, no answer]\n;B[hh]\n;W[ig])\n"
	if err != nil || string(text) != want {
		t.Errorf("%v\n%s\nwant\n%s", err, text, want)
	}
}

// TestOldState goes on with a match of before there were more than two engines.
func TestOldState(t *testing.T) {
	const old = `{"tengen_match":"1","engines":["bin/new","bin/old"],"info":[null,["a=1"]],"opening":"openings.txt","lines":0,"openings":"00000000",` +
		`"rule":"renju","size":15,"seed":1,"turn_time":"500ms","match_time":"0s","nodes":0,"threads":1,"hash":0,"max_memory":367001600,` +
		`"tolerance":"1s","draw_at":200,"strict_offers":false,"opening_only":false}
{"game":2,"first":2,"opening":1,"black":2,"moves":"c3","times_ms":[],"winner":2,"ending":"five","reason":"","ended":"","ms":1}
`
	c := &config{
		state: filepath.Join(t.TempDir(), "state"), resume: true, opening: "openings.txt", order: inTurn,
		rule: renju.Renju, size: 15, seed: 1, drawAt: 200,
		limits:  limits{turn: time.Second / 2, tolerance: time.Second, threads: 1, memory: 350 << 20},
		engines: []engineConfig{{command: "bin/new"}, {command: "bin/old", info: [][2]string{{"a", "1"}}}},
	}
	if err := os.WriteFile(c.state, []byte(old), 0o666); err != nil {
		t.Fatal(err)
	}
	s, games, err := openState(c)
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if len(games) != 1 || games[0].Second != 1 {
		t.Errorf("games %+v, want one of engine 2 against engine 1", games)
	}
}

// TestDiagram marks the row that won.
func TestDiagram(t *testing.T) {
	r := &report{conf: &config{size: 15, rule: renju.Renju}}
	got := r.diagram(&game{Moves: "h8a1i8b1j8c1k8e1l8", Row: "h8i8j8k8l8"})
	if !strings.Contains(got, " 8 . . . . . . .(X|X|X|X|X). . .\n") || !strings.Contains(got, " 1 O O O . O .") {
		t.Errorf("diagram:\n%s", got)
	}
}

// TestStateErrors opens files that hold no match, or another one.
func TestStateErrors(t *testing.T) {
	c := &config{state: filepath.Join(t.TempDir(), "state"), resume: true, opening: taraguchi10, size: 15, order: inTurn, engines: make([]engineConfig, 2)}
	heading, err := json.Marshal(c.heading())
	if err != nil {
		t.Fatal(err)
	}
	whole := string(heading) + "\n" + `{"game":1,"first":1,"black":2,"moves":"h8"}` + "\n"
	for _, test := range []struct{ text, want string }{
		{"", ""},
		{string(heading[:20]), ""}, // killed while it wrote the first line
		{whole, ""},
		{whole + `{"game":2`, ""},
		{"hello\n", "holds another match than the flags say: the first line is not a match's"},
		{strings.Replace(whole, `"size":15`, `"size":19`, 1), "holds another match than the flags say: [size is 19 there]"},
		{whole + "{}\n", "line 3: game 0 is there twice or cannot be"},
		{whole + `{"game":1}` + "\n", "line 3: game 1 is there twice or cannot be"},
		{whole + `{"game":2,"first":3,"second":1,"black":1,"winner":3}` + "\n", "line 3: game 2 is between no two engines of the match"},
		{whole + `{"game":2,"first":2,"second":1,"black":2,"winner":3}` + "\n", "line 3: game 2 is between no two engines of the match"},
		{strings.Replace(whole, `"opening_only"`, `"gauntlet":true,"opening_only"`, 1), "[gauntlet is true there]"},
		{whole + "nonsense\n", "line 3: invalid character"},
	} {
		if err := os.WriteFile(c.state, []byte(test.text), 0o666); err != nil {
			t.Fatal(err)
		}
		s, games, err := openState(c)
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q: error %v, want %q", test.text, err, test.want)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", test.text, err)
			continue
		}
		if n := strings.Count(test.text, `"moves"`); len(games) != n {
			t.Errorf("%q: %d games, want %d", test.text, len(games), n)
		}
		for _, g := range games {
			if g.Second != 3-g.First {
				t.Errorf("%q: game %d is between %d and %d", test.text, g.Number, g.First, g.Second)
			}
		}
		if err := s.add(&game{Number: 5}); err != nil {
			t.Error(err)
		}
		if err := s.close(); err != nil {
			t.Error(err)
		}
		text, err := os.ReadFile(c.state)
		if err != nil || !bytes.HasPrefix(text, heading) || !json.Valid(bytes.TrimSpace(text[bytes.LastIndexByte(text[:len(text)-1], '\n'):])) {
			t.Errorf("%q: then\n%s (%v)", test.text, text, err)
		}
	}
}
