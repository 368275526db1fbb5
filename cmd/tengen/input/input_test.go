package input

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
)

const board = "5 . . . . .\n4 . O . . .\n3 . . X X .\n2 . . . . .\n1 . . . . .\n  a b c d e\n"

func position(t *testing.T, in string, args ...string) (string, *renju.Position, error) {
	t.Helper()
	var s Source
	f := cli.NewFlags("test")
	s.AddPosition(f)
	if err := f.Parse(args); err != nil {
		t.Fatal(err)
	}
	return s.Position(cli.IO{In: strings.NewReader(in)}, f.Args())
}

func TestPosition(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return name
	}
	sgf := write("game.sgf", "(;GM[4]SZ[9]RU[standard];B[ee];W[ed];C[a remark];B[fe])(;SZ[7];B[aa])")
	moves := write("games", "# two\nh8i9\n\nh8g7h9\n")
	for _, test := range []struct {
		in   string
		args []string
		want string // name, moves, rule, size and who is to move
		at   string // a black stone
	}{
		{"", []string{"h8", "i9 g7"}, "h8i9g7 h8i9g7 renju 15 white", "h8"},
		{"", []string{""}, "empty board  renju 15 black", ""},
		{"", []string{"h8i9g7", "--move", "1"}, "h8i9g7, move 1 h8 renju 15 white", "h8"},
		{"", []string{"h8i9g7", "--move", "0", "--to-move", "White"}, "h8i9g7, move 0  renju 15 white", ""},
		{"", []string{"h8i9", "--to-move", "white"}, "h8i9 h8i9-- renju 15 white", "h8"},
		{"", []string{"--rule", "freestyle", "--size", "20", "t20"}, "t20 t20 freestyle 20 white", "t20"},
		{" H8 i9\n", []string{"-"}, "standard input h8i9 renju 15 black", "h8"},
		{board, []string{"-"}, "standard input  renju 5 white", "c3"},
		{board, []string{"--file", "-", "--to-move", "black"}, "standard input  renju 5 black", "d3"},
		{"", []string{board}, "diagram  renju 5 white", "c3"},
		{"(;SZ[9];B[aa])", []string{"-"}, "standard input a9 renju 9 white", "a9"},
		{"Piskvorky 12x12, 0:0, 0\n1,1,5\n", []string{"-"}, "standard input a12 renju 12 white", "a12"},
		{"", []string{"--file", sgf}, sgf + " e5e6f5 standard 9 white", "f5"},
		{"", []string{"-f", sgf, "--move", "2"}, sgf + ", move 2 e5e6 standard 9 black", "e5"},
		{"", []string{"-f", sgf, "--game", "2"}, sgf + " a7 renju 7 white", "a7"},
		{"", []string{"-f", moves, "--game", "2"}, moves + " h8g7h9 renju 15 white", "h9"},
	} {
		name, pos, err := position(t, test.in, test.args...)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
			continue
		}
		got := strings.Join([]string{name, renju.FormatMoves(pos.Moves()), pos.Rule().String(), cli.Plural(pos.Size(), ""), pos.ToMove().String()}, " ")
		if got = strings.ReplaceAll(got, " s ", " "); got != test.want {
			t.Errorf("%q: %q, want %q", test.args, got, test.want)
		}
		if p, err := renju.ParsePoint(test.at); err == nil && pos.At(p) != renju.Black {
			t.Errorf("%q: %v on %v", test.args, pos.At(p), p)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		in    string
		args  []string
		want  string
		usage bool
	}{
		{"", nil, "a position is wanted", true},
		{"", []string{"h8h8"}, `position "h8h8": move 2: h8 is taken`, true},
		{"", []string{"--size", "30", "h8"}, "size 30 is out of range", true},
		{"", []string{"--rule", "go", "h8"}, `unknown rule "go"`, true},
		{"", []string{"--move", "3", "h8i9"}, "--move 3: want 0 to 2", true},
		{"", []string{"--move", "-2", "h8i9"}, "--move -2: want 0 to 2", true},
		{"", []string{"--to-move", "red", "h8"}, "--to-move red: want black or white", true},
		{"", []string{"--game", "0", "h8"}, "--game wants 1 or more", true},
		{"", []string{"--file", "x", "h8"}, `comes from x: unexpected argument "h8"`, true},
		{"", []string{"--file", "none.sgf"}, "none.sgf: no such file", false},
		{"", []string{"X.X.X"}, "diagram of 1 rows", true},
		{"", []string{"-"}, "standard input: no game or position in it", false},
		{"h8\n", []string{"-", "--game", "2"}, "standard input: no game 2 in it: it has 1 game", false},
		{"h8 g\n", []string{"-"}, `standard input: moves line 1: move 2 is not a point: "g"`, false},
		{"(;SZ[15];B[xx])", []string{"-"}, `standard input: sgf line 1: "xx" is off the 15x15 board`, false},
		{".....\n..X..\n", []string{"-"}, "standard input: diagram of 2 rows", false},
		{"<x>", []string{"-"}, "standard input: rif", false},
	} {
		_, _, err := position(t, test.in, test.args...)
		var usage *cli.UsageError
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.As(err, &usage) != test.usage {
			t.Errorf("%q, %q: error %v, want %q", test.args, test.in, err, test.want)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: more than a line: %q", test.args, err)
		}
	}
}

