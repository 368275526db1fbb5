// Package screen shows on a terminal, in place, a text that changes.
package screen

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
)

// ANSI tells whether somebody looks at what is written to w, on a terminal that
// knows colours and how to move the cursor. NO_COLOR in the environment says no.
func ANSI(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && cli.Terminal(f) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && enable(f)
}

// Every is how often a Live looks for a new text.
const Every = 50 * time.Millisecond

// A Live is a text below what a terminal showed before.
type Live struct {
	out  io.Writer
	text func() string
	mu   sync.Mutex
	rows int // of the text that is shown
	stop sync.Once
	done chan struct{}
	over sync.WaitGroup
}

// NewLive shows what text returns, in lines, as soon as it is not empty, and then
// what becomes of it. Rows that are too wide are cut off; more than the terminal
// has would spoil the picture. Any goroutine may call text.
func NewLive(out io.Writer, text func() string) *Live {
	l := &Live{out: out, text: text, done: make(chan struct{})}
	l.over.Go(func() {
		ticks := time.NewTicker(Every)
		defer ticks.Stop()
		for {
			select {
			case <-ticks.C:
				l.show(text)
			case <-l.done:
				return
			}
		}
	})
	return l
}

// Changed tells that there is a new text. The first is shown at once; for the
// others a look now and then is enough.
func (l *Live) Changed() {
	l.mu.Lock()
	first := l.rows == 0
	l.mu.Unlock()
	if first {
		l.show(l.text)
	}
}

// Stop takes away what is shown. Then text is not called any more. The zero Live
// shows nothing to take away.
func (l *Live) Stop() {
	l.stop.Do(func() {
		if l.done == nil {
			return
		}
		close(l.done)
		l.over.Wait()
		l.show(func() string { return "" })
	})
}

func (l *Live) show(text func() string) {
	const clearLine, clearRest, wrapOff, wrapOn = "\x1b[K", "\x1b[J", "\x1b[?7l", "\x1b[?7h"
	shown := text()
	l.mu.Lock()
	defer l.mu.Unlock()
	if shown == "" && l.rows == 0 {
		return
	}
	back := "\r"
	if l.rows > 0 {
		back = fmt.Sprintf("\r\x1b[%dA", l.rows)
	}
	l.rows = strings.Count(shown, "\n")
	_, _ = io.WriteString(l.out, back+wrapOff+strings.ReplaceAll(shown, "\n", clearLine+"\n")+clearRest+wrapOn)
}
