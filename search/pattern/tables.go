package pattern

import "tengen/engine/renju"

// Colours index arrays: Black 0, White 1.
const (
	Black   = 0
	White   = 1
	Colours = 2
)

// Weights are what the evaluation makes of the patterns.
type Weights struct {
	// Line is an empty point's share of the evaluation for each Line that the
	// colour could make there; Class is added for all four together. In units
	// of the search's Value.
	Line  [Colours][16]int16
	Class [Colours][Classes]int16
}

// entry is all that a point's code means to one colour.
type entry struct {
	value int16 // the point's share of the evaluation
	score uint8 // its worth as a move
	class Class
}

// Tables are what a rule and a set of weights make of lines and codes. They
// never change once built, and any number of boards may share them.
type Tables struct {
	rule renju.Rule
	// line maps the ten points around a point, two bits each, to its Lines:
	// Black's in the low half of the byte, White's in the high.
	line [1 << 20]uint8
	// code maps four Lines, four bits each, to what they mean.
	code [Colours][1 << 16]entry
	// foul tells the codes of Black that are an overline or a double-four and
	// need no further look.
	foul [1 << 16]bool
}

// Two bits of a line word say what stands on a point.
const (
	bitsFree  = 0b00
	bitsBlack = 0b01
	bitsWhite = 0b10
	bitsWall  = 0b11
)

func kinds(rule renju.Rule) [Colours]lineKind {
	switch rule {
	case renju.Renju:
		return [Colours]lineKind{Black: {exact: true, fouls: true}, White: {}}
	case renju.Standard:
		return [Colours]lineKind{{exact: true}, {exact: true}}
	}
	return [Colours]lineKind{}
}

// NewTables builds the tables of a rule and a set of weights; that takes some
// milliseconds and about two megabytes.
func NewTables(rule renju.Rule, w *Weights) *Tables {
	t := &Tables{rule: rule}
	k := kinds(rule)
	t.fillLines(k)
	for colour := range Colours {
		t.fillCodes(colour, k[colour], w)
	}
	return t
}

func (t *Tables) fillLines(k [Colours]lineKind) {
	classes := [Colours]*lineClasses{Black: newLineClasses(k[Black])}
	classes[White] = classes[Black]
	if k[White] != k[Black] {
		classes[White] = newLineClasses(k[White])
	}
	// The low ten bits hold the left side with its nearest point highest, the
	// high ten the right side with its nearest point lowest.
	var left, right [Colours][1 << (2 * reach)]uint8
	for bits := range left[0] {
		for colour := range Colours {
			left[colour][bits] = sideID(bits, colour, 2*(reach-1), -2)
			right[colour][bits] = sideID(bits, colour, 0, +2)
		}
	}
	for key := range t.line {
		lo, hi := key&(1<<(2*reach)-1), key>>(2*reach)
		black := classes[Black][left[Black][lo]][right[Black][hi]]
		white := classes[White][left[White][lo]][right[White][hi]]
		t.line[key] = uint8(black) | uint8(white)<<4
	}
}

// sideID reads a side of two-bit points, the nearest first.
func sideID(bits, colour, shift, step int) uint8 {
	mine := bitsBlack + colour
	id := uint8(1)
	for range reach {
		switch bits >> shift & 3 {
		case bitsFree:
			id <<= 1
		case mine:
			id = id<<1 | 1
		default:
			return id
		}
		shift += step
	}
	return id
}

func (t *Tables) fillCodes(colour int, kind lineKind, w *Weights) {
	for code := range t.code[colour] {
		var ls [4]Line
		value := int16(0)
		for d := range ls {
			ls[d] = Line(code >> (4 * d) & 15)
			value += w.Line[colour][ls[d]]
		}
		class := classify(ls, kind.fouls)
		t.code[colour][code] = entry{
			value: value + w.Class[colour][class],
			score: moveScore(ls, class),
			class: class,
		}
		if colour == Black && kind.fouls && class == Forbidden {
			t.foul[code] = certainFoul(ls)
		}
	}
}

// certainFoul tells an overline or a double-four from a double-three, which
// may turn out false.
func certainFoul(ls [4]Line) bool {
	fours := 0
	for _, l := range ls {
		switch l {
		case overline, doubleFour:
			return true
		case four, straightFour:
			fours++
		}
	}
	return fours >= 2
}

// moveScore is a point's worth as a move for a colour, from 0 to 255: mostly
// its class, and then the promise of its lines.
func moveScore(ls [4]Line, class Class) uint8 {
	base := [Classes]int{
		None: 0, Two: 14, TwoTwo: 34, BlockThree: 20, BlockThreePlus: 42, Forbidden: 0,
		Three: 60, ThreePlus: 84, DoubleThree: 130, Four: 56, FourPlus: 90, FourThree: 170,
		Straight: 200, Five: 230,
	}
	promise := [lines]int{
		blockedOne: 1, openOne: 2, blockedTwo: 2, two: 4, twoThree: 5, twoFour: 6,
		blockedThree: 4, three: 5, threeWide: 6, four: 4,
	}
	score := base[class]
	if class != Forbidden {
		for _, l := range ls {
			score += promise[l]
		}
	}
	return uint8(min(score, 255))
}
