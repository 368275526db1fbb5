package manager

import (
	"fmt"
	"strings"
	"time"

	"tengen/protocol"
)

// A TimeoutError says that an engine gave no answer in time.
type TimeoutError struct {
	Command string        // the command that got no answer
	Limit   time.Duration // what it was allowed, tolerance included
	Took    time.Duration // when the answer came, or 0 if none came
}

func (e *TimeoutError) Error() string {
	if e.Took > 0 {
		return fmt.Sprintf("answered %s after %s, allowed were %s", e.Command, short(e.Took), short(e.Limit))
	}
	return fmt.Sprintf("no answer to %s within %s", e.Command, short(e.Limit))
}

// A CrashError says that the engine's process ended, or closed its standard
// output, while an answer was due.
type CrashError struct {
	Status string   // how it ended: "exit status 3", "signal: killed", …
	Stderr []string // the last lines of its standard error, oldest first
}

func (e *CrashError) Error() string {
	text := "the engine is gone (" + e.Status + ")"
	if len(e.Stderr) > 0 {
		text += ": " + strings.Join(e.Stderr, " | ")
	}
	return text
}

// An AnswerError says that an engine answered something else than what its
// command asks for.
type AnswerError struct {
	Command string // the command that was answered
	Answer  string // the answer, shortened if very long
	Problem string // what is wrong with it
}

func (e *AnswerError) Error() string {
	switch protocol.ParseReply(e.Answer) {
	case protocol.ReplyError, protocol.ReplyUnknown: // says itself what is wrong
		return fmt.Sprintf("answered %q to %s", e.Answer, e.Command)
	}
	return fmt.Sprintf("answered %q to %s: %s", e.Answer, e.Command, e.Problem)
}

// Unsupported tells whether the engine says that it does not know the command,
// or will have nothing of it.
func (e *AnswerError) Unsupported() bool {
	kind := protocol.ParseReply(e.Answer)
	return kind == protocol.ReplyUnknown || kind == protocol.ReplyError
}

// clip shortens a line for an error or a log.
func clip(line string) string {
	const most = 200
	if len(line) <= most {
		return line
	}
	return strings.ToValidUTF8(line[:most], "") + "…"
}

// short is a duration to the millisecond.
func short(d time.Duration) string { return d.Round(time.Millisecond).String() }
