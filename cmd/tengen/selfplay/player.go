package selfplay

import (
	"context"
	"math/rand/v2"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
	"tengen/search"
)

const (
	// A free opening has so many stones, near the middle of the board.
	fewestStones = 3
	moreStones   = 6
	// spread is how far from the centre its stones may be.
	spread = 4
	// grownStones is how many stones a grown opening has: the squares of
	// Taraguchi-10 grow from the centre alone to the 9x9.
	grownStones = 5
	// evenFree and evenGrown are the most that an opening may be worth to
	// either side, in units of search.Value. The fifth stones of Taraguchi-10
	// are weighed when they are far from even too, so such games are wanted.
	evenFree  = 120
	evenGrown = 300
	// balanceNodes is what is spent on finding that out, in nodes of a move.
	balanceNodes = 4
)

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
	pos, err := p.opening(ctx, r)
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

// opening draws stones until neither side is far ahead: as often free ones as
// ones in squares that grow.
func (p *player) opening(ctx context.Context, r *rand.Rand) (*renju.Position, error) {
	grown := r.IntN(2) == 0
	even := search.Value(evenFree)
	if grown {
		even = evenGrown
	}
	for {
		pos, err := p.stones(r, grown)
		if err != nil {
			return nil, err
		}
		if pos.Outcome().Over() {
			continue
		}
		res, err := p.searcher.Search(ctx, pos, search.Limits{Nodes: balanceNodes * p.nodes}, nil)
		if err != nil {
			return nil, err
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v := res.Lines[0].Value; v > -even && v < even {
			return pos, nil
		}
	}
}

// stones draws the stones of an opening.
func (p *player) stones(r *rand.Rand, grown bool) (*renju.Position, error) {
	pos, err := renju.NewPosition(p.size, p.rule)
	if err != nil {
		return nil, err
	}
	n := grownStones
	if !grown {
		n = fewestStones + r.IntN(moreStones)
	}
	for len(pos.Moves()) < n {
		reach := spread
		if grown {
			reach = min(len(pos.Moves()), p.size/2)
		}
		at := renju.Point{X: int8(p.size/2 - reach + r.IntN(2*reach+1)), Y: int8(p.size/2 - reach + r.IntN(2*reach+1))}
		if pos.At(at) == renju.Empty && !pos.IsFoul(at) {
			if err := pos.Play(at); err != nil {
				return nil, err
			}
		}
	}
	return pos, nil
}
