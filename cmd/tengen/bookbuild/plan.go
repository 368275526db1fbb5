package bookbuild

import (
	"cmp"
	"math"
	"slices"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search/opening"
)

// A plan knows the positions of a book in the making and which of them deserves the next
// search. That follows from what the journal knows and what is being searched alone, not from
// the order in which it came about: whoever goes on with a journal goes on as the one before
// would have.
type plan struct {
	journal   *book.Journal
	first     int64 // nodes for the first search of a position
	positions []position
	families  []family
	parents   []parent
	unknown   int // positions before this one are known, or being searched for the first time
}

// position is a position of five stones.
type position struct {
	five     []renju.Point
	nodes    int64   // of the longest search so far; 0: there was none
	searched bool    // at this moment
	proved   bool    // there is nothing left to find
	places   []place // where it stands in families
}

type place struct{ family, fifth int }

// family is a position of four stones with the positions that follow from it, and what
// opening.Weigh makes of it.
type family struct {
	four    []renju.Point
	fifths  []book.Fifth
	numbers []int // of the fifths' positions
	parents []int

	weighed bool // and nothing that is known has changed since
	worth   float64
	waits   []float64 // of the fifths
	ranks   []int     // by worth, within each of the parents

	sought  bool // the nearest, and nothing has changed since
	nearest int  // position that can wait the least of those that may be searched; -1: none
	wait    float64
}

// parent is three stones, with the families that follow from them.
type parent struct {
	families []int
	ranked   bool // and no worth has changed since
}

// newPlan plans a part of the book. The parts share positions: each has all that it
// needs to weigh its families.
func newPlan(journal *book.Journal, shard cli.Shard, first int64) *plan {
	p := &plan{journal: journal, first: first}
	numbers := map[string]int{} // by the stones
	parents := map[string]int{}
	for i, four := range book.Fours() {
		if i%shard.Of != shard.Part {
			continue
		}
		f := family{four: four}
		for _, at := range book.Candidates(four) {
			five := append(slices.Clip(four), at)
			name := book.Name(five)
			number, ok := numbers[name]
			if !ok {
				number = len(p.positions)
				numbers[name] = number
				p.positions = append(p.positions, position{five: five})
			}
			places := &p.positions[number].places
			*places = append(*places, place{len(p.families), len(f.fifths)})
			f.fifths = append(f.fifths, book.Fifth{Point: at})
			f.numbers = append(f.numbers, number)
		}
		for _, three := range threes(four) {
			name := book.Name(three)
			number, ok := parents[name]
			if !ok {
				number = len(p.parents)
				parents[name] = number
				p.parents = append(p.parents, parent{})
			}
			p.parents[number].families = append(p.parents[number].families, len(p.families))
			f.parents = append(f.parents, number)
		}
		f.ranks = make([]int, len(f.parents))
		p.families = append(p.families, f)
	}
	for i := range p.positions {
		p.learn(i)
	}
	return p
}

// threes returns the positions from which four stones may have come.
func threes(four []renju.Point) [][]renju.Point {
	var from [][]renju.Point
	for _, order := range [][2]renju.Point{{four[1], four[3]}, {four[3], four[1]}} {
		three := []renju.Point{four[0], order[0], four[2]}
		if _, ok := taraguchi.OpeningOf(three); ok {
			from = append(from, three)
		}
	}
	return from
}

// learn takes in what the journal knows of a position.
func (p *plan) learn(number int) {
	at := &p.positions[number]
	p.search(number, false)
	v, ok := p.journal.Value(at.five)
	if !ok {
		return
	}
	at.nodes, at.proved = v.Nodes, v.Proved()
	for _, in := range at.places {
		f := &p.families[in.family]
		f.fifths[in.fifth].Value, f.weighed = v, false
	}
}

// search notes that a position is being searched, or is so no more.
func (p *plan) search(number int, now bool) {
	at := &p.positions[number]
	at.searched = now
	for _, in := range at.places {
		p.families[in.family].sought = false
	}
}

// order is a search to be made.
type order struct {
	position int
	nodes    int64
}

const (
	// deeper is how many times the nodes of a position's last search the next one gets.
	deeper = 4
	// familySpread flattens the share of the effort by the rank of the family, 1/(rank +
	// familySpread): about so many at the top are searched alike.
	familySpread = 8
)

// take returns the search that is to be made next: that of the first position which is not
// known yet, else of that for which the wait within the family, times the rank of the family,
// is least. Its position is left alone until the plan learns of it. There is none where
// all is proved or being searched.
func (p *plan) take() (o order, ok bool) {
	for ; p.unknown < len(p.positions); p.unknown++ {
		if at := &p.positions[p.unknown]; at.nodes == 0 && !at.searched {
			p.search(p.unknown, true)
			return order{p.unknown, p.first}, true
		}
	}
	p.rank()
	best, least := -1, math.Inf(1)
	for i := range p.families {
		f := &p.families[i]
		p.seek(f)
		if f.nearest < 0 {
			continue
		}
		cost := f.wait * float64(slices.Min(f.ranks)+familySpread)
		if cost < least || cost == least && f.nearest < best {
			best, least = f.nearest, cost
		}
	}
	if best < 0 {
		return o, false
	}
	p.search(best, true)
	return order{best, max(p.first, deeper*p.positions[best].nodes)}, true
}

// seek finds the position of a family that can wait the least.
func (p *plan) seek(f *family) {
	if f.sought {
		return
	}
	f.sought, f.nearest, f.wait = true, -1, math.Inf(1)
	for i, wait := range f.waits {
		at := &p.positions[f.numbers[i]]
		if wait < f.wait && !at.searched && !at.proved {
			f.nearest, f.wait = f.numbers[i], wait
		}
	}
}

// rank weighs the families of which something new is known, and ranks those that follow from
// the same three stones by what they leave to the player who answers after the fourth: whoever
// places that stone wants it small.
func (p *plan) rank() {
	for i := range p.families {
		if f := &p.families[i]; !f.weighed {
			f.worth, f.waits = opening.Weigh(f.fifths)
			f.weighed, f.sought = true, false
			for _, number := range f.parents {
				p.parents[number].ranked = false
			}
		}
	}
	for number := range p.parents {
		three := &p.parents[number]
		if three.ranked {
			continue
		}
		three.ranked = true
		sorted := slices.Clone(three.families)
		slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(p.families[a].worth, p.families[b].worth) })
		for rank, i := range sorted {
			f := &p.families[i]
			f.ranks[slices.Index(f.parents, number)] = rank
		}
	}
}
