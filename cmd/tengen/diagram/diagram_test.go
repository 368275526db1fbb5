package diagram

import (
	"bytes"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
)

func diagram(t *testing.T, in string, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := Command.Run(t.Context(), cli.IO{In: strings.NewReader(in), Out: &out, Err: &out}, args)
	return out.String(), err
}

func TestText(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--size", "5", "c3d4"}, `
5 . . . . .
4 . . .(O).
3 . . X . .
2 . . . . .
1 . . . . .
  a b c d e
`},
		{[]string{"--size", "5", "--numbers", "--mark", "a1=^,b2=A", "--mark", "E5=#", "--caption", "After 2", "c3", "d4"}, `
5  .  .  .  .  =
4  .  .  .(O2) .
3  .  . X1  .  .
2  .  A  .  .  .
1  ^  .  .  .  .
   a  b  c  d  e
After 2
`},
		{[]string{"--size", "9", "--forbidden", "e6a1e7a9f5i1g5i9"}, `
9 O . . . . . . .(O)
8 . . . . . . . . .
7 . . . . X . . . .
6 . . . . X . . . .
5 . . . . ! X X . .
4 . . . . . . . . .
3 . . . . . . . . .
2 . . . . . . . . .
1 O . . . . . . . O
  a b c d e f g h i
`},
	} {
		got, err := diagram(t, "", test.args...)
		if want := test.want[1:]; err != nil || got != want {
			t.Errorf("%q: error %v:\n%s\nwant:\n%s", test.args, err, got, want)
		}
	}
	if got, err := diagram(t, "", "--colour", "h8"); err != nil || !strings.Contains(got, "\x1b[") {
		t.Errorf("no colours: error %v:\n%q", err, got)
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	read := func(name string, args ...string) []byte {
		t.Helper()
		file := filepath.Join(dir, name)
		out, err := diagram(t, "", append(args, "--out", file)...)
		if err != nil || out != "" {
			t.Fatalf("%s: error %v, output %q", name, err, out)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	img, err := png.Decode(bytes.NewReader(read("b.png", "--width", "200", "h8")))
	if err != nil || img.Bounds().Dx() != 200 {
		t.Errorf("the PNG: error %v, size %v", err, img.Bounds())
	}
	if text := string(read("b.svg", "--caption", "a < b", "h8")); !strings.Contains(text, `width="720"`) || !strings.Contains(text, ">a &lt; b</text>") {
		t.Errorf("the SVG:\n%s", text)
	}
}

// TestString reads diagrams, plays what comes out and looks at the board again.
func TestString(t *testing.T) {
	for _, test := range []struct{ rows, want string }{
		{".....\n.....\n.....\n.....\n.....", ""},
		{".....\n...O.\n..X..\n.....\n.....", "c3d4"},
		{"5 . . . . .\n4 . . .(O).\n3 . . X X .\n2 . . . . .\n1 . . . . .\n  a b c d e", "c3d4d3"},
		{"X....\n...X.\n..X..\n.....\n.....", "c3--d4--a5"},
		{".....\n...O.\n..O..\n.....\n.....", "--c3--d4"},
	} {
		got, err := diagram(t, test.rows+"\n", "--string")
		if err != nil || got != test.want+"\n" {
			t.Errorf("%s\nerror %v, position %q, want %q", test.rows, err, got, test.want)
			continue
		}
		want, err := renju.ParseDiagram(test.rows)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := renju.PositionFromMoves(5, renju.Renju, strings.TrimSpace(got))
		if err != nil || *pos.Board() != want {
			t.Errorf("%q leads to another board: %v", got, err)
		}
	}
}

func TestErrors(t *testing.T) {
	blocked := "#....\n.....\n.....\n.....\n.....\n"
	for _, test := range []struct {
		args  []string
		in    string
		want  string
		usage bool
	}{
		{nil, "", "a position is wanted", true},
		{[]string{"h8h8"}, "", `position "h8h8": move 2: h8 is taken`, true},
		{[]string{"--mark", "h8", "h8"}, "", `--mark h8: "h8": want a point and a sign`, true},
		{[]string{"--mark", "h8=", "h8"}, "", `"h8=": want a point and a sign`, true},
		{[]string{"--mark", "h8=four", "h8"}, "", `"h8=four": want a point and a sign`, true},
		{[]string{"--mark", "z8=x", "h8"}, "", `"z8" is not a point`, true},
		{[]string{"--mark", "p8=x", "h8"}, "", `p8 is off the board`, true},
		{[]string{"--forbidden", "--rule", "freestyle", "h8"}, "", "--forbidden: freestyle forbids nothing", true},
		{[]string{"--out", "b.jpg", "h8"}, "", "--out b.jpg: want a name that ends with .svg or .png", true},
		{[]string{"--out", "b.png", "--width", "9", "h8"}, "", "width 9 is out of range", true},
		{[]string{"--out", filepath.Join("none", "b.png"), "h8"}, "", "--out open " + filepath.Join("none", "b.png"), true},
		{[]string{"--string", "h8"}, "", `unexpected argument "h8"`, true},
		{[]string{"--string"}, "hello", "diagram line 1", false},
		{[]string{"--string"}, blocked, "a5 is blocked", false},
	} {
		out, err := diagram(t, test.in, test.args...)
		var usage *cli.UsageError
		if err == nil || out != "" || !strings.Contains(err.Error(), test.want) || errors.As(err, &usage) != test.usage {
			t.Errorf("%q: output %q, error %v, want %q", test.args, out, err, test.want)
		}
	}
}
