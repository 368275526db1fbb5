package record

import (
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"tengen/engine/renju"
)

func TestReadOpenings(t *testing.T) {
	tests := []struct {
		size       int
		file, want string // the moves of each opening as renju names them
	}{
		// In pos the first row is the top one: h8 is the centre both ways.
		{15, "h8\na1\no15\na15\n", "h8 a15 o1 a1"},
		{15, "i8c13f12\n", "i8c3f4"},
		{20, "a20A1", "a1a20"},

		{15, "0,0, 1,-1, -1,1, 7,7, -7,-7", "h8i9g7o1a15"},
		{15, "0,0,1,-1", "h8i9"},
		{20, "0,0, -10,-10, 9,9", "k10a20t1"},

		{15, "\ufeffh8i9\r\n\r\n# a remark\r\n  0,0, 2,2  \r\n", "h8i7 h8j6"},
		{15, "", ""},
	}
	for _, test := range tests {
		var got []string
		for o, err := range ReadOpenings(strings.NewReader(test.file), test.size) {
			if err != nil {
				t.Errorf("%q: %v", test.file, err)
			}
			got = append(got, renju.FormatMoves(o.Moves))
		}
		if got := strings.Join(got, " "); got != test.want {
			t.Errorf("%q on %d: %s, want %s", test.file, test.size, got, test.want)
		}
	}
}

func TestReadOpeningsErrors(t *testing.T) {
	for file, want := range map[string]string{
		"h8\n\nh8h8\n":           "openings line 3: move 2: h8 is taken by a black stone",
		"h8a16":                  "openings line 1: move 2: a16 is off the 15x15 board",
		"h8p1":                   "openings line 1: move 2: p1 is off the 15x15 board",
		", ,":                    `openings line 1: no moves in ", ,"`,
		"h8--i9":                 "openings line 1: move 2 is a pass",
		"h8?":                    `openings line 1: move 2 is not a point: "?"`,
		"0,0, 1":                 "openings line 1: 3 offsets do not make pairs",
		"0,0, 8,0":               "openings line 1: move 2: 8,0 from the centre is off the 15x15 board",
		"0,0, 256,0":             `openings line 1: move 2: "256" is not an offset from the centre`,
		"0,0, a,1":               `openings line 1: move 2: "a" is not an offset from the centre`,
		strings.Repeat(" ", 1e5): "openings line 1: bufio.Scanner: token too long",
	} {
		var last error
		for _, err := range ReadOpenings(strings.NewReader(file), 15) {
			last = err
		}
		if last == nil || last.Error() != want {
			t.Errorf("%.20q: %v, want %s", file, last, want)
		}
	}
}

// The reader takes a line at a time and stops when it is told to.
func TestReadOpeningsStreams(t *testing.T) {
	failing := io.MultiReader(strings.NewReader("h8\ni9\n"), errReader{})
	var lines []int
	for o, err := range ReadOpenings(failing, 15) {
		if err != nil {
			if !errors.Is(err, errBroken) || err.Error() != "openings line 3: broken" {
				t.Errorf("error is %v, want the reader's, at line 3", err)
			}
			break
		}
		lines = append(lines, o.Line)
	}
	if len(lines) != 2 || lines[0] != 1 || lines[1] != 2 {
		t.Errorf("lines %v were read before the error, want 1 and 2", lines)
	}
	for range ReadOpenings(strings.NewReader("h8\ni9\n"), 15) {
		break
	}
}

type errReader struct{}

func (errReader) Read([]byte) (int, error) { return 0, errBroken }

// The balanced openings that come with the program are all playable, differ
// from each other, and have nothing decided yet.
func TestBalancedOpenings(t *testing.T) {
	f, err := os.Open("testdata/openings_balanced.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	seen := make(map[renju.Board]int)
	for o, err := range ReadOpenings(f, 15) {
		if err != nil {
			t.Fatal(err)
		}
		if len(o.Moves) < 4 || len(o.Moves) > 7 {
			t.Errorf("line %d has %d moves, want 4 to 7", o.Line, len(o.Moves))
		}
		position, err := renju.NewPosition(15, renju.Renju)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range o.Moves {
			if err := position.Play(m); err != nil {
				t.Fatal(err)
			}
			if position.Outcome().Over() {
				t.Errorf("line %d: the game is over after %v", o.Line, m)
			}
		}
		board := *position.Board()
		if line, ok := seen[board]; ok {
			t.Errorf("line %d is line %d again", o.Line, line)
		}
		for s := range renju.Symmetry(renju.Symmetries) {
			seen[board.Transform(s)] = o.Line
		}
	}
	positions := make(map[int]bool)
	for _, line := range seen {
		positions[line] = true
	}
	if len(positions) != 160 {
		t.Errorf("%d openings, want 160", len(positions))
	}
}

func FuzzReadOpenings(f *testing.F) {
	f.Add("h8i9g7\n0,0, 1,-1\n", 15)
	f.Add("# only this\n", 20)
	f.Add("-7,-7", 5)
	f.Add(",", 15)
	f.Fuzz(func(t *testing.T, file string, size int) {
		for o, err := range ReadOpenings(strings.NewReader(file), size) {
			if err != nil {
				continue
			}
			if size < renju.MinSize || size > renju.MaxSize {
				t.Fatalf("an opening for size %d", size)
			}
			b := renju.NewBoard(size)
			for _, m := range o.Moves {
				if b.At(m) != renju.Empty {
					t.Fatalf("line %d: %v cannot be played", o.Line, m)
				}
				b.Set(m, renju.Black)
			}
			if len(o.Moves) == 0 {
				t.Fatalf("line %d: no moves", o.Line)
			}
		}
	})
}
