//go:build !amd64 || purego

package net

import "tengen/search/pattern"

// Fast tells whether the kernels are fast enough for a net to be worth its time.
func Fast() bool { return false }

func apply(cells []Point, rows *[pattern.ShapeCount]Row, saved []Point, sums *Point, own pattern.Cell, changes []pattern.ShapeChange) {
	applyPlain(cells, rows, saved, sums, own, changes)
}

func value(sums *Point, h *Head, hidden *[Hidden]int16) int32 {
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Point) { contextPlain(hidden, h, context) }

func score(context *Point, n *Net, shapes *[pattern.CellsMost][4]pattern.Shape, cells []pattern.Cell, scores []int32) {
	scorePlain(context, n, shapes, cells, scores)
}
