package serve

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/opening"
)

// An advice is what is known of the choices in a state of the opening. Chances are of the
// player who is to answer unless they are called Black's. How they follow from the chances
// after the fifth stones is told in search/opening.
type advice struct {
	Stage   string        `json:"stage"` // "over", "place", "swap", "fifth", "offers" or "sixth"
	Known   bool          `json:"known"` // that anything is
	Choices []choice      `json:"choices"`
	Stones  []stoneAdvice `json:"stones"` // the best first, symmetric ones merged
	Ten     []string      `json:"ten"`    // the offers to make, where there are ten
	Looked  int           `json:"looked"` // of the stones, how many are known
}

// A choice is a kind of answer and what it is worth.
type choice struct {
	Kind   string  `json:"kind"` // "place", "swap" or "offer"
	Chance float64 `json:"chance"`
}

// A stoneAdvice is a next stone.
type stoneAdvice struct {
	Point  string   `json:"point"`
	Twins  []string `json:"twins,omitempty"` // symmetric to it
	Chance float64  `json:"chance"`          // of the one who places it
	Black  float64  `json:"black"`           // Black's, of fifth stones
	Reply  string   `json:"reply,omitempty"`
	Nodes  int64    `json:"nodes,omitempty"`
	Inside bool     `json:"inside"` // it may be placed, not only offered
	known  bool
}

// A valuer tells what is known of five stones.
type valuer func(five []renju.Point) (book.Value, bool)

// advise tells what is known of the choices.
func advise(st *taraguchi.State, known valuer) advice {
	a := advice{Stage: "over", Choices: []choice{}, Stones: []stoneAdvice{}, Ten: []string{}}
	if st.Over() {
		return a
	}
	stones := st.Stones()
	switch n := len(stones); {
	case st.Offers() != nil:
		a.Stage = "offers"
		for _, p := range st.Offers() {
			a.Stones = append(a.Stones, fifthAdvice(stones, p, known))
		}
		rank(a.Stones, func(s stoneAdvice) float64 { return -s.Black })
	case n == 5:
		a.Stage = "sixth"
		if v, ok := known(stones); ok {
			a.Known = true
			a.Choices = []choice{{"place", 1 - v.Black}, {"swap", v.Black}}
			a.Stones = append(a.Stones, stoneAdvice{Point: v.Reply.String(), Chance: 1 - v.Black, Nodes: v.Nodes, Inside: true, known: true})
		}
	case n == 4:
		a.Stage = "fifth"
		a.fifths(stones, known)
	case n == 0:
		a.Stage = "place"
	default:
		a.Stage = "swap"
		a.earlier(stones, known)
	}
	for _, s := range a.Stones {
		if s.known {
			a.Looked++
		}
	}
	a.Known = a.Known || a.Looked > 0
	legal := st.Legal()
	a.Choices = slices.DeleteFunc(a.Choices, func(c choice) bool {
		return !legal.Has(map[string]taraguchi.Kind{"place": taraguchi.Place, "swap": taraguchi.Swap, "offer": taraguchi.Offer}[c.Kind])
	})
	slices.SortStableFunc(a.Choices, func(x, y choice) int { return cmp.Compare(y.Chance, x.Chance) })
	return a
}

// fifthAdvice is what is known of a fifth stone.
func fifthAdvice(four []renju.Point, p renju.Point, known valuer) stoneAdvice {
	s := stoneAdvice{Point: p.String(), Inside: book.Inside(p)}
	for _, twin := range taraguchi.Twins(four, p, false)[1:] {
		s.Twins = append(s.Twins, twin.String())
	}
	if v, ok := known(append(slices.Clone(four), p)); ok {
		s.Black, s.Chance, s.Nodes, s.known = v.Black, min(v.Black, 1-v.Black), v.Nodes, true
		if v.Reply != renju.Pass {
			s.Reply = v.Reply.String()
		}
	}
	return s
}

// rank sorts stones by how good they are; those of which nothing is known stand last.
func rank(list []stoneAdvice, good func(stoneAdvice) float64) {
	slices.SortStableFunc(list, func(x, y stoneAdvice) int {
		if x.known != y.known {
			if x.known {
				return -1
			}
			return 1
		}
		return cmp.Compare(good(y), good(x))
	})
}

// fifths advises with four stones on the board.
func (a *advice) fifths(four []renju.Point, known valuer) {
	for _, p := range book.Candidates(four) {
		a.Stones = append(a.Stones, fifthAdvice(four, p, known))
	}
	rank(a.Stones, func(s stoneAdvice) float64 { return s.Black })
	w := weigh(four, a.Stones)
	if w.even < 0 {
		return
	}
	a.Choices = []choice{{"place", w.even}, {"swap", 1 - w.even}}
	if len(w.ten) == taraguchi.Offers {
		a.Choices = append(a.Choices, choice{"offer", w.tenth})
		a.Ten = w.ten
	}
}

// weighed is what fifth stones come to: see search/opening.
type weighed struct {
	even  float64 // what placing the most even one is worth; negative: none is known
	tenth float64 // Black's chance with the worst of the ten best offers
	ten   []string
}

func (w weighed) worth() float64 {
	worth := 1 - w.even
	if len(w.ten) == taraguchi.Offers {
		worth = max(worth, w.tenth)
	}
	return worth
}

