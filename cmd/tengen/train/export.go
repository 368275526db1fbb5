package train

import (
	"fmt"
	"math"

	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// round is the net that p is, in whole numbers.
func (p *params) round() (*net.Net, error) {
	n := new(net.Net)
	row := func(v *vector) (r net.Row) {
		for i, x := range v {
			r[i] = int16(whole(x, net.CellUnit, net.RowMost))
		}
		return r
	}
	point := func(p *point) net.Point { return net.Point{Value: row(&p.value), Policy: row(&p.policy)} }
	for s := range p.rows {
		n.Shapes[s] = point(&p.rows[s])
	}
	n.Bias = point(&p.bias)
	for colour := range pattern.Colours {
		from, to := &p.heads[colour], &n.Heads[colour]
		first, firstBias := p.unscaled(from)
		layer(to.First[:], first)
		layer(to.Second[:], from.second[:])
		layer(to.Policy[:], from.policy[:])
		bias(&to.FirstBias, &firstBias, net.InputUnit)
		bias(&to.SecondBias, &from.secondBias, net.HiddenUnit)
		bias(&to.PolicyBias, &from.policyBias, net.HiddenUnit)
		for j, x := range from.out {
			to.Out[j] = int16(whole(x, net.WeightUnit, math.MaxInt16))
		}
		for i, x := range from.threats {
			to.OutBias[i] = whole(from.outBias+x, net.HiddenUnit*net.WeightUnit, math.MaxInt32/4)
		}
	}
	if err := n.Check(); err != nil {
		return nil, fmt.Errorf("the net cannot be rounded: %w", err)
	}
	return n, nil
}

// unscaled are the weights and bias of a first layer that reads the sums over
// regions as they are.
func (p *params) unscaled(h *head) (weights []vector, bias vector) {
	weights, bias = make([]vector, net.Inputs), h.firstBias
	for i := range weights {
		r, channel := i/net.Channels, i%net.Channels
		weights[i].addTimes(p.scale[r][channel], &h.first[i])
		bias.addTimes(-p.mean[r][channel], &weights[i])
	}
	return weights, bias
}

func whole(x float32, unit, most float64) int32 {
	return int32(max(-most, min(math.Round(float64(x)*unit), most)))
}

func layer(to [][net.Hidden][2]int16, from []vector) {
	for i := range from {
		for j, x := range from[i] {
			to[i/2][j][i%2] = int16(whole(x, net.WeightUnit, math.MaxInt16))
		}
	}
}

func bias(to *[net.Hidden]int32, from *vector, unit float64) {
	for j, x := range from {
		to[j] = whole(x, unit*net.WeightUnit, math.MaxInt32/4)
	}
}

// unround is the inverse of round, but for what rounding lost.
func unround(n *net.Net) *params {
	p := new(params)
	row := func(r *net.Row) (v vector) {
		for i, x := range r {
			v[i] = float32(x) / net.CellUnit
		}
		return v
	}
	point := func(p *net.Point) point { return point{value: row(&p.Value), policy: row(&p.Policy)} }
	for s := range n.Shapes {
		p.shapes[s] = point(&n.Shapes[s])
	}
	p.plain()
	p.follow()
	p.bias = point(&n.Bias)
	for colour := range pattern.Colours {
		from, to := &n.Heads[colour], &p.heads[colour]
		unlayer(to.first[:], from.First[:])
		unlayer(to.second[:], from.Second[:])
		unlayer(to.policy[:], from.Policy[:])
		unbias(&to.firstBias, &from.FirstBias, net.InputUnit)
		unbias(&to.secondBias, &from.SecondBias, net.HiddenUnit)
		unbias(&to.policyBias, &from.PolicyBias, net.HiddenUnit)
		for j, x := range from.Out {
			to.out[j] = float32(x) / net.WeightUnit
		}
		for i, x := range from.OutBias {
			to.threats[i] = float32(x) / (net.HiddenUnit * net.WeightUnit)
		}
	}
	return p
}

func unlayer(to []vector, from [][net.Hidden][2]int16) {
	for i := range to {
		for j := range to[i] {
			to[i][j] = float32(from[i/2][j][i%2]) / net.WeightUnit
		}
	}
}

func unbias(to *vector, from *[net.Hidden]int32, unit float32) {
	for j, x := range from {
		to[j] = float32(x) / (unit * net.WeightUnit)
	}
}
