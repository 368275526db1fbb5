package analyze

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
)

func analyze(ctx context.Context, args ...string) (string, error) {
	var out strings.Builder
	err := Command.Run(ctx, cli.IO{In: strings.NewReader(""), Out: &out, Err: &out}, append(args, "--hash", "1M", "--threads", "1"))
	return out.String(), err
}

// numbers differ from machine to machine, and from one version of the search to the
// next.
var numbers = regexp.MustCompile(`("(nodes|time|speed)":)[0-9.]+| +[0-9]+ +[0-9.]+ s|[0-9]+ nodes in [0-9.]+ s, [0-9.]+( [kM])? a second`)

// On a board of 7x7 Black has a four with two ends, and the game is decided.
const (
	four       = "c4a1d4b1e4c1f4" // White to move
	blackToWin = four + "e1"
)

func TestGolden(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{blackToWin, "--depth", "3"}, `
c4a1d4b1e4c1f4e1: 8 stones, Black to move, renju 7x7

depth   nodes    time   chance   value  line
  1-1#  100.0 %     +M1  b4

     chance   value  depth  line
  1  100.0 %     +M1    1-1  b4

Depth 1, #
Black wins by fours in 1 move with b4.

7 . . . . . . .
6 . . . . . . .
5 . . . . . . .
4 . 1 X X X X .
3 . . . . . . .
2 . . . . . . .
1 O O O .(O). .
  a b c d e f g
`},
		{[]string{four, "--heat", "--only", "b4-c5", "--depth", "2", "--multipv", "2"}, `
c4a1d4b1e4c1f4: 7 stones, White to move, renju 7x7

depth   nodes    time   chance   value  line
  1-1#    0.0 %     -M2  b4
                         0.0 %     -M2  b5
  2-2#    0.0 %     -M2  b4
                         0.0 %     -M2  b5

     chance   value  depth  line
  1    0.0 %     -M2    2-2  b4
  2    0.0 %     -M2    2-2  b5

Depth 2, #
Black wins in 1 move, whatever White plays.

7 . . . . . . .
6 . . . . . . .
5 . 0 0 . . . .
4 .(0)X X X(X).
3 . . . . . . .
2 . . . . . . .
1 O O O . . . .
  a b c d e f g
White's chance after each move, in percent
`},
		{[]string{blackToWin, "--json"}, `
{"type":"position","moves":["c4","a1","d4","b1","e4","c1","f4","e1"],"diagram":"7 . . . . . . .\n6 . . . . . . .\n5 . . . . . . .\n4 . . X X X X .\n3 . . . . . . .\n2 . . . . . . .\n1 O O O . O . .\n  a b c d e f g\n","rule":"renju","size":7,"to_move":"black","forbidden":[]}
{"type":"depth","depth":1,"nodes":#,"time":#,"speed":#,"lines":[{"move":"b4","chance":1,"value":29999,"win_in":1,"depth":1,"sel_depth":1,"line":["b4"]}]}
{"type":"result","depth":1,"nodes":#,"time":#,"speed":#,"lines":[{"move":"b4","chance":1,"value":29999,"win_in":1,"depth":1,"sel_depth":1,"line":["b4"]}]}
`},
		{[]string{four, "--heat", "--only", "b4,g4", "--depth", "1", "--json"}, `
{"type":"position","moves":["c4","a1","d4","b1","e4","c1","f4"],"diagram":"7 . . . . . . .\n6 . . . . . . .\n5 . . . . . . .\n4 . . X X X X .\n3 . . . . . . .\n2 . . . . . . .\n1 O O O . . . .\n  a b c d e f g\n","rule":"renju","size":7,"to_move":"white","forbidden":[]}
{"type":"heat","depth":0,"nodes":#,"time":#,"speed":#,"lines":[{"move":"b4","chance":0,"value":-29998,"loss_in":2,"depth":2,"sel_depth":2,"line":["b4","g4"]}],"heat":[{"move":"b4","chance":0,"value":-29998,"loss_in":2},{"move":"g4","chance":0,"value":-29998,"loss_in":2}]}
{"type":"depth","depth":1,"nodes":#,"time":#,"speed":#,"lines":[{"move":"b4","chance":0,"value":-29998,"loss_in":2,"depth":1,"sel_depth":1,"line":["b4"]}]}
{"type":"result","depth":1,"nodes":#,"time":#,"speed":#,"lines":[{"move":"b4","chance":0,"value":-29998,"loss_in":2,"depth":1,"sel_depth":1,"line":["b4"]}],"heat":[{"move":"b4","chance":0,"value":-29998,"loss_in":2},{"move":"g4","chance":0,"value":-29998,"loss_in":2}]}
`},
		{[]string{"e6a1e7a9f5i1g5i9", "--size", "9", "--only", "a2", "--nodes", "1", "--json"}, `
{"type":"position","moves":["e6","a1","e7","a9","f5","i1","g5","i9"],"diagram":"9 O . . . . . . . O\n8 . . . . . . . . .\n7 . . . . X . . . .\n6 . . . . X . . . .\n5 . . . . . X X . .\n4 . . . . . . . . .\n3 . . . . . . . . .\n2 . . . . . . . . .\n1 O . . . . . . . O\n  a b c d e f g h i\n","rule":"renju","size":9,"to_move":"black","forbidden":["e5"]}
{"type":"result","depth":0,"nodes":#,"time":#,"speed":#,"lines":[{"move":"a2","chance":0.5,"value":0,"depth":0,"sel_depth":0,"line":["a2"]}]}
`},
	} {
		out, err := analyze(t.Context(), append([]string{"--size", "7"}, test.args...)...)
		if out = numbers.ReplaceAllString(out, "${1}#"); err != nil || out != test.want[1:] {
			t.Errorf("%q: error %v, output\n%s\nwant\n%s", test.args, err, out, test.want[1:])
		}
	}
}

