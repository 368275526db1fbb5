package record

import (
	"errors"
	"strings"
	"testing"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

func TestWriteSGF(t *testing.T) {
	position, err := renju.PositionFromMoves(15, renju.Renju, "h8i9a1--o15")
	if err != nil {
		t.Fatal(err)
	}
	g := Game{
		Size: 15, Rule: renju.Renju,
		Black: "Left", White: "Right [2]", Date: "2001-02-03",
		Result: renju.WhiteWins, Ending: OnTime,
		Root: Node{Comment: "First line\r\nsecond"},
	}
	g.Append(MoveNodes(position)...)
	g.Main()[0].Comment = `a\b]`
	g.Main()[1].Labels = Lettered([]renju.Point{{X: 0, Y: 14}, {X: 7, Y: 6}})
	const want = `(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[Left]PW[Right [2\]]DT[2001-02-03]RE[W+T]C[First line
second]
;B[hh]C[a\\b\]]
;W[ig]LB[aa:A][hi:B]
;B[ao]
;W[]
;B[oa])
`
	if got := sgfOf(t, g); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func sgfOf(t testing.TB, g Game) string {
	t.Helper()
	var out strings.Builder
	if err := g.WriteSGF(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestResult(t *testing.T) {
	for want, g := range map[string]Game{
		"RE[B+]":  {Result: renju.BlackWins},
		"RE[W+R]": {Result: renju.WhiteWins, Ending: Resigned},
		"RE[B+T]": {Result: renju.BlackWins, Ending: OnTime},
		"RE[B+F]": {Result: renju.BlackWins, Ending: Forfeit},
		"RE[0]":   {Result: renju.Draw},
		"RE[?]":   {Result: renju.Ongoing},
	} {
		g.Size = 15
		if got := sgfOf(t, g); !strings.Contains(got, want) {
			t.Errorf("%s lacks %s", got, want)
		}
	}
}

func TestSetup(t *testing.T) {
	b := renju.NewBoard(5)
	b.Set(renju.Point{X: 0, Y: 0}, renju.Black)
	b.Set(renju.Point{X: 1, Y: 0}, renju.White)
	b.Set(renju.Point{X: 2, Y: 4}, renju.White)
	b.Set(renju.Point{X: 4, Y: 4}, renju.Blocked)
	p := renju.SetUp(b, renju.Standard, renju.White)
	if err := p.Play(renju.Point{X: 2, Y: 2}); err != nil {
		t.Fatal(err)
	}
	g := Game{Size: 5, Rule: renju.Standard, Setup: &b}
	g.Append(MoveNodes(p)...)
	got := sgfOf(t, g)
	const want = "(;FF[4]GM[4]CA[UTF-8]SZ[5]RU[standard]RE[?]AB[ae]AW[be][ca]MA[ea]\n;W[cc])\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPointsOffTheBoard(t *testing.T) {
	for _, n := range []Node{
		{Stone: renju.Black, Point: renju.Point{X: 15, Y: 0}},
		{Labels: Lettered([]renju.Point{{X: 3, Y: 3}, renju.Pass})},
	} {
		var out strings.Builder
		g := Game{Size: 15}
		g.Append(n)
		if err := g.WriteSGF(&out); err == nil || out.Len() > 0 {
			t.Errorf("%v: error %v, wrote %q; want an error and nothing", n, err, out.String())
		}
	}
}

type brokenWriter struct{}

var errBroken = errors.New("broken")

func (brokenWriter) Write([]byte) (int, error) { return 0, errBroken }

func TestWriteError(t *testing.T) {
	g := Game{Size: 15}
	if err := g.WriteSGF(brokenWriter{}); !errors.Is(err, errBroken) {
		t.Errorf("error is %v, want the writer's", err)
	}
}

func TestOpeningNodes(t *testing.T) {
	ten := []renju.Point{}
	for y := range int8(10) {
		ten = append(ten, renju.Point{X: 0, Y: y})
	}
	place := func(x, y int8) taraguchi.Answer {
		return taraguchi.PlaceOn(renju.Point{X: x, Y: y})
	}
	st, err := taraguchi.Replay([]taraguchi.Answer{
		place(7, 7), {Kind: taraguchi.Swap}, place(7, 8), place(7, 9), place(9, 7),
		{Kind: taraguchi.Offer, Points: ten},
		{Kind: taraguchi.Pick, Points: []renju.Point{ten[2], {X: 14, Y: 14}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	g := Game{Size: 15}
	g.Append(OpeningNodes(st, [2]string{"Ann", "Bob"}, []string{"", "Black is better"})...)
	got := sgfOf(t, g)
	const want = `(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[freestyle]RE[?]
;B[hh]C[Ann places stone 1 on h8.]
;C[Bob swaps before stone 2 and holds black now.
Black is better]
;W[hg]C[Ann places stone 2 on h9.]
;B[hf]C[Bob places stone 3 on h10.]
;W[jh]C[Ann places stone 4 on j8.]
;LB[ao:A][an:B][am:C][al:D][ak:E][aj:F][ai:G][ah:H][ag:I][af:J]C[Bob offers ten points for stone 5: a1 a2 a3 a4 a5 a6 a7 a8 a9 a10.]
;B[am]C[Ann picks a3 as stone 5.]
;W[oa]C[Ann places stone 6 on o15.])
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Whatever an engine says must come back from between the brackets.
func FuzzEscape(f *testing.F) {
	for _, s := range []string{"", "]", `\`, `\]`, `ends with \`, "two\nlines", "tab\tand\x00", "\xff", "三三"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		g := Game{Size: 15, Black: s}
		g.Append(Node{Comment: s})
		sgf := sgfOf(t, g)
		plain := func(s, breaks string) string { // what is meant to be left of s
			s = strings.ReplaceAll(strings.TrimSpace(s), "\r\n", "\n")
			return strings.Map(func(r rune) rune {
				if r < ' ' && !strings.ContainsRune(breaks, r) || r == 0x7f {
					return ' '
				}
				return r
			}, s)
		}
		for name, want := range map[string]string{"PB": plain(s, ""), ";C": plain(s, "\n")} {
			if got := value(t, sgf, name); strings.TrimSpace(got) != strings.TrimSpace(want) {
				t.Errorf("%s of %q reads back as %q, want %q", name, s, got, want)
			}
		}
	})
}

// value reads the first value of a property as any reader of SGF would: up to a
// "]" that no backslash stands before. Property names in values do not fool it.
func value(t *testing.T, sgf, name string) string {
	t.Helper()
	inside, escaped := false, false
	var val strings.Builder
	start := 0
	for i := 0; i < len(sgf); i++ {
		c := sgf[i]
		switch {
		case !inside && c == '[':
			inside = true
			val.Reset()
		case !inside:
		case escaped:
			val.WriteByte(c)
			escaped = false
		case c == '\\':
			escaped = true
		case c == ']':
			inside = false
			if before, _, _ := strings.Cut(sgf[start:], "["); strings.HasSuffix(before, name) {
				return val.String()
			}
			start = i + 1
		default:
			val.WriteByte(c)
		}
	}
	return ""
}
