package pattern

// Forbidden tells whether Black may not play on the empty point c. It is
// exact, and costs nothing where no line of the point hints at a foul.
func (b *Board) Forbidden(c Cell) bool {
	if b.class[Black][c&cellMask] != Forbidden {
		return false
	}
	code := uint16(b.codes[c&cellMask])
	if b.tables.foul[code] {
		return true
	}
	// A double-three, if at least two of the threes are real.
	b.Place(c, Black)
	real := 0
	for d := range directions {
		if l := Line(code >> (4 * d) & 15); (l == three || l == threeWide) && b.realThree(c, d) {
			real++
		}
	}
	b.Lift()
	return real >= 2
}

// realThree tells whether Black's stone on c, which makes a three in direction
// d, can become a straight four there: with a stone that makes no five at the
// same time and is not itself forbidden (RIF rule 9.3).
func (b *Board) realThree(c Cell, d int) bool {
	at := b.geo.ref[c&cellMask][d]
	line := b.lines[at.line]
	for _, side := range [2]int{-1, 1} {
		q, shift := int(c), int(at.shift)
		for line>>(uint(shift)&63)&3 == bitsBlack {
			q += side * b.geo.step[d]
			shift += 2 * side
		}
		if line>>(uint(shift)&63)&3 != bitsFree {
			continue
		}
		p := Cell(q)
		if Line(b.codes[p&cellMask]>>(4*d)&15) != straightFour {
			continue
		}
		if class := b.class[Black][p&cellMask]; class != Five && !b.Forbidden(p) {
			return true
		}
	}
	return false
}

// fivePoints are the empty points, at most two, where the colour would make a
// five in direction d if it had a stone on c as well.
func (b *Board) fivePoints(c Cell, colour, d int) (points [2]Cell, n int) {
	at := b.geo.ref[c&cellMask][d]
	mine := uint64(bitsBlack + colour)
	line := b.lines[at.line] | mine<<(at.shift&63)
	exact := kinds(b.tables.rule)[colour].exact
	for _, side := range [2]int{-1, 1} {
		q, shift := int(c), int(at.shift)
		for line>>(uint(shift)&63)&3 == mine {
			q += side * b.geo.step[d]
			shift += 2 * side
		}
		if line>>(uint(shift)&63)&3 != bitsFree {
			continue
		}
		run := 1
		for s := shift + 2; line>>(uint(s)&63)&3 == mine; s += 2 {
			run++
		}
		for s := shift - 2; line>>(uint(s)&63)&3 == mine; s -= 2 {
			run++
		}
		if run == 5 || run > 5 && !exact {
			points[n] = Cell(q)
			n++
		}
	}
	return points, n
}

// MakesFour tells whether a stone of the colour on the empty point c makes a
// four of any kind, whatever else it makes.
func (b *Board) MakesFour(colour int, c Cell) bool {
	code := b.codes[c&cellMask] >> (16 * (colour & 1))
	for d := range directions {
		if l := Line(code >> (4 * d) & 15); l == four || l == straightFour || l == doubleFour {
			return true
		}
	}
	return false
}

// Stoppers adds to set the points where the colour's opponent takes away the
// straight four or the two fours that the colour threatens to make on c, a
// point of the class Straight. They are c itself and, unless the stone would
// leave more than two points to complete a five, those points.
func (b *Board) Stoppers(colour int, c Cell, set *Set) {
	set.Add(c)
	code := b.codes[c&cellMask] >> (16 * (colour & 1))
	var all [2 * directions]Cell
	n := 0
	for d := range directions {
		if l := Line(code >> (4 * d) & 15); l == four || l == straightFour {
			points, k := b.fivePoints(c, colour, d)
			n += copy(all[n:], points[:k])
		}
	}
	if n == 2 {
		set.Add(all[0])
		set.Add(all[1])
	}
}

// Stops puts into set the points where the colour's opponent takes away every
// straight four, or double four, that the colour threatens to make: each point
// of the class Straight has its Stoppers, and one stone must do for all.
func (b *Board) Stops(colour int, set *Set) {
	first := true
	for c := range b.Points(colour, Straight).All() {
		var stop Set
		b.Stoppers(colour, c, &stop)
		if first {
			*set, first = stop, false
		} else {
			set.Intersect(&stop)
		}
	}
}
