package pattern

// A Class is what a stone on an empty point would make there in all four
// directions together, seen from one colour. The order is the order of
// strength, but for Forbidden.
type Class uint8

// The Classes. Those from Forbidden on are tracked: the board keeps the set of
// their points.
const (
	None           Class = iota
	Two                  // a two that can become a three
	TwoTwo               // two of them
	BlockThree           // a three that can become a four, but no straight one
	BlockThreePlus       // and more besides
	Forbidden            // Black in renju: an overline, double-four or what looks like a double-three
	Three                // a three
	ThreePlus            // a three and a two or blocked three
	DoubleThree          // two threes, for a colour that may
	Four                 // a four that one stone stops
	FourPlus             // and a two or blocked three
	FourThree            // and a three
	Straight             // a straight four, or two fours: wins unless the opponent makes a five at once
	Five                 // a five

	Classes
)

// classify sums up four Lines.
func classify(ls [4]Line, fouls bool) Class {
	var n [lines]int
	for _, l := range ls {
		n[l]++
	}
	threes := n[three] + n[threeWide]
	twos := n[two] + n[twoThree] + n[twoFour]
	fours := n[four] + n[straightFour]
	if n[five] > 0 {
		return Five
	}
	if fouls && (n[overline]+n[doubleFour] > 0 || fours >= 2 || threes >= 2) {
		return Forbidden
	}
	switch {
	case n[straightFour] > 0, fours >= 2:
		return Straight
	case fours == 1 && threes > 0:
		return FourThree
	case fours == 1 && n[blockedThree]+twos > 0:
		return FourPlus
	case fours == 1:
		return Four
	case threes >= 2:
		return DoubleThree
	case threes == 1 && n[blockedThree]+twos > 0:
		return ThreePlus
	case threes == 1:
		return Three
	case n[blockedThree] > 0 && n[blockedThree]+twos > 1:
		return BlockThreePlus
	case n[blockedThree] > 0:
		return BlockThree
	case twos > 1:
		return TwoTwo
	case twos == 1:
		return Two
	}
	return None
}
