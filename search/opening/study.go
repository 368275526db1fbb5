package opening

import (
	"cmp"
	"math"
	"slices"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A study is a position under examination, and the root of the tree of those
// that may follow.
type study struct {
	book   *book.Book // what is known beforehand
	pos    *renju.Position
	stones int         // on the board
	last   renju.Point // the stone that made the position
	inside bool        // last is in the square that the rule gives it, so that it may be placed
	class  int         // fifth stones of the same class are symmetric by the strict reading

	// Of the position itself, by search or from the book.
	black  float64     // Black's winning chance
	reply  renju.Point // the best move found, of the side to move; Pass: none yet
	effort int64       // nodes behind black; 0: not looked at
	booked bool        // black is from the book
	depth  int         // of the last search that was made now, in plies; 0: none
	stuck  bool        // a further search would bring nothing

	// Of the tree, kept up by update.
	next  []*study // the positions after one more stone; nil: not yet laid out
	chart *chart   // four stones: what the book says of those after it, until they are laid out
	total int64    // nodes behind all of it
	worth float64  // the winning chance of the player who is to answer
	slack float64  // what worth would be if less than 1/2 were possible: the less, the surer
	even  float64  // four stones, all fifths looked at: m, what placing is worth
	tenth float64  // likewise: what is sure of Black's chance with the worst of ten offers
	final bool     // no search can change anything any more
}

// newStudy returns the study of a position with so many stones, 5 where their
// number does not matter. last is the stone that made it. b, which may be nil, tells what
// is known of it beforehand.
func newStudy(b *book.Book, pos *renju.Position, stones int, last renju.Point) *study {
	s := &study{book: b, pos: pos, stones: stones, last: last, inside: true, black: 0.5, reply: renju.Pass}
	if over := pos.Outcome().Result; over != renju.Ongoing {
		s.black = map[renju.Result]float64{renju.BlackWins: 1, renju.Draw: 0.5}[over]
		s.effort, s.depth, s.stuck = math.MaxInt64/renju.MaxSize/renju.MaxSize, deepest, true
	} else if b != nil {
		s.lookUp()
	}
	s.update()
	return s
}

// lookUp takes from the book what it knows of the position.
func (s *study) lookUp() {
	switch s.stones {
	case 2, 3:
		// What these are worth follows from all that may be next.
		s.layOut()
		if !s.charted() {
			s.next = nil
		}
	case 4:
		s.chart = newChart(s.book.Fifths(s.pos.Moves()))
	case 5:
		if v, ok := s.book.Value(s.pos.Moves()); ok {
			s.black, s.reply, s.effort, s.booked = v.Black, v.Reply, v.Nodes, true
			s.stuck = v.Proved()
		}
	}
}

// after returns the study of the position with one more stone.
func (s *study) after(p renju.Point) *study {
	pos := s.pos.Clone()
	if err := pos.Play(p); err != nil {
		panic("opening: " + err.Error()) // callers pass empty points
	}
	return newStudy(s.book, pos, s.stones+1, p)
}

// looked reports whether the position has been searched, now or for the book.
func (s *study) looked() bool { return s.effort > 0 }

// charted reports whether the book tells what the position is worth, though it has
// not been searched itself.
func (s *study) charted() bool {
	switch {
	case s.chart != nil:
		return true
	case s.looked() || s.next == nil:
		return false
	case s.stones == 2 || s.stones == 3:
		return !slices.ContainsFunc(s.next, func(n *study) bool { return !n.charted() })
	}
	return s.stones == 4
}

// settled reports whether the book knows all that a decision here needs.
func (s *study) settled() bool {
	switch {
	case s.stones < 2:
		return true
	case s.stones == 5:
		return s.booked
	case s.next == nil:
		return s.chart != nil
	}
	return !slices.ContainsFunc(s.next, func(n *study) bool { return !n.charted() && !n.booked })
}

// known reports whether worth is more than the worst that may be.
func (s *study) known() bool { return s.looked() || s.stones <= 2 || s.charted() }

// surveyed reports whether all positions that may follow have been looked at.
func (s *study) surveyed() bool {
	return s.next != nil && !slices.ContainsFunc(s.next, func(n *study) bool { return !n.looked() })
}

// balance is what a position is worth to the one who made it, if the other may
// then choose a colour.
func (s *study) balance() float64 { return evenness(s.black, s.effort) }

// sure is Black's chance less what it is uncertain by, for one who offers.
func (s *study) sure() float64 { return cautious(s.black, s.effort) }

// update finds worth and its like from what is known of the position and of
// those that follow. It looks one stone ahead only: update those first.
func (s *study) update() {
	s.total = s.effort
	s.final = s.stuck
	if s.next != nil {
		s.final = true
		for _, n := range s.next {
			s.total += n.total
			s.final = s.final && n.final
		}
	} else if s.chart != nil {
		s.total += s.chart.effort
	}
	offer := s.black - tenthDrop
	switch {
	case !s.known() || s.stones < 4 && s.charted(): // see below
		s.worth, s.slack = 1, 1
	case s.stones <= 2:
		s.worth, s.slack = 0.5, 0.5
	case s.stones == 3:
		s.worth, s.slack = max(0.5, offer), max(1-s.black, offer)
	case s.stones == 4 && s.surveyed():
		s.weigh(chart{even: evenOf(s.next), tenth: tenthOf(s.next), best: bestOf(s.next)})
	case s.chart != nil:
		s.weigh(*s.chart)
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

// weigh takes in what the fifth stones say of four.
func (s *study) weigh(c chart) {
	s.even, s.tenth = c.even, c.tenth
	s.worth, s.slack = c.worth(), max(1-c.best, c.tenth)
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

// tenthOf returns what is sure of Black's chance with the worst of the ten best offers, 0
// if there are not ten.
func tenthOf(fifths []*study) float64 {
	ten := bestTen(fifths, (*study).sure)
	if len(ten) < taraguchi.Offers {
		return 0
	}
	return ten[len(ten)-1].sure()
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
	s.chart = nil
	points := taraguchi.Distinct(stones, false)
	if s.stones == 4 {
		points = book.Candidates(stones)
	}
	for _, p := range points {
		inside := distance(p, centre) <= s.stones
		if !inside && s.stones < 4 {
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
