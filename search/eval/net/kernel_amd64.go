//go:build !purego

package net

import (
	"golang.org/x/sys/cpu"

	"tengen/search/pattern"
)

// What the processor has decides which kernels run: those in assembly want AVX2,
// and the layers are faster where AVX-512 has VNNI.
var (
	hasAVX2 = cpu.X86.HasAVX2
	hasVNNI = cpu.X86.HasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI
)

// change is a ShapeChange that the assembly knows.
type change pattern.ShapeChange

//go:noescape
func applyAVX2(cells, shapes, saved *Point, sums *[Regions]Row, region *[pattern.CellsMost]uint8, changes *change, n int)

//go:noescape
func valueAVX2(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32

//go:noescape
func valueVNNI(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32

//go:noescape
func contextAVX2(hidden *[Hidden]int16, h *Head, context *Row)

//go:noescape
func scoreAVX2(context *Row, channels *Point, cells *pattern.Cell, scores *int32, n int)

func apply(cells, shapes, saved []Point, sums *[Regions]Row, region *[pattern.CellsMost]uint8, changes []pattern.ShapeChange) {
	if hasAVX2 {
		applyAVX2(&cells[0], &shapes[0], &saved[0], sums, region, (*change)(&changes[0]), len(changes))
		return
	}
	applyPlain(cells, shapes, saved, sums, region, changes)
}

func value(sums *[Regions]Row, h *Head, hidden *[Hidden]int16) int32 {
	switch {
	case hasVNNI:
		return valueVNNI(sums, h, hidden)
	case hasAVX2:
		return valueAVX2(sums, h, hidden)
	}
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Row) {
	if hasAVX2 {
		contextAVX2(hidden, h, context)
		return
	}
	contextPlain(hidden, h, context)
}

func score(context *Row, channels []Point, cells []pattern.Cell, scores []int32) {
	if hasAVX2 && len(cells) > 0 {
		_ = scores[len(cells)-1]
		scoreAVX2(context, &channels[0], &cells[0], &scores[0], len(cells))
		return
	}
	scorePlain(context, channels, cells, scores)
}
