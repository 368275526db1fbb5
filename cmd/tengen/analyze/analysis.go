package analyze

import (
	"cmp"
	"context"
	"slices"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
)

// An analysis is a question and what is known of the answer.
type analysis struct {
	name     string // of the position
	position *renju.Position
	limits   search.Limits
	moves    []renju.Point // to value one by one; nil: that is not wanted
	begun    time.Time

	// These are told what is new, one at a time; nil: nobody asks.
	onDepth, onHeat, onEnd func()

	mu       sync.Mutex // for who looks meanwhile
	lines    []search.Line
	fresh    []search.Line // of the depth under way
	heat     map[renju.Point]search.Line
	depth    int
	nodes    int64
	earlier  int64 // nodes of searches that have ended
	duration time.Duration
}

// restrict sees to it that the flags leave a move to look at, and finds the
// sensible ones if each is to be valued.
func (a *analysis) restrict(heat bool) error {
	for _, p := range slices.Concat(a.limits.Exclude, a.limits.Only) {
		if !a.position.Board().Contains(p) {
			return cli.Usagef("--exclude and --only: %v is off the board", p)
		}
	}
	var moves, near []renju.Point
	for p := range a.position.Board().Points() {
		if a.position.At(p) == renju.Empty && !slices.Contains(a.limits.Exclude, p) && !a.position.IsFoul(p) &&
			(a.limits.Only == nil || slices.Contains(a.limits.Only, p)) {
			moves = append(moves, p)
			if a.near(p) {
				near = append(near, p)
			}
		}
	}
	if moves == nil {
		return cli.Usagef("no legal move is left to look at")
	}
	if heat {
		if a.moves = near; near == nil || a.limits.Only != nil {
			a.moves = moves
		}
		a.heat = make(map[renju.Point]search.Line)
	}
	return nil
}

// near tells whether a stone is at most two points away.
func (a *analysis) near(p renju.Point) bool {
	for dx := int8(-2); dx <= 2; dx++ {
		for dy := int8(-2); dy <= 2; dy++ {
			if s := a.position.At(renju.Point{X: p.X + dx, Y: p.Y + dy}); s == renju.Black || s == renju.White {
				return true
			}
		}
	}
	return false
}

// heatTime is how long all moves are valued where there is no limit.
const heatTime = 3 * time.Second

// search finds the answer.
func (a *analysis) search(ctx context.Context, s *search.Searcher) error {
	lim := a.limits
	if a.heat != nil {
		if err := a.valueAll(ctx, s); err != nil {
			return err
		}
		if lim.Nodes > 0 {
			lim.Nodes = max(1, lim.Nodes-a.nodes)
		}
		a.earlier = a.nodes
	}
	var result search.Result
	if ctx.Err() == nil || len(a.lines) == 0 {
		var err error
		if result, err = s.Search(ctx, a.position, lim, a.take); err != nil {
			return err
		}
	}
	if a.onEnd != nil {
		a.onEnd() // nobody looks any more
	}
	if result.Depth > 0 || len(a.lines) == 0 {
		a.lines, a.depth = result.Lines, result.Depth
	}
	a.nodes, a.duration = a.earlier+result.Nodes, time.Since(a.begun)
	return nil
}

// take is told how the search of the position gets on.
func (a *analysis) take(p search.Progress) {
	a.mu.Lock()
	a.nodes, a.duration = a.earlier+p.Nodes, time.Since(a.begun)
	finished := false
	if p.Event == search.LineDone {
		a.fresh = append(a.fresh[:p.Rank], p.Line)
		if finished = len(a.fresh) == p.Of; finished {
			a.lines, a.depth = slices.Clone(a.fresh), p.Line.Depth
			sortLines(a.lines)
		}
	}
	a.mu.Unlock()
	if finished && a.onDepth != nil {
		a.onDepth()
	}
}

// speed is in nodes a second.
func (a *analysis) speed() int64 { return int64(float64(a.nodes) / max(a.duration, 1).Seconds()) }

func sortLines(lines []search.Line) {
	slices.SortStableFunc(lines, func(x, y search.Line) int { return cmp.Compare(y.Value, x.Value) })
}

// The moves are valued in passes. In each a move may take so many nodes as the
// first pass allowed, and then passGrowth times the pass before: the map is soon
// complete, and better with time.
const (
	firstPass  = 256
	passGrowth = 4
)

// valueAll values the moves one by one, with half of what the limits allow.
func (a *analysis) valueAll(ctx context.Context, s *search.Searcher) error {
	lim := search.Limits{Depth: a.limits.Depth}
	if lim.Depth > 1 {
		lim.Depth-- // one ply is the move itself
	}
	pass, nodes, most := int64(firstPass), a.limits.Nodes/2, a.limits.Clock.Turn/2
	if nodes > 0 {
		pass = max(1, min(pass, nodes/int64(len(a.moves))))
	}
	if most == 0 && nodes == 0 && lim.Depth == 0 {
		most = heatTime
	}
	if most > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithDeadline(ctx, a.begun.Add(most))
		defer cancel()
	}
	moves := slices.Clone(a.moves)
	for again := true; again; pass *= passGrowth {
		again = false
		lim.Nodes = pass
		for _, p := range moves {
			if _, decided := a.heat[p].Value.Mate(); decided {
				continue
			}
			if ctx.Err() != nil || nodes > 0 && a.nodes+pass > nodes {
				return nil
			}
			line, used, err := a.value(ctx, s, p, lim)
			if err != nil {
				return err
			}
			if ctx.Err() != nil { // and the search says less than it was to say
				return nil
			}
			a.mu.Lock()
			a.heat[p] = line
			a.nodes, a.duration = a.nodes+used, time.Since(a.begun)
			a.lines = a.ranking()
			a.lines = a.lines[:min(len(a.lines), a.limits.MultiPV)]
			a.mu.Unlock()
			again = again || used >= pass
		}
		if a.onHeat != nil {
			a.onHeat()
		}
		slices.SortStableFunc(moves, func(p, q renju.Point) int { return cmp.Compare(a.heat[q].Value, a.heat[p].Value) })
	}
	return nil
}

// value is what a move is worth, and the nodes that it took to find out.
func (a *analysis) value(ctx context.Context, s *search.Searcher, p renju.Point, lim search.Limits) (search.Line, int64, error) {
	line := search.Line{Value: search.MateValue - 1, Depth: 1, SelDepth: 1, Moves: []renju.Point{p}}
	next := a.position.Clone()
	if err := next.Play(p); err != nil {
		return line, 0, err
	}
	if out := next.Outcome(); out.Over() {
		if out.Reason == renju.Full {
			line.Value = 0
		}
		return line, 0, nil
	}
	r, err := s.Search(ctx, next, lim, nil)
	if err != nil {
		return line, 0, err
	}
	reply := r.Lines[0]
	return search.Line{Value: tell.After(reply.Value), Depth: reply.Depth + 1, SelDepth: reply.SelDepth + 1,
		Moves: append(line.Moves, reply.Moves...)}, r.Nodes, nil
}

// ranking is all that is known of moves, best first. What the search of the
// position says of a move counts more than what the move's own has said.
func (a *analysis) ranking() []search.Line {
	known := make(map[renju.Point]bool)
	var all []search.Line
	for _, l := range a.lines {
		if a.depth > 0 || a.heat == nil {
			known[l.Moves[0]] = true
			all = append(all, l)
		}
	}
	for _, p := range a.moves {
		if l, ok := a.heat[p]; ok && !known[p] {
			all = append(all, l)
		}
	}
	sortLines(all)
	return all
}
