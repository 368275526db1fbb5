package match

import (
	"fmt"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/taraguchi"
)

// verdict says in one line how a game ended.
func verdict(g *game, names []string) string {
	if g.Winner == 0 {
		switch g.Ending {
		case moveLimit:
			return "drawn by the limit on stones"
		case fullBoard:
			return "drawn, " + g.Reason
		}
		return g.Reason
	}
	winner, loser := names[g.Winner-1], names[g.other(g.Winner)-1]
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
	case byForfeit:
		return fmt.Sprintf("%s wins: %s forfeits, %s", winner, loser, g.Reason)
	}
	return fmt.Sprintf("%s wins: %s broke off, %s", winner, loser, g.Reason)
}

// encounter names the match, or the tournament that a game belongs to.
func encounter(c *config, names []string) string {
	switch {
	case len(names) == 2:
		return names[0] + " against " + names[1]
	case c.gauntlet:
		return fmt.Sprintf("%s against %s", names[0], cli.Plural(len(names)-1, "engine"))
	}
	return fmt.Sprintf("round robin of %s", cli.Plural(len(names), "engine"))
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
		how := ""
		if c.order == atRandom {
			how += " in random order"
		}
		if c.transforms {
			how += " turned and mirrored"
		}
		parts = append(parts, fmt.Sprintf("%s from %s%s, %v %dx%d", cli.Plural(len(c.openings), "opening"), c.opening, how, c.rule, c.size, c.size))
	}
	l := c.limits
	switch {
	case l.turn > 0 && l.match > 0:
		parts = append(parts, fmt.Sprintf("%v a move, %v a game", l.turn, l.match))
	case l.turn > 0:
		parts = append(parts, fmt.Sprintf("%v a move", l.turn))
	case l.match > 0:
		parts = append(parts, fmt.Sprintf("%v a game", l.match))
	default:
		parts = append(parts, "no time limit")
	}
	if l.depth > 0 {
		parts = append(parts, fmt.Sprintf("depth %d", l.depth))
	}
	if l.nodes > 0 {
		parts = append(parts, cli.Plural(int(l.nodes), "node"))
	}
	if c.concurrency > 1 {
		parts = append(parts, fmt.Sprintf("%d games at once", c.concurrency))
	}
	return strings.Join(parts, "; ")
}
