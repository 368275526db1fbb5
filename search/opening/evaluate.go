package opening

import (
	"cmp"
	"context"
	"errors"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// An evaluator judges positions from which plain play goes on.
type evaluator interface {
	// evaluate searches a position so many plies deep, or until so many nodes
	// (0: no limit) are spent, or until ctx ends, whichever is first.
	evaluate(ctx context.Context, pos *renju.Position, depth int, nodes int64) (estimate, error)
}

// An estimate is what a position is found to be worth.
type estimate struct {
	win    float64     // the winning chance of the side to move
	best   renju.Point // its best move
	depth  int         // plies that were searched to the end; 0: win means nothing
	nodes  int64       // spent
	proved bool        // win is 0 or 1 for certain
}

// Judge values a position of five stones with a search of so many nodes, for a book.
func Judge(ctx context.Context, s *search.Searcher, five []renju.Point, nodes int64) (book.Value, error) {
	pos, err := renju.NewPosition(taraguchi.Size, renju.Renju)
	if err != nil {
		return book.Value{}, err
	}
	for _, p := range five {
		if err := pos.Play(p); err != nil {
			return book.Value{}, err
		}
	}
	e, err := searched{s}.evaluate(ctx, pos, 0, nodes)
	if err == nil && e.depth == 0 {
		err = cmp.Or(ctx.Err(), errors.New("opening: too few nodes to value a position"))
	}
	if !e.proved {
		e.nodes = max(e.nodes, nodes) // it would learn no more from as many again
	}
	return book.Value{Black: 1 - e.win, Reply: e.best, Nodes: max(e.nodes, 1)}, err
}

// searched is the evaluator that searches.
type searched struct{ *search.Searcher }

// evaluate takes the mean of the last two iterations. Whoever has the last move
// before the leaves looks better than they are: the values of odd depths differ
// from those of even depths by as much as good stones differ from bad ones.
func (s searched) evaluate(ctx context.Context, pos *renju.Position, depth int, nodes int64) (estimate, error) {
	var e estimate
	var before, last float64
	res, err := s.Search(ctx, pos, search.Limits{Depth: depth, Nodes: nodes}, func(p search.Progress) {
		if p.Event == search.LineDone && p.Rank == 0 {
			before, last = last, p.Line.Value.WinRate()
			if e.depth == 0 {
				before = last
			}
			e.depth = p.Line.Depth
			_, e.proved = p.Line.Value.Mate()
		}
	})
	if err != nil {
		return estimate{}, err
	}
	e.win, e.best, e.nodes = (before+last)/2, res.Best, res.Nodes
	if e.proved {
		e.win = last
	}
	return e, nil
}
