package search

import "math"

// onePly is a full ply of depth; reductions and extensions are fractions of it.
const onePly = 64

// Params are the numbers of the search that a tuner moves. Depths are in plies'
// 64ths unless said otherwise, margins in units of Value, and "hundredths" are what
// they say. Their values come from games of the engine against itself: tengen tune
// search, 3,000 pairs at 20,000 nodes a move.
type Params struct {
	// The first window of an iteration is so wide to either side of the last
	// value.
	AspirationDelta int

	// A node whose evaluation is so far above beta that nothing is likely to
	// take it back fails high at once: margin per ply after the next move. To
	// count the next move too loses 59 Elo (25..95).
	FutilityMargin int
	// FutilityDepth is the most depth, in plies, at which that is believed.
	FutilityDepth int

	// A node near the leaves whose evaluation is so far below alpha, base and
	// margin per ply, that no quiet move will help is left to its fours.
	RazorBase, RazorMargin int
	// RazorDepth is the most depth at which that is believed.
	RazorDepth int

	// Late moves that make no four are skipped after MoveCountBase +
	// plies^MoveCountPower of them, both in hundredths.
	MoveCountBase, MoveCountPower int

	// Late moves are reduced by ReductionBase plies, and ReductionScale times
	// ln(plies) * ln(moves), both in hundredths.
	ReductionBase, ReductionScale int
	// ReductionCut is added where a cut is expected, ReductionNotImproving where
	// the evaluation is no better than two plies before; ReductionPV is taken off
	// on the principal variation.
	ReductionCut, ReductionNotImproving, ReductionPV int
	// ReducedLeast is the least depth to which a move is reduced.
	ReducedLeast int
	// ReductionWasPV is taken off where the position was once on it.
	ReductionWasPV int
	// LateMove is the number of moves that are never reduced, in hundredths.
	LateMove int
	// ReplyShare of a reduction is what replies to a threatened straight four get,
	// FourShare what fours do, in hundredths.
	ReplyShare, FourShare int
	// ReductionThree is taken off for a move that makes a three, ReductionBlock
	// for one where the opponent could make one.
	ReductionThree, ReductionBlock int
	// ReductionHistory is how much history takes a ply off a reduction.
	ReductionHistory int

	// A reduced move that turns out better than alpha by DeeperMargin is searched
	// deeper by DeeperExtension when it is searched again.
	DeeperMargin, DeeperExtension int
	// One that turns out hardly better than the best is searched less deep again, by
	// ShallowerReduction.
	ShallowerReduction int

	// A node expected to fail high whose evaluation is above beta by a margin
	// per ply has its moves reduced.
	LikelyCutBase, LikelyCutMargin, LikelyCutReduction int

	// Once a move has raised alpha, the rest are searched so much less deep.
	RaisedReduction int

	// A node without a known best move is searched so much less deep, from
	// iirDepth on. One of the principal variation whose best move is known from
	// a shallower search is so, by StaleReduction for each ply, in hundredths.
	IIRReduction, StaleReduction int

	// From singularDepth on a move of the table is searched SingularExtension
	// deeper if without it the node is worth less by SingularMargin per ply, in
	// hundredths.
	SingularMargin, SingularExtension int
	// It is searched deeper yet by DoubleExtension if without it the node is worth
	// less by DoubleMargin besides, and less deep by SingularReduction if it is
	// above beta, and others are no worse.
	DoubleMargin, DoubleExtension, SingularReduction int

	// ThreatExtension is what a quiet reply to a threatened straight four gains,
	// ForcedExtension what the one reply to a four does besides its own ply.
	ThreatExtension, ForcedExtension int

	// The VCF solver may try LeafVCFNodes fours at a leaf, and VCFNodesPly more
	// for each squared ply inside the tree, in hundredths.
	LeafVCFNodes, VCFNodesPly int

	// The order of moves: CounterBonus and KillerBonus add to it, and history
	// divided by HistoryOrder.
	CounterBonus, KillerBonus, HistoryOrder int
}

