package net

import (
	"math"

	"tengen/search/pattern"
)

// The kernels in plain Go. On amd64 they are the measure of those in assembly
// (kernel_amd64.s), bit by bit; elsewhere, and with the build tag purego, they are
// what runs.

// clip brings a channel to what counts.
func clip(v int16) int16 { return max(0, min(v, CellUnit)) }

// applyPlain replaces the shapes of lines through cells, keeps the sums right and
// saves what the cells were.
func applyPlain(cells, shapes, saved []Point, sums *[Regions]Row, region *[pattern.CellsMost]uint8, changes []pattern.ShapeChange) {
	for i := range changes {
		ch := &changes[i]
		cell, sum := &cells[ch.Cell], &sums[region[ch.Cell]]
		was, is := &shapes[ch.Was], &shapes[ch.Is]
		saved[i] = *cell
		for j, v := range &cell.Value {
			w := v - was.Value[j] + is.Value[j]
			cell.Value[j] = w
			sum[j] += clip(w) - clip(v)
			cell.Policy[j] += is.Policy[j] - was.Policy[j]
		}
	}
}

// Shifts that take a layer's sum to the unit of what comes out of it.
const (
	firstShift   = 11 // InputUnit*WeightUnit to HiddenUnit
	secondShift  = 10 // HiddenUnit*WeightUnit to HiddenUnit
	contextShift = 13 // HiddenUnit*WeightUnit to ContextUnit
)

// valuePlain reads the sums: it fills the first hidden layer and returns the output
// without its bias.
func valuePlain(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32 {
	z := h.FirstBias
	for r := range sums {
		for i := 0; i < Channels; i += 2 {
			a, b := int32(sums[r][i]), int32(sums[r][i+1])
			for j, w := range &h.First[(r*Channels+i)/2] {
				z[j] += a*int32(w[0]) + b*int32(w[1])
			}
		}
	}
	for j := range z {
		hidden[j] = int16(max(0, min(z[j]>>firstShift, HiddenUnit)))
	}
	z = h.SecondBias
	addLayer(&z, hidden, &h.Second)
	out := int32(0)
	for j := range z {
		out += max(0, min(z[j]>>secondShift, HiddenUnit)) * int32(h.Out[j])
	}
	return out
}

// contextPlain is what the policy looks for, in parts of ContextUnit.
func contextPlain(hidden *[Hidden]int16, h *Head, context *Row) {
	z := h.PolicyBias
	addLayer(&z, hidden, &h.Policy)
	for j := range z {
		context[j] = int16(max(math.MinInt16, min(z[j]>>contextShift, math.MaxInt16)))
	}
}

// addLayer adds what a layer of weights makes of its inputs.
func addLayer(z *[Hidden]int32, in *[Hidden]int16, weights *[Hidden / 2][Hidden][2]int16) {
	for i := range weights {
		a, b := int32(in[2*i]), int32(in[2*i+1])
		for j, w := range &weights[i] {
			z[j] += a*int32(w[0]) + b*int32(w[1])
		}
	}
}

// scorePlain is how well the policy's channels of cells meet the context.
func scorePlain(context *Row, channels []Point, cells []pattern.Cell, scores []int32) {
	for i, c := range cells {
		sum := int32(0)
		for j, v := range &channels[c].Policy {
			sum += int32(clip(v)) * int32(context[j])
		}
		scores[i] = sum
	}
}
