package brain

import (
	"context"
	"time"

	"tengen/protocol"
	"tengen/search"
	"tengen/search/level"
)

// A ponder is a search on the opponent's time. It looks at the position that the
// opponent has before him, so that the transposition table has something on every
// reply, and the most on the best. Nothing comes of it but that: it says nothing
// and finds no move.
type ponder struct {
	cancel context.CancelFunc
	done   chan struct{} // closed when it has ended
}

// startPondering begins to ponder after our move, if that is wanted.
func (s *session) startPondering() {
	if s.task != nil || !s.settings.ponders() {
		return
	}
	pos := s.game.position(s.settings.rule)
	if pos.Outcome().Over() {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	p := &ponder{cancel, make(chan struct{})}
	s.ponder = p
	mind := s.mind
	go func() {
		defer close(p.done)
		// What goes wrong here has cost nobody a move, and nobody has asked.
		defer func() { _ = recover() }()
		_, _ = mind.Search(ctx, pos, search.Limits{}, nil)
	}()
}

// ponders tells whether to think on the opponent's time: he may need the machine
// himself in a tournament, and at a lower level what is learned there would make the
// next move too good.
func (t *settings) ponders() bool {
	return t.pondering && t.level == level.Full &&
		t.gameType != protocol.GameTournament && t.gameType != protocol.GameNetwork
}

// stopPondering ends the pondering, if there is any; the thinker is then idle.
func (s *session) stopPondering() {
	if s.ponder != nil {
		s.ponder.cancel()
		<-s.ponder.done
		s.ponder = nil
	}
}

// abandon ends it, but waits no longer than the program's end may.
func (p *ponder) abandon() {
	p.cancel()
	select {
	case <-p.done:
	case <-time.After(flushTime):
	}
}
