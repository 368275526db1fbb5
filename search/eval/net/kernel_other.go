//go:build !amd64 || purego

package net

const fast = false

func apply(cells, rows, saved []Row, sums *[Regions]Row, changes []change) {
	applyPlain(cells, rows, saved, sums, changes)
}

func value(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32 {
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Row) { contextPlain(hidden, h, context) }

func score(context, cell *Row) int32 { return scorePlain(context, cell) }
