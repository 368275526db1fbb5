package match

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"sync"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/protocol"
	"tengen/protocol/manager"
)

const (
	// startLimit is how long an engine may take to say OK to START, the start of
	// its process included, which under wine takes seconds.
	startLimit = 20 * time.Second
	// firstLimit is the same for the first time, when wine may have its own
	// folders to make.
	firstLimit = 2 * time.Minute
	// aboutLimit is how long an engine may take to tell its name, which it need
	// not do.
	aboutLimit = 2 * time.Second
	// endGrace is how long an engine may take to obey END.
	endGrace = time.Second

	gameTypeEngines = "1" // INFO game_type of a game between two engines

	// With these an engine may think for as long as it likes.
	noTurnLimit  = 2_000_000 * time.Millisecond
	noMatchLimit = 100_000_000 * time.Millisecond
)

// player is an engine of a worker's and its clock. The process lives on from game
// to game, until something goes wrong or others play.
type player struct {
	conf   *config
	engine *engineConfig
	label  string    // in logs
	log    io.Writer // nil: none
	clock  clock

	process *manager.Engine // nil: to be started
	told    int             // how many stones of the game it knows; 0: it is to be told all

	mu       sync.Mutex
	comments []string // what it said since the last question
}

// start starts the engine, unless it runs.
func (p *player) start(ctx context.Context) error {
	if p.process != nil && p.process.Alive() {
		return nil
	}
	process, err := manager.Start(ctx, p.engine.argv, manager.Options{
		Name:    p.label,
		Dir:     p.engine.dir,
		Log:     p.log,
		Comment: p.hear,
	})
	if err != nil {
		return err
	}
	p.process = process
	return nil
}

// hear keeps a MESSAGE. It is called while lines are read.
func (p *player) hear(word, text string) {
	if word != protocol.Message || text == "" {
		return
	}
	const most = 100 // the last ones, since the first say how a search began
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.comments) == most {
		p.comments = append(p.comments[:0], p.comments[1:]...)
	}
	p.comments = append(p.comments, text)
}

// heard returns what the engine said since the last call.
func (p *player) heard() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	comments := p.comments
	p.comments = nil
	return comments
}

// newGame makes the engine ready for a game.
func (p *player) newGame(ctx context.Context, f fixture) error {
	l := p.engine.limits
	p.clock = clock{turn: l.turn, match: l.match, tolerance: l.tolerance}
	p.told = 0
	if p.log != nil {
		// A log that cannot be written must not end a game.
		_, _ = fmt.Fprintf(p.log, "%9s %s # game %d\n", "", p.label, f.number)
	}
	if err := p.start(ctx); err != nil {
		return err
	}
	if err := p.process.NewGame(ctx, p.conf.size, startLimit); err != nil {
		return err
	}
	for _, kv := range p.infos(f) {
		if err := p.process.Info(ctx, kv[0], kv[1]); err != nil {
			return err
		}
	}
	return nil
}

// infos is what an engine is told before a game.
func (p *player) infos(f fixture) [][2]string {
	l := p.engine.limits
	infos := [][2]string{
		{protocol.InfoRule, strconv.Itoa(protocol.RuleNumber(p.conf.rule))},
		{protocol.InfoGameType, gameTypeEngines},
		{protocol.InfoMaxMemory, strconv.FormatInt(l.memory, 10)},
	}
	turn, match := l.turn, l.match
	switch {
	case turn == 0 && match == 0:
		turn, match = noTurnLimit, noMatchLimit
	case turn == 0:
		turn = match
	}
	infos = append(infos,
		[2]string{protocol.InfoTimeoutTurn, milliseconds(turn)},
		[2]string{protocol.InfoTimeoutMatch, milliseconds(match)})
	if l.hash > 0 {
		infos = append(infos, [2]string{protocol.InfoHashSize, strconv.FormatInt(l.hash>>10, 10)})
	}
	if l.threads > 0 {
		infos = append(infos, [2]string{protocol.InfoThreadNum, strconv.Itoa(l.threads)})
	}
	if l.depth > 0 {
		infos = append(infos, [2]string{protocol.InfoMaxDepth, strconv.Itoa(l.depth)})
	}
	if l.nodes > 0 {
		infos = append(infos, [2]string{protocol.InfoMaxNode, strconv.FormatInt(l.nodes, 10)})
	}
	if f.seed != 0 {
		infos = append(infos, [2]string{protocol.InfoSeed, strconv.FormatInt(f.seed, 10)})
	}
	return append(infos, p.engine.info...)
}

