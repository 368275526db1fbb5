//go:build !purego

package net

import (
	"unsafe"

	"golang.org/x/sys/cpu"

	"tengen/search/pattern"
)

// What the processor has decides which kernels run: those in assembly want AVX2,
// and the layers are faster where AVX-512 has VNNI.
var (
	hasAVX2 = cpu.X86.HasAVX2
	hasVNNI = cpu.X86.HasAVX2 && cpu.X86.HasAVX512F && cpu.X86.HasAVX512VNNI
)

// Fast tells whether the kernels are fast enough for a net to be worth its time.
func Fast() bool { return hasAVX2 }

// change is a ShapeChange that the assembly knows.
type change pattern.ShapeChange

//go:noescape
func applyAVX2(cells *Point, rows *[pattern.ShapeCount]Row, saved, sums *Point, own pattern.Cell, changes *change, n int)

//go:noescape
func valueAVX2(sums *Point, h *Head, hidden *[Hidden]int16) int32

//go:noescape
func valueVNNI(sums *Point, h *Head, hidden *[Hidden]int16) int32

//go:noescape
func contextAVX2(hidden *[Hidden]int16, h *Head, context *Point)

//go:noescape
func scoreAVX2(context, bias *Point, rows *[pattern.ShapeCount]Row, shapes *[pattern.CellsMost][4]pattern.Shape, cells *pattern.Cell, scores *int32, n int)

func apply(cells []Point, rows *[pattern.ShapeCount]Row, saved []Point, sums *Point, own pattern.Cell, changes []pattern.ShapeChange) {
	if hasAVX2 {
		applyAVX2(&cells[0], rows, unsafe.SliceData(saved), sums, own, (*change)(unsafe.SliceData(changes)), len(changes))
		return
	}
	applyPlain(cells, rows, saved, sums, own, changes)
}

func value(sums *Point, h *Head, hidden *[Hidden]int16) int32 {
	switch {
	case hasVNNI:
		return valueVNNI(sums, h, hidden)
	case hasAVX2:
		return valueAVX2(sums, h, hidden)
	}
	return valuePlain(sums, h, hidden)
}

func context(hidden *[Hidden]int16, h *Head, context *Point) {
	if hasAVX2 {
		contextAVX2(hidden, h, context)
		return
	}
	contextPlain(hidden, h, context)
}

func score(context *Point, n *Net, shapes *[pattern.CellsMost][4]pattern.Shape, cells []pattern.Cell, scores []int32) {
	if hasAVX2 {
		_ = scores[:len(cells)]
		scoreAVX2(context, &n.PolicyBias, &n.Policy, shapes, unsafe.SliceData(cells), unsafe.SliceData(scores), len(cells))
		return
	}
	scorePlain(context, n, shapes, cells, scores)
}
