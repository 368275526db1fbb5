package search

import (
	"testing"
	"time"

	"tengen/engine/renju"

	"tengen/search/pattern"
)

func TestValuesReadAsPlayersSayThem(t *testing.T) {
	tests := []struct {
		v    Value
		text string
		mate int
	}{
		{0, "0", 0},
		{-35, "-35", 0},
		{winIn(1), "+M1", 1},
		{winIn(7), "+M7", 7},
		{loseIn(4), "-M4", -4},
		{EvalLimit, "8000", 0},
	}
	for _, tt := range tests {
		if got := tt.v.String(); got != tt.text {
			t.Errorf("String of %d: %q, want %q", int(tt.v), got, tt.text)
		}
		if plies, ok := tt.v.Mate(); plies != tt.mate || ok != (tt.mate != 0) {
			t.Errorf("Mate of %v: %d, %v, want %d", tt.v, plies, ok, tt.mate)
		}
	}
}

func TestWinRateGrowsWithTheValue(t *testing.T) {
	values := []Value{loseIn(2), loseIn(50), -EvalLimit, -100, 0, 100, EvalLimit, winIn(50), winIn(2)}
	last := -1.0
	for _, v := range values {
		if got := v.WinRate(); got < last || got < 0 || got > 1 {
			t.Errorf("win rate of %v: %v after %v", v, got, last)
		} else {
			last = got
		}
	}
	if got := Value(0).WinRate(); got != 0.5 {
		t.Errorf("win rate of 0: %v, want 0.5", got)
	}
}

func TestRecordsSurviveTheTable(t *testing.T) {
	tb := newTable(1 << 12)
	tests := []struct {
		stored, ply, loaded int
		value, want         Value
	}{
		{0, 0, 0, 123, 123},
		{0, 3, 5, -8000, -8000},
		// A win counted from the root at ply 3 is two plies further at ply 5.
		{0, 3, 5, winIn(9), winIn(11)},
		{0, 3, 1, loseIn(9), loseIn(7)},
	}
	for i, tt := range tests {
		key := uint64(i+1) * 0x9e3779b97f4a7c15
		in := record{value: tt.value, depth: 5*onePly + 3, move: pattern.Cell(224 - i), bound: lower}
		tb.store(key, tt.ply, in)
		out, ok := tb.load(key, tt.loaded)
		in.value = tt.want
		if !ok || out != in {
			t.Errorf("stored %+v at ply %d, loaded %+v, %v at ply %d", in, tt.ply, out, ok, tt.loaded)
		}
	}
	if _, ok := tb.load(42, 0); ok {
		t.Error("the table knows a position that was never stored")
	}
}

func TestBudgetNeverPassesTheClock(t *testing.T) {
	ms := time.Millisecond
	tests := []struct {
		clock Clock
		hard  time.Duration // at most
	}{
		{Clock{Turn: -1}, 0},
		{Clock{Turn: time.Second, Match: -1}, 0},
		{Clock{Turn: time.Nanosecond}, time.Nanosecond},
		{Clock{Turn: 100 * ms}, 90 * ms},
		{Clock{Turn: time.Second}, 970 * ms},
		{Clock{Turn: time.Second, Match: 200 * ms}, 100 * ms},
		{Clock{Match: 60 * time.Second}, 20 * time.Second},
	}
	for _, tt := range tests {
		a := tt.clock.budget(marginFirst)
		soft, hard := a.soft, a.hard
		if hard > tt.hard || soft > hard || soft < 0 {
			t.Errorf("%+v: soft %v, hard %v, want at most %v", tt.clock, soft, hard, tt.hard)
		}
		if tt.clock.Turn > 50*ms && tt.clock.Match >= 0 && hard < tt.hard/4 {
			t.Errorf("%+v: hard %v is little of what it may use", tt.clock, hard)
		}
	}
	if a := (Clock{}).budget(marginFirst); a.soft != forever || a.hard != forever {
		t.Errorf("no clock: %+v, want forever", a)
	}
}

