package renju

// reach counts the stones of colour s that follow p without a gap in
// direction d, p itself not counted.
func (b *Board) reach(p Point, d direction, s Stone) int {
	n := 0
	for b.At(p.step(d, n+1)) == s {
		n++
	}
	return n
}

// row returns the length of the unbroken row of s along d that a stone of s on
// p is, or would be, part of.
func (b *Board) row(p Point, d direction, s Stone) int {
	return b.reach(p, d.back(), s) + 1 + b.reach(p, d, s)
}

// MakesFive reports whether a stone of colour s on p, be it there already or
// about to be played, completes a row that wins under rule r.
func (b *Board) MakesFive(p Point, s Stone, r Rule) bool {
	for _, d := range directions {
		if r.wins(s, b.row(p, d, s)) {
			return true
		}
	}
	return false
}

// WinningRow returns the row that wins under rule r through the stone on p,
// from its left end to its right (a column from the bottom up), or nil if there
// is none. A stone that makes more than one gives the first of: row, column,
// rising diagonal, falling diagonal.
func (b *Board) WinningRow(p Point, r Rule) []Point {
	s := b.At(p)
	if s != Black && s != White {
		return nil
	}
	for _, d := range directions {
		length := b.row(p, d, s)
		if !r.wins(s, length) {
			continue
		}
		first := p.step(d.back(), b.reach(p, d.back(), s))
		row := make([]Point, length)
		for i := range row {
			row[i] = first.step(d, i)
		}
		return row
	}
	return nil
}
