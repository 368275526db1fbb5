package brain

import (
	"context"
	"fmt"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
)

// An answer is what a task came to.
type answer struct {
	comments []string      // MESSAGE lines before it, which the manager waits for
	line     string        // the line itself, "" if the comments are all
	play     []renju.Point // the stones that it puts on our own board
	ponder   bool          // it is a move of a game, and the opponent thinks next
}

// A task is something that is being thought about.
type task struct {
	at       time.Time // when its clock began
	analysis bool      // for people: no limit means no limit
	cancel   context.CancelFunc
	alarm    *time.Timer // cancels, nil if there is no limit
	reclock  func(search.Clock)
	done     chan answer
}

const (
	// alarmLead is how long before the end of its time a task is cut off. The
	// search stops earlier by itself: this is for what it does not foresee.
	alarmLead = 5 * time.Millisecond
	// alarmLeast is what every task gets to find anything at all.
	alarmLeast = 50 * time.Millisecond
)

// A job is the thought of a task. It runs in a goroutine of its own and must
// not touch the session. Its error becomes a MESSAGE, and the spare answer is
// given instead.
type job struct {
	at       time.Time
	analysis bool
	clock    search.Clock
	reclock  func(search.Clock) // gives what thinks another clock
	think    func(ctx context.Context) (answer, error)
	spare    func() answer // legal, whatever happened
}

// safely is the spare answer, or none if even that cannot be found.
func (j job) safely() (a answer) {
	defer func() {
		if recover() != nil {
			a = answer{}
		}
	}()
	return j.spare()
}

// start begins a task; none may be running.
func (s *session) start(j job) {
	s.flushNotices()
	ctx, cancel := context.WithCancel(context.Background())
	t := &task{
		at: j.at, analysis: j.analysis,
		cancel: cancel, reclock: j.reclock, done: make(chan answer, 1),
	}
	if limit, ok := budget(j.clock); ok {
		t.alarm = time.AfterFunc(alarmAfter(j.at, limit), cancel)
	}
	s.task = t
	out := s.out
	go func() {
		defer func() {
			if r := recover(); r != nil {
				say(out, fmt.Sprintf("internal fault while thinking: %v", r))
				t.done <- j.safely()
			}
		}()
		a, err := j.think(ctx)
		if err != nil {
			say(out, "internal fault while thinking: "+err.Error())
			if a.line == "" && a.comments == nil {
				a = j.safely()
			}
		}
		t.done <- a
	}()
}

func alarmAfter(start time.Time, limit time.Duration) time.Duration {
	return max(limit-alarmLead, alarmLeast) - time.Since(start)
}

// setClock gives a running task another clock. now means that it must answer at
// once.
func (t *task) setClock(c search.Clock, now bool) {
	limit, ok := budget(c)
	if now || c.Turn < 0 || c.Match < 0 {
		t.cancel()
		return
	}
	t.reclock(c)
	if t.alarm != nil {
		t.alarm.Stop()
	}
	if ok {
		t.alarm = time.AfterFunc(alarmAfter(t.at, limit), t.cancel)
	}
}

// running is how long the task has been at work at the given time.
func (t *task) running(at time.Time) time.Duration {
	if t == nil {
		return 0
	}
	return max(at.Sub(t.at), 0)
}

// answers yields the running task's answer; nothing, ever, if there is none.
func (s *session) answers() <-chan answer {
	if s.task == nil {
		return nil
	}
	return s.task.done
}

// endTask ends the running task, if there is one, with its answer.
func (s *session) endTask() {
	if s.task != nil {
		s.task.cancel()
		s.finish(<-s.task.done)
	}
}

// abandon ends the running task without an answer.
func (s *session) abandon() {
	if s.ponder != nil {
		s.ponder.abandon()
	}
	if s.task == nil {
		return
	}
	s.task.cancel()
	select {
	case <-s.task.done:
	case <-time.After(flushTime):
	}
}

// finish gives a task's answer.
func (s *session) finish(a answer) {
	if t := s.task; t != nil {
		s.task = nil
		t.cancel()
		if t.alarm != nil {
			t.alarm.Stop()
		}
		s.clock.spend(time.Since(t.at))
	}
	for _, c := range a.comments {
		s.out.answer(protocol.Message + " " + c)
	}
	if a.line != "" {
		s.out.answer(a.line)
	}
	for _, p := range a.play {
		s.game.play(p)
	}
}
