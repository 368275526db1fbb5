package serve

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"tengen/book"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
)

// A study is an analysis of the position on a board. It goes on until it is stopped, its time
// is over or nothing is left to find. When the game moves on, it follows.
type study struct {
	ask    request
	at     *standing
	line   string          // the game there
	ctx    context.Context // ends when it is stopped
	cancel context.CancelFunc
	place  atomic.Int32

	// What it has found, guarded by the board's mutex.
	running bool
	fault   string
	used    time.Duration
	nodes   int64
	depth   int
	lines   []lineFound
	heat    map[renju.Point]heatFound
	fifths  map[renju.Point]book.Value // by their first twin
	said    []string                   // by the engine about a decision of the opening
	answer  []word                     // that it would give
	solved  *solution
	threats *threats
	checked int // positions of the game that the review has seen, of
	toCheck int
}

// request is what an analysis is to do.
type request struct {
	Mode    string  `json:"mode"`
	Lines   int     `json:"lines"`
	Threads int     `json:"threads"`
	Seconds float64 `json:"seconds"` // 0: until it is stopped
}

const (
	mostLines   = 20
	mostSeconds = 24 * 3600
)

// A pursuit is one way to study: a piece of work on a Searcher, for as long as slice lasts. It
// reports whether there is more to do.
type pursuit func(b *board, s *study) func(slice context.Context, searcher *search.Searcher) (more bool, err error)

// pursuits are the modes of analysis. Those that follow begin anew where the game moves on.
var pursuits = map[string]struct {
	begin   pursuit
	follows bool
}{
	"lines":   {searchLines, true},
	"heat":    {searchHeat, true},
	"fifths":  {searchFifths, true},
	"opening": {decideOpening, false},
	"solve":   {solve, false},
	"threats": {showThreats, true},
	"review":  {review, false},
}

func (r request) check(cores int) (request, error) {
	if _, ok := pursuits[r.Mode]; !ok {
		return r, fmt.Errorf("unknown analysis %s", clip(r.Mode))
	}
	if r.Lines < 0 || r.Lines > mostLines {
		return r, fmt.Errorf("%d lines: want 1 to %d", r.Lines, mostLines)
	}
	if !(r.Seconds >= 0 && r.Seconds <= mostSeconds) {
		return r, fmt.Errorf("an analysis takes 0 to %d seconds", mostSeconds)
	}
	if r.Threads < 0 || r.Threads > cores {
		return r, fmt.Errorf("%d threads: there are %d cores", r.Threads, cores)
	}
	if r.Threads == 0 {
		r.Threads = cores
	}
	r.Lines = max(1, r.Lines)
	return r, nil
}

// startStudy begins an analysis in place of the one that goes on, if any.
func (b *board) startStudy(r request) error {
	r, err := r.check(b.house.cores)
	if err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.gone {
		return errGone
	}
	b.touched = time.Now()
	return b.begin(r)
}

// begin starts a study, with the board's mutex held.
func (b *board) begin(r request) error {
	b.stopStudy()
	ctx, cancel := context.WithCancel(b.house.ctx)
	s := &study{ask: r, at: b.game.standing.clone(), line: b.game.line(), ctx: ctx, cancel: cancel, running: true}
	work := pursuits[r.Mode].begin(b, s)
	b.study = s
	b.changed(s)
	var failed error
	b.house.goDo(func() {
		defer cancel()
		err := b.house.queue.run(ctx, r.Threads, &s.place, func() { b.touch(s) }, func(slice context.Context, searcher *search.Searcher, cores int) bool {
			configure(searcher, cores)
			if limit := seconds(r.Seconds); limit > 0 {
				var end context.CancelFunc
				slice, end = context.WithTimeout(slice, limit-s.used)
				defer end()
			}
			began := time.Now()
			more, err := work(slice, searcher)
			failed = err
			b.mu.Lock()
			defer b.mu.Unlock()
			s.used += time.Since(began)
			b.changed(s)
			return more && err == nil && (r.Seconds == 0 || s.used < seconds(r.Seconds))
		})
		if err == nil {
			err = failed
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		if err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, search.ErrNoMove) {
			s.fault = err.Error()
		}
		s.running = false
		b.changed(s)
	})
	return nil
}

// changed tells the watchers of what s has found, with the board's mutex held.
func (b *board) changed(s *study) {
	if b.study == s {
		b.studied++
		b.poke()
	}
}

