package train

import (
	"math"
	"math/rand/v2"
	"unsafe"

	"tengen/cmd/tengen/fit"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// vector is a cell's channels, or a hidden layer.
type vector [net.Channels]float32

// params are the numbers of a net before they are rounded: see net.Net for what
// they do. Here the channels of a cell run from 0 to 1. There is nothing but
// float32 in it, as flat wants it.
type params struct {
	shapes [2][pattern.ShapeCount]vector
	bias   vector
	heads  [pattern.Colours]head
}

type head struct {
	first      [net.Inputs]vector // from each input to all of the hidden layer
	firstBias  vector
	second     [net.Hidden]vector
	secondBias vector
	out        vector
	outBias    float32
	threats    [pattern.ThreatSets]float32
	policy     [net.Hidden]vector
	policyBias vector
}

// flat is all of the params in a row.
func (p *params) flat() []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(p)), unsafe.Sizeof(*p)/unsafe.Sizeof(float32(0)))
}

// Bounds of a cell's rows and of the first layer's weights, with which their sums
// fit into the net's integers. Training comes nowhere near the first.
const (
	mostRow   = float32(net.RowMost) / net.CellUnit
	mostFirst = 2
)

// keepSmall keeps what could become too large for whole numbers in its bounds.
func (p *params) keepSmall() {
	keep := func(v *vector, most float32) {
		for i, x := range v {
			v[i] = max(-most, min(x, most))
		}
	}
	for kind := range p.shapes {
		for s := range p.shapes[kind] {
			keep(&p.shapes[kind][s], mostRow)
		}
	}
	keep(&p.bias, mostRow)
	for c := range p.heads {
		for i := range p.heads[c].first {
			keep(&p.heads[c].first[i], mostFirst)
		}
	}
}

// newParams draws the params that training begins with.
func newParams(seed uint64) *params {
	p := new(params)
	r := rand.New(rand.NewPCG(seed, 0))
	fill := func(vs []vector, in float64) {
		for i := range vs {
			for j := range vs[i] {
				vs[i][j] = float32(r.NormFloat64() * math.Sqrt(2/in))
			}
		}
	}
	fill(p.shapes[0][:], 800)
	fill(p.shapes[1][:], 800)
	for i := range p.bias {
		p.bias[i] = 0.2
	}
	for c := range p.heads {
		h := &p.heads[c]
		fill(h.first[:], net.Inputs)
		fill(h.second[:], net.Hidden)
		fill(h.policy[:], net.Hidden*8)
		out := make([]vector, 1)
		fill(out, net.Hidden)
		h.out = out[0]
	}
	return p
}

// inputScale makes the sum over a region an input of order one.
const inputScale = 1.0 / net.InputDivisor

// pass is the room for one sample's way through the net and back.
type pass struct {
	shapes *pattern.Shapes
	cells  []pattern.Cell // the empty ones
	rows   [boardCells][4]uint16
	value  [boardCells]vector // of a cell, clipped to 0 and 1
	slope  [boardCells]vector
	input  [net.Regions]vector
	moves  []pattern.Cell
	scores []float64 // of the moves
	chance []float64 // of each move to be chosen
	logit  float32   // the value
}

var regions = func() (r [boardCells]uint8) {
	for c := range r {
		r[c] = uint8(net.Region(c%boardSize, c/boardSize, boardSize))
	}
	return r
}()

func newPass() *pass {
	return &pass{shapes: pattern.NewShapes(boardSize)}
}

func clip(v float32) float32 { return max(0, min(v, 1)) }

