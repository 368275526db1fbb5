package pattern

import "math/bits"

// ThreatSets is the number of values that Board.Threats can have.
const ThreatSets = 1 << (mineBits + theirBits)

const (
	mineBits  = int(FourThree - Three + 1)
	theirBits = int(Straight - Three + 1)
)

// Threats tells which classes from Three up either side can make: a bit for
// each class of the side to move up to FourThree, then one for each of the
// opponent's up to Straight. What is stronger is decided without an evaluation.
func (b *Board) Threats() int {
	me := b.ToMove()
	set := 0
	for i := range mineBits {
		if b.Count(me, Three+Class(i)) > 0 {
			set |= 1 << i
		}
	}
	for i := range theirBits {
		if b.Count(me^1, Three+Class(i)) > 0 {
			set |= 1 << (mineBits + i)
		}
	}
	return set & (ThreatSets - 1)
}

// StrongestThreats are the strongest classes in a set that Board.Threats gave, of
// the side to move and of its opponent: None where a side has no threat.
func StrongestThreats(set int) (mine, theirs Class) {
	strongest := func(part int) Class {
		if part == 0 {
			return None
		}
		return Three + Class(bits.Len(uint(part))-1)
	}
	return strongest(set & (1<<mineBits - 1)), strongest(set >> mineBits)
}
