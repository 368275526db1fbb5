package search

import (
	"tengen/search/pattern"
	"tengen/search/threat"
)

// search returns the value of the position on the board for the side to move,
// exact within (alpha, beta), searched depth deep; ply counts from the root.
// cut says that the node is expected to fail high. The numbered steps come in
// the order in which they can end the node.
func (w *worker) search(alpha, beta Value, depth, ply int, cut bool) Value {
	b := &w.board
	pv := beta-alpha > 1
	w.pvLen[ply] = ply
	w.static[ply] = unvalued
	w.selDepth = max(w.selDepth, ply)

	// 1. Out of time: the value is not used.
	if w.shared.stop.Load() {
		return 0
	}
	// 2. The board is full, or the tree as deep as it may be.
	if b.Empty() == 0 {
		return 0
	}
	if ply >= maxPly {
		return Value(w.eval.Evaluate(b))
	}
	// 3. A win found nearer to the root cannot be bettered here.
	alpha = max(alpha, loseIn(ply))
	beta = min(beta, winIn(ply+1))
	if alpha >= beta {
		return alpha
	}
	// 4. Fives and straight fours on the board decide.
	if v, decided := w.decided(ply); decided {
		return v
	}
	me := b.ToMove()
	forced := b.Points(me^1, pattern.Five).First()
	if forced != pattern.NoCell {
		return w.forcedReply(forced, alpha, beta, depth, ply, cut)
	}
	if depth <= 0 {
		return w.leaf(alpha, beta, ply)
	}

	// 5. The table knows the position.
	key := b.Key()
	known, hit := w.shared.table.load(key, ply)
	excluded := w.excluded[ply] // in the search of step 8
	if hit && !pv && excluded == pattern.NoCell && known.depth >= depth {
		if known.bound == exact || known.bound == lower && known.value >= beta || known.bound == upper && known.value <= alpha {
			return known.value
		}
	}

	// 6. The evaluation says that little can change. Nothing is concluded from it
	// while the opponent threatens a straight four: the evaluation knows too
	// little of what stops that. Nor is it a way out where beta is a proved loss,
	// or the worst where alpha is one.
	plies := depth / onePly
	static := Value(w.eval.Evaluate(b))
	if hit && (known.bound == exact || known.bound == lower && known.value > static || known.bound == upper && known.value < static) && !isMate(known.value) {
		static = known.value
	}
	threatened := b.Count(me^1, pattern.Straight) > 0
	w.static[ply] = static
	improving := ply >= 2 && w.static[ply-2] != unvalued && static > w.static[ply-2]
	calm := !pv && !threatened && excluded == pattern.NoCell
	// 6a. Too good: even a loss of margin for each ply but this one leaves it
	// above beta.
	if calm && beta > -MateBound && depth <= futilityDepth && static-Value(futilityMargin*max(0, plies-1-b2i(improving))) >= beta {
		return static
	}
	// 6b. Continuous fours win.
	if excluded == pattern.NoCell {
		if v, won := w.vcf(ply, int64(min(leafVCFNodes+vcfNodesPly*plies*plies, vcfNodesMost))); won {
			w.shared.table.store(key, ply, record{value: v, depth: depth, move: w.vcfMove, bound: lower})
			return v
		}
	}
	// 6c. Too bad: only fours could help, and none win.
	if calm && alpha > -MateBound && depth <= razorDepth && static+Value(razorBase+razorMargin*plies) <= alpha {
		return static
	}

	// 7. A node that is expected to fail high, and looks like it, is searched
	// less deep.
	likelyCut := cut && !threatened && depth > 2*onePly && static >= beta+Value(likelyCutMargin*plies)

	// 8. Without a move to begin with, a look less deep must do. If there is one,
	// and without it the node is far worse, it is searched deeper; if the node
	// is above beta without it too, that is enough.
	hash := known.move
	singular := 0
	if hash == pattern.NoCell && depth >= iirDepth {
		depth -= iirReduction
		plies = depth / onePly
	} else if excluded == pattern.NoCell && depth >= singularDepth && hit && known.bound&lower != 0 &&
		known.depth >= depth-singularStale && !isMate(known.value) && hash != pattern.NoCell {
		bound := known.value - Value(singularMargin*plies)
		v := w.without(hash, bound, depth/2, ply, cut)
		switch {
		case w.shared.stop.Load():
			return 0
		case v < bound:
			singular = singularExtension
		case bound >= beta && beta > -MateBound:
			return bound
		}
		w.static[ply] = static
	}

	// 9. The moves, best first.
	from := len(w.moves)
	lost := w.generate(hash, ply)
	best, bestMove, kind := -infinite, pattern.NoCell, upper
	played := 0
	left := depth
	triedFrom := len(w.tried)
	for i := from; i < len(w.moves); i++ {
		c := w.pick(i).cell
		if c == excluded || me == pattern.Black && b.Forbidden(c) {
			continue
		}
		quiet := !w.makesFour(me, c)

		// 9a. Late moves that make no four are not worth their nodes, once there
		// is a move that does not lose.
		if !pv && quiet && !threatened && best > -MateBound && depth < moveCountDepth && played >= moveCounts[plies] {
			continue
		}

		// 9b. Make the move, and search it less deep the later it comes.
		extension := 0
		if threatened && quiet {
			extension = threatExtension
		}
		if likelyCut && quiet {
			extension -= likelyCutReduction
		}
		if c == hash {
			extension += singular
		}
		extension = min(extension, onePly)
		next := left - onePly + extension
		played++
		b.Move(c)
		w.countNode()
		var v Value
		if played == 1 {
			v = -w.search(-beta, -alpha, next, ply+1, !pv && !cut)
		} else {
			r := 0
			if depth >= 2*onePly && played > lateMove && quiet && !threatened {
				r = w.reduction(plies, played, cut, pv, improving, w.history[me][c])
			}
			v = -w.search(-alpha-1, -alpha, next-r, ply+1, true)
			if v > alpha && r > 0 {
				v = -w.search(-alpha-1, -alpha, next, ply+1, !cut)
			}
			if v > alpha && v < beta {
				v = -w.search(-beta, -alpha, next, ply+1, false)
			}
		}
		b.Undo()
		if w.shared.stop.Load() {
			w.moves, w.tried = w.moves[:from], w.tried[:triedFrom]
			return 0
		}

		// 9c. A better move, or even one that the opponent will not allow.
		if v > best {
			best = v
			if v > alpha {
				bestMove, kind = c, exact
				alpha = v
				w.extendPV(ply, c)
				if v >= beta {
					kind = lower
					if quiet {
						w.learn(me, ply, depth, c, b.Last(0), w.tried[triedFrom:])
					}
					break
				}
				// With a good move in hand the others get less.
				if left > 2*onePly && left < raisedDepth && !isMate(v) {
					left -= raisedReduction
				}
			}
		}
		if quiet {
			w.tried = append(w.tried, c)
		}
	}
	w.moves, w.tried = w.moves[:from], w.tried[:triedFrom]

	// 10. No move at all: each point near is forbidden to Black, or leaves the
	// opponent a win by fours.
	switch {
	case excluded != pattern.NoCell && played == 0:
		return alpha // the excluded move is the only one
	case excluded != pattern.NoCell:
		return best
	case played == 0 && lost > 0:
		return loseIn(ply + lost)
	case played == 0:
		return static
	}
	w.shared.table.store(key, ply, record{value: best, depth: depth, move: bestMove, bound: kind})
	return best
}

