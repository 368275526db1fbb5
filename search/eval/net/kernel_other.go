//go:build !amd64 || purego

package net

import "tengen/search/pattern"

func apply(cells, shapes, saved []Point, sums *[Regions]Row, region *[pattern.CellsMost]uint8, changes []pattern.ShapeChange) {
	applyPlain(cells, shapes, saved, sums, region, changes)
}

func value(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32 {
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Row) { contextPlain(hidden, h, context) }

func score(context *Row, channels []Point, cells []pattern.Cell, scores []int32) {
	scorePlain(context, channels, cells, scores)
}
