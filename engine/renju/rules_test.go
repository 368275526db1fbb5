package renju

import (
	"slices"
	"strings"
	"testing"
)

// onLine returns a board with s along its middle row, from the left edge on, and
// the point of the "*", where Black is to play.
func onLine(s string) (b Board, p Point) {
	b = NewBoard(15)
	for x, c := range s {
		at := Point{int8(x), 7}
		switch c {
		case 'X':
			b.Set(at, Black)
		case 'O':
			b.Set(at, White)
		case '#':
			b.Set(at, Blocked)
		case '*':
			p = at
		}
	}
	for x := len(s); x < 15; x++ { // the row ends where s does
		b.Set(Point{int8(x), 7}, Blocked)
	}
	return b, p
}

// What a black stone on * makes along its own line.
func TestShapes(t *testing.T) {
	tests := []struct {
		line  string
		row   int // length of the unbroken row
		fours int
		three bool
	}{
		// Fours: four stones that one more makes into exactly five.
		{".XX*X.", 4, 1, false},   // straight: two points to five, yet one four
		{"OXX*X.", 4, 1, false},   // closed on one side
		{"#XX*X#", 4, 0, false},   // closed on both
		{"XX*X.", 4, 1, false},    // at the edge
		{".XX*.X.", 3, 1, false},  // broken
		{".X.X*X", 3, 1, false},   // broken
		{".XX.*X.", 2, 1, false},  // broken in the middle
		{".XX.*XX.", 3, 0, false}, // would be an overline, and no row of four beside
		{"X.XX*X.X", 4, 0, false}, // both ends would be overlines
		{"X.XX*X..", 4, 1, false}, // one end would
		{"O.XX*X.O", 4, 1, false}, // straight: White beyond the ends does not matter
		{".XXX*XX.", 6, 0, false}, // an overline makes no fours
		{".X.*..X.", 1, 0, false}, // too far apart

		// Two fours on one line.
		{"X.X*X.X", 3, 2, false},
		{"XX.*X.XX", 2, 2, false},
		{"XXX.*.XXX", 1, 2, false},
		{"X.X*X.XX", 3, 1, false}, // the right one would be an overline
		{"OX.X*X.XO", 3, 2, false},

		// Threes: three stones that one more makes into a straight four.
		{"..X*X..", 3, 0, true},
		{".X*X..", 3, 0, true},
		{".X*X.", 3, 0, false},    // no room for a straight four
		{"OX*X...", 3, 0, false},  // closed
		{"O.X*X.O", 3, 0, false},  // room for five, but not for a straight four
		{"O.X*X..O", 3, 0, true},  // one way only
		{".X.*X.", 2, 0, true},    // broken
		{"OX.*X.", 2, 0, false},   // broken and closed
		{".X..*X.", 2, 0, false},  // broken twice
		{".X.*.X.", 1, 0, false},  // broken twice
		{".XX*..X.", 3, 0, false}, // one end of the four to come would be an overline
		{"..XX*..X", 3, 0, true},  // not of the one that leaves a gap
		{"X..*XX..X", 3, 0, false},
		{"X..*XX...X", 3, 0, true},
		{"X.X*X..", 3, 1, false}, // a four, and no three beside it
	}
	for _, test := range tests {
		// Seen from the left and from the right.
		for range 2 {
			b, p := onLine(test.line)
			b.Set(p, Black)
			d := directions[0]
			if got := b.row(p, d, Black); got != test.row {
				t.Errorf("%s: row of %d, want %d", test.line, got, test.row)
			}
			if got := b.fours(p, d); got != test.fours {
				t.Errorf("%s: %d fours, want %d", test.line, got, test.fours)
			}
			if got := b.isThree(p, d); got != test.three {
				t.Errorf("%s: three is %v, want %v", test.line, got, test.three)
			}
			mirrored := []byte(test.line)
			slices.Reverse(mirrored)
			test.line = string(mirrored)
		}
	}
}

