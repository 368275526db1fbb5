package search

import (
	"cmp"
	"context"
	"fmt"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// A Searcher chooses moves. What it learns in one search helps the next. It
// runs one search at a time; only SetClock may be called meanwhile.
type Searcher struct {
	options Options
	table   *table
	known   map[renju.Rule]knowledge
	workers []*worker
	size    int        // of the workers' boards
	rule    renju.Rule // of the workers' tables
	tune    *tuning    // nil until Options.Params were read
	late    lateness

	running atomic.Pointer[run]
	mu      sync.Mutex // held by a search
}

// knowledge is what a rule's boards and evaluations rest on.
type knowledge struct {
	tables *pattern.Tables
	eval   *eval.Evaluator
}

// New returns a Searcher. It takes its memory when it first searches.
func New(o Options) *Searcher {
	return &Searcher{options: o, known: map[renju.Rule]knowledge{}}
}

// Options are what the Searcher was last told to use.
func (s *Searcher) Options() Options { return s.options }

// Configure changes the Searcher's size, between searches. A table of another
// size forgets what the old one held.
func (s *Searcher) Configure(o Options) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if o.TableBytes != s.options.TableBytes {
		s.table = nil
	}
	if o.Params != s.options.Params {
		s.tune = nil
	}
	if o.Net != s.options.Net { // all that was learned is of another evaluation
		s.table, s.workers = nil, nil
		clear(s.known)
	}
	s.options = o
}

// Clear forgets all that was learned, between searches.
func (s *Searcher) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.table != nil {
		s.table.clear()
		s.table.age = 0
	}
	for _, w := range s.workers {
		w.heuristics.clear()
		w.solver.Clear()
		if w.prover != nil {
			w.prover.Clear()
		}
	}
}

// SetClock replaces the running search's Clock: from then on the search obeys
// the new one. It does nothing when no search runs, and may be called from any
// goroutine.
func (s *Searcher) SetClock(c Clock) {
	if r := s.running.Load(); r != nil {
		r.setClock(c)
	}
}

// Search chooses a move for the side to move in pos, which it does not change.
// It ends when a limit is reached, when nothing more is to be gained, or
// within 10 ms of ctx's end, and returns the best that it knows by then: always
// an empty point, and one that is not forbidden to Black if there is such a
// point. progress, which may be nil, is told how the search gets on; it is
// called from one goroutine at a time, and the search waits for it.
//
// The error is ErrNoMove if the board is full. Any other error tells of a
// fault inside the search; the result is good to play even then.
func (s *Searcher) Search(ctx context.Context, pos *renju.Position, lim Limits, progress func(Progress)) (Result, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.search(ctx, pos, lim, progress)
}

func (s *Searcher) search(ctx context.Context, pos *renju.Position, lim Limits, progress func(Progress)) (Result, error) {
	r := &run{begun: time.Now(), margin: s.late.margin(), done: ctx.Done()}
	r.setClock(lim.Clock)
	s.running.Store(r)
	defer s.running.Store(nil)

	if pos.Board().Count(renju.Empty) == 0 {
		return Result{Best: renju.Pass}, ErrNoMove
	}
	s.prepare(pos.Size(), pos.Rule())
	if s.table == nil {
		s.table = newTable(min(cmp.Or(max(s.options.TableBytes, 0), DefaultTableBytes), MaxTableBytes))
	}
	sh := &shared{pos: pos, table: s.table, limits: lim, run: r}
	s.table.nextSearch()
	for _, w := range s.workers {
		w.begin(pos, sh)
	}
	defer context.AfterFunc(ctx, func() { sh.stop.Store(true) })()
	main := s.workers[0]
	root := main.rootMoves(lim)
	result := Result{Best: pattern.PointOf(root[0].cell, s.size)}
	result.Lines = []Line{{Moves: []renju.Point{result.Best}}}

	if line, ok := main.atOnce(pos, root); ok {
		result.Best, result.Lines = line.Moves[0], []Line{line}
		result.Depth, result.SelDepth = line.Depth, line.SelDepth
		result.Nodes, result.Elapsed = main.local, r.elapsed()
		if progress != nil {
			progress(Progress{Event: LineDone, Line: line, Of: 1, Nodes: result.Nodes, Elapsed: result.Elapsed})
		}
		return result, nil
	}

	err := s.work(sh, root, progress)
	if lines := vote(s.workers, sh); len(lines) > 0 {
		result.Best, result.Lines = lines[0].Moves[0], lines
		result.Depth = lines[0].Depth
	}
	for _, l := range result.Lines {
		result.SelDepth = max(result.SelDepth, l.SelDepth)
	}
	result.Nodes, result.Elapsed = sh.nodes.Load(), r.elapsed()
	return result, err
}

