package brain

import (
	"time"

	"tengen/protocol"
	"tengen/search"
)

const (
	// defaultTurn is what a move may take while no INFO has said so.
	defaultTurn = 5 * time.Second

	// Yixin-Board knows no word for "no limit": it sends this turn time.
	yixinNoTurn = 2_000_000
	// A game or a move of a day or more has no limit: the numbers that stand
	// for none (Yixin-Board's 100,000,000 and what its clock leaves of it,
	// and protocol.UnlimitedTime) are all beyond.
	dayMS = 24 * 60 * 60 * 1000
)

// A clock keeps what INFO says about time, all in milliseconds as said.
type clock struct {
	turn      int64 // timeout_turn: 0 as fast as possible, negative no limit
	match     int64 // timeout_match: 0 and negative no limit
	left      int64 // time_left: negative nothing is left
	told      bool  // time_left has been said
	increment int64 // added to the game's time after each move

	used time.Duration // of the game, since it began or time_left was said
}

func newClock() clock {
	return clock{turn: defaultTurn.Milliseconds()}
}

// newGame forgets what was used. A manager that tells time_left goes on telling
// it, before or after it begins a game.
func (c *clock) newGame() {
	if !c.told {
		c.used = 0
	}
}

// spend takes a move's time from the game's.
func (c *clock) spend(d time.Duration) {
	c.used += d - time.Duration(c.increment)*time.Millisecond
}

// limits is what the search may use for a move whose clock began at start.
// Analysis has no limit at all if neither a turn nor a match has one.
func (c *clock) limits(start time.Time, analysis bool) search.Clock {
	lim := search.Clock{Start: start}
	if analysis && c.turn <= 0 && c.match <= 0 {
		return lim
	}
	switch {
	case c.turn == 0:
		lim.Turn = -1
	case c.turn > 0 && c.turn != yixinNoTurn && c.turn < dayMS:
		lim.Turn = milliseconds(c.turn)
	}
	lim.Match = c.remaining()
	lim.Exact = analysis && lim.Turn > 0
	return lim
}

// remaining is the time that is left for the game, as in search.Clock.
func (c *clock) remaining() time.Duration {
	of := c.match
	if c.told {
		of = c.left
		if of == 0 && c.match <= 0 {
			return 0 // a game without a limit whose manager counts in zeros
		}
	} else if of <= 0 {
		return 0
	}
	switch {
	case of >= dayMS:
		return 0
	case of < 0:
		return -1
	}
	if rest := milliseconds(of) - c.used; rest > 0 {
		return rest
	}
	return -1
}

// budget is the most that a move may take by lim. It reports false if there is
// no limit.
func budget(lim search.Clock) (time.Duration, bool) {
	switch {
	case lim.Turn == 0 && lim.Match == 0:
		return 0, false
	case lim.Turn == 0:
		return max(lim.Match, 0), true
	case lim.Match == 0:
		return max(lim.Turn, 0), true
	}
	return max(min(lim.Turn, lim.Match), 0), true
}

func milliseconds(n int64) time.Duration { return time.Duration(n) * time.Millisecond }

// setTime obeys an INFO key about time, and reports whether it is one. running
// is how long the move under way has taken, 0 if there is none: time_left is
// counted from now, the search counts from the move's start.
func (c *clock) setTime(key string, ms int64, running time.Duration) bool {
	switch key {
	case protocol.InfoTimeoutTurn:
		c.turn = ms
	case protocol.InfoTimeoutMatch:
		c.match = ms
	case protocol.InfoTimeLeft:
		c.left, c.told = ms, true
		c.used = -running
	case "time_increment":
		c.increment = min(max(ms, 0), dayMS)
	default:
		return false
	}
	return true
}