// Fouls of one stone, as the rules describe them. Black is to play on *.
func TestFoul(t *testing.T) {
	tests := []struct {
		name    string
		diagram string
		want    Foul
	}{
		{"an empty board", `
			. . . . .
			. . . . .
			. . * . .
			. . . . .
			. . . . .`, 0},
		{"overline", `
			. . . . . . . . .
			. . . . . . . . .
			. X X X * X X . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, Overline},
		{"five beats an overline", `
			. . . . . . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . . . X . . . .
			. X X X * X X . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"five beats a double-three", `
			. . . . . . . . .
			. . . . . . X . .
			. . . . . X . . .
			. X X X X * . . .
			. . . . . X . . .
			. . . . . X X . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"double-three", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . X X * . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, DoubleThree},
		{"a three and a closed three are free", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . O . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . X X * . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"a blocked point closes a three as White does", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . # . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . X X * . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"a three has to have room on the board", `
			. . . . . . .
			. . . . . . .
			. . . . X . .
			. . . . X . .
			. . X X * . .
			. . . . . . .
			. . . . . . .`, DoubleThree},
		{"as before, a row lower", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . X . .
			. . . . X . .
			. . X X * . .
			. . . . . . .`, DoubleThree},
		{"at the edge the upright three is closed", `
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . . . .
			. . . . X . .
			. . . . X . .
			. . X X * . .`, 0},
		{"double-four on two lines", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . X . . . .
			. . . . X . . . .
			. . . . X . . . .
			O X X X * . . . .
			. . . . O . . . .
			. . . . . . . . .
			. . . . . . . . .`, DoubleFour},
		{"a four and a three are free", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . X . . . .
			. . . . X . . . .
			O X X X * . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"double-four on one line", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. X . X * X . X .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, DoubleFour},
		{"a straight four is one four", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . X X * X . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, 0},
		{"double-four and overline at once", `
			. . . . . . . . .
			. . . . . . . . .
			. . . . X . . X .
			. . . . X . X . .
			. . . . X X . . .
			. X X X * X X . .
			. . . . . . . . .
			. . . . . . . . .
			. . . . . . . . .`, DoubleFour | Overline},
		{"double-four and double-three at once", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . X . . . X . . .
			. . . . X . X . . . .
			. O X X X * . . . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . O . . . . .
			. . . . . . . . . . .`, DoubleFour | DoubleThree},

		// Rule 9.3. In the next diagrams the row on * can only become a straight
		// four on the point to the right of *.
		{"Black may play there: a three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . X . . . . . .
			. . . . X X . . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, DoubleThree},
		{"it is a double-four: no three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . X . . . . . .
			. . . . X X . . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, 0},
		{"it makes five at once: no three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . X . . . . . .
			. . . . X X . . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, 0},
		{"it is an overline: no three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . X . . . . . .
			. . . . X X . . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .`, 0},
		{"it is a double-three: no three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . X . . X . . .
			. . . . X . X . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, 0},
		{"it looks like a double-three, but White closes one of them: a three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . O . .
			. . . . X . . X . . .
			. . . . X . X . . . .
			O . X X * . . O . . .
			. . . . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, DoubleThree},
		{"it looks like a double-three, but one of them needs an overline: a three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . X . . . .
			O . X X * . . O . . .
			. . . X X . X X X . .
			. . X . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, DoubleThree},
		{"without the overline it is one: no three", `
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .
			. . . . . . X . . . .
			O . X X * . . O . . .
			. . . X X . . X X . .
			. . X . . X . . . . .
			. . . . . X . . . . .
			. . . . . . . . . . .
			. . . . . . . . . . .`, 0},
	}
	for _, test := range tests {
		b, p := parseProblem(t, test.diagram)
		// Turned and reflected it is the same.
		for s := range Symmetry(Symmetries) {
			turned := b.Transform(s)
			if got := turned.Foul(s.Apply(p, b.Size())); got != test.want {
				t.Errorf("%s (symmetry %d): foul is %q, want %q\n%v", test.name, s, got, test.want, turned.Diagram(Mark{s.Apply(p, b.Size()), '*'}))
			}
		}
	}
}

// parseProblem reads a diagram with one * in it.
func parseProblem(t *testing.T, diagram string) (Board, Point) {
	t.Helper()
	b, err := ParseDiagram(diagram)
	if err != nil {
		t.Fatal(err)
	}
	signs := strings.Join(strings.Fields(diagram), "")
	i := strings.IndexByte(signs, '*')
	if i < 0 || strings.Count(signs, "*") != 1 {
		t.Fatalf("one * is wanted in\n%s", diagram)
	}
	return b, Point{int8(i % b.Size()), int8(b.Size() - 1 - i/b.Size())}
}
