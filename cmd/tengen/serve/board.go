package serve

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A board is a game that people look at, with all that goes on about it: clocks, the engine's
// turn, an analysis. Its methods may be called from any goroutine.
type board struct {
	id      string
	house   *house
	created time.Time

	mu      sync.Mutex // guards what follows
	game    *game
	version int       // counts the changes of the game
	charted int       // counts the changes of what is thought of it
	touched time.Time // when somebody last did something
	own     bool      // somebody has done something, so that the game is kept
	since   time.Time // when the turn began; zero: the clock stands
	flag    *time.Timer
	engine  *thinking // nil: the engine is not at work
	study   *study    // the analysis, be it over or not; nil: none yet
	studied int       // counts the changes of the study
	gone    bool      // the board was deleted

	look     sync.Mutex // guards watchers, and is taken after mu
	watchers map[chan struct{}]bool
	rest     *time.Timer // runs while nobody watches
}

// thinking is the engine at work on its turn.
type thinking struct {
	cancel context.CancelFunc
	place  atomic.Int32
}

// restAfter is how long engines go on thinking for a board that nobody watches.
const restAfter = time.Minute

// newBoard returns a board for a game. It sleeps until somebody watches it.
func newBoard(h *house, id string, g *game) *board {
	now := time.Now()
	return &board{id: id, house: h, game: g, created: now, touched: now, watchers: map[chan struct{}]bool{}}
}

// watch returns a channel on which something comes after every change, and what ends
// that. A board that is watched wakes up.
func (b *board) watch() (changes <-chan struct{}, end func(), err error) {
	c := make(chan struct{}, 1)
	b.look.Lock()
	if len(b.watchers) >= mostWatchers {
		b.look.Unlock()
		return nil, nil, fmt.Errorf("this board has %d watchers already", mostWatchers)
	}
	b.watchers[c] = true
	if b.rest != nil {
		b.rest.Stop()
		b.rest = nil
	}
	b.look.Unlock()

	b.mu.Lock()
	b.wake()
	b.mu.Unlock()
	return c, func() {
		b.look.Lock()
		defer b.look.Unlock()
		delete(b.watchers, c)
		if len(b.watchers) == 0 {
			b.rest = time.AfterFunc(restAfter, b.sleep)
		}
	}, nil
}

// mostWatchers is how many pages may look at one board.
const mostWatchers = 16

func (b *board) watched() bool {
	b.look.Lock()
	defer b.look.Unlock()
	return len(b.watchers) > 0
}

// poke tells those who watch that there is something new.
func (b *board) poke() {
	b.look.Lock()
	defer b.look.Unlock()
	for c := range b.watchers {
		select {
		case c <- struct{}{}:
		default: // it has not seen the last change yet
		}
	}
}

// sleep stops what goes on, for nobody looks.
func (b *board) sleep() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.watched() {
		b.halt()
		b.stopStudy()
	}
}

// halt stops the engine and the clock.
func (b *board) halt() {
	if b.engine != nil {
		b.engine.cancel()
		b.engine = nil
	}
	if b.flag != nil {
		b.flag.Stop()
		b.flag = nil
	}
	b.since = time.Time{}
}

// wake starts what should be going on: the clock, and the engine if it is its turn.
func (b *board) wake() {
	g := b.game
	if g.paused {
		b.since = time.Time{}
	}
	if b.gone || g.paused || g.over() {
		return
	}
	if g.turnIsEngines() {
		if b.engine == nil {
			b.think()
		}
		return
	}
	if !g.ticks() {
		return
	}
	if b.since.IsZero() {
		b.since = time.Now()
	}
	if left, limited := g.left(g.turn()); limited && b.flag == nil {
		version := b.version
		b.flag = time.AfterFunc(left-time.Since(b.since), func() {
			b.mu.Lock()
			defer b.mu.Unlock()
			if b.version == version && !g.over() {
				_ = b.change(g.fall) // it is not over, so that it may
			}
		})
	}
}

// change does something to the game, in one piece: the clock stops and the engine too, do is
// told how long the turn took, and then all goes on from there, the study included. If do
// fails, nothing has happened.
func (b *board) change(do func(took time.Duration) error) error {
	if b.gone {
		return errGone
	}
	var took time.Duration
	if !b.since.IsZero() {
		took = time.Since(b.since)
	}
	line, since := b.game.line(), b.since
	if err := do(took); err != nil {
		return err
	}
	b.version++
	moved := line != b.game.line()
	b.halt()
	if !moved {
		b.since = since
	}
	b.house.keep(b)
	b.follow(moved)
	b.wake()
	b.poke()
	return nil
}

// act is change for what a person does: the game is theirs from now on.
func (b *board) act(a action, do deed) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	if a.At != b.version {
		return errStale
	}
	own := b.own
	b.own, b.touched = true, time.Now()
	err := b.change(func(took time.Duration) error { return do(b.game, a, took) })
	if err != nil {
		b.own = own
	}
	return err
}

var (
	errStale = errors.New("the game has moved on: look again")
	errGone  = errors.New("this game was deleted")
)

// delete ends all that goes on.
func (b *board) delete() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = true
	b.halt()
	b.stopStudy()
	b.version++
	b.poke()
}

// action is what a page asks for.
type action struct {
	Do      string     `json:"do"`
	At      int        `json:"at"` // the version that the page has seen
	Point   string     `json:"point"`
	Points  []string   `json:"points"`
	Player  int        `json:"player"`
	Step    int        `json:"step"`
	On      bool       `json:"on"`
	Players *[2]player `json:"players"`
	Strict  *bool      `json:"strict"`
}

