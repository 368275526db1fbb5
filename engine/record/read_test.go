package record

import (
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// outline writes what is below a node in short: moves with their remarks, and
// variations in brackets.
func outline(n *Node) string {
	var out strings.Builder
	for _, c := range n.Children {
		if len(n.Children) > 1 {
			out.WriteByte('(')
		}
		switch c.Stone {
		case renju.Black:
			out.WriteString("B:" + renju.FormatMoves([]renju.Point{c.Point}))
		case renju.White:
			out.WriteString("W:" + renju.FormatMoves([]renju.Point{c.Point}))
		default:
			out.WriteString("-")
		}
		out.WriteString(remarks(c) + " " + outline(c))
		if len(n.Children) > 1 {
			out.WriteByte(')')
		}
	}
	return out.String()
}

func remarks(n *Node) string {
	var out strings.Builder
	for _, l := range n.Labels {
		fmt.Fprintf(&out, "[%v %s]", l.Point, l.Text)
	}
	if n.Mark {
		out.WriteByte('!')
	}
	if n.Comment != "" {
		fmt.Fprintf(&out, "%q", n.Comment)
	}
	return out.String()
}

const libHeader = libMagic + "\x03\x04\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"

// What is read of sound files, and of broken ones up to the fault.
func TestRead(t *testing.T) {
	for _, test := range []struct {
		f         Format
		file      string
		want, err string // remarks on the game and outline; games are separated by ";"
	}{
		{Moves, "h8i9\r\n\n# a remark\n H8 -- i9", "B:h8 W:i9 ;B:h8 W:-- B:i9 ", ""},
		{Moves, "h8h8\nj9\nh8z9\na16", "B:h8 ;B:j9 ;", "moves line 1: move 2: h8 is taken by a black stone"},
		{Openings, "h8i9\n0,0, 1,-1\n\nh16", "B:h8 W:i7 ;B:h8 W:i9 ", "openings line 4: move 1: h16 is off the 15x15 board"},

		{PSQ, "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7\n-1\n", "B:h8 W:i9 ", ""},
		{PSQ, "Piskvorky 15x15, 0:0, 0\n8,8,0\n8,8,0\n", "B:h8 ", "psq line 3: h8 is taken by a black stone"},
		{PSQ, "Piskvorky 15x15, 0:0, 0\n8,8,0\n16,1,0\n", "B:h8 ", "psq line 3: the move 16,1,0 is off the 15x15 board"},
		{PSQ, "Piskvorky 15x14, 0:0, 0\n", "", "psq line 1: the board is 15x14: only squares are known"},
		{PSQ, "Piskvorky 99x99, 0:0, 0\n", "", "psq line 1: board size 99 is out of range: want 5 to 22"},
		{PSQ, "1,13\n3,15\n", "", `psq line 1: the file does not begin with a line such as "Piskvorky 15x15, 0:0, 0"`},
		{REC, "a\nb\n10,10,5\n0,0,5\n0", "B:k10 W:a20 ", ""},
		{REC, "a\nb\n10,10,5\n20,0,5\n", "B:k10 ", "rec line 4: the move 20,0,5 is off the 20x20 board"},
		{REC, "10,10,5\n9,9,5", "", "rec line 1: a move where a player's name is wanted"},
		{REC, "a\n", "", "rec line 2: the file ends before the moves"},

		{SGF, "(;GM[4]SZ[15];B[hh];W[ig])", "B:h8 W:i9 ", ""},
		{SGF, "junk (;B[hh];W[])\n(;B[tt]C[x]) junk", `B:h8 W:-- ;B:--"x" `, ""},
		{SGF, "(;SZ[20];B[tt];W[at])", "B:t1 W:a1 ", ""},
		{SGF, "(;B[hh](;W[ig];B[aa](;W[bb])(;W[cc]))(;W[hg];B[aa]))", "B:h8 (W:i9 B:a15 (W:b14 )(W:c13 ))(W:h9 B:a15 )", ""},
		{SGF, "(;GM[4]C[whole]B[hh]C[one]W[h9]C[two])", `"whole"B:h8"one" W:h9"two" `, ""},
		{SGF, "(;GM[5]5A[gg][hh]Game[x]\n;\tBlack\n[hh] ;C[remark];W[aa]HO[2])", `B:h8 -"remark" W:a15! `, ""},
		{SGF, "(;C[a\\\nb\\]c\\\\\r\nd\te])", `"ab]c\\\nd e"`, ""},
		{SGF, "(;C[\xc4\xe3])", `"Äã"`, ""},
		{SGF, "(;LB[hh:a:b][ii:c\\]]TR[aa:bb];B[hh])", "[h8 a:b][i7 c]][a14 △][b14 △][a15 △][b15 △]B:h8 ", ""},
		{SGF, "(;B[hh];W[hh])", "B:h8 ", "sgf line 1: h8 is taken by a black stone"},
		{SGF, "(;B[hh]\n;W[zz])", "B:h8 ", `sgf line 2: "zz" is off the 15x15 board`},
		{SGF, "(;B[hh]\n;W[?])", "B:h8 ", `sgf line 2: "?" is not a point: want a letter a to v and a row 1 to 22`},
		{SGF, "(;B[hh]\n\n;W[ii", "B:h8 - ", "sgf line 3: the file ends within a game"},
		{SGF, "(;B[hh])(;B[aa])(;SZ[99])", "B:h8 ;B:a15 ", "sgf line 1: board size 99 is out of range: want 5 to 22"},
		{SGF, "(;GM[1]SZ[19];B[aa])", "", "sgf line 1: the game is GM[1]: gomoku and renju are GM[4]"},
		{SGF, "(;SZ[15:19])", "", "sgf line 1: SZ[15:19] is not the size of a square board"},
		{SGF, "(;B[hh];AW[aa])", "B:h8 - ", "sgf line 1: stones are set up after the first node"},
		{SGF, "() Copyright (c) (\n;B[hh])\n(", "B:h8 ", ""},
		{SGF, "(;B[hh]+)", "B:h8 ", "sgf line 1: '+' where a node, a property or a bracket is wanted"},
		{SGF, "(;B)", "", "sgf line 1: ')' where a value of B is wanted"},
		{SGF, "(;TARAGUCHI[h8][swap][swap])", "", "sgf line 1: TARAGUCHI: answer 3: no second swap before stone 2: it must be placed"},

		{LIB, libHeader, "", ""},
		{LIB, libHeader + "\x00\x00\x78\x00\x69\x80\x01\x40\xef\x40", "B:h8 (W:i9 B:a15 )(W:o1 )", ""},
		{LIB, libHeader + "\x78\x40", "B:h8 ", ""},
		{LIB, "\x78\x00\x69\x40", "B:h8 W:i9 ", ""},
		{LIB, libHeader + "\x00\x08one\x00\x78\x18a\bb\r\nc\x00\x00\x69\x40", `"one"B:h8!"a\nb\nc" W:i9 `, ""},
		{LIB, libHeader + "\x78\x20ab}\xfe", `B:h8"abå~" `, ""},
		{LIB, libHeader + "\x78\x00\x69\xc1\x00\x01ab\x00\x00\x01\x43\x00\x01\xe9\x00", "B:h8[i9 ab][a15 é] W:i9 ", ""},
		{LIB, libHeader + "\x78\x00\x00\x00\x69\x40", "B:h8 W:-- B:i9 ", ""},
		{LIB, libHeader + "\x78\x00\x78\x40", "B:h8 ", "lib byte 22: h8 is taken by a black stone"},
		{LIB, libHeader + "\x78\x00\x10\x40", "B:h8 ", "lib byte 22: 0x10 is not a point"},
		{LIB, libHeader + "\x78\x00\x69", "B:h8 ", "lib byte 22: the file ends within a pair of bytes"},
		{LIB, libHeader + "\x78\x00\x69\x08abcd", "B:h8 ", "lib byte 28: the file ends within a node"},
		{LIB, libMagic + "\x03\x05\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff", "", "lib byte 0: version 3.5 of the format is not known, but up to 3.4"},
		{LIB, libMagic + "\x03", "", "lib byte 0: the file ends within the header"},
		{LIB, "(;B[hh])", "", "lib byte 0: not a library of RenLib"},

		{RIF, "<d><game><move>h8 i9</move></game><game><move>h8 h8</move></game>\n<game><move>zz</move></game><game><move>a1</move></game></d>",
			"B:h8 W:i9 ;B:h8 ;;B:a1 ", "rif line 1: move 2: h8 is taken by a black stone"},
		{RIF, "<d>\n<game swap='R' alt='51'><move/><info>why</info></game></d>", `"Swaps: R\nAlternative fifth stones: 51\nwhy"`, ""},
		{RIF, "<d>\n<game><move>h8</move></game>\n<game", "B:h8 ", "rif line 3: unexpected EOF"},
		{RIF, "<d>\n<game><move>h8</move></game>\n</e>", "B:h8 ", "rif line 3: element <d> closed by </e>"},
		{RIF, "no database", "", "rif line 1: not a database of games"},
	} {
		games, err := readAll(test.f, test.file, 15, renju.Renju)
		var got []string
		for _, g := range games {
			got = append(got, remarks(&g.Root)+outline(&g.Root))
		}
		if s := strings.Join(got, ";"); s != test.want {
			t.Errorf("%v %q:\n%s, want\n%s", test.f, test.file, s, test.want)
		}
		if err == nil && test.err != "" || err != nil && err.Error() != test.err {
			t.Errorf("%v %q: error %v, want %s", test.f, test.file, err, test.err)
		}
	}
}

func TestReadPlayers(t *testing.T) {
	for _, test := range []struct {
		f            Format
		file         string
		black, white string
	}{
		{PSQ, "Piskvorky 15x15, 1:1, 0\n8,8,1\nAnn\nBob\n-1\n", "Ann", "Bob"},
		{PSQ, "Piskvorky 15x15, 1:1, 1\n8,8,1\nAnn\nBob\n-1\n", "Bob", "Ann"}, // the second began
		{PSQ, "Piskvorky 15x15, 1:0, 0\n8,8,1\nAnn\nhomo-2\n-1\n", "Ann", ""},
		{PSQ, "Piskvorky 15x15, 1:1, 0\n8,8,1\n-1\n", "", ""},
		{PSQ, "Piskvorky 15x15, 1:1, 0\n8,8,1\n", "", ""},
		{REC, "Ann\nBob\n8,8,1\n0\n", "Ann", "Bob"},
		{SGF, "(;PB[ Ann ]PW[B\\]ob])", "Ann", "B]ob"},
	} {
		g, err := ReadGame(test.f, strings.NewReader(test.file), 15, renju.Renju)
		if err != nil {
			t.Errorf("%q: %v", test.file, err)
		} else if g.Black != test.black || g.White != test.white {
			t.Errorf("%q: %q against %q, want %q against %q", test.file, g.Black, g.White, test.black, test.white)
		}
	}
}

// A name that could be taken for a move or a result is not written.
func TestNamesWithoutLetters(t *testing.T) {
	g := &Game{Size: 15, Black: "1,2", White: "-1"}
	want := "Piskvorky 15x15, 0:0, 0\n-1\n"
	if got := write(t, PSQ, g); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	g.White = "三"
	want = "Piskvorky 15x15, 0:0, 0\nhomo-1\n三\n-1\n"
	if got := write(t, PSQ, g); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestReadSGFInfo(t *testing.T) {
	g := golden(t, SGF, "game.sgf")
	want := &Game{
		Size: 15, Rule: renju.Renju, Black: "Random 1", White: "Random 2", Date: "2026-01-02", Program: "By Hand:1",
		Result: renju.WhiteWins, Ending: Resigned, Answers: g.Answers, Root: g.Root,
	}
	if !reflect.DeepEqual(g, want) {
		t.Errorf("%+v, want %+v", g, want)
	}
	if len(g.Answers) != 6 || g.Answers[4].Kind != taraguchi.Offer || g.Answers[5].Kind != taraguchi.Pick {
		t.Errorf("answers %v", g.Answers)
	}
	const outlined = `"Written by hand: [brackets], a broken line"B:h8 W:g8 B:h7 ` +
		`(W:i10[a12 A][f1 b:c]! B:a12 W:d10 )(W:a15"no" (B:b14 )(B:c13[d12 △] ))`
	if got := remarks(&g.Root) + outline(&g.Root); got != outlined {
		t.Errorf("%s, want\n%s", got, outlined)
	}
	for re, want := range map[string]Game{
		"B+": {Result: renju.BlackWins}, "b+Resign": {Result: renju.BlackWins, Ending: Resigned},
		"W+T": {Result: renju.WhiteWins, Ending: OnTime}, "W+Forfeit": {Result: renju.WhiteWins, Ending: Forfeit},
		"W+5": {Result: renju.WhiteWins}, "0": {Result: renju.Draw}, "Draw": {Result: renju.Draw}, "?": {}, "Void": {},
	} {
		if result, ending := parseResult(re); result != want.Result || ending != want.Ending {
			t.Errorf("RE[%s] is %v, %v", re, result, ending)
		}
	}
}

func TestReadSGFSetup(t *testing.T) {
	g, err := ReadGame(SGF, strings.NewReader("(;AB[aa:bb]AE[bb]AW[cc]SZ[5];W[bb])"), 15, renju.Renju)
	if err != nil {
		t.Fatal(err)
	}
	pos, err := g.Position(g.Main()...)
	if err != nil {
		t.Fatal(err)
	}
	if b := pos.Board(); b.Size() != 5 || b.Count(renju.Black) != 3 || b.Count(renju.White) != 2 || b.At(renju.Point{X: 1, Y: 3}) != renju.White {
		t.Errorf("the board is\n%s", b.Diagram())
	}
}

func TestReadLib(t *testing.T) {
	g := golden(t, LIB, "game.lib")
	const want = `"Our own\nin two\nlines"B:h8[g8 A][i10 B][c15 here] (W:g8"café" B:h7! )(W:i10 (B:a12 )(B:-- W:d10 ))`
	if got := remarks(&g.Root) + outline(&g.Root); got != want {
		t.Errorf("%s, want\n%s", got, want)
	}
	// Written again it is the same file, byte by byte.
	file, err := os.ReadFile("testdata/game.lib")
	if err != nil {
		t.Fatal(err)
	}
	if got := write(t, LIB, g); got != string(file) {
		t.Errorf("written again it is\n% x, want\n% x", got, file)
	}
}

// Libraries can be read node by node, and the reading stopped.
func TestLibNodes(t *testing.T) {
	file := libHeader + "\x00\x00\x78\x00\x69\x80\x01\x40\xef\x40"
	var got []string
	for n, err := range LibNodes(strings.NewReader(file)) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(n.Depth, n.Point, n.Offset))
	}
	if want := "0 pass 20|1 h8 22|2 i9 24|3 a15 26|2 o1 28"; strings.Join(got, "|") != want {
		t.Errorf("%q, want %q", got, want)
	}
	for range LibNodes(strings.NewReader(file)) {
		break
	}
}

