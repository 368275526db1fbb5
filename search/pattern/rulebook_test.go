package pattern

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/engine/renju"
)

// The rulebook's own cases hold for the fast board too: the complete set of
// Black's forbidden points of each.
func TestForbiddenPointsOfTheRulebooksCases(t *testing.T) {
	files, err := filepath.Glob("../../engine/renju/testdata/forbidden_*.jsonl")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	tables := NewTables(renju.Renju, testWeights)
	b := New(15, tables)
	for _, file := range files {
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		lines := bufio.NewScanner(f)
		lines.Buffer(nil, 1<<20)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "#") || lines.Text() == "" {
				continue
			}
			var c struct {
				Name         string
				Black, White []string
				Forbidden    map[string][]string
			}
			if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
				t.Fatal(err)
			}
			board := renju.NewBoard(15)
			lay(t, &board, c.Black, renju.Black)
			lay(t, &board, c.White, renju.White)
			b.Load(renju.SetUp(board, renju.Renju, renju.Black))
			for p := range board.Points() {
				if board.At(p) != renju.Empty {
					continue
				}
				_, want := c.Forbidden[p.String()]
				if got := b.Forbidden(CellOf(p, 15)); got != want {
					t.Errorf("%s: %v forbidden: %v, want %v", c.Name, p, got, want)
				}
			}
		}
		if err := lines.Err(); err != nil {
			t.Fatal(err)
		}
	}
}

func lay(t *testing.T, board *renju.Board, names []string, stone renju.Stone) {
	t.Helper()
	for _, name := range names {
		p, err := renju.ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		board.Set(p, stone)
	}
}

// On a line each shape means the same to the class table and to a player:
// x is a stone of the colour, o the opponent's or the edge, . is empty and ?
// the point in question.
func TestClassOfAStoneOnALine(t *testing.T) {
	tests := []struct {
		line         string
		black, white Class // in renju
	}{
		{".....?.....", None, None},
		{"....x?.....", Two, Two},
		{".ox?.o.....", None, None},
		{"...x?..o...", Two, Two},
		{".....?xx...", Three, Three},
		{"...x.?x....", Three, Three},
		{"o.xx?.o....", BlockThree, BlockThree}, // only one more point: a four is not straight
		{"o.xx?..o...", Three, Three},
		{"...oxx?....", BlockThree, BlockThree},
		{"..xxx?.....", Straight, Straight},
		{".oxxx?.....", Four, Four},
		{".oxxx?o....", None, None},
		{"xxxx?......", Five, Five},
		{"xxx?xx.....", Forbidden, Five},
		{"x.xx?.x....", Forbidden, Straight}, // two fours on one line
		{"xx.?x.xx...", Forbidden, Straight},
		{"x.xxx?.....", Four, Straight},    // for Black the long end would be an overline
		{"x..xx?..x..", BlockThree, Three}, // both straight fours would touch a further stone
	}
	tables := NewTables(renju.Renju, testWeights)
	b := New(15, tables)
	for _, tt := range tests {
		for colour, stone := range []renju.Stone{renju.Black, renju.White} {
			board := renju.NewBoard(15)
			at := renju.Point{}
			for i, sign := range tt.line {
				p := renju.Point{X: int8(i + 2), Y: 7}
				switch sign {
				case 'x':
					board.Set(p, stone)
				case 'o':
					board.Set(p, stone.Opponent())
				case '?':
					at = p
				}
			}
			b.Load(renju.SetUp(board, renju.Renju, stone))
			want := tt.black
			if colour == White {
				want = tt.white
			}
			if got := b.Class(colour, CellOf(at, 15)); got != want {
				t.Errorf("%s: %v would make class %d, want %d", tt.line, stone, got, want)
			}
		}
	}
}
