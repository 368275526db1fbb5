package match

import (
	"fmt"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// game is a game that was played: all that is kept of it, and a line of the state
// file. Engines are numbered from 1 in it, in the order of the command line.
type game struct {
	Number   int      `json:"game"`
	First    int      `json:"first"`              // the engine that placed stone 1
	Second   int      `json:"second"`             // its opponent
	Line     int      `json:"opening,omitempty"`  // of the file of openings
	Symmetry int      `json:"symmetry,omitempty"` // renju's number of that by which it was laid on the board
	Answers  []answer `json:"answers,omitempty"`  // of the Taraguchi-10 opening
	Black    int      `json:"black"`              // the engine that held Black in the end
	Moves    string   `json:"moves"`              // all stones, in order
	Times    []int64  `json:"times_ms"`           // of the moves that engines made after the opening
	Winner   int      `json:"winner"`             // 0: nobody
	Ending   ending   `json:"ending"`
	Reason   string   `json:"reason"` // of the ending, in words
	Row      string   `json:"row,omitempty"`
	Ended    string   `json:"ended"` // when, as 2006-01-02T15:04:05Z
	Millis   int64    `json:"ms"`    // how long it took
}

// newGame is a game of which nothing is played yet.
func newGame(f fixture) *game {
	g := &game{Number: f.number, First: f.first + 1, Second: f.second + 1, Black: f.first + 1, Times: []int64{}}
	if f.opening != nil {
		g.Line, g.Symmetry = f.opening.Line, int(f.symmetry)
	}
	return g
}

// check tells whether a game that was kept can be one of a match of so many
// engines. Before there were more than two, Second was not written.
func (g *game) check(engines int) error {
	if g.Second == 0 && engines == 2 {
		g.Second = 3 - g.First
	}
	of := func(engine int) bool { return engine == g.First || engine == g.Second }
	ok := min(g.First, g.Second) >= 1 && max(g.First, g.Second) <= engines && g.First != g.Second &&
		of(g.Black) && (g.Winner == 0 || of(g.Winner))
	for _, a := range g.Answers {
		ok = ok && of(a.Engine)
	}
	if !ok {
		return fmt.Errorf("game %d is between no two engines of the match", g.Number)
	}
	return nil
}

// answer is an answer of the opening and what the engine said to it.
type answer struct {
	Engine int      `json:"engine"`
	Answer string   `json:"answer"` // as taraguchi.Answer has it
	Why    []string `json:"why,omitempty"`
	Millis int64    `json:"ms"`
}

// scored tells whether the game counts.
func (g *game) scored() bool { return g.Ending != openingOver && g.Ending != notPlayed }

// points returns what one of its engines got from the game, doubled.
func (g *game) points(engine int) int {
	switch g.Winner {
	case 0:
		return 1
	case engine:
		return 2
	}
	return 0
}

// other is the opponent of one of its engines.
func (g *game) other(engine int) int { return g.First + g.Second - engine }

// white is the engine that held White in the end.
func (g *game) white() int { return g.other(g.Black) }

// faulty is the engine that lost the game by a fault; 0: none.
func (g *game) faulty() int {
	switch g.Ending {
	case onTime, byCrash, byAnswer:
		return g.other(g.Winner)
	}
	return 0
}

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

// finish sets how the game ended. The loser is an engine, 0 for none; a winner by
// the board has the other as loser.
func (g *game) finish(e ending, reason string, loser int, began time.Time) {
	g.Ending, g.Reason = e, strings.ToValidUTF8(reason, "?")
	if loser > 0 {
		g.Winner = g.other(loser)
	}
	now := time.Now()
	g.Ended = now.UTC().Format(time.RFC3339)
	g.Millis = now.Sub(began).Milliseconds()
}