// DefaultParams are the numbers that the engine plays with.
func DefaultParams() *Params {
	return &Params{
		AspirationDelta:       23,
		FutilityMargin:        69,
		FutilityDepth:         23,
		RazorBase:             60,
		RazorMargin:           38,
		RazorDepth:            166,
		MoveCountBase:         392,
		MoveCountPower:        151,
		ReductionBase:         4,
		ReductionScale:        70,
		ReductionCut:          125,
		ReductionNotImproving: 65,
		ReductionPV:           44,
		ReducedLeast:          47,
		ReductionWasPV:        51,
		LateMove:              173,
		ReplyShare:            134,
		FourShare:             78,
		ReductionThree:        36,
		ReductionBlock:        10,
		ReductionHistory:      4768,
		DeeperMargin:          70,
		DeeperExtension:       70,
		ShallowerReduction:    38,
		LikelyCutBase:         -36,
		LikelyCutMargin:       16,
		LikelyCutReduction:    72,
		RaisedReduction:       33,
		IIRReduction:          84,
		StaleReduction:        16,
		SingularMargin:        155,
		SingularExtension:     71,
		DoubleMargin:          29,
		DoubleExtension:       27,
		SingularReduction:     57,
		ThreatExtension:       13,
		ForcedExtension:       23,
		LeafVCFNodes:          5,
		VCFNodesPly:           239,
		CounterBonus:          19,
		KillerBonus:           36,
		HistoryOrder:          178,
	}
}

// A Knob is one of the numbers as a tuner sees it.
type Knob struct {
	Name      string
	Value     *int
	Low, High int // what it may be
	Step      int // a change that may make a few Elo
}

// Knobs lists all numbers of p, to be read and set.
func (p *Params) Knobs() []Knob {
	return []Knob{
		{"AspirationDelta", &p.AspirationDelta, 5, 200, 10},
		{"FutilityMargin", &p.FutilityMargin, 20, 200, 12},
		{"FutilityDepth", &p.FutilityDepth, 2, 30, 2},
		{"RazorBase", &p.RazorBase, -100, 300, 20},
		{"RazorMargin", &p.RazorMargin, 0, 150, 10},
		{"RazorDepth", &p.RazorDepth, 64, 400, 32},
		{"MoveCountBase", &p.MoveCountBase, 100, 1200, 80},
		{"MoveCountPower", &p.MoveCountPower, 80, 250, 12},
		{"ReductionBase", &p.ReductionBase, -100, 200, 15},
		{"ReductionScale", &p.ReductionScale, 20, 150, 10},
		{"ReductionCut", &p.ReductionCut, -64, 192, 20},
		{"ReductionNotImproving", &p.ReductionNotImproving, -64, 128, 16},
		{"ReductionPV", &p.ReductionPV, -64, 192, 20},
		{"ReducedLeast", &p.ReducedLeast, 0, 160, 24},
		{"ReductionWasPV", &p.ReductionWasPV, -64, 192, 20},
		{"LateMove", &p.LateMove, 100, 500, 60},
		{"ReplyShare", &p.ReplyShare, 0, 150, 20},
		{"FourShare", &p.FourShare, 0, 150, 20},
		{"ReductionThree", &p.ReductionThree, -64, 192, 20},
		{"ReductionBlock", &p.ReductionBlock, -64, 192, 20},
		{"ReductionHistory", &p.ReductionHistory, 1500, 30000, 1200},
		{"DeeperMargin", &p.DeeperMargin, 5, 400, 15},
		{"DeeperExtension", &p.DeeperExtension, -32, 128, 20},
		{"ShallowerReduction", &p.ShallowerReduction, -32, 128, 20},
		{"LikelyCutBase", &p.LikelyCutBase, -100, 200, 15},
		{"LikelyCutMargin", &p.LikelyCutMargin, -20, 60, 5},
		{"LikelyCutReduction", &p.LikelyCutReduction, -32, 160, 20},
		{"RaisedReduction", &p.RaisedReduction, 0, 160, 20},
		{"IIRReduction", &p.IIRReduction, 0, 160, 20},
		{"StaleReduction", &p.StaleReduction, 0, 100, 10},
		{"SingularMargin", &p.SingularMargin, 0, 1500, 80},
		{"SingularExtension", &p.SingularExtension, 0, 128, 20},
		{"DoubleMargin", &p.DoubleMargin, 0, 200, 10},
		{"DoubleExtension", &p.DoubleExtension, 0, 128, 24},
		{"SingularReduction", &p.SingularReduction, -32, 160, 24},
		{"ThreatExtension", &p.ThreatExtension, -32, 96, 16},
		{"ForcedExtension", &p.ForcedExtension, -48, 48, 12},
		{"LeafVCFNodes", &p.LeafVCFNodes, 4, 200, 8},
		{"VCFNodesPly", &p.VCFNodesPly, 0, 2000, 100},
		{"CounterBonus", &p.CounterBonus, 0, 200, 10},
		{"KillerBonus", &p.KillerBonus, 0, 200, 10},
		{"HistoryOrder", &p.HistoryOrder, 20, 1000, 40},
	}
}

