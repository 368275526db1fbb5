package serve

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A game is what is played on a board: who plays, what was said, and what was taken back.
// It knows no time of day and nobody who thinks; board does.
type game struct {
	heading heading
	players [2]player // the first places stone 1
	strict  bool      // how offers are judged: see taraguchi.Symmetric
	paused  bool      // no clock runs, and no engine moves by itself

	steps      []step
	done       int           // steps that stand; the others were taken back
	collecting bool          // of offers is going on
	draft      []renju.Point // those that were collected

	*standing
}

// A player is one of the two.
type player struct {
	Engine bool    `json:"engine"`
	Level  int     `json:"level"` // of the engine, from 0: see levels
	Turn   float64 `json:"turn"`  // most seconds for a move; 0: no limit
	Match  float64 `json:"match"` // and for the whole game
}

// longest is the most that a clock can be set to.
const longest = 24 * time.Hour

func (p player) check() error {
	most := longest.Seconds()
	switch {
	case p.Level < 0 || p.Level >= len(levels):
		return fmt.Errorf("level %d: want 0 to %d", p.Level, len(levels)-1)
	case !(p.Turn >= 0 && p.Turn <= most) || !(p.Match >= 0 && p.Match <= most):
		return fmt.Errorf("a clock is set to 0 to %.0f seconds", most)
	}
	return nil
}

func seconds(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }

// A step is a word, and what is known of how it was said.
type step struct {
	word
	took   time.Duration
	chance float64 // Black's to win after it, from 0 to 1; negative: not known
}

const unknown = -1

// newGame returns a game in which all the words have been said.
func newGame(h heading, words []word) (*game, error) {
	g := &game{heading: h}
	g.players[0].Level, g.players[1].Level = defaultLevel, defaultLevel
	for _, w := range words {
		g.steps = append(g.steps, step{word: w, chance: unknown})
	}
	g.done = len(g.steps)
	return g, g.replay()
}

// replay finds out how the game stands from the steps that were not taken back.
func (g *game) replay() error {
	s, err := newStanding(g.heading)
	if err != nil {
		return err
	}
	for i, st := range g.steps[:g.done] {
		if err := s.say(st.word, false); err != nil {
			return fmt.Errorf("step %d, %s: %w", i+1, clip(st.word.String()), err)
		}
	}
	g.standing = s
	g.draft, g.collecting = nil, false
	return nil
}

// line is the game in one text: see parseLine.
func (g *game) line() string {
	text := g.heading.String()
	for _, s := range g.steps[:g.done] {
		text += "." + s.word.String()
	}
	return text
}

// add says a word, for whoever is to speak.
func (g *game) add(w word, took time.Duration, chance float64) error {
	if len(g.steps[:g.done]) >= maxSteps {
		return errors.New("the game is too long")
	}
	if err := g.say(w, g.strict); err != nil {
		return err
	}
	g.steps = append(g.steps[:g.done:g.done], step{w, took, chance})
	g.done++
	g.draft, g.collecting = nil, false
	return nil
}

// collect begins or ends the collecting of offers.
func (g *game) collect(on bool) error {
	if on && !g.legal().Has(taraguchi.Offer) {
		return errors.New("no offers now: they come after stone 4, unless somebody has swapped")
	}
	g.draft, g.collecting = nil, on
	return nil
}

// toggle adds a point to the offers that are being collected, or takes it away.
func (g *game) toggle(p renju.Point) error {
	if i := slices.Index(g.draft, p); i >= 0 {
		g.draft = slices.Delete(g.draft, i, i+1)
		return nil
	}
	switch {
	case g.pos.At(p) != renju.Empty:
		return fmt.Errorf("%v is not empty", p)
	case len(g.draft) == taraguchi.Offers:
		return fmt.Errorf("ten points are offered already")
	case slices.Contains(g.symmetric(g.draft, g.strict), p):
		return fmt.Errorf("%v is symmetric to a point that is offered already", p)
	}
	g.draft = append(g.draft, p)
	return nil
}

// undo takes back up to the last step that a person has made, so that it is that person's
// turn again; where no person plays, the last step.
func (g *game) undo() error {
	if len(g.draft) > 0 {
		g.draft = g.draft[:len(g.draft)-1]
		return nil
	}
	if g.collecting {
		g.collecting = false
		return nil
	}
	to := g.done - 1
	if !g.players[0].Engine || !g.players[1].Engine {
		for to >= 0 && g.players[g.by[to]].Engine {
			to--
		}
	}
	if to < 0 {
		return errors.New("nothing to take back")
	}
	return g.goTo(to)
}

// redo says again what was taken back last, and what engines have answered to it.
func (g *game) redo() error {
	if g.done == len(g.steps) {
		return errors.New("nothing was taken back")
	}
	if err := g.goTo(g.done + 1); err != nil {
		return err
	}
	person := !g.players[0].Engine || !g.players[1].Engine
	for person && g.done < len(g.steps) && !g.over() && g.players[g.turn()].Engine {
		if err := g.goTo(g.done + 1); err != nil {
			return err
		}
	}
	return nil
}

// goTo makes the game stand as after so many of its steps.
func (g *game) goTo(done int) error {
	if done < 0 || done > len(g.steps) {
		return fmt.Errorf("step %d: there are %d", done, len(g.steps))
	}
	before := g.done
	g.done = done
	if err := g.replay(); err != nil {
		g.done = before
		return err
	}
	return nil
}

// canUndo tells whether undo would do anything.
func (g *game) canUndo() bool {
	if g.collecting {
		return true
	}
	if g.players[0].Engine && g.players[1].Engine {
		return g.done > 0
	}
	return slices.ContainsFunc(g.by, func(p taraguchi.Player) bool { return !g.players[p].Engine })
}

// used is the time that a player has used. The clock belongs to the player, whatever
// colour they hold, and steps that were taken back cost nothing.
func (g *game) used(p taraguchi.Player) (d time.Duration) {
	for i, s := range g.steps[:g.done] {
		if g.by[i] == p {
			d += s.took
		}
	}
	return d
}

// left is what a player may use for the next step. limited is false where no clock says.
func (g *game) left(p taraguchi.Player) (d time.Duration, limited bool) {
	set := g.players[p]
	if set.Match > 0 {
		d, limited = seconds(set.Match)-g.used(p), true
	}
	if turn := seconds(set.Turn); turn > 0 && (!limited || turn < d) {
		d, limited = turn, true
	}
	return max(d, 0), limited
}

// ticks tells whether the clock of the player to speak runs: from the second step on,
// since nobody should lose time before the game has begun.
func (g *game) ticks() bool { return g.done > 0 && !g.paused && !g.over() }

// turnIsEngines tells whether the engine is to speak.
func (g *game) turnIsEngines() bool { return !g.over() && g.players[g.turn()].Engine }

// fall ends the game for the player whose time has run out.
func (g *game) fall(took time.Duration) error {
	return g.add(word{verb: timeUp, player: g.turn()}, took, unknown)
}

// copied is a game that others may read while g goes on.
func (g *game) copied() *game {
	c := *g
	c.steps, c.draft = slices.Clone(g.steps), slices.Clone(g.draft)
	c.standing = g.standing.clone()
	return &c
}
