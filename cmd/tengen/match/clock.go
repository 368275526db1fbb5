package match

import "time"

// clock is a player's clock. It belongs to the player, not to a colour: swaps do
// not touch it.
type clock struct {
	turn, match time.Duration // most for a move and for the game; 0: no limit
	tolerance   time.Duration // how late a move may be
	used        time.Duration // of the game so far
}

// left is what is left of the game's time. It may be negative within the
// tolerance. Without a limit it is 0 and false.
func (c *clock) left() (time.Duration, bool) {
	return c.match - c.used, c.match > 0
}

// limit is when the flag falls in the next move, the tolerance included; 0 is
// never. It is at least a nanosecond when there is a limit.
func (c *clock) limit() time.Duration {
	limit := c.turn
	if left, limited := c.left(); limited && (limit == 0 || left < limit) {
		limit = left
	} else if limit == 0 {
		return 0
	}
	return max(limit+c.tolerance, 1)
}

// spend takes a move's time off.
func (c *clock) spend(took time.Duration) { c.used += took }
