package opening

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// answer answers at the root.
func (d *decision) answer() taraguchi.Answer {
	switch {
	case d.kinds.Has(taraguchi.Pick):
		return d.pick()
	case d.root.stones == 0:
		return taraguchi.PlaceOn(centre)
	case d.root.stones < 4:
		return d.early()
	case d.root.stones == 4:
		return d.fifth()
	}
	return d.sixth()
}

// choose returns the kind of answer, of those that are open, that is worth
// most; between equals, the first of swap, place and offer. Seeded variety may
// prefer one that is nearly as good.
func (d *decision) choose(worth map[taraguchi.Kind]float64) taraguchi.Kind {
	d.worth = worth
	var best taraguchi.Kind
	most := math.Inf(-1)
	var told []string
	for _, kind := range []taraguchi.Kind{taraguchi.Swap, taraguchi.Place, taraguchi.Offer} {
		if !d.kinds.Has(kind) {
			continue
		}
		if v := worth[kind] + d.bonus(); v > most {
			best, most = kind, v
		}
		told = append(told, fmt.Sprintf("to %v is worth %.2f", kind, worth[kind]))
	}
	if len(told) > 1 {
		told = append(told, "so "+best.String())
	}
	d.tell("%s", strings.Join(told, ", "))
	return best
}

// early answers with one, two or three stones on the board: swap, or place the
// next.
func (d *decision) early() taraguchi.Answer {
	if d.root.stones > 1 {
		d.study()
	}
	if d.root.next == nil {
		d.root.layOut()
	}
	best := d.bestPlace(func(s *study) float64 {
		if !s.known() {
			return -1
		}
		return 1 - s.worth
	})
	left := d.root.least()
	if d.root.stones == 1 && !best.charted() {
		d.tell("after one stone all is even still")
	} else if best.looked() {
		d.tell("best next stone %v: Black's chance %.2f, and %.2f for the one who then chooses", best.last, best.black, best.worth)
	}
	if d.choose(map[taraguchi.Kind]float64{taraguchi.Swap: left, taraguchi.Place: 1 - left}) == taraguchi.Swap {
		return swap
	}
	return taraguchi.PlaceOn(best.last)
}

// bestPlace returns the position after the root that may be placed and has the
// greatest value; between equals the one with the least slack, then the first.
func (d *decision) bestPlace(value func(*study) float64) *study {
	var best *study
	most := math.Inf(-1)
	for _, s := range d.root.next {
		if !s.inside {
			continue
		}
		v := value(s) + d.bonus()
		if best == nil || v > most || v == most && s.slack < best.slack {
			best, most = s, v
		}
	}
	return best
}

// bestByKey returns the position after the root that comes first by key.
func (d *decision) bestByKey() *study {
	return d.bestPlace(func(s *study) float64 { return -d.keyed(s) })
}

// keyed is the key of a position, and infinite while it has not been looked at.
func (d *decision) keyed(s *study) float64 {
	if !s.looked() {
		return math.Inf(1)
	}
	return d.key(s)
}

// fifth answers with four stones on the board: place the fifth, swap, or offer
// ten.
func (d *decision) fifth() taraguchi.Answer {
	d.study()
	root := d.root
	if root.next == nil {
		root.layOut()
	}
	best := d.bestPlace(func(s *study) float64 {
		if !s.looked() {
			return -1
		}
		return s.balance()
	})

	even, offer := root.even, root.tenth
	if root.surveyed() {
		d.tell("most even fifth stone %v: Black's chance %.2f", best.last, best.black)
	} else {
		// Nothing is known but what Black can do at best: by placing that, if
		// it is less than even; else an even stone is there to be found.
		even, offer = min(0.5, root.black), 0
	}
	switch d.choose(map[taraguchi.Kind]float64{taraguchi.Swap: 1 - even, taraguchi.Place: even, taraguchi.Offer: offer}) {
	case taraguchi.Swap:
		return swap
	case taraguchi.Place:
		return taraguchi.PlaceOn(best.last)
	}
	return d.offer()
}

// offer offers the ten fifth stones that are best for Black, the best first,
// filled up by those near the stones where fewer have been looked at.
func (d *decision) offer() taraguchi.Answer {
	ten := bestTen(d.root.next, func(s *study) float64 { return s.sure() + d.bonus() })
	slices.SortStableFunc(ten, func(a, b *study) int { return cmp.Compare(b.black, a.black) })
	if len(ten) > 0 {
		d.tell("offers by Black's chance: %s, the worst %.2f", chances(ten), ten[len(ten)-1].black)
	}
	for _, s := range d.root.next {
		if len(ten) == taraguchi.Offers {
			break
		}
		if !hasClass(ten, s.class) {
			ten = append(ten, s)
		}
	}
	points := make([]renju.Point, len(ten))
	for i, s := range ten {
		points[i] = s.last
	}
	return taraguchi.Answer{Kind: taraguchi.Offer, Points: points}
}

// chances lists Black's chance after each stone that has been looked at.
func chances(positions []*study) string {
	var told []string
	for _, s := range positions {
		if s.looked() {
			told = append(told, fmt.Sprintf("%v %.2f", s.last, s.black))
		}
	}
	return strings.Join(told, " ")
}

// sixth answers with five stones on the board after option A: swap, or play
// White's sixth stone.
func (d *decision) sixth() taraguchi.Answer {
	root := d.root
	if !d.over() {
		d.look(root, d.deepest, 0)
	}
	if root.looked() {
		d.tell("Black's chance with five stones: %.2f", root.black)
	}
	if d.choose(map[taraguchi.Kind]float64{taraguchi.Swap: root.black, taraguchi.Place: 1 - root.black}) == taraguchi.Swap {
		return swap
	}
	return taraguchi.PlaceOn(root.replyOrNear())
}

// pick takes one of ten offers for Black and plays White's sixth stone.
func (d *decision) pick() taraguchi.Answer {
	d.key = func(s *study) float64 { return s.black }
	d.study()
	best := d.bestByKey()
	if best.looked() {
		d.tell("Black's chance with each offer: %s", chances(d.root.next))
		d.tell("so %v, and White %v", best.last, best.replyOrNear())
	}
	return taraguchi.Answer{Kind: taraguchi.Pick, Points: []renju.Point{best.last, best.replyOrNear()}}
}
