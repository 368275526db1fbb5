package draw

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"tengen/engine/renju"
)

// Text writes a picture for a terminal. Plain, it is ASCII but for what labels
// and captions bring along, and [renju.ParseDiagram] reads a board back that has
// stones and highlights alone. With ansi it has the colours of terminals that
// know 256 of them.
func Text(w io.Writer, p Picture, ansi bool) error {
	var out strings.Builder
	for _, l := range p.sheet(ansi) {
		out.WriteString(l.format(ansi))
		out.WriteByte('\n')
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// A sheet is text with colours, a line of it a row of glyphs.
type (
	sheet []line
	line  []glyph
	glyph struct {
		sign   rune
		fg, bg colour // 0: the terminal's own
	}
)

// newLine is a line of so many spaces.
func newLine(width int) line { return slices.Repeat(line{{sign: ' '}}, width) }

// plainLine is a text in the terminal's own colours.
func plainLine(text string) line {
	l := newLine(utf8.RuneCountInString(text))
	l.put(0, text, 0, 0)
	return l
}

// put writes a text over what stands there. What does not fit is cut off.
func (l line) put(at int, text string, fg, bg colour) {
	for _, r := range text {
		if at >= 0 && at < len(l) {
			l[at] = glyph{r, fg, bg}
		}
		at++
	}
}

func (l line) format(ansi bool) string {
	var out strings.Builder
	var now glyph // the colours that hold
	for _, g := range l {
		if ansi && (g.fg != now.fg || g.bg != now.bg) {
			out.WriteString("\x1b[0")
			if g.fg != 0 {
				fmt.Fprintf(&out, ";38;5;%d", g.fg.palette())
			}
			if g.bg != 0 {
				fmt.Fprintf(&out, ";48;5;%d", g.bg.palette())
			}
			out.WriteByte('m')
			now = g
		}
		out.WriteRune(g.sign)
	}
	if now.fg != 0 || now.bg != 0 {
		out.WriteString("\x1b[0m")
	}
	return strings.TrimRight(out.String(), " ")
}

// sheet is the board as [renju.Board.Diagram] has it, with wider columns where
// labels want them.
func (b *Board) sheet(ansi bool) sheet {
	size, column := b.Stones.Size(), 1
	for p := range b.Stones.Points() {
		text, _, _ := b.cell(p, ansi)
		column = max(column, utf8.RuneCountInString(text))
	}
	column++ // the gap
	left := len(strconv.Itoa(size))

	var s sheet
	for y := size - 1; y >= 0; y-- {
		l := newLine(left + column*size + 1)
		l.put(0, fmt.Sprintf("%*d", left, y+1), 0, 0)
		l.put(left, strings.Repeat(" ", len(l)-left), black, wood)
		for x := range size {
			p := renju.Point{X: int8(x), Y: int8(y)}
			text, fg, bg := b.cell(p, ansi)
			end := left + column*(x+1)
			if bg != wood {
				l.put(end-column+1, strings.Repeat(" ", column-1), fg, bg)
			}
			start := end - utf8.RuneCountInString(text)
			l.put(start, text, fg, bg)
			if slices.Contains(b.Highlights, p) {
				l.bracket(start-1, '(')
				l.bracket(end, ')')
			}
		}
		s = append(s, l)
	}
	letters := newLine(left + column*size)
	for x := range size {
		letters.put(left+column*(x+1)-1, string(rune('a'+x)), 0, 0)
	}
	s = append(s, letters)
	if b.Caption != "" {
		s = append(s, plainLine(b.Caption))
	}
	return s
}

// bracket puts a bracket round a point. Two neighbours share the one between.
func (l line) bracket(at int, sign rune) {
	if l[at].sign != ' ' {
		sign = '|'
	}
	l[at] = glyph{sign, stop, l[at].bg}
}

// cell is a point as text: X, O or # and its label, a dot if there is neither.
// With colours the ground tells what the letter would.
func (b *Board) cell(p renju.Point, ansi bool) (text string, fg, bg colour) {
	label, signs := b.label(p), [...]string{renju.Empty: "", renju.Black: "X", renju.White: "O", renju.Blocked: "#"}
	s := b.Stones.At(p)
	if m := b.Marks[p]; m != "" {
		label = m.sign(ansi)
	}
	if text = signs[s] + label; text == "" {
		text = "."
	}
	if !ansi {
		return text, black, wood
	}
	ground := [...]colour{renju.Empty: wood, renju.Black: black, renju.White: white, renju.Blocked: dead}[s]
	if v, ok := b.Values[p]; ok && s == renju.Empty {
		ground = heat(v.Chance)
	}
	fg = inkOn(ground)
	if b.Marks[p] == Cross {
		fg = stop
	}
	switch {
	case label != "":
		return label, fg, ground
	case s == renju.Black || s == renju.White:
		return "●", ground, wood
	}
	return text, fg, ground
}
