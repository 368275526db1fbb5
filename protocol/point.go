package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/engine/renju"
)

// FormatPoint writes a point of a board of the given size as "x,y".
func FormatPoint(p renju.Point, size int) string {
	x, y := p.Wire(size)
	return strconv.Itoa(x) + "," + strconv.Itoa(y)
}

// FormatPoints writes points as "x,y x,y", one blank between them.
func FormatPoints(points []renju.Point, size int) string {
	texts := make([]string, len(points))
	for i, p := range points {
		texts[i] = FormatPoint(p, size)
	}
	return strings.Join(texts, " ")
}

// ParsePoint reads "x,y", a point of a board of the given size. Blanks around
// the numbers, and blanks in place of the comma, are tolerated. The error says
// that the text is no pair of numbers, or that the point is off the board.
func ParsePoint(text string, size int) (renju.Point, error) {
	n, ok := numbers(text)
	if !ok || len(n) != 2 {
		return renju.Point{}, fmt.Errorf("%s is not x,y", quote(text))
	}
	return onBoard(n[0], n[1], size)
}

// ParsePoints reads points as [FormatPoints] writes them: one at least, blanks
// between them and none within. The error names the first that is wrong.
func ParsePoints(text string, size int) ([]renju.Point, error) {
	fields := strings.Fields(text)
	if len(fields) == 0 {
		return nil, fmt.Errorf("no points")
	}
	points := make([]renju.Point, len(fields))
	for i, f := range fields {
		p, err := ParsePoint(f, size)
		if err != nil {
			return nil, err
		}
		points[i] = p
	}
	return points, nil
}

// ParseField reads "x,y,f", a line of a BOARD block: a point and what stands
// on it, which is for the caller to judge. The point -1,-1 is [renju.Pass].
func ParseField(text string, size int) (p renju.Point, field int, err error) {
	n, ok := numbers(text)
	if !ok || len(n) != 3 {
		return renju.Point{}, 0, fmt.Errorf("%s is not x,y,field", quote(text))
	}
	if n[0] == -1 && n[1] == -1 {
		return renju.Pass, n[2], nil
	}
	p, err = onBoard(n[0], n[1], size)
	return p, n[2], err
}

// ParseStone reads "x,y" with or without a third number, which it ignores.
func ParseStone(text string, size int) (renju.Point, error) {
	n, ok := numbers(text)
	if !ok || len(n) != 2 && len(n) != 3 {
		return renju.Point{}, fmt.Errorf("%s is not x,y", quote(text))
	}
	return onBoard(n[0], n[1], size)
}

// IsNumbers tells whether a line is nothing but numbers with commas and blanks
// between them, as the lines within a block are.
func IsNumbers(line string) bool {
	digits := false
	for _, c := range []byte(line) {
		switch {
		case c >= '0' && c <= '9':
			digits = true
		case !strings.ContainsRune("-, \t", rune(c)):
			return false
		}
	}
	return digits
}

func onBoard(x, y, size int) (renju.Point, error) {
	if x < 0 || y < 0 || x >= size || y >= size {
		return renju.Point{}, fmt.Errorf("%d,%d is off the %dx%d board", x, y, size, size)
	}
	return renju.FromWire(x, y, size), nil
}

// numbers reads whole numbers that commas separate, or blanks if there is no
// comma.
func numbers(text string) ([]int, bool) {
	var fields []string
	if strings.Contains(text, ",") {
		fields = strings.Split(text, ",")
	} else {
		fields = strings.Fields(text)
	}
	n := make([]int, len(fields))
	for i, f := range fields {
		v, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil {
			return nil, false
		}
		n[i] = v
	}
	return n, true
}

// quote is text for an error: short, and printable whatever was sent.
func quote(text string) string {
	const most = 32
	if len(text) > most {
		text = text[:most] + "…"
	}
	return strconv.QuoteToASCII(text)
}
