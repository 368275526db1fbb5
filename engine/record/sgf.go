package record

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tengen/engine/renju"
)

// The Smart Game Format, version 4, is described on red-bean.com/sgf. Games of
// gomoku and renju have its number 4 (GM) and write points as games of go do: two
// letters, for the column from the left and the row from the top. It knows of no
// swaps; the answers of a Taraguchi-10 opening stand in a property of our own,
// TARAGUCHI, as the format allows, such as TARAGUCHI[h8][swap][h9].

// WriteSGF writes the game as one SGF game tree, in UTF-8, with a line for each
// node. A file may hold several games one after the other. Nothing is written if
// a point is not on the board; the other errors are w's.
func (g *Game) WriteSGF(w io.Writer) error { return Write(SGF, w, g) }

// An sgfWriter writes games on a board of the given size. What it writes to keeps
// the errors.
type sgfWriter struct {
	*bufio.Writer
	size int
}

func writeSGF(w *bufio.Writer, g *Game) error {
	if err := g.check(); err != nil {
		return err
	}
	out := sgfWriter{w, g.Size}
	// FF is the version of the format and GM the number it has given to gomoku
	// and renju.
	fmt.Fprintf(out, "(;FF[4]GM[4]CA[UTF-8]SZ[%d]", g.Size)
	out.property("AP", simpleText(g.Program))
	out.property("RU", simpleText(g.Rule.String()))
	out.property("PB", simpleText(g.Black))
	out.property("PW", simpleText(g.White))
	out.property("EV", simpleText(g.Event))
	out.property("RO", simpleText(g.Round))
	out.property("DT", simpleText(g.Date))
	out.property("ON", simpleText(g.Opening))
	out.property("RE", g.result())
	for i, a := range g.Answers {
		if i == 0 {
			out.WriteString("TARAGUCHI")
		}
		fmt.Fprintf(out, "[%v]", a)
	}
	out.remarks(&g.Root)
	if g.Setup != nil {
		out.setup(g.Setup)
	}
	out.children(&g.Root)
	out.WriteString(")\n")
	return nil
}

// children writes what is below a node: each child in brackets, unless it is the
// only one.
func (out sgfWriter) children(n *Node) {
	for len(n.Children) == 1 { // deep only where the tree branches
		n = n.Children[0]
		out.WriteString("\n;")
		out.node(n)
	}
	for _, c := range n.Children {
		out.WriteString("\n(;")
		out.node(c)
		out.children(c)
		out.WriteByte(')')
	}
}

func (out sgfWriter) node(n *Node) {
	if n.Stone == renju.Black || n.Stone == renju.White {
		fmt.Fprintf(out, "%s[%s]", colourLetter(n.Stone), out.point(n.Point))
	}
	out.remarks(n)
}

// remarks writes all of a node but its move. A mark becomes a hotspot, as SGF
// calls a node that is worth looking at.
func (out sgfWriter) remarks(n *Node) {
	for i, l := range n.Labels {
		if i == 0 {
			out.WriteString("LB")
		}
		fmt.Fprintf(out, "[%s:%s]", out.point(l.Point), strings.ReplaceAll(simpleText(l.Text), ":", `\:`))
	}
	if n.Mark {
		out.WriteString("HO[1]")
	}
	out.property("C", text(n.Comment))
}

// setup writes the stones that have no history. SGF has no blocked points; they
// are marked with crosses.
func (out sgfWriter) setup(b *renju.Board) {
	for _, kind := range []struct {
		stone renju.Stone
		name  string
	}{{renju.Black, "AB"}, {renju.White, "AW"}, {renju.Blocked, "MA"}} {
		first := true
		for p := range b.Points() {
			if b.At(p) != kind.stone {
				continue
			}
			if first {
				out.WriteString(kind.name)
				first = false
			}
			fmt.Fprintf(out, "[%s]", out.point(p))
		}
	}
}

// point returns a point as SGF has it, letters for the column from the left and
// the row from the top, and nothing for a pass.
func (out sgfWriter) point(p renju.Point) string {
	if p == renju.Pass {
		return ""
	}
	x, y := p.Wire(out.size)
	return string([]byte{'a' + byte(x), 'a' + byte(y)})
}

// property writes a property unless its value, which is escaped already, is
// empty.
func (out sgfWriter) property(name, value string) {
	if value != "" {
		fmt.Fprintf(out, "%s[%s]", name, value)
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

func colourLetter(s renju.Stone) string {
	if s == renju.Black {
		return "B"
	}
	return "W"
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

// escape makes s safe between brackets. ASCII's control characters become spaces,
// unless they are to be kept, and bytes that are not UTF-8 the replacement
// character.
func escape(s string, keep func(rune) bool) string {
	var out strings.Builder
	for _, r := range s {
		switch {
		case r == ']' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case isControl(r) && !keep(r):
			out.WriteByte(' ')
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
