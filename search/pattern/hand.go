package pattern

import "tengen/engine/renju"

// HandWeights are weights set by hand from what the patterns mean. They serve
// rules for which no games have fitted any.
func HandWeights(rule renju.Rule) *Weights {
	w := new(Weights)
	for colour := range Colours {
		for code := range 1 << 16 {
			ls := codeLines(code)
			class := classify(ls, kinds(rule)[colour].fouls)
			rank := Rank(ls)
			value, score := handClass[class], handMove[class]
			for _, l := range ls {
				value += handLine[l]
				if class != Forbidden {
					score += handPromise[l]
				}
			}
			for turn := range Turns {
				w.Value[turn][colour][rank] = value * ValueUnit
			}
			w.Attack[colour][rank], w.Defend[colour][rank] = score, score
		}
	}
	return w
}

// What a point's lines and class are worth to the evaluation, in units of the
// search's Value, and to the order of moves. Most of an attack's worth lies in
// many points that make twos and threes.
var (
	handLine = [lines]int16{
		openOne: 1, blockedTwo: 1, two: 4, twoThree: 5, twoFour: 6,
		blockedThree: 5, three: 12, threeWide: 15, four: 10, straightFour: 30,
	}
	handClass = [Classes]int16{
		TwoTwo: 4, BlockThreePlus: 6, ThreePlus: 10, DoubleThree: 30,
		FourPlus: 15, FourThree: 50, Straight: 60,
	}
	handMove = [Classes]int16{
		Two: 14, TwoTwo: 34, BlockThree: 20, BlockThreePlus: 42,
		Three: 60, ThreePlus: 84, DoubleThree: 130, Four: 56, FourPlus: 90, FourThree: 170,
		Straight: 200, Five: 230,
	}
	handPromise = [lines]int16{
		blockedOne: 1, openOne: 2, blockedTwo: 2, two: 4, twoThree: 5, twoFour: 6,
		blockedThree: 4, three: 5, threeWide: 6, four: 4,
	}
)