// The numbers that no tuner moves. Depths are in units of onePly.
const (
	// aspirationDepth is the first iteration with a window, in plies. Each time that
	// the value is outside the window the next is aspirationGrowth times as wide.
	// Beyond aspirationLimit it is open: there wins are proved.
	aspirationDepth  = 4
	aspirationGrowth = 3
	aspirationLimit  = EvalLimit / 4
	// raisedWindow is by how much less deep the root is searched each time that
	// the value has been above the window.
	raisedWindow = onePly / 2

	// Up to this depth Params.MoveCountBase is used, and from these on
	// IIRReduction and SingularMargin.
	moveCountDepth = 20 * onePly
	iirDepth       = 5 * onePly
	singularDepth  = 6 * onePly
	// singularStale is by how much less deep than the node the table's move may have
	// been searched.
	singularStale = 2 * onePly
	// deepened is the most that singular extensions beyond a ply may come to on the
	// way to a node.
	deepened = 8 * onePly
	// staleMost is the most that Params.StaleReduction may come to.
	staleMost = 3 * onePly
	// reducedDepth is the least depth at which late moves are reduced, and below which
	// a likely cut and a raised alpha reduce nothing.
	reducedDepth = 2 * onePly
	// singularShare is the part of a node's depth to which it is searched without
	// the table's move, one in so many.
	singularShare = 2
	// onlyMoveDepth is how deep, in plies, the only move of a game is searched before
	// it is played, for the value that is shown with it.
	onlyMoveDepth = 4
	// raisedDepth is the depth from which Params.RaisedReduction is not used.
	raisedDepth = 12 * onePly

	// The first move of the root, and lateRootMove after it, are never reduced. reductionRoot is the
	// part of a reduction that counts there, from reductionRootDepth on: one in so
	// many.
	lateRootMove       = 4
	reductionRoot      = 2
	reductionRootDepth = 3 * onePly

	// vcfNodesMost is the most that the VCF solver may try inside the tree.
	vcfNodesMost = 2000
	// breakNodes bounds the solver's look at what the opponent would win by if
	// the side to move passed. 60 finds as much as 30.
	breakNodes = 30
	// rootVCFNodes bounds the solver at the root per millisecond of the move's time,
	// besides rootVCFNodesLeast, and rootVCFNodesMax in all. Of a limit of nodes it
	// gets one part in rootVCFShare.
	rootVCFNodes      = 60
	rootVCFNodesLeast = 1000
	rootVCFNodesMax   = 2_000_000
	rootVCFShare      = 10

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

	// A record of the table counts for tableAge less deep with each search since it
	// was written, and one of the same position gives way only to a record that is
	// exact or less than tableKeep shallower.
	tableAge  = 8 * onePly
	tableKeep = 2 * onePly
	// vcfEntries is the size of a worker's memory of VCF results.
	vcfEntries = 1 << 16
)

// tuning is Params, and what follows from them.
type tuning struct {
	Params
	// reductions holds late-move reductions by plies and move number.
	reductions [64][64]int
	// moveCounts holds the number of moves after which quiet ones are skipped, by
	// plies.
	moveCounts [moveCountDepth/onePly + 1]int
}

func newTuning(p Params) *tuning {
	t := &tuning{Params: p}
	base, scale := hundredths(p.ReductionBase), hundredths(p.ReductionScale)
	for plies := 1; plies < len(t.reductions); plies++ {
		for n := 1; n < len(t.reductions[0]); n++ {
			t.reductions[plies][n] = int(onePly * (base + scale*math.Log(float64(plies))*math.Log(float64(n))))
		}
	}
	for plies := range t.moveCounts {
		t.moveCounts[plies] = int(hundredths(p.MoveCountBase) + math.Pow(float64(plies), hundredths(p.MoveCountPower)))
	}
	return t
}

func hundredths(n int) float64 { return float64(n) / 100 }
