//go:build !purego

package train

import (
	"math/rand/v2"
	"testing"
)

// The assembly computes the same numbers as plain Go.
func TestFastVectorsAreThePlainOnes(t *testing.T) {
	if !fast {
		t.Skip("no fast vectors here")
	}
	r := rand.New(rand.NewPCG(2, 2))
	draw := func() *vector {
		v := new(vector)
		for i := range v {
			v[i] = float32(r.NormFloat64())
			if r.IntN(8) == 0 {
				v[i] = float32(r.IntN(3) - 1)
			}
		}
		return v
	}
	for range 200 {
		x, a, b := float32(r.NormFloat64()), draw(), draw()
		if got, want := dotAVX2(a, b), dotPlain(a, b); got != want {
			t.Fatalf("dot %v, want %v", got, want)
		}
		got, want := *a, *a
		addTimesAVX2(&got, x, b)
		addTimesPlain(&want, x, b)
		if got != want {
			t.Fatalf("addTimes %v, want %v", got, want)
		}

		// A cell's rows may be the same.
		rows := [4]*vector{draw(), draw(), draw(), draw()}
		rows[1+r.IntN(3)] = rows[0]
		in := draw()
		gotIn, wantIn := *in, *in
		readCellAVX2(&got, &gotIn, a, &rows, x)
		readCellPlain(&want, &wantIn, a, &rows, x)
		if got != want || gotIn != wantIn {
			t.Fatalf("readCell %v, %v; want %v, %v", got, gotIn, want, wantIn)
		}

		v := want
		var gotRows, wantRows [4]vector
		gotAt, wantAt := [4]*vector{&gotRows[0], &gotRows[1], &gotRows[0], &gotRows[2]}, [4]*vector{&wantRows[0], &wantRows[1], &wantRows[0], &wantRows[2]}
		gotBias, wantBias := *b, *b
		backCellAVX2(&v, in, &gotBias, &gotAt, x)
		backCellPlain(&v, in, &wantBias, &wantAt, x)
		if gotRows != wantRows || gotBias != wantBias {
			t.Fatalf("backCell %v, want %v", gotRows, wantRows)
		}
	}
}
