package opening

import (
	"math"
	"slices"

	"tengen/book"
	"tengen/engine/taraguchi"
)

// A chart is what fifth stones say of the four before them: what placing the most even is
// worth, what is sure of Black's chance with the worst of ten offers, and Black's chance with
// the best of all. See study.
type chart struct {
	even, tenth, best float64
	effort            int64
}

// newChart makes a chart of a book's fifth stones. It is nil if too few are known. Offers that
// only the strict reading calls symmetric count as different here; they are told apart when
// the positions are laid out.
func newChart(fifths []book.Fifth) *chart {
	if len(fifths) < taraguchi.Offers {
		return nil
	}
	c := new(chart)
	offers := make([]float64, len(fifths))
	for i, f := range fifths {
		if lesser := min(f.Black, 1-f.Black); lesser > c.even && book.Inside(f.Point) { // evenness is no more
			c.even = max(c.even, evenness(f.Black, f.Nodes))
		}
		c.best = max(c.best, f.Black)
		c.effort += f.Nodes
		offers[i] = cautious(f.Black, f.Nodes)
	}
	slices.Sort(offers)
	c.tenth = offers[len(offers)-taraguchi.Offers]
	return c
}

// worth is what four stones are worth to the player who is to answer.
func (c *chart) worth() float64 { return max(1-c.even, c.tenth) }

// doubt is by how much a chance that a search of so many nodes has found is off, as a
// standard deviation.
func doubt(nodes int64) float64 {
	return min(doubtMost, doubtAt4096*math.Pow(4096/float64(max(nodes, 1)), doubtFall))
}

// evenness is what a position is worth to the one who made it, if the other may then
// choose a colour: the lesser chance if the other judges as we do, and if the other knows
// the truth, half less the mean distance from half of a number that is normally distributed
// about black. We reckon with something in between: half the doubt.
func evenness(black float64, nodes int64) float64 {
	d := doubt(nodes) / 2
	z := math.Abs(black-0.5) / d
	far := d * (math.Sqrt(2/math.Pi)*math.Exp(-z*z/2) + z*math.Erf(z/math.Sqrt2))
	return 0.5 - far
}

// cautious is Black's chance with an offer that White picks: the picker's own judgement
// finds the one that we are wrong about, if we are.
func cautious(black float64, nodes int64) float64 { return black - doubt(nodes)/2 }
