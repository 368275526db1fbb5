package record

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"

	"tengen/engine/renju"
)

// An Ending is how a game that has a winner was decided.
type Ending uint8

const (
	OnBoard  Ending = iota // by five or by a foul
	Resigned               // the loser gave up
	OnTime                 // the loser's time ran out
	Forfeit                // the loser crashed or broke the rules of the match
)

// A Game is a game to be written down.
type Game struct {
	Size  int // points along an edge
	Rule  renju.Rule
	Setup *renju.Board // stones that stood there before the first move; nil: none

	Black, White string // names of the players: who holds the colour in the end
	Event        string // the match or tournament
	Round        string // which game of it
	Date         string // as 2006-01-02
	Opening      string // how the game was opened, such as "Taraguchi-10, D4 Kagetsu"
	Program      string // what writes this down, such as "Tengen:1.0"

	Result renju.Result // Ongoing: not finished, or not known how
	Ending Ending

	Comment string // on the game as a whole
	Nodes   []Node
}

// A Node is a move of a game, or a remark between moves.
type Node struct {
	Stone   renju.Stone   // who moves, Black or White; Empty: nobody
	Point   renju.Point   // the move, which may be a pass, if somebody moves
	Comment string        // what there is to say, in lines
	Labels  []renju.Point // points of the board to be labelled A, B, C, ...
}

// MoveNodes returns a node for each move of pos, without comments.
func MoveNodes(pos *renju.Position) []Node {
	colour := pos.ToMove()
	moves := pos.Moves()
	if len(moves)%2 == 1 {
		colour = colour.Opponent()
	}
	nodes := make([]Node, len(moves))
	for i, m := range moves {
		nodes[i] = Node{Stone: colour, Point: m}
		colour = colour.Opponent()
	}
	return nodes
}

// WriteSGF writes the game as one SGF game tree without branches, in UTF-8,
// with a line for each node. A file may hold several games one after the other.
// Nothing is written if a node has a point that is not on the board; the other
// errors are w's.
func (g *Game) WriteSGF(w io.Writer) error {
	var out bytes.Buffer
	if err := g.appendSGF(&out); err != nil {
		return err
	}
	_, err := w.Write(out.Bytes())
	return err
}

func (g *Game) appendSGF(out *bytes.Buffer) error {
	// FF is the version of the format and GM the number it has given to gomoku
	// and renju.
	fmt.Fprintf(out, "(;FF[4]GM[4]CA[UTF-8]SZ[%d]", g.Size)
	property(out, "AP", simpleText(g.Program))
	property(out, "RU", simpleText(g.Rule.String()))
	property(out, "PB", simpleText(g.Black))
	property(out, "PW", simpleText(g.White))
	property(out, "EV", simpleText(g.Event))
	property(out, "RO", simpleText(g.Round))
	property(out, "DT", simpleText(g.Date))
	property(out, "ON", simpleText(g.Opening))
	property(out, "RE", g.result())
	property(out, "C", text(g.Comment))
	if g.Setup != nil {
		g.appendSetup(out)
	}
	for i, n := range g.Nodes {
		out.WriteString("\n;")
		if n.Stone == renju.Black || n.Stone == renju.White {
			name, err := g.pointName(n.Point)
			if err != nil && n.Point != renju.Pass {
				return fmt.Errorf("sgf node %d: %w", i+1, err)
			}
			fmt.Fprintf(out, "%s[%s]", colourLetter(n.Stone), name)
		}
		for j, p := range n.Labels {
			name, err := g.pointName(p)
			if err != nil {
				return fmt.Errorf("sgf node %d: label %d: %w", i+1, j+1, err)
			}
			if j == 0 {
				out.WriteString("LB")
			}
			fmt.Fprintf(out, "[%s:%s]", name, label(j))
		}
		property(out, "C", text(n.Comment))
	}
	out.WriteString(")\n")
	return nil
}

// appendSetup writes the stones that have no history. SGF has no blocked
// points; they are marked with crosses.
func (g *Game) appendSetup(out *bytes.Buffer) {
	for _, kind := range []struct {
		stone renju.Stone
		name  string
	}{{renju.Black, "AB"}, {renju.White, "AW"}, {renju.Blocked, "MA"}} {
		first := true
		for p := range g.Setup.Points() {
			if g.Setup.At(p) != kind.stone {
				continue
			}
			if first {
				out.WriteString(kind.name)
				first = false
			}
			name, err := g.pointName(p)
			if err != nil {
				panic("record: " + err.Error()) // a point of the set-up's own board
			}
			fmt.Fprintf(out, "[%s]", name)
		}
	}
}

// result returns the value of the property RE.
func (g *Game) result() string {
	how := [...]string{OnBoard: "", Resigned: "R", OnTime: "T", Forfeit: "F"}[g.Ending]
	switch g.Result {
	case renju.BlackWins:
		return "B+" + how
	case renju.WhiteWins:
		return "W+" + how
	case renju.Draw:
		return "0"
	}
	return "?"
}

// pointName returns a point as SGF has it: letters for the column from the left
// and the row from the top.
func (g *Game) pointName(p renju.Point) (string, error) {
	x, y := p.Wire(g.Size)
	if x < 0 || x >= g.Size || y < 0 || y >= g.Size {
		return "", fmt.Errorf("%v is off the %dx%d board", p, g.Size, g.Size)
	}
	return string([]byte{'a' + byte(x), 'a' + byte(y)}), nil
}

func colourLetter(s renju.Stone) string {
	if s == renju.Black {
		return "B"
	}
	return "W"
}

// label returns the label with index i: A to Z, then numbers.
func label(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprint(i + 1)
}

// property writes a property unless its value, which is escaped already, is
// empty.
func property(out *bytes.Buffer, name, value string) {
	if value != "" {
		fmt.Fprintf(out, "%s[%s]", name, value)
	}
}

// text returns s as a value of SGF's type Text: a backslash before each "]" and
// "\", the line breaks kept as "\n".
func text(s string) string {
	s = strings.ReplaceAll(strings.TrimSpace(s), "\r\n", "\n")
	return escape(s, func(r rune) bool { return r == '\n' })
}

// simpleText returns s as a value of SGF's type SimpleText, which is one line.
func simpleText(s string) string {
	return escape(strings.TrimSpace(s), func(rune) bool { return false })
}

// escape makes s safe between brackets. Control characters become spaces,
// unless they are to be kept, and bytes that are not UTF-8 the replacement
// character.
func escape(s string, keep func(rune) bool) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == ']' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case unicode.IsControl(r) && !keep(r):
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
