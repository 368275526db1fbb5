package threat

import "tengen/search/pattern"

// Defences puts into set all moves of the side to move that do not lose at once
// to the straight fours that its opponent threatens: those that take each of
// them away, and fours. Points that are forbidden may be among them.
func Defences(b *pattern.Board, set *pattern.Set) {
	me := b.ToMove()
	b.Stops(me^1, set)
	addFours(b, me, set)
}

// Breaks tells whether the opponent of the side to move, who has no four on the
// board, would win by continuous fours if it were to move, trying at most
// limit of them, and in how many plies. If so it adds to set all moves that
// could stop that: any other move leaves every four of the win a four, and
// every reply as forced as before. They are the points of the line, those that
// make a four now or together with the replies that the line forces and, where
// Black may not stop the last four, those that would allow it. Points that are
// taken or forbidden may be among them. A win in which Black plays on a point that
// only looks forbidden does not count: a stone from afar may make it so.
func (s *Solver) Breaks(b *pattern.Board, limit int64, set *pattern.Set) (won bool, plies int) {
	b.Pass()
	defer b.UndoPass()
	r, line := s.Line(b, limit)
	if r != Win {
		return false, 0
	}
	var stops pattern.Set
	if won = breaks(b, line, &stops); won {
		set.Union(&stops)
	}
	return won, s.plies
}

// breaks adds to set what Breaks promises, with the attacker to move and the line
// of its VCF. It reports false where such a line does not count.
func breaks(b *pattern.Board, line []pattern.Cell, set *pattern.Set) (sure bool) {
	me := b.ToMove() ^ 1
	addFours(b, me, set)
	sure = true
	for i, c := range line {
		set.Add(c)
		if i%2 == 0 && b.Class(me^1, c) == pattern.Forbidden {
			sure = false
		}
		b.Move(c)
		if i%2 == 0 {
			set.Union(b.Points(me^1, pattern.Five))
		} else {
			addFours(b, me, set)
		}
	}
	if fives := b.Points(me^1, pattern.Five); me == pattern.Black && fives.Len() == 1 {
		addAllowing(b, fives.First(), set)
	}
	for range line {
		b.Undo()
	}
	return sure
}

// addFours adds the points where the colour makes a four or a five.
func addFours(b *pattern.Board, colour int, set *pattern.Set) {
	for class := pattern.Four; class <= pattern.Five; class++ {
		set.Union(b.Points(colour, class))
	}
	if colour == pattern.Black {
		// A four on a point that may be forbidden.
		for c := range b.Points(colour, pattern.Forbidden).All() {
			if b.MakesFour(colour, c) {
				set.Add(c)
			}
		}
	}
}

// addAllowing adds the points where a stone of Black's makes the point c, which
// is forbidden to it, allowed.
func addAllowing(b *pattern.Board, c pattern.Cell, set *pattern.Set) {
	for x := range pattern.Cell(b.Size() * b.Size()) {
		if x == c || !b.IsEmpty(x) || set.Has(x) {
			continue
		}
		b.Place(x, pattern.Black)
		if !b.Forbidden(c) {
			set.Add(x)
		}
		b.Lift()
	}
}
