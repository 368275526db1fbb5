package train

import (
	"math"
	"math/rand/v2"

	"tengen/cmd/tengen/fit"
	"tengen/engine/renju"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// point is what is said of an empty point: see net.Point.
type point struct{ value, policy vector }

func (p *point) add(o *point) {
	p.value.addTimes(1, &o.value)
	p.policy.addTimes(1, &o.policy)
}

// params are the numbers of a net before they are rounded: see net.Net for what
// they do. Here the channels of a cell run from 0 to 1. There is nothing but
// float32 in it, as fit.Run wants it.
type params struct {
	// rows are what the shapes of lines say of a point: each the sum of what is said
	// of the shape alone, of its kind and of its two sides. So what is learned of
	// common shapes holds for rare ones that are like them.
	rows   [pattern.ShapeCount]point
	shapes [pattern.ShapeCount]point
	kinds  [2 * pattern.LineKinds]point
	sides  [2 * pattern.SideCount]point
	bias   point
	// The sums over the points are brought to a mean of 0 and a spread of 1 before the
	// first layer reads them, or most of its neurons would be clipped everywhere. mean
	// and square are what they and their squares have lately been on average, after so
	// many batches; scale follows from them. In a gradient they are sums of the
	// samples'.
	mean, square, scale vector
	batches             float32 // fixed: mean and scale stay as they are
	heads               [net.HeadCount]head
}

const (
	fixed = -1
	// newest is the least part that a batch has in the averages.
	newest = 1.0 / 500
	// shapesDecay pulls what is said of a shape alone towards nothing.
	shapesDecay = 3e-5
	// leastSpread bounds the scale.
	leastSpread = 0.1
)

type head struct {
	first      [net.Channels]vector // from each input to all of the hidden layer
	firstBias  vector
	second     [net.Hidden]vector
	secondBias vector
	out        vector
	outBias    float32
	threats    [pattern.ThreatSets]float32
	policy     [net.Hidden]vector
	policyBias vector
}

// Bounds of rows, biases and the first layer's weights, with which they and their sums
// fit into the net's integers.
const (
	mostRow   = float32(math.MaxInt8) / net.CellUnit
	mostBias  = float32(net.BiasMost) / net.CellUnit
	mostFirst = 4
)

// like says what the shapes of lines have in common: of what kind each is (what the
// colours would make on the line), and of what sides. Diagonals are apart.
var like = func() (of [pattern.ShapeCount]struct{ kind, left, right uint16 }) {
	t := pattern.NewTables(renju.Renju, new(pattern.Weights))
	for s := range pattern.Shape(pattern.ShapeCount) {
		diagonal := uint16(s & 1)
		left, right := s.Sides()
		of[s].kind = 2*uint16(t.Lines(s)) + diagonal
		of[s].left, of[s].right = 2*uint16(left)+diagonal, 2*uint16(right)+diagonal
	}
	return of
}()

// follow works out what follows from other numbers.
func (p *params) follow() {
	for s := range p.rows {
		p.rows[s] = p.shapes[s]
		p.rows[s].add(&p.kinds[like[s].kind])
		p.rows[s].add(&p.sides[like[s].left])
		p.rows[s].add(&p.sides[like[s].right])
		toUnits(&p.rows[s])
	}
	for i, mean := range p.mean {
		p.scale[i] = 1 / float32(math.Sqrt(float64(max(p.square[i]-mean*mean, leastSpread*leastSpread))))
	}
}

// toUnits rounds rows to the net's units, so that training is of the net as it will be.
// Rounding afterwards cost 0.0008 of the value's loss. The slope is taken as if nothing
// were rounded.
func toUnits(p *point) {
	const shift = 3 << 22 // added to a small number, it leaves no bits below one
	for i, x := range fit.Flat(p) {
		fit.Flat(p)[i] = float32(float32(x*net.CellUnit+shift)-shift) / net.CellUnit
	}
}

// share is the way back of follow for the gradient of n samples. It takes in what
// they say of the averages.
func (p *params) share(grad *params, n int) {
	grad.shapes = grad.rows
	grad.kinds, grad.sides = [len(p.kinds)]point{}, [len(p.sides)]point{}
	for s := range grad.rows {
		grad.kinds[like[s].kind].add(&grad.rows[s])
		grad.sides[like[s].left].add(&grad.rows[s])
		grad.sides[like[s].right].add(&grad.rows[s])
		grad.shapes[s].value.addTimes(shapesDecay*float32(n), &p.shapes[s].value)
		grad.shapes[s].policy.addTimes(shapesDecay*float32(n), &p.shapes[s].policy)
	}
	grad.rows = [len(p.rows)]point{}
	if p.batches != fixed {
		p.batches++
		part := max(1/p.batches, newest)
		for i := range p.mean {
			p.mean[i] += part * (grad.mean[i]/float32(n) - p.mean[i])
			p.square[i] += part * (grad.square[i]/float32(n) - p.square[i])
		}
	}
	grad.mean, grad.square = vector{}, vector{}
}

// keepSmall keeps what could become too large for whole numbers in its bounds.
func (p *params) keepSmall() {
	keep := func(v *vector, most float32) {
		for i, x := range v {
			v[i] = max(-most, min(x, most))
		}
	}
	for s := range p.rows {
		keep(&p.rows[s].value, mostRow)
		keep(&p.rows[s].policy, mostRow)
	}
	keep(&p.bias.value, mostBias)
	keep(&p.bias.policy, mostBias)
	for c := range p.heads {
		for i := range p.heads[c].first {
			for j, x := range p.heads[c].first[i] {
				most := mostFirst / p.scale[i]
				p.heads[c].first[i][j] = max(-most, min(x, most))
			}
		}
	}
}

// plain leaves the sums over the points as they are.
func (p *params) plain() {
	for i := range p.mean {
		p.mean[i], p.square[i] = 0, 1
	}
	p.batches = fixed
}

// newParams draws the params that training begins with. They leave nearly all to the
// weights.
func newParams(seed uint64) *params {
	p := new(params)
	r := rand.New(rand.NewPCG(seed, 0))
	fill := func(vs []*vector, in float64) {
		for _, v := range vs {
			for j := range v {
				v[j] = float32(r.NormFloat64() * math.Sqrt(2/in))
			}
		}
	}
	all := func(vs []vector) (of []*vector) {
		for i := range vs {
			of = append(of, &vs[i])
		}
		return of
	}
	for s := range p.kinds {
		fill([]*vector{&p.kinds[s].value, &p.kinds[s].policy}, 800)
	}
	p.plain()
	p.batches = 0
	p.follow()
	for i := range p.bias.value {
		p.bias.value[i], p.bias.policy[i] = 0.2, 0.2
	}
	for c := range p.heads {
		h := &p.heads[c]
		fill(all(h.first[:]), net.Channels)
		fill(all(h.second[:]), net.Hidden)
		fill(all(h.policy[:]), net.Hidden*100)
		fill([]*vector{&h.out}, net.Hidden*100)
	}
	return p
}
