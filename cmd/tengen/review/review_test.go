package review

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/record"
	"tengen/engine/renju"
)

func command(ctx context.Context, in string, args ...string) (string, error) {
	var out strings.Builder
	err := Command.Run(ctx, cli.IO{In: strings.NewReader(in), Out: &out, Err: &out}, append(args, "--hash", "1M", "--threads", "1"))
	return out.String(), err
}

// Games from set-up positions that are decided all along.
const (
	// Both have a four. Black misses the five.
	missed = "(;GM[4]SZ[9]RU[renju]PB[Ann]PW[Bob]RE[W+]AB[bd][cd][dd][ed][ah]AW[ad][bh][ch][dh][eh];B[aa]C[Tired.];W[fh])"
	// Black makes four of an open three, and five.
	sound = "(;GM[4]SZ[9]AB[cd][dd][ed]AW[aa][ia][ai];B[fd];W[bd];B[gd])"
	// White's five is at a point that is forbidden to Black, for two threes.
	trapped = "(;GM[4]SZ[15]AB[hf][hg][ih][jh][cm]AW[dl][ek][fj][ao][oo];W[gi];B[aa];W[hh])"
)

func TestGolden(t *testing.T) {
	for _, test := range []struct {
		game string
		args []string
		want string
	}{
		{missed, nil, `
standard input: 2 moves, renju 9x9, white wins (five)

 nr  move    best   before    after     loss
  1  B a9    f6    100.0 %    0.0 %  100.0 %  ??  missed a win by fours in 1 move: f6; lets White win in 1 move
  2  W f2    =     100.0 %  100.0 %    0.0 %

black Ann:             1 move, average loss 100.0 %, 0 accurate, 0 ?!, 0 ?, 1 ??, 1 win missed
white Bob:             1 move, average loss 0.0 %, 1 accurate, 0 ?!, 0 ?, 0 ??, 0 wins missed

100 % *--




 50 % ---




  0 % -!*
      0
! at 1 ??
Black's chance to win after each move
`},
		{missed, []string{"--json"}, `
{"type":"game","name":"standard input","black":"Ann","white":"Bob","rule":"renju","size":9,"moves":["a9","f2"],"result":"white wins (five)"}
{"type":"move","number":1,"side":"black","move":"a9","line":["f6"],"before":1,"after":0,"loss":1,"mark":"??","missed_win_in":1,"lets_win_in":1,"notes":["missed a win by fours in 1 move: f6","lets White win in 1 move"]}
{"type":"move","number":2,"side":"white","move":"f2","line":["f2"],"before":1,"after":1,"loss":0,"mark":""}
{"type":"summary","side":"black","player":"Ann","moves":1,"average_loss":1,"accurate":0,"marks":{"?":0,"?!":0,"??":1},"missed_wins":1}
{"type":"summary","side":"white","player":"Bob","moves":1,"average_loss":0,"accurate":1,"marks":{"?":0,"?!":0,"??":0},"missed_wins":0}
`},
		{sound, nil, `
standard input: 3 moves, renju 9x9, black wins (five)

 nr  move    best   before    after     loss
  1  B f6    =     100.0 %  100.0 %    0.0 %
  2  W b6    =       0.0 %    0.0 %    0.0 %
  3  B g6    =     100.0 %  100.0 %    0.0 %

black:                 2 moves, average loss 0.0 %, 2 accurate, 0 ?!, 0 ?, 0 ??, 0 wins missed
white:                 1 move, average loss 0.0 %, 1 accurate, 0 ?!, 0 ?, 0 ??, 0 wins missed

100 % ****




 50 % ----




  0 % ----
      0
Black's chance to win after each move
`},
		{trapped, nil, `
standard input: 3 moves, renju 15x15, white wins (five)

 nr  move    best   before    after     loss
  1  W g7    =     100.0 %  100.0 %    0.0 %      wins: h8 is forbidden to Black
  2  B a15   =       0.0 %    0.0 %    0.0 %
  3  W h8    =     100.0 %  100.0 %    0.0 %

black:                 1 move, average loss 0.0 %, 1 accurate, 0 ?!, 0 ?, 0 ??, 0 wins missed
white:                 2 moves, average loss 0.0 %, 2 accurate, 0 ?!, 0 ?, 0 ??, 0 wins missed

100 % ----




 50 % ----




  0 % ****
      0
Black's chance to win after each move
`},
	} {
		args := append([]string{"-", "--nodes", "2000", "--opening", "0"}, test.args...)
		out, err := command(t.Context(), test.game, args...)
		if err != nil || out != test.want[1:] {
			t.Errorf("%q: error %v, output\n%s\nwant\n%s", args, err, out, test.want[1:])
		}
	}
}

