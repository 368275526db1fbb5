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

	// An opening that goes astray has fewer than onTheWay moves of the search, for
	// each of which it looks at one in wayShare of Draw.Nodes, and then up to
	// strayMoves by lot. It may be worth evenAstray to either side.
	onTheWay   = 20
	wayShare   = 8
	strayMoves = 2
	evenAstray = 300
)

// Draw says what openings are wanted.
type Draw struct {
	Size  int
	Rule  renju.Rule
	Nodes int64 // what is spent on finding out whether one is even
	// Astray lets every other opening go on with moves of the search and then
	// with some by lot: a search meets such positions far more often than those of
	// good games.
	Astray bool
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
		fit, err := d.even(ctx, s, pos, even)
		if fit && d.Astray && r.IntN(2) == 0 {
			fit, err = d.goAstray(ctx, s, pos, r)
		}
		if err != nil {
			return nil, err
		}
		if fit {
			return pos, nil
		}
	}
}

// even tells whether the game goes on, and neither side is far ahead.
func (d *Draw) even(ctx context.Context, s *search.Searcher, pos *renju.Position, most search.Value) (bool, error) {
	if pos.Outcome().Over() {
		return false, nil
	}
	res, err := Think(ctx, s, pos, search.Limits{Nodes: d.Nodes})
	if err != nil {
		return false, err
	}
	v := res.Lines[0].Value
	return v > -most && v < most, nil
}

// goAstray goes on with the game and then leaves the way. It tells whether the
// game is still open.
func (d *Draw) goAstray(ctx context.Context, s *search.Searcher, pos *renju.Position, r *rand.Rand) (bool, error) {
	for range r.IntN(onTheWay) {
		res, err := Think(ctx, s, pos, search.Limits{Nodes: max(1, d.Nodes/wayShare)})
		if err != nil {
			return false, err
		}
		if _, decided := res.Lines[0].Value.Mate(); decided {
			return false, nil
		}
		if err := pos.Play(res.Best); err != nil {
			return false, err
		}
		if pos.Outcome().Over() {
			return false, nil
		}
	}
	for range 1 + r.IntN(strayMoves) {
		points := around(pos)
		if len(points) == 0 || pos.Outcome().Over() {
			return false, nil
		}
		if err := pos.Play(points[r.IntN(len(points))]); err != nil {
			return false, err
		}
	}
	return d.even(ctx, s, pos, evenAstray)
}

// around are the points that a move may go to, no further than two from a stone.
func around(pos *renju.Position) (points []renju.Point) {
	size := pos.Size()
	var near [renju.MaxSize][renju.MaxSize]bool
	for _, m := range pos.Moves() {
		for y := max(0, int(m.Y)-2); y <= min(int(m.Y)+2, size-1); y++ {
			for x := max(0, int(m.X)-2); x <= min(int(m.X)+2, size-1); x++ {
				near[y][x] = true
			}
		}
	}
	for y := range size {
		for x := range size {
			if p := (renju.Point{X: int8(x), Y: int8(y)}); near[y][x] && pos.At(p) == renju.Empty && !pos.IsFoul(p) {
				points = append(points, p)
			}
		}
	}
	return points
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
