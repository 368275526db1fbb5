package serve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tengen/search"
)

// A queue shares the cores among all that want to search. Whoever comes waits in turn, and
// whoever has searched for a slice while others wait goes to the end of the queue. So of n
// who want a core each, on c cores, nobody waits longer than n/c slices for the next.
//
// There are as many Searchers as cores, and each serves whoever has its core. Their tables
// remember much of what was found for a board until its next slice, and the memory that they
// take does not depend on the number of boards.
type queue struct {
	slice time.Duration
	most  int // that may wait

	mu      sync.Mutex
	free    int // cores
	idle    []*search.Searcher
	waiting []*turn
	running []*turn
}

// A turn is a slice that somebody waits for or has.
type turn struct {
	want  int // cores
	moved func()
	place *atomic.Int32 // in the queue, from 1; 0: it has a core

	ready    chan struct{}
	cores    int
	searcher *search.Searcher
	ctx      context.Context
	cancel   context.CancelFunc
	timer    *time.Timer
	overdue  bool // its slice is over, and nobody needed the core yet
}

var errBusy = errors.New("too many boards want to search: try again later")

// newQueue returns a queue for so many cores, whose Searchers' tables take so many bytes
// together: half of them the first one's, which serves a person who is alone.
func newQueue(cores int, bytes int64, slice time.Duration, most int) *queue {
	q := &queue{slice: slice, most: most, free: cores}
	for i := range cores {
		share := bytes / 2
		switch {
		case cores == 1:
			share = bytes
		case i > 0:
			share = bytes / 2 / int64(cores-1)
		}
		q.idle = append(q.idle, search.New(search.Options{TableBytes: max(share, leastTable)}))
	}
	return q
}

// leastTable is the smallest table of a Searcher.
const leastTable = 1 << 20

// work is what is done in a slice, on so many cores. It ends soon after ctx, and reports whether
// there is more of it.
type work func(ctx context.Context, s *search.Searcher, cores int) (more bool)

// run does work in slices on up to so many cores, until work reports that there is no more
// of it or ctx ends, whose error it then returns.
// While it waits, place holds its place in the queue, from 1, and moved is called whenever that has changed.
func (q *queue) run(ctx context.Context, want int, place *atomic.Int32, moved func(), work work) error {
	defer place.Store(0)
	for {
		t := &turn{want: want, place: place, moved: moved, ready: make(chan struct{})}
		t.ctx, t.cancel = context.WithCancel(ctx)
		if err := q.enter(t); err != nil {
			t.cancel()
			return err
		}
		select {
		case <-t.ready:
		case <-ctx.Done():
			q.leave(t)
			return ctx.Err()
		}
		more, err := q.do(t, work)
		if err = cmp.Or(ctx.Err(), err); err != nil || !more {
			return err
		}
	}
}

// do does the work of a turn. A fault of one board's is not the end of the others.
func (q *queue) do(t *turn, work work) (more bool, err error) {
	defer q.leave(t)
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("a fault of the search: %v", p)
		}
	}()
	return work(t.ctx, t.searcher, t.cores), nil
}

func (q *queue) enter(t *turn) error {
	q.mu.Lock()
	if len(q.waiting) >= q.most {
		q.mu.Unlock()
		return errBusy
	}
	q.waiting = append(q.waiting, t)
	q.settle()
	return nil
}

// leave gives back what t has, or its place in the queue.
func (q *queue) leave(t *turn) {
	t.cancel()
	q.mu.Lock()
	if i := slices.Index(q.waiting, t); i >= 0 {
		q.waiting = slices.Delete(q.waiting, i, i+1)
	} else if i := slices.Index(q.running, t); i >= 0 {
		q.running = slices.Delete(q.running, i, i+1)
		t.timer.Stop()
		q.free += t.cores
		q.idle = append(q.idle, t.searcher)
	}
	q.settle()
}

// settle hands out the cores that are free, ends slices that are over where somebody waits,
// and tells those that wait of their places. It is called with q.mu held and releases it.
func (q *queue) settle() {
	for q.free > 0 && len(q.waiting) > 0 {
		t := q.waiting[0]
		q.waiting = q.waiting[1:]
		t.cores = 1
		if len(q.waiting) == 0 {
			t.cores = max(1, min(t.want, q.free))
		}
		q.free -= t.cores
		// The largest table first.
		i := 0
		for k, s := range q.idle {
			if s.Options().TableBytes > q.idle[i].Options().TableBytes {
				i = k
			}
		}
		t.searcher = q.idle[i]
		q.idle = slices.Delete(q.idle, i, i+1)
		q.running = append(q.running, t)
		t.timer = time.AfterFunc(q.slice, func() { q.overdue(t) })
		t.place.Store(0)
		close(t.ready)
		defer t.moved()
	}
	needed := len(q.waiting)
	for _, t := range q.running {
		if needed > 0 && t.overdue {
			t.cancel()
			needed -= t.cores
		}
	}
	var moved []func()
	for i, t := range q.waiting {
		if old := t.place.Swap(int32(i + 1)); old != int32(i+1) {
			moved = append(moved, t.moved)
		}
	}
	q.mu.Unlock()
	for _, m := range moved {
		m()
	}
}

func (q *queue) overdue(t *turn) {
	q.mu.Lock()
	t.overdue = true
	q.settle()
}

// length is how many wait and how many search.
func (q *queue) length() (waiting, running int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.waiting), len(q.running)
}
