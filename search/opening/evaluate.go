package opening

import (
	"context"

	"tengen/engine/renju"
	"tengen/search"
)

// An evaluator judges positions from which plain play goes on.
type evaluator interface {
	// evaluate spends about so many nodes on a position, or, if nodes is 0,
	// goes on until ctx ends. When ctx ends it returns soon, with what it has.
	evaluate(ctx context.Context, pos *renju.Position, nodes int64) (estimate, error)
}

// An estimate is what a position is found to be worth.
type estimate struct {
	win    float64     // the winning chance of the side to move
	best   renju.Point // its best move
	depth  int         // plies; 0: a guess at a glance
	nodes  int64       // spent
	proved bool        // win is 0 or 1 for certain
}

// searched is the evaluator that searches.
type searched struct {
	searcher *search.Searcher
	depth    int // the most plies, 0 for no limit
}

func (e searched) evaluate(ctx context.Context, pos *renju.Position, nodes int64) (estimate, error) {
	res, err := e.searcher.Search(ctx, pos, search.Limits{Nodes: nodes, Depth: e.depth}, nil)
	if err != nil {
		return estimate{}, err
	}
	value := res.Lines[0].Value
	_, proved := value.Mate()
	return estimate{
		win:    value.WinRate(),
		best:   res.Best,
		depth:  res.Depth,
		nodes:  res.Nodes,
		proved: proved,
	}, nil
}
