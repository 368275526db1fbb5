// Package brain is the engine's end of the Gomocup text protocol: it reads a
// manager's lines, asks the search, and writes the answers.
//
// [Serve] runs three goroutines. One reads: it cuts the input into lines and
// notes when each came, which is when its clock starts. One writes: each line
// goes out in one Write, and a manager that does not read stops nobody. The
// third owns all that is known of the game, and does what the lines say. It
// never thinks itself: a command that needs thought starts a task, one more
// goroutine, and while that runs the session goes on reading, so that INFO,
// STOP and END are obeyed at once. A command that would change the game under
// a running task ends the task first, its answer is written, and only then the
// command is run: there is exactly one answer to each command, in order.
//
// The commands are one table ([commands]); each is one function, with its
// grammar above it, in the file of its family:
//
//	game.go       START, BEGIN, TURN, BOARD, TAKEBACK …
//	info.go       INFO and its keys
//	opening.go    SWAP2BOARD
//	taraguchi.go  TARAGUCHI10BOARD, TARAGUCHISTEP1-4
//	yixin.go      the dialect of Yixin-Board
//
// Besides its answers a brain writes MESSAGE lines, which every manager skips
// or shows, and, once INFO show_detail has asked for them, INFO lines. Nothing
// is ever written to standard error: managers exist that take it for answers.
//
// After its own move in a game a brain may go on thinking, on the opponent's time,
// if INFO pondering 1 asks for it; the manager's next line, whatever it says, ends
// that before it is obeyed (ponder.go).
//
// Until INFO says otherwise the board is 15x15, the rule freestyle, a move may
// take 5 seconds, one thread searches with a table of 64 MiB, moves are as strong
// as can be, and there is no pondering.
//
// A panic is caught wherever it happens and becomes a MESSAGE line; if a move
// was due, a legal one is made.
package brain
