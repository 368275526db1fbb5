package renju

import (
	"fmt"
	"strings"
)

// ParseMoves reads moves written one after the other, such as "h8i9g7". Spaces,
// tabs, line breaks and commas may stand between moves, letters may be in
// either case, and "pass" or "--" is a pass. Whether the moves can be played is
// not its concern. The error names the first move that it cannot read.
func ParseMoves(s string) ([]Point, error) {
	var moves []Point
	for {
		s = strings.TrimLeft(s, " \t\r\n,")
		if s == "" {
			return moves, nil
		}
		if rest, ok := cutPass(s); ok {
			moves, s = append(moves, Pass), rest
			continue
		}
		p, rest, ok := cutPoint(s)
		if !ok {
			return nil, fmt.Errorf("move %d is not a point: %q", len(moves)+1, excerpt(s))
		}
		moves, s = append(moves, p), rest
	}
}

func cutPass(s string) (rest string, ok bool) {
	if rest, ok := strings.CutPrefix(s, "--"); ok {
		return rest, true
	}
	const word = "pass"
	if len(s) >= len(word) && strings.EqualFold(s[:len(word)], word) {
		return s[len(word):], true
	}
	return s, false
}

// excerpt returns enough of s to find the place by.
func excerpt(s string) string {
	const most = 12
	if i := strings.IndexAny(s, " \t\r\n,"); i > 0 {
		s = s[:i]
	}
	if len(s) > most {
		return s[:most] + "..."
	}
	return s
}

// FormatMoves writes moves one after the other, a pass as "--". [ParseMoves]
// reads it back.
func FormatMoves(moves []Point) string {
	var b strings.Builder
	for _, m := range moves {
		if m == Pass {
			b.WriteString("--")
		} else {
			b.WriteString(m.String())
		}
	}
	return b.String()
}
