package match

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/engine/record"
	"tengen/engine/renju"
)

// openingFile writes a file of openings and returns its name.
func openingFile(t *testing.T, lines ...string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "openings")
	if err := os.WriteFile(name, []byte(strings.Join(lines, "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// TestRoundRobin plays tournaments, one with an engine that crashes in each game,
// and wants every pairing to play every opening twice.
func TestRoundRobin(t *testing.T) {
	openings := openingFile(t, "h8i8", "h8g7j10")
	for _, test := range []struct {
		name    string
		args    []string
		engines []string
		games   map[string]int // by pairing
		crashes int            // games that engine 3 lost so
		forfeit int
	}{
		{"round robin", nil, []string{"1", "2", "3 crash", "4"},
			map[string]int{"12": 4, "13": 4, "14": 4, "23": 4, "24": 4, "34": 4}, 12, 0},
		{"gauntlet", []string{"--gauntlet"}, []string{"1", "2", "3 crash"},
			map[string]int{"12": 4, "13": 4}, 4, 0},
		{"an engine is out", []string{"--max-faults", "3"}, []string{"1", "2", "3 crash"},
			map[string]int{"12": 4, "13": 4, "23": 4}, 3, 5},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "state")
			args := append([]string{"--rounds", "2", "--opening", openings, "--draw-at", "16", "--max-faults", "0", "--state", state}, test.args...)
			for _, e := range test.engines {
				args = append(args, engine(e))
			}
			r, shown, err := play(t, args...)
			if err != nil {
				t.Fatal(err)
			}
			total, games, firsts := 0, map[string]int{}, map[string]int{}
			for _, n := range test.games {
				total += n
			}
			for _, g := range readState(t, state) {
				lower := min(g.First, g.Second)
				games[fmt.Sprint(lower)+fmt.Sprint(g.other(lower))]++
				firsts[fmt.Sprint(g.First, g.Second, g.Line)]++
			}
			if fmt.Sprint(games) != fmt.Sprint(test.games) || r.Games != total || r.Duel != nil {
				t.Errorf("games %v, %d counted, want %v", games, r.Games, test.games)
			}
			for key, n := range firsts {
				if n != 1 {
					t.Errorf("%d games of %s (first, second, opening), want 1", n, key)
				}
			}
			third := r.Engines[2]
			if third.Blame[byCrash] != test.crashes || third.Blame[byForfeit] != test.forfeit || third.Out != (test.forfeit > 0) {
				t.Errorf("engine 3: out %v, losses %v, want %d crashes, %d forfeits", third.Out, third.Blame, test.crashes, test.forfeit)
			}
			if last := len(r.Engines); third.Table.Place != last || third.Table.Points != 0 || third.Table.Elo > -300 || third.Table.Low > -600 {
				t.Errorf("engine 3: %+v, want the last place", third.Table)
			}
			against := 0
			for _, o := range r.Engines[0].Against {
				against += o.Wins + o.Draws + o.Losses
			}
			if first := r.Engines[0]; len(first.Against) != len(r.Engines)-1 || against != first.Table.Games {
				t.Errorf("engine 1: %d games by opponents of %d: %+v", against, first.Table.Games, first.Against)
			}
			for _, want := range []string{"\n1  Random ", "lost by own doing\n", "crash " + fmt.Sprint(test.crashes)} {
				if !strings.Contains(shown, want) {
					t.Errorf("%q is not shown:\n%s", want, shown)
				}
			}
			if test.forfeit > 0 && !strings.Contains(shown, "Random 3 is out after 3 faults in a row: it forfeits its games.\n") {
				t.Errorf("nothing is said of the engine that is out:\n%s", shown)
			}
		})
	}
}

