package manager

import (
	"fmt"
	"io"
	"sync"
	"time"
)

// dialogue writes every line that passes between manager and engine, each in
// one Write:
//
//	12.345 engine > TURN 7,7       to the engine
//	12.845 engine < 7,6            from the engine
//	12.846 engine ! out of memory  from its standard error
//	12.847 engine # killed         what the manager did
//
// Times are seconds since the engine was started.
type dialogue struct {
	mu    sync.Mutex
	w     io.Writer // nil: no log
	name  string
	start time.Time
}

func (d *dialogue) line(mark byte, text string) {
	if d.w == nil {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	// A log that cannot be written must not end a game.
	_, _ = fmt.Fprintf(d.w, "%9.3f %s %c %s\n", time.Since(d.start).Seconds(), d.name, mark, text)
}

// tail keeps the last lines of a stream.
type tail struct {
	mu    sync.Mutex
	lines []string
}

// tailLines is how many lines of standard error a CrashError tells.
const tailLines = 8

func (t *tail) add(line string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.lines) == tailLines {
		copy(t.lines, t.lines[1:])
		t.lines = t.lines[:tailLines-1]
	}
	t.lines = append(t.lines, clip(line))
}

func (t *tail) all() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.lines...)
}
