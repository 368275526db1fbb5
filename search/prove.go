package search

import (
	"context"
	"slices"

	"tengen/engine/renju"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// prove looks, between two iterations, for continuous threats with the part of
// the nodes that is set aside for it: for a win of the side to move, and for
// one of the opponent after the move that looks best. A win is played through
// the rulebook before it is believed, and becomes the line; a move that
// loses goes behind all others. found tells that there was a win; changed that the
// best move lost.
func (w *worker) prove() (found, changed bool) {
	lim := &w.shared.limits
	spare := w.local/proofShare - w.proving
	if w.prover == nil || lim.MultiPV > 1 || isMate(w.root[0].value) || spare < proofStep {
		return false, false
	}
	if len(lim.Exclude) == 0 && len(lim.Only) == 0 {
		if p := w.threats(spare * provedOwn / 4); p != nil {
			return w.leadWith(p), false
		}
	}
	if len(w.root) > 1 {
		changed = w.refute(spare * (4 - provedOwn) / 4)
	}
	return false, changed
}

// threats returns a proof that the side to move wins by continuous threats, or
// fours alone, nil if limit nodes find none.
func (w *worker) threats(limit int64) *threat.Proof {
	spent := -w.prover.Nodes
	defer func() {
		spent += w.prover.Nodes
		w.local += spent
		w.proving += spent
	}()
	before := w.solver.Nodes
	r, cells := w.solver.Line(&w.board, limit/2)
	spent += w.solver.Nodes - before
	if r == threat.Win {
		return threat.FromLine(pattern.PointsOf(cells, w.board.Size()))
	}
	if w.prover.VCT(&w.board, limit) != threat.Win {
		return nil
	}
	return w.prover.Proof(&w.board, limit+proofStep)
}

// leadWith makes a proof's longest line the best line, if the rulebook agrees.
func (w *worker) leadWith(p *threat.Proof) bool {
	if p.Replay(w.shared.pos, w.over) != nil {
		return false
	}
	first := pattern.CellOf(p.Move, w.board.Size())
	i := slices.IndexFunc(w.root, func(m rootMove) bool { return m.cell == first })
	if i < 0 {
		return false
	}
	m := w.root[i]
	copy(w.root[1:i+1], w.root[:i])
	m.line = pattern.CellsOf(p.Line(), w.board.Size())
	m.value = winIn(w.plies(m.line))
	m.last, m.sel = m.value, len(m.line)
	w.root[0] = m
	return true
}

// plies is how long the winner's line takes up to the five.
func (w *worker) plies(line []pattern.Cell) int {
	b := &w.board
	me := b.ToMove()
	five := false
	for _, c := range line {
		five = b.ToMove() == me && b.Class(me, c) == pattern.Five
		b.Move(c)
	}
	for range line {
		b.Undo()
	}
	if five {
		return len(line)
	}
	return len(line) + 2
}

// refute tells whether the best move loses to continuous threats, and if so
// puts it behind all others, for all workers to know.
func (w *worker) refute(limit int64) bool {
	b := &w.board
	m := w.root[0]
	b.Move(m.cell)
	var line []pattern.Cell
	v := Value(0)
	if p := w.threats(limit); p != nil && w.holds(p, m.cell) {
		line = pattern.CellsOf(p.Line(), b.Size())
		v = loseIn(1 + w.plies(line))
		w.shared.lost[m.cell].Store(int32(v))
	}
	b.Undo()
	if line == nil {
		return false
	}
	m.line = append(m.line[:1], line...)
	m.value, m.last = v, v
	copy(w.root, w.root[1:])
	w.root[len(w.root)-1] = m
	w.assume(&w.root[0])
	return true
}

// holds plays a proof against the root's move through the rulebook.
func (w *worker) holds(p *threat.Proof, move pattern.Cell) bool {
	pos := w.shared.pos.Clone()
	return pos.Play(pattern.PointOf(move, w.board.Size())) == nil && p.Replay(pos, w.over) == nil
}

// assume gives a move of the root a value until it is searched.
func (w *worker) assume(m *rootMove) {
	w.board.Move(m.cell)
	m.value = -Value(w.eval.Evaluate())
	w.board.Undo()
}

// Prove searches like Search, and then goes on, until ctx ends, to find a proof
// for the win that it claims: one with an answer to every defence, played through
// the rulebook. It then makes the result's line. The proof is nil where no win is
// claimed, or none is proved.
func (s *Searcher) Prove(ctx context.Context, pos *renju.Position, lim Limits, progress func(Progress)) (Result, *threat.Proof, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	result, err := s.search(ctx, pos, lim, progress)
	if err != nil || result.Lines[0].Value < MateBound {
		return result, nil, err
	}
	w := s.workers[0]
	w.load(pos)
	w.root = w.rootMoves(lim)
	root, first := w.board.Key(), pattern.CellOf(result.Best, s.size)
	w.stopWhen(func() bool { return ctx.Err() != nil })
	w.prover.Hint(func(b *pattern.Board) pattern.Cell {
		if b.Key() == root {
			return first
		}
		if r, ok := s.table.load(b.Key(), 0); ok && r.bound&lower != 0 && r.value >= MateBound {
			return r.move
		}
		return pattern.NoCell
	})
	defer w.prover.Hint(nil)
	for ctx.Err() == nil {
		switch w.prover.VCT(&w.board, proofBatch) {
		case threat.Win:
			p := w.prover.Proof(&w.board, proofBatch)
			if p == nil || !w.leadWith(p) {
				return result, nil, nil
			}
			result.Best, result.Lines = p.Move, []Line{w.lineOf(&w.root[0], result.Depth)}
			return result, p, nil
		case threat.No:
			return result, nil, nil
		}
	}
	return result, nil, nil
}
