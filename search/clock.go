package search

import (
	"sync/atomic"
	"time"
)

// The clock's numbers.
const (
	// lagShare is kept back from every limit, one part in so many, besides the
	// margin.
	lagShare = 100
	// The margin is kept back from every limit: a search sees its deadline late,
	// and its answer takes time to arrive. It is marginBase and marginLate times
	// the longest that this machine has lately kept a worker from looking at the
	// clock, and never more than marginMost. marginFirst is the margin before
	// anything was measured.
	marginBase  = 6 * time.Millisecond
	marginLate  = 3
	marginFirst = 25 * time.Millisecond
	marginMost  = 100 * time.Millisecond
	lateMost    = (marginMost - marginBase) / marginLate
	// A search of lateLeast or longer tells how late this machine can be. What was
	// seen before is forgotten by one part in lateFades with each.
	lateLeast = 5 * time.Millisecond
	lateFades = 2

	// A match's remaining time is shared among so many moves, of which a hard
	// one may take hardMoves shares.
	matchMoves = 20
	hardMoves  = 5

	// A share is multiplied by urgencyMost percent, less urgencyStable for each
	// iteration, up to urgencyIterations, that has not changed the best move, and
	// more by one for each unit that the value fell, up to urgencyFallMost.
	urgencyMost       = 130
	urgencyStable     = 8
	urgencyIterations = 8
	urgencyFallMost   = 70
)

const forever = time.Duration(1<<63 - 1)

// allowed is what a Clock allows a move, counted from the clock's start: the
// search begins no new iteration after soft, and ends at hard. shared tells that
// soft is a share of what is left for the match, which time saved makes larger.
type allowed struct {
	soft, hard time.Duration
	shared     bool
}

// budget is what the clock allows if margin is kept back.
func (c Clock) budget(margin time.Duration) allowed {
	a := allowed{soft: forever, hard: forever}
	if c.Turn < 0 || c.Match < 0 {
		return allowed{}
	}
	if c.Turn > 0 {
		a.hard = keepBack(c.Turn, margin)
		a.soft = a.hard // what is left of a turn cannot be saved
	}
	if c.Match > 0 {
		left := keepBack(c.Match, margin)
		share := left / matchMoves
		a.hard = min(a.hard, share*hardMoves)
		if c.Exact {
			share = a.hard
		}
		if share < a.soft {
			a.soft, a.shared = share, !c.Exact
		}
	}
	return a
}

// keepBack takes the lag off a limit. What is too short for it is halved
// instead.
func keepBack(limit, margin time.Duration) time.Duration {
	return max(limit-margin-limit/lagShare, limit/2)
}

// lateness is how late this machine lets a worker look at the clock, as a Searcher
// sees it from search to search: the processor may be busy with something else.
// A goroutine that sleeps would not do to measure it. Where each processor has a
// worker, the Go scheduler lets it wait for some 20 ms, which harms no worker.
type lateness struct {
	worst    time.Duration
	measured bool
}

// margin is what must be kept back for it.
func (l *lateness) margin() time.Duration {
	if !l.measured {
		return marginFirst
	}
	return min(marginBase+marginLate*l.worst, marginMost)
}

// saw takes in the longest that a worker of a search did not look at the clock.
func (l *lateness) saw(unseen, elapsed time.Duration) {
	if elapsed >= lateLeast {
		l.worst = max(min(unseen, lateMost), l.worst-l.worst/lateFades)
		l.measured = true
	}
}

// run is the time of one search.
type run struct {
	begun    time.Time
	margin   time.Duration
	clock    atomic.Pointer[Clock]
	deadline atomic.Int64 // nanoseconds after begun
	softEnd  atomic.Int64
	shared   atomic.Bool     // the soft end may be moved
	done     <-chan struct{} // the caller's wish to stop
}

func (r *run) setClock(c Clock) {
	if c.Start.IsZero() {
		c.Start = r.begun
	}
	a := c.budget(r.margin)
	used := r.begun.Sub(c.Start)
	r.clock.Store(&c)
	r.shared.Store(a.shared)
	r.softEnd.Store(int64(saturate(a.soft, used)))
	r.deadline.Store(int64(saturate(a.hard, used)))
}

func saturate(d, used time.Duration) time.Duration {
	if d == forever {
		return d
	}
	return d - used
}

func (r *run) elapsed() time.Duration { return time.Since(r.begun) }

// soft is the time after which no new iteration is begun, where the move
// deserves so many percent of the usual time.
func (r *run) soft(percent int) time.Duration {
	soft := time.Duration(r.softEnd.Load())
	if r.shared.Load() {
		soft = min(soft*time.Duration(percent)/100, time.Duration(r.deadline.Load()))
	}
	return soft
}

// late tells whether the search must end at the time now.
func (r *run) late(now time.Duration) bool {
	select {
	case <-r.done:
		return true
	default:
		return int64(now) >= r.deadline.Load()
	}
}

// playing tells a move that is to be played from an analysis without end.
func (r *run) playing() bool {
	c := r.clock.Load()
	return !c.Exact && (c.Turn != 0 || c.Match != 0)
}
