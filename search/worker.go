package search

import (
	"slices"
	"sync/atomic"
	"time"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// maxPly is the deepest that a line of the search may go.
const maxPly = 200

// shared is what the workers of one search have in common.
type shared struct {
	pos    *renju.Position // what is searched, not to be changed
	table  *table
	stop   atomic.Bool
	nodes  atomic.Int64 // counted by the workers now and then
	limits Limits
	run    *run
	// lost holds the values of the root's moves that are proved to lose, 0 for
	// the others.
	lost [512]atomic.Int32
}

// worker searches on its own board; all that it writes is its own but for what
// is shared.
type worker struct {
	board  pattern.Board
	shared *shared
	solver *threat.Solver
	eval   *eval.State
	tune   *tuning
	id     int

	heuristics
	moves []scored       // the moves of all nodes on the way, each node's in turn
	tried []pattern.Cell // likewise the quiet moves already searched

	cells  [pattern.CellsMost]pattern.Cell // of one node's moves, and their scores
	scores [pattern.CellsMost]int32

	static   [maxPly + 2]Value        // of the nodes on the way, unvalued where a node needed none
	extra    [maxPly + 2]int          // what singular extensions beyond a ply have added up to
	excluded [maxPly + 2]pattern.Cell // a move of theirs that is not searched, NoCell but for one
	pv       [maxPly + 2][maxPly + 2]pattern.Cell
	pvLen    [maxPly + 2]int
	vcfMove  pattern.Cell

	prover  *threat.Prover // of the first worker only
	proving int64          // nodes of this search that went into it
	over    func() bool    // tells that the search must end

	local     int64 // nodes of this worker in this search
	counted   int64 // how many of them shared.nodes holds
	check     int64 // value of local at which to look at the limits again
	selDepth  int
	unsampled int // positions evaluated since the last that Limits.Sample was given

	root    []rootMove
	depth   int    // the last iteration that was finished
	lines   []Line // of that iteration, best first
	current int    // the iteration at work
	stable  int    // for how many iterations the best move has been the same
	fell    Value  // by how much the value is less than an iteration ago

	looked time.Duration // when the clock was last looked at
	unseen time.Duration // the longest that it was not
}

// rootMove is a move of the root and what is known of it.
type rootMove struct {
	cell  pattern.Cell
	value Value // as far as the pass under way, or the last one, has found out; else -infinite
	last  Value // the last that was found out
	prior int32 // order before anything is known
	sel   int
	line  []pattern.Cell
}

func newWorker(id, size int, k knowledge) *worker {
	w := &worker{
		board:  *pattern.New(size, k.tables),
		id:     id,
		moves:  make([]scored, 0, 1<<14),
		tried:  make([]pattern.Cell, 0, 1<<14),
		solver: threat.NewSolver(vcfEntries),
	}
	w.eval = k.eval.NewState(&w.board)
	if id == 0 {
		w.prover = threat.NewProver(w.solver, provedEntries)
	}
	w.heuristics.clear()
	return w
}

// load sets the board up.
func (w *worker) load(pos *renju.Position) {
	w.board.Load(pos)
	w.eval.Reset()
}

// begin readies the worker for a search of pos.
func (w *worker) begin(pos *renju.Position, sh *shared) {
	w.shared = sh
	w.load(pos)
	w.stopWhen(func() bool { return sh.stop.Load() || w.late() })
	w.forgetKillers()
	w.moves, w.tried = w.moves[:0], w.tried[:0]
	w.local, w.counted, w.check, w.depth, w.proving = 0, 0, 0, 0, 0
	w.stable, w.fell, w.unsampled = 0, 0, 0
	w.looked, w.unseen = sh.run.elapsed(), 0
	w.lines = nil
	w.pvLen = [maxPly + 2]int{}
	for ply := range w.static {
		w.static[ply] = unvalued
		w.excluded[ply] = pattern.NoCell
	}
}

// stopWhen sets what ends the work of the solvers and on their proofs.
func (w *worker) stopWhen(over func() bool) {
	w.over = over
	w.solver.StopWhen(over)
	if w.prover != nil {
		w.prover.StopWhen(over)
	}
}

// checkEvery is the number of nodes between two looks at clock and limits. The
// first checkEach nodes of a search look each: where the table's memory is new,
// the system hands it out page by page as they touch it, and may take its time.
const (
	checkEvery = 512
	checkEach  = 4096
)

// countNode counts a move, and looks at the limits now and then.
func (w *worker) countNode() {
	w.local++
	if w.local >= w.check {
		w.lookAtLimits()
	}
}

// evaluate is what the position on the board is worth at a glance.
func (w *worker) evaluate() Value {
	if w.shared.limits.Sample != nil && w.id == 0 {
		w.sample()
	}
	return Value(w.eval.Evaluate())
}

// sample gives the position to Limits.Sample if it is its turn.
func (w *worker) sample() {
	if w.unsampled++; w.unsampled < w.shared.limits.SampleEvery {
		return
	}
	w.unsampled = 0
	path := make([]pattern.Cell, w.board.Ply())
	for i := range path {
		path[i] = w.board.Made(i + 1)
	}
	w.shared.limits.Sample(pattern.PointsOf(path, w.board.Size()))
}

func (w *worker) lookAtLimits() {
	sh := w.shared
	total := sh.nodes.Add(w.local - w.counted)
	w.counted = w.local
	w.check = w.local + 1
	if w.local >= checkEach {
		w.check = w.local + checkEvery
	}
	if limit := sh.limits.Nodes; limit > 0 {
		if total >= limit {
			sh.stop.Store(true)
		}
		w.check = min(w.check, w.local+limit-total)
	}
	if w.late() {
		sh.stop.Store(true)
	}
}

// late looks at the clock and tells whether the search must end.
func (w *worker) late() bool {
	now := w.shared.run.elapsed()
	w.unseen = max(w.unseen, now-w.looked)
	w.looked = now
	return w.shared.run.late(now)
}

// iterate deepens until the limits say stop. Worker 0 reports and decides
// whether a new iteration is worth its time.
func (w *worker) iterate(report func(Progress)) {
	w.looked = w.shared.run.elapsed()
	wanted := max(1, min(w.shared.limits.MultiPV, len(w.root)))
	for depth := 1 + w.id%2; depth <= maxPly/2 && !w.shared.stop.Load(); depth++ {
		if limit := w.shared.limits.Depth; limit > 0 && depth > limit {
			break
		}
		before := w.lines
		for changed := true; changed && !w.shared.stop.Load(); {
			changed = w.iteration(depth, wanted, report)
		}
		w.compare(before)
		if w.shared.stop.Load() {
			break
		}
		if w.won(wanted) || w.id == 0 && w.enough(depth, wanted) {
			w.shared.stop.Store(true)
		}
	}
	w.late() // for a worker that another has stopped: how long was it away?
	w.shared.nodes.Add(w.local - w.counted)
	w.counted = w.local
}

// iteration searches the root to the depth. changed tells that the best move is
// proved to lose, so that another must be found.
func (w *worker) iteration(depth, wanted int, report func(Progress)) (changed bool) {
	w.current = depth
	w.selDepth = 0
	for rank := range wanted {
		w.aspire(depth, rank, report)
		if w.shared.stop.Load() {
			return false
		}
		w.tellLine(report, rank, depth, wanted)
	}
	sortByValue(w.root[:wanted])
	w.finish(depth, wanted)
	found, changed := w.prove()
	if found {
		w.tellLine(report, 0, depth, wanted)
	}
	if found || changed {
		w.finish(depth, wanted)
	}
	return changed
}

func (w *worker) tellLine(report func(Progress), rank, depth, wanted int) {
	if report != nil {
		report(Progress{Event: LineDone, Line: w.lineOf(&w.root[rank], depth), Rank: rank, Of: wanted, Nodes: w.total(), Elapsed: w.shared.run.elapsed()})
	}
}

func (w *worker) total() int64 { return w.shared.nodes.Load() + w.local - w.counted }

// finish keeps an iteration's lines.
func (w *worker) finish(depth, wanted int) {
	w.depth = depth
	w.lines = make([]Line, 0, wanted)
	for rank := range wanted {
		w.lines = append(w.lines, w.lineOf(&w.root[rank], depth))
	}
}

func (w *worker) lineOf(m *rootMove, depth int) Line {
	return Line{Value: m.value, Depth: depth, SelDepth: max(m.sel, depth), Moves: pattern.PointsOf(m.line, w.board.Size())}
}

// won tells whether a win is proved, and nothing else is wanted.
func (w *worker) won(wanted int) bool {
	return wanted == 1 && w.root[0].value >= MateBound
}

// enough tells whether a further iteration is not worth beginning.
func (w *worker) enough(depth, wanted int) bool {
	run := w.shared.run
	if plies, ok := w.root[0].value.Mate(); ok && wanted == 1 && depth >= -plies {
		return true // lost, and no defence is longer
	}
	if len(w.root) == 1 && depth >= onlyMoveDepth && run.playing() {
		return true
	}
	return run.elapsed() >= run.soft(w.urgency())
}

// compare sees what has become of the lines of the iteration before.
func (w *worker) compare(before []Line) {
	if len(before) == 0 || len(w.lines) == 0 {
		return
	}
	w.stable++
	if w.lines[0].Moves[0] != before[0].Moves[0] {
		w.stable = 0
	}
	w.fell = before[0].Value - w.lines[0].Value
}

// urgency is the percentage of the usual time that the move deserves: less
// the longer the best move stays the same, more where the value falls.
func (w *worker) urgency() int {
	return urgencyMost - urgencyStable*min(w.stable, urgencyIterations) + min(max(int(w.fell), 0), urgencyFallMost)
}

// aspire searches the root for the line of this rank with a window around the
// last iteration's value, widened until the value fits. What turns out better
// than the window is looked at less deep the second time: it is played anyway.
func (w *worker) aspire(depth, rank int, report func(Progress)) {
	alpha, beta := -infinite, infinite
	delta := Value(w.tune.AspirationDelta)
	last := w.root[rank].last
	raised := 0 // how often the value was above the window since it was below
	if depth >= aspirationDepth && !isMate(last) && last != -infinite {
		alpha, beta = last-delta, last+delta
	}
	for {
		v := w.searchRoot(alpha, beta, max(onePly, depth*onePly-raised*raisedWindow), rank, report)
		sortByValue(w.root[rank:])
		if w.shared.stop.Load() {
			return
		}
		switch {
		case v <= alpha && alpha > -infinite:
			beta = (alpha + beta) / 2
			alpha = widen(v-delta, -1)
			raised = 0
		case v >= beta && beta < infinite:
			beta = widen(v+delta, +1)
			raised++
		default:
			return
		}
		delta *= aspirationGrowth
	}
}

// sortByValue puts the best moves first and leaves equals in their order.
func sortByValue(moves []rootMove) {
	slices.SortStableFunc(moves, func(a, b rootMove) int { return int(b.value - a.value) })
}

// widen opens a window to the end once it reaches values that prove a win.
func widen(v Value, sign Value) Value {
	if v*sign > aspirationLimit {
		return sign * infinite
	}
	return v
}

// searchRoot is search for the root, over the moves that no better line has.
func (w *worker) searchRoot(alpha, beta Value, depth, rank int, report func(Progress)) Value {
	b := &w.board
	me := b.ToMove()
	best := -infinite
	w.pvLen[0] = 0
	moves := w.root[rank:]
	values := make([]Value, len(moves)) // what this pass gives; unknown ones sort behind
	for i := range values {
		values[i] = -infinite
	}
	defer func() {
		// A pass cut short still tells of the moves that it finished, unless
		// it did not come to the first.
		if best == -infinite {
			return
		}
		for i := range moves {
			moves[i].value = values[i]
			if values[i] != -infinite {
				moves[i].last = values[i]
			}
		}
	}()
	for i := range moves {
		m := &moves[i]
		w.tell(report, MoveBegin, m.cell)
		w.selDepth = 0
		b.Move(m.cell)
		w.countNode()
		w.pvLen[1] = 1
		var v Value
		lost := Value(w.shared.lost[m.cell].Load())
		switch {
		case lost != 0:
			v = lost
		case i == 0:
			v = -w.search(-beta, -alpha, depth-onePly, 1, false)
		default:
			r := 0
			if depth >= reductionRootDepth && i > lateRootMove && !w.makesFour(me, m.cell) {
				r = w.tune.reductions[min(depth/onePly, 63)][min(i, 63)] / reductionRoot
			}
			v = -w.search(-alpha-1, -alpha, depth-onePly-r, 1, true)
			if v > alpha && r > 0 {
				v = -w.search(-alpha-1, -alpha, depth-onePly, 1, true)
			}
			if v > alpha && v < beta {
				v = -w.search(-beta, -alpha, depth-onePly, 1, false)
			}
		}
		b.Undo()
		if w.shared.stop.Load() {
			break
		}
		if v <= -MateBound {
			w.tell(report, MoveLost, m.cell)
		}
		if i == 0 || v > alpha {
			values[i] = v
			w.extendPV(0, m.cell)
			m.line = append(m.line[:0], w.pv[0][:w.pvLen[0]]...)
			m.sel = w.selDepth
			if rank == 0 {
				w.tell(report, MoveBest, m.cell)
			}
		}
		if v > best {
			best = v
			alpha = max(alpha, v)
			if v >= beta {
				break
			}
		}
	}
	return best
}

func (w *worker) tell(report func(Progress), e Event, c pattern.Cell) {
	if report != nil {
		report(Progress{Event: e, Move: pattern.PointOf(c, w.board.Size()), Nodes: w.total(), Elapsed: w.shared.run.elapsed()})
	}
}
