package match

import (
	"fmt"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// game is a game that was played: all that is kept of it, and a line of the state
// file. Engines are 1 and 2 in it.
type game struct {
	Number  int      `json:"game"`
	First   int      `json:"first"`             // the engine that placed stone 1
	Line    int      `json:"opening,omitempty"` // of the file of openings
	Answers []answer `json:"answers,omitempty"` // of the Taraguchi-10 opening
	Black   int      `json:"black"`             // the engine that held Black in the end
	Moves   string   `json:"moves"`             // all stones, in order
	Times   []int64  `json:"times_ms"`          // of the moves that engines made after the opening
	Winner  int      `json:"winner"`            // 0: nobody
	Ending  ending   `json:"ending"`
	Reason  string   `json:"reason"` // of the ending, in words
	Row     string   `json:"row,omitempty"`
	Ended   string   `json:"ended"` // when, as 2006-01-02T15:04:05Z
	Millis  int64    `json:"ms"`    // how long it took
}

// answer is an answer of the opening and what the engine said to it.
type answer struct {
	Engine int      `json:"engine"`
	Answer string   `json:"answer"` // as taraguchi.Answer has it
	Why    []string `json:"why,omitempty"`
	Millis int64    `json:"ms"`
}

// scored tells whether the game counts.
func (g *game) scored() bool { return g.Ending != openingOver }

// points returns what engine 1 or 2 got from the game, doubled.
func (g *game) points(engine int) int {
	switch g.Winner {
	case 0:
		return 1
	case engine:
		return 2
	}
	return 0
}

// white is the engine that held White in the end.
func (g *game) white() int { return 3 - g.Black }

// result is the game's result by colour; Ongoing if it does not count.
func (g *game) result() renju.Result {
	switch {
	case !g.scored():
		return renju.Ongoing
	case g.Winner == 0:
		return renju.Draw
	case g.Winner == g.Black:
		return renju.BlackWins
	}
	return renju.WhiteWins
}

// replay returns the opening and the moves again.
func (g *game) replay() (*taraguchi.State, []renju.Point, error) {
	st := taraguchi.New()
	for i, a := range g.Answers {
		parsed, err := parseAnswer(a.Answer)
		if err == nil {
			err = st.Apply(parsed)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("game %d: answer %d: %w", g.Number, i+1, err)
		}
	}
	moves, err := renju.ParseMoves(g.Moves)
	if err != nil {
		return nil, nil, fmt.Errorf("game %d: %w", g.Number, err)
	}
	return st, moves, nil
}

// parseAnswer reads what taraguchi.Answer.String writes.
func parseAnswer(text string) (taraguchi.Answer, error) {
	if text == taraguchi.Swap.String() {
		return taraguchi.Answer{Kind: taraguchi.Swap}, nil
	}
	points, err := renju.ParseMoves(text)
	if err != nil {
		return taraguchi.Answer{}, err
	}
	kind := taraguchi.Offer
	switch len(points) {
	case 1:
		kind = taraguchi.Place
	case 2:
		kind = taraguchi.Pick
	}
	return taraguchi.Answer{Kind: kind, Points: points}, nil
}

// finish sets how the game ended. loser is 0 or 1, -1 for none; a winner by the
// board has the other as loser.
func (g *game) finish(e ending, reason string, loser int, began time.Time) {
	g.Ending, g.Reason = e, strings.ToValidUTF8(reason, "?")
	if loser >= 0 {
		g.Winner = 2 - loser
	}
	now := time.Now()
	g.Ended = now.UTC().Format(time.RFC3339)
	g.Millis = now.Sub(began).Milliseconds()
}
