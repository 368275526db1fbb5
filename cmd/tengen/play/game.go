package play

import (
	"errors"
	"fmt"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A turn is one player's answer.
type turn struct {
	answer taraguchi.Answer // a move of the game proper is one that places a stone
	said   []string         // the engine's reasons
}

// A game is what was answered so far. The players are named as in an opening, also
// where there is none: the first then has Black.
type game struct {
	start   *renju.Position // where a game without opening begins; nil: Taraguchi-10
	person  taraguchi.Player
	turns   []turn
	resigns bool // the person has given up

	// What follows from them.
	opening *taraguchi.State // nil: none
	pos     *renju.Position
}

// newOpening is a game that begins with Taraguchi-10.
func newOpening(engineBegins bool) *game {
	g := &game{}
	if engineBegins {
		g.person = taraguchi.Second
	}
	g.replay()
	return g
}

// newGame is a game without opening, which begins with a position.
func newGame(start *renju.Position, personWhite bool) *game {
	g := &game{start: start}
	if personWhite {
		g.person = taraguchi.Second
	}
	g.replay()
	return g
}

// replay finds out where the game stands from its turns, which can be played.
func (g *game) replay() {
	turns := g.turns
	g.turns = nil
	g.opening = nil
	if g.start != nil {
		g.pos = g.start.Clone()
	} else {
		g.opening = taraguchi.New()
		g.pos = g.opening.Position()
	}
	for _, t := range turns {
		if err := g.answer(t); err != nil {
			panic("play: " + err.Error()) // it was no error the first time
		}
	}
}

// inOpening tells whether the opening is under way.
func (g *game) inOpening() bool { return g.opening != nil && !g.opening.Over() }

// answer adds an answer of whoever is to answer. The error says in one line what
// rule it breaks; the game is then as before.
func (g *game) answer(t turn) error {
	if g.inOpening() {
		if err := g.opening.Apply(t.answer); err != nil {
			var e *taraguchi.Error
			if errors.As(err, &e) {
				return errors.New(e.Reason)
			}
			return err
		}
		g.pos = g.opening.Position()
	} else if err := g.pos.Play(t.answer.Points[0]); err != nil {
		return err
	}
	g.turns = append(g.turns, t)
	return nil
}

// player is who is to answer.
func (g *game) player() taraguchi.Player {
	if g.inOpening() {
		return g.opening.Turn()
	}
	return g.holder(g.pos.ToMove())
}

// holder is who has a colour.
func (g *game) holder(c renju.Stone) taraguchi.Player {
	switch {
	case g.opening != nil:
		return g.opening.Holder(c)
	case c == renju.Black:
		return taraguchi.First
	}
	return taraguchi.Second
}

// colour is what a player has.
func (g *game) colour(p taraguchi.Player) renju.Stone {
	if g.holder(renju.Black) == p {
		return renju.Black
	}
	return renju.White
}

// outcome is how the game stands, and who has won if somebody has.
func (g *game) outcome() (over bool, winner taraguchi.Player, o renju.Outcome) {
	o = g.pos.Outcome()
	switch {
	case g.resigns:
		return true, g.person.Other(), o
	case o.Result == renju.BlackWins:
		return true, g.holder(renju.Black), o
	case o.Result == renju.WhiteWins:
		return true, g.holder(renju.White), o
	}
	return o.Over(), 0, o
}

// over tells whether the game has ended.
func (g *game) over() bool {
	over, _, _ := g.outcome()
	return over
}

// undo goes back to where the person last had a choice: a resignation is taken
// back, or else all from the person's last answer on. It reports false if there
// is nothing to take back.
func (g *game) undo() bool {
	if g.resigns {
		g.resigns = false
		return true
	}
	all := g.turns
	last := -1
	g.turns = nil
	g.replay()
	for i, t := range all {
		if g.player() == g.person {
			last = i
		}
		_ = g.answer(t) // as it could be before
	}
	if last < 0 {
		return false
	}
	g.turns = all[:last]
	g.replay()
	return true
}

// answerOf makes an answer of points that were typed.
func (g *game) answerOf(points []renju.Point) (taraguchi.Answer, error) {
	kinds := taraguchi.KindsOf(taraguchi.Place)
	if g.inOpening() {
		kinds = g.opening.Legal()
	}
	a := taraguchi.Answer{Points: points}
	switch n := len(points); {
	case kinds.Has(taraguchi.Pick):
		a.Kind = taraguchi.Pick
		if n != 2 {
			return a, errors.New("want two points: one of the ten offers, and stone 6")
		}
	case n == 1:
		if points[0] == renju.Pass {
			return a, errors.New("there is no passing here")
		}
	case n == taraguchi.Offers && kinds.Has(taraguchi.Offer):
		a.Kind = taraguchi.Offer
	case kinds.Has(taraguchi.Offer):
		return a, fmt.Errorf("%d points: want one, or ten to offer", n)
	default:
		return a, fmt.Errorf("%d points: want one", n)
	}
	return a, nil
}
