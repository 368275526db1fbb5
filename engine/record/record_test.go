package record

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// readAll reads all games of a file, and the first error.
func readAll(f Format, file string, size int, rule renju.Rule) (games []*Game, first error) {
	for g, err := range Read(f, strings.NewReader(file), size, rule) {
		if g != nil {
			games = append(games, g)
		}
		if err != nil && first == nil {
			first = err
		}
	}
	return games, first
}

func write(t testing.TB, f Format, games ...*Game) string {
	t.Helper()
	var out strings.Builder
	for _, g := range games {
		if err := Write(f, &out, g); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

// A maker makes random games of what a format can hold.
type maker struct {
	*rand.Rand
	size                                             int
	rule                                             renju.Rule
	names, info, setup, remarks, comments, labels    bool
	marks, times, passes, variations, blank, answers bool
}

func newMaker(m maker) *maker {
	m.Rand = rand.New(rand.NewPCG(1, 2))
	m.rule = renju.Renju
	return &m
}

func (m *maker) chance(n int) bool { return m.IntN(n) == 0 }

func (m *maker) text(lines int) string {
	words := []string{"black", "]", `\`, "h8", "é", "ÿ", "花月", ":", "(;", "two  spaces", "<&>", "%d", "-1", "1,2"}
	var text []string
	for range 1 + m.IntN(lines) {
		var line []string
		for range 1 + m.IntN(4) {
			line = append(line, words[m.IntN(len(words))])
		}
		text = append(text, strings.Join(line, " "))
	}
	return strings.Join(text, "\n")
}

func (m *maker) game() *Game {
	g := &Game{Size: m.size, Rule: m.rule}
	if m.names {
		g.Black, g.White = "A "+m.text(1), "B "+m.text(1)
	}
	if m.info {
		g.Event, g.Round, g.Date, g.Opening, g.Program = m.text(1), "3", "2026-01-02", m.text(1), "Tengen:1"
		g.Rule = renju.Rule(m.IntN(3))
		g.Result = renju.Result(m.IntN(4))
		if g.Result == renju.BlackWins || g.Result == renju.WhiteWins {
			g.Ending = Ending(m.IntN(4))
		}
	}
	board := renju.NewBoard(m.size)
	if m.setup && m.chance(3) {
		for _, s := range []renju.Stone{renju.Black, renju.White, renju.White} {
			board.Set(m.point(&board), s)
		}
		setup := board
		g.Setup = &setup
	}
	if m.answers && m.chance(3) {
		st := taraguchi.New()
		for !st.Over() && !m.chance(9) {
			_ = st.Apply(m.answer(st)) // an illegal one changes nothing
		}
		g.Answers = st.Answers()
		if len(g.Answers) == 0 {
			g.Answers = nil
		}
	}
	m.remark(&g.Root, &board)
	length := 1 + m.IntN(60)
	if m.blank && m.chance(20) {
		length = 0
	}
	m.grow(&g.Root, board, renju.Black, length)
	return g
}

func (m *maker) point(b *renju.Board) renju.Point {
	for {
		p := renju.Point{X: int8(m.IntN(m.size)), Y: int8(m.IntN(m.size))}
		if b.At(p) == renju.Empty {
			return p
		}
	}
}

func (m *maker) answer(st *taraguchi.State) taraguchi.Answer {
	b := st.Position().Board()
	switch kind := taraguchi.Kind(m.IntN(4)); kind {
	case taraguchi.Place:
		n := st.Square()
		return taraguchi.Answer{Kind: kind, Points: []renju.Point{{X: int8(7 - n + m.IntN(2*n+1)), Y: int8(7 - n + m.IntN(2*n+1))}}}
	case taraguchi.Offer:
		points := taraguchi.Distinct(st.Stones(), false)
		m.Shuffle(len(points), func(i, j int) { points[i], points[j] = points[j], points[i] })
		return taraguchi.Answer{Kind: kind, Points: points[:10]}
	case taraguchi.Pick:
		if offers := st.Offers(); offers != nil {
			return taraguchi.Answer{Kind: kind, Points: []renju.Point{offers[m.IntN(10)], m.point(b)}}
		}
		fallthrough
	default:
		return taraguchi.Answer{Kind: taraguchi.Swap}
	}
}

// remark says something of a node, the board being that behind its move.
func (m *maker) remark(n *Node, b *renju.Board) {
	if m.comments && m.chance(4) {
		n.Comment = m.text(3)
	}
	if m.labels && m.chance(6) {
		seen := *b
		for range 1 + m.IntN(3) {
			p := m.point(&seen)
			seen.Set(p, renju.Blocked)
			n.Labels = append(n.Labels, Label{p, m.text(1)})
		}
	}
	n.Mark = m.marks && m.chance(9)
}

// grow adds a line below a node, which may branch.
func (m *maker) grow(n *Node, b renju.Board, turn renju.Stone, length int) {
	for ; length > 0; length-- {
		branches := 1
		if m.variations && m.chance(12) {
			branches = 2 + m.IntN(2)
		}
		if m.remarks && m.chance(10) {
			remark := &Node{Comment: "-"}
			n.Children = append(n.Children, remark)
			n = remark
		}
		before := b
		for i := range branches {
			now := before
			c := &Node{Stone: turn, Point: renju.Pass}
			if !m.passes || !m.chance(20) {
				c.Point = m.point(&now)
				now.Set(c.Point, turn)
			}
			if m.times {
				c.Took = time.Duration(m.IntN(1e5)) * time.Millisecond
			}
			m.remark(c, &now)
			n.Children = append(n.Children, c)
			if i > 0 {
				m.grow(c, now, turn.Opponent(), m.IntN(8))
			} else {
				b = now
			}
		}
		n = n.Children[len(n.Children)-branches]
		if n.Point != renju.Pass && b.WinningRow(n.Point, m.rule) != nil {
			return // the game is over
		}
		turn = turn.Opponent()
	}
}

// TestRoundTrips writes and reads 100 games in each format that is written. What
// is read must be what was written.
func TestRoundTrips(t *testing.T) {
	for f, made := range map[Format]maker{
		Moves:    {size: 15, passes: true},
		Openings: {size: 20},
		PSQ:      {size: 22, names: true, times: true, blank: true},
		REC:      {size: 20, names: true, times: true, blank: true},
		SGF: {size: 15, names: true, info: true, setup: true, remarks: true, comments: true, labels: true,
			marks: true, passes: true, variations: true, blank: true, answers: true},
		LIB: {size: 15, comments: true, labels: true, marks: true, passes: true, variations: true, blank: true},
	} {
		t.Run(f.String(), func(t *testing.T) {
			m := newMaker(made)
			var games []*Game
			for range 100 {
				g := m.game()
				games = append(games, g)
				if lost := Lost(f, g); lost != nil {
					t.Errorf("%v would lose %q", f, lost)
				}
			}
			var got []*Game
			if f.Several() {
				var err error
				if got, err = readAll(f, write(t, f, games...), m.size, m.rule); err != nil {
					t.Fatal(err)
				}
			} else {
				for _, g := range games {
					read, err := ReadGame(f, strings.NewReader(write(t, f, g)), m.size, m.rule)
					if err != nil {
						t.Fatal(err)
					}
					got = append(got, read)
				}
			}
			compare(t, f, got, games)
		})
	}
}

func compare(t *testing.T, f Format, got, want []*Game) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d games, want %d", len(got), len(want))
	}
	for i := range want {
		if f == LIB { // where labels have no order of their own
			sortLabels(&got[i].Root)
			sortLabels(&want[i].Root)
		}
		if !reflect.DeepEqual(got[i], want[i]) {
			t.Fatalf("game %d differs:\n%s\nwant\n%s", i+1, write(t, SGF, got[i]), write(t, SGF, want[i]))
		}
	}
}

func sortLabels(n *Node) {
	slices.SortFunc(n.Labels, func(a, b Label) int {
		return cmp.Or(cmp.Compare(a.Point.X, b.Point.X), cmp.Compare(a.Point.Y, b.Point.Y))
	})
	for _, c := range n.Children {
		sortLabels(c)
	}
}

// One game, in each format as its description says it is written.
func TestGolden(t *testing.T) {
	const moves = "h8g8h7i10a12d10b6l7o8c15d1c4"
	for name, want := range map[string]string{
		"game.psq":  moves,
		"game.rec":  moves,
		"game.sgf":  "h8g8h7i10a12d10",
		"game.lib":  "h8g8h7",
		"games.rif": moves,
	} {
		f, err := FormatOf(name)
		if err != nil {
			t.Fatal(err)
		}
		g := golden(t, f, name)
		pos, err := g.Position(g.Main()...)
		if err != nil {
			t.Fatal(err)
		}
		if got := renju.FormatMoves(pos.Moves()); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
		if f == PSQ || f == REC {
			if g.Black != "Random 1" || g.White != "Random 2" || g.Main()[11].Took != 1100*time.Millisecond {
				t.Errorf("%s: %s against %s, the last move took %v", name, g.Black, g.White, g.Main()[11].Took)
			}
		}
	}
}

func golden(t testing.TB, f Format, name string) *Game {
	t.Helper()
	file, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := ReadGame(f, bytes.NewReader(file), 15, renju.Renju)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestFormats(t *testing.T) {
	for name, want := range map[string]Format{"a.psq": PSQ, "dir/A.SGF": SGF, "x.y.lib": LIB, "r.rif": RIF, "g.rec": REC} {
		if got, err := FormatOf(name); err != nil || got != want {
			t.Errorf("FormatOf(%q) = %v, %v, want %v", name, got, err, want)
		}
	}
	for _, name := range []string{"", "sgf", "a.txt", "a.moves", "a."} {
		if f, err := FormatOf(name); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("FormatOf(%q) = %v, %v, want an error of one line", name, f, err)
		}
	}
	for f := Moves; f <= RIF; f++ {
		if got, err := ParseFormat(strings.ToUpper(f.String())); err != nil || got != f {
			t.Errorf("ParseFormat(%v) = %v, %v", f, got, err)
		}
	}
	if _, err := ParseFormat("txt"); err == nil {
		t.Error("txt is a format")
	}
}

func TestLost(t *testing.T) {
	g := golden(t, SGF, "game.sgf")
	for f, want := range map[Format]string{
		SGF: "",
		LIB: "the players' names, the result, the event, the date and the name of the opening, the answers of the opening",
		PSQ: "variations, comments, labels, marks, the result, the event, the date and the name of the opening, the answers of the opening",
	} {
		if got := strings.Join(Lost(f, g), ", "); got != want {
			t.Errorf("%v loses %s, want %s", f, got, want)
		}
	}
	p := &Game{Size: 15, Rule: renju.Standard}
	p.Append(alternate([]renju.Point{{X: 7, Y: 7}, renju.Pass, {X: 1, Y: 1}}, renju.Black)...)
	for f, want := range map[Format]string{
		Moves: "the rule", SGF: "", LIB: "the rule", PSQ: "moves from the first pass on, the rule",
		REC: "moves from the first pass on, the rule, the size of the board",
	} {
		if got := strings.Join(Lost(f, p), ", "); got != want {
			t.Errorf("%v loses %s, want %s", f, got, want)
		}
	}
	if got := write(t, PSQ, p); strings.Count(got, "\n") != 3 {
		t.Errorf("behind the pass something was written:\n%s", got)
	}
}

// What a format cannot hold at all is an error, and nothing is written.
func TestWriteRefuses(t *testing.T) {
	board := renju.NewBoard(15)
	big := &Game{Size: 22}
	far := &Game{Size: 15}
	far.Append(Node{Stone: renju.Black, Point: renju.Point{X: 20}})
	for _, test := range []struct {
		f    Format
		g    *Game
		want string
	}{
		{LIB, big, "lib: the board is 22x22: only 15x15 can be written"},
		{REC, big, "rec: the board is 22x22: at most 20x20 can be written"},
		{PSQ, &Game{Size: 15, Setup: &board}, "psq: the game begins from a set-up position"},
		{LIB, &Game{Size: 15, Setup: &board}, "lib: the game begins from a set-up position"},
		{Openings, big, "openings: an opening wants a move"},
		{RIF, big, "rif: RenjuNet's database is only read, not written"},
		{Moves, far, "moves: u1 is off the 15x15 board"},
		{LIB, far, "lib: u1 is off the 15x15 board"},
	} {
		var out strings.Builder
		if err := Write(test.f, &out, test.g); err == nil || err.Error() != test.want || out.Len() > 0 {
			t.Errorf("%v: %v, wrote %q, want %s", test.f, err, out.String(), test.want)
		}
	}
	for f := Moves; f < RIF; f++ {
		g := &Game{Size: 15}
		g.Append(Node{Stone: renju.Black})
		if err := Write(f, brokenWriter{}, g); err == nil {
			t.Errorf("%v: an error of the writer got lost", f)
		}
	}
}

// Errors of the reader reach the caller, with what was read before them.
func TestReadError(t *testing.T) {
	for f := Moves; f <= RIF; f++ {
		var last error
		for _, err := range Read(f, errReader{}, 15, renju.Renju) {
			last = err
		}
		if last == nil || !errors.Is(last, errBroken) {
			t.Errorf("%v: %v", f, last)
		}
	}
}

func TestEmptyFile(t *testing.T) {
	for f := Moves; f <= RIF; f++ {
		if g, err := ReadGame(f, strings.NewReader(""), 15, renju.Renju); g != nil || err == nil {
			t.Errorf("%v: %v, %v", f, g, err)
		}
	}
}

// A colour that moves twice is as good as a pass of the other.
func TestPositionOfSameColour(t *testing.T) {
	g := &Game{Size: 15, Rule: renju.Renju}
	g.Append(Node{Stone: renju.Black, Point: renju.Point{X: 7, Y: 7}}, Node{Comment: "-"}, Node{Stone: renju.Black})
	pos, err := g.Position(g.Main()...)
	if err != nil || renju.FormatMoves(pos.Moves()) != "h8--a1" {
		t.Errorf("%v, %v", pos.Moves(), err)
	}
	lib, err := ReadGame(LIB, strings.NewReader(write(t, LIB, g)), 15, renju.Renju)
	if err != nil {
		t.Fatal(err)
	}
	if pos, err := lib.Position(lib.Main()...); err != nil || renju.FormatMoves(pos.Moves()) != "h8--a1" || lib.Main()[0].Comment != "-" {
		t.Errorf("the library has %v, %v, comment %q", pos.Moves(), err, lib.Main()[0].Comment)
	}
	g.Append(Node{Stone: renju.White, Point: renju.Point{X: 7, Y: 7}})
	if _, err := g.Position(g.Main()...); err == nil || err.Error() != "move 4: h8 is taken by a black stone" {
		t.Errorf("error is %v", err)
	}
}

func TestPositionOfSetup(t *testing.T) {
	b := renju.NewBoard(15)
	b.Set(renju.Point{X: 7, Y: 7}, renju.Black)
	g := &Game{Size: 15, Setup: &b}
	if pos, err := g.Position(); err != nil || pos.ToMove() != renju.White {
		t.Errorf("%v, %v to move", err, pos.ToMove())
	}
	g.Append(Node{Stone: renju.Black, Point: renju.Point{X: 1, Y: 1}})
	if pos, err := g.Position(g.Main()...); err != nil || pos.At(renju.Point{X: 1, Y: 1}) != renju.Black {
		t.Errorf("%v, %v on b2", err, pos.At(renju.Point{X: 1, Y: 1}))
	}
}

// Files that would like to take all memory, or to go on for ever.
func TestHostile(t *testing.T) {
	lib := libMagic + "\x03\x04" + strings.Repeat("\xff", 10)
	const many = 2 << 20
	for _, test := range []struct {
		name string
		f    Format
		file io.Reader
		want string
	}{
		{"brackets", SGF, io.MultiReader(strings.NewReader("(;"), repeat("(", many)), "sgf line 1: more than 2048 brackets in each other"},
		{"nodes in each other", SGF, io.MultiReader(strings.NewReader("("), repeat(";", many)), "sgf line 1: a line of more than 2048 nodes"},
		{"siblings", SGF, io.MultiReader(strings.NewReader("(;"), repeat("(;)", many)), "sgf line 1: the game is too large: it takes more than 96 MiB of memory"},
		{"a long value", SGF, io.MultiReader(strings.NewReader("(;C["), repeat("x", many)), "sgf line 1: a text is longer than 1024 KiB"},
		{"values", SGF, io.MultiReader(strings.NewReader("(;AB"), repeat("[aa]", many)), "sgf line 1: the game is too large: it takes more than 96 MiB of memory"},
		{"rectangles", SGF, io.MultiReader(strings.NewReader("(;SZ[22];TR"), repeat("[aa:vv]", many)), "sgf line 1: the game is too large: it takes more than 96 MiB of memory"},
		{"comments", SGF, io.MultiReader(strings.NewReader("(;"), repeat("C[y]", many/8), strings.NewReader(")")), ""},
		{"a long name", SGF, io.MultiReader(strings.NewReader("(;"), repeat("A", many)), "sgf line 1: the file ends within a game"},
		{"a long line", PSQ, repeat("1", many), "psq line 1: bufio.Scanner: token too long"},
		{"a long line", Moves, repeat("--", many), "moves line 1: bufio.Scanner: token too long"},
		{"nodes in each other", LIB, io.MultiReader(strings.NewReader(lib), repeat("\x00\x00", many)), "lib byte 4120: a line of more than 2048 nodes"},
		{"siblings", LIB, io.MultiReader(strings.NewReader(lib+"\x00\x00"), repeat("\x78\xc0", many)), "lib byte 1797580: the game is too large: it takes more than 96 MiB of memory"},
		{"a comment", LIB, io.MultiReader(strings.NewReader(lib+"\x00\x08"), repeat("x", many)), "lib byte 1048602: a text is longer than 1024 KiB"},
		{"elements", RIF, repeat("<a>", many), "rif line 1: more than 100 elements in each other"},
		{"a name", RIF, io.MultiReader(strings.NewReader("<"), repeat("a", many)), "rif line 1: a row is longer than 1024 KiB"},
		{"players", RIF, io.MultiReader(strings.NewReader("<a>"), numbered(many)), "rif line 1: the tables take more than 16 MiB of memory"},
	} {
		t.Run(fmt.Sprintf("%v/%s", test.f, test.name), func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.GC()
			runtime.ReadMemStats(&before)
			var last error
			for _, err := range Read(test.f, test.file, 15, renju.Renju) {
				last = err
			}
			runtime.ReadMemStats(&after)
			if last == nil && test.want != "" || last != nil && last.Error() != test.want {
				t.Errorf("%v, want %s", last, test.want)
			}
			if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 256<<20 {
				t.Errorf("the heap has grown by %d MiB", grown>>20)
			}
		})
	}
}

// repeat reads as text, written n times.
func repeat(text string, n int) io.Reader {
	return &repeated{text: func(int) string { return text }, n: n}
}

func numbered(n int) io.Reader {
	name := strings.Repeat("n", 1e5)
	return &repeated{text: func(i int) string { return fmt.Sprintf(`<player id="%d" name="%s"/>`, i, name) }, n: n}
}

type repeated struct {
	text func(i int) string
	n    int
	left string
}

func (r *repeated) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if r.left == "" {
			if r.n == 0 {
				break
			}
			r.n--
			r.left = r.text(r.n)
		}
		c := copy(p[n:], r.left)
		r.left = r.left[c:]
		n += c
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// check reads whatever a fuzzer has thought of. What was read must be playable,
// and once written it must read as it was.
func check(t *testing.T, f Format, file string) {
	for g, err := range Read(f, strings.NewReader(file), 15, renju.Renju) {
		if err != nil && strings.Contains(err.Error(), "\n") {
			t.Fatalf("the error has several lines: %v", err)
		}
		if g == nil {
			if err == nil {
				t.Fatal("neither game nor error")
			}
			continue
		}
		playable(t, g, &g.Root, nil)
		for to := Moves; to < RIF; to++ {
			var once, twice strings.Builder
			if err := Write(to, &once, g); err != nil {
				continue
			}
			again, err := ReadGame(to, strings.NewReader(once.String()), g.Size, g.Rule)
			if err != nil && once.String() == "\n" {
				continue // a line without moves is no game
			}
			if err != nil {
				t.Fatalf("%v is written as %q, which cannot be read: %v", to, once.String(), err)
			}
			if err := Write(to, &twice, again); err != nil || once.String() != twice.String() {
				t.Fatalf("%v is written as\n%q and then as\n%q: %v", to, once.String(), twice.String(), err)
			}
			if to == f && to != SGF && to != LIB && !reflect.DeepEqual(g.Main(), again.Main()) {
				t.Fatalf("%v: the moves are not the same", to)
			}
		}
	}
}

func playable(t *testing.T, g *Game, n *Node, line []*Node) {
	if len(n.Children) == 0 || len(line) < 3 {
		if _, err := g.Position(line...); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range n.Children {
		playable(t, g, c, append(line, c))
	}
}

func fuzz(f *testing.F, format Format, seeds ...string) {
	if format >= PSQ {
		name := "testdata/game." + format.String()
		if format == RIF {
			name = "testdata/games.rif"
		}
		file, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		seeds = append(seeds, string(file))
	}
	for _, s := range seeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, file string) { check(t, format, file) })
}

func FuzzMoves(f *testing.F) { fuzz(f, Moves, "h8i9\n# no\n\nh8--i9", "h8h8") }
func FuzzPSQ(f *testing.F) {
	fuzz(f, PSQ, "Piskvorky 5x5, 0:0, 1\n1,1\n2,2,-5\nhomo-1\n1,2\n0\n")
}
func FuzzREC(f *testing.F) { fuzz(f, REC, "a\nb\n0,0,1\n19,19,2\n0\n") }
func FuzzSGF(f *testing.F) {
	fuzz(f, SGF, "(;GM[4]AB[aa:cc]AE[bb]B[dd]W[ee]5A[gg](;W[h8])(;W[tt]LB[aa:\\:\\]]))(;B[])", "(;TARAGUCHI[h8][swap])")
}
func FuzzLIB(f *testing.F) {
	lib := libMagic + "\x03\x00" + strings.Repeat("\xff", 10)
	fuzz(f, LIB, lib+"\x78\x81\x00\x01A\x00\x79\x42", lib+"\x00\x28abc\xe4\x78\x92\x79\x40", "\x78\x00\x79\x08\bx\x00\x00")
}
func FuzzRIF(f *testing.F) { fuzz(f, RIF, "<g><game bresult='1'><move>h8 i9</move></game></g>") }
