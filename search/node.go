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
		return w.evaluate()
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

	// 5. The table knows the position. A record less than a ply shallower will do:
	// such parts of a depth hang on the order of moves and on history, which differ
	// from path to path and from worker to worker. A move that was reduced by less
	// than a ply and fails high is thus believed.
	key := b.Key()
	known, hit := w.shared.table.load(key, ply)
	wasPV := pv || hit && known.wasPV
	excluded := w.excluded[ply] // in the search of step 8
	if hit && !pv && excluded == pattern.NoCell && known.depth > depth-onePly {
		if known.bound == exact || known.bound == lower && known.value >= beta || known.bound == upper && known.value <= alpha {
			return known.value
		}
	}

	// 6. The evaluation says that little can change. Nothing is concluded from it
	// while the opponent threatens a straight four: the evaluation knows too
	// little of what stops that. Nor is it a way out where beta is a proved loss,
	// or the worst where alpha is one.
	plies := depth / onePly
	static := w.evaluate()
	if hit && (known.bound == exact || known.bound == lower && known.value > static || known.bound == upper && known.value < static) && !isMate(known.value) {
		static = known.value
	}
	threatened := b.Count(me^1, pattern.Straight) > 0
	w.static[ply] = static
	improving := ply >= 2 && w.static[ply-2] != unvalued && static > w.static[ply-2]
	calm := !pv && !threatened && excluded == pattern.NoCell
	// 6a. Too good: even a loss of margin for each ply but this one leaves it
	// above beta.
	if calm && beta > -MateBound && plies <= w.tune.FutilityDepth && static-Value(w.tune.FutilityMargin*max(0, plies-1-b2i(improving))) >= beta {
		return static
	}
	// 6b. Continuous fours win.
	if excluded == pattern.NoCell {
		if v, won := w.vcf(ply, int64(min(w.tune.LeafVCFNodes+w.tune.VCFNodesPly*plies*plies/100, vcfNodesMost))); won {
			w.shared.table.store(key, ply, record{value: v, depth: depth, move: w.vcfMove, bound: lower, wasPV: wasPV})
			return v
		}
	}
	// 6c. Too bad: only fours could help, and as far as was looked none win.
	if calm && alpha > -MateBound && depth <= w.tune.RazorDepth && static+Value(w.tune.RazorBase+w.tune.RazorMargin*plies) <= alpha {
		return static
	}

	// 7. A node that is expected to fail high, and looks like it, is searched
	// less deep.
	likelyCut := cut && !threatened && depth > reducedDepth && static >= beta+Value(w.tune.LikelyCutBase+w.tune.LikelyCutMargin*plies)

	// 8. Without a move to begin with, a look less deep must do. If there is one,
	// and without it the node is far worse, it is searched deeper; if the node
	// is above beta without it too, that is enough.
	hash := known.move
	singular := 0
	if hash == pattern.NoCell && depth >= iirDepth {
		depth -= w.tune.IIRReduction
		plies = depth / onePly
	} else if stale := depth - known.depth; pv && stale > 0 && hash != pattern.NoCell {
		depth = max(depth-min(stale*w.tune.StaleReduction/100, staleMost), min(depth, onePly))
		plies = depth / onePly
	}
	if excluded == pattern.NoCell && depth >= singularDepth && hit && known.bound&lower != 0 &&
		known.depth >= depth-singularStale && !isMate(known.value) && hash != pattern.NoCell {
		bound := known.value - Value(w.tune.SingularMargin*plies/100)
		v := w.without(hash, bound, depth/singularShare, ply, cut)
		switch {
		case w.shared.stop.Load():
			return 0
		case v < bound:
			singular = w.tune.SingularExtension
			if !pv && v < bound-Value(w.tune.DoubleMargin) && w.extra[ply] < deepened {
				singular += w.tune.DoubleExtension
			}
		case bound >= beta && beta > -MateBound:
			return bound
		case known.value >= beta:
			singular = -w.tune.SingularReduction
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
	late := false
	for i := from; i < len(w.moves); i++ {
		// 9a. Late moves that make no four are not worth their nodes, once there
		// is a move that does not lose.
		if !late && !pv && !threatened && best > -MateBound && depth < moveCountDepth && played >= w.tune.moveCounts[plies] {
			late = true
			if w.keepFours(i, me); i == len(w.moves) {
				break
			}
		}
		c := w.pick(i)
		if c == excluded || me == pattern.Black && b.Forbidden(c) {
			continue
		}
		quiet := !w.makesFour(me, c)

		// 9b. Make the move, and search it less deep the later it comes.
		extension := 0
		if threatened && quiet {
			extension = w.tune.ThreatExtension
		}
		if likelyCut && quiet {
			extension -= w.tune.LikelyCutReduction
		}
		if c == hash {
			extension += singular
		}
		if singular <= onePly {
			extension = min(extension, onePly)
		}
		w.extra[ply+1] = w.extra[ply] + max(0, extension-onePly)
		next := left - onePly + extension
		played++
		r := 0
		if depth >= reducedDepth && 100*played > w.tune.LateMove {
			r = w.reduction(c, plies, played, cut, pv, wasPV, improving)
			if threatened {
				r = r * w.tune.ReplyShare / 100
			} else if !quiet {
				r = r * w.tune.FourShare / 100
			}
			r = max(min(r, next-w.tune.ReducedLeast), 0)
		}
		b.Move(c)
		w.countNode()
		var v Value
		if played == 1 {
			v = -w.search(-beta, -alpha, next, ply+1, !pv && !cut)
		} else {
			v = -w.search(-alpha-1, -alpha, next-r, ply+1, true)
			if v > alpha && r > 0 {
				if v > alpha+Value(w.tune.DeeperMargin) && !isMate(v) {
					next += w.tune.DeeperExtension
				} else if v < best+Value(plies) {
					next -= w.tune.ShallowerReduction
				}
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
				if left > reducedDepth && left < raisedDepth && !isMate(v) {
					left -= w.tune.RaisedReduction
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
	w.shared.table.store(key, ply, record{value: best, depth: depth, move: bestMove, bound: kind, wasPV: wasPV})
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
		if b.Count(me, pattern.DoubleThree) > 0 && !canMakeFour(b, me^1) {
			return winIn(ply + 5), true // one stone stops one of the threes
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

// canMakeFour tells whether the colour can make a four, or perhaps can.
func canMakeFour(b *pattern.Board, colour int) bool {
	for class := pattern.Four; class <= pattern.Straight; class++ {
		if b.Count(colour, class) > 0 {
			return true
		}
	}
	return b.Count(colour, pattern.Forbidden) > 0
}

// forcedReply searches the one move that stops the opponent's four. It costs
// no depth.
func (w *worker) forcedReply(c pattern.Cell, alpha, beta Value, depth, ply int, cut bool) Value {
	b := &w.board
	w.extra[ply+1] = w.extra[ply]
	b.Move(c)
	w.countNode()
	v := -w.search(-beta, -alpha, depth+w.tune.ForcedExtension, ply+1, !cut)
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
	static := w.evaluate()
	if beta-alpha == 1 && static >= beta && b.Count(b.ToMove()^1, pattern.Straight) == 0 {
		return static
	}
	if v, won := w.vcf(ply, int64(w.tune.LeafVCFNodes)); won {
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

// reduction is by how much a late move, to c, is searched less deep.
func (w *worker) reduction(c pattern.Cell, plies, played int, cut, pv, wasPV, improving bool) int {
	t := w.tune
	b := &w.board
	me := b.ToMove()
	r := t.reductions[min(plies, 63)][min(played, 63)]
	if cut {
		r += t.ReductionCut
	}
	if !improving {
		r += t.ReductionNotImproving
	}
	switch {
	case pv:
		r -= t.ReductionPV
	case wasPV:
		r -= t.ReductionWasPV
	}
	if b.Class(me, c) >= pattern.Three {
		r -= t.ReductionThree
	}
	if b.Class(me^1, c) >= pattern.Three {
		r -= t.ReductionBlock
	}
	r -= int(w.history[me][c]) * onePly / t.ReductionHistory
	return r
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