// TestLines looks for lines of the output.
func TestLines(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string // regular expressions, one a line
	}{
		{[]string{"--rule", "freestyle", "--size", "20", "--nodes", "2000", "--multipv", "3", "j10", "k10 k11"},
			`^j10k10k11: 3 stones, White to move, freestyle 20x20$
^  2-\d+ +\d+ +\d+\.\d s +\d+\.\d %
^ {21} +\d+\.\d %
^  3 +\d+\.\d % `},
		{[]string{blackToWin, "--size", "7", "--exclude", "a4-c4"}, `^  1 .* g4$`},
		{[]string{"e6a1e7a9f5i1g5i9", "--size", "9", "--nodes", "100"}, `^5 [.1] [.1] [.1] [.1] ! X X `}, // forbidden to Black
		{[]string{"e6a1e7a9f5i1g5i9", "--size", "9", "--nodes", "3000", "--heat"}, `^5 .*! +X +X .*\d`},
	} {
		out, err := analyze(t.Context(), test.args...)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
		}
		for want := range strings.SplitSeq(test.want, "\n") {
			if !regexp.MustCompile("(?m)" + want).MatchString(out) {
				t.Errorf("%q: no line matches %s:\n%s", test.args, want, out)
			}
		}
		if strings.ContainsAny(out, "\r\x1b") {
			t.Errorf("%q: there is no terminal:\n%q", test.args, out)
		}
	}
}

// TestHeat values all moves near the stones within the nodes that are allowed, and
// the best of them above others.
func TestHeat(t *testing.T) {
	out, err := analyze(t.Context(), "h8a1i8b1j8o15", "--heat", "--nodes", "20000", "--json") // three in a row
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	var result jsonAnswer
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &result); err != nil {
		t.Fatal(err)
	}
	if result.Nodes > 20000 {
		t.Errorf("it took %d nodes", result.Nodes)
	}
	chance := map[string]float64{}
	for _, m := range result.Heat {
		chance[m.Move] = m.Chance
	}
	if len(chance) < 50 || chance["g8"] < 1 || chance["k8"] < 1 || chance["d3"] == 1 {
		t.Errorf("the map: %v", chance)
	}
	if first, last := result.Heat[0], result.Heat[len(result.Heat)-1]; first.WinIn != 3 || first.Chance < last.Chance {
		t.Errorf("from %+v to %+v", first, last)
	}
}

