package draw

import (
	"math"
	"slices"
	"strconv"
	"unicode/utf8"

	"tengen/engine/renju"
)

// A Board is the picture of a board. Points off the board are not shown.
type Board struct {
	Stones     renju.Board
	Numbers    map[renju.Point]int // on stones
	Marks      map[renju.Point]Mark
	Values     map[renju.Point]Value // on empty points
	Highlights []renju.Point         // such as the last move or the row that won
	Caption    string                // one line below the board; "" for none
}

// A Mark sets off a point: one of the shapes below or any other short text. It
// takes the place of a number or a value's label.
type Mark string

const (
	Cross    Mark = "x" // such as on points forbidden to Black
	Circle   Mark = "o"
	Triangle Mark = "^"
	Square   Mark = "#"
)

// sign is a mark on a terminal. Plain, it is none that diagrams have for stones.
func (m Mark) sign(ansi bool) string {
	signs := map[Mark][2]string{Cross: {"!", "×"}, Circle: {"%", "○"}, Triangle: {"^", "△"}, Square: {"=", "□"}}
	switch s, ok := signs[m]; {
	case !ok:
		return string(m)
	case ansi:
		return s[1]
	default:
		return s[0]
	}
}

// A Value is what a move is worth. It colours the point by Chance, 0 to 1, the
// chance that whoever looks at it wins.
type Value struct {
	Chance float64
	Label  string // a few characters; "": the chance in percent
}

func (v Value) label() string {
	if v.Label != "" {
		return v.Label
	}
	return strconv.Itoa(int(math.Round(100 * clamp(v.Chance))))
}

// FromPosition returns the picture of a position: its stones and, highlighted,
// the last move or the row that won.
func FromPosition(p *renju.Position) *Board {
	b := &Board{Stones: *p.Board(), Highlights: p.Outcome().Row}
	if last, ok := p.LastMove(); ok && b.Highlights == nil && last != renju.Pass {
		b.Highlights = []renju.Point{last}
	}
	return b
}

// NumberMoves numbers the stones in the order of the moves, from 1. A pass takes
// a number too.
func (b *Board) NumberMoves(moves []renju.Point) {
	b.Numbers = make(map[renju.Point]int, len(moves))
	for i, p := range moves {
		b.Numbers[p] = i + 1
	}
}

// Mark marks a point, in place of its mark before.
func (b *Board) Mark(p renju.Point, m Mark) {
	if b.Marks == nil {
		b.Marks = make(map[renju.Point]Mark)
	}
	b.Marks[p] = m
}

// MarkForbidden puts a cross on every point that renju forbids to Black, but
// where there is a mark already.
func (b *Board) MarkForbidden() {
	for p := range b.Stones.Forbidden() {
		if b.Marks[p] == "" {
			b.Mark(p, Cross)
		}
	}
}

// label is the text of a point: of its mark, the number of its stone, or the
// value of a move there.
func (b *Board) label(p renju.Point) string {
	if m := b.Marks[p]; m != "" {
		return string(m)
	}
	if b.Stones.At(p) != renju.Empty {
		if n := b.Numbers[p]; n != 0 {
			return strconv.Itoa(n)
		}
	} else if v, ok := b.Values[p]; ok {
		return v.label()
	}
	return ""
}

// Lengths in units of the picture.
const (
	cell          = 40.0 // between two lines
	leftMargin    = 62.0 // from the edge to the first line: row numbers and half a stone
	rightMargin   = 32.0
	bottomMargin  = 60.0
	captionHeight = 34.0
	labelAway     = 39.0 // from the outer line to the middle of its label
	stoneRadius   = 18.0
	fontSize      = 20.0
	cornerRadius  = 12.0
)

func (b *Board) extent() (width, height float64) {
	lines := cell * float64(b.Stones.Size()-1)
	width, height = leftMargin+lines+rightMargin, rightMargin+lines+bottomMargin
	if b.Caption != "" {
		height += captionHeight
	}
	return width, height
}

// at is where a point lies.
func (b *Board) at(p renju.Point) xy {
	return xy{leftMargin + cell*float64(p.X), rightMargin + cell*float64(b.Stones.Size()-1-int(p.Y))}
}

