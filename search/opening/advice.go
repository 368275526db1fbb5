package opening

import (
	"cmp"
	"slices"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// Advice is an answer with what was weighed for it.
type Advice struct {
	Answer taraguchi.Answer
	Here   Stone    // with five stones: the last one
	Kinds  []Choice // of answer, where there are several, the best first
	Stones []Stone  // that may be placed, offered or picked: the best for the one who does so first, the unknown last
	Offers []Stone  // with four stones: the ten that are best to offer, whether we do or not
}

// A Choice is a kind of answer and what it is worth: the winning chance of the player
// who gives it.
type Choice struct {
	Kind  taraguchi.Kind
	Worth float64
}

// A Stone is a next stone and what the position after it is worth.
type Stone struct {
	Point  renju.Point
	Twins  []renju.Point // that the board's symmetries make of it, all of the same worth
	Inside bool          // it may be placed; other fifth stones may only be offered
	Worth  float64       // what the stone leaves to the player who places it
	Black  float64       // with five stones or more: Black's winning chance, by which offers and picks go
	Doubt  float64       // by how much that is uncertain, as a standard deviation; 0 where it is proved
	Nodes  int64         // that were spent to find out; 0: nothing is known
	Reply  renju.Point   // the best that may follow, Pass where that is not known
}

// advice tells what was weighed for an answer.
func (d *decision) advice(a taraguchi.Answer) Advice {
	told := Advice{Answer: a}
	for kind, worth := range d.worth {
		if d.kinds.Has(kind) {
			told.Kinds = append(told.Kinds, Choice{kind, worth})
		}
	}
	slices.SortFunc(told.Kinds, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Worth, a.Worth), cmp.Compare(a.Kind, b.Kind))
	})
	root := d.root
	for _, s := range root.next {
		told.Stones = append(told.Stones, s.stone())
	}
	if root.stones == 5 {
		told.Here = root.stone()
	}
	best := func(s Stone) float64 { return s.Worth }
	switch {
	case d.kinds.Has(taraguchi.Pick):
		best = func(s Stone) float64 { return -s.Black }
	case root.stones == 4:
		best = func(s Stone) float64 { return s.Black }
		for _, s := range bestTen(root.next, (*study).sure) {
			told.Offers = append(told.Offers, s.stone())
		}
	}
	slices.SortStableFunc(told.Stones, func(a, b Stone) int {
		if known := a.Nodes > 0; known != (b.Nodes > 0) {
			if known {
				return -1
			}
			return 1
		}
		return cmp.Compare(best(b), best(a))
	})
	return told
}

// stone tells of the position as of its last stone.
func (s *study) stone() Stone {
	stones := s.pos.Moves()
	told := Stone{
		Point: s.last, Inside: s.inside, Worth: 1 - s.worth, Black: s.black, Nodes: s.total, Reply: s.reply,
		Twins: taraguchi.Twins(stones[:len(stones)-1], s.last, false)[1:],
	}
	if s.stones == 5 {
		told.Worth = s.balance()
		if s.black > 0 && s.black < 1 {
			told.Doubt = doubt(s.effort)
		}
	}
	if !s.known() {
		told.Worth = 0.5
	}
	return told
}
