package train

import (
	"fmt"
	"math"

	"tengen/search/eval/net"
)

// round is the net that p is, in whole numbers.
func (p *params) round() (*net.Net, error) {
	n := new(net.Net)
	row := func(v *vector) (r net.Row) {
		for i, x := range v {
			r[i] = int8(whole(x, net.CellUnit, math.MaxInt8))
		}
		return r
	}
	point := func(v *vector) (r net.Point) {
		for i, x := range v {
			r[i] = int16(whole(x, net.CellUnit, net.BiasMost))
		}
		return r
	}
	for s := range p.rows {
		n.Value[s], n.Policy[s] = row(&p.rows[s].value), row(&p.rows[s].policy)
	}
	n.ValueBias, n.PolicyBias = point(&p.bias.value), point(&p.bias.policy)
	for i := range n.Heads {
		from, to := &p.heads[i], &n.Heads[i]
		first, firstBias := p.unscaled(from)
		layer(to.First[:], first, net.FirstUnit)
		layer(to.Second[:], from.second[:], net.WeightUnit)
		layer(to.Policy[:], from.policy[:], net.WeightUnit)
		bias(&to.FirstBias, &firstBias, net.InputUnit*net.FirstUnit)
		bias(&to.SecondBias, &from.secondBias, net.HiddenUnit*net.WeightUnit)
		bias(&to.PolicyBias, &from.policyBias, net.HiddenUnit*net.WeightUnit)
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

// unscaled are the weights, already rounded, and the bias of a first layer that reads
// the sums over the points as they are.
func (p *params) unscaled(h *head) (weights []vector, bias vector) {
	weights, bias = make([]vector, net.Channels), h.firstBias
	for i := range weights {
		weights[i].addTimes(p.scale[i], &h.first[i])
		for j, x := range weights[i] { // what rounding adds or takes must not add up over the mean
			weights[i][j] = float32(whole(x, net.FirstUnit, math.MaxInt16)) / net.FirstUnit
		}
		bias.addTimes(-p.mean[i], &weights[i])
	}
	return weights, bias
}

func whole(x float32, unit, most float64) int32 {
	return int32(max(-most, min(math.Round(float64(x)*unit), most)))
}

func layer(to [][net.Hidden][2]int16, from []vector, unit float64) {
	for i := range from {
		for j, x := range from[i] {
			to[i/2][j][i%2] = int16(whole(x, unit, math.MaxInt16))
		}
	}
}

func bias(to *[net.Hidden]int32, from *vector, unit float64) {
	for j, x := range from {
		to[j] = whole(x, unit, math.MaxInt32/4)
	}
}

// unround is the inverse of round, but for what rounding lost.
func unround(n *net.Net) *params {
	p := new(params)
	for s := range p.shapes {
		p.shapes[s] = point{value: float(n.Value[s][:]), policy: float(n.Policy[s][:])}
	}
	p.plain()
	p.follow()
	p.bias = point{value: float(n.ValueBias[:]), policy: float(n.PolicyBias[:])}
	for i := range n.Heads {
		from, to := &n.Heads[i], &p.heads[i]
		unlayer(to.first[:], from.First[:], net.FirstUnit)
		unlayer(to.second[:], from.Second[:], net.WeightUnit)
		unlayer(to.policy[:], from.Policy[:], net.WeightUnit)
		unbias(&to.firstBias, &from.FirstBias, net.InputUnit*net.FirstUnit)
		unbias(&to.secondBias, &from.SecondBias, net.HiddenUnit*net.WeightUnit)
		unbias(&to.policyBias, &from.PolicyBias, net.HiddenUnit*net.WeightUnit)
		for j, x := range from.Out {
			to.out[j] = float32(x) / net.WeightUnit
		}
		for i, x := range from.OutBias {
			to.threats[i] = float32(x) / (net.HiddenUnit * net.WeightUnit)
		}
	}
	return p
}

func unlayer(to []vector, from [][net.Hidden][2]int16, unit float32) {
	for i := range to {
		for j := range to[i] {
			to[i][j] = float32(from[i/2][j][i%2]) / unit
		}
	}
}

func unbias(to *vector, from *[net.Hidden]int32, unit float32) {
	for j, x := range from {
		to[j] = float32(x) / unit
	}
}

// float are the channels that a row or a bias stands for.
func float[N int8 | int16](whole []N) (v vector) {
	for i, x := range whole {
		v[i] = float32(x) / net.CellUnit
	}
	return v
}
