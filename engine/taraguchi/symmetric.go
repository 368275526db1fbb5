package taraguchi

import (
	"slices"

	"tengen/engine/renju"
)

// Symmetric reports whether p and q are one and the same point as far as the
// stones can tell: something maps the stones onto themselves, their colours
// kept, and p onto q. The stones' colours alternate from Black. A point is
// symmetric to itself.
//
// By the weak reading that something is one of the eight symmetries of the
// board. By the strict reading it is any rotation or reflection of the grid,
// whose centre or axis may lie off the board's centre: the stones are looked at
// as if the board had no edges. After h8 h9 h7 h6, which have no symmetry of
// the board but left to right, g8, g7, i8 and i7 are all symmetric by the
// strict reading. Whatever is symmetric by the weak reading is so by the strict
// one. (Of no stones at all the strict reading would say that all points are
// symmetric; here both readings are then the weak one.)
func Symmetric(stones []renju.Point, p, q renju.Point, strict bool) bool {
	return slices.Contains(Twins(stones, p, strict), q)
}

// Twins returns the points of the board that are symmetric to p, p itself first.
// See [Symmetric].
func Twins(stones []renju.Point, p renju.Point, strict bool) []renju.Point {
	twins := []renju.Point{p}
	for _, m := range isometries(stones, strict) {
		q := m.apply(p)
		if onBoard(q) && !slices.Contains(twins, q) {
			twins = append(twins, q)
		}
	}
	return twins
}

// Distinct returns the empty points of the board, one of each class of points
// that are symmetric to each other, in the order of [renju.Board.Points]: those
// that could be offered. See [Symmetric].
func Distinct(stones []renju.Point, strict bool) []renju.Point {
	maps := isometries(stones, strict)
	board := renju.NewBoard(Size)
	for _, p := range stones {
		board.Set(p, renju.Blocked)
	}
	var distinct []renju.Point
	for p := range board.Points() {
		if board.At(p) != renju.Empty {
			continue
		}
		distinct = append(distinct, p)
		for _, m := range maps {
			if q := m.apply(p); onBoard(q) {
				board.Set(q, renju.Blocked) // a twin of p
			}
		}
	}
	return distinct
}

func onBoard(p renju.Point) bool {
	return p.X >= 0 && p.X < Size && p.Y >= 0 && p.Y < Size
}

// An isometry maps the grid onto itself: a symmetry of the board about its
// centre, then a shift. Every rotation and reflection of the grid that maps
// points to points can be written so.
type isometry struct {
	turn   renju.Symmetry
	dx, dy int8
}

func (m isometry) apply(p renju.Point) renju.Point {
	q := m.turn.Apply(p, Size)
	return renju.Point{X: q.X + m.dx, Y: q.Y + m.dy}
}

// isometries returns the maps that keep the stones and their colours: by the
// weak reading those without a shift, by the strict one all. They are a group,
// so that all twins of a point are found by one step from it.
func isometries(stones []renju.Point, strict bool) []isometry {
	var maps []isometry
	for turn := range renju.Symmetry(renju.Symmetries) {
		if !strict || len(stones) == 0 {
			if m := (isometry{turn: turn}); m.keeps(stones) {
				maps = append(maps, m)
			}
			continue
		}
		// The first stone must go to a stone of its own colour, and a turn has
		// only one shift that takes it there.
		from := turn.Apply(stones[0], Size)
		for i := 0; i < len(stones); i += 2 {
			m := isometry{turn, stones[i].X - from.X, stones[i].Y - from.Y}
			if m.keeps(stones) {
				maps = append(maps, m)
			}
		}
	}
	return maps
}

// keeps reports whether m maps the stones onto themselves, colours kept.
func (m isometry) keeps(stones []renju.Point) bool {
	for i, p := range stones {
		j := slices.Index(stones, m.apply(p))
		if j < 0 || i%2 != j%2 {
			return false
		}
	}
	return true
}
