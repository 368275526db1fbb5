package train

import (
	"math"
	"math/rand/v2"

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
	// of the shape alone and of its kind. So what is learned of common shapes holds
	// for rare ones of their kind at first.
	rows   [pattern.ShapeCount]point
	shapes [pattern.ShapeCount]point
	kinds  [2 * pattern.LineKinds]point
	bias   point
	// The sums over regions are brought to a mean of 0 and a spread of 1 before the
	// first layer reads them, or most of its neurons would be clipped everywhere. mean
	// and square are what they and their squares have lately been on average, after so
	// many batches; scale follows from them. In a gradient they are sums of the
	// samples'.
	mean, square, scale [net.Regions]vector
	batches             float32 // fixed: mean and scale stay as they are
	heads               [pattern.Colours]head
}

const (
	fixed = -1
	// newest is the least part that a batch has in the averages.
	newest = 1.0 / 500
	// leastSpread bounds the scale.
	leastSpread = 0.1
)

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

// Bounds of a cell's rows and of the first layer's weights, with which their sums
// fit into the net's integers. Training comes nowhere near the first.
const (
	mostRow   = float32(net.RowMost) / net.CellUnit
	mostFirst = 1
)

// kindOf is the kind of a shape: what the colours would make on the line, which may
// be a diagonal.
var kindOf = func() (kinds [pattern.ShapeCount]uint16) {
	t := pattern.NewTables(renju.Renju, new(pattern.Weights))
	for s := range pattern.Shape(pattern.ShapeCount) {
		kinds[s] = uint16(2*t.Lines(s)) + uint16(s&1)
	}
	return kinds
}()

// follow works out what follows from other numbers.
func (p *params) follow() {
	for s := range p.rows {
		p.rows[s] = p.kinds[kindOf[s]]
		p.rows[s].add(&p.shapes[s])
	}
	for r := range p.scale {
		for i, mean := range p.mean[r] {
			p.scale[r][i] = 1 / float32(math.Sqrt(float64(max(p.square[r][i]-mean*mean, leastSpread*leastSpread))))
		}
	}
}

// share is the way back of follow for the gradient of n samples. It takes in what
// they say of the averages.
func (p *params) share(grad *params, n int) {
	grad.shapes = grad.rows
	grad.kinds = [len(p.kinds)]point{}
	for s := range grad.rows {
		grad.kinds[kindOf[s]].add(&grad.rows[s])
	}
	grad.rows = [len(p.rows)]point{}
	if p.batches != fixed {
		p.batches++
		part := max(1/p.batches, newest)
		for r := range p.mean {
			for i := range p.mean[r] {
				p.mean[r][i] += part * (grad.mean[r][i]/float32(n) - p.mean[r][i])
				p.square[r][i] += part * (grad.square[r][i]/float32(n) - p.square[r][i])
			}
		}
	}
	grad.mean, grad.square = [net.Regions]vector{}, [net.Regions]vector{}
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
	keep(&p.bias.value, mostRow)
	keep(&p.bias.policy, mostRow)
	for c := range p.heads {
		for i := range p.heads[c].first {
			for j, x := range p.heads[c].first[i] {
				most := mostFirst / p.scale[i/net.Channels][i%net.Channels]
				p.heads[c].first[i][j] = max(-most, min(x, most))
			}
		}
	}
}

// plain leaves the sums over regions as they are.
func (p *params) plain() {
	for r := range p.mean {
		for i := range p.mean[r] {
			p.mean[r][i], p.square[r][i] = 0, 1
		}
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
		fill(all(h.first[:]), net.Inputs)
		fill(all(h.second[:]), net.Hidden)
		fill(all(h.policy[:]), net.Hidden*100)
		fill([]*vector{&h.out}, net.Hidden*100)
	}
	return p
}