func TestReadRIF(t *testing.T) {
	file, err := os.ReadFile("testdata/games.rif")
	if err != nil {
		t.Fatal(err)
	}
	games, err := readAll(RIF, string(file), 15, renju.Renju)
	if err == nil || err.Error() != "rif line 27: move 3: h8 is taken by a black stone" {
		t.Errorf("error is %v", err)
	}
	if len(games) != 3 {
		t.Fatalf("%d games, want 3", len(games))
	}
	for i, want := range []Game{
		{Black: "Random One", White: "Zwölf", Event: "Dice & friends", Round: "F2", Date: "2026-01-02",
			Opening: "Taraguchi-10, D6 Ugetsu", Rule: renju.Renju, Result: renju.Draw},
		{Black: "Zwölf", Event: "Club", Date: "1999", Opening: "Swap2", Rule: renju.Standard, Result: renju.BlackWins},
		{Black: "Zwölf", White: "Random One", Event: "Dice & friends", Date: "2026-01-02", Opening: "Taraguchi-10",
			Rule: renju.Renju, Result: renju.WhiteWins},
	} {
		want.Size, want.Root = 15, games[i].Root
		if !reflect.DeepEqual(*games[i], want) {
			t.Errorf("game %d is %+v, want %+v", i+1, *games[i], want)
		}
	}
	const want = `"Swaps: R--R-\na note"B:h8 W:g8 B:h7 W:i10[f1 A][j14 B] B:a12 `
	if got := remarks(&games[0].Root) + outline(&games[0].Root); !strings.HasPrefix(got, want) {
		t.Errorf("%s, want\n%s", got, want)
	}
}