// milliseconds is a time as INFO tells it. What is more than nothing does not
// become 0, which means something else.
func milliseconds(d time.Duration) string {
	if ms := d.Milliseconds(); ms != 0 || d == 0 {
		return strconv.FormatInt(ms, 10)
	}
	return "1"
}

// tellClock says how much of the game's time is left.
func (p *player) tellClock(ctx context.Context) error {
	left, limited := p.clock.left()
	text := milliseconds(left)
	switch {
	case limited:
	case p.clock.turn == 0:
		text = milliseconds(noMatchLimit)
	default:
		text = strconv.Itoa(protocol.UnlimitedTime)
	}
	p.heard() // what it said while nothing was asked belongs to no answer
	return p.process.Info(ctx, protocol.InfoTimeLeft, text)
}

// opening asks for the next answer of the opening.
func (p *player) opening(ctx context.Context, answers []taraguchi.Answer) (taraguchi.Answer, time.Duration, error) {
	if err := p.tellClock(ctx); err != nil {
		return taraguchi.Answer{}, 0, err
	}
	a, took, err := p.process.Opening(ctx, answers, p.clock.limit())
	p.clock.spend(took)
	return a, took, err
}

// move asks for the next move after those of the game so far.
func (p *player) move(ctx context.Context, moves []renju.Point) (renju.Point, time.Duration, error) {
	if err := p.tellClock(ctx); err != nil {
		return renju.Pass, 0, err
	}
	var (
		move renju.Point
		took time.Duration
		err  error
	)
	n, limit := len(moves), p.clock.limit()
	switch {
	case n == 0:
		move, took, err = p.process.Begin(ctx, p.conf.size, limit)
	case p.told > 0 && p.told == n-1:
		move, took, err = p.process.Turn(ctx, p.conf.size, moves[n-1], limit)
	default:
		move, took, err = p.process.Board(ctx, p.conf.size, moves, limit)
	}
	p.told = n + 1
	p.clock.spend(took)
	return move, took, err
}

// introduce is meet, tried again where the engine crashes, as it may now and then.
func (p *player) introduce(ctx context.Context) (name string, err error) {
	for range 3 {
		name, err = p.meet(ctx)
		var crash *manager.CrashError
		if !errors.As(err, &crash) || ctx.Err() != nil {
			break
		}
		p.drop()
	}
	return name, err
}

// meet starts the engine for the first time, asks its name and, if the match
// wants that, whether it knows the Taraguchi-10 opening. The name is "" if it
// tells none.
func (p *player) meet(ctx context.Context) (name string, err error) {
	if err := p.start(ctx); err != nil {
		return "", err
	}
	if err := p.process.NewGame(ctx, p.conf.size, firstLimit); err != nil {
		return "", err
	}
	id, err := p.process.About(ctx, aboutLimit)
	if err != nil {
		switch err.(type) {
		case *manager.AnswerError, *manager.TimeoutError: // then it has no name
		default:
			return "", err
		}
	}
	if p.conf.opening != taraguchi10 {
		return id.Name, nil
	}
	a, _, err := p.process.Opening(ctx, nil, startLimit)
	if err == nil {
		err = taraguchi.New().Check(a, false)
	}
	if err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		_, reason := fault(err)
		return "", &noOpening{reason, err}
	}
	return id.Name, nil
}

// noOpening says that an engine does not play the Taraguchi-10 opening.
type noOpening struct {
	reason string
	err    error
}

func (e *noOpening) Error() string {
	return fmt.Sprintf("cannot play the Taraguchi-10 opening (%s): use --opening FILE", e.reason)
}

func (e *noOpening) Unwrap() error { return e.err }

// drop ends an engine that has done wrong. The next game starts another.
func (p *player) drop() {
	if p.process != nil {
		p.process.Kill()
		p.process = nil
	}
}

// close ends the engine in good order.
func (p *player) close() {
	if p.process != nil {
		p.process.Close(endGrace)
		p.process = nil
	}
}
