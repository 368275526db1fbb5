package match

import (
	"bytes"
	"fmt"
	"strings"

	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
)

// toPGN is a game as programs that rate engines read it from files of chess:
// tags, and a result, which there is White's first. The moves, which would be
// none of chess, are a comment.
func toPGN(c *config, names []string, g *game) ([]byte, error) {
	moves, err := renju.ParseMoves(g.Moves)
	if err != nil {
		return nil, fmt.Errorf("game %d: %w", g.Number, err)
	}
	result := map[renju.Result]string{
		renju.WhiteWins: "1-0", renju.BlackWins: "0-1", renju.Draw: "1/2-1/2", renju.Ongoing: "*",
	}[g.result()]
	date, _, _ := strings.Cut(g.Ended, "T")
	var out bytes.Buffer
	for _, tag := range [][2]string{
		{"Event", encounter(c, names)},
		{"Site", "?"},
		{"Date", strings.ReplaceAll(date, "-", ".")},
		{"Round", fmt.Sprint(g.Number)},
		{"White", names[g.white()-1]},
		{"Black", names[g.Black-1]},
		{"Result", result},
		{"Variant", c.rule.String()},
		{"Termination", termination(g)},
	} {
		fmt.Fprintf(&out, "[%s \"%s\"]\n", tag[0], strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", " ").Replace(tag[1]))
	}
	const inLine = 15
	out.WriteString("\n{")
	for i, name := range tell.Names(moves) {
		switch {
		case i == 0:
		case i%inLine == 0:
			out.WriteByte('\n')
		default:
			out.WriteByte(' ')
		}
		out.WriteString(name)
	}
	fmt.Fprintf(&out, "}\n%s\n\n", result)
	return out.Bytes(), nil
}

// termination is how a game ended in the words that PGN has for it.
func termination(g *game) string {
	switch g.Ending {
	case onTime:
		return "time forfeit"
	case byCrash:
		return "abandoned"
	case byAnswer:
		return "rules infraction"
	case byForfeit:
		return "adjudication"
	case notPlayed, openingOver:
		return "unterminated"
	}
	return "normal"
}
