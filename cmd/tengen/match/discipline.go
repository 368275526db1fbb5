package match

import (
	"fmt"
	"time"

	"tengen/cmd/tengen/cli"
)

// discipline counts each engine's faults, and which engines are out for having
// had too many in a row. It follows from the games in the order in which they
// ended, and so is the same when a match goes on.
type discipline struct {
	most int    // faults in a row that put an engine out; 0: none do
	row  []int  // faults in a row, by engine
	out  []bool // for good
}

func newDiscipline(c *config) *discipline {
	n := len(c.engines)
	return &discipline{most: c.maxFaults, row: make([]int, n), out: make([]bool, n)}
}

// add takes note of a game and returns the engine, from 1, that is out by it; 0:
// none.
func (d *discipline) add(g *game) (out int) {
	if g.Ending == byForfeit || g.Ending == notPlayed {
		return 0
	}
	for _, engine := range []int{g.First, g.Second} {
		i := engine - 1
		if engine != g.faulty() {
			d.row[i] = 0
			continue
		}
		d.row[i]++
		if d.row[i] == d.most && !d.out[i] {
			d.out[i], out = true, engine
		}
	}
	return out
}

// left is how many engines are not out.
func (d *discipline) left() int {
	n := 0
	for _, out := range d.out {
		if !out {
			n++
		}
	}
	return n
}

// forfeit ends a game before it begins if an engine of its two is out; nil: it is
// to be played.
func (d *discipline) forfeit(f fixture) *game {
	g := newGame(f)
	loser, e := 0, byForfeit
	switch {
	case d.out[f.first] && d.out[f.second]:
		e = notPlayed
	case d.out[f.first]:
		loser = g.First
	case d.out[f.second]:
		loser = g.Second
	default:
		return nil
	}
	reason := "out after " + cli.Plural(d.most, "fault") + " in a row"
	if e == notPlayed {
		reason = fmt.Sprintf("not played: both are %s", reason)
	}
	g.finish(e, reason, loser, time.Now())
	return g
}

// tell says that an engine is out.
func (d *discipline) tell(name string) string {
	return fmt.Sprintf("%s is out after %s in a row: it forfeits its games.\n", name, cli.Plural(d.most, "fault"))
}