// Prepare does beforehand, between searches, what the first search on boards of
// this size and rule would have to do, but for taking the memory of the
// transposition table: some 20 ms of work.
func (s *Searcher) Prepare(size int, rule renju.Rule) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.prepare(size, rule)
}

// prepare sees to it that there are workers with boards of the size and rule.
func (s *Searcher) prepare(size int, rule renju.Rule) {
	if size != s.size || rule != s.rule {
		s.workers = nil
		s.size, s.rule = size, rule
	}
	k, ok := s.known[s.rule]
	if !ok {
		k.eval = eval.For(s.rule)
		if s.options.Net != nil && s.rule == renju.Renju {
			k.eval = k.eval.With(s.options.Net)
		}
		k.tables = pattern.NewTables(s.rule, k.eval.Weights())
		s.known[s.rule] = k
	}
	if s.tune == nil {
		p := s.options.Params
		if p == nil {
			p = DefaultParams()
		}
		s.tune = newTuning(*p)
	}
	threads := max(1, s.options.Threads)
	if len(s.workers) > threads {
		s.workers = s.workers[:threads]
	}
	for len(s.workers) < threads {
		s.workers = append(s.workers, newWorker(len(s.workers), s.size, k))
	}
	for _, w := range s.workers {
		w.tune = s.tune
	}
}

// work runs all workers until the first has ended.
func (s *Searcher) work(sh *shared, root []rootMove, progress func(Progress)) error {
	var group errgroup.Group
	for _, w := range s.workers {
		w.root = slices.Clone(root)
		for i := range w.root { // a worker writes its lines in place
			w.root[i].line = slices.Clone(root[i].line)
		}
		var report func(Progress)
		if w.id == 0 && progress != nil {
			report = func(p Progress) {
				progress(p)
				w.looked = sh.run.elapsed() // what the caller took is no lateness of the machine
			}
		}
		group.Go(func() (err error) {
			defer func() {
				if w.id == 0 {
					sh.stop.Store(true)
				}
				if p := recover(); p != nil {
					sh.stop.Store(true)
					err = fmt.Errorf("search: worker %d: %v\n%s", w.id, p, debug.Stack())
				}
			}()
			w.iterate(report)
			return nil
		})
	}
	err := group.Wait()
	unseen := time.Duration(0)
	for _, w := range s.workers {
		unseen = max(unseen, w.unseen)
	}
	s.late.saw(unseen, sh.run.elapsed())
	return err
}

// rootMoves are the moves to choose from, the most promising first, and never
// none. What a player could not want is left out, unless lim asks for it: all
// but a five where there is one, all but the stop where the opponent has a four.
// What lim or the rules forbid comes back where nothing else is left.
func (w *worker) rootMoves(lim Limits) []rootMove {
	b := &w.board
	me := b.ToMove()
	set := *b.Near()
	if b.Count(me, pattern.Five) > 0 {
		set = *b.Points(me, pattern.Five)
	} else if b.Count(me^1, pattern.Five) > 0 {
		set = *b.Points(me^1, pattern.Five)
	}
	if len(lim.Only) > 0 {
		set = pattern.Set{}
		for _, p := range lim.Only {
			if c := pattern.CellOf(p, b.Size()); b.IsEmpty(c) {
				set.Add(c)
			}
		}
	}
	all := w.allEmpty()
	first := all
	if b.Near().Len() == 0 {
		first = w.centre()
	}
	attempts := []struct {
		set      pattern.Set
		legal    bool // no fouls
		excluded bool // what lim excludes too
	}{
		{set: set, legal: true},
		{set: *b.Near(), legal: true},
		{set: first, legal: true},
		{set: all, legal: true},
		{set: all},
		{set: all, excluded: true},
	}
	if len(lim.Only) > 0 {
		attempts[1].set = pattern.Set{}
	}
	var moves []rootMove
	w.eval.Aim()
	for i := range attempts {
		a := &attempts[i]
		for c := range a.set.All() {
			if !b.IsEmpty(c) || a.legal && me == pattern.Black && b.Forbidden(c) || !a.excluded && slices.Contains(lim.Exclude, pattern.PointOf(c, b.Size())) {
				continue
			}
			moves = append(moves, rootMove{cell: c, value: -infinite, last: -infinite, line: []pattern.Cell{c}})
		}
		if len(moves) > 0 {
			break
		}
	}
	cells := w.cells[:0]
	for i := range moves {
		cells = append(cells, moves[i].cell)
	}
	w.eval.Score(cells, w.scores[:len(cells)])
	for i := range moves {
		moves[i].prior = w.scores[i]
	}
	slices.SortStableFunc(moves, func(a, b rootMove) int { return int(b.prior - a.prior) })
	return moves
}

