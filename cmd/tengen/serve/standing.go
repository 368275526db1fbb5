package serve

import (
	"errors"
	"fmt"
	"slices"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A standing is how a game stands after some words: the rules of what may come
// next live here and below, and nowhere else.
type standing struct {
	opening *taraguchi.State // nil: none is played
	picked  renju.Point      // by White, who has not placed stone 6 yet; Pass: none
	pos     *renju.Position
	by      []taraguchi.Player // who said which word
	stones  []int              // how many stones there were after it
	lost    *word              // the word that ended the game beside the board
}

func newStanding(h heading) (*standing, error) {
	pos, err := renju.NewPosition(h.Size, h.Rule)
	if err != nil {
		return nil, err
	}
	s := &standing{pos: pos, picked: renju.Pass}
	if h.Taraguchi {
		s.opening = taraguchi.New()
	}
	return s, nil
}

// clone returns a copy for others to think about.
func (s *standing) clone() *standing {
	c := *s
	c.pos = s.pos.Clone()
	if s.opening != nil {
		c.opening = s.opening.Clone()
	}
	c.by, c.stones = slices.Clone(s.by), slices.Clone(s.stones)
	return &c
}

// inOpening tells whether the next word is an answer of the opening.
func (s *standing) inOpening() bool { return s.opening != nil && !s.opening.Over() }

// legal is what kinds of answer the opening allows, none outside it. While White
// has picked but not placed it is a stone.
func (s *standing) legal() taraguchi.Kinds {
	switch {
	case !s.inOpening():
		return 0
	case s.picked != renju.Pass:
		return taraguchi.KindsOf(taraguchi.Place)
	}
	return s.opening.Legal()
}

// turn is the player who is to speak.
func (s *standing) turn() taraguchi.Player {
	if s.inOpening() {
		return s.opening.Turn()
	}
	return s.holder(s.pos.ToMove())
}

// holder is the player who holds a colour.
func (s *standing) holder(c renju.Stone) taraguchi.Player {
	switch {
	case s.opening != nil:
		return s.opening.Holder(c)
	case c == renju.Black:
		return taraguchi.First
	}
	return taraguchi.Second
}

// colour is what a player holds.
func (s *standing) colour(p taraguchi.Player) renju.Stone {
	if s.holder(renju.Black) == p {
		return renju.Black
	}
	return renju.White
}

// over tells whether the game has ended.
func (s *standing) over() bool { return s.lost != nil || s.pos.Outcome().Over() }

// offers are the ten that White is to pick from, nil at other times.
func (s *standing) offers() []renju.Point {
	if !s.inOpening() || s.picked != renju.Pass {
		return nil
	}
	return s.opening.Offers()
}

var errOver = errors.New("the game is over")

// say adds a word to the game. The error says why it cannot be said; the standing
// is then as before. strict is how offers are judged.
func (s *standing) say(w word, strict bool) error {
	if s.over() {
		return errOver
	}
	by := s.turn()
	switch w.verb {
	case resign, timeUp:
		by, s.lost = w.player, &w
	case pass:
		if s.opening != nil {
			return errors.New("nobody passes in a game with an opening")
		}
		if err := s.pos.Play(renju.Pass); err != nil {
			return err
		}
	case swap, offer:
		if !s.inOpening() || s.picked != renju.Pass {
			return fmt.Errorf("no %s now", [...]string{swap: "swap", offer: "offers"}[w.verb])
		}
		kind := taraguchi.Swap
		if w.verb == offer {
			kind = taraguchi.Offer
		}
		if err := s.answer(taraguchi.Answer{Kind: kind, Points: w.points}, strict); err != nil {
			return err
		}
	default:
		if err := s.place(w.points[0]); err != nil {
			return err
		}
	}
	s.by = append(s.by, by)
	s.stones = append(s.stones, len(s.pos.Moves()))
	return nil
}

// place puts a stone down, or picks one that is offered.
func (s *standing) place(p renju.Point) error {
	switch {
	case !s.inOpening():
		return s.pos.Play(p)
	case s.picked == p:
		return fmt.Errorf("%v is taken by stone 5", p)
	case s.picked != renju.Pass:
		return s.answer(taraguchi.Answer{Kind: taraguchi.Pick, Points: []renju.Point{s.picked, p}}, false)
	case s.opening.Legal().Has(taraguchi.Pick):
		if !slices.Contains(s.opening.Offers(), p) {
			return fmt.Errorf("%v was not offered", p)
		}
		s.picked = p
		return s.pos.Play(p)
	}
	return s.answer(taraguchi.PlaceOn(p), false)
}

func (s *standing) answer(a taraguchi.Answer, strict bool) error {
	err := s.opening.Check(a, strict)
	if err == nil {
		err = s.opening.Apply(a)
	}
	if err != nil {
		var reason *taraguchi.Error
		if errors.As(err, &reason) {
			return errors.New(reason.Reason) // whoever clicks does not count answers
		}
		return err
	}
	s.picked = renju.Pass
	s.pos = s.opening.Position()
	return nil
}

// room are the points where the next stone may be put down or picked: those that
// the board lights up. It is nil where all empty points will do.
func (s *standing) room() []renju.Point {
	if s.over() || !s.inOpening() || s.picked != renju.Pass {
		return nil
	}
	if offers := s.opening.Offers(); offers != nil {
		return offers
	}
	n := s.opening.Square()
	if n > 4 {
		return nil
	}
	var points []renju.Point
	for p := range s.pos.Board().Points() {
		if max(abs(int(p.X)-taraguchi.Size/2), abs(int(p.Y)-taraguchi.Size/2)) <= n && s.pos.At(p) == renju.Empty {
			points = append(points, p)
		}
	}
	return points
}

func abs(n int) int { return max(n, -n) }

// symmetric are the empty points that may not be offered any more beside those of
// the draft, which are not among them.
func (s *standing) symmetric(draft []renju.Point, strict bool) []renju.Point {
	var twins []renju.Point
	stones := s.opening.Stones()
	for _, p := range draft {
		for _, q := range taraguchi.Twins(stones, p, strict) {
			if !slices.Contains(draft, q) && !slices.Contains(twins, q) && s.pos.At(q) == renju.Empty {
				twins = append(twins, q)
			}
		}
	}
	return twins
}