// without searches the node at ply without one of its moves, and tells whether
// it is worth at least bound.
func (w *worker) without(move pattern.Cell, bound Value, depth, ply int, cut bool) Value {
	w.excluded[ply] = move
	v := w.search(bound-1, bound, depth, ply, cut)
	w.excluded[ply] = pattern.NoCell
	w.pvLen[ply] = ply
	return v
}

// decided tells whether fives and straight fours on the board end the game.
func (w *worker) decided(ply int) (Value, bool) {
	b := &w.board
	me := b.ToMove()
	if b.Count(me, pattern.Five) > 0 {
		return winIn(ply + 1), true
	}
	switch b.Count(me^1, pattern.Five) {
	case 0:
		if b.Count(me, pattern.Straight) > 0 {
			return winIn(ply + 3), true
		}
	case 1:
		if me == pattern.Black && b.Forbidden(b.Points(me^1, pattern.Five).First()) {
			return loseIn(ply + 2), true
		}
	default:
		return loseIn(ply + 2), true
	}
	return 0, false
}

// forcedReply searches the one move that stops the opponent's four. It costs
// no depth.
func (w *worker) forcedReply(c pattern.Cell, alpha, beta Value, depth, ply int, cut bool) Value {
	b := &w.board
	b.Move(c)
	w.countNode()
	v := -w.search(-beta, -alpha, depth, ply+1, !cut)
	b.Undo()
	if v > alpha {
		w.extendPV(ply, c)
	}
	return v
}