// TestPlies walks a game with a remark, a colour that moves twice and a move behind
// the five.
func TestPlies(t *testing.T) {
	const text = "(;SZ[9];B[aa];C[a remark];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea];W[eb])"
	var s Source
	f := cli.NewFlags("test")
	s.AddGame(f)
	_, g, err := s.Game(cli.IO{In: strings.NewReader(text)}, []string{"-"})
	if err != nil {
		t.Fatal(err)
	}
	plies, err := Plies(g)
	if err != nil {
		t.Fatal(err)
	}
	var moves []renju.Point
	for i, p := range plies[1:] {
		moves = append(moves, p.Move)
		if (p.Node == nil) != (p.Move == renju.Pass) {
			t.Errorf("move %d, %v: node %v", i+1, p.Move, p.Node)
		}
		if p.Node != nil && !slices.Contains(p.Parent.Children, p.Node) {
			t.Errorf("move %d, %v stands below another node", i+1, p.Move)
		}
		if got := len(p.Position.Moves()); got != i+1 {
			t.Errorf("move %d, %v: the position has %d", i+1, p.Move, got)
		}
	}
	if got := renju.FormatMoves(moves); got != "a9--b9b8c9c8d9d8e9" {
		t.Errorf("the moves are %s", got)
	}
}

func TestPoints(t *testing.T) {
	var p Points
	for _, text := range []string{"h8,I9", "g7-f6", "a1 - a1"} {
		if err := p.Set(text); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	if got := p.String(); got != "h8,i9,f6,g6,f7,g7,a1" {
		t.Errorf("the points are %s", got)
	}
	for _, text := range []string{"", "h", "h8,", "h8-", "z1", "h8-g7-f6"} {
		if err := p.Set(text); err == nil {
			t.Errorf("%q: no error", text)
		}
	}
}

func TestPower(t *testing.T) {
	for _, test := range []struct {
		args  []string
		want  string // of the error
		table int64
	}{
		{nil, "", 256 << 20},
		{[]string{"--hash", "7M"}, "", 7 << 20},
		{[]string{"--memory", "1G", "--threads", "4"}, "", 1<<30 - programBytes - 4*threadBytes},
		{[]string{"--threads", "0"}, "--threads wants 1 or more", 0},
		{[]string{"--memory", "10M", "--threads", "1"}, "--memory 10M: want at least 35M for 1 thread", 0},
		{[]string{"--memory", "1G", "--hash", "1M"}, "--memory and --hash exclude each other", 0},
		{[]string{"--hash", "100G"}, "--hash 100G: want at most", 0},
	} {
		var p Power
		f := cli.NewFlags("test")
		p.Add(f)
		if err := f.Parse(test.args); err != nil {
			t.Fatal(err)
		}
		options, err := p.Options()
		if test.want != "" {
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%q: error %v, want %q", test.args, err, test.want)
			}
		} else if err != nil || options.TableBytes != min(test.table, search.MaxTableBytes) {
			t.Errorf("%q: error %v, a table of %d, want %d", test.args, err, options.TableBytes, test.table)
		}
	}
}
