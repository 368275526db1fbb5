package search

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// A Solver solves problems: it finds the wins by continuous fours (VCF) and by
// continuous threats (VCT) in a position, the shortest first, and tells why there
// is none. Every win that it returns was played through the rulebook. It belongs
// to one goroutine; what it learns from one problem helps the next.
//
// All its methods are about a win of the side to move; for the other side let
// the one to move pass. They end when a limit is reached or ctx ends, with
// what is known by then. An error tells of a fault: a win that the rulebook does
// not confirm.
type Solver struct {
	board  *pattern.Board
	vcf    *threat.Solver
	prover *threat.Prover
	finder *threat.Finder

	loaded   *renju.Position // what is on the board
	begun    time.Time
	deadline time.Time // zero: none
	over     func() bool
	from     int64 // nodes before this problem
	limit    int64 // most nodes of this problem, or of a part of it
}

// SolveLimits bound the work on one question. The zero value of each field means
// no limit.
type SolveLimits struct {
	Kind  threat.Kind   // VCF: only fours
	Nodes int64         // moves tried, but for those that gather the proof of a win
	Time  time.Duration // from the question to the answer
}

// A Win is a win that is proved.
type Win struct {
	Kind  threat.Kind
	Move  renju.Point   // the first
	Plies int           // that it takes up to the five, against the longest defence
	Line  []renju.Point // of that defence, up to the five or a four that cannot be stopped
	None  int           // with so many plies there is no win of the kind: Plies - 2 for a shortest win
	Proof *threat.Proof
}

// Shortest tells whether no win of its kind is shorter.
func (w *Win) Shortest() bool { return w.None >= w.Plies-2 }

// A Verdict is what is known of a position, for the side that is to win.
type Verdict struct {
	Win *Win // nil: none was found

	// There is no VCF, or no VCT, that takes at most so many plies; EveryLength
	// says that there is none at all.
	NoVCF, NoVCT int
}

// None tells whether it is proved that there is no win of the kind.
func (v *Verdict) None(kind threat.Kind) bool {
	if kind == threat.VCF {
		return v.NoVCF == EveryLength
	}
	return v.NoVCT == EveryLength
}

// An Answer is what Solve came to, and what that took.
type Answer struct {
	Verdict
	Nodes   int64
	Elapsed time.Duration
}

// EveryLength is the number of plies of a Verdict where no win exists,
// however long.
const EveryLength = 2*threat.Never - 1

// solverEntries is the size of the memory for each of a Solver's searches.
const solverEntries = 1 << 20

// proofNodes is how many moves a proof may take to gather once its win is found.
const proofNodes = 2_000_000

// firstSlice is how many moves one way to search is given before the other's
// turn comes; each turn is twice as long as the last.
const firstSlice = 1 << 13

// NewSolver returns a solver for boards of the size under the rule.
func NewSolver(size int, rule renju.Rule) *Solver {
	s := &Solver{
		board:  pattern.New(size, pattern.NewTables(rule, eval.For(rule).Weights())),
		vcf:    threat.NewSolver(solverEntries),
		finder: threat.NewFinder(solverEntries),
	}
	s.prover = threat.NewProver(s.vcf, solverEntries)
	return s
}

// load sets the board up, unless the position is on it already.
func (s *Solver) load(pos *renju.Position) {
	if s.loaded != pos {
		s.board.Load(pos)
		s.loaded = pos
	}
}

// part leaves for what comes next one of so many parts of what the limits still
// allow. The function that it returns gives the rest back.
func (s *Solver) part(of int) (rest func()) {
	deadline, limit := s.deadline, s.limit
	if !deadline.IsZero() {
		s.deadline = time.Now().Add(time.Until(deadline) / time.Duration(of))
	}
	if limit < math.MaxInt64 {
		used := s.spent() - s.from
		s.limit = used + (limit-used)/int64(of)
	}
	return func() { s.deadline, s.limit = deadline, limit }
}

// begin loads a position and starts the clock.
func (s *Solver) begin(ctx context.Context, pos *renju.Position, lim SolveLimits) {
	s.loaded = nil // pos may have changed since
	s.load(pos)
	s.begun, s.deadline, s.from, s.limit = time.Now(), time.Time{}, s.spent(), math.MaxInt64
	if lim.Time > 0 {
		s.deadline = s.begun.Add(lim.Time)
	}
	if lim.Nodes > 0 {
		s.limit = lim.Nodes
	}
	s.over = func() bool {
		return ctx.Err() != nil || !s.deadline.IsZero() && !time.Now().Before(s.deadline)
	}
	s.finder.StopWhen(s.over)
	s.vcf.StopWhen(s.over)
	s.prover.StopWhen(s.over)
}

