package renju

import (
	"strings"
	"testing"
)

func TestBoard(t *testing.T) {
	for size := MinSize; size <= MaxSize; size++ {
		b := NewBoard(size)
		n := 0
		for p := range b.Points() {
			if !b.Contains(p) || b.At(p) != Empty {
				t.Fatalf("size %d: %v is not an empty point of the board", size, p)
			}
			n++
		}
		if n != size*size || b.Count(Empty) != n || b.Size() != size {
			t.Errorf("size %d: %d points, %d empty, Size %d", size, n, b.Count(Empty), b.Size())
		}
		last := int8(size)
		for _, p := range []Point{{-1, 0}, {0, -1}, {last, 0}, {0, last}, {-128, 3}, {127, 3}, Pass} {
			if b.Contains(p) || b.At(p) != Blocked {
				t.Errorf("size %d: %v is on the board", size, p)
			}
		}
	}
	b := NewBoard(15)
	c := b
	b.Set(Point{7, 7}, Black)
	if c.At(Point{7, 7}) != Empty || b == c {
		t.Error("a copy changed with its original")
	}
	b.Set(Point{7, 7}, Empty)
	if b != c {
		t.Error("equal boards are not ==")
	}
	for _, f := range []func(){
		func() { NewBoard(MinSize - 1) },
		func() { NewBoard(MaxSize + 1) },
		func() { b.Set(Point{15, 0}, Black) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("no panic")
				}
			}()
			f()
		}()
	}
}

func TestPointsStops(t *testing.T) {
	b := NewBoard(15)
	for p := range b.Points() {
		if p == (Point{2, 0}) {
			break
		}
	}
}

func TestStones(t *testing.T) {
	for s, want := range map[Stone]string{Empty: "empty", Black: "black", White: "white", Blocked: "blocked", 9: "Stone(9)"} {
		if s.String() != want {
			t.Errorf("String = %q, want %q", s, want)
		}
	}
	for s, want := range map[Stone]Stone{Black: White, White: Black, Empty: Empty, Blocked: Blocked} {
		if s.Opponent() != want {
			t.Errorf("the opponent of %v is %v, want %v", s, s.Opponent(), want)
		}
	}
}

func TestRules(t *testing.T) {
	for _, r := range []Rule{Freestyle, Standard, Renju} {
		if got, err := ParseRule(r.String()); err != nil || got != r {
			t.Errorf("ParseRule(%q) = %v, %v", r, got, err)
		}
	}
	if _, err := ParseRule("caro"); err == nil {
		t.Error("caro is a rule")
	}
}

// Which rows win, by rule, colour and length: the stone on d3 completes the row.
func TestMakesFive(t *testing.T) {
	type want struct{ black, white bool }
	for line, wants := range map[string]map[Rule]want{
		"XXX*...": {Freestyle: {false, false}, Standard: {false, false}, Renju: {false, false}},
		"XXX*X..": {Freestyle: {true, true}, Standard: {true, true}, Renju: {true, true}},
		"XXX*XX.": {Freestyle: {true, true}, Standard: {false, false}, Renju: {false, true}},
		"XXX*XXX": {Freestyle: {true, true}, Standard: {false, false}, Renju: {false, true}},
		"XX#*XXX": {Freestyle: {false, false}, Standard: {false, false}, Renju: {false, false}},
	} {
		for rule, want := range wants {
			for _, s := range []Stone{Black, White} {
				wantFive := map[Stone]bool{Black: want.black, White: want.white}[s]
				for turn := range Symmetry(Symmetries) {
					b, p := onLine(line)
					for q := range b.Points() {
						if b.At(q) == Black {
							b.Set(q, s)
						}
					}
					b, p = b.Transform(turn), turn.Apply(p, 15)
					if got := b.MakesFive(p, s, rule); got != wantFive {
						t.Errorf("%s, %v, %v: MakesFive is %v", line, rule, s, got)
					}
					if b.WinningRow(p, rule) != nil {
						t.Errorf("%s, %v, %v: a winning row through an empty point", line, rule, s)
					}
					b.Set(p, s)
					if got := b.MakesFive(p, s, rule); got != wantFive {
						t.Errorf("%s, %v, %v: with the stone in place MakesFive is %v", line, rule, s, got)
					}
					row := b.WinningRow(p, rule)
					if (row != nil) != wantFive {
						t.Errorf("%s, %v, %v: winning row %v", line, rule, s, row)
					}
					for _, q := range row {
						if b.At(q) != s {
							t.Errorf("%s, %v, %v: winning row %v has %v", line, rule, s, row, b.At(q))
						}
					}
				}
			}
		}
	}
}

