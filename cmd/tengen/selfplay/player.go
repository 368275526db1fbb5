package selfplay

import (
	"context"
	"math/rand/v2"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
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
	pos, err := games.Opening(ctx, p.searcher, games.Draw{Size: p.size, Rule: p.rule, Nodes: balanceNodes * p.nodes}, r)
	if err != nil {
		return nil, err
	}
	g := &games.Game{Size: p.size, Rule: p.rule, Opening: len(pos.Moves())}
	for _, m := range pos.Moves() {
		g.Moves = append(g.Moves, games.Move{Point: m})
	}
	for !pos.Outcome().Over() {
		res, err := p.searcher.Search(ctx, pos, search.Limits{Nodes: p.nodes}, nil)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		value := res.Lines[0].Value
		g.Moves = append(g.Moves, games.Move{Point: res.Best, Value: int16(value)})
		if plies, ok := value.Mate(); ok {
			// What is proved need not be played.
			g.Result = winner(pos.ToMove(), plies > 0)
			return g, nil
		}
		if err := pos.Play(res.Best); err != nil {
			return nil, err
		}
	}
	g.Result = pos.Outcome().Result
	return g, nil
}

func winner(toMove renju.Stone, wins bool) renju.Result {
	if (toMove == renju.Black) == wins {
		return renju.BlackWins
	}
	return renju.WhiteWins
}