// A deed is what an action does to a game; took is how long the turn has taken.
type deed func(g *game, a action, took time.Duration) error

// actions are the words for it. What only an engine may do now is nobody else's.
var actions = map[string]deed{
	"place": func(g *game, a action, took time.Duration) error {
		points, err := parsePoints([]string{a.Point})
		if err != nil {
			return err
		}
		if err := persons(g); err != nil {
			return err
		}
		if g.collecting {
			return g.toggle(points[0])
		}
		return g.add(word{points: points}, took, unknown)
	},
	"swap": func(g *game, _ action, took time.Duration) error {
		if err := persons(g); err != nil {
			return err
		}
		return g.add(word{verb: swap}, took, unknown)
	},
	"pass": func(g *game, _ action, took time.Duration) error {
		if err := persons(g); err != nil {
			return err
		}
		return g.add(word{verb: pass}, took, unknown)
	},
	"collect": func(g *game, a action, _ time.Duration) error {
		if err := persons(g); err != nil {
			return err
		}
		return g.collect(a.On)
	},
	"offer": func(g *game, a action, took time.Duration) error {
		if err := persons(g); err != nil {
			return err
		}
		points := g.draft
		if a.Points != nil {
			var err error
			if points, err = parsePoints(a.Points); err != nil {
				return err
			}
		}
		return g.add(word{verb: offer, points: points}, took, unknown)
	},
	"resign": func(g *game, a action, took time.Duration) error {
		if a.Player != 0 && a.Player != 1 {
			return fmt.Errorf("player %d: want 0 or 1", a.Player)
		}
		return g.add(word{verb: resign, player: taraguchi.Player(a.Player)}, took, unknown)
	},
	"undo": func(g *game, _ action, _ time.Duration) error {
		if err := g.undo(); err != nil {
			return err
		}
		g.paused = g.paused || g.turnIsEngines() // or it would play the same again
		return nil
	},
	"redo": func(g *game, _ action, _ time.Duration) error { return g.redo() },
	"goto": func(g *game, a action, _ time.Duration) error {
		if err := g.goTo(a.Step); err != nil {
			return err
		}
		g.paused = g.paused || g.turnIsEngines()
		return nil
	},
	"pause": func(g *game, a action, _ time.Duration) error {
		g.paused = a.On
		return nil
	},
	"set": func(g *game, a action, _ time.Duration) error {
		if a.Players != nil {
			for _, p := range a.Players {
				if err := p.check(); err != nil {
					return err
				}
			}
			g.players = *a.Players
		}
		if a.Strict != nil {
			g.strict, g.draft = *a.Strict, nil
		}
		return nil
	},
}

// persons is the error that it is not a person's turn. A paused engine lets anybody speak
// for it, so that what is looked at can be played on.
func persons(g *game) error {
	switch {
	case g.over():
		return errOver
	case g.turnIsEngines() && !g.paused:
		return errors.New("it is the engine's turn")
	}
	return nil
}

// answered is what the engine has to say: a word, or two where White picks and places.
type answered struct {
	words  []word
	chance float64
	took   time.Duration // of thinking, the queue left out
}

// think lets the engine speak in its turn.
func (b *board) think() {
	ctx, cancel := context.WithCancel(b.house.ctx)
	t := &thinking{cancel: cancel}
	b.engine = t
	g := b.game
	p := g.turn()
	set := g.players[p]
	left, limited := g.left(p)
	if !g.ticks() {
		limited = false
	}
	lim := levels[set.Level].limits(set, left, limited, g.inOpening())
	brain := &mind{queue: b.house.queue, book: b.house.book, threads: b.house.threadsOf(set.Level), seed: b.house.seed()}
	at := g.standing.clone()
	strict := g.strict
	b.house.goDo(func() {
		defer cancel()
		said, err := brain.answer(ctx, at, strict, lim, &t.place, b.poke)
		b.mu.Lock()
		defer b.mu.Unlock()
		if b.engine != t {
			return // nobody waits for it any more
		}
		b.engine = nil
		if err != nil {
			if ctx.Err() == nil {
				b.game.paused = true // a click tries again
				b.version++
				b.house.note("board %s: %v", b.id, err)
				b.poke()
			}
			return
		}
		_ = b.change(func(time.Duration) error { return b.speak(p, said) }) // legal, or the engine has lost
	})
}

// speak says what the engine has answered.
func (b *board) speak(p taraguchi.Player, said answered) error {
	g := b.game
	took := said.took
	if !g.ticks() {
		took = 0
	}
	// The grace is for the machine: the engine is told of its clock, not of the other
	// boards' searches.
	const grace = 200 * time.Millisecond
	if left, limited := g.left(p); limited && took > left+grace {
		return g.fall(took)
	}
	for i, w := range said.words {
		chance := said.chance
		if i < len(said.words)-1 {
			chance = unknown
		}
		if err := g.add(w, took, chance); err != nil {
			b.house.note("board %s: the engine says %s: %v", b.id, w, err)
			return g.add(word{verb: resign, player: p}, 0, unknown)
		}
		took = 0
	}
	return nil
}

// lastStone is the last stone on the board, Pass if there is none.
func lastStone(pos *renju.Position) renju.Point {
	if p, ok := pos.LastMove(); ok {
		return p
	}
	return renju.Pass
}
