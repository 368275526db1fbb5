package train

import (
	"tengen/cmd/tengen/fit"
	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// inputScale makes the sum over the points an input of order one.
const inputScale = 1.0 / net.InputDivisor

// policyShare is the part of the slope of the policy's loss that reaches the layer
// which the policy shares with the value. All of it would be so much more than the
// value's own that the value learned nothing.
const policyShare = 0.05

// pass is a sample's way through the net and back. What begins with d is the
// slope of the loss by what follows.
type pass struct {
	share   float32 // weight of the policy's loss
	through float32 // policyShare, but in a test

	shapes *pattern.Shapes
	cells  []pattern.Cell // the empty ones
	rows   [boardCells][4]pattern.Shape
	value  [boardCells]vector // the value's channels of each cell
	policy [boardCells]vector // the policy's, of the moves
	looks  [boardCells]vector // and their squares

	input, scaled   vector  // the sums of squares, and as the first layer reads them
	first, second   vector  // the hidden layers before they are clipped
	hidden, hidden2 vector  // and after
	logit           float32 // of the chance of the side to move

	moves   []pattern.Cell // to choose from, the chosen one first
	bases   []float64      // their logits as the weights see them
	context vector
	scores  []float64 // of the moves
	chances []float64 // of each to be chosen
}

func newPass(share float32) *pass {
	return &pass{share: share, through: policyShare, shapes: pattern.NewShapes(boardSize)}
}

// run takes a sample through the net and, if grad is not nil, adds the gradient
// of its losses to it.
func (w *pass) run(p *params, s *sample, turn renju.Symmetry, grad *params) fit.Losses {
	w.setUp(s, &turned[turn])
	h := &p.heads[s.head]
	w.readCells(p)
	w.readValue(p, h, s)
	var l fit.Losses
	chance := l.AddValue(float64(w.logit), float64(s.target))
	if len(w.moves) > 0 {
		w.readPolicy(p, h)
		w.chances = append(w.chances[:0], w.scores...)
		l.AddChoice(w.chances)
	}
	if grad != nil {
		g := &grad.heads[s.head]
		dHidden := w.backValue(h, g, s, float32(chance-float64(s.target)))
		if len(w.moves) > 0 {
			d := w.backPolicy(h, g, grad)
			dHidden.addTimes(w.through, &d)
		}
		w.backCells(p, h, g, grad, &dHidden)
	}
	return l
}

// valuesOf are the value's rows of four shapes.
func (p *params) valuesOf(shapes *[4]pattern.Shape) (rows [4]*vector) {
	for d, s := range shapes {
		rows[d] = &p.rows[s].value
	}
	return rows
}

// policiesOf are the policy's.
func (p *params) policiesOf(shapes *[4]pattern.Shape) (rows [4]*vector) {
	for d, s := range shapes {
		rows[d] = &p.rows[s].policy
	}
	return rows
}

func (w *pass) readCells(p *params) {
	w.input = vector{}
	for _, c := range w.cells {
		rows := p.valuesOf(&w.rows[c])
		readCell(&w.value[c], &w.input, &p.bias.value, &rows, inputScale)
	}
}

func (w *pass) readValue(p *params, h *head, s *sample) {
	w.first = h.firstBias
	for i, x := range w.input {
		x = (x - p.mean[i]) * p.scale[i]
		w.scaled[i] = x
		w.first.addTimes(x, &h.first[i])
	}
	w.hidden = w.first.clipped()
	w.second = h.secondBias
	for i, x := range w.hidden {
		w.second.addTimes(x, &h.second[i])
	}
	w.hidden2 = w.second.clipped()
	w.logit = s.base + h.outBias + h.threats[s.threats] + w.hidden2.dot(&h.out)
}

// readPolicy scores the moves.
func (w *pass) readPolicy(p *params, h *head) {
	w.context = h.policyBias
	for i, x := range w.hidden {
		w.context.addTimes(x, &h.policy[i])
	}
	w.scores = w.scores[:0]
	for i, c := range w.moves {
		rows := p.policiesOf(&w.rows[c])
		w.looks[c] = vector{}
		readCell(&w.policy[c], &w.looks[c], &p.bias.policy, &rows, 1)
		w.scores = append(w.scores, w.bases[i]+float64(w.looks[c].dot(&w.context)))
	}
}

func (w *pass) backValue(h, g *head, s *sample, dLogit float32) (dHidden vector) {
	g.outBias += dLogit
	g.threats[s.threats] += dLogit
	g.out.addTimes(dLogit, &w.hidden2)
	var dHidden2 vector
	dHidden2.addTimes(dLogit, &h.out)
	dSecond := w.second.open(&dHidden2)
	g.secondBias.addTimes(1, &dSecond)
	for i, x := range w.hidden {
		g.second[i].addTimes(x, &dSecond)
		dHidden[i] = h.second[i].dot(&dSecond)
	}
	return dHidden
}

func (w *pass) backPolicy(h, g *head, grad *params) (dHidden vector) {
	var dContext vector
	for i, c := range w.moves {
		d := w.share * float32(w.chances[i])
		if i == 0 {
			d -= w.share
		}
		dContext.addTimes(d, &w.looks[c])
		rows := grad.policiesOf(&w.rows[c])
		backCell(&w.policy[c], &w.context, &grad.bias.policy, &rows, 2*d)
	}
	g.policyBias.addTimes(1, &dContext)
	for i, x := range w.hidden {
		g.policy[i].addTimes(x, &dContext)
		dHidden[i] = h.policy[i].dot(&dContext)
	}
	return dHidden
}

func (w *pass) backCells(p *params, h, g *head, grad *params, dHidden *vector) {
	dFirst := w.first.open(dHidden)
	g.firstBias.addTimes(1, &dFirst)
	var dInput vector
	for i, x := range w.scaled {
		g.first[i].addTimes(x, &dFirst)
		dInput[i] = p.scale[i] * h.first[i].dot(&dFirst)

		sum := w.input[i]
		grad.mean[i] += sum
		grad.square[i] += sum * sum
	}
	for _, c := range w.cells {
		rows := grad.valuesOf(&w.rows[c])
		backCell(&w.value[c], &dInput, &grad.bias.value, &rows, 2*inputScale)
	}
}

// setUp finds the rows of the sample's empty cells, the board turned, and the moves
// to choose from.
func (w *pass) setUp(s *sample, turn *[boardCells]pattern.Cell) {
	w.shapes.Clear()
	var taken pattern.Set
	for colour := range s.stones {
		for c := range s.stones[colour].all() {
			q := turn[c]
			w.shapes.Place(q, pattern.StoneOf(colour))
			taken.Add(q)
		}
	}
	w.cells = w.cells[:0]
	for c := range pattern.Cell(boardCells) {
		if taken.Has(c) {
			continue
		}
		w.cells = append(w.cells, c)
		w.rows[c] = *w.shapes.At(c)
	}
	w.moves, w.bases = w.moves[:0], w.bases[:0]
	if s.candidates == (cellSet{}) {
		return
	}
	i := 0
	for c := range s.candidates.all() {
		w.moves = append(w.moves, turn[c])
		w.bases = append(w.bases, float64(s.scores[i])/eval.MoveScale)
		if c == pattern.Cell(s.chosen) {
			w.moves[0], w.moves[i] = w.moves[i], w.moves[0]
			w.bases[0], w.bases[i] = w.bases[i], w.bases[0]
		}
		i++
	}
}