// TestInterrupt ends analyses that have no limit.
func TestInterrupt(t *testing.T) {
	for _, args := range [][]string{{"--time", "0", "h8i9g7"}, {"--infinite", "--heat", "h8i9g7"}, {"--infinite", "--json", "h8i9g7"}} {
		ctx, cancel := context.WithCancel(t.Context())
		var stopped time.Time
		time.AfterFunc(300*time.Millisecond, func() {
			stopped = time.Now()
			cancel()
		})
		out, err := analyze(ctx, args...)
		if err != nil || !strings.Contains(out, "\n  1 ") && !strings.Contains(out, `{"type":"result","depth":`) {
			t.Errorf("%q: error %v, output:\n%s", args, err, out)
		}
		if took := time.Since(stopped); took > time.Second {
			t.Errorf("%q: it took %v to end", args, took)
		}
	}
}

func TestPicture(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board.svg")
	if _, err := analyze(t.Context(), blackToWin, "--size", "7", "--board", file); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(file); err != nil || !bytes.Contains(text, []byte(">Black to move: b4, 100.0 %</text>")) {
		t.Errorf("error %v, picture:\n%s", err, text)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		args  []string
		want  string
		usage bool
	}{
		{nil, "a position is wanted", true},
		{[]string{"h8h8"}, `position "h8h8": move 2: h8 is taken`, true},
		{[]string{"--multipv", "0", "h8"}, "--multipv 1 or more", true},
		{[]string{"--depth", "-1", "h8"}, "want 0 or more", true},
		{[]string{"--infinite", "--time", "3", "h8"}, "--infinite excludes", true},
		{[]string{"--exclude", "h8-", "h8"}, `"" is not a point`, true},
		{[]string{"--only", "p1", "h8"}, "p1 is off the board", true},
		{[]string{"--only", "h8", "h8"}, "no legal move is left", true},
		{[]string{"--only", "i9", "--exclude", "h8-j10", "h8"}, "no legal move is left", true},
		{[]string{"--only", "e5", "--size", "9", "e6a1e7a9f5i1g5i9"}, "no legal move is left", true}, // it is a foul
		{[]string{"--board", "b.gif", "h8"}, "--board b.gif: want a name", true},
		{[]string{"--memory", "1M", "h8"}, "--memory and --hash exclude each other", true},
		{[]string{"--file", "none.sgf"}, "none.sgf: no such file", false},
		{[]string{"h8a1i8b1j8c1k8e1l8"}, "the game is over: black wins (five)", false},
	} {
		out, err := analyze(t.Context(), test.args...)
		var usage *cli.UsageError
		if err == nil || out != "" || !strings.Contains(err.Error(), test.want) || errors.As(err, &usage) != test.usage {
			t.Errorf("%q: output %q, error %v, want %q", test.args, out, err, test.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %q", test.args, err)
		}
	}
}

// full takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("the disk is full") }

func TestWriteFails(t *testing.T) {
	err := Command.Run(t.Context(), cli.IO{Out: full{}}, []string{"--hash", "1M", "--size", "7", blackToWin})
	if err == nil || err.Error() != "the disk is full" {
		t.Errorf("error %v", err)
	}
}

// TestLive draws what a terminal shows meanwhile. It must fit there.
func TestLive(t *testing.T) {
	for _, test := range []struct {
		size int
		heat bool
		rows int
	}{{15, false, 22}, {15, true, 22}, {20, true, 22}} {
		pos, err := renju.NewPosition(test.size, renju.Renju)
		if err != nil {
			t.Fatal(err)
		}
		a := &analysis{position: pos}
		if test.heat {
			a.heat = map[renju.Point]search.Line{}
		}
		if text := (people{true}).live(a); text != "" {
			t.Errorf("nothing is known, but %q is shown", text)
		}
		for p := range pos.Board().Points() {
			a.lines = append(a.lines, search.Line{Value: 400, Depth: 3, SelDepth: 7, Moves: []renju.Point{p}})
		}
		text := people{true}.live(a)
		if rows := strings.Count(text, "\n"); rows != test.rows {
			t.Errorf("size %d, heat %v: %d rows, want %d:\n%s", test.size, test.heat, rows, test.rows, text)
		}
		if !strings.Contains(text, "\x1b[32m 96.6 %     400\x1b[0m    3-7  a1\n") {
			t.Errorf("size %d, heat %v:\n%q", test.size, test.heat, text)
		}
	}
}
