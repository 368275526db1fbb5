package games

import (
	"math"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
)

// The outlook runs from what the search says to how the game ended.
func TestOutlook(t *testing.T) {
	even, won := int16(0), int16(search.MateValue-5)
	g := Game{Size: 15, Rule: renju.Renju, Opening: 1, Result: renju.WhiteWins, Moves: []Move{{}, {Value: even}, {Value: even}, {Value: won}}}
	tests := []struct {
		lambda float64
		want   []float64 // Black's chance before the second move and those after it
	}{
		{0, []float64{0.5, 0.5, 0}},
		{0.5, []float64{0.375, 0.25, 0}},
		{1, []float64{0, 0, 0}},
	}
	for _, tt := range tests {
		got := outlook(&g, tt.lambda)
		for i, want := range tt.want {
			if math.Abs(got[i+1]-want) > 1e-9 {
				t.Errorf("lambda %v: %v, want %v", tt.lambda, got[1:], tt.want)
				break
			}
		}
	}
}
