//go:build !purego

package net

import "golang.org/x/sys/cpu"

// fast tells whether the processor has what the assembly needs.
var fast = cpu.X86.HasAVX2

//go:noescape
func applyAVX2(cells, rows, saved *Row, sums *[Regions]Row, changes *change, n int)

//go:noescape
func valueAVX2(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32

//go:noescape
func contextAVX2(hidden *[Hidden]int16, h *Head, context *Row)

//go:noescape
func scoreAVX2(context, cell *Row) int32

func apply(cells, rows, saved []Row, sums *[Regions]Row, changes []change) {
	if fast && len(changes) > 0 {
		applyAVX2(&cells[0], &rows[0], &saved[0], sums, &changes[0], len(changes))
		return
	}
	applyPlain(cells, rows, saved, sums, changes)
}

func value(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32 {
	if fast {
		return valueAVX2(sums, h, hidden)
	}
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Row) {
	if fast {
		contextAVX2(hidden, h, context)
		return
	}
	contextPlain(hidden, h, context)
}

func score(context, cell *Row) int32 {
	if fast {
		return scoreAVX2(context, cell)
	}
	return scorePlain(context, cell)
}