// Games read from RenjuNet's format are those that were put there.
func TestRoundTripRIF(t *testing.T) {
	m := newMaker(maker{size: 15, passes: false, blank: true})
	var file strings.Builder
	file.WriteString("<database><players><player id=\"7\" name=\"Ann\"/></players><games>\n")
	var games []*Game
	for i := range 100 {
		g := m.game()
		g.Black, g.Round, g.Result = "Ann", fmt.Sprint(i), renju.Draw
		games = append(games, g)
		fmt.Fprintf(&file, "<game id=\"%d\" round=\"%d\" black=\"7\" bresult=\"0.5\">\n<move>", i, i)
		for _, n := range g.Main() {
			fmt.Fprintf(&file, "%v ", n.Point)
		}
		file.WriteString("</move>\n</game>\n")
	}
	file.WriteString("</games></database>\n")
	got, err := readAll(RIF, file.String(), 15, renju.Renju)
	if err != nil {
		t.Fatal(err)
	}
	compare(t, RIF, got, games)
}

func TestTimes(t *testing.T) {
	for line, want := range map[string]time.Duration{
		"1,1,1500": 1500 * time.Millisecond, "1,1": 0, "1,1,-5": 0, "1,1,999999999": 24 * time.Hour, "1, 1, 7": 7 * time.Millisecond,
	} {
		if _, got, ok, err := parsePiskvorkMove(line, 1, 15); err != nil || !ok || got != want {
			t.Errorf("%q took %v, %v, %v, want %v", line, got, ok, err, want)
		}
	}
	for _, line := range []string{"", "1", "1,2,3,4", "a,b", "1,1,x", "Ann, Bob"} {
		if _, _, ok, err := parsePiskvorkMove(line, 1, 15); ok || err != nil {
			t.Errorf("%q is a move (%v)", line, err)
		}
	}
}
