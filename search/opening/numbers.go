package opening

import "time"

// The numbers that steer the decisions. None of them comes from a tuning run
// yet: each says what it trades for what.
const (
	// ripe is the depth in plies from which on a position with fewer than five
	// stones is no longer searched itself: the stones that may follow are.
	// Trees that are laid out earlier rest on looks of one ply: with 2 the
	// fourth stones chosen within 30,000 nodes left the other side 0.517, with
	// 5 0.506 (mean of eight, looked at again with a hundred times the nodes).
	ripe = 5

	// deepest is the depth in plies at which a position is left alone.
	deepest = 60

	// spread flattens the share of the effort by rank, 1/(rank+spread): about
	// so many positions at the top are searched alike.
	spread = 6

	// margin is how far beyond the decision, in winning chance, a choice may be
	// and still have positions searched for its sake.
	margin = 0.05

	// tenthDrop is how much less than the best fifth stone the tenth best is
	// usually worth, in winning chance: 0.05 to 0.10, on average 0.07, in eight
	// positions with every fifth stone searched with 80,000 nodes.
	tenthDrop = 0.07

	// doubtAt4096, doubtFall and doubtMost say how far off a winning chance is, by the nodes
	// of the search that found it: see doubt. Of 98 positions of five stones that seemed open,
	// the chances after 4,000, 16,000 and 65,000 nodes missed those after 800,000 by 0.107,
	// 0.100 and 0.085.
	doubtAt4096 = 0.105
	doubtFall   = 0.08
	doubtMost   = 0.15

	// handoverDoubt is taken off the worth of two stones put down in Swap2, after
	// which the other side chooses the colour: its judgement may be the better one.
	handoverDoubt = 0.01

	// deeper is how many times the nodes that the book has spent on a position a search of
	// it now may spend.
	deeper = 4

	// roughSpeed is the nodes that a search makes in a second, roughly.
	roughSpeed = 500_000

	// variety is the most, in winning chance, that a seed adds to a choice.
	variety = 0.02

	// plainVariety is how many times that it adds where one search places a stone: with less,
	// a hundred games of that style begin a dozen ways.
	plainVariety = 5
)

// How much of the clock a decision may take.
const (
	turnShare  = 0.75 // of the turn
	exactShare = 0.95 // of the turn, where all of it is to be used
	matchShare = 0.04 // of what is left for the game: decisions are few, but the game is long
	reserve    = 10 * time.Millisecond

	// unlimitedHalf in nodes is half of a budget that has no end.
	unlimitedHalf = 1 << 20
)

// stageShare is the part of its time that a decision gets, by the number of
// stones on the board. Early on there is little to see and nothing to lose:
// every first and second stone can be balanced later.
var stageShare = [...]float64{2: 0.25, 3: 0.6, 4: 1, 5: 1}
