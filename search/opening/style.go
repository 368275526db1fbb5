package opening

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"tengen/engine/taraguchi"
	"tengen/search"
)

// A Style is a way to decide in Taraguchi-10. There are others than the tree so that
// it can be told what the tree is worth.
type Style int

const (
	Tree   Style = iota // as the package's documentation tells
	Plain               // each decision by a search of the position as if it were any other
	Random              // any legal answer
)

var styleNames = []string{Tree: "tree", Plain: "plain", Random: "random"}

// ParseStyle reads a style's name: "tree", "plain" or "random".
func ParseStyle(name string) (Style, error) {
	if i := slices.Index(styleNames, name); i >= 0 {
		return Style(i), nil
	}
	return 0, fmt.Errorf("%q: want tree, plain or random", name)
}

// random draws an answer of the kinds that are open.
func (d *decision) random(st *taraguchi.State) taraguchi.Answer {
	r := d.noise
	if r == nil {
		r = rand.New(rand.NewPCG(0, 0))
	}
	for {
		if a := taraguchi.RandomAnswer(r, st); d.kinds.Has(a.Kind) {
			return a
		}
	}
}

// plain decides by one search: it swaps if the other side stands better, offers if
// that has ten good moves, and else plays the best move. Of offers each gets its search.
func (d *decision) plain(s *search.Searcher, st *taraguchi.State) (taraguchi.Answer, error) {
	pos, stones := st.Position(), st.Stones()
	lim := search.Limits{Depth: d.deepest, Nodes: d.nodes}
	if d.kinds.Has(taraguchi.Pick) {
		d.root = rootOf(nil, st)
		a := d.pick()
		return a, d.err
	}
	for _, p := range taraguchi.Distinct(stones, true) {
		if distance(p, centre) <= st.Square() || d.kinds.Has(taraguchi.Offer) {
			lim.Only = append(lim.Only, p)
		}
	}
	offers := d.kinds.Has(taraguchi.Offer)
	lim.MultiPV = 1
	if offers || d.noise != nil {
		lim.MultiPV = taraguchi.Offers
	}
	res, err := s.Search(d.ctx, pos, lim, nil)
	if err != nil {
		return taraguchi.PlaceOn(res.Best), err
	}
	best, chance := res.Best, 0.5
	most := math.Inf(-1)
	for _, l := range res.Lines {
		v := l.Value.WinRate()
		if noisy := v + plainVariety*d.bonus(); distance(l.Moves[0], centre) <= st.Square() && noisy > most {
			best, chance, most = l.Moves[0], v, noisy
		}
	}
	if offers && len(res.Lines) == taraguchi.Offers {
		tenth := res.Lines[taraguchi.Offers-1].Value.WinRate()
		if tenth > 0.5 || d.kinds == taraguchi.KindsOf(taraguchi.Offer) {
			a := taraguchi.Answer{Kind: taraguchi.Offer}
			for _, l := range res.Lines {
				a.Points = append(a.Points, l.Moves[0])
			}
			return a, nil
		}
	}
	if d.kinds.Has(taraguchi.Swap) && (!d.kinds.Has(taraguchi.Place) || chance+d.bonus() < 0.5+d.bonus()) {
		return swap, nil
	}
	return taraguchi.PlaceOn(best), nil
}