func (w *worker) allEmpty() pattern.Set {
	var set pattern.Set
	for c := range pattern.Cell(w.board.Size() * w.board.Size()) {
		if w.board.IsEmpty(c) {
			set.Add(c)
		}
	}
	return set
}

// centre is the point where a game begins, if it can be had.
func (w *worker) centre() pattern.Set {
	var set pattern.Set
	n := w.board.Size()
	if c := pattern.Cell(n/2*n + n/2); w.board.IsEmpty(c) {
		set.Add(c)
		return set
	}
	return w.allEmpty()
}

// atOnce returns a win that needs no search: a five, or continuous fours. A
// win by fours is played through the rulebook before it is believed.
func (w *worker) atOnce(pos *renju.Position, root []rootMove) (Line, bool) {
	b := &w.board
	if b.Class(b.ToMove(), root[0].cell) == pattern.Five {
		return Line{Value: winIn(1), Depth: 1, SelDepth: 1, Moves: []renju.Point{pattern.PointOf(root[0].cell, b.Size())}}, true
	}
	lim := &w.shared.limits
	if lim.MultiPV > 1 || len(lim.Exclude) > 0 || len(lim.Only) > 0 {
		return Line{}, false
	}
	nodes := int64(rootVCFNodesMax)
	hard := time.Duration(w.shared.run.deadline.Load())
	nodes = min(nodes, rootVCFNodesLeast+rootVCFNodes*max(0, hard.Milliseconds()))
	if lim.Nodes > 0 {
		nodes = min(nodes, lim.Nodes/rootVCFShare)
	}
	if len(root) == 1 && w.shared.run.playing() {
		nodes = min(nodes, rootVCFNodesLeast) // it is played anyway
	}
	before := w.solver.Nodes
	r, cells := w.solver.Line(b, nodes)
	w.local += w.solver.Nodes - before
	if r != threat.Win {
		return Line{}, false
	}
	line := Line{Value: winIn(w.solver.Plies()), Depth: w.solver.Plies(), SelDepth: w.solver.Plies(), Moves: pattern.PointsOf(cells, b.Size())}
	return line, threat.FromLine(line.Moves).Replay(pos, nil) == nil
}

// vote lets the workers choose the move: each votes for its own, with the
// square of its depth. The winner's lines are those of its deepest voter. But
// what is proved needs no vote: the shortest win comes first, a loss last, be it
// another worker that knows of it.
func vote(workers []*worker, sh *shared) []Line {
	var all [][]Line
	votes := map[renju.Point]int{}
	for _, w := range workers {
		if lines := w.outcome(); len(lines) > 0 {
			first := pattern.CellOf(lines[0].Moves[0], w.board.Size())
			if v := Value(sh.lost[first].Load()); v != 0 {
				lines[0].Value = v
			}
			all = append(all, lines)
			if lines[0].Value > -MateBound {
				votes[lines[0].Moves[0]] += w.depth * w.depth
			}
		}
	}
	var best []Line
	for _, lines := range all {
		if best == nil || better(&lines[0], &best[0], votes) {
			best = lines
		}
	}
	return best
}

// better tells whether the workers prefer line a to line b.
func better(a, b *Line, votes map[renju.Point]int) bool {
	if isMate(a.Value) || isMate(b.Value) {
		return a.Value > b.Value
	}
	va, vb := votes[a.Moves[0]], votes[b.Moves[0]]
	return va > vb || va == vb && a.Depth > b.Depth
}

// outcome is what a worker has to say at the end: the lines of the last
// iteration, and the first of an unfinished one if it got so far.
func (w *worker) outcome() []Line {
	lines := slices.Clone(w.lines)
	if len(w.root) == 0 || w.root[0].value == -infinite || len(lines) > 1 {
		return lines // of several lines, only those of one depth compare
	}
	first := w.lineOf(&w.root[0], max(w.current, 1))
	if len(lines) == 0 {
		return []Line{first}
	}
	if lines[0].Moves[0] != first.Moves[0] || w.current == w.depth {
		lines[0] = first
	}
	return lines
}
