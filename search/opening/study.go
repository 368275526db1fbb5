package opening

import (
	"cmp"
	"slices"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A study is a position under examination, and the root of the tree of those
// that may follow.
type study struct {
	pos    *renju.Position
	stones int         // on the board
	last   renju.Point // the stone that made the position
	inside bool        // last is in the square that the rule gives it, so that it may be placed
	class  int         // fifth stones of the same class are symmetric by the strict reading

	// Of the position itself, by search.
	black float64     // Black's winning chance
	reply renju.Point // the best move found, of the side to move; Pass: none yet
	depth int         // of the last search, in plies; 0: not looked at
	spent int64       // nodes, on all searches of it
	stuck bool        // a further search would bring nothing

	// Of the tree, kept up by update.
	next  []*study // the positions after one more stone; nil: not yet laid out
	total int64    // nodes spent on all of it
	worth float64  // the winning chance of the player who is to answer
	slack float64  // what worth would be if less than 1/2 were possible: the less, the surer
	even  float64  // four stones, all fifths looked at: m, what placing is worth
	tenth float64  // likewise: Black's chance with the worst of ten offers
	final bool     // no search can change anything any more
}

// newStudy returns the study of a position with so many stones, 5 where their
// number does not matter. last is the stone that made it.
func newStudy(pos *renju.Position, stones int, last renju.Point) *study {
	s := &study{pos: pos, stones: stones, last: last, inside: true, black: 0.5, reply: renju.Pass}
	if over := pos.Outcome().Result; over != renju.Ongoing {
		s.black = map[renju.Result]float64{renju.BlackWins: 1, renju.Draw: 0.5}[over]
		s.depth, s.stuck = deepest, true
	}
	s.update()
	return s
}

// after returns the study of the position with one more stone.
func (s *study) after(p renju.Point) *study {
	pos := s.pos.Clone()
	if err := pos.Play(p); err != nil {
		panic("opening: " + err.Error()) // callers pass empty points
	}
	return newStudy(pos, s.stones+1, p)
}

// looked reports whether the position has been searched.
func (s *study) looked() bool { return s.depth > 0 }

// known reports whether worth is more than the worst that may be.
func (s *study) known() bool { return s.looked() || s.stones <= 2 }

// surveyed reports whether all positions that may follow have been looked at.
func (s *study) surveyed() bool {
	return s.next != nil && !slices.ContainsFunc(s.next, func(n *study) bool { return !n.looked() })
}

// balance is what a position is worth to the one who made it, if the other may
// then choose a colour.
func (s *study) balance() float64 { return min(s.black, 1-s.black) }

// update finds worth and its like from what is known of the position and of
// those that follow. It looks one stone ahead only: update those first.
func (s *study) update() {
	s.total = s.spent
	s.final = s.stuck
	if s.next != nil {
		s.final = true
		for _, n := range s.next {
			s.total += n.total
			s.final = s.final && n.final
		}
	}
	offer := s.black - tenthDrop - offerDoubt
	switch {
	case !s.known():
		s.worth, s.slack = 1, 1
	case s.stones <= 2:
		s.worth, s.slack = 0.5, 0.5
	case s.stones == 3:
		s.worth, s.slack = max(0.5, offer), max(1-s.black, offer)
	case s.stones == 4 && s.surveyed():
		s.even, s.tenth = evenOf(s.next), tenthOf(s.next)
		offer = s.tenth - offerDoubt
		s.worth, s.slack = max(1-s.even, offer), max(1-bestOf(s.next), offer)
	case s.stones == 4:
		s.slack = max(1-s.black, offer)
		s.worth = max(0.5, s.slack)
	default:
		s.worth, s.slack = 1-s.balance(), 1-s.balance()
	}
	if s.stones < 4 {
		for _, n := range s.next {
			if n.known() {
				s.worth, s.slack = min(s.worth, n.worth), min(s.slack, n.slack)
			}
		}
	}
}

// replyOrNear returns the best move found in the position, or, when none has
// been looked for, an empty point near its last stone.
func (s *study) replyOrNear() renju.Point {
	if s.reply != renju.Pass {
		return s.reply
	}
	return nearestEmpty(s.pos, s.last)
}

// least returns the least worth among the positions that may follow, as far as
// they are known: what a placer of the next stone leaves to the other.
func (s *study) least() float64 {
	least := 1.0
	for _, n := range s.next {
		if n.known() {
			least = min(least, n.worth)
		}
	}
	if least == 1 {
		return 0.5 // nothing is known
	}
	return least
}

// evenOf returns what placing the most even of the fifth stones is worth.
func evenOf(fifths []*study) float64 {
	best := 0.0
	for _, f := range fifths {
		if f.inside && f.looked() {
			best = max(best, f.balance())
		}
	}
	return best
}

// bestOf returns Black's chance after the best of the fifth stones.
func bestOf(fifths []*study) float64 {
	best := 0.0
	for _, f := range fifths {
		best = max(best, f.black)
	}
	return best
}

// tenthOf returns Black's chance with the worst of the ten best offers, 0 if
// there are not ten.
func tenthOf(fifths []*study) float64 {
	ten := bestTen(fifths, func(f *study) float64 { return f.black })
	if len(ten) < taraguchi.Offers {
		return 0
	}
	return ten[len(ten)-1].black
}

// bestTen returns up to ten fifth stones that have been looked at, the best
// first, no two of a class.
func bestTen(fifths []*study, value func(*study) float64) []*study {
	type valued struct {
		*study
		value float64
	}
	ranked := make([]valued, 0, len(fifths))
	for _, f := range fifths {
		if f.looked() {
			ranked = append(ranked, valued{f, value(f)})
		}
	}
	slices.SortStableFunc(ranked, func(a, b valued) int { return cmp.Compare(b.value, a.value) })
	var ten []*study
	for _, r := range ranked {
		if len(ten) == taraguchi.Offers {
			break
		}
		if !hasClass(ten, r.class) {
			ten = append(ten, r.study)
		}
	}
	return ten
}

func hasClass(fifths []*study, class int) bool {
	return slices.ContainsFunc(fifths, func(f *study) bool { return f.class == class })
}

// layOut gives the study the positions that may follow: one for each point in
// the square of the next stone, those near the stones first, points merged by
// the symmetries of the board that keep the stones. To fifth stones it adds the
// points outside the square that are near a stone, since they may be offered.
func (s *study) layOut() {
	stones := s.pos.Moves()
	reach := s.stones
	for _, p := range taraguchi.Distinct(stones, false) {
		inside := distance(p, centre) <= reach
		if !inside && !(s.stones == 4 && nearest(stones, p) <= 2) {
			continue
		}
		n := s.after(p)
		n.inside = inside
		s.next = append(s.next, n)
	}
	slices.SortStableFunc(s.next, func(a, b *study) int {
		return cmp.Compare(remoteness(stones, a.last), remoteness(stones, b.last))
	})
	if s.stones == 4 {
		classify(stones, s.next)
	}
}

// classify numbers the classes of fifth stones by the strict reading.
func classify(stones []renju.Point, fifths []*study) {
	class := make(map[renju.Point]int)
	for i, f := range fifths {
		if _, ok := class[f.last]; !ok {
			for _, twin := range taraguchi.Twins(stones, f.last, true) {
				class[twin] = i
			}
		}
		f.class = class[f.last]
	}
}

var centre = renju.Point{X: taraguchi.Size / 2, Y: taraguchi.Size / 2}

// distance counts a king's steps from p to q.
func distance(p, q renju.Point) int {
	dx, dy := int(p.X)-int(q.X), int(p.Y)-int(q.Y)
	return max(dx, -dx, dy, -dy)
}

// nearest returns the distance from p to the nearest of the stones.
func nearest(stones []renju.Point, p renju.Point) int {
	d := renju.MaxSize
	for _, q := range stones {
		d = min(d, distance(p, q))
	}
	return d
}

// remoteness orders points by how far they are from the stones as a whole.
func remoteness(stones []renju.Point, p renju.Point) int {
	sum := 0
	for _, q := range stones {
		dx, dy := int(p.X)-int(q.X), int(p.Y)-int(q.Y)
		sum += dx*dx + dy*dy
	}
	return sum
}

// nearestEmpty returns the empty point nearest to p, no foul if it can be
// helped. It is [renju.Pass] when the board is full.
func nearestEmpty(pos *renju.Position, p renju.Point) renju.Point {
	best, least := renju.Pass, 2*renju.MaxSize
	for q := range pos.Board().Points() {
		d := distance(p, q)
		if pos.At(q) != renju.Empty || d >= least {
			continue
		}
		if pos.IsFoul(q) {
			d += renju.MaxSize
		}
		if d < least {
			best, least = q, d
		}
	}
	return best
}