// weigh looks at fifth stones, the best for Black first. Offers are told apart by the strict
// reading, so that they may be made by either.
func weigh(four []renju.Point, fifths []stoneAdvice) weighed {
	w := weighed{even: -1}
	taken := map[renju.Point]bool{}
	for _, s := range fifths {
		if !s.known {
			break
		}
		if s.Inside {
			w.even = max(w.even, s.Chance)
		}
		p, err := renju.ParsePoint(s.Point)
		if err != nil || len(w.ten) == taraguchi.Offers || taken[p] {
			continue
		}
		for _, twin := range taraguchi.Twins(four, p, true) {
			taken[twin] = true
		}
		w.ten, w.tenth = append(w.ten, s.Point), s.Black
	}
	return w
}

// earlier advises with one, two or three stones on the board: the next stone is worth to
// whoever places it what it leaves to the other.
func (a *advice) earlier(stones []renju.Point, known valuer) {
	square := len(stones)
	for _, p := range taraguchi.Distinct(stones, false) {
		if max(abs(int(p.X)-taraguchi.Size/2), abs(int(p.Y)-taraguchi.Size/2)) > square {
			continue
		}
		s := stoneAdvice{Point: p.String(), Inside: true}
		for _, twin := range taraguchi.Twins(stones, p, false)[1:] {
			s.Twins = append(s.Twins, twin.String())
		}
		if worth, ok := worthOf(append(slices.Clone(stones), p), known); ok {
			s.Chance, s.known = 1-worth, true
		}
		a.Stones = append(a.Stones, s)
	}
	rank(a.Stones, func(s stoneAdvice) float64 { return s.Chance })
	if len(a.Stones) > 0 && a.Stones[0].known {
		best := a.Stones[0].Chance
		a.Choices = []choice{{"place", best}, {"swap", 1 - best}}
	}
}

// worthOf is what a position of up to four stones is worth to the player who is to answer.
func worthOf(stones []renju.Point, known valuer) (float64, bool) {
	if len(stones) == 4 {
		var fifths []stoneAdvice
		for _, p := range book.Candidates(stones) {
			if s := fifthAdvice(stones, p, known); s.known {
				fifths = append(fifths, s)
			}
		}
		rank(fifths, func(s stoneAdvice) float64 { return s.Black })
		w := weigh(stones, fifths)
		return w.worth(), w.even >= 0
	}
	a := advice{}
	a.earlier(stones, known)
	if len(a.Choices) == 0 {
		return 0, false
	}
	best := a.Stones[0].Chance
	return max(best, 1-best), true
}

// valuerOf tells what the book and a study know of the position at hand.
func valuerOf(b *book.Book, found map[renju.Point]book.Value) valuer {
	return func(five []renju.Point) (book.Value, bool) {
		v, ok := b.Value(five)
		if mine, looked := found[five[4]]; looked && mine.Nodes > v.Nodes {
			return mine, true
		}
		return v, ok
	}
}

// A look at a fifth stone takes fifthNodes first, and then fifthGrowth times as many as
// before, up to fifthMost, which take about a second.
const (
	fifthNodes  = 1500
	fifthGrowth = 4
	fifthMost   = 400_000
)

// searchFifths values the fifth stones after four, or the ten on offer, or the one on the
// board.
func searchFifths(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	s.fifths = map[renju.Point]book.Value{}
	var four, points []renju.Point
	if s.at.inOpening() {
		stones := s.at.opening.Stones()
		switch {
		case s.at.opening.Offers() != nil:
			four, points = stones, s.at.opening.Offers()
		case len(stones) == 4:
			four, points = stones, book.Candidates(stones)
		case len(stones) == 5:
			four, points = stones[:4], stones[4:]
		}
	}
	byNearness(points, four)
	next, nodes := 0, int64(fifthNodes)
	known := b.house.book()
	return func(slice context.Context, searcher *search.Searcher) (bool, error) {
		if len(points) == 0 {
			return false, fmt.Errorf("fifth stones are looked at after four stones of the opening")
		}
		for slice.Err() == nil && nodes <= fifthMost {
			if next == len(points) {
				next, nodes = 0, nodes*fifthGrowth
				continue
			}
			p := points[next]
			five := append(slices.Clone(four), p)
			if v, ok := known.Value(five); !ok || v.Nodes < nodes {
				// It is not cut off with the slice, for what was found so far would be lost.
				v, err := opening.Judge(s.ctx, searcher, five, nodes)
				if s.ctx.Err() != nil {
					break
				}
				if err != nil && nodes*fifthGrowth > fifthMost {
					return false, err
				}
				if err != nil { // too few nodes to say anything: the next round has more
					next++
					continue
				}
				b.mu.Lock()
				s.nodes += v.Nodes
				s.fifths[p] = v
				s.checked, s.toCheck = next+1, len(points)
				b.changed(s)
				b.mu.Unlock()
			}
			next++
		}
		return nodes <= fifthMost, nil
	}
}

// decideOpening lets the engine decide, and tells what it weighs. A decision is not made in
// slices: it is bounded instead.
func decideOpening(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	most := s.ask.Seconds
	if most == 0 || most > mostDecision {
		most = mostDecision
	}
	return func(_ context.Context, searcher *search.Searcher) (bool, error) {
		if !s.at.inOpening() || s.at.picked != renju.Pass {
			return false, fmt.Errorf("the opening is over")
		}
		d := opening.Decider{Searcher: searcher, Book: b.house.book}
		lim := search.Limits{Clock: search.Clock{Turn: seconds(most), Exact: true}}
		answer, err := d.Decide(s.ctx, s.at.opening, 0, lim, func(line string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			s.said = append(s.said, line)
			b.changed(s)
		})
		if err != nil {
			return false, err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		s.answer = wordsOf(answer)
		return false, nil
	}
}

// mostDecision is how many seconds a decision may take, since nobody else gets its core
// meanwhile.
const mostDecision = 5
