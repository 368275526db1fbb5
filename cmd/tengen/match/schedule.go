package match

import (
	"fmt"
	"math/rand/v2"
	"os"

	"tengen/engine/record"
	"tengen/engine/renju"
)

// fixture is a game that is to be played.
type fixture struct {
	number   int             // from 1
	first    int             // the engine, from 0, that places stone 1
	second   int             // its opponent
	opening  *record.Opening // from the file, laid on the board; nil: Taraguchi-10
	symmetry renju.Symmetry  // by which it lies otherwise than in the file
	seed     int64           // for the engines' opening decisions; 0: none
}

// other is the opponent of one of the two engines.
func (f *fixture) other(engine int) int { return f.first + f.second - engine }

// fixture returns the game with a number. Games 2k-1 and 2k are a pair: the same
// two engines, the same opening, or the same seed, and the right to place stone 1
// changed over. In a round each pairing plays one such pair, all from the same
// opening.
func (c *config) fixture(number int) fixture {
	pair := pairOf(number)
	round, pairing := pair/len(c.pairings), c.pairings[pair%len(c.pairings)]
	leg := (number - 1) % 2
	f := fixture{number: number, first: pairing[leg], second: pairing[1-leg]}
	if len(c.openings) > 0 {
		f.opening, f.symmetry = c.laid(round)
	} else if c.seed != 0 {
		f.seed = c.seed + int64(round)
		if f.seed == 0 { // would mean none
			f.seed = 1 << 62
		}
	}
	return f
}

// pairings lists which of n engines play each other.
func pairings(n int, gauntlet bool) [][2]int {
	var list [][2]int
	for a := range n {
		if a > 0 && gauntlet {
			break
		}
		for b := a + 1; b < n; b++ {
			list = append(list, [2]int{a, b})
		}
	}
	return list
}

// pairOf returns the pair, from 0, that a game belongs to.
func pairOf(number int) int { return (number - 1) / 2 }

// partner returns the other game of the pair.
func partner(number int) int { return (number - 1) ^ 1 + 1 }

// What the chance of a match is for. Each has numbers of its own, so that an
// opening is laid the same way in either order.
const (
	forOrder uint64 = iota
	forSymmetry
)

// chance is the chance of the match for the nth thing of a kind. It follows from
// the seed alone, so that a match that goes on later has the same.
func (c *config) chance(kind uint64, n int) *rand.Rand {
	return rand.New(rand.NewPCG(uint64(c.seed), kind<<32+uint64(n)))
}

// laid returns the opening of a round, laid on the board, and by which symmetry.
// At random each opening has its turn before any comes again.
func (c *config) laid(round int) (*record.Opening, renju.Symmetry) {
	n := len(c.openings)
	i := round % n
	if c.order == atRandom {
		i = c.chance(forOrder, round/n).Perm(n)[i]
	}
	opening := c.openings[i]
	if !c.transforms {
		return &opening, 0
	}
	s := renju.Symmetry(c.chance(forSymmetry, round).IntN(renju.Symmetries))
	moves := make([]renju.Point, len(opening.Moves))
	for i, p := range opening.Moves {
		moves[i] = s.Apply(p, c.size)
	}
	opening.Moves = moves
	return &opening, s
}

func (c *config) readOpenings() error {
	if c.opening == taraguchi10 {
		return nil
	}
	file, err := os.Open(c.opening)
	if err != nil {
		return err
	}
	defer file.Close()
	for o, err := range record.ReadOpenings(file, c.size) {
		if err != nil {
			return fmt.Errorf("%s: %w", c.opening, err)
		}
		position, err := renju.NewPosition(c.size, c.rule)
		if err != nil {
			return err
		}
		for _, p := range o.Moves {
			if err := position.Play(p); err != nil {
				return fmt.Errorf("%s: openings line %d: %w", c.opening, o.Line, err)
			}
			if out := position.Outcome(); out.Over() {
				return fmt.Errorf("%s: openings line %d: the game is over with %v (%v)", c.opening, o.Line, p, out.Reason)
			}
		}
		c.openings = append(c.openings, o)
	}
	if len(c.openings) == 0 {
		return fmt.Errorf("%s holds no openings", c.opening)
	}
	return nil
}