func (b *Board) paint(c canvas) {
	width, height := b.extent()
	c.rect(xy{}, width, height, cornerRadius, wood)
	b.paintGrid(c)
	for p := range b.Stones.Points() {
		b.paintPoint(c, p)
	}
	if b.Caption != "" {
		c.text(xy{width / 2, height - captionHeight/2 - 6}, fitted(fontSize, b.Caption, width-2*rightMargin), false, ink, b.Caption)
	}
}

func (b *Board) paintGrid(c canvas) {
	size := b.Stones.Size()
	last := int8(size - 1)
	for i := range int8(size) {
		width := 1.0
		if i == 0 || i == last {
			width = 2.4
		}
		p := pen{edge: ink, width: width}
		left, below := b.at(renju.Point{X: 0, Y: i}), b.at(renju.Point{X: i, Y: 0})
		c.poly([]xy{left, b.at(renju.Point{X: last, Y: i})}, false, p)
		c.poly([]xy{below, b.at(renju.Point{X: i, Y: last})}, false, p)
		c.text(xy{left.x - labelAway, left.y}, fontSize, false, ink, strconv.Itoa(int(i)+1))
		c.text(xy{below.x, below.y + labelAway}, fontSize, false, ink, string(rune('a'+i)))
	}
	for _, p := range stars(size) {
		c.circle(b.at(p), 4, pen{fill: ink})
	}
}

// stars are the points that help to find one's way.
func stars(size int) []renju.Point {
	var points []renju.Point
	near, far := int8(3), int8(size-4)
	if size >= 13 {
		points = []renju.Point{{X: near, Y: near}, {X: near, Y: far}, {X: far, Y: near}, {X: far, Y: far}}
	}
	if size%2 == 1 {
		middle := int8(size / 2)
		points = append(points, renju.Point{X: middle, Y: middle})
	}
	return points
}

func (b *Board) paintPoint(c canvas, p renju.Point) {
	at, ground := b.at(p), wood
	switch s := b.Stones.At(p); s {
	case renju.Black, renju.White:
		ground = white
		if s == renju.Black {
			ground = black
		}
		c.circle(at, stoneRadius, pen{ground, rim, 1.2})
	case renju.Blocked:
		ground = dead
		c.rect(xy{at.x - cell/2, at.y - cell/2}, cell, cell, 0, dead)
	case renju.Empty:
		if v, ok := b.Values[p]; ok {
			ground = heat(v.Chance)
			const side = cell - 3
			c.rect(xy{at.x - side/2, at.y - side/2}, side, side, 6, ground)
		}
	}
	if slices.Contains(b.Highlights, p) {
		c.circle(at, stoneRadius-0.5, pen{edge: stop, width: 3.4})
	}
	b.paintLabel(c, p, at, ground)
}

// paintLabel draws the mark, the number or the label of a point on its ground.
func (b *Board) paintLabel(c canvas, p renju.Point, at xy, ground colour) {
	edge := pen{edge: inkOn(ground), width: 3}
	corner := func(x, y float64) xy { return xy{at.x + x, at.y + y} }
	switch m := b.Marks[p]; m {
	case Cross:
		halo := ground
		if b.Stones.At(p) == renju.Empty && ground != wood {
			halo = lukewarm // red on a red ground would not be seen
		}
		for _, edge := range []pen{{edge: halo, width: 7}, {edge: stop, width: 3.4}} {
			c.poly([]xy{corner(-9, -9), corner(9, 9)}, false, edge)
			c.poly([]xy{corner(-9, 9), corner(9, -9)}, false, edge)
		}
	case Circle:
		c.circle(at, 9, edge)
	case Triangle:
		c.poly([]xy{corner(0, -11), corner(9.5, 5.5), corner(-9.5, 5.5)}, true, edge)
	case Square:
		c.poly([]xy{corner(-8, -8), corner(8, -8), corner(8, 8), corner(-8, 8)}, true, edge)
	default:
		label := b.label(p)
		if label == "" {
			return
		}
		if ground == wood { // lines through letters would make them hard to read
			c.circle(at, 13, pen{fill: wood})
		}
		c.text(at, fitted(fontSize, label, 30), false, edge.edge, label)
	}
}

// fitted is the size of font in which a text is at most so wide, or a smaller
// one if that will do.
func fitted(size float64, text string, width float64) float64 {
	return min(size, width/textWidth(1, text))
}

// textWidth is about how wide a text is. Digits are so wide in all plain fonts,
// other letters on average.
func textWidth(size float64, text string) float64 {
	return 0.56 * size * float64(utf8.RuneCountInString(text))
}
