package opening

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"sync"

	"tengen/book"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// A Decider makes the choices of an opening. It makes one at a time.
type Decider struct {
	Searcher *search.Searcher
	Seed     int64 // of the variety among nearly equal choices; 0: none
	Style    Style
	Book     func() *book.Book // tells what is known of the opening beforehand; nil: nothing is
	BookOnly bool              // decide at once where the book knows enough

	eval evaluator // stands in for Searcher in tests

	mu      sync.Mutex
	running *budget
}

// SetClock replaces the clock of the decision that is being made, and does
// nothing when there is none. It may be called while a method of d runs.
func (d *Decider) SetClock(c search.Clock) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.running != nil {
		d.running.setClock(c)
	}
}

// begin starts a decision. Its end must be called.
func (d *Decider) begin(ctx context.Context, lim search.Limits, share float64, say func(string)) *decision {
	eval := d.eval
	if eval == nil {
		eval = searched{d.Searcher}
	}
	depth := deepest
	if lim.Depth > 0 {
		depth = lim.Depth
	}
	b := newBudget(ctx, lim, share)
	d.mu.Lock()
	d.running = b
	d.mu.Unlock()
	return &decision{budget: b, eval: eval, say: say, deepest: depth}
}

func (d *Decider) end(c *decision) {
	d.mu.Lock()
	d.running = nil
	d.mu.Unlock()
	c.close()
}

// vary gives a decision its variety, which depends on the seed and on what
// happened so far alone.
func (d *Decider) vary(c *decision, history string) {
	if d.Seed == 0 {
		return
	}
	h := fnv.New64a()
	h.Write([]byte(history))
	c.noise = rand.New(rand.NewPCG(uint64(d.Seed), h.Sum64()))
}

// Decide answers for whoever is to answer in st. A non-empty allow narrows the
// kinds of answer that are legal to those in it. Of lim, Clock, Depth (of each
// search) and Nodes (of all searches together) hold; without any limit Decide
// goes on until ctx ends or nothing is left to learn. say, which may be nil,
// gets one line at a time about what was weighed.
//
// The answer is legal, offers by the strict reading too, also when the clock is
// nearly out, ctx ends, or a search fails; the error then is the search's.
// There is no answer when the opening is over or allow leaves nothing legal.
func (d *Decider) Decide(ctx context.Context, st *taraguchi.State, allow taraguchi.Kinds, lim search.Limits, say func(string)) (taraguchi.Answer, error) {
	a, err := d.Advise(ctx, st, allow, lim, say)
	return a.Answer, err
}

// Advise is Decide with all that was weighed.
func (d *Decider) Advise(ctx context.Context, st *taraguchi.State, allow taraguchi.Kinds, lim search.Limits, say func(string)) (Advice, error) {
	kinds := st.Legal()
	if st.Over() {
		return Advice{}, errors.New("opening: nothing to decide after stone 6")
	}
	if allow != 0 {
		if kinds &= allow; kinds == 0 {
			return Advice{}, fmt.Errorf("opening: no %v here: only %v", allow, st.Legal())
		}
	}
	c := d.begin(ctx, lim, stageShare[len(st.Stones())], say)
	defer d.end(c)
	d.vary(c, fmt.Sprint(st.Answers()))
	c.kinds = kinds
	switch d.Style {
	case Plain:
		a, err := c.plain(d.Searcher, st)
		return Advice{Answer: a}, err
	case Random:
		return Advice{Answer: c.random(st)}, nil
	}
	c.root = rootOf(d.book(), st)
	c.instant = d.BookOnly && c.root.settled()
	a := c.answer()
	return c.advice(a), c.err
}

// book is what is known beforehand, nil where that is nothing: a book that knows nothing
// would be asked about every position that may follow.
func (d *Decider) book() *book.Book {
	if d.Book == nil {
		return nil
	}
	if b := d.Book(); !b.Empty() {
		return b
	}
	return nil
}

// rootOf returns the study of the state's position. For a pick what follows is laid
// out: the offers; so it is where the book knows it.
func rootOf(b *book.Book, st *taraguchi.State) *study {
	stones := st.Stones()
	last := centre
	if len(stones) > 0 {
		last = stones[len(stones)-1]
	}
	s := newStudy(b, st.Position(), len(stones), last)
	switch offers := st.Offers(); {
	case offers != nil:
		for _, p := range offers {
			s.next = append(s.next, s.after(p))
		}
	case s.chart != nil, b != nil && len(stones) == 1:
		s.layOut()
	}
	s.update()
	return s
}

var swap = taraguchi.Answer{Kind: taraguchi.Swap}