// touch is changed without the mutex held.
func (b *board) touch(s *study) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.changed(s)
}

// stopStudy ends the analysis that goes on; what it has found stays.
func (b *board) stopStudy() {
	if s := b.study; s != nil && s.running {
		s.cancel()
		s.running = false
		b.changed(s)
	}
}

// follow lets the study go on with the game, with the board's mutex held.
func (b *board) follow(moved bool) {
	s := b.study
	if s == nil || !moved {
		return
	}
	if s.running && pursuits[s.ask.Mode].follows {
		if b.game.over() {
			b.stopStudy()
			return
		}
		_ = b.begin(s.ask) // it was checked before
	}
}

// A lineFound is a line of a search.
type lineFound struct {
	Chance float64  `json:"chance"` // of the side to move, from 0 to 1
	Value  string   `json:"value"`
	Depth  int      `json:"depth"`
	Sel    int      `json:"sel"`
	Moves  []string `json:"moves"`
}

func lineOf(l search.Line) lineFound {
	return lineFound{Chance: l.Value.WinRate(), Value: l.Value.String(), Depth: l.Depth, Sel: l.SelDepth, Moves: tell.Names(l.Moves)}
}

// searchLines looks for the best moves. A slice begins again at depth 1, but the table knows
// what the last one has found: lines are shown from the depth on that is new.
func searchLines(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	return func(slice context.Context, searcher *search.Searcher) (bool, error) {
		if s.at.over() {
			return false, nil
		}
		base := s.nodes
		res, err := searcher.Search(slice, s.at.pos, search.Limits{MultiPV: s.ask.Lines}, func(p search.Progress) {
			if p.Event != search.LineDone {
				return
			}
			b.mu.Lock()
			defer b.mu.Unlock()
			s.nodes = base + p.Nodes
			if p.Line.Depth >= s.depth {
				s.depth = p.Line.Depth
				s.lines = ranked(s.lines, p.Rank, lineOf(p.Line), s.ask.Lines)
				b.learn(s, p.Rank, p.Line.Value.WinRate())
			}
			b.changed(s)
		})
		if err != nil {
			return false, err
		}
		b.mu.Lock()
		defer b.mu.Unlock()
		s.nodes = base + res.Nodes
		if res.Depth >= s.depth {
			s.depth, s.lines = res.Depth, nil
			for _, l := range res.Lines {
				s.lines = append(s.lines, lineOf(l))
			}
			b.learn(s, 0, res.Lines[0].Value.WinRate())
		}
		return slice.Err() != nil, nil
	}
}

// learnFrom is the depth in plies from which on an analysis says something about the game.
const learnFrom = 8

// learn takes the best line's chance into the game's course.
func (b *board) learn(s *study, rank int, chance float64) {
	if rank == 0 && s.depth >= learnFrom {
		b.setChance(s.line, blackChance(s.at.pos.ToMove(), chance))
	}
}

// setChance notes Black's chance in the position of the game, if that is where the line leads.
func (b *board) setChance(line string, black float64) {
	g := b.game
	if g.done == 0 || g.line() != line {
		return
	}
	if st := &g.steps[g.done-1]; st.chance != black {
		st.chance = black
		b.charted++
	}
}

// ranked puts a line at its rank. Those behind it are of the iteration before; none begins
// with the same move, and there are no more than most.
func ranked(lines []lineFound, rank int, l lineFound, most int) []lineFound {
	rank = min(rank, len(lines))
	next := append(slices.Clone(lines[:rank]), l)
	for _, old := range lines[rank:] {
		same := func(n lineFound) bool { return n.Moves[0] == old.Moves[0] }
		if len(next) < most && !slices.ContainsFunc(next, same) {
			next = append(next, old)
		}
	}
	return next
}

// A heatFound is what a move is worth to the side that makes it.
type heatFound struct {
	Chance float64 `json:"chance"`
	Nodes  int64   `json:"nodes"`
}

// The heat map looks at every move with heatNodes first, and then with heatGrowth times as
// many as before, again and again, up to heatMost.
const (
	heatNodes  = 400
	heatGrowth = 4
	heatMost   = 1 << 22
)