func TestWinningRow(t *testing.T) {
	b, err := ParseDiagram(`
		O X . . . O .
		. O X . O . .
		. . O O . . .
		. . O O . . .
		. O . X O . .
		O . . . . O .
		. . . . . . .`)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"a7": "a7b6c5d4e3f2", "a2": "a2b3c4d5e6f7", "f7": "a2b3c4d5e6f7", "b7": "", "g1": ""} {
		p, err := ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := FormatMoves(b.WinningRow(p, Renju)); got != want {
			t.Errorf("the row through %s is %q, want %q", name, got, want)
		}
	}
}

const diagram = `7 . . . . . . .
6 . . . . . . .
5 . . X . O . .
4 . .(X|O). . .
3 . . . # + . .
2 . . . . . .(O)
1 . . . . . . .
  a b c d e f g
`

func TestDiagram(t *testing.T) {
	b := NewBoard(7)
	for name, s := range map[string]Stone{"c5": Black, "c4": Black, "e5": White, "d4": White, "g2": White, "d3": Blocked} {
		p, err := ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Set(p, s)
	}
	got := b.Diagram(Mark{Point{2, 3}, '!'}, Mark{Point{3, 3}, 0}, Mark{Point{6, 1}, 0}, Mark{Point{4, 2}, '+'}, Mark{Point{30, 2}, '?'})
	if got != diagram {
		t.Errorf("got\n%s\nwant\n%s", got, diagram)
	}
	for _, text := range []string{
		diagram,
		b.String(),
		strings.ReplaceAll(b.String(), " ", ""),
		strings.ToLower(b.String()),
		"\n" + strings.ReplaceAll(b.String(), "\n", "\r\n\r\n"),
	} {
		read, err := ParseDiagram(text)
		if err != nil || read != b {
			t.Errorf("%q is read as\n%v%v", text, read.String(), err)
		}
	}
	for size := MinSize; size <= MaxSize; size++ {
		b := NewBoard(size)
		b.Set(Point{0, 1}, White)
		b.Set(Point{int8(size - 1), 0}, Blocked)
		read, err := ParseDiagram(b.String())
		if err != nil || read != b {
			t.Errorf("size %d: read back as\n%v%v", size, read.String(), err)
		}
	}
}

func TestDiagramErrors(t *testing.T) {
	five := strings.Repeat(".....\n", 5)
	for text, want := range map[string]string{
		"":                               "diagram of 0 rows: board size 0 is out of range: want 5 to 22",
		strings.Repeat(".\n", 23):        "diagram of 23 rows: board size 23 is out of range: want 5 to 22",
		five + ".....":                   "diagram line 1 has 5 points: want 6, as there are rows",
		"......\n" + five[6:]:            "diagram line 1 has 6 points: want 5, as there are rows",
		five[6:] + "..?..":               "diagram line 5: '?' is neither a stone nor an empty point",
		five[6:] + "2 .....":             "diagram line 5 is numbered 2: want 1",
		five[6:] + "0 .....":             `diagram line 5: "0" is not a row of any board`,
		five + "1":                       "diagram line 6: row 1 has no points",
		"99999999999999999999 .....":     `diagram line 1: "99999999999999999999" is not a row of any board`,
		five + "a b c d f":               "diagram line 6: 'a' is neither a stone nor an empty point",
		"5 .....\n5 .....\n" + five[12:]: "diagram line 2 is numbered 5: want 4",
	} {
		if _, err := ParseDiagram(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func FuzzParseDiagram(f *testing.F) {
	f.Add(diagram)
	f.Add(".....\n.....\nXO#..\n.....\n.....")
	f.Add("5 a b c d e")
	f.Fuzz(func(t *testing.T, text string) {
		b, err := ParseDiagram(text)
		if err != nil {
			return
		}
		again, err := ParseDiagram(b.String())
		if err != nil || again != b {
			t.Errorf("%q is read as\n%vand that as\n%v%v", text, b.String(), again.String(), err)
		}
	})
}
