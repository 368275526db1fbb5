package level

import "math"

// A skill is what a level comes to.
type skill struct {
	lines       int     // to choose among
	depth       int     // plies
	nodes       int64   // of the search
	horizon     float64 // plies to the end of a game that are seen for certain
	temperature float64 // loss of chance that makes a line e times as rare
}

// The numbers of the levels, set by hand and by games of 12 that TestMatch played:
// 20 scores 11 against 0, 40 against 20 the same, and so do 60 and 80 against the
// twenty below; the search itself, with 60,000 nodes a move, scores 10 against 60.
const (
	leastLines  = 2
	lineLevels  = 10 // below full strength, for each line more
	leastDepth  = 1
	depthLevels = 8 // for each ply more

	// The nodes let even the lowest level finish its first iteration.
	leastNodes  = 4000
	nodesDouble = 14.0 // levels

	leastHorizon  = 3.0 // a straight four, and the four that stops none
	horizonDouble = 25.0

	mostTemperature   = 0.25
	temperatureHalves = 20.0
)

// skillOf is the skill of a level below Full.
func skillOf(level int) skill {
	level = max(0, min(level, Full-1))
	doubled := func(levels float64) float64 { return math.Exp2(float64(level) / levels) }
	return skill{
		lines:       leastLines + (Full-level)/lineLevels,
		depth:       leastDepth + level/depthLevels,
		nodes:       int64(leastNodes * doubled(nodesDouble)),
		horizon:     leastHorizon * doubled(horizonDouble),
		temperature: mostTemperature / doubled(temperatureHalves),
	}
}
