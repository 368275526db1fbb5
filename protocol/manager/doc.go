// Package manager is the other end of the Gomocup text protocol: it starts an
// engine, speaks to it and times it.
//
// An [Engine] is a running process. Three goroutines serve it: one reads its
// answers, one its standard error, one writes. A line that begins with
// MESSAGE or DEBUG is a comment and goes to a callback; every other line that
// is not empty is an answer. An exchange sends a command and waits for one
// answer: its time runs from the moment the command is handed over to the
// moment the answer's last byte is read, and is taken by the goroutine that
// reads, so that a busy manager does not charge its own delays to the engine.
//
// The commands are methods: [Engine.NewGame], [Engine.Info], [Engine.Begin],
// [Engine.Turn], [Engine.Board], [Engine.Opening]. They check the form of an
// answer, never its legality: that is the referee's. An answer that is none is
// an [*AnswerError], a missing one a [*TimeoutError], a process that is gone a
// [*CrashError], which tells how it ended and what it last wrote to standard
// error.
//
// Nothing an engine does keeps the manager: an engine that reads nothing, hangs
// or floods is cut off at the time limit, and [Engine.Close] and [Engine.Kill]
// end the process with everything that it started.
package manager
