package eval

import "tengen/search/pattern"

// The weights are set by hand, from what the patterns mean; no games have
// fitted them yet. All are in units of the search's Value.
const (
	// tempo is the worth of being to move.
	tempo = 30
	// sumPercent scales the sum of all points' weights.
	sumPercent = 100
)

// lineWeights go by pattern.Line, from dead to five: what it is worth that a
// stone on the point would make it. Most of an attack's worth lies in many
// points that make twos and threes.
var lineWeights = [16]int16{0, 0, 0, 1, 1, 4, 5, 6, 5, 12, 15, 10, 0, 30, 0, 0}

// classWeights go by pattern.Class: what the four lines are worth beyond their
// sum.
var classWeights = [pattern.Classes]int16{
	pattern.TwoTwo: 4, pattern.BlockThreePlus: 6, pattern.ThreePlus: 10, pattern.DoubleThree: 30,
	pattern.FourPlus: 15, pattern.FourThree: 50, pattern.Straight: 60,
}

// threatToMove and threatWaiting say what the strongest threat at hand is
// worth to the side to move, and to its opponent.
var (
	threatToMove = [pattern.Classes]int{
		pattern.FourThree: 300, pattern.DoubleThree: 150, pattern.FourPlus: 40, pattern.ThreePlus: 40, pattern.Three: 15,
	}
	threatWaiting = [pattern.Classes]int{
		pattern.Straight: 150, pattern.FourThree: 80, pattern.DoubleThree: 40, pattern.FourPlus: 10,
	}
)

var weights = newWeights()

func newWeights() *pattern.Weights {
	w := new(pattern.Weights)
	for colour := range pattern.Colours {
		w.Line[colour] = lineWeights
		w.Class[colour] = classWeights
	}
	return w
}

// Weights are the pattern weights that a board needs for Evaluate.
func Weights() *pattern.Weights { return weights }
