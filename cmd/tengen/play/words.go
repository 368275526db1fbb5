package play

import (
	"fmt"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

const (
	engineName = "Tengen"
	personName = "Player"
)

// question says in one line what the person is asked, or how the game has ended.
func (t *table) question() string {
	g := t.game
	switch {
	case g.over():
		return verdict(g) + " You may undo, save or quit."
	case !g.inOpening():
		return fmt.Sprintf("Stone %d is yours, %s.", len(g.pos.Moves())+1, cli.Side(g.pos.ToMove()))
	}
	st := g.opening
	text := fmt.Sprintf("You have %s. ", cli.Side(g.colour(g.person)))
	stone, kinds := len(st.Stones())+1, st.Legal()
	if kinds.Has(taraguchi.Pick) {
		return text + "Pick one of the offers A to J as stone 5, which is Black's, and place stone 6: two points."
	}
	text += fmt.Sprintf("Place stone %d %s", stone, place(st.Square()))
	if kinds.Has(taraguchi.Swap) {
		text += fmt.Sprintf(", or swap: %s then has %s and places it", engineName, cli.Side(st.ToMove()))
	}
	if kinds.Has(taraguchi.Offer) {
		text += fmt.Sprintf("; or offer ten points anywhere, no two symmetric, of which %s picks one", engineName)
	}
	return text + "."
}

// place says where the next stone may be placed.
func place(half int) string {
	switch {
	case half == 0:
		return "on h8, the centre"
	case half >= taraguchi.Size/2:
		return "anywhere"
	}
	const middle = taraguchi.Size / 2
	low, high := int8(middle-half), int8(middle+half)
	return fmt.Sprintf("in the %dx%d square %v-%v (+)", 2*half+1, 2*half+1, renju.Point{X: low, Y: low}, renju.Point{X: high, Y: high})
}

// describe says what an answer to st does: who would "swap before stone 2" or, with
// the ending s, who "swaps" then.
func describe(st *taraguchi.State, a taraguchi.Answer, s string) string {
	stone := len(st.Stones()) + 1
	switch a.Kind {
	case taraguchi.Swap:
		return fmt.Sprintf("swap%s before stone %d", s, stone)
	case taraguchi.Offer:
		return fmt.Sprintf("offer%s ten points for stone %d: %v", s, stone, a)
	case taraguchi.Pick:
		return fmt.Sprintf("pick%s %v as stone %d and place%s stone %d on %v", s, a.Points[0], stone, s, stone+1, a.Points[1])
	}
	return fmt.Sprintf("place%s stone %d on %v", s, stone, a)
}

// verdict tells the person how the game has ended.
func verdict(g *game) string {
	_, winner, _ := g.outcome()
	colour := cli.Side(g.colour(winner))
	if winner == g.person {
		return ending(g, fmt.Sprintf("You (%s) win", colour))
	}
	return ending(g, fmt.Sprintf("%s (%s) wins", engineName, colour))
}

// ending says how a game has ended, wins being the winner with the verb.
func ending(g *game, wins string) string {
	_, _, o := g.outcome()
	switch {
	case g.resigns:
		return fmt.Sprintf("%s: %s resigns.", wins, cli.Side(g.colour(g.person)))
	case o.Reason == renju.Five:
		return fmt.Sprintf("%s: five, %s.", wins, tell.Moves(o.Row))
	case o.Reason == renju.ByFoul:
		last, _ := g.pos.LastMove()
		return fmt.Sprintf("%s: Black's stone on %v is a foul, %v.", wins, last, o.Foul)
	}
	return "The game is drawn: the board is full."
}
