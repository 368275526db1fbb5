package brain

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// mostComments is how many lines may wait to be written before comments are
// dropped. A manager that reads at all never lets so many gather.
const mostComments = 4096

// A writer sends lines from a goroutine of its own, so that nobody who has
// something to say waits for a manager to read. Answers are never dropped and
// never reordered.
type writer struct {
	broken chan struct{} // closed when the output fails

	mu     sync.Mutex
	more   *sync.Cond
	queue  []string
	closed bool
	done   chan struct{} // closed when the goroutine has ended
}

func newWriter(out io.Writer, log *dialogue) *writer {
	w := &writer{broken: make(chan struct{}), done: make(chan struct{})}
	w.more = sync.NewCond(&w.mu)
	go w.run(out, log)
	return w
}

// answer sends a line that must arrive.
func (w *writer) answer(line string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.push(line)
}

// comment sends lines that belong together, or drops them all when too much
// waits already.
func (w *writer) comment(lines ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.queue) < mostComments {
		w.push(lines...)
	}
}

func (w *writer) push(lines ...string) {
	if !w.closed {
		w.queue = append(w.queue, lines...)
		w.more.Signal()
	}
}

// close takes no more lines and waits for what is queued to be written, but no
// longer than the given time.
func (w *writer) close(wait time.Duration) {
	w.mu.Lock()
	w.closed = true
	w.more.Signal()
	w.mu.Unlock()
	select {
	case <-w.done:
	case <-time.After(wait):
	}
}

func (w *writer) run(out io.Writer, log *dialogue) {
	defer close(w.done)
	defer func() {
		// A Writer that panics is a broken one.
		if recover() != nil {
			w.fail()
		}
	}()
	for {
		w.mu.Lock()
		for len(w.queue) == 0 && !w.closed {
			w.more.Wait()
		}
		batch := w.queue
		w.queue = nil
		w.mu.Unlock()
		if len(batch) == 0 {
			return
		}
		for _, line := range batch {
			// One Write a line: a manager that takes what a single read
			// yields for a line must find it whole.
			if _, err := io.WriteString(out, line+"\n"); err != nil {
				w.fail()
				return
			}
			log.line('<', line, time.Now())
		}
	}
}

func (w *writer) fail() {
	w.mu.Lock()
	w.closed = true
	w.queue = nil
	w.mu.Unlock()
	close(w.broken)
}

// A dialogue logs what passes between manager and brain, each line in one
// Write:
//
//	15:04:05.000000 > TURN 7,7
//	15:04:05.480112 < 7,6
type dialogue struct {
	mu  sync.Mutex
	out io.Writer
}

func newDialogue(out io.Writer) *dialogue { return &dialogue{out: out} }

func (d *dialogue) line(mark byte, text string, at time.Time) {
	if d.out == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// A log that cannot be written is no reason to lose a game.
	_, _ = fmt.Fprintf(d.out, "%s %c %s\n", at.Format("15:04:05.000000"), mark, text)
}
