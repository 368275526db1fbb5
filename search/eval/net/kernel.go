package net

import (
	"math"

	"tengen/search/pattern"
)

// The kernels in plain Go. On amd64 they are the measure of those in assembly
// (kernel_amd64.s), bit by bit; elsewhere, and with the build tag purego, they are
// what runs.

// square is the square of what counts of a channel, rounded.
func square(v int16) int16 {
	const shift = 7 // CellUnit*CellUnit to SquareUnit
	v = max(0, min(v, CellUnit))
	return (v*v + 1<<(shift-1)) >> shift
}

// applyPlain takes the cell of a new stone out of the sums. It replaces the shapes of
// lines through other cells, keeps the sums right and saves what those were.
func applyPlain(cells []Point, rows *[pattern.ShapeCount]Row, saved []Point, sums *Point, own pattern.Cell, changes []pattern.ShapeChange) {
	for j, v := range &cells[own] {
		sums[j] -= square(v)
	}
	for i := range changes {
		ch := &changes[i]
		cell, was, is := &cells[ch.Cell], &rows[ch.Was], &rows[ch.Is]
		saved[i] = *cell
		for j, v := range cell {
			w := v + int16(is[j]) - int16(was[j])
			cell[j] = w
			sums[j] += square(w) - square(v)
		}
	}
}

// Shifts that take a layer's sum to the unit of what comes out of it.
const (
	firstShift   = 9  // InputUnit*FirstUnit to HiddenUnit
	secondShift  = 10 // HiddenUnit*WeightUnit to HiddenUnit
	contextShift = 13 // HiddenUnit*WeightUnit to ContextUnit
)

// valuePlain reads the sums: it fills the first hidden layer and returns the output
// without its bias.
func valuePlain(sums *Point, h *Head, hidden *[Hidden]int16) int32 {
	z := h.FirstBias
	addLayer(&z, (*[Hidden]int16)(sums), &h.First)
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
func contextPlain(hidden *[Hidden]int16, h *Head, context *Point) {
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
func scorePlain(context *Point, n *Net, shapes *[pattern.CellsMost][4]pattern.Shape, cells []pattern.Cell, scores []int32) {
	for i, c := range cells {
		cell := n.PolicyBias
		for _, shape := range shapes[c] {
			cell.add(&n.Policy[shape])
		}
		sum := int32(0)
		for j, v := range cell {
			sum += int32(square(v)) * int32(context[j])
		}
		scores[i] = sum
	}
}