// TestTournamentResumes goes on with a tournament after some games and wants it to
// end as without a break, and its files whole.
func TestTournamentResumes(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	args := []string{"--opening", openingFile(t, "h8i8"), "--draw-at", "12", "--max-faults", "2", "--state", file("state"), "--pgn", file("pgn"),
		"--log", file("log"), engine("1"), "name=Bob " + engine("2 crash"), "name=Cay " + engine("3")}
	if _, _, err := play(t, append([]string{"--games", "3"}, args...)...); err != nil {
		t.Fatal(err)
	}
	r, shown, err := play(t, append([]string{"--resume", "--rounds", "2"}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	if bob := r.Engines[1]; r.Games != 12 || bob.Blame[byCrash] != 2 || bob.Blame[byForfeit] != 6 || !bob.Out {
		t.Errorf("%d games, Bob %+v, want 12, 2 crashes, 6 forfeits", r.Games, bob)
	}
	// That it is out is known from the games that were kept.
	if !strings.Contains(shown, "Bob is out after 2 faults in a row") || !strings.Contains(shown, "Game 8, Random against Bob: Random (White) wins: Bob forfeits, out after 2 faults in a row  [") {
		t.Errorf("shown:\n%s", shown)
	}
	text, err := os.ReadFile(file("pgn"))
	if n := strings.Count(string(text), `[White "`); err != nil || n != 12 {
		t.Errorf("%d games in the PGN file, want 12 (%v)", n, err)
	}
	// The log holds all games that were played, those of the first run included.
	text, err = os.ReadFile(file("log"))
	for number, want := range []int{1: 2, 2: 2, 3: 2, 4: 2, 9: 2, 10: 2, 12: 0} {
		mark := regexp.MustCompile(fmt.Sprintf(`(?m)^ +engine\d # game %d$`, number))
		if n := len(mark.FindAllString(string(text), -1)); err != nil || n != want {
			t.Errorf("%d engines have game %d in their logs, want %d (%v)", n, number, want, err)
		}
	}
}

func TestPairings(t *testing.T) {
	for _, test := range []struct {
		n        int
		gauntlet bool
		want     string
	}{
		{2, false, "[[0 1]]"},
		{2, true, "[[0 1]]"},
		{4, false, "[[0 1] [0 2] [0 3] [1 2] [1 3] [2 3]]"},
		{4, true, "[[0 1] [0 2] [0 3]]"},
	} {
		if got := fmt.Sprint(pairings(test.n, test.gauntlet)); got != test.want {
			t.Errorf("pairings(%d, %v) = %s, want %s", test.n, test.gauntlet, got, test.want)
		}
	}
}

// TestLaid wants each opening once before any comes again, by turns or in an order
// that differs from time to time and from seed to seed, in each of the eight ways.
func TestLaid(t *testing.T) {
	const n, rounds = 5, 400
	c := &config{seed: 1, size: 15, order: atRandom, transforms: true, pairings: pairings(3, false)}
	for line := range n {
		moves, err := renju.ParseMoves("h8i" + fmt.Sprint(8+line) + "c1")
		if err != nil {
			t.Fatal(err)
		}
		c.openings = append(c.openings, record.Opening{Line: line + 1, Moves: moves})
	}
	orders, ways := map[string]int{}, map[renju.Symmetry]int{}
	for pass := range rounds / n {
		var order []int
		for i := range n {
			round := pass*n + i
			o, s := c.laid(round)
			order = append(order, o.Line)
			ways[s]++
			for k, p := range c.openings[o.Line-1].Moves {
				if o.Moves[k] != s.Apply(p, 15) {
					t.Fatalf("round %d: %v by symmetry %d is %v", round, p, s, o.Moves[k])
				}
			}
			// All games of the round have it.
			for game := round*6 + 1; game <= round*6+6; game++ {
				if f := c.fixture(game); f.opening.Line != o.Line || f.symmetry != s || !slices.Equal(f.opening.Moves, o.Moves) {
					t.Fatalf("game %d: opening %d by symmetry %d, in its round %d by %d", game, f.opening.Line, f.symmetry, o.Line, s)
				}
			}
		}
		orders[fmt.Sprint(order)]++
		if slices.Sort(order); fmt.Sprint(order) != "[1 2 3 4 5]" {
			t.Errorf("pass %d plays %v", pass+1, order)
		}
	}
	if len(orders) < 40 { // of 120, in 80 passes
		t.Errorf("only %d orders", len(orders))
	}
	for s := range renju.Symmetry(renju.Symmetries) {
		if k := ways[s]; k < 25 || k > 80 { // 50 are due
			t.Errorf("symmetry %d occurs %d times in %d rounds", s, k, rounds)
		}
	}
	other := *c
	other.seed = 2
	same := 0
	for round := range rounds {
		a, s := c.laid(round)
		b, z := other.laid(round)
		if a.Line == b.Line && s == z {
			same++
		}
	}
	if same > rounds/10 { // 1 of 40 is due
		t.Errorf("with another seed %d of %d rounds are the same", same, rounds)
	}
	c.order, c.transforms = inTurn, false
	for round := range 2 * n {
		if o, s := c.laid(round); o.Line != round%n+1 || s != 0 || !slices.Equal(o.Moves, c.openings[round%n].Moves) {
			t.Errorf("in turn, round %d has opening %d by symmetry %d", round, o.Line, s)
		}
	}
}

func TestParseEngine(t *testing.T) {
	all := limits{turn: time.Second, tolerance: time.Second, memory: 350 << 20}
	with := func(change func(*limits)) limits {
		l := all
		change(&l)
		return l
	}
	for _, test := range []struct {
		command, name, dir, argv, program string
		limits                            limits
	}{
		{"./tengen", "", "", "[./tengen]", "tengen", all},
		{"name=Ada threads=2 ./ada --log=x a=b", "Ada", "", "[./ada --log=x a=b]", "ada", with(func(l *limits) { l.threads = 2 })},
		{`'name=Ada B.' "dir=/some where" wine64 pbrain-X.exe`, "Ada B.", "/some where", "[wine64 pbrain-X.exe]", "pbrain-X", all},
		{"depth=4 wine pbrain.EXE -v", "", "", "[wine pbrain.EXE -v]", "pbrain", with(func(l *limits) { l.depth, l.turn = 4, 0 })},
		{"turn-time=0.5 nodes=9 match-time=60 tolerance=0 x", "", "", "[x]", "x",
			with(func(l *limits) { l.turn, l.match, l.tolerance, l.nodes = time.Second/2, time.Minute, 0, 9 })},
		{"memory=64M hash=1K max-memory=32M x", "", "", "[x]", "x", with(func(l *limits) { l.memory, l.hash = 32<<20, 1<<10 })},
		{"./a=b c", "", "", "[./a=b c]", "a=b", all},
	} {
		e, err := parseEngine(test.command, all, false)
		if err != nil {
			t.Errorf("%s: %v", test.command, err)
			continue
		}
		if e.name != test.name || e.dir != test.dir || fmt.Sprint(e.argv) != test.argv || e.program() != test.program || e.limits != test.limits {
			t.Errorf("%s: %+v, program %s, want %+v", test.command, e, e.program(), test)
		}
	}
	// A turn-time that the user set for all holds beside an engine's own depth.
	if e, err := parseEngine("depth=4 x", all, true); err != nil || e.limits.turn != time.Second {
		t.Errorf("limits %+v, %v", e.limits, err)
	}
}

func TestDistinct(t *testing.T) {
	if got := distinct([]string{"A", "B", "A", "C", "A"}); !slices.Equal(got, []string{"A 1", "B", "A 3", "C", "A 5"}) {
		t.Errorf("%q", got)
	}
}

// TestDiscipline counts faults in a row: a game without one begins anew, whoever
// is out stays out, and forfeits are no faults.
func TestDiscipline(t *testing.T) {
	lost := func(loser, winner int, e ending) *game {
		return &game{First: loser, Second: winner, Winner: winner, Ending: e}
	}
	for _, test := range []struct {
		name  string
		most  int
		games []*game
		out   string
	}{
		{"in a row", 2, []*game{lost(1, 2, byCrash), lost(1, 3, onTime)}, "[true false false]"},
		{"as the second, too", 2, []*game{{First: 3, Second: 2, Winner: 3, Ending: byAnswer}, lost(2, 1, byCrash)}, "[false true false]"},
		{"others between", 2, []*game{lost(1, 2, byCrash), lost(2, 3, byFive), lost(1, 2, byCrash)}, "[true false false]"},
		{"a sound game between", 2, []*game{lost(1, 2, byCrash), lost(1, 2, byFoul), lost(1, 2, byCrash)}, "[false false false]"},
		{"a forfeit between", 2, []*game{lost(1, 2, byCrash), lost(1, 2, byForfeit), lost(1, 2, byCrash)}, "[true false false]"},
		{"out for good", 1, []*game{lost(1, 2, byCrash), lost(2, 1, byFive)}, "[true false false]"},
		{"off", 0, []*game{lost(1, 2, byCrash), lost(1, 2, byCrash)}, "[false false false]"},
	} {
		d := newDiscipline(&config{maxFaults: test.most, engines: make([]engineConfig, 3)})
		for _, g := range test.games {
			d.add(g)
		}
		if got := fmt.Sprint(d.out); got != test.out {
			t.Errorf("%s: out %s, want %s", test.name, got, test.out)
		}
	}

	d := &discipline{most: 4, out: []bool{true, false, true, false}}
	for _, test := range []struct {
		first, second, winner int
		ending                ending // "": to be played
	}{
		{1, 3, 0, ""},
		{0, 1, 2, byForfeit},
		{3, 2, 4, byForfeit},
		{2, 0, 0, notPlayed},
	} {
		g := d.forfeit(fixture{number: 7, first: test.first, second: test.second})
		switch {
		case test.ending == "" && g != nil:
			t.Errorf("game of %d and %d: %+v, want it played", test.first, test.second, g)
		case test.ending != "" && (g == nil || g.Number != 7 || g.Winner != test.winner || g.Ending != test.ending || g.scored() != (test.winner > 0)):
			t.Errorf("game of %d and %d: %+v, want %+v", test.first, test.second, g, test)
		}
	}
}

// TestTable has a table with a draw, an engine that has played less, and faults.
func TestTable(t *testing.T) {
	s := newStandings(3)
	for _, g := range []game{
		{Number: 1, First: 2, Second: 1, Black: 2, Winner: 2, Ending: byFive},
		{Number: 2, First: 1, Second: 2, Black: 1, Ending: moveLimit},
		{Number: 3, First: 1, Second: 3, Black: 3, Winner: 1, Ending: byCrash},
		{Number: 4, First: 3, Second: 1, Black: 3, Winner: 1, Ending: onTime},
	} {
		if err := s.add(&g); err != nil {
			t.Fatal(err)
		}
	}
	got := regexp.MustCompile(`[-+]\d+ *[-+]\d+\.\.[-+]\d+`).ReplaceAllString(s.table(someNames), "ELO")
	want := `   engine  points   Elo         95 %      1      2    3  lost by own doing
1  Bob      1.5/2  ELO      -  1.5/2
2  Ada      2.5/4  ELO  0.5/2      -  2/2
3  Cay        0/2  ELO           0/2    -  time 1, crash 1
`
	if got != want {
		t.Errorf("table:\n%s\nwant:\n%s", got, want)
	}
}
