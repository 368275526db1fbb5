package games

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/pattern"
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

// Samples are positions beside the game: each is shown where it belongs, with what
// was said of it, and the game goes on as if it had not been.
func TestPositionsShowSamples(t *testing.T) {
	moves := func(text string) (points []renju.Point) {
		points, err := renju.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		return points
	}
	g := Game{Size: 15, Rule: renju.Renju, Opening: 1, Result: renju.BlackWins}
	for i, p := range moves("h8i9g7h6") {
		g.Moves = append(g.Moves, Move{p, int16(10 * i)})
	}
	g.Samples = []Sample{
		{After: 1, Path: moves("g9"), Move: Move{moves("j9")[0], 240}},
		{After: 3, Path: moves("f6e5"), Move: Move{moves("d4")[0], -120}},
		{After: 3, Path: moves("f6f6"), Move: Move{moves("d4")[0], 0}}, // cannot be played
	}
	type shown struct {
		stones, move string
		chance       float64
	}
	chance := func(v search.Value) float64 { return v.WinRate() }
	want := []shown{
		{"h8g9", "j9", chance(240)},
		{"h8", "i9", chance(10)},
		{"h8i9", "g7", chance(20)},
		{"h8i9g7f6e5", "d4", chance(-120)},
		{"h8i9g7", "h6", chance(30)},
	}
	var name = filepath.Join(t.TempDir(), "games")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(WriteHeader(f), Append(f, &g), f.Close()); err != nil {
		t.Fatal(err)
	}
	var got []shown
	for p, err := range Positions(context.Background(), []string{name}, 0) {
		if err != nil {
			t.Fatal(err)
		}
		s := shown{move: pattern.PointOf(p.Move, 15).String(), chance: p.Chance}
		for i := range p.Board.Ply() {
			s.stones += pattern.PointOf(p.Board.Made(i+1), 15).String()
		}
		got = append(got, s)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("shown\n%v\nwant\n%v", got, want)
	}
}
