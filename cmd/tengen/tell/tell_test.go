package tell

import (
	"path/filepath"
	"strings"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
)

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 9999: "9999", 10_000: "10 k", 999_499: "999 k", 1_234_567: "1.2 M", 98_765_432: "99 M"} {
		if got := Count(n); got != want {
			t.Errorf("Count(%d) = %q, want %q", n, got, want)
		}
	}
}

// TestAfter takes values one ply back, those of a game that has just ended included.
func TestAfter(t *testing.T) {
	const mate = search.MateValue
	for v, want := range map[search.Value]search.Value{
		0: 0, 35: -35, mate - 3: -mate + 4, -mate + 2: mate - 3, -mate: mate - 1, mate: -mate + 1,
	} {
		if got := After(v); got != want {
			t.Errorf("After(%d) = %d, want %d", int(v), int(got), int(want))
		}
	}
}

func TestCanDraw(t *testing.T) {
	dir := t.TempDir()
	for name, want := range map[string]string{
		"": "", filepath.Join(dir, "a.png"): "", "a.gif": "--board a.gif: want a name", filepath.Join(dir, "none", "a.svg"): "no such file",
	} {
		if err := CanDraw("--board", name, 720); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", name, err, want)
		}
	}
}

func TestByFours(t *testing.T) {
	for _, test := range []struct{ moves, line, want string }{
		{"h8a1i8b1j8c1", "g8f8k8", " by fours"},
		{"h8a1i8b1j8c1", "h9g8k8", ""}, // a quiet move
		{"h8a1i8b1", "j8", ""},
		{"h8a1i8b1j8c1k8e1", "l8", " by fours"},
		{"h8a1i8b1j8c1", "h8", ""}, // it is taken
	} {
		pos, err := renju.PositionFromMoves(15, renju.Renju, test.moves)
		if err != nil {
			t.Fatal(err)
		}
		line, err := renju.ParseMoves(test.line)
		if err != nil {
			t.Fatal(err)
		}
		if got := ByFours(pos, line); got != test.want {
			t.Errorf("%s, %s: %q, want %q", test.moves, test.line, got, test.want)
		}
	}
}
