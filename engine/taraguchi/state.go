package taraguchi

import (
	"fmt"
	"slices"

	"tengen/engine/renju"
)

// A State is the opening after some answers. [New] makes the first.
type State struct {
	answers []Answer
	stones  []renju.Point // in order; the colours alternate from Black
	offers  []renju.Point // the ten, from the offer to the pick
	black   Player        // who holds Black
	swapped bool          // the last answer was a swap: now a stone must come
}

// New returns the opening before the first answer. Its first player holds
// Black.
func New() *State { return &State{} }

// Replay returns the opening after the given answers, offers judged by the weak
// reading. The error, an [*Error], tells the first answer that is illegal.
func Replay(answers []Answer) (*State, error) {
	s := New()
	for _, a := range answers {
		if err := s.Apply(a); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Clone returns a copy that shares nothing with s.
func (s *State) Clone() *State {
	c := *s
	c.answers = s.Answers()
	c.stones = slices.Clone(s.stones)
	c.offers = slices.Clone(s.offers)
	return &c
}

// Over reports whether the opening is over: stone 6 is known.
func (s *State) Over() bool { return len(s.stones) == 6 }

// ToMove returns the colour of the next stone. Between offer and pick that is
// Black, whose stone 5 White picks.
func (s *State) ToMove() renju.Stone {
	if len(s.stones)%2 == 0 {
		return renju.Black
	}
	return renju.White
}

// Turn returns who is to answer, or, when the opening is over, who plays stone
// 7.
func (s *State) Turn() Player {
	if s.offers != nil {
		return s.Holder(renju.White)
	}
	return s.Holder(s.ToMove())
}

// Holder returns who holds colour c now, which is Black or White.
func (s *State) Holder(c renju.Stone) Player {
	if c == renju.Black {
		return s.black
	}
	return s.black.Other()
}

// Stones returns the stones in order, from Black's first: six when the opening
// is over.
func (s *State) Stones() []renju.Point { return slices.Clone(s.stones) }

// Offers returns the ten points that White is to pick from, nil at any other
// time.
func (s *State) Offers() []renju.Point { return slices.Clone(s.offers) }

// Answers returns the answers so far, in order.
func (s *State) Answers() []Answer {
	answers := slices.Clone(s.answers)
	for i := range answers {
		answers[i] = answers[i].clone()
	}
	return answers
}

// Position returns the game so far, renju on 15x15, without a trace of who
// swapped.
func (s *State) Position() *renju.Position {
	pos, err := renju.NewPosition(Size, renju.Renju)
	if err != nil {
		panic("taraguchi: " + err.Error())
	}
	for _, p := range s.stones {
		if err := pos.Play(p); err != nil {
			panic("taraguchi: " + err.Error())
		}
	}
	return pos
}

// Legal returns the kinds of answer that are legal now, none when the opening
// is over.
func (s *State) Legal() Kinds {
	switch n := len(s.stones); {
	case s.Over():
		return 0
	case s.offers != nil:
		return KindsOf(Pick)
	case n == 0, s.swapped:
		return KindsOf(Place)
	case n == 4:
		return KindsOf(Place, Swap, Offer)
	}
	return KindsOf(Place, Swap)
}

// Square returns the half-width of the central square that the next stone must
// be placed in: 0 for stone 1 (the centre), 1 (3x3), 2, 3, and 4 (9x9) for stone
// 5. It is 7, the whole board, for stone 6 and later. Offers are not bound by
// it.
func (s *State) Square() int {
	if n := len(s.stones); n <= 4 && s.offers == nil {
		return n
	}
	return Size / 2
}

// Apply answers for whoever is to answer, offers judged by the weak reading. The
// error, an [*Error], says which rule the answer breaks; the state is then as
// before.
func (s *State) Apply(a Answer) error {
	if err := s.Check(a, false); err != nil {
		return err
	}
	a = a.clone()
	s.answers = append(s.answers, a)
	s.swapped = a.Kind == Swap
	s.offers = nil
	switch a.Kind {
	case Swap:
		s.black = s.black.Other()
	case Offer:
		s.offers = slices.Clone(a.Points)
	case Place, Pick:
		s.stones = append(s.stones, a.Points...)
	}
	return nil
}

// Check returns the error that [State.Apply] would return, and leaves the state
// alone. With strict, offers are judged by the strict reading.
func (s *State) Check(a Answer, strict bool) error {
	if reason := s.fault(a, strict); reason != "" {
		return &Error{Line: len(s.answers) + 1, Reason: reason}
	}
	return nil
}

// fault says what is wrong with an answer, "" if nothing is.
func (s *State) fault(a Answer, strict bool) string {
	if reason := s.faultOfKind(a.Kind); reason != "" {
		return reason
	}
	if want := [...]int{Place: 1, Swap: 0, Offer: Offers, Pick: 2}[a.Kind]; len(a.Points) != want {
		return fmt.Sprintf("%s wants %d points, not %d", a.Kind, want, len(a.Points))
	}
	board := s.Position().Board()
	for i, p := range a.Points {
		switch at := board.At(p); {
		case !board.Contains(p):
			return fmt.Sprintf("%v is off the board", p)
		case at != renju.Empty:
			return fmt.Sprintf("%v is taken by stone %d", p, 1+slices.Index(s.stones, p))
		case slices.Contains(a.Points[:i], p):
			return fmt.Sprintf("%v is named twice", p)
		}
	}
	switch a.Kind {
	case Place:
		if n, p := s.Square(), a.Points[0]; distanceFromCentre(p) > n {
			if n == 0 {
				return fmt.Sprintf("stone 1 must be on the centre, %v, not on %v", centre, p)
			}
			return fmt.Sprintf("stone %d must be in the central %dx%d square: %v is outside it", len(s.stones)+1, 2*n+1, 2*n+1, p)
		}
	case Offer:
		for i, p := range a.Points {
			twins := Twins(s.stones, p, strict)
			for _, q := range a.Points[:i] {
				if slices.Contains(twins, q) {
					return fmt.Sprintf("offers %v and %v are symmetric", q, p)
				}
			}
		}
	case Pick:
		if p := a.Points[0]; !slices.Contains(s.offers, p) {
			return fmt.Sprintf("%v was not offered", p)
		}
	}
	return ""
}

// faultOfKind says why an answer of this kind cannot be given now.
func (s *State) faultOfKind(k Kind) string {
	switch n := len(s.stones); {
	case int(k) >= len(kindNames):
		return "no such kind of answer: " + k.String()
	case s.Legal().Has(k):
		return ""
	case s.Over():
		return "the opening is over: stone 6 is on the board"
	case s.offers != nil:
		return "the offers wait for a pick: one of the ten, and stone 6"
	case k == Pick:
		return "no offers to pick from"
	case k == Swap && n == 0:
		return "no swap before stone 1"
	case k == Swap: // s.swapped
		return fmt.Sprintf("no second swap before stone %d: it must be placed", n+1)
	case n < 4:
		return fmt.Sprintf("no offers before stone %d: they come after stone 4", n+1)
	case n > 4:
		return "no offers after stone 5"
	}
	return "no offers after a swap: stone 5 must be placed"
}

var centre = renju.Point{X: Size / 2, Y: Size / 2}

// distanceFromCentre returns the half-width of the smallest central square that
// p is in.
func distanceFromCentre(p renju.Point) int {
	abs := func(n int8) int { return int(max(n, -n)) }
	return max(abs(p.X-centre.X), abs(p.Y-centre.Y))
}
