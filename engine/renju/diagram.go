package renju

import (
	"fmt"
	"strconv"
	"strings"
)

// A diagram shows a board as text, the top row first, with the numbers of the
// rows on the left and the letters of the columns below:
//
//	5 . . . . .
//	4 . X . . .
//	3 . .(O). .
//	2 . . X # .
//	1 . . . . .
//	  a b c d e
var stoneSigns = [...]byte{Empty: '.', Black: 'X', White: 'O', Blocked: '#'}

// A Mark sets off one point of a diagram. An empty point shows Sign in place of
// its dot; a stone stands in brackets, and Sign does not matter.
type Mark struct {
	Point Point
	Sign  byte // a printable ASCII character
}

// String returns the board's diagram: X is Black, O is White, # is blocked and
// a dot is empty. [ParseDiagram] reads it back.
func (b *Board) String() string { return b.Diagram() }

// Diagram returns the board's diagram with marks. Of several marks on one point
// the last holds; marks off the board are not shown.
func (b *Board) Diagram(marks ...Mark) string {
	signs := make(map[Point]byte, len(marks))
	for _, m := range marks {
		signs[m.Point] = m.Sign
	}
	width := len(strconv.Itoa(b.Size()))

	var out strings.Builder
	for y := b.size - 1; y >= 0; y-- {
		fmt.Fprintf(&out, "%*d", width, y+1)
		gap := byte(' ')
		for x := range b.size {
			p := Point{x, y}
			s := b.At(p)
			sign, marked := signs[p]
			switch {
			case !marked:
				out.WriteByte(gap)
				out.WriteByte(stoneSigns[s])
				gap = ' '
			case s == Empty:
				out.WriteByte(gap)
				out.WriteByte(sign)
				gap = ' '
			default:
				if gap == ')' { // the brackets of two neighbours share the gap
					gap = '|'
				} else {
					gap = '('
				}
				out.WriteByte(gap)
				out.WriteByte(stoneSigns[s])
				gap = ')'
			}
		}
		if gap == ')' {
			out.WriteByte(gap)
		}
		out.WriteByte('\n')
	}
	out.WriteString(strings.Repeat(" ", width))
	for x := range b.size {
		out.WriteByte(' ')
		out.WriteByte(byte('a' + x))
	}
	out.WriteByte('\n')
	return out.String()
}

// ParseDiagram reads a diagram such as [Board.String] writes. Spaces, brackets
// round stones and empty lines do not matter; the numbers of the rows and the
// line of column letters may be left out, but where they stand they must be
// right. Black may be X, x or @, White O or o, an empty point also + or *. The
// error names the line at fault.
func ParseDiagram(text string) (Board, error) {
	var rows []diagramRow
	for i, line := range strings.Split(text, "\n") {
		row, err := parseDiagramRow(line)
		if err != nil {
			return Board{}, fmt.Errorf("diagram line %d: %w", i+1, err)
		}
		if row.stones != nil {
			row.line = i + 1
			rows = append(rows, row)
		}
	}
	size := len(rows)
	if err := checkSize(size); err != nil {
		return Board{}, fmt.Errorf("diagram of %d rows: %w", size, err)
	}
	b := NewBoard(size)
	for i, row := range rows {
		number := size - i
		if len(row.stones) != size {
			return Board{}, fmt.Errorf("diagram line %d has %d points: want %d, as there are rows", row.line, len(row.stones), size)
		}
		if row.number != 0 && row.number != number {
			return Board{}, fmt.Errorf("diagram line %d is numbered %d: want %d", row.line, row.number, number)
		}
		for x, s := range row.stones {
			b.Set(Point{int8(x), int8(number - 1)}, s)
		}
	}
	return b, nil
}

type diagramRow struct {
	line   int
	number int // 0: none given
	stones []Stone
}

// parseDiagramRow reads one line. An empty line and the line of letters have no
// stones.
func parseDiagramRow(line string) (diagramRow, error) {
	var row diagramRow
	line = strings.TrimSpace(line)
	digits := len(line) - len(strings.TrimLeft(line, "0123456789"))
	if digits > 0 {
		n, err := strconv.Atoi(line[:digits])
		if err != nil || n < 1 || n > MaxSize {
			return row, fmt.Errorf("%q is not a row of any board", line[:digits])
		}
		row.number = n
		line = line[digits:]
	}
	const columns = "abcdefghijklmnopqrstuv"
	letters := strings.ToLower(strings.ReplaceAll(line, " ", ""))
	if len(letters) >= MinSize && strings.HasPrefix(columns, letters) && row.number == 0 {
		return row, nil
	}
	for _, c := range line {
		switch c {
		case '.', '+', '*':
			row.stones = append(row.stones, Empty)
		case 'X', 'x', '@':
			row.stones = append(row.stones, Black)
		case 'O', 'o':
			row.stones = append(row.stones, White)
		case '#':
			row.stones = append(row.stones, Blocked)
		case ' ', '\t', '\r', '(', ')', '|':
		default:
			return row, fmt.Errorf("%q is neither a stone nor an empty point", c)
		}
	}
	if row.number != 0 && row.stones == nil {
		return row, fmt.Errorf("row %d has no points", row.number)
	}
	return row, nil
}
