package opening

import (
	"fmt"
	"math"
	"math/rand/v2"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A decision is one choice in the making: its means, its tree and what is told
// of it.
type decision struct {
	*budget
	eval  evaluator
	noise *rand.Rand   // nil: no variety
	say   func(string) // may be nil
	err   error        // of a search; no more are made then

	deepest int  // depth of a search that is not gone beyond
	instant bool // nothing is searched

	root  *study
	kinds taraguchi.Kinds            // of answer that are open at the root
	worth map[taraguchi.Kind]float64 // of each to the one who answers, once they are weighed
	key   func(*study) float64       // if not nil: orders what follows the root, the least first
}

// tell says one line about the decision.
func (d *decision) tell(format string, args ...any) {
	if d.say != nil {
		d.say(fmt.Sprintf(format, args...))
	}
}

// bonus is what variety adds to the worth of a choice.
func (d *decision) bonus() float64 {
	if d.noise == nil {
		return 0
	}
	return variety * d.noise.Float64()
}

// over reports whether no more searches are to be made.
func (d *decision) over() bool { return d.instant || d.err != nil || d.spent() }

// affords reports whether a search of more than so many nodes has a chance to end before
// the budget does.
func (d *decision) affords(nodes int64) bool {
	left, timed := d.left()
	return !(timed && left.Seconds()*roughSpeed < float64(nodes)) && !(d.limited && d.nodes <= nodes)
}

// study deepens the tree at the root until the budget is spent.
func (d *decision) study() {
	for !d.over() && d.deepen(d.root) {
	}
}

// firstHalf does f with half of what is left of the budget.
func (d *decision) firstHalf(f func()) {
	whole := d.budget
	d.budget = whole.halved()
	defer func() {
		d.budget.close()
		whole.charge(d.used)
		d.budget = whole
	}()
	f()
}

// deepen makes the one search that promises most for the decision at s and
// brings the tree up to date. It reports whether there was anything to search.
func (d *decision) deepen(s *study) bool {
	defer s.update()
	if d.searchesItself(s) {
		depth, nodes := s.depth+1, int64(0)
		if s.booked {
			// Less than the book has spent would say less.
			depth, nodes = d.deepest, deeper*s.effort
			if !d.affords(s.effort) {
				return false
			}
		}
		d.look(s, depth, nodes)
		return true
	}
	if s.next == nil {
		s.layOut()
	}
	next := d.wanted(s)
	return next != nil && d.deepen(next)
}

// searchesItself reports whether the next search at s is one of its own
// position, not of those that follow.
func (d *decision) searchesItself(s *study) bool {
	switch {
	case s.next != nil:
		return false
	case s.stones >= 5:
		return true
	case s.stones <= 2 || s.charted():
		return false
	case s == d.root:
		return !s.looked()
	}
	return s.depth < ripe
}

// look searches the position of s itself, so many plies deep or until so many nodes
// (0: no limit) are spent, if the budget lasts.
func (d *decision) look(s *study, depth int, nodes int64) {
	if d.limited && (nodes == 0 || d.nodes < nodes) {
		nodes = d.nodes
	}
	e, err := d.eval.evaluate(d.ctx, s.pos, depth, nodes)
	if err != nil {
		d.err = err
		return
	}
	spent := max(e.nodes, 1)
	d.charge(spent)
	if s.booked && !e.proved && spent <= s.effort {
		s.stuck = !d.over()
		return // the book knows better
	}
	if s.booked {
		s.effort = 0
	}
	s.effort += spent
	if e.depth <= s.depth {
		// Cut short. If it was not, more searches would bring no more either.
		s.stuck = !d.over()
		if s.reply == renju.Pass {
			s.reply = e.best
		}
		return
	}
	s.black = e.win
	if s.pos.ToMove() == renju.White {
		s.black = 1 - e.win
	}
	s.reply, s.depth = e.best, e.depth
	s.stuck = e.proved || e.depth >= d.deepest
}

// wanted returns the position after s that is most worth a search: the first
// that has not been looked at, then the one for which effort times rank is
// least. It is nil when nothing is left to learn.
func (d *decision) wanted(s *study) *study {
	for _, n := range s.next {
		if !n.known() || n.next != nil && !n.surveyed() && n.stones == 4 {
			return n
		}
	}
	var best *study
	least := math.Inf(1)
	for i, rank := range d.ranks(s) {
		n := s.next[i]
		if n.final || rank == beside {
			continue
		}
		if wait := rank.wait(n.total); wait < least {
			best, least = n, wait
		}
	}
	return best
}

// ranks says for each of the positions after s how near to the decision at s it
// is.
func (d *decision) ranks(s *study) []rank {
	ranks := newRanks(len(s.next))
	next := func(of func(*study) float64) func(int) float64 {
		return func(i int) float64 { return of(s.next[i]) }
	}
	switch {
	case s == d.root && d.key != nil:
		raise(ranks, next(d.key), every, 1)
	case s.stones < 4:
		raise(ranks, next(func(n *study) float64 { return n.slack }), every, 1)
	default:
		kinds := d.kinds
		if s != d.root {
			kinds = taraguchi.KindsOf(taraguchi.Place, taraguchi.Swap, taraguchi.Offer)
		}
		place := kinds.Has(taraguchi.Place) || kinds.Has(taraguchi.Swap)
		only := kinds == taraguchi.KindsOf(taraguchi.Offer)
		offer := kinds.Has(taraguchi.Offer) && (only || tenthOf(s.next) > 1-evenOf(s.next)-margin)
		rankFifths(ranks, place, offer, next((*study).balance), next(func(n *study) float64 { return n.black }), func(i int) bool { return s.next[i].inside })
	}
	return ranks
}