// spent counts the moves of all searches so far.
func (s *Solver) spent() int64 { return s.finder.Nodes + s.prover.Nodes }

// left is how many moves may still be tried, wanted at most.
func (s *Solver) left(wanted int64) int64 {
	wanted = min(wanted, s.limit-(s.spent()-s.from))
	return max(wanted, 0)
}

// ended tells whether a limit is reached.
func (s *Solver) ended() bool { return s.left(1) == 0 || s.over() }

// Solve looks for the shortest win: a VCF if there is one, else a VCT unless only
// fours are asked for.
func (s *Solver) Solve(ctx context.Context, pos *renju.Position, lim SolveLimits) (Answer, error) {
	s.begin(ctx, pos, lim)
	q := &question{pos: pos, first: pattern.NoCell}
	err := s.answer(q, lim.Kind, true)
	return s.report(q), err
}

// report is the answer to the question that the limits were for.
func (s *Solver) report(q *question) Answer {
	return Answer{q.verdict(), s.spent() - s.from, time.Since(s.begun)}
}

// plies is how long a win with so many of the attacker's moves takes.
func plies(moves uint8) int { return max(0, 2*int(moves)-1) }

// question is whether the side to move wins, if need be by the move first.
type question struct {
	pos   *renju.Position
	first pattern.Cell // NoCell: any move
	guide *Win         // in a position much like this, which may win here too; nil: none
	span  [threat.VCT + 1]threat.Span
	win   *Win
}

// settled tells whether no more can be found out.
func (q *question) settled(kind threat.Kind) bool {
	return q.win != nil && q.win.Shortest() || q.span[kind].None == threat.Never
}

func (q *question) verdict() Verdict {
	return Verdict{q.win, plies(q.span[threat.VCF].None), plies(q.span[threat.VCT].None)}
}

// answer goes on with a question until it is settled or a limit is reached. Of
// wins the first is enough unless the shortest is wanted.
func (s *Solver) answer(q *question, kind threat.Kind, shortest bool) error {
	return s.answerAll([]*question{q}, kind, shortest)
}

// answerAll is answer for several questions, which take turns.
func (s *Solver) answerAll(questions []*question, kind threat.Kind, shortest bool) error {
	open := func(q *question) bool { return !q.settled(kind) && (q.win == nil || shortest) }
	slice := int64(firstSlice)
	for !s.ended() && slices.ContainsFunc(questions, open) {
		for _, q := range questions {
			if s.ended() || !open(q) {
				continue
			}
			if err := s.advance(q, kind, shortest, slice); err != nil {
				return err
			}
		}
		slice *= 2
	}
	return nil
}

// advance goes on with a question for some moves of each search.
func (s *Solver) advance(q *question, kind threat.Kind, shortest bool, slice int64) error {
	s.load(q.pos)
	if q.span[threat.VCF].None < threat.Never && q.win == nil {
		if err := s.ask(q, threat.VCF, threat.MostMoves, slice); err != nil {
			return err
		}
	}
	if q.win != nil && q.win.Kind == threat.VCF {
		if shortest {
			return s.shorten(q, threat.VCF, slice)
		}
		return nil
	}
	if kind == threat.VCF {
		return nil
	}
	if guide := q.guide; guide != nil && q.win == nil {
		q.guide = nil
		s.follow(guide.Proof, map[uint64]bool{})
		if err := s.ask(q, threat.VCT, (guide.Plies+1)/2, slice); err != nil || q.win != nil && !shortest {
			return err
		}
	}
	if q.win == nil {
		if err := s.prove(q, slice); err != nil || q.win != nil && !shortest {
			return err
		}
	}
	return s.shorten(q, threat.VCT, slice)
}

// shorten looks for wins of one, two, three moves and so on.
func (s *Solver) shorten(q *question, kind threat.Kind, slice int64) error {
	until := s.spent() + slice
	for !s.ended() && s.spent() < until && !q.settled(kind) {
		if err := s.ask(q, kind, int(q.span[kind].None)+1, until-s.spent()); err != nil {
			return err
		}
	}
	return nil
}

