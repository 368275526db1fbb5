package adviser

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// parse reads a transcript: words for the answers so far.
func parse(words []string) (*taraguchi.State, error) {
	var answers []taraguchi.Answer
	for _, word := range strings.Fields(strings.Join(words, " ")) {
		if strings.EqualFold(word, taraguchi.Swap.String()) {
			answers = append(answers, taraguchi.Answer{Kind: taraguchi.Swap})
			continue
		}
		points, err := renju.ParseMoves(word)
		if err != nil {
			return nil, err
		}
		if strings.Contains(word, ",") {
			if len(points) != taraguchi.Offers {
				return nil, fmt.Errorf("%q: %d points, want the %d offers", word, len(points), taraguchi.Offers)
			}
			answers = append(answers, taraguchi.Answer{Kind: taraguchi.Offer, Points: points})
			continue
		}
		for _, p := range points {
			answers = append(answers, taraguchi.PlaceOn(p))
		}
	}
	return taraguchi.Replay(answers)
}
