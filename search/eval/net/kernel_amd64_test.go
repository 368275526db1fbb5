//go:build !purego

package net

import (
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/search/pattern"
)

// The kernels in assembly compute the same bits as the plain ones.
func TestFastKernelsAreThePlainOnes(t *testing.T) {
	if !hasAVX2 {
		t.Skip("no fast kernels here")
	}
	valueKernels := map[string]func(*[Regions]Row, *Head, *[Hidden]int16) int32{"AVX2": valueAVX2}
	if hasVNNI {
		valueKernels["VNNI"] = valueVNNI
	}
	r := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(20) {
		n := randomNet(seed)
		h := &n.Heads[seed%2]
		sums := new([Regions]Row)
		for i := range sums {
			for j := range sums[i] {
				sums[i][j] = int16(r.IntN(64*CellUnit + 1))
			}
		}
		var hidden [Hidden]int16
		want := valuePlain(sums, h, &hidden)
		for name, kernel := range valueKernels {
			var got [Hidden]int16
			if v := kernel(sums, h, &got); v != want || got != hidden {
				t.Fatalf("%s: value %d, hidden %v; want %d, %v", name, v, got, want, hidden)
			}
		}

		var aim, wantAim Row
		contextAVX2(&hidden, h, &aim)
		contextPlain(&hidden, h, &wantAim)
		if aim != wantAim {
			t.Fatalf("context %v, want %v", aim, wantAim)
		}

		channels := make([]Point, 225)
		for i := range channels {
			for j := range Channels {
				channels[i].Value[j] = int16(r.IntN(4*RowMost) - 2*RowMost)
				channels[i].Policy[j] = int16(r.IntN(4*RowMost) - 2*RowMost)
			}
		}
		for n := range 12 {
			cells := make([]pattern.Cell, n)
			for i := range cells {
				cells[i] = pattern.Cell(r.IntN(len(channels)))
			}
			got, want := make([]int32, n+1), make([]int32, n+1)
			score(&aim, channels, cells, got)
			scorePlain(&aim, channels, cells, want)
			if !slices.Equal(got, want) {
				t.Fatalf("scores %v, want %v", got, want)
			}
		}

		shapes := NewTables(n).shapes
		var region [pattern.CellsMost]uint8
		for c := range region {
			region[c] = uint8(r.IntN(Regions))
		}
		changes := make([]pattern.ShapeChange, 41)
		for i := range changes {
			changes[i] = pattern.ShapeChange{Cell: pattern.Cell(r.IntN(len(channels))), Was: pattern.Shape(r.IntN(len(shapes))), Is: pattern.Shape(r.IntN(len(shapes)))}
		}
		wantChannels, wantSums := slices.Clone(channels), *sums
		saved, wantSaved := make([]Point, len(changes)), make([]Point, len(changes))
		apply(channels, shapes, saved, sums, &region, changes)
		applyPlain(wantChannels, shapes, wantSaved, &wantSums, &region, changes)
		if *sums != wantSums || !slices.Equal(channels, wantChannels) || !slices.Equal(saved, wantSaved) {
			t.Fatal("changes are applied otherwise")
		}
	}
}
