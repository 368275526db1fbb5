package manager

import (
	"context"
	"io"
	"os"
	"strings"
	"time"

	"tengen/protocol"
)

// answer is a line that is no comment, and when it was read.
type answer struct {
	line string
	at   time.Time
}

// request is a line to be written.
type request struct {
	text    string
	written chan error // capacity 1
}

const (
	sendLimit   = 10 * time.Second       // how long lines wait for an engine that does not read
	queueLength = 64                     // answers nobody asked for that are kept
	settle      = 250 * time.Millisecond // how long to wait for what a dead engine leaves behind
)

// write passes lines on, each in one Write. An engine that does not read blocks
// this goroutine alone.
func (e *Engine) write() {
	for {
		select {
		case <-e.done:
			return
		case r := <-e.out:
			_, err := io.WriteString(e.stdin, r.text)
			r.written <- err
		}
	}
}

// read sorts the engine's output into comments and answers.
func (e *Engine) read(r *os.File) {
	defer close(e.answers)
	e.readPipe(r, func(line string, at time.Time) {
		e.log.line('<', line)
		if protocol.ParseReply(line) == protocol.ReplyComment {
			if e.opts.Comment != nil {
				c := protocol.ParseCommand(line)
				e.opts.Comment(c.Name, c.Args)
			}
			return
		}
		select {
		case e.answers <- answer{line, at}:
		default:
			e.log.line('#', "dropped: too many answers that nobody asked for")
		}
	})
}

func (e *Engine) readErr(r *os.File) {
	defer close(e.errDone)
	e.readPipe(r, func(line string, _ time.Time) {
		e.log.line('!', line)
		e.stderr.add(line)
	})
}

// readPipe is readLines for a pipe of the engine's, until soon after its end.
func (e *Engine) readPipe(r *os.File, each func(line string, at time.Time)) {
	defer r.Close()
	go func() {
		// A grandchild out of reach may hold the pipe open for ever.
		<-e.done
		time.Sleep(settle)
		r.Close()
	}()
	readLines(r, each)
}

// readLines calls each for every line that is not blank, trimmed, with the time
// when its end was read.
func readLines(r io.Reader, each func(line string, at time.Time)) {
	lines := protocol.NewLineReader(r)
	for {
		line, err := lines.ReadLine()
		if err != nil {
			return
		}
		at := time.Now()
		if line = strings.TrimSpace(line); line != "" {
			each(line, at)
		}
	}
}

// Send writes lines to the engine, each in one Write. The error is ctx's, a
// [*CrashError], or a [*TimeoutError] if the engine has not read what was
// written before and no more fits.
func (e *Engine) Send(ctx context.Context, lines ...string) error {
	unread := time.NewTimer(sendLimit)
	defer unread.Stop()
	for _, line := range lines {
		e.log.line('>', line)
		r := request{line + "\n", make(chan error, 1)}
		select {
		case e.out <- r:
		case <-e.done:
			return e.crash()
		case <-ctx.Done():
			return ctx.Err()
		case <-unread.C:
			return &TimeoutError{line, sendLimit, 0}
		}
		select {
		case err := <-r.written:
			if err != nil {
				return e.crash()
			}
		case <-e.done:
			return e.crash()
		case <-ctx.Done():
			return ctx.Err()
		case <-unread.C:
			return &TimeoutError{line, sendLimit, 0}
		}
	}
	return nil
}

// Ask sends the lines of one command and waits for its answer. The limit counts
// from the call; 0 or less is none. It returns the answer and the time it took.
// Answers that came before the call, to nothing that was asked, are dropped.
//
// The error is ctx's, a [*TimeoutError] (the engine may still be thinking: to go
// on with it makes no sense), or a [*CrashError].
func (e *Engine) Ask(ctx context.Context, limit time.Duration, lines ...string) (string, time.Duration, error) {
	e.dropStale()
	start := time.Now()
	inTime, cancel := within(ctx, start, limit)
	defer cancel()
	if err := e.Send(inTime, lines...); err != nil {
		if inTime.Err() != nil {
			return "", time.Since(start), e.late(ctx, lines[0], limit, 0)
		}
		return "", time.Since(start), err
	}
	return e.await(ctx, lines[0], start, limit)
}

// await waits for an answer to a command that was sent at start.
func (e *Engine) await(ctx context.Context, command string, start time.Time, limit time.Duration) (string, time.Duration, error) {
	inTime, cancel := within(ctx, start, limit)
	defer cancel()
	for {
		var a answer
		var open bool
		select {
		case a, open = <-e.answers:
		case <-inTime.Done():
			// The answer may lie there since before the limit: what counts is
			// when it was read.
			select {
			case a, open = <-e.answers:
			default:
				return "", time.Since(start), e.late(ctx, command, limit, 0)
			}
		}
		if !open {
			return "", time.Since(start), e.crash()
		}
		took := a.at.Sub(start)
		if took < 0 {
			continue // read before the question was put
		}
		if limit > 0 && took > limit {
			return "", took, e.late(ctx, command, limit, took)
		}
		return a.line, took, nil
	}
}

// within is ctx with a limit from start on, unless that is 0 or less.
func within(ctx context.Context, start time.Time, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit <= 0 {
		return ctx, func() {}
	}
	return context.WithDeadline(ctx, start.Add(limit))
}

// late is the error for an answer that took too long or, if took is 0, did not
// come: ctx's own if that ended it.
func (e *Engine) late(ctx context.Context, command string, limit, took time.Duration) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	e.log.line('#', "no answer in time")
	return &TimeoutError{command, limit, took}
}

func (e *Engine) dropStale() {
	for {
		select {
		case a, ok := <-e.answers:
			if !ok {
				return
			}
			e.log.line('#', "not asked for: "+clip(a.line))
		default:
			return
		}
	}
}

// crash waits a moment for the process to be reaped and its last words to be
// read, and says how it ended.
func (e *Engine) crash() error {
	patience := time.NewTimer(settle)
	defer patience.Stop()
	select {
	case <-e.done:
	case <-patience.C:
		return &CrashError{"it closed its output", e.stderr.all()}
	}
	select {
	case <-e.errDone:
	case <-patience.C:
	}
	return &CrashError{e.status, e.stderr.all()}
}