// run takes a sample through the net and, if grad is not nil, adds the gradient
// of its losses to it.
func (w *pass) run(p *params, s *sample, turn *[boardCells]pattern.Cell, share float32, grad *params) fit.Losses {
	w.setUp(s, turn)
	me := int(s.toMove)
	h := &p.heads[me]

	// The cells.
	w.input = [net.Regions]vector{}
	for _, c := range w.cells {
		r := &w.rows[c]
		a, b := &p.shapes[0][r[0]], &p.shapes[0][r[1]]
		d, e := &p.shapes[1][r[2]], &p.shapes[1][r[3]]
		v := &w.value[c]
		in := &w.input[regions[c]]
		for i := range v {
			x := clip(p.bias[i] + a[i] + b[i] + d[i] + e[i])
			v[i] = x
			in[i] += x
		}
	}
	// The value.
	z1 := h.firstBias
	for region := range w.input {
		for i := range w.input[region] {
			x := w.input[region][i] * inputScale
			w.input[region][i] = x
			if x == 0 {
				continue
			}
			f := &h.first[region*net.Channels+i]
			for j := range z1 {
				z1[j] += x * f[j]
			}
		}
	}
	var h1, h2 vector
	for j := range h1 {
		h1[j] = clip(z1[j])
	}
	z2 := h.secondBias
	for i, x := range h1 {
		if x == 0 {
			continue
		}
		f := &h.second[i]
		for j := range z2 {
			z2[j] += x * f[j]
		}
	}
	logit := h.outBias + h.threats[s.threats]
	for j := range h2 {
		h2[j] = clip(z2[j])
		logit += h2[j] * h.out[j]
	}
	w.logit = logit
	prob := 1 / (1 + math.Exp(-float64(logit)))
	t := float64(s.target)
	l := fit.Losses{Values: 1}
	l.Value = -t*math.Log(max(prob, 1e-12)) - (1-t)*math.Log(max(1-prob, 1e-12))

	// The policy.
	var context vector
	w.moves = w.moves[:0]
	if s.candidates != (cellSet{}) {
		w.candidates(s, turn)
		context = h.policyBias
		for i, x := range h1 {
			f := &h.policy[i]
			for j := range context {
				context[j] += x * f[j]
			}
		}
		w.scores, w.chance = w.scores[:0], w.chance[:0]
		top := math.Inf(-1)
		for _, c := range w.moves {
			v := &w.value[c]
			sum := float32(0)
			for i := range v {
				sum += v[i] * context[i]
			}
			w.scores = append(w.scores, float64(sum))
			top = max(top, float64(sum))
		}
		l.Moves = 1
		sum := 0.0
		if w.scores[0] == top {
			l.First = 1
		}
		for _, v := range w.scores {
			w.chance = append(w.chance, math.Exp(v-top))
			sum += math.Exp(v - top)
		}
		for i := range w.chance {
			w.chance[i] /= sum
		}
		l.Move = math.Log(sum) - (w.scores[0] - top)
	}
	if grad == nil {
		return l
	}

	// And back.
	g := &grad.heads[me]
	dLogit := float32(prob - t)
	g.outBias += dLogit
	g.threats[s.threats] += dLogit
	var dz2, dh1 vector
	for j := range h2 {
		g.out[j] += dLogit * h2[j]
		if z2[j] > 0 && z2[j] < 1 {
			dz2[j] = dLogit * h.out[j]
		}
		g.secondBias[j] += dz2[j]
	}
	for i, x := range h1 {
		f, df := &h.second[i], &g.second[i]
		sum := float32(0)
		for j := range dz2 {
			df[j] += x * dz2[j]
			sum += f[j] * dz2[j]
		}
		dh1[i] = sum
	}
	for _, c := range w.cells {
		w.slope[c] = vector{}
	}
	if len(w.moves) > 0 {
		var dContext vector
		for i, c := range w.moves {
			d := float32(w.chance[i])
			if i == 0 {
				d--
			}
			d *= share
			v, dv := &w.value[c], &w.slope[c]
			for j := range v {
				dContext[j] += d * v[j]
				dv[j] = d * context[j]
			}
		}
		for i, x := range h1 {
			f, df := &h.policy[i], &g.policy[i]
			sum := float32(0)
			for j := range dContext {
				df[j] += x * dContext[j]
				sum += f[j] * dContext[j]
			}
			dh1[i] += sum
		}
		for j := range dContext {
			g.policyBias[j] += dContext[j]
		}
	}
	var dz1 vector
	for j := range dz1 {
		if z1[j] > 0 && z1[j] < 1 {
			dz1[j] = dh1[j]
		}
		g.firstBias[j] += dz1[j]
	}
	var dInput [net.Regions]vector
	for region := range w.input {
		for i, x := range w.input[region] {
			f, df := &h.first[region*net.Channels+i], &g.first[region*net.Channels+i]
			sum := float32(0)
			for j := range dz1 {
				df[j] += x * dz1[j]
				sum += f[j] * dz1[j]
			}
			dInput[region][i] = sum * inputScale
		}
	}
	for _, c := range w.cells {
		v, dv, in := &w.value[c], &w.slope[c], &dInput[regions[c]]
		live := false
		for i := range dv {
			d := dv[i] + in[i]
			if v[i] <= 0 || v[i] >= 1 {
				d = 0
			}
			dv[i] = d
			live = live || d != 0
		}
		if !live {
			continue
		}
		r := &w.rows[c]
		a, b := &grad.shapes[0][r[0]], &grad.shapes[0][r[1]]
		d, e := &grad.shapes[1][r[2]], &grad.shapes[1][r[3]]
		for i, x := range dv {
			a[i] += x
			b[i] += x
			d[i] += x
			e[i] += x
			grad.bias[i] += x
		}
	}
	return l
}

// setUp finds the rows of the sample's empty cells, the board turned.
func (w *pass) setUp(s *sample, turn *[boardCells]pattern.Cell) {
	w.shapes.Clear()
	var taken pattern.Set
	for colour := range s.stones {
		for c := range s.stones[colour].all() {
			q := turn[c]
			w.shapes.Put(q, pattern.StoneOf(colour))
			taken.Add(q)
		}
	}
	w.cells = w.cells[:0]
	for c := range pattern.Cell(boardCells) {
		if taken.Has(c) {
			continue
		}
		w.cells = append(w.cells, c)
		r := &w.rows[c]
		for d := range r {
			r[d] = uint16(w.shapes.At(c, d))
		}
	}
}

// candidates lists the moves to choose from, the chosen one first.
func (w *pass) candidates(s *sample, turn *[boardCells]pattern.Cell) {
	w.moves = append(w.moves, turn[s.chosen])
	for c := range s.candidates.all() {
		if c != pattern.Cell(s.chosen) {
			w.moves = append(w.moves, turn[c])
		}
	}
}
