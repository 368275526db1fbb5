package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"tengen/engine/renju"
)

// Piskvork's two formats are known from its source (github.com/plastovicka/Piskvork,
// openPsq and savePsq in source/game.cpp) and from games of Gomocup, which end
// with one line more. Both are lines of text, one game a file.
//
//	Piskvorky 15x15, 11:11, 0    board, levels of the players (0: human), who begins
//	8,8,1500                     column and row from 1, the row from the top, milliseconds
//	9,7,230
//	pbrain-a.zip                 the players, both or none; people are homo-1 and homo-2
//	pbrain-b.zip
//	-1                           how it ended: an error's number, mostly -1 or 0
//
// In Gomotur's format there is no first line, the players stand above the moves,
// coordinates count from 0, and the board is 20x20. Who has won, and by which
// rule, stands in neither.

// recSize is the size of Gomotur's boards.
const recSize = 20

func readPSQ(r io.Reader, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		in := newPiskvork(PSQ, r)
		g, err := in.psq(rule)
		yield(g, in.fault(err))
	}
}

func readREC(r io.Reader, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		in := newPiskvork(REC, r)
		g, err := in.rec(rule)
		yield(g, in.fault(err))
	}
}

// piskvork reads a file line by line.
type piskvork struct {
	format Format
	lines  *bufio.Scanner
	line   string // read last
	number int
}

func newPiskvork(f Format, r io.Reader) *piskvork {
	return &piskvork{format: f, lines: bufio.NewScanner(r)}
}

// next goes on to the next line. It reports false at the end of the file.
func (in *piskvork) next() bool {
	in.number++
	if !in.lines.Scan() {
		return false
	}
	in.line = oneLine(strings.TrimPrefix(in.lines.Text(), "\ufeff"))
	return true
}

func (in *piskvork) fault(err error) error {
	if readErr := in.lines.Err(); readErr != nil {
		err = readErr
	}
	if err == nil {
		return nil
	}
	return &Fault{Format: in.format, Line: in.number, Err: err}
}

func (in *piskvork) psq(rule renju.Rule) (*Game, error) {
	in.next()
	var width, height, level1, level2, begins int
	n, _ := fmt.Sscanf(in.line, "Piskvorky %dx%d, %d:%d, %d", &width, &height, &level1, &level2, &begins)
	if n < 5 || begins|1 != 1 {
		return nil, errors.New(`the file does not begin with a line such as "Piskvorky 15x15, 0:0, 0"`)
	}
	if width != height {
		return nil, fmt.Errorf("the board is %dx%d: only squares are known", width, height)
	}
	if _, err := renju.NewPosition(width, rule); err != nil {
		return nil, err
	}
	g := &Game{Size: width, Rule: rule}
	if err := in.moves(g, 1); err != nil {
		return g, err
	}
	// in.line is the first line behind the moves.
	if _, err := strconv.Atoi(in.line); err == nil || in.line == "" {
		return g, nil
	}
	names := [2]string{in.line}
	if in.next() {
		names[1] = in.line
	}
	g.Black, g.White = psqName(names[begins]), psqName(names[1-begins])
	return g, nil
}

func (in *piskvork) rec(rule renju.Rule) (*Game, error) {
	g := &Game{Size: recSize, Rule: rule}
	for _, name := range []*string{&g.Black, &g.White} {
		if !in.next() {
			return nil, errors.New("the file ends before the moves")
		}
		if _, _, ok, _ := parsePiskvorkMove(in.line, 0, recSize); ok {
			return nil, errors.New("a move where a player's name is wanted")
		}
		*name = psqName(in.line)
	}
	return g, in.moves(g, 0)
}

// moves reads moves up to a line that is none, or the end, and leaves that line
// in in.line.
func (in *piskvork) moves(g *Game, origin int) error {
	b := newBuilder(g)
	turn := renju.Black
	for {
		if in.line = ""; !in.next() {
			return nil
		}
		p, took, ok, err := parsePiskvorkMove(in.line, origin, g.Size)
		if err != nil || !ok {
			return err
		}
		if err := b.move(turn, p); err != nil {
			return err
		}
		b.at().Took = took
		turn = turn.Opponent()
	}
}

// parsePiskvorkMove reads "x,y" or "x,y,milliseconds", where coordinates count
// from origin. It reports false for any other line.
func parsePiskvorkMove(line string, origin, size int) (p renju.Point, took time.Duration, ok bool, err error) {
	fields := strings.Split(line, ",")
	if len(fields) != 2 && len(fields) != 3 {
		return p, 0, false, nil
	}
	var n [3]int
	for i, f := range fields {
		if n[i], err = strconv.Atoi(strings.TrimSpace(f)); err != nil {
			return p, 0, false, nil
		}
	}
	p = renju.FromWire(n[0]-origin, n[1]-origin, size)
	if !onBoard(p, size) {
		return p, 0, true, fmt.Errorf("the move %s is off the %dx%d board", line, size, size)
	}
	const most = int(24 * time.Hour / time.Millisecond)
	return p, time.Duration(max(0, min(n[2], most))) * time.Millisecond, true, nil
}

func writePSQ(w *bufio.Writer, g *Game) error {
	nodes, err := mainMoves(g, false)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "Piskvorky %dx%d, 0:0, 0\n", g.Size, g.Size)
	writePiskvorkMoves(w, nodes, g.Size, 1)
	if black, white := nameLine(g.Black, 1), nameLine(g.White, 2); black != "homo-1" || white != "homo-2" {
		fmt.Fprintf(w, "%s\n%s\n", black, white)
	}
	fmt.Fprintln(w, -1)
	return nil
}

func writeREC(w *bufio.Writer, g *Game) error {
	if g.Size > recSize {
		return fmt.Errorf("the board is %dx%d: at most %dx%d can be written", g.Size, g.Size, recSize, recSize)
	}
	nodes, err := mainMoves(g, false)
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s\n%s\n", nameLine(g.Black, 1), nameLine(g.White, 2))
	writePiskvorkMoves(w, nodes, g.Size, 0)
	fmt.Fprintln(w, -1)
	return nil
}

func writePiskvorkMoves(w *bufio.Writer, nodes []*Node, size, origin int) {
	for _, n := range nodes {
		x, y := n.Point.Wire(size)
		fmt.Fprintf(w, "%d,%d,%d\n", x+origin, y+origin, n.Took.Milliseconds())
	}
}

// psqName returns a player's name, "" for one of the names of people.
func psqName(name string) string {
	if strings.HasPrefix(name, "homo-") {
		return ""
	}
	return name
}

// nameLine returns the line for a player's name. One without any letter could be
// taken for a move or a number.
func nameLine(name string, number int) string {
	name = oneLine(name)
	if !slices.ContainsFunc([]rune(name), unicode.IsLetter) {
		return fmt.Sprintf("homo-%d", number)
	}
	return name
}