// searchHeat values every move.
func searchHeat(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	s.heat = map[renju.Point]heatFound{}
	moves := movesByNearness(s.at.pos)
	next, nodes := 0, int64(heatNodes)
	var tried int64 // nodes for the next move, in slices that were over too soon
	return func(slice context.Context, searcher *search.Searcher) (bool, error) {
		if s.at.over() {
			return false, nil
		}
		for slice.Err() == nil && nodes <= heatMost {
			if next == len(moves) {
				next, nodes = 0, nodes*heatGrowth
				continue
			}
			p := moves[next]
			chance, spent, err := valueAfter(slice, searcher, s.at.pos, p, nodes)
			if err != nil {
				return false, err
			}
			tried += spent
			b.mu.Lock()
			s.nodes += spent
			if slice.Err() == nil || tried >= nodes || s.heat[p].Nodes == 0 {
				s.heat[p] = heatFound{chance, nodes}
			}
			if slice.Err() == nil || tried >= nodes {
				next, tried = next+1, 0
			}
			b.changed(s)
			b.mu.Unlock()
		}
		return nodes <= heatMost, nil
	}
}

// valueAfter is the chance of whoever moves to p, found with so many nodes.
func valueAfter(ctx context.Context, s *search.Searcher, pos *renju.Position, p renju.Point, nodes int64) (chance float64, spent int64, err error) {
	pos = pos.Clone()
	mover := pos.ToMove()
	if err := pos.Play(p); err != nil {
		return 0, 0, err
	}
	switch out := pos.Outcome(); {
	case out.Result == renju.Draw:
		return 0.5, 1, nil
	case out.Over():
		if (out.Result == renju.BlackWins) == (mover == renju.Black) {
			return 1, 1, nil
		}
		return 0, 1, nil
	}
	res, err := s.Search(ctx, pos, search.Limits{Nodes: nodes}, nil)
	if err != nil {
		return 0, 0, err
	}
	return 1 - res.Lines[0].Value.WinRate(), res.Nodes, nil
}

// movesByNearness are the empty points, those near the stones first.
func movesByNearness(pos *renju.Position) []renju.Point {
	var points, stones []renju.Point
	for p := range pos.Board().Points() {
		switch pos.At(p) {
		case renju.Empty:
			points = append(points, p)
		case renju.Black, renju.White:
			stones = append(stones, p)
		}
	}
	middle := renju.Point{X: int8(pos.Size() / 2), Y: int8(pos.Size() / 2)}
	if stones == nil {
		stones = []renju.Point{middle}
	}
	byNearness(points, stones)
	return points
}

// byNearness sorts points by how far the nearest of the stones is.
func byNearness(points, stones []renju.Point) {
	far := func(p renju.Point) int {
		least := renju.MaxSize
		for _, q := range stones {
			least = min(least, max(abs(int(p.X-q.X)), abs(int(p.Y-q.Y))))
		}
		return least
	}
	slices.SortStableFunc(points, func(p, q renju.Point) int { return far(p) - far(q) })
}

// reviewNodes is what the review spends on a position.
const reviewNodes = 60_000

// review values the positions of the game one after the other.
func review(b *board, s *study) func(context.Context, *search.Searcher) (bool, error) {
	g := b.game
	words := make([]word, g.done)
	for i := range words {
		words[i] = g.steps[i].word
	}
	s.toCheck = len(words)
	so, err := newStanding(g.heading)
	done := 0
	return func(slice context.Context, searcher *search.Searcher) (bool, error) {
		for ; done < len(words) && slice.Err() == nil && err == nil; done++ {
			next := so.clone()
			if err = next.say(words[done], false); err != nil {
				break
			}
			black, known := 0.5, true
			if out := next.pos.Outcome(); out.Over() {
				black = map[renju.Result]float64{renju.BlackWins: 1, renju.Draw: 0.5}[out.Result]
			} else {
				res, fault := searcher.Search(slice, next.pos, search.Limits{Nodes: reviewNodes}, nil)
				if fault != nil {
					return false, fault
				}
				black = blackChance(next.pos.ToMove(), res.Lines[0].Value.WinRate())
				known = slice.Err() == nil
			}
			if !known {
				return true, nil // this position once more, in the next slice
			}
			so = next
			b.mu.Lock()
			s.checked = done + 1
			if done < b.game.done && b.game.steps[done].word.String() == words[done].String() {
				b.game.steps[done].chance = black
				b.charted++
			}
			b.changed(s)
			b.mu.Unlock()
		}
		if done == len(words) && err == nil {
			b.mu.Lock()
			b.house.keep(b)
			b.mu.Unlock()
		}
		return done < len(words), err
	}
}