// vcf asks the solver whether the side to move, who has no four to stop, wins
// by continuous fours.
func (w *worker) vcf(ply int, limit int64) (Value, bool) {
	b := &w.board
	me := b.ToMove()
	// Fours alone win where they lead on, or where Black may not stop them.
	if b.Count(me, pattern.FourPlus)+b.Count(me, pattern.FourThree) == 0 && b.Count(pattern.Black, pattern.Forbidden) == 0 {
		return 0, false
	}
	before := w.solver.Nodes
	r, plies := w.solver.VCF(b, limit)
	w.local += w.solver.Nodes - before
	if r != threat.Win {
		return 0, false
	}
	w.vcfMove = w.solver.First()
	w.extendPV(ply, w.vcfMove)
	w.pvLen[ply] = ply + 1
	return winIn(ply + plies), true
}

// leaf values a position without looking at quiet moves: the evaluation, and
// where that is not enough for a cut, continuous fours.
func (w *worker) leaf(alpha, beta Value, ply int) Value {
	b := &w.board
	static := Value(w.eval.Evaluate(b))
	if beta-alpha == 1 && static >= beta && b.Count(b.ToMove()^1, pattern.Straight) == 0 {
		return static
	}
	if v, won := w.vcf(ply, leafVCFNodes); won {
		return v
	}
	return static
}

// makesFour tells whether a stone of the colour on c makes a four. A point that
// looks forbidden to Black may be allowed, and make one.
func (w *worker) makesFour(colour int, c pattern.Cell) bool {
	class := w.board.Class(colour, c)
	return class >= pattern.Four || class == pattern.Forbidden && w.board.MakesFour(colour, c)
}

// reduction is by how much a late move is searched less deep.
func (w *worker) reduction(plies, played int, cut, pv, improving bool, history int32) int {
	r := reductions[min(plies, 63)][min(played, 63)]
	if cut {
		r += reductionCut
	}
	if !improving {
		r += reductionNotImproving
	}
	if pv {
		r -= reductionPV
	}
	r -= int(history) * onePly / reductionHistory
	return max(r, 0)
}

// extendPV makes c, followed by the next ply's line, this ply's line.
func (w *worker) extendPV(ply int, c pattern.Cell) {
	line := &w.pv[ply]
	line[ply] = c
	next := w.pvLen[ply+1]
	if next > ply+1 {
		copy(line[ply+1:next], w.pv[ply+1][ply+1:next])
	}
	w.pvLen[ply] = max(next, ply+1)
}

func isMate(v Value) bool { return v >= MateBound || v <= -MateBound }

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}
