package brain

import (
	"fmt"
	"io"
	"time"

	"tengen/protocol"
)

// An input is a line from the manager, or the error that ended the input.
type input struct {
	text string
	at   time.Time // when the line was complete
	err  error
}

// readLines starts the goroutine that reads. The last input it sends carries an
// error. It ends with the input, or when stop is closed and a read returns.
func readLines(in io.Reader, log *dialogue, stop <-chan struct{}) <-chan input {
	lines := make(chan input, 64)
	go func() {
		send := func(l input) bool {
			select {
			case lines <- l:
				return true
			case <-stop:
				return false
			}
		}
		// Whatever a Reader does, the session gets an end it understands.
		defer func() {
			if r := recover(); r != nil {
				send(input{err: fmt.Errorf("panic: %v", r)})
			}
		}()
		r := protocol.NewLineReader(in)
		for {
			text, err := r.ReadLine()
			l := input{text: text, at: time.Now(), err: err}
			if err == nil {
				log.line('>', text, l.at)
			}
			if !send(l) || err != nil {
				return
			}
		}
	}()
	return lines
}
