package match

import (
	"encoding/json"

	"tengen/engine/renju"
)

// account is a game as --jsonl has it, for programs that know nothing of the
// match: engines have their names in it.
type account struct {
	Event    string        `json:"event"`
	Game     int           `json:"game"`
	Rule     string        `json:"rule"`
	Size     int           `json:"size"`
	Opening  string        `json:"opening"`            // taraguchi10, or the file
	Line     int           `json:"line,omitempty"`     // of that file
	Symmetry int           `json:"symmetry,omitempty"` // 0 to 7: quarter turns, from 4 on after a reflection
	First    string        `json:"first"`              // who placed stone 1
	Answers  []namedAnswer `json:"answers,omitempty"`  // of the Taraguchi-10 opening
	Black    string        `json:"black"`
	White    string        `json:"white"`
	Moves    string        `json:"moves"`
	Times    []int64       `json:"times_ms"` // of the moves after the opening
	Result   string        `json:"result"`   // "black", "white", "draw" or "none"
	Winner   string        `json:"winner,omitempty"`
	Ending   ending        `json:"ending"`
	Reason   string        `json:"reason"`
	Row      string        `json:"row,omitempty"` // the five stones or more that won
	Ended    string        `json:"ended"`
	Millis   int64         `json:"ms"`
}

// namedAnswer is an answer of the opening with its engine's name.
type namedAnswer struct {
	Engine string `json:"engine"`
	answer
}

// toJSON is a game as a line of JSON.
func toJSON(c *config, names []string, g *game) ([]byte, error) {
	a := account{
		Event: encounter(c, names), Game: g.Number,
		Rule: c.rule.String(), Size: c.size, Opening: c.opening, Line: g.Line, Symmetry: g.Symmetry,
		First: names[g.First-1], Black: names[g.Black-1], White: names[g.white()-1],
		Moves: g.Moves, Times: g.Times, Result: "none",
		Ending: g.Ending, Reason: g.Reason, Row: g.Row, Ended: g.Ended, Millis: g.Millis,
	}
	switch g.result() {
	case renju.BlackWins:
		a.Result = "black"
	case renju.WhiteWins:
		a.Result = "white"
	case renju.Draw:
		a.Result = "draw"
	}
	if g.Winner > 0 {
		a.Winner = names[g.Winner-1]
	}
	for _, an := range g.Answers {
		a.Answers = append(a.Answers, namedAnswer{names[an.Engine-1], an})
	}
	line, err := json.Marshal(a)
	return append(line, '\n'), err
}
