package protocol

import (
	"fmt"
	"strings"

	"tengen/engine/taraguchi"
)

// FormatAnswer writes an answer of the Taraguchi-10 opening as a line of its
// transcript: "SWAP", "7,7", or the points one after the other.
func FormatAnswer(a taraguchi.Answer) string {
	if a.Kind == taraguchi.Swap {
		return Swap
	}
	return FormatPoints(a.Points, taraguchi.Size)
}

// ParseAnswer reads a line of a Taraguchi-10 transcript, or an engine's reply,
// which has the same form. One point is a stone, and may have a third number
// as in BOARD, which is ignored. Two points are a pick, more are offers:
// whether there are ten, and whether the answer is legal, is for
// [taraguchi.State] to judge. The error says that the line is none of these or
// that a point is off the board.
func ParseAnswer(line string) (taraguchi.Answer, error) {
	line = strings.TrimSpace(line)
	if strings.EqualFold(line, Swap) {
		return taraguchi.Answer{Kind: taraguchi.Swap}, nil
	}
	if !IsNumbers(line) {
		return taraguchi.Answer{}, fmt.Errorf("%s is neither points nor SWAP", quote(line))
	}
	if n, ok := numbers(line); ok && (len(n) == 2 || len(n) == 3) {
		p, err := ParseStone(line, taraguchi.Size)
		if err != nil {
			return taraguchi.Answer{}, err
		}
		return taraguchi.PlaceOn(p), nil
	}
	points, err := ParsePoints(line, taraguchi.Size)
	if err != nil {
		return taraguchi.Answer{}, err
	}
	a := taraguchi.Answer{Kind: taraguchi.Offer, Points: points}
	if len(points) == 2 {
		a.Kind = taraguchi.Pick
	}
	return a, nil
}
