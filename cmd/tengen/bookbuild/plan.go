package bookbuild

import (
	"cmp"
	"math"
	"slices"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A plan knows the positions of a book in the making and which of them deserve the next
// searches.
type plan struct {
	journal   *book.Journal
	positions []position // of five stones
	families  []family
	parents   [][]int // families that follow from the same three stones
}

// position is a position of five stones.
type position struct {
	five  []renju.Point
	value book.Value
}

// family is a position of four stones with the positions that follow from it.
type family struct {
	four   []renju.Point
	fifths []fifth

	slack float64 // what the one who is to answer has, less the more even it is: see judge
}

type fifth struct {
	position int  // its number
	inside   bool // the fifth stone may be placed there
	rank     int  // how near it is to a decision, 0 the nearest
}

// newPlan plans a part of the book. The parts share positions: each has all that it
// needs to judge its families.
func newPlan(journal *book.Journal, shard cli.Shard) *plan {
	p := &plan{journal: journal}
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
			f.fifths = append(f.fifths, fifth{position: number, inside: book.Inside(at)})
		}
		for _, three := range threes(four) {
			name := book.Name(three)
			parent, ok := parents[name]
			if !ok {
				parent = len(p.parents)
				parents[name] = parent
				p.parents = append(p.parents, nil)
			}
			p.parents[parent] = append(p.parents[parent], len(p.families))
		}
		p.families = append(p.families, f)
	}
	p.refresh()
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

// refresh takes in what the journal knows.
func (p *plan) refresh() {
	for i := range p.positions {
		p.positions[i].value, _ = p.journal.Value(p.positions[i].five)
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
	// spread and familySpread flatten the share of the effort by rank, 1/(rank + spread):
	// about so many at the top are searched alike.
	spread       = 6
	familySpread = 8
)

// next returns the next n searches, in order: those of positions that are not known yet,
// with so many nodes, then those for which the effort so far, times the rank within the
// family, times that of the family, is least. There are fewer where nearly all is proved.
// What it returns follows from the journal alone.
func (p *plan) next(n int, first int64) (orders []order) {
	p.refresh()
	ranks := p.rank()
	costs := make([]float64, len(p.positions))
	for i := range costs {
		costs[i] = math.Inf(1)
	}
	for i, f := range p.families {
		for _, g := range f.fifths {
			cost := float64(p.positions[g.position].value.Nodes) * float64(g.rank+spread) * float64(ranks[i]+familySpread)
			costs[g.position] = min(costs[g.position], cost)
		}
	}
	var open []int
	for i := range p.positions {
		if v := p.positions[i].value; v.Nodes == 0 || v.Black > 0 && v.Black < 1 {
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(a, b int) int { return cmp.Compare(costs[a], costs[b]) })
	for _, i := range open[:min(n, len(open))] {
		orders = append(orders, order{i, max(first, deeper*p.positions[i].value.Nodes)})
	}
	return orders
}

// rank ranks the fifth stones of each family, and returns the ranks of the families, each
// the best that it has among those that follow from the same three stones.
func (p *plan) rank() []int {
	for i := range p.families {
		p.judge(&p.families[i])
	}
	ranks := make([]int, len(p.families))
	for i := range ranks {
		ranks[i] = math.MaxInt
	}
	for _, siblings := range p.parents {
		sorted := slices.Clone(siblings)
		slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(p.families[a].slack, p.families[b].slack) })
		for rank, i := range sorted {
			ranks[i] = min(ranks[i], rank)
		}
	}
	return ranks
}

// judge ranks the fifth stones of a family: the more even the nearer, for who places the
// fifth stone; and the nearer to the tenth best for Black, for who offers ten. Both matter
// to what the family leaves to the one who answers after the fourth stone: more than half
// if all fifth stones favour one side, or ten of them Black. That is the family's slack;
// whoever places the fourth stone wants it small.
func (p *plan) judge(f *family) {
	black := func(g fifth) float64 { return p.positions[g.position].value.Black }
	sorted := make([]int, len(f.fifths))
	for i := range sorted {
		sorted[i] = i
		f.fifths[i].rank = math.MaxInt32
	}
	raise := func(key func(g fifth) float64, matters func(g fifth) bool, top int) (at float64) {
		slices.SortStableFunc(sorted, func(a, b int) int { return cmp.Compare(key(f.fifths[a]), key(f.fifths[b])) })
		place := 0
		for _, i := range sorted {
			if g := &f.fifths[i]; matters(*g) {
				if place == top-1 {
					at = black(*g)
				}
				g.rank = min(g.rank, max(0, place-top+1))
				place++
			}
		}
		return at
	}
	even := raise(func(g fifth) float64 { return math.Abs(black(g) - 0.5) }, func(g fifth) bool { return g.inside }, 1)
	tenth := raise(func(g fifth) float64 { return -black(g) }, func(fifth) bool { return true }, taraguchi.Offers)
	f.slack = max(tenth, math.Abs(even-0.5)+0.5)
}
