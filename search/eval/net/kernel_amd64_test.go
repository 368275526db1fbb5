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
	valueKernels := map[string]func(*Point, *Head, *[Hidden]int16) int32{"AVX2": valueAVX2}
	if hasVNNI {
		valueKernels["VNNI"] = valueVNNI
	}
	r := rand.New(rand.NewPCG(3, 3))
	for seed := range uint64(20) {
		n := randomNet(seed)
		h := &n.Heads[seed%2]
		sums := new(Point)
		for i := range sums {
			sums[i] = int16(r.IntN(BoardSize*BoardSize*SquareUnit + 1))
		}
		var hidden [Hidden]int16
		want := valuePlain(sums, h, &hidden)
		for name, kernel := range valueKernels {
			var got [Hidden]int16
			if v := kernel(sums, h, &got); v != want || got != hidden {
				t.Fatalf("%s: value %d, hidden %v; want %d, %v", name, v, got, want, hidden)
			}
		}

		var aim, wantAim Point
		contextAVX2(&hidden, h, &aim)
		contextPlain(&hidden, h, &wantAim)
		if aim != wantAim {
			t.Fatalf("context %v, want %v", aim, wantAim)
		}

		cellCount := BoardSize * BoardSize
		shapes := new([pattern.CellsMost][4]pattern.Shape)
		channels := make([]Point, cellCount)
		for i := range channels {
			for d := range shapes[i] {
				shapes[i][d] = pattern.Shape(r.IntN(pattern.ShapeCount))
			}
			for j := range Channels {
				channels[i][j] = int16(r.IntN(8*CellUnit) - 4*CellUnit)
			}
		}
		for count := range 12 {
			cells := make([]pattern.Cell, count)
			for i := range cells {
				cells[i] = pattern.Cell(r.IntN(cellCount))
			}
			got, want := make([]int32, count+1), make([]int32, count+1)
			score(&aim, n, shapes, cells, got)
			scorePlain(&aim, n, shapes, cells, want)
			if !slices.Equal(got, want) {
				t.Fatalf("scores %v, want %v", got, want)
			}
		}

		changes := make([]pattern.ShapeChange, r.IntN(pattern.ShapeChangesMost+1))
		for i := range changes {
			changes[i] = pattern.ShapeChange{Cell: pattern.Cell(r.IntN(len(channels))), Was: pattern.Shape(r.IntN(pattern.ShapeCount)), Is: pattern.Shape(r.IntN(pattern.ShapeCount))}
		}
		own := pattern.Cell(r.IntN(len(channels)))
		wantChannels, wantSums := slices.Clone(channels), *sums
		saved, wantSaved := make([]Point, len(changes)), make([]Point, len(changes))
		apply(channels, &n.Value, saved, sums, own, changes)
		applyPlain(wantChannels, &n.Value, wantSaved, &wantSums, own, changes)
		if *sums != wantSums || !slices.Equal(channels, wantChannels) || !slices.Equal(saved, wantSaved) {
			t.Fatal("changes are applied otherwise")
		}
	}
}
