package selfplay

import (
	"context"
	"math/rand/v2"

	"tengen/cmd/tengen/games"
	"tengen/search"
)

// balanceNodes is what is spent on finding out whether an opening is even, in
// nodes of a move.
const balanceNodes = 4

type player struct {
	config
	searcher *search.Searcher
}

func newPlayer(c config) *player {
	return &player{config: c, searcher: search.New(search.Options{Threads: 1, TableBytes: 8 << 20})}
}

// play plays the game of a number: it depends on the seed and the number only.
func (p *player) play(ctx context.Context, number uint64) (*games.Game, error) {
	r := rand.New(rand.NewPCG(p.seed, number))
	p.searcher.Clear()
	pos, err := games.Opening(ctx, p.searcher, games.Draw{Size: p.size, Rule: p.rule, Nodes: balanceNodes * p.nodes, Astray: true}, r)
	if err != nil {
		return nil, err
	}
	g := &games.Game{Size: p.size, Rule: p.rule, Opening: len(pos.Moves())}
	for _, m := range pos.Moves() {
		g.Moves = append(g.Moves, games.Move{Point: m})
	}
	moves, result, err := games.Play(ctx, pos, p.searcher, p.searcher, p.nodes, 0)
	if err != nil {
		return nil, err
	}
	g.Moves = append(g.Moves, moves...)
	g.Result = result
	return g, nil
}
