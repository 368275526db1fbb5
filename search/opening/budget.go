package opening

import (
	"context"
	"sync"
	"time"

	"tengen/search"
)

// A budget is the time and the nodes that a decision may use. It ends with its
// context.
type budget struct {
	ctx    context.Context
	cancel context.CancelFunc
	share  float64 // of the usual time, by the stage of the opening
	began  time.Time

	limited bool
	nodes   int64 // left, if limited
	used    int64

	mu       sync.Mutex
	deadline time.Time // zero: none
	timer    *time.Timer
}

// newBudget starts a budget. Its close must be called.
func newBudget(ctx context.Context, lim search.Limits, share float64) *budget {
	b := &budget{share: share, began: time.Now(), limited: lim.Nodes > 0, nodes: lim.Nodes}
	b.ctx, b.cancel = context.WithCancel(ctx)
	b.setClock(lim.Clock)
	return b
}

func (b *budget) close() {
	b.cancel()
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopTimer()
}

// setClock replaces the clock, also while the budget is in use.
func (b *budget) setClock(c search.Clock) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.stopTimer()
	d, ok := allowance(c, b.share)
	if !ok {
		b.deadline = time.Time{}
		return
	}
	start := c.Start
	if start.IsZero() {
		start = b.began
	}
	b.deadline = start.Add(d)
	if left := time.Until(b.deadline); left > 0 {
		b.timer = time.AfterFunc(left, b.cancel)
	} else {
		b.cancel()
	}
}

func (b *budget) stopTimer() {
	if b.timer != nil {
		b.timer.Stop()
		b.timer = nil
	}
}

// allowance returns how long after the clock's start the decision should be
// made, ok if the clock sets a limit at all.
func allowance(c search.Clock, share float64) (d time.Duration, ok bool) {
	if c.Turn < 0 || c.Match < 0 {
		return 0, true
	}
	part := func(d time.Duration, f float64) time.Duration { return time.Duration(f*float64(d)) - reserve }
	if c.Turn > 0 {
		d, ok = part(c.Turn, turnShare*share), true
		if c.Exact {
			d = part(c.Turn, exactShare)
		}
	}
	if c.Match > 0 {
		m := part(c.Match, matchShare*share)
		if c.Exact {
			m = part(c.Match, exactShare) // no more than there is
		}
		if !ok || m < d {
			d, ok = m, true
		}
	}
	return max(d, 0), ok
}

// spent reports whether the budget is at its end.
func (b *budget) spent() bool {
	return b.ctx.Err() != nil || b.limited && b.nodes <= 0
}

// charge takes nodes off the budget.
func (b *budget) charge(nodes int64) {
	b.nodes -= nodes
	b.used += nodes
}

// left returns the time to the deadline, ok if there is one.
func (b *budget) left() (d time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.deadline.IsZero() {
		return 0, false
	}
	return max(0, time.Until(b.deadline)), true
}

// halved returns a budget of half of what is left. Of no limit, half is
// unlimitedHalf nodes. Its close must be called.
func (b *budget) halved() *budget {
	h := &budget{began: time.Now(), limited: b.limited, nodes: max(1, b.nodes/2)}
	left, timed := b.left()
	if !b.limited && !timed {
		h.limited, h.nodes = true, unlimitedHalf
	}
	if timed {
		h.deadline = h.began.Add(left / 2)
		h.ctx, h.cancel = context.WithDeadline(b.ctx, h.deadline)
	} else {
		h.ctx, h.cancel = context.WithCancel(b.ctx)
	}
	return h
}
