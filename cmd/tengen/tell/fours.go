package tell

import "tengen/engine/renju"

// Fives are the empty points where a colour makes five.
func Fives(b *renju.Board, s renju.Stone, r renju.Rule) []renju.Point {
	var points []renju.Point
	for p := range b.Points() {
		if b.At(p) == renju.Empty && b.MakesFive(p, s, r) {
			points = append(points, p)
		}
	}
	return points
}

// ByFours tells how a line wins for who plays it first: " by fours" if all of its
// moves make fours or five, else "".
func ByFours(pos *renju.Position, line []renju.Point) string {
	pos = pos.Clone()
	me := pos.ToMove()
	for i, p := range line {
		five := pos.Board().MakesFive(p, me, pos.Rule())
		if pos.Play(p) != nil || i%2 == 0 && !five && Fives(pos.Board(), me, pos.Rule()) == nil {
			return ""
		}
	}
	return " by fours"
}
