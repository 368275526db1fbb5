package search

import "math"

// The numbers that a tuner may move. Depths are in units of onePly, margins in
// units of Value. They were set by hand and by self-play at short times.
const (
	// onePly is a full ply of depth; reductions and extensions are fractions
	// of it.
	onePly = 16

	// aspirationDepth is the first iteration with a window, in plies, and
	// aspirationDelta its half-width at first.
	aspirationDepth = 4
	aspirationDelta = 30
	// Each time that the value is outside the window the next is aspirationGrowth
	// times as wide. Beyond aspirationLimit it is open: there wins are proved.
	aspirationGrowth = 3
	aspirationLimit  = EvalLimit / 4
	// raisedWindow is by how much less deep the root is searched each time that
	// the value has been above the window.
	raisedWindow = onePly / 2

	// A node whose evaluation is so far above beta that nothing is likely to
	// take it back fails high at once: margin per ply after the next move, and the
	// most plies left. To count the next move too loses 59 Elo (25..95).
	futilityMargin = 70
	futilityDepth  = 7 * onePly

	// A node near the leaves whose evaluation is so far below alpha, base and
	// margin per ply, that no quiet move will help is left to its fours.
	razorBase   = 25
	razorMargin = 20
	razorDepth  = 2*onePly + onePly/2

	// Late moves that make no four are skipped after moveCountBase +
	// plies^moveCountPower of them, where fewer plies than moveCountDepth are
	// left. To halve that where the position is not improving loses 39 Elo (7..72).
	moveCountBase  = 3
	moveCountPower = 1.35
	moveCountDepth = 20 * onePly

	// The first lateMove moves are never reduced.
	lateMove = 2
	// Late moves are reduced by reductionBase plies, and reductionScale times
	// ln(plies) * ln(moves).
	reductionBase  = 0.2
	reductionScale = 0.8
	// reductionCut is added where a cut is expected.
	reductionCut = onePly
	// reductionNotImproving is added where the evaluation is no better than two
	// plies before, and reductionPV taken off on the principal variation.
	reductionNotImproving = onePly / 4
	reductionPV           = onePly / 2
	// reductionRoot is the part of a reduction that counts at the root, from
	// reductionRootDepth on: one in so many.
	reductionRoot      = 2
	reductionRootDepth = 3 * onePly
	// reductionHistory is how much history takes a ply off a reduction.
	reductionHistory = 6000

	// A node expected to fail high whose evaluation is above beta by a margin
	// per ply has its moves reduced.
	likelyCutMargin    = 10
	likelyCutReduction = onePly / 2

	// Once a move has raised alpha, the rest are searched so much less deep,
	// down from raisedDepth.
	raisedReduction = onePly
	raisedDepth     = 12 * onePly

	// iirDepth is the depth from which a node without a known best move is
	// searched iirReduction shallower.
	iirDepth     = 5 * onePly
	iirReduction = onePly

	// From singularDepth on a move of the table, no more than singularStale less
	// deep, is searched singularExtension deeper if without it the node is worth less
	// by singularMargin per ply.
	singularDepth     = 6 * onePly
	singularStale     = 2 * onePly
	singularMargin    = 2
	singularExtension = onePly

	// threatExtension is what a reply to a threatened straight four gains.
	threatExtension = onePly / 2

	// The VCF solver may try so many fours at a leaf, and so many more per
	// squared ply inside the tree, but never more than the most.
	leafVCFNodes = 24
	vcfNodesPly  = 3
	vcfNodesMost = 2000
	// breakNodes bounds the solver's look at what the opponent would win by if
	// the side to move passed. 60 finds as much as 30.
	breakNodes = 30
	// rootVCFNodes bounds it at the root per millisecond of the move's time.
	rootVCFNodes    = 60
	rootVCFNodesMax = 2_000_000

	// proofShare is the part of the nodes that goes into the search for continuous
	// threats, one in so many of those before it: as it comes between iterations,
	// that is one in twenty in the end. Such a node costs two others. provedOwn
	// quarters go into the search for a win of the side to move. It is not
	// begun with fewer nodes than proofStep.
	proofShare = 12
	proofStep  = 200
	provedOwn  = 3
	// proofBatch is how many nodes a proof that is asked for takes at a time.
	proofBatch = 100_000
	// provedEntries is the size of the memory of that search.
	provedEntries = 1 << 19

	// historyMax bounds the history of a move.
	historyMax = 12000
	// A move that refutes its parent gets historySquare times the plies squared
	// and historyPly times the plies, up to historyMost; those tried before it lose
	// as much.
	historySquare = 30
	historyPly    = 100
	historyMost   = 6000
	// counterBonus and killerBonus add to a move's order, history/historyOrder
	// does too.
	counterBonus = 20
	killerBonus  = 24
	historyOrder = 160

	// A record of the table counts for tableAge less deep with each search since it
	// was written, and one of the same position gives way only to a record that is
	// exact or less than tableKeep shallower.
	tableAge  = 8 * onePly
	tableKeep = 2 * onePly
	// vcfEntries is the size of a worker's memory of VCF results.
	vcfEntries = 1 << 16
)

// reductions holds late-move reductions by plies and move number.
var reductions = func() (t [64][64]int) {
	for plies := 1; plies < len(t); plies++ {
		for n := 1; n < len(t[0]); n++ {
			t[plies][n] = int(onePly * (reductionBase + reductionScale*math.Log(float64(plies))*math.Log(float64(n))))
		}
	}
	return t
}()

// moveCounts holds the number of moves after which quiet ones are skipped.
var moveCounts = func() (t [moveCountDepth/onePly + 1]int) {
	for plies := range t {
		t[plies] = moveCountBase + int(math.Pow(float64(plies), moveCountPower))
	}
	return t
}()