// TestFiles has the chart and the game with comments and the better line.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	in, chart, out := filepath.Join(dir, "in.sgf"), filepath.Join(dir, "chart.svg"), filepath.Join(dir, "out.sgf")
	if err := os.WriteFile(in, []byte(missed), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := command(t.Context(), "", in, "--nodes", "1000", "--opening", "0", "--chart", chart, "--out", out); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(chart); err != nil || !bytes.Contains(text, []byte(">1 ??</text>")) {
		t.Errorf("error %v, chart:\n%s", err, text)
	}
	g, err := cli.ReadFile(out, func(r io.Reader) (*record.Game, error) { return record.ReadGame(record.SGF, r, 15, renju.Renju) })
	if err != nil {
		t.Fatal(err)
	}
	children := g.Root.Children
	if len(children) != 2 || children[1].Point != (renju.Point{X: 5, Y: 5}) || !children[0].Mark {
		t.Fatalf("children of the root: %+v", children)
	}
	if want := "Tired.\n\nBlack's chance: 0.0 % ??\nWith f6 it was 100.0 %\n"; !strings.HasPrefix(children[0].Comment, want) {
		t.Errorf("comment %q, want %q", children[0].Comment, want)
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stopped time.Time
	time.AfterFunc(300*time.Millisecond, func() {
		stopped = time.Now()
		cancel()
	})
	out, err := command(ctx, "", "--time-per-move", "60", "h8i9g7")
	if err != nil || !strings.Contains(out, "\nInterrupted: 3 moves not searched\n") {
		t.Errorf("error %v, output:\n%s", err, out)
	}
	if took := time.Since(stopped); took > time.Second {
		t.Errorf("it took %v to end", took)
	}
}

// TestForbidden has moves that threaten at forbidden points, and a foul.
func TestForbidden(t *testing.T) {
	for _, test := range []struct{ game, want string }{
		{"(;SZ[15]AB[hf][hg][ih][jh][cm]AW[dl][ek][ao];W[fj])", "threatens g7: h8 is forbidden to Black\n"},
		{"(;SZ[15]AB[hf][hg][ih][jh]AW[aa][ca][ao][oo];B[hh])", "  ??  foul: double-three\n"},
	} {
		out, err := command(t.Context(), test.game, "-", "--nodes", "500", "--opening", "0")
		if err != nil || !strings.Contains(out, test.want) {
			t.Errorf("error %v, no %q in\n%s", err, test.want, out)
		}
	}
}

func TestOpeningIsNotJudged(t *testing.T) {
	const game = "a1h8o15h9a15h10h11" // a poor start
	for _, test := range []struct {
		args []string
		want string
	}{
		{nil, "\nblack:                 1 move,"},
		{[]string{"--rule", "standard"}, "\nblack:                 4 moves,"},
		{[]string{"--opening", "2"}, "\nblack:                 3 moves,"},
	} {
		out, err := command(t.Context(), "", append(test.args, "--nodes", "200", game)...)
		if err != nil || !strings.Contains(out, test.want) {
			t.Errorf("%q: error %v, no %q in\n%s", test.args, err, test.want, out)
		}
	}
}

func TestMarks(t *testing.T) {
	for loss, want := range map[float64]string{0: "", 0.0499: "", 0.05: "?!", 0.12: "?", 0.25: "??", 1: "??"} {
		if got := markOf(loss); got != want {
			t.Errorf("a loss of %v is marked %q, want %q", loss, got, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		args  []string
		want  string
		usage bool
	}{
		{nil, "a game is wanted", true},
		{[]string{"h8h8"}, `position "h8h8": move 2: h8 is taken`, true},
		{[]string{""}, "empty board: the game has no moves", false},
		{[]string{"none.sgf"}, "none.sgf: no such file", false},
		{[]string{"-"}, "standard input: no game or position in it", false},
		{[]string{"--nodes", "-1", "h8"}, "want 0 or more", true},
		{[]string{"--time-per-move", "0", "h8"}, "wants a limit of --nodes", true},
		{[]string{"--chart", "c.gif", "h8"}, "--chart c.gif: want a name", true},
		{[]string{"--out", "g.lib", "h8"}, "--out g.lib: want a name that ends with .sgf", true},
		{[]string{"--out", filepath.Join("none", "g.sgf"), "h8"}, "no such file", true},
	} {
		out, err := command(t.Context(), "", test.args...)
		var usage *cli.UsageError
		if err == nil || out != "" || !strings.Contains(err.Error(), test.want) || errors.As(err, &usage) != test.usage {
			t.Errorf("%q: output %q, error %v, want %q", test.args, out, err, test.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %q", test.args, err)
		}
	}
}
