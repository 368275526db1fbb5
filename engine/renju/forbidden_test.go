package renju

import (
	"bufio"
	"encoding/json"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
)

// A forbiddenCase is a line of testdata/forbidden_*.jsonl: a position and all of
// Black's forbidden points in it, with their kinds.
type forbiddenCase struct {
	Name         string
	Black, White []string
	Forbidden    map[string][]string
}

func readForbiddenCases(t testing.TB, name string) []forbiddenCase {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []forbiddenCase
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		var c forbiddenCase
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		cases = append(cases, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

func (c forbiddenCase) board(t testing.TB) Board {
	t.Helper()
	b := NewBoard(15)
	for stone, names := range map[Stone][]string{Black: c.Black, White: c.White} {
		for _, name := range names {
			p, err := ParsePoint(name)
			if err != nil {
				t.Fatalf("%s: %v", c.Name, err)
			}
			b.Set(p, stone)
		}
	}
	return b
}

func TestForbiddenCases(t *testing.T) {
	for name, want := range map[string]int{
		"testdata/forbidden_own.jsonl":    41,
		"testdata/forbidden_random.jsonl": 1000,
	} {
		cases := readForbiddenCases(t, name)
		if len(cases) != want {
			t.Errorf("%s has %d positions, want %d", name, len(cases), want)
		}
		for _, c := range cases {
			b := c.board(t)
			untouched := b
			got := make(map[string][]string)
			for p, f := range b.Forbidden() {
				got[p.String()] = f.Kinds()
			}
			if !maps.EqualFunc(got, c.Forbidden, slices.Equal) {
				t.Errorf("%s: forbidden are\n%v, want\n%v\n%v", c.Name, got, c.Forbidden, b.String())
			}
			if b != untouched {
				t.Errorf("%s: Forbidden changed the board", c.Name)
			}
		}
	}
}

func BenchmarkFoul(b *testing.B) {
	var boards []Board
	for _, c := range readForbiddenCases(b, "testdata/forbidden_random.jsonl") {
		boards = append(boards, c.board(b))
	}
	b.ReportAllocs()
	i, n := 0, 0
	for b.Loop() {
		board := &boards[i%len(boards)]
		p := Point{int8(n % 15), int8(n / 15 % 15)}
		board.Foul(p)
		if n++; n%225 == 0 {
			i++
		}
	}
}
