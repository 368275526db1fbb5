package opening

import "time"

// The numbers that steer the decisions. None of them comes from a tuning run
// yet: each says what it trades for what.
const (
	// firstLook is the size in nodes of the first search of a position. More
	// makes the first ranking truer, but leaves less for its top. It shrinks
	// down to leastLook where the whole budget would not last for one round.
	firstLook = 200
	leastLook = 25

	// growth is the factor between one search of a position and the next.
	// Less spreads the effort more evenly, but repeats more work.
	growth = 3

	// ripe is the effort in nodes from which on a position with fewer than five
	// stones is no longer searched itself: the stones that may follow are.
	ripe = 1800

	// enough is the effort in nodes after which a position is left alone.
	enough = 1 << 24

	// spread flattens the share of the effort by rank, 1/(rank+spread): about
	// so many positions at the top are searched alike.
	spread = 6

	// margin is how far beyond the decision, in winning chance, a choice may be
	// and still have positions searched for its sake.
	margin = 0.15

	// offerDoubt is taken off the worth of ten offers, in winning chance: the
	// picker's own judgement finds the one that we are wrong about.
	offerDoubt = 0.02

	// handoverDoubt is the same for two stones put down in Swap2, after which
	// the other side chooses the colour.
	handoverDoubt = 0.02

	// variety is the most, in winning chance, that a seed adds to a choice.
	variety = 0.03
)

// How much of the clock a decision may take.
const (
	turnShare  = 0.75 // of the turn
	exactShare = 0.95 // of the turn, where all of it is to be used
	matchShare = 0.04 // of what is left for the game: decisions are few, but the game is long
	reserve    = 10 * time.Millisecond

	// unlimitedHalf in nodes is half of a budget that has no end.
	unlimitedHalf = 1 << 20

	// assumedSpeed in nodes a second stands in until a search was timed.
	assumedSpeed = 300_000
)

// stageShare is the part of its time that a decision gets, by the number of
// stones on the board. Early on there is little to see and nothing to lose:
// every first and second stone can be balanced later.
var stageShare = [...]float64{2: 0.25, 3: 0.6, 4: 1, 5: 1}
