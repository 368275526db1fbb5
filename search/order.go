package search

import (
	"tengen/search/pattern"
	"tengen/search/threat"
)

// scored is a move with its place in the order: the score above, the cell below, so
// that the larger comes first, and of equals the lower cell.
type scored int64

const cellBits = 16

func score(c pattern.Cell, by int32) scored {
	return scored(by)<<cellBits | (1<<cellBits - 1 - scored(c))
}

func (m scored) cell() pattern.Cell { return 1<<cellBits - 1 - pattern.Cell(m) }

// heuristics remember which moves were good elsewhere in the tree.
type heuristics struct {
	history [pattern.Colours][512]int32
	counter [pattern.Colours][512]pattern.Cell // the best answer to the colour's move there
	killers [maxPly + 2][2]pattern.Cell
}

func (h *heuristics) clear() {
	*h = heuristics{}
	for colour := range h.counter {
		for c := range h.counter[colour] {
			h.counter[colour][c] = pattern.NoCell
		}
	}
	h.forgetKillers()
}

func (h *heuristics) forgetKillers() {
	for ply := range h.killers {
		h.killers[ply] = [2]pattern.Cell{pattern.NoCell, pattern.NoCell}
	}
}

// learn rewards a quiet move that refuted its parent and punishes those that
// were tried before it. last is the move that it answered.
func (h *heuristics) learn(colour, ply, depth int, best, last pattern.Cell, tried []pattern.Cell) {
	plies := max(1, depth/onePly)
	bonus := int32(min(historySquare*plies*plies+historyPly*plies, historyMost))
	h.reward(colour, best, bonus)
	for _, c := range tried {
		h.reward(colour, c, -bonus)
	}
	if h.killers[ply][0] != best {
		h.killers[ply][1] = h.killers[ply][0]
		h.killers[ply][0] = best
	}
	if last != pattern.NoCell {
		h.counter[colour^1][last] = best
	}
}

// reward moves a history towards ±historyMax, the slower the nearer it is.
func (h *heuristics) reward(colour int, c pattern.Cell, bonus int32) {
	v := &h.history[colour][c]
	*v += bonus - *v*max(bonus, -bonus)/historyMax
}

// generate appends the moves of the side to move that are worth a try: all points
// near stones or, where the opponent would win by fours if it were to move,
// what could stop that. lost is then the plies to the end if nothing does, and
// else 0. Black's forbidden points are among the moves; whoever makes one checks
// it.
func (w *worker) generate(hash pattern.Cell, ply int) (lost int) {
	b := &w.board
	me := b.ToMove()
	set := *b.Near()
	if b.Count(me^1, pattern.Straight) > 0 {
		threat.Defences(b, &set)
		lost = 4
	} else if b.Count(me^1, pattern.FourThree) > 0 || me == pattern.Black && b.Count(me, pattern.Forbidden) > 0 {
		var stops pattern.Set
		before := w.solver.Nodes
		won, plies := w.solver.Breaks(b, breakNodes, &stops)
		w.local += w.solver.Nodes - before
		if won {
			set = stops
			lost = plies + 1
		}
	}
	w.add(&set, me, hash, ply)
	return lost
}

// add appends the empty points of set with their scores.
func (w *worker) add(set *pattern.Set, me int, hash pattern.Cell, ply int) {
	b := &w.board
	killers := &w.killers[ply]
	counter := pattern.NoCell
	if last := b.Last(0); last != pattern.NoCell {
		counter = w.counter[me^1][last]
	}
	history := &w.history[me]
	cells := w.cells[:0]
	for c := range set.All() {
		if b.IsEmpty(c) {
			cells = append(cells, c)
		}
	}
	scores := w.scores[:len(cells)]
	w.eval.Aim()
	w.eval.Score(cells, scores)
	for i, c := range cells {
		by := scores[i] + history[c]/int32(w.tune.HistoryOrder)
		switch c {
		case hash:
			by = 1 << 30
		case killers[0], killers[1]:
			by += int32(w.tune.KillerBonus)
		}
		if c == counter {
			by += int32(w.tune.CounterBonus)
		}
		w.moves = append(w.moves, score(c, by))
	}
}

// pick brings the best of the moves from i on to i.
func (w *worker) pick(i int) pattern.Cell {
	moves := w.moves[i:]
	best, at := moves[0], 0
	for j, m := range moves {
		if m > best {
			best, at = m, j
		}
	}
	moves[0], moves[at] = best, moves[0]
	return best.cell()
}

// keepFours drops the moves from i on that make no four for the colour.
func (w *worker) keepFours(i, colour int) {
	kept := w.moves[:i]
	for _, m := range w.moves[i:] {
		if w.makesFour(colour, m.cell()) {
			kept = append(kept, m)
		}
	}
	w.moves = kept
}