// ask asks the finder for a win of the kind with so many moves.
func (s *Solver) ask(q *question, kind threat.Kind, moves int, limit int64) error {
	span := s.span(q.first, kind, moves, s.left(limit))
	known := &q.span[kind]
	known.None = max(known.None, span.None)
	q.span[threat.VCF].None = max(q.span[threat.VCF].None, known.None) // a VCF is a VCT
	if q.win != nil {
		q.win.None = plies(known.None)
	}
	if !span.Within(moves) {
		return nil
	}
	n := int(span.Win)
	var p *threat.Proof
	if int(known.None) == n-1 {
		p = s.finder.Proof(s.board, kind, q.first, n, true, proofNodes)
	}
	if p == nil {
		p = s.finder.Proof(s.board, kind, q.first, n, false, proofNodes)
	}
	return s.won(q, kind, p)
}

// span is what the finder knows of a question for so many moves.
func (s *Solver) span(first pattern.Cell, kind threat.Kind, moves int, limit int64) threat.Span {
	b := s.board
	if first == pattern.NoCell {
		return s.finder.Attack(b, kind, moves, limit)
	}
	if b.Class(b.ToMove(), first) == pattern.Five {
		return threat.Span{Win: 1}
	}
	b.Move(first)
	defer b.Undo()
	span := s.finder.Defend(b, kind, moves-1, limit)
	if span.Win > 0 {
		span.Win++
	}
	if span.None < threat.Never {
		span.None++
	}
	return span
}

// prove asks the prover for any VCT.
func (s *Solver) prove(q *question, limit int64) error {
	b := s.board
	if q.first == pattern.NoCell {
		if s.prover.VCT(b, s.left(limit)) != threat.Win {
			return nil
		}
		return s.won(q, threat.VCT, s.prover.Proof(b, proofNodes))
	}
	b.Move(q.first)
	r := s.prover.VCTAfter(b, s.left(limit))
	b.Undo()
	if r != threat.Win {
		return nil
	}
	return s.won(q, threat.VCT, s.prover.ProofAfter(b, q.first, proofNodes))
}

// follow suggests to the finder the moves of a proof in the positions that it comes
// to on the board, as far as it can be played there.
func (s *Solver) follow(p *threat.Proof, seen map[uint64]bool) {
	b := s.board
	c := pattern.CellOf(p.Move, b.Size())
	if seen[b.Key()] || !b.IsEmpty(c) {
		return
	}
	seen[b.Key()] = true
	s.finder.Suggest(b, c)
	b.Move(c)
	defer b.Undo()
	for _, r := range p.Replies {
		if c := pattern.CellOf(r.Move, b.Size()); b.IsEmpty(c) {
			b.Move(c)
			s.follow(r.Then, seen)
			b.Undo()
		}
	}
}

// won makes a proof the question's win if it is shorter than what is known,
// once the rulebook has confirmed it. It may be nil: it was not found in time.
func (s *Solver) won(q *question, kind threat.Kind, p *threat.Proof) error {
	if p == nil {
		return nil
	}
	switch err := p.Replay(q.pos, s.over); {
	case errors.Is(err, threat.ErrStopped):
		return nil
	case err != nil:
		return fmt.Errorf("search: a %v that the rulebook refuses: %w", kind, err)
	}
	line, n := p.Longest(q.pos)
	if q.win == nil || n < q.win.Plies {
		q.win = &Win{Kind: kind, Move: p.Move, Plies: n, Line: line, Proof: p}
	}
	q.win.None = min(plies(q.span[q.win.Kind].None), q.win.Plies-2)
	return nil
}

// A Choice is a move, of either side, and what becomes of the win.
type Choice struct {
	Move renju.Point
	Verdict
}

// All looks for all first moves that win, and returns them, the shortest win
// first, and then those of which that remained open. What is not among them wins
// by no VCF and no VCT at all, or by no VCF if only fours are asked for.
func (s *Solver) All(ctx context.Context, pos *renju.Position, lim SolveLimits) (wins, open []Choice, err error) {
	s.begin(ctx, pos, lim)
	questions := s.firsts(pos)
	if err := s.answerAll(questions, lim.Kind, true); err != nil {
		return nil, nil, err
	}
	for _, q := range questions {
		c := Choice{pattern.PointOf(q.first, s.board.Size()), q.verdict()}
		switch {
		case q.win != nil:
			wins = append(wins, c)
		case !q.settled(lim.Kind):
			open = append(open, c)
		}
	}
	slices.SortStableFunc(wins, func(a, b Choice) int { return a.Win.Plies - b.Win.Plies })
	return wins, open, nil
}

// firsts are a question for every move that the side to move may make.
func (s *Solver) firsts(pos *renju.Position) []*question {
	var all []*question
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
			all = append(all, &question{pos: pos, first: pattern.CellOf(p, pos.Size())})
		}
	}
	return all
}
