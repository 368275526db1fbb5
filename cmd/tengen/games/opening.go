package games

import (
	"context"
	"math/rand/v2"

	"tengen/engine/renju"
	"tengen/search"
)

const (
	// A free opening has so many stones, round a point anywhere on the board but
	// on the two lines at its edge.
	fewestStones = 3
	moreStones   = 6
	edge         = 2
	// spread is how far from that point its stones may be.
	spread = 4
	// grownStones is how many stones a grown opening has: the squares of
	// Taraguchi-10 grow from the centre alone to the 9x9.
	grownStones = 5
	// evenFree and evenGrown are the most that an opening may be worth to
	// either side, in units of search.Value. The fifth stones of Taraguchi-10
	// are weighed when they are far from even too, so such games are wanted.
	evenFree  = 120
	evenGrown = 300
)

// Draw says what openings are wanted.
type Draw struct {
	Size  int
	Rule  renju.Rule
	Nodes int64 // what is spent on finding out whether one is even
}

// Opening draws stones until s finds neither side far ahead: as often free ones
// as ones in squares that grow.
func Opening(ctx context.Context, s *search.Searcher, d Draw, r *rand.Rand) (*renju.Position, error) {
	grown := r.IntN(2) == 0
	even := search.Value(evenFree)
	if grown {
		even = evenGrown
	}
	for {
		pos, err := d.stones(r, grown)
		if err != nil {
			return nil, err
		}
		if pos.Outcome().Over() {
			continue
		}
		res, err := s.Search(ctx, pos, search.Limits{Nodes: d.Nodes}, nil)
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
func (d *Draw) stones(r *rand.Rand, grown bool) (*renju.Position, error) {
	pos, err := renju.NewPosition(d.Size, d.Rule)
	if err != nil {
		return nil, err
	}
	n := grownStones
	middle := renju.Point{X: int8(d.Size / 2), Y: int8(d.Size / 2)}
	if !grown {
		n = fewestStones + r.IntN(moreStones)
		middle = renju.Point{X: int8(edge + r.IntN(d.Size-2*edge)), Y: int8(edge + r.IntN(d.Size-2*edge))}
	}
	for len(pos.Moves()) < n {
		reach := spread
		if grown {
			reach = min(len(pos.Moves()), d.Size/2)
		}
		at := renju.Point{X: middle.X + int8(r.IntN(2*reach+1)-reach), Y: middle.Y + int8(r.IntN(2*reach+1)-reach)}
		if pos.At(at) == renju.Empty && !pos.IsFoul(at) {
			if err := pos.Play(at); err != nil {
				return nil, err
			}
		}
	}
	return pos, nil
}
