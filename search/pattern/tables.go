package pattern

import (
	"slices"

	"tengen/engine/renju"
)

// Colours index arrays: Black 0, White 1.
const (
	Black   = 0
	White   = 1
	Colours = 2
)

// Codes is the number of ways to combine four Lines, whatever their order.
const Codes = 3876

// ranks is room for Codes numbers, a power of two.
const ranks = 4096

// ValueUnit is how many parts of Weights.Value and Board.Sum make one unit of
// the search's Value.
const ValueUnit = 16

// Rank numbers the combinations of four Lines from 0 to Codes-1.
func Rank(ls [4]Line) int {
	slices.Sort(ls[:])
	// The combinatorial number system: sorted, and made strictly increasing by
	// adding 0, 1, 2, 3, they are a set of four out of lines+3.
	a, b, c, d := int(ls[0]), int(ls[1])+1, int(ls[2])+2, int(ls[3])+3
	return a + b*(b-1)/2 + c*(c-1)*(c-2)/6 + d*(d-1)*(d-2)*(d-3)/24
}

// Weights are what the evaluation and the order of moves make of the patterns,
// for each colour and code, numbered by Rank.
type Weights struct {
	// Value is what it is worth to the colour that an empty point has the
	// code, in parts of the search's Value, ValueUnit of them a unit: first
	// when the colour is to move, then when its opponent is.
	Value [Turns][Colours][Codes]int16
	// Attack is the worth of a move to the colour for what it makes there, and
	// Defend the worth of that move to the opponent for what it prevents.
	Attack, Defend [Colours][Codes]int16
}

// Turns index what a pattern is worth: to the side to move, and to the other.
const (
	ToMove  = 0
	Waiting = 1
	Turns   = 2
)

// entry is what a point's code means to one colour whenever the board changes.
type entry struct {
	value [Turns]int16 // see Weights
	class Class
}

// score is what it means to the order of moves.
type score struct{ attack, defend int16 }

// Tables are what a rule and a set of weights make of lines and codes. They
// never change once built, and any number of boards may share them.
type Tables struct {
	rule renju.Rule
	// line maps the numbers of a left and a right side to the point's Lines:
	// Black's in the low half of the byte, White's in the high. It stays in the
	// fastest cache, as the sides' tables do.
	sides sideTables
	line  [views * views]uint8
	// rank maps a code, which is four Lines of four bits each, to its Rank, and entry
	// and score map that to what the code means. They are small enough to stay in the
	// second cache, which tables by code would not.
	rank  [1 << 16]uint16
	entry [Colours][ranks]entry
	score [Colours][ranks]score
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
// milliseconds and about 300 kilobytes.
func NewTables(rule renju.Rule, w *Weights) *Tables {
	t := &Tables{rule: rule}
	k := kinds(rule)
	t.fillLines(k)
	for colour := range Colours {
		t.fillCodes(colour, k[colour], w)
	}
	return t
}

// views is room for SideCount numbers, a power of two.
const views = 128

func (t *Tables) fillLines(k [Colours]lineKind) {
	classes := [Colours]*lineClasses{Black: newLineClasses(k[Black])}
	classes[White] = classes[Black]
	if k[White] != k[Black] {
		classes[White] = newLineClasses(k[White])
	}
	t.sides = *newSideTables()
	for left := range SideCount {
		for right := range SideCount {
			l, r := t.sides.seen[left], t.sides.seen[right]
			black := classes[Black][l[Black]][r[Black]]
			white := classes[White][l[White]][r[White]]
			t.line[left*views+right] = uint8(black) | uint8(white)<<4
		}
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

// linesAt is what both colours would make on a line on the point in the middle
// of the lowest eleven of around.
func (t *Tables) linesAt(around uint64) uint32 {
	left, right := t.sides.of(around)
	return uint32(t.line[int(left)%views*views+int(right)%views])
}

// entryOf is what a code means to the colour.
func (t *Tables) entryOf(colour int, code uint32) *entry {
	return &t.entry[colour][t.rank[uint16(code)]%ranks]
}

// scoreOf is what it means to the order of moves.
func (t *Tables) scoreOf(colour int, code uint32) *score {
	return &t.score[colour][t.rank[uint16(code)]%ranks]
}

func (t *Tables) fillCodes(colour int, kind lineKind, w *Weights) {
	for code := range t.rank {
		ls := codeLines(code)
		class := classify(ls, kind.fouls)
		rank := Rank(ls)
		t.rank[code] = uint16(rank)
		t.entry[colour][rank] = entry{
			value: [Turns]int16{w.Value[ToMove][colour][rank], w.Value[Waiting][colour][rank]},
			class: class,
		}
		t.score[colour][rank] = score{attack: w.Attack[colour][rank], defend: w.Defend[colour][rank]}
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

// codeLines takes a code apart.
func codeLines(code int) (ls [4]Line) {
	for d := range ls {
		ls[d] = Line(code >> (4 * d) & 15)
	}
	return ls
}
