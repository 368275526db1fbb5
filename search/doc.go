// Package search chooses moves: a position and limits go in, a move and what
// it is worth come out.
//
// # From Search to the leaf
//
// Search loads the position into each worker's own board (package pattern),
// which knows what a stone of either colour would make on any empty point.
// What needs no search is answered at once: a five, and a win by continuous
// fours, which a solver (package threat) finds and the rulebook confirms.
//
// Otherwise every worker deepens by itself, one ply an iteration, and all share
// one transposition table; a worker is a goroutine, and the first is the one
// that reports and decides whether time is left for another iteration. An
// iteration searches the root's moves (searchRoot) in a window around the last
// iteration's value: the first move fully, the others only for the proof that
// they are no better.
//
// Between two iterations the first worker spends a part of its nodes on
// continuous threats (prove in prove.go): a win of the side to move ends the
// search, and a best move that loses to a win of the opponent gives way.
//
// Below the root a node (method search in node.go) goes through numbered
// steps. Fives and straight fours on the board decide it; a four of the
// opponent leaves one reply, which costs no depth; the table may know it; the
// evaluation (package eval) may stand so far above beta that a cut is as good
// as certain; the solver may find a win; the evaluation may stand so far below
// alpha that only fours could have helped.
//
// Then come the moves, most promising first. Their order is what patterns
// promise to either side, and what was good elsewhere in the tree. A move that
// alone holds the node's value is searched deeper (singular extension). Late moves
// are searched less deep, and again fully if they turn out well, or skipped.
// Where the opponent would win by fours if it were to move, only moves that
// could stop that are tried.
//
// At depth zero a leaf is evaluated and, unless that is enough for a cut, asked
// for continuous fours.
//
// # What holds everywhere
//
//   - A node allocates nothing.
//   - Values are for the side to move. Beyond MateBound they are proofs that
//     count plies from the root; the table keeps them counted from the node.
//   - One thread with limits of depth or nodes gives the same result on every
//     machine: ties go to the lower point, and a node's arithmetic is of integers.
//   - A search that is stopped returns what the last finished iteration said,
//     or the move that has replaced its best since; of several lines, only the
//     former. Where workers differ they vote, but a proof needs no vote.
//
// The numbers that a tuner may move are in params.go, the clock's in clock.go,
// where a move's time and the margin for the machine's lateness are worked out.
package search
