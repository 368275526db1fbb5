package match

import "tengen/engine/record"

// fixture is a game that is to be played.
type fixture struct {
	number  int             // from 1
	first   int             // the engine (0 or 1) that places stone 1
	opening *record.Opening // from the file; nil: Taraguchi-10
	seed    int64           // for the engines' opening decisions; 0: none
}

// fixture returns the game with a number. Games 2k-1 and 2k are a pair: the same
// opening, or the same seed, and the right to place stone 1 changed over.
func (c *config) fixture(number int) fixture {
	f := fixture{number: number, first: (number - 1) % 2}
	pair := pairOf(number)
	if len(c.openings) > 0 {
		f.opening = &c.openings[pair%len(c.openings)]
	} else if c.seed != 0 {
		f.seed = c.seed + int64(pair)
		if f.seed == 0 { // would mean none
			f.seed = 1 << 62
		}
	}
	return f
}

// pairOf returns the pair, from 0, that a game belongs to.
func pairOf(number int) int { return (number - 1) / 2 }

// partner returns the other game of the pair.
func partner(number int) int { return (number - 1) ^ 1 + 1 }
