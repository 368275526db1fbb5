package serve

import (
	"time"

	"tengen/search"
)

// A level is how strong the engine plays: it may look at so many positions for a move, or
// think so long.
type level struct {
	Nodes int64         `json:"nodes,omitempty"` // 0: as many as the time allows
	Turn  time.Duration `json:"-"`
	Most  float64       `json:"seconds"` // Turn in seconds
}

// levels are those on offer, the weakest first. Their nodes grow by a factor of four to
// five; what a factor is worth in games depends on the machine no more than on the day.
var levels = func() []level {
	list := []level{
		{Nodes: 60, Turn: 5 * time.Second},
		{Nodes: 300, Turn: 5 * time.Second},
		{Nodes: 1_500, Turn: 5 * time.Second},
		{Nodes: 7_000, Turn: 5 * time.Second},
		{Nodes: 30_000, Turn: 5 * time.Second},
		{Nodes: 150_000, Turn: 10 * time.Second},
		{Turn: 1 * time.Second},
		{Turn: 3 * time.Second},
		{Turn: 10 * time.Second},
		{Turn: 30 * time.Second},
	}
	for i := range list {
		list[i].Most = list[i].Turn.Seconds()
	}
	return list
}()

const defaultLevel = 5

// openingNodes is how many times the nodes of a move a decision of the opening may take: it
// weighs dozens of positions.
const openingNodes = 8

// limits are what the level and the clocks allow for a move or, in the opening, for a
// decision.
func (l level) limits(set player, left time.Duration, limited, opening bool) search.Limits {
	lim := search.Limits{Nodes: l.Nodes, Clock: search.Clock{Turn: l.Turn}}
	if opening {
		lim.Nodes *= openingNodes
	}
	if turn := seconds(set.Turn); turn > 0 {
		lim.Clock.Turn = min(lim.Clock.Turn, turn)
	}
	if set.Match > 0 && limited {
		lim.Clock.Match = max(left, time.Millisecond)
	}
	return lim
}
