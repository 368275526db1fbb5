package brain

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/search"
)

// A ponderer is a dummy whose searches are at once but for those without a clock,
// which last until they are told to end.
type ponderer struct {
	dummy
	began, ended chan string // the moves of the positions that are pondered
	running      atomic.Int32
}

func newPonderer(t *testing.T) *ponderer {
	p := &ponderer{began: make(chan string, 64), ended: make(chan string, 64)}
	p.search = func(ctx context.Context, pos *renju.Position, lim search.Limits, report func(search.Progress)) (search.Result, error) {
		if p.running.Add(1) > 1 {
			t.Error("two searches at once")
		}
		defer p.running.Add(-1)
		if lim.Clock.Turn != 0 {
			return firstFree(pos), nil
		}
		if report != nil {
			t.Error("pondering is reported")
		}
		moves := renju.FormatMoves(pos.Moves())
		p.began <- moves
		<-ctx.Done()
		p.ended <- moves
		return firstFree(pos), nil
	}
	return p
}

func receive(t *testing.T, from chan string, want string) {
	t.Helper()
	select {
	case got := <-from:
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	case <-time.After(patience):
		t.Fatalf("no %q within %v", want, patience)
	}
}

// Every line ends the pondering before it is obeyed.
func TestPondering(t *testing.T) {
	mind := newPonderer(t)
	m := begin(t, mind, Options{})
	m.send("START 15", "INFO pondering 1", "BEGIN")
	m.want("^OK$", "^0,14$")
	receive(t, mind.began, "a1")
	m.silent(20 * time.Millisecond)
	m.send("TURN 7,7")
	receive(t, mind.ended, "a1")
	m.want("^1,14$")
	receive(t, mind.began, "a1h8b1")
	m.send("INFO time_left 60000") // comes before a TURN
	receive(t, mind.ended, "a1h8b1")
	m.send("TURN 8,8")
	m.want("^2,14$")
	receive(t, mind.began, "a1h8b1i7c1")
	m.send("TAKEBACK 2,14", "TAKEBACK 8,8")
	m.want("^OK$", "^OK$")
	receive(t, mind.ended, "a1h8b1i7c1")
	m.send("TURN 8,8")
	m.want("^2,14$")
	receive(t, mind.began, "a1h8b1i7c1")
	m.send("END")
	m.overSilently()
	receive(t, mind.ended, "a1h8b1i7c1")
}

// The end of the input ends it too.
func TestPonderingEnds(t *testing.T) {
	mind := newPonderer(t)
	m := begin(t, mind, Options{})
	m.send("START 15", "INFO pondering 1", "BEGIN")
	m.want("^OK$", "^0,14$")
	receive(t, mind.began, "a1")
	m.in.Close()
	m.overSilently()
	receive(t, mind.ended, "a1")
}

func TestNoPondering(t *testing.T) {
	for name, lines := range map[string][]string{
		"unasked":               {"BEGIN"},
		"switched off":          {"INFO pondering 1", "INFO pondering 0", "BEGIN"},
		"in a tournament":       {"INFO pondering 1", "INFO game_type 2", "BEGIN"},
		"in one over a network": {"INFO game_type 3", "INFO pondering 1", "BEGIN"},
		"at a lower level":      {"INFO pondering 1", "INFO strength 99", "BEGIN"},
		"after analysis":        {"INFO pondering 1", "INFO timeout_turn 1000", "YXNBEST 1"},
		"after a finished game": {"INFO pondering 1", "BOARD", "1,14,1", "1,1,2", "2,14,1", "2,2,2", "3,14,1", "3,3,2", "4,14,1", "5,5,2", "DONE"},
	} {
		t.Run(name, func(t *testing.T) {
			mind := newPonderer(t)
			m := begin(t, mind, Options{})
			m.send("START 15")
			m.want("^OK$")
			m.send(lines...)
			m.want("^0,14$")
			m.silent(20 * time.Millisecond)
			select {
			case moves := <-mind.began:
				t.Errorf("ponders %q", moves)
			default:
			}
		})
	}
}

// A fault while pondering is nobody's concern.
func TestPonderingPanics(t *testing.T) {
	mind := &dummy{search: func(_ context.Context, pos *renju.Position, lim search.Limits, _ func(search.Progress)) (search.Result, error) {
		if lim.Clock.Turn == 0 {
			panic("made up")
		}
		return firstFree(pos), nil
	}}
	m := begin(t, mind, Options{})
	m.send("START 15", "INFO pondering 1", "BEGIN", "TURN 7,7")
	m.want("^OK$", "^0,14$", "^1,14$")
	m.send("END")
	if rest := m.over(); len(rest) > 0 {
		t.Errorf("it says %q", rest)
	}
}
