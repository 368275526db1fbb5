// Package level plays weaker than the engine can, so that a person has a game.
//
// A [Player] at the level [Full] is the search as it is. Below, it is one that
// looks less far and does not see everything alike. It has several lines of a
// search whose depth and nodes the level bounds, and chooses among them: each by
// its chance to win, the more rarely the more it loses against the best. A proved
// win or loss that lies farther ahead than the level sees counts as much less than
// certain: a weak player gives up a won game, and walks into a lost one, by not
// seeing it, and not by playing on the edge of the board.
//
// At no level does it overlook a five, its own or the opponent's: of those the
// search leaves no other move to choose. Nor does it play a forbidden point.
package level

import (
	"context"
	"hash/fnv"
	"math"
	"math/rand/v2"

	"tengen/engine/renju"
	"tengen/search"
)

// Full is the highest level, that of the search as it is. The lowest is 0, a
// beginner's.
const Full = 100

// A Searcher is what a Player has its lines from, such as a [search.Searcher].
type Searcher interface {
	Search(ctx context.Context, pos *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error)
}

// A Player chooses moves at a level.
type Player struct {
	Searcher Searcher
	Level    int   // 0 to Full; what is beyond is as the end
	Seed     int64 // of the choice: the same seed, position and lines give the same move
}

// Search chooses a move as [search.Searcher.Search] does. At a lower level lim is
// narrowed, there is no progress, and the line that was chosen is the first of the
// result, which has no more of them than were asked for.
func (p *Player) Search(ctx context.Context, pos *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error) {
	if p.Level >= Full {
		return p.Searcher.Search(ctx, pos, lim, progress)
	}
	s := skillOf(p.Level)
	res, err := p.Searcher.Search(ctx, pos, s.narrow(lim), nil)
	if len(res.Lines) == 0 {
		return res, err
	}
	i := s.choose(res.Lines, random(p.Seed, pos))
	chosen := res.Lines[i]
	copy(res.Lines[1:i+1], res.Lines[:i])
	res.Lines[0] = chosen
	res.Lines = res.Lines[:min(len(res.Lines), max(lim.MultiPV, 1))]
	res.Best = chosen.Moves[0]
	return res, err
}

// random is what chance decides by in a position.
func random(seed int64, pos *renju.Position) *rand.Rand {
	h := fnv.New64a()
	h.Write([]byte(pos.Board().String()))
	return rand.New(rand.NewPCG(uint64(seed), h.Sum64()))
}

// narrow adds what a skill bounds to the limits of a search.
func (s skill) narrow(lim search.Limits) search.Limits {
	lim.MultiPV = max(lim.MultiPV, s.lines)
	if lim.Depth == 0 || lim.Depth > s.depth {
		lim.Depth = s.depth
	}
	if lim.Nodes == 0 || lim.Nodes > s.nodes {
		lim.Nodes = s.nodes
	}
	return lim
}

// choose draws one of the lines, of those that the skill considers.
func (s skill) choose(lines []search.Line, r *rand.Rand) int {
	lines = lines[:min(len(lines), s.lines)]
	best := 0.0
	for _, l := range lines {
		best = max(best, s.chance(l.Value))
	}
	weights, sum := make([]float64, len(lines)), 0.0
	for i, l := range lines {
		weights[i] = math.Exp((s.chance(l.Value) - best) / s.temperature)
		sum += weights[i]
	}
	drawn := r.Float64() * sum
	for i, w := range weights {
		if drawn -= w; drawn < 0 {
			return i
		}
	}
	return 0 // by rounding
}

// chance is what a line seems worth, from 0 to 1.
func (s skill) chance(v search.Value) float64 {
	chance := v.WinRate()
	if plies, ok := v.Mate(); ok {
		sight := min(1, s.horizon/math.Abs(float64(plies)))
		return 0.5 + (chance-0.5)*sight
	}
	return chance
}
