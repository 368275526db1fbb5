package search

import (
	"errors"
	"time"

	"tengen/engine/renju"
	"tengen/search/eval/net"
)

// ErrNoMove is what Search returns when the board has no empty point.
var ErrNoMove = errors.New("search: no empty point on the board")

// Limits bound one search. The zero value of each field means no limit.
type Limits struct {
	Clock   Clock
	Depth   int           // plies of the last iteration
	Nodes   int64         // moves made in the search by all workers together
	MultiPV int           // lines wanted; 0 and 1 both mean one
	Exclude []renju.Point // root moves that are not considered while there are others
	Only    []renju.Point // if not empty, the only root moves considered, those that are legal

	// Sample, unless nil, is given the moves from the root to one in SampleEvery of the
	// positions that the first worker evaluates. It may keep them.
	Sample      func(moves []renju.Point)
	SampleEvery int
}

// Clock is what a game allows for a move. Of its durations 0 means no limit
// and a negative one that nothing is left: the move must be made at once.
type Clock struct {
	Start time.Time     // since when the clock runs; zero: since Search was called
	Turn  time.Duration // the most that this move may take
	Match time.Duration // what is left for the rest of the game, this move included
	Exact bool          // use all of Turn instead of stopping early where that is wise
}

// Options size a Searcher.
type Options struct {
	Threads    int   // workers; 0 means 1
	TableBytes int64 // size of the transposition table; 0 means DefaultTableBytes, MaxTableBytes is the most

	Params *Params  // the numbers that it searches with; nil means DefaultParams; not to be changed meanwhile
	Net    *net.Net // the network that it evaluates renju with; nil means what eval.For has
}

// DefaultTableBytes is the size of the transposition table that a Searcher
// takes when nothing else is asked for.
const DefaultTableBytes = 64 << 20

// A Line is a principal variation and what it is worth.
type Line struct {
	Value    Value         // from the root's side to move
	Depth    int           // plies of the iteration that found it
	SelDepth int           // the deepest ply reached
	Moves    []renju.Point // the moves, the root's first; never empty
}

// Result is what a search came to.
type Result struct {
	Best     renju.Point // the move to play
	Lines    []Line      // best first, at least one
	Depth    int         // the deepest iteration that was finished
	SelDepth int
	Nodes    int64 // moves made, all workers together
	Elapsed  time.Duration
}

// Event says what a Progress reports.
type Event uint8

// The events of a search.
const (
	LineDone  Event = iota // a line of an iteration is known: Line and Rank
	MoveBegin              // a root move's search begins: Move
	MoveBest               // a root move has become the best: Move
	MoveLost               // a root move is proved to lose: Move
)

// Progress is a search's report of how it gets on.
type Progress struct {
	Event   Event
	Move    renju.Point   // the root move of MoveBegin, MoveBest and MoveLost
	Line    Line          // the line of LineDone
	Rank    int           // the line's rank, 0 the best
	Of      int           // how many lines are wanted
	Nodes   int64         // moves made so far by all workers
	Elapsed time.Duration // since the search began
}
