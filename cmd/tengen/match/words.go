package match

import (
	"fmt"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/taraguchi"
)

// verdict says in one line how a game ended.
func verdict(g *game, names [2]string) string {
	if g.Winner == 0 {
		switch g.Ending {
		case moveLimit:
			return "drawn by the limit on stones"
		case fullBoard:
			return "drawn, " + g.Reason
		}
		return g.Reason
	}
	winner, loser := names[g.Winner-1], names[2-g.Winner]
	colour := "White"
	if g.Winner == g.Black {
		colour = "Black"
	}
	winner += " (" + colour + ")"
	switch g.Ending {
	case byFive:
		return fmt.Sprintf("%s wins by five, %s", winner, g.Reason)
	case byFoul:
		return fmt.Sprintf("%s wins: %s commits a foul, %s", winner, loser, g.Reason)
	case onTime:
		return fmt.Sprintf("%s wins: %s loses on time, %s", winner, loser, g.Reason)
	case byCrash:
		return fmt.Sprintf("%s wins: %s crashed, %s", winner, loser, g.Reason)
	}
	return fmt.Sprintf("%s wins: %s broke off, %s", winner, loser, g.Reason)
}

// describe says in one line what an answer to st does.
func describe(st *taraguchi.State, text string) string {
	a, err := parseAnswer(text)
	if err != nil {
		return text
	}
	stone := len(st.Stones()) + 1
	switch a.Kind {
	case taraguchi.Swap:
		return fmt.Sprintf("swaps before stone %d and holds %s now", stone, cli.Side(st.ToMove().Opponent()))
	case taraguchi.Offer:
		return fmt.Sprintf("offers ten points for stone %d: %v", stone, a)
	case taraguchi.Pick:
		return fmt.Sprintf("picks %v as stone %d and places stone %d on %v", a.Points[0], stone, stone+1, a.Points[1])
	}
	return fmt.Sprintf("places stone %d on %v", stone, a)
}

// conditions says under which conditions a match is played.
func conditions(c *config) string {
	var parts []string
	if c.opening == taraguchi10 {
		parts = append(parts, "Taraguchi-10, renju 15x15")
	} else {
		parts = append(parts, fmt.Sprintf("%s from %s, %v %dx%d", cli.Plural(len(c.openings), "opening"), c.opening, c.rule, c.size, c.size))
	}
	switch {
	case c.turn > 0 && c.match > 0:
		parts = append(parts, fmt.Sprintf("%v a move, %v a game", c.turn, c.match))
	case c.turn > 0:
		parts = append(parts, fmt.Sprintf("%v a move", c.turn))
	case c.match > 0:
		parts = append(parts, fmt.Sprintf("%v a game", c.match))
	default:
		parts = append(parts, "no time limit")
	}
	if c.nodes > 0 {
		parts = append(parts, cli.Plural(int(c.nodes), "node"))
	}
	if c.concurrency > 1 {
		parts = append(parts, fmt.Sprintf("%d games at once", c.concurrency))
	}
	return strings.Join(parts, "; ")
}
