package match

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// play runs "tengen match" and returns the result, what was shown, and the error.
func play(t *testing.T, args ...string) (result, string, error) {
	t.Helper()
	return playContext(t, t.Context(), args...)
}

func playContext(t *testing.T, ctx context.Context, args ...string) (r result, shown string, err error) {
	t.Helper()
	var out, errs strings.Builder
	err = Command.Run(ctx, cli.IO{Out: &out, Err: &errs}, append([]string{"--json", "--turn-time", "20"}, args...))
	if out.Len() > 0 {
		if err := json.Unmarshal([]byte(out.String()), &r); err != nil {
			t.Fatalf("result %q: %v", out.String(), err)
		}
	}
	return r, errs.String(), err
}

// readState returns the games of a state file.
func readState(t *testing.T, name string) []*game {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var games []*game
	for i, line := range strings.Split(strings.TrimSuffix(string(text), "\n"), "\n") {
		if i == 0 {
			continue
		}
		g := new(game)
		if err := json.Unmarshal([]byte(line), g); err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	return games
}

// TestOpenings plays openings and wants every branch taken by either side, and
// every game's opening legal and whole.
func TestOpenings(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	r, shown, err := play(t, "--games", "100", "--opening-only", "--strict-offers", "--concurrency", "2",
		"--state", state, engine("1"), engine("2"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != 0 || r.Opening != 100 || r.Endings[openingOver] != 100 {
		t.Errorf("result %+v, want 100 openings and no games", r)
	}
	if len(r.Branches) != 7 {
		t.Errorf("branches %+v, want 7", r.Branches)
	}
	for _, row := range r.Branches {
		for i, c := range row.Engines {
			if c.Done == 0 || c.Done >= c.Of {
				t.Errorf("%s by engine %d: %d of %d", row.Branch, i+1, c.Done, c.Of)
			}
		}
	}
	if !strings.Contains(shown, "Branches of 100 openings") || !strings.Contains(shown, "swap before stone 5 (option A)") {
		t.Errorf("the branches are not shown:\n%s", shown)
	}
	numbers := map[int]bool{}
	for _, g := range readState(t, state) {
		st, moves, err := g.replay()
		if err != nil {
			t.Error(err)
			continue
		}
		if !st.Over() || len(moves) != 6 || numbers[g.Number] {
			t.Errorf("game %d: over %v, %d stones", g.Number, st.Over(), len(moves))
		}
		numbers[g.Number] = true
		if want := 2 - g.Number%2; g.First != want {
			t.Errorf("game %d: engine %d begins, want %d", g.Number, g.First, want)
		}
		// Each answer is by the player whose turn it was, and the one with Black
		// in the end is whom the opening says.
		so, holder := taraguchi.New(), func(p taraguchi.Player) int {
			if p == taraguchi.First {
				return g.First
			}
			return 3 - g.First
		}
		for i, a := range st.Answers() {
			if g.Answers[i].Engine != holder(so.Turn()) {
				t.Errorf("game %d: answer %d is by engine %d", g.Number, i+1, g.Answers[i].Engine)
			}
			if err := so.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
		if g.Black != holder(st.Holder(renju.Black)) {
			t.Errorf("game %d: engine %d has Black", g.Number, g.Black)
		}
	}
}

// TestGames plays whole games at random and checks each against the rulebook.
func TestGames(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	r, _, err := play(t, "--games", "4", "--state", state, engine("1"), engine("2"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != 4 || r.Wins+r.Draws+r.Losses != 4 || r.Black+r.White+r.Draws != 4 {
		t.Errorf("result %+v, want 4 games", r)
	}
	for _, g := range readState(t, state) {
		position, err := renju.PositionFromMoves(15, renju.Renju, g.Moves)
		if err != nil {
			t.Fatal(err)
		}
		out := position.Outcome()
		switch g.Ending {
		case byFive:
			if out.Reason != renju.Five || out.Result != g.result() {
				t.Errorf("game %d: %v by %v, kept as %v by %v", g.Number, out.Result, out.Reason, g.result(), g.Ending)
			}
		case byFoul: // the double avoids fouls while there are other points
			t.Errorf("game %d: a foul, %s", g.Number, g.Reason)
		case moveLimit:
			if n := len(position.Moves()); n != 200 || out.Over() || g.result() != renju.Draw {
				t.Errorf("game %d: drawn at %d stones, outcome %v", g.Number, n, out)
			}
		default:
			t.Errorf("game %d: %s, %s", g.Number, g.Ending, g.Reason)
		}
		if want := len(position.Moves()) - 6; len(g.Times) != want {
			t.Errorf("game %d: %d times for %d moves", g.Number, len(g.Times), want)
		}
	}
}

// TestFaults has an engine with each fault against a sound one: it loses every
// game by that fault, the reason is told, and the match goes on with a new
// process.
func TestFaults(t *testing.T) {
	// Every process answers the question whether it knows the opening first, and
	// so the first counted answer of the match proper is the second.
	tests := []struct {
		fault  string
		ending ending
		reason string // regular expression
	}{
		{"crash 3", byCrash, `^the engine is gone \(exit status 3\): double: this is the end$`},
		{"hang 3", onTime, `^no answer to (TARAGUCHI10BOARD|BOARD|TURN) within 800ms$`},
		{"garbage 3", byAnswer, `^answered "what shall I do\?" to (TARAGUCHI10BOARD|BOARD|TURN .*): `},
		{"error 3", byAnswer, `^answered "ERROR no idea" to `},
		{"occupied 3", byAnswer, `^illegal (answer|move): .*(taken by|stone 1)`},
		{"off 3", byAnswer, `^answered "15,15" to .*: 15,15 is off the 15x15 board$`},
		{"crash 12", byCrash, `this is the end$`}, // in the game, not in the opening
		{"hang 12", onTime, `^no answer to (BOARD|TURN .*) within 800ms$`},
		{"garbage 12", byAnswer, `^answered "what shall I do\?" to (BOARD|TURN .*): `},
		{"occupied 12", byAnswer, `^illegal move: h8 is taken by a black stone$`},
	}
	for _, test := range tests {
		t.Run(test.fault, func(t *testing.T) {
			t.Parallel()
			state := filepath.Join(t.TempDir(), "state")
			r, shown, err := play(t, "--games", "4", "--turn-time", "0.5", "--tolerance", "0.3", "--state", state,
				engine("1"), engine("2 "+test.fault))
			if err != nil {
				t.Fatal(err)
			}
			games := readState(t, state)
			if len(games) != 4 || r.Games != 4 {
				t.Fatalf("%d games kept, %d counted, want 4", len(games), r.Games)
			}
			faults := 0
			for _, g := range games {
				if g.Ending == byFive || g.Ending == moveLimit { // won before it came to the fault
					continue
				}
				if g.Ending != test.ending || g.Winner != 1 || !regexp.MustCompile(test.reason).MatchString(g.Reason) {
					t.Errorf("game %d: engine %d wins by %q: %s", g.Number, g.Winner, g.Ending, g.Reason)
				}
				faults++
				if !strings.Contains(shown, g.Reason) {
					t.Errorf("game %d: %q is not shown", g.Number, g.Reason)
				}
			}
			if faults == 0 || r.Engines[1].Blame[test.ending] != faults || len(r.Engines[0].Blame) > 0 {
				t.Errorf("%d games ended by %s, blamed %v and %v", faults, test.ending, r.Engines[0].Blame, r.Engines[1].Blame)
			}
		})
	}
}

func TestUnsupported(t *testing.T) {
	for _, test := range []struct{ command, want string }{
		{engine("2 unknown"), `^engine 2 \(.*\): cannot play the Taraguchi-10 opening \(answered "UNKNOWN command" to TARAGUCHI10BOARD\): use --opening FILE$`},
		{engine("2 off"), `^engine 2 \(.*\): cannot play the Taraguchi-10 opening \(.*15,15 is off the 15x15 board\): use --opening FILE$`},
		{"./no-such-engine", `^engine 2 \(\./no-such-engine\): starting engine2: `},
	} {
		_, _, err := play(t, engine("1"), test.command)
		if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

// TestOpeningFile plays from a file, with engines that know no Taraguchi-10: each
// opening with both colours.
func TestOpeningFile(t *testing.T) {
	dir := t.TempDir()
	file, state := filepath.Join(dir, "openings"), filepath.Join(dir, "state")
	if err := os.WriteFile(file, []byte("h8i8\n0,0, 1,1, 2,-2\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	r, _, err := play(t, "--opening", file, "--games", "6", "--rule", "freestyle", "--draw-at", "30", "--state", state,
		engine("1 nameless"), engine("2 nameless"))
	if err != nil {
		t.Fatal(err)
	}
	if r.Games != 6 || r.Engines[0].Name == r.Engines[1].Name || !strings.HasSuffix(r.Engines[0].Name, ".test 1") {
		t.Errorf("result %+v", r)
	}
	want := []struct{ line, black int }{{1, 1}, {1, 2}, {2, 1}, {2, 2}, {1, 1}, {1, 2}}
	for i, g := range readState(t, state) {
		if g.Line != want[i].line || g.Black != want[i].black || len(g.Answers) > 0 {
			t.Errorf("game %d: opening %d, engine %d has Black, want %+v", g.Number, g.Line, g.Black, want[i])
		}
		start := map[int]string{1: "h8i8", 2: "h8i7j10"}[g.Line]
		if !strings.HasPrefix(g.Moves, start) {
			t.Errorf("game %d: moves %s, want %s first", g.Number, g.Moves, start)
		}
	}
}

// TestInterrupt cancels a match and goes on with it: no game is lost or played
// twice, and the schedule is the one of a match without a break.
func TestInterrupt(t *testing.T) {
	dir := t.TempDir()
	state, sgf := filepath.Join(dir, "state"), filepath.Join(dir, "games.sgf")
	args := []string{"--games", "40", "--concurrency", "2", "--state", state, "--sgf", sgf, engine("1"), engine("2")}
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for {
			if text, err := os.ReadFile(state); err == nil && strings.Count(string(text), "\n") > 5 {
				cancel()
				return
			}
			if ctx.Err() != nil {
				return
			}
		}
	}()
	if _, _, err := playContext(t, ctx, args...); err == nil || !strings.Contains(err.Error(), "--resume goes on") {
		t.Fatalf("error %v, want that the match was interrupted", err)
	}
	cancel()
	before := readState(t, state)
	if len(before) < 5 || len(before) >= 40 {
		t.Fatalf("%d games before the break", len(before))
	}

	if _, _, err := play(t, args...); err == nil || !strings.Contains(err.Error(), "holds a match already") {
		t.Errorf("without --resume: error %v", err)
	}
	other := append([]string{"--resume", "--seed", "5"}, args...)
	if _, _, err := play(t, other...); err == nil || !strings.Contains(err.Error(), "[seed is 1 there]") {
		t.Errorf("with another seed: error %v", err)
	}

	// A kill in the midst of writing leaves half a line.
	f, err := os.OpenFile(state, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString(`{"game":39,"fir`); err != nil {
		t.Fatal(err)
	}
	f.Close()

	r, shown, err := play(t, append([]string{"--resume"}, args...)...)
	if err != nil {
		t.Fatal(err)
	}
	after := readState(t, state)
	if r.Games != 40 || len(after) != 40 || !strings.Contains(shown, "games in "+state+" already") {
		t.Errorf("%d games counted, %d kept, want 40", r.Games, len(after))
	}
	seen := map[int]bool{}
	for i, g := range after {
		if i < len(before) && g.Number != before[i].Number {
			t.Errorf("game %d has become game %d", before[i].Number, g.Number)
		}
		if seen[g.Number] || g.First != 2-g.Number%2 {
			t.Errorf("game %d: twice, or begun by the wrong engine %d", g.Number, g.First)
		}
		seen[g.Number] = true
	}
	text, err := os.ReadFile(sgf)
	if n := strings.Count(string(text), "(;FF[4]"); err != nil || n != 40 {
		t.Errorf("%d games in the SGF file, want 40: %v", n, err)
	}
}

// TestSPRT stops as soon as the test is decided.
func TestSPRT(t *testing.T) {
	r, shown, err := play(t, "--sprt", "0,200", engine("1"), engine("2 garbage 3"))
	if err != nil {
		t.Fatal(err)
	}
	if r.SPRT == nil || r.SPRT.Verdict != "H1 accepted" || r.SPRT.Ratio < r.SPRT.Upper || r.Losses+r.Draws > 0 {
		t.Errorf("result %+v, %+v", r, r.SPRT)
	}
	if r.Games < 4 || r.Games > 40 || !strings.Contains(shown, "H1 accepted") {
		t.Errorf("%d games:\n%s", r.Games, shown)
	}
}

// TestInfo wants each engine told what the flags say, and a log of all of it.
func TestInfo(t *testing.T) {
	dir := t.TempDir()
	log, file := filepath.Join(dir, "log"), filepath.Join(dir, "openings")
	if err := os.WriteFile(file, []byte("h8\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	const common = "rule 4, game_type 1, max_memory 1048576, "
	for _, test := range []struct {
		args []string
		want [2]string // of each engine: INFO lines up to the first time_left
	}{
		{[]string{"--turn-time", "0.5", "--opening", file}, [2]string{
			common + "timeout_turn 500, timeout_match 0, time_left 2147483647",
			common + "timeout_turn 500, timeout_match 0, time_left 2147483647"}},
		{[]string{"--turn-time", "0", "--depth", "6", "--opening", file}, [2]string{
			common + "timeout_turn 2000000, timeout_match 100000000, max_depth 6, time_left 100000000",
			common + "timeout_turn 2000000, timeout_match 100000000, max_depth 6, time_left 100000000"}},
		{[]string{"--turn-time", "0", "--match-time", "9", "--seed", "0"}, [2]string{
			common + "timeout_turn 9000, timeout_match 9000, time_left 9000",
			common + "timeout_turn 9000, timeout_match 9000, time_left 9000"}},
		{[]string{"--turn-time", "0", "--nodes", "500", "--threads", "2", "--hash", "3M", "--seed", "9", "--info", "a=1", "--info", "2:b=x y"}, [2]string{
			common + "timeout_turn 2000000, timeout_match 100000000, hash_size 3072, thread_num 2, max_node 500, seed 9, a 1, time_left 100000000",
			common + "timeout_turn 2000000, timeout_match 100000000, hash_size 3072, thread_num 2, max_node 500, seed 9, a 1, b x y, time_left 100000000"}},
	} {
		args := append(test.args, "--memory", "1M", "--max-moves", "8", "--games", "1", "--log", log, engine("1"), engine("2"))
		if _, _, err := play(t, args...); err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range test.want {
			var got []string
			for _, m := range regexp.MustCompile(`(?m)engine`+strconv.Itoa(i+1)+` > INFO (.*)$`).FindAllStringSubmatch(string(text), -1) {
				got = append(got, m[1])
				if strings.HasPrefix(m[1], "time_left") {
					break
				}
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("%q: engine %d is told\n%s\nwant\n%s", test.args, i+1, strings.Join(got, ", "), want)
			}
		}
	}
}

func TestUsageErrors(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "missing")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"one"}, "a match wants two engines or more, or none"},
		{[]string{"a", "b", "c", "--sprt", "0,5"}, "--sprt is a test between two engines, not 3"},
		{[]string{"--rounds", "0"}, "--rounds 0: want 1 or more"},
		{[]string{"--rounds", "2", "--games", "3"}, "--rounds and --games both say"},
		{[]string{"--order", "random"}, "--order and --transforms go with --opening FILE"},
		{[]string{"--transforms"}, "--order and --transforms go with --opening FILE"},
		{[]string{"--order", "back", "--opening", "x"}, `--order "back": want file or random`},
		{[]string{"a", "thread=2 b"}, "engine 2 (thread=2 b): there is no thread to be set"},
		{[]string{"a", "threads=x b"}, `engine 2 (threads=x b): invalid argument "x"`},
		{[]string{"a", "name=B"}, "engine 2 (name=B): no command"},
		{[]string{"a", "turn-time=0 b"}, "engine 2 (turn-time=0 b): no limit at all"},
		{[]string{"--depth", "-1"}, "want 0 or more"},
		{[]string{"a", `"b`}, "is not closed"},
		{[]string{"--games", "-1"}, "--games -1: want 0 or more"},
		{[]string{"--games", "0"}, "--games 0 never ends without --sprt"},
		{[]string{"--concurrency", "0"}, "--concurrency 0: want 1 or more"},
		{[]string{"--size", "15", "--rule", "caro", "--opening", "x"}, `unknown rule "caro"`},
		{[]string{"--size", "19"}, "--rule and --size go with --opening FILE"},
		{[]string{"--size", "3", "--opening", "x"}, "--size 3: want 5 to 22"},
		{[]string{"--opening", "x", "--opening-only"}, "go with Taraguchi-10"},
		{[]string{"--sprt", "5"}, "want two Elo differences"},
		{[]string{"--sprt", "5,0"}, "elo0 5 must be less than elo1 0"},
		{[]string{"--resume"}, "--resume wants --state FILE"},
		{[]string{"--info", "novalue"}, "want key=value"},
		{[]string{"--turn-time", "-1"}, "is no time"},
		{[]string{"--show", "--concurrency", "2"}, "--show goes with one game at a time"},
	} {
		var usage *cli.UsageError
		_, _, err := play(t, test.args...)
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: error %v, want %q", test.args, err, test.want)
		}
	}
	if _, _, err := play(t, "--opening", missing); err == nil || !strings.Contains(err.Error(), missing) {
		t.Errorf("missing file of openings: error %v", err)
	}
}
