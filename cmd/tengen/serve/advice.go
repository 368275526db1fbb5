package serve

import (
	"context"
	"fmt"
	"slices"

	"tengen/book"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/opening"
)

// An advice is what is known of the choices in a state of the opening, as search/opening
// weighs them. Chances are of the player who is to answer unless they are called Black's.
type advice struct {
	Stage   string        `json:"stage"` // "over", "place", "swap", "fifth", "offers" or "sixth"
	Known   bool          `json:"known"` // that anything is
	Choices []choice      `json:"choices"`
	Stones  []stoneAdvice `json:"stones"` // the best first, the unknown last, symmetric ones merged
	Ten     []string      `json:"ten"`    // the offers to make, where there are ten
	Looked  int           `json:"looked"` // of the stones, how many are known
}

// A choice is a kind of answer and what it is worth.
type choice struct {
	Kind   string  `json:"kind"` // "place", "swap" or "offer"
	Chance float64 `json:"chance"`
}

// A stoneAdvice is a next stone. Where nothing is known of it there are no chances.
type stoneAdvice struct {
	Point  string   `json:"point"`
	Twins  []string `json:"twins,omitempty"` // symmetric to it
	Chance float64  `json:"chance"`          // of the one who places it
	Black  float64  `json:"black"`           // Black's, of fifth stones
	Doubt  float64  `json:"doubt,omitempty"` // how uncertain a chance is, of fifth and sixth stones
	Reply  string   `json:"reply,omitempty"`
	Nodes  int64    `json:"nodes,omitempty"`
	Inside bool     `json:"inside"` // it may be placed, not only offered
}

// noAdvice is what is known where the opening is over.
func noAdvice() advice {
	return advice{Stage: "over", Choices: []choice{}, Stones: []stoneAdvice{}, Ten: []string{}}
}

// advise tells what a book knows of the choices.
func advise(st *taraguchi.State, b *book.Book) advice {
	a := noAdvice()
	d := opening.Decider{Book: func() *book.Book { return b }}
	atOnce := search.Limits{Clock: search.Clock{Turn: -1}} // nothing is searched
	told, err := d.Advise(context.Background(), st, 0, atOnce, nil)
	if err != nil {
		return a // the opening is over
	}
	a.Stage = stageOf(st)
	for _, s := range told.Stones {
		a.Stones = append(a.Stones, stoneOf(s, len(st.Stones()) == 4))
		if s.Nodes > 0 {
			a.Looked++
		}
	}
	if s := told.Here; s.Nodes > 0 { // with five stones White's reply comes next
		a.Stones = append(a.Stones, stoneAdvice{Point: s.Reply.String(), Chance: 1 - s.Black, Doubt: s.Doubt, Nodes: s.Nodes, Inside: true})
		a.Looked++
	}
	a.Known = a.Looked > 0
	// Before all fifth stones are known the worths of the choices are guesses.
	if a.Known && (a.Stage != "fifth" || a.Looked == len(a.Stones)) {
		for _, k := range told.Kinds {
			a.Choices = append(a.Choices, choice{k.Kind.String(), k.Worth})
		}
	}
	if len(told.Offers) == taraguchi.Offers {
		for _, s := range told.Offers {
			a.Ten = append(a.Ten, s.Point.String())
		}
	}
	return a
}

// stageOf names what is to be decided.
func stageOf(st *taraguchi.State) string {
	switch n := len(st.Stones()); {
	case st.Offers() != nil:
		return "offers"
	case n == 0:
		return "place"
	case n == 4:
		return "fifth"
	case n == 5:
		return "sixth"
	}
	return "swap"
}

// stoneOf is a stone as pages show it.
func stoneOf(s opening.Stone, fifth bool) stoneAdvice {
	a := stoneAdvice{Point: s.Point.String(), Twins: tell.Names(s.Twins), Inside: s.Inside, Nodes: s.Nodes}
	if s.Nodes > 0 {
		a.Chance = s.Worth
		if fifth {
			a.Black, a.Doubt = s.Black, s.Doubt
		}
	}
	if s.Reply != renju.Pass {
		a.Reply = s.Reply.String()
	}
	return a
}

// knownBy is what a book knows, and a study that has found something of the fifth stones that
// may follow on a standing in the opening, or of the one that is there.
func knownBy(b *book.Book, at *standing, found map[renju.Point]book.Value) *book.Book {
	stones := at.opening.Stones()
	if len(found) == 0 || len(stones) < 4 {
		return b
	}
	fifths := make([]book.Fifth, 0, len(found))
	for p, v := range found {
		fifths = append(fifths, book.Fifth{Point: p, Value: v})
	}
	return b.With(stones[:4], fifths)
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
	ours := b.house.book()
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
			if v, ok := ours.Value(five); !ok || v.Nodes < nodes {
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