func TestExactUsesAllOfTheTurn(t *testing.T) {
	c := Clock{Turn: time.Second, Match: time.Minute, Exact: true}
	if a := c.budget(marginFirst); a.soft != a.hard || a.shared {
		t.Errorf("%+v: %+v, want the same soft and hard", c, a)
	}
}

// The margin follows what the machine does, within bounds.
func TestMarginFollowsLateness(t *testing.T) {
	var l lateness
	if l.margin() != marginFirst {
		t.Errorf("before anything is measured the margin is %v", l.margin())
	}
	l.saw(time.Millisecond, lateLeast/2)
	if l.measured {
		t.Error("too short a search has told something")
	}
	l.saw(time.Millisecond, lateLeast)
	if !l.measured || l.worst != time.Millisecond {
		t.Fatalf("after a search: %+v", l)
	}
	for _, late := range []time.Duration{0, time.Millisecond, time.Second} {
		l.worst = late
		if m := l.margin(); m < marginBase || m > marginMost || m < min(late, marginMost) {
			t.Errorf("late by %v, the margin is %v", late, m)
		}
	}
	// What was seen once is soon forgotten, however bad it was.
	l = lateness{}
	l.saw(time.Minute, time.Minute)
	if l.margin() < marginMost*9/10 {
		t.Errorf("after a minute's sleep the margin is only %v", l.margin())
	}
	for range 6 {
		l.saw(time.Millisecond, time.Second)
	}
	if l.worst > 2*time.Millisecond {
		t.Errorf("six quiet searches later the worst is still %v", l.worst)
	}
}

// A worker knows for how long it did not come to look at the clock, and one that
// another worker stopped does too.
func TestAWorkerMeasuresItsLateness(t *testing.T) {
	const away = 50 * time.Millisecond
	s := New(Options{})
	s.Prepare(15, renju.Renju)
	w := s.workers[0]
	pos := position(t, 15, renju.Renju, "h8i9")
	r := &run{begun: time.Now()}
	r.deadline.Store(int64(forever))
	w.begin(pos, &shared{pos: pos, run: r})
	for range 3 {
		w.late()
	}
	r.begun = r.begun.Add(-away) // as if the processor had done something else
	w.late()
	if w.unseen < away || w.unseen > away+patience {
		t.Errorf("away for %v, saw %v", away, w.unseen)
	}
	w.begin(pos, &shared{pos: pos, run: r})
	w.shared.stop.Store(true)
	w.looked -= away
	was := w.looked
	w.iterate(nil)
	if w.looked == was {
		t.Error("a stopped worker did not look at the clock")
	}
}

// A share of a match's time is stretched where the value falls and cut where
// nothing changes; a turn's time is not.
func TestUrgencyMovesOnlyAShareOfTheMatch(t *testing.T) {
	calm, worried := worker{stable: 20}, worker{fell: 200}
	if calm.urgency() >= 100 || worried.urgency() <= 130 {
		t.Errorf("calm %d percent, worried %d", calm.urgency(), worried.urgency())
	}
	for _, tt := range []struct {
		clock Clock
		moves bool
	}{
		{Clock{Turn: time.Second}, false},
		{Clock{Match: time.Minute}, true},
		{Clock{Turn: 5 * time.Second, Match: 20 * time.Second}, true},
		{Clock{Turn: time.Second, Match: time.Minute, Exact: true}, false},
	} {
		r := run{begun: time.Now(), margin: marginFirst}
		r.setClock(tt.clock)
		if moves := r.soft(50) < r.soft(100) && r.soft(100) < r.soft(150); moves != tt.moves {
			t.Errorf("%+v: %v, %v, %v", tt.clock, r.soft(50), r.soft(100), r.soft(150))
		}
		if r.soft(1000) > time.Duration(r.deadline.Load()) {
			t.Errorf("%+v: %v is beyond the deadline", tt.clock, r.soft(1000))
		}
	}
}
