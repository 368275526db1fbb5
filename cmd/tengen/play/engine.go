package play

import (
	"context"
	"fmt"
	"time"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/level"
	"tengen/search/opening"
)

// A mind is who plays against the person.
type mind interface {
	level() int
	setLevel(int)
	// decide answers in an opening that is not over, say being told the reasons.
	decide(ctx context.Context, st *taraguchi.State, say func(string)) (taraguchi.Answer, error)
	// move answers in a game that is not over. It names the move, what it is
	// worth, and what it expects.
	move(ctx context.Context, pos *renju.Position) (search.Line, error)
	// adviser is who advises the person: at full strength, whatever the level,
	// and with a memory of its own, from which the player could learn too much.
	adviser() mind
}

// thinking is what an engine may do to find an answer.
type thinking struct {
	level   int
	turn    time.Duration // 0: no limit
	nodes   int64         // 0: no limit
	threads int
	seed    int64 // 0: no variety in the opening
}

// An engine is the real mind.
type engine struct {
	thinking
	player  *level.Player
	decider *opening.Decider
	advice  *engine // made when it is first asked for
}

func newEngine(t thinking) *engine {
	s := search.New(search.Options{Threads: t.threads})
	return &engine{
		thinking: t,
		player:   &level.Player{Searcher: s, Level: t.level, Seed: t.seed},
		decider:  &opening.Decider{Searcher: s, Seed: t.seed, Book: book.Embedded},
	}
}

func (e *engine) level() int     { return e.player.Level }
func (e *engine) setLevel(n int) { e.player.Level = n }

func (e *engine) adviser() mind {
	if e.advice == nil {
		t := e.thinking
		t.level, t.seed = level.Full, 0
		if t.turn == 0 && t.nodes == 0 {
			t.turn = defaultTime
		}
		e.advice = newEngine(t)
	}
	return e.advice
}

// limits bound an answer that is thought about from now on.
func (e *engine) limits() search.Limits {
	lim := search.Limits{Clock: search.Clock{Turn: e.turn}, Nodes: e.nodes}
	if e.turn == 0 && e.nodes == 0 {
		lim.Clock.Turn = defaultTime // only the moves of a lower level have bounds of their own
	}
	return lim
}

// weakNodes are what a decision of the opening gets below full strength, where
// moves come quickly too: half a second's.
const weakNodes = 200_000

func (e *engine) decide(ctx context.Context, st *taraguchi.State, say func(string)) (taraguchi.Answer, error) {
	lim := e.limits()
	if e.level() < level.Full && lim.Nodes == 0 {
		lim.Nodes = weakNodes
	}
	return e.decider.Decide(ctx, st, 0, lim, say)
}

func (e *engine) move(ctx context.Context, pos *renju.Position) (search.Line, error) {
	res, err := e.player.Search(ctx, pos, e.limits(), nil)
	if len(res.Lines) == 0 || res.Best != res.Lines[0].Moves[0] {
		return search.Line{Moves: []renju.Point{res.Best}}, err
	}
	return res.Lines[0], err
}

// opinion says what a line is worth to the side that plays it, such as "55 % for
// Black, depth 9".
func opinion(l search.Line, side renju.Stone) string {
	if plies, ok := l.Value.Mate(); ok {
		if plies < 0 {
			return fmt.Sprintf("%s wins in %s", cli.Side(side.Opponent()), cli.Plural(-plies/2, "move"))
		}
		return fmt.Sprintf("%s wins in %s", cli.Side(side), cli.Plural((plies+1)/2, "move"))
	}
	return fmt.Sprintf("%.0f %% for %s, depth %d", 100*l.Value.WinRate(), cli.Side(side), l.Depth)
}
