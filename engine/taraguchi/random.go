package taraguchi

import (
	"math/rand/v2"

	"tengen/engine/renju"
)

// RandomAnswer draws a legal answer to st, whose opening is not over: its kind, then its
// points. Offers are legal by the strict reading too.
func RandomAnswer(random *rand.Rand, st *State) Answer {
	var kinds []Kind
	for _, k := range []Kind{Place, Swap, Offer, Pick} {
		if st.Legal().Has(k) {
			kinds = append(kinds, k)
		}
	}
	a := Answer{Kind: pick(random, kinds)}
	switch a.Kind {
	case Place:
		a.Points = []renju.Point{pick(random, empty(st))}
	case Offer:
		distinct := Distinct(st.Stones(), true)
		random.Shuffle(len(distinct), func(i, j int) { distinct[i], distinct[j] = distinct[j], distinct[i] })
		a.Points = distinct[:Offers]
	case Pick:
		fifth := pick(random, st.Offers())
		sixth := fifth
		for sixth == fifth {
			sixth = pick(random, empty(st))
		}
		a.Points = []renju.Point{fifth, sixth}
	}
	return a
}

// empty returns the empty points of the square that the next stone must be in.
func empty(st *State) []renju.Point {
	var points []renju.Point
	board := st.Position().Board()
	for p := range board.Points() {
		if distanceFromCentre(p) <= st.Square() && board.At(p) == renju.Empty {
			points = append(points, p)
		}
	}
	return points
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }
