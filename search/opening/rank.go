package opening

import (
	"cmp"
	"slices"

	"tengen/book"
	"tengen/engine/taraguchi"
)

// A rank says how near one of several positions is to a decision, 0 the nearest.
type rank int

// beside is the rank of what does not matter to the decision.
const beside rank = -1

// wait is how long a position on which so many nodes were spent can wait for its next
// search: effort times rank, the least first.
func (r rank) wait(nodes int64) float64 { return float64(nodes) * float64(r+spread) }

func newRanks(n int) []rank { return slices.Repeat([]rank{beside}, n) }

func every(int) bool { return true }

// raise brings those that matter nearer by their order, that of the key. The first top are as
// near as each other.
func raise(ranks []rank, key func(i int) float64, matters func(i int) bool, top int) {
	type keyed struct {
		i   int
		key float64
	}
	order := make([]keyed, 0, len(ranks))
	for i := range ranks {
		if matters(i) {
			order = append(order, keyed{i, key(i)})
		}
	}
	slices.SortStableFunc(order, func(a, b keyed) int { return cmp.Compare(a.key, b.key) })
	for place, k := range order {
		if near := rank(max(0, place-top+1)); ranks[k.i] == beside || near < ranks[k.i] {
			ranks[k.i] = near
		}
	}
}

// rankFifths ranks fifth stones: where one may be placed the more even the nearer, and where
// ten are offered by how near they are to the ten best for Black.
func rankFifths(ranks []rank, place, offer bool, balance, black func(i int) float64, inside func(i int) bool) {
	if place {
		raise(ranks, func(i int) float64 { return -balance(i) }, inside, 1)
	}
	if offer {
		raise(ranks, func(i int) float64 { return -black(i) }, every, taraguchi.Offers)
	}
}

// Weigh tells for a book what four stones are worth, by what is known of the fifth stones
// after them, to the player who is to answer; and how long each of the fifth stones can wait
// for its next search, the least the shortest: what is spent on it already, times how far
// it is from a decision. The worth is 1 where too little is known.
func Weigh(fifths []book.Fifth) (worth float64, waits []float64) {
	known := make([]book.Fifth, 0, len(fifths))
	for _, f := range fifths {
		if f.Nodes > 0 {
			known = append(known, f)
		}
	}
	ranks := newRanks(len(known))
	rankFifths(ranks, true, true,
		func(i int) float64 { return evenness(known[i].Black, known[i].Nodes) },
		func(i int) float64 { return known[i].Black },
		func(i int) bool { return book.Inside(known[i].Point) })
	waits = make([]float64, len(fifths))
	at := 0
	for i, f := range fifths {
		if f.Nodes > 0 {
			waits[i] = ranks[at].wait(f.Nodes)
			at++
		}
	}
	if c := newChart(known); c != nil {
		return c.worth(), waits
	}
	return 1, waits
}
