package search

import "time"

// The clock's numbers.
const (
	// lagBase and lagShare are kept back from every limit: a search sees its
	// deadline late, and its answer takes time to arrive.
	lagBase  = 25 * time.Millisecond
	lagShare = 100 // one part in so many

	// Of a turn, a new iteration is begun in the first softTurn percent: it
	// would not be finished later.
	softTurn = 80
	// A match's remaining time is shared among so many moves, of which a hard
	// one may take hardMoves shares, but never more than a hardMatch-th part.
	matchMoves = 20
	hardMoves  = 5
	hardMatch  = 4
)

const forever = time.Duration(1<<63 - 1)

// budget is what a Clock allows, counted from its start: the search begins no
// new iteration after soft, and ends at hard.
func (c Clock) budget() (soft, hard time.Duration) {
	soft, hard = forever, forever
	if c.Turn < 0 || c.Match < 0 {
		return 0, 0
	}
	if c.Turn > 0 {
		hard = keepBack(c.Turn)
		soft = hard * softTurn / 100
		if c.Exact {
			soft = hard
		}
	}
	if c.Match > 0 {
		left := keepBack(c.Match)
		share := left / matchMoves
		hard = min(hard, left/hardMatch, share*hardMoves)
		if c.Exact {
			share = hard
		}
		soft = min(soft, share)
	}
	return soft, hard
}

// keepBack takes the lag off a limit. What is too short for the lag is halved
// instead.
func keepBack(limit time.Duration) time.Duration {
	return max(limit-lagBase-limit/lagShare, limit/2)
}
