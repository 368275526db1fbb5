package selfplay

import (
	"context"
	"math/rand/v2"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
	"tengen/search"
)

const (
	// balanceNodes is what is spent on finding out whether an opening is even, in
	// nodes of a move.
	balanceNodes = 4
	// A sample is searched with one in sampleShare of a move's nodes. It is drawn from
	// about sampleChoice times as many positions as are wanted.
	sampleShare  = 8
	sampleChoice = 3
	tableBytes   = 8 << 20
)

type player struct {
	config
	searcher, sampler *search.Searcher
}

func newPlayer(c config) *player {
	o := search.Options{Threads: 1, TableBytes: tableBytes, Net: c.net.Net}
	return &player{config: c, searcher: search.New(o), sampler: search.New(o)}
}

// play plays the game of a number: it depends on the flags and the number only.
func (p *player) play(ctx context.Context, number uint64) (*games.Game, error) {
	r := rand.New(rand.NewPCG(p.seed, number))
	p.searcher.Clear()
	p.sampler.Clear()
	pos, err := games.Opening(ctx, p.searcher, games.Draw{Size: p.size, Rule: p.rule, Nodes: balanceNodes * p.nodes, Astray: true}, r)
	if err != nil {
		return nil, err
	}
	g := &games.Game{Size: p.size, Rule: p.rule, Opening: len(pos.Moves())}
	for _, m := range pos.Moves() {
		g.Moves = append(g.Moves, games.Move{Point: m})
	}
	think := func(ctx context.Context, pos *renju.Position) (search.Result, error) {
		var paths [][]renju.Point
		lim := search.Limits{Nodes: p.nodes}
		if p.samples > 0 {
			lim.Sample = func(moves []renju.Point) { paths = append(paths, moves) }
			lim.SampleEvery = max(1, int(p.nodes)/(sampleChoice*p.samples))
		}
		res, err := games.Think(ctx, p.searcher, pos, lim)
		if err != nil {
			return res, err
		}
		r.Shuffle(len(paths), func(i, j int) { paths[i], paths[j] = paths[j], paths[i] })
		for _, path := range paths[:min(p.samples, len(paths))] {
			s, err := p.sample(ctx, pos, path)
			if err != nil {
				return res, err
			}
			if s != nil {
				g.Samples = append(g.Samples, *s)
			}
		}
		return res, nil
	}
	moves, result, err := games.Play(ctx, pos, think, 0)
	if err != nil {
		return nil, err
	}
	g.Moves = append(g.Moves, moves...)
	g.Result = result
	return g, nil
}

// sample searches the position that a path leads to, nil if the game is over there.
func (p *player) sample(ctx context.Context, from *renju.Position, path []renju.Point) (*games.Sample, error) {
	pos := from.Clone()
	for _, m := range path {
		if err := pos.Play(m); err != nil {
			return nil, err
		}
	}
	if pos.Outcome().Over() {
		return nil, nil
	}
	res, err := games.Think(ctx, p.sampler, pos, search.Limits{Nodes: max(1, p.nodes/sampleShare)})
	if err != nil {
		return nil, err
	}
	return &games.Sample{
		After: len(from.Moves()),
		Path:  path,
		Move:  games.Move{Point: res.Best, Value: int16(res.Lines[0].Value)},
	}, nil
}
