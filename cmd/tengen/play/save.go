package play

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/version"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// savingFormat is the format that a file's name asks for.
func savingFormat(name string) (record.Format, error) {
	f, err := record.FormatOf(name)
	if err == nil && f == record.RIF {
		err = fmt.Errorf("%s: rif is only read, not written", name)
	}
	return f, err
}

// keep writes the game into a file, and says so.
func (t *table) keep(name string) error {
	f, err := savingFormat(name)
	if err != nil {
		return err
	}
	g := t.game.record(fmt.Sprintf("%s (level %d)", engineName, t.mind.level()), time.Now())
	if err := cli.WriteFile(name, func(w io.Writer) error { return record.Write(f, w, g) }); err != nil {
		return err
	}
	text := fmt.Sprintf("Saved %s", name)
	if lost := record.Lost(f, g); lost != nil {
		text += fmt.Sprintf("; %v cannot hold: %s", f, strings.Join(lost, ", "))
	}
	t.say("%s.", text)
	return nil
}

// record is the game for a file, played against an engine of this name.
func (g *game) record(engine string, now time.Time) *record.Game {
	players := [2]string{engine, engine}
	players[g.person] = personName
	r := &record.Game{
		Size:    g.pos.Size(),
		Rule:    g.pos.Rule(),
		Black:   players[g.holder(renju.Black)],
		White:   players[g.holder(renju.White)],
		Date:    now.Format(time.DateOnly),
		Program: engineName + ":" + version.String(),
	}
	over, winner, o := g.outcome()
	switch {
	case !over:
	case o.Result == renju.Draw:
		r.Result = renju.Draw
	case g.holder(renju.Black) == winner:
		r.Result = renju.BlackWins
	default:
		r.Result = renju.WhiteWins
	}
	if over {
		r.Root.Comment = ending(g, fmt.Sprintf("%s (%s) wins", players[winner], cli.Side(g.colour(winner))))
	}
	if g.resigns {
		r.Ending = record.Resigned
	}
	nodes := record.MoveNodes(g.pos)
	if g.opening != nil {
		r.Opening = "Taraguchi-10"
		if op, ok := taraguchi.OpeningOf(g.opening.Stones()); ok {
			r.Opening += ", " + op.String()
		}
		r.Answers = g.opening.Answers()
		var remarks []string
		for _, t := range g.turns[:len(r.Answers)] {
			remarks = append(remarks, strings.Join(t.said, "\n"))
		}
		r.Append(record.OpeningNodes(g.opening, players, remarks)...)
		nodes = nodes[len(g.opening.Stones()):]
	} else if setup := g.start.Setup(); setup != renju.NewBoard(setup.Size()) {
		r.Setup = &setup
	}
	r.Append(nodes...)
	return r
}

// loadGame reads the game to go on with. The person has the colour that the flags
// say, or that a game of ours says, or is to move.
func loadGame(c *config) (*game, error) {
	f, err := record.FormatOf(c.load)
	if err != nil {
		return nil, cli.Usagef("--load %w", err)
	}
	r, err := cli.ReadFile(c.load, func(in io.Reader) (*record.Game, error) {
		return record.ReadGame(f, in, c.size, c.rule)
	})
	if err != nil {
		return nil, err
	}
	pos, err := r.Position(r.Main()...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c.load, err)
	}
	g := opened(r, pos)
	if g == nil {
		g = unopened(pos)
	}
	mine := pos.ToMove()
	if g.inOpening() {
		mine = g.colour(g.opening.Turn())
	}
	switch black, white := strings.HasPrefix(r.Black, engineName), strings.HasPrefix(r.White, engineName); {
	case c.black, !c.white && white && !black:
		mine = renju.Black
	case c.white, black && !white:
		mine = renju.White
	}
	g.person = g.holder(mine)
	return g, nil
}

// opened is a game whose Taraguchi-10 opening is known, nil if this is none.
func opened(r *record.Game, pos *renju.Position) *game {
	if len(r.Answers) == 0 || pos.Rule() != renju.Renju || pos.Size() != taraguchi.Size {
		return nil
	}
	g := newOpening(false)
	for _, a := range r.Answers {
		if g.opening.Over() || g.answer(turn{answer: a}) != nil {
			return nil
		}
	}
	moves := pos.Moves()
	for i, p := range g.opening.Stones() {
		if i >= len(moves) || moves[i] != p {
			return nil // these are not the answers that led here
		}
	}
	rest := moves[len(g.opening.Stones()):]
	if g.inOpening() && len(rest) > 0 {
		return nil
	}
	for _, p := range rest {
		if g.answer(turn{answer: taraguchi.PlaceOn(p)}) != nil {
			return nil
		}
	}
	return g
}

// unopened is a game of the moves that led to a position.
func unopened(pos *renju.Position) *game {
	moves := pos.Moves()
	first := pos.ToMove()
	if len(moves)%2 == 1 {
		first = first.Opponent()
	}
	g := newGame(renju.SetUp(pos.Setup(), pos.Rule(), first), false)
	for _, p := range moves {
		if err := g.answer(turn{answer: taraguchi.PlaceOn(p)}); err != nil {
			panic("play: " + err.Error()) // pos took the same moves
		}
	}
	return g
}
