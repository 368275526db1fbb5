package taraguchi

import (
	"maps"
	"slices"
	"testing"

	"tengen/engine/renju"
)

func TestTwins(t *testing.T) {
	tests := []struct {
		stones, point  string
		weak, stricter string // the twins besides the point
	}{
		// A column of White, Black, Black, White, its middle between h7 and h8:
		// left and right are one by both readings, up and down by the strict.
		{"h8 h9 h7 h6", "g8", "i8", "i8 g7 i7"},
		{"h8 h9 h7 h6", "h10", "", "h5"},
		{"h8 h9 h7 h6", "a15", "o15", "o15"}, // upside down they would be a0 and o0

		// The board's own symmetries, of the column and of the diagonal.
		{"h8 h9 h10 h7", "g8", "i8", "i8"},
		{"h8 i9 j10 g7", "h9", "i8", "i8"},

		// Four stones in a square, same colours across: the centre of the turns
		// is between the points.
		{"h8 h9 i9 i8", "g8", "h7", "h7 i10 j9"},
		{"h8 h9 i9 i8", "h10", "j8", "j8 g9 i7"},

		// Axes off the centre: the row through h9 and i9, and the line between
		// the columns h and i.
		{"h8 h9 h10 i9", "g8", "", "g10"},
		{"h8 h9 i8 i9", "g8", "", "j8"},

		// No symmetry at all.
		{"h8 h9 h10 j8", "g8", "", ""},
	}
	for _, test := range tests {
		stones := points(t, test.stones)
		p := points(t, test.point)[0]
		for strict, want := range map[bool]string{false: test.weak, true: test.stricter} {
			twins := Twins(stones, p, strict)
			if twins[0] != p {
				t.Errorf("%s: Twins(%v, %v) begins with %v", test.stones, p, strict, twins[0])
			}
			wantTwins := append(points(t, want), p)
			if !sameSet(twins, wantTwins) {
				t.Errorf("%s: Twins(%v, %v) = %v, want %v", test.stones, p, strict, twins, wantTwins)
			}
			for _, q := range twins {
				if !Symmetric(stones, q, p, strict) {
					t.Errorf("%s: %v is symmetric to %v (strict %v) but not the other way round", test.stones, p, q, strict)
				}
			}
		}
	}
}

func sameSet(a, b []renju.Point) bool {
	set := func(ps []renju.Point) map[renju.Point]bool {
		m := make(map[renju.Point]bool)
		for _, p := range ps {
			m[p] = true
		}
		return m
	}
	return len(a) == len(b) && maps.Equal(set(a), set(b))
}

// Symmetry by either reading divides the points into classes, and Distinct
// names one of each.
func TestDistinct(t *testing.T) {
	for _, s := range []string{"h8 h9 h7 h6", "h8 h9 i9 i8", "h8 i9 j10 g7", "h8 h9 h10 i9", "h8 h9 h10 j8", "h8", ""} {
		stones := points(t, s)
		for _, strict := range []bool{false, true} {
			distinct := Distinct(stones, strict)
			classOf := make(map[renju.Point]renju.Point)
			for _, p := range distinct {
				for _, q := range Twins(stones, p, strict) {
					if other, ok := classOf[q]; ok {
						t.Errorf("%s strict %v: %v is a twin of both %v and %v", s, strict, q, p, other)
					}
					classOf[q] = p
				}
			}
			if want := Size*Size - len(stones); len(classOf) != want {
				t.Errorf("%s strict %v: the classes have %d points, want %d", s, strict, len(classOf), want)
			}
		}
	}
	// Left and right of the h-file: 7 pairs of columns and 11 points of its own.
	if got, want := len(Distinct(points(t, "h8 h9 h7 h6"), false)), 7*15+11; got != want {
		t.Errorf("h8 h9 h7 h6 leaves %d distinct points by the weak reading, want %d", got, want)
	}
}

// The strict reading makes a difference in few openings: of the 998 positions
// of four stones that the squares allow, up to the board's symmetry, in 44.
func TestReadingsDiffer(t *testing.T) {
	square := func(n int) []renju.Point {
		var ps []renju.Point
		for y := 7 - n; y <= 7+n; y++ {
			for x := 7 - n; x <= 7+n; x++ {
				ps = append(ps, renju.Point{X: int8(x), Y: int8(y)})
			}
		}
		return ps
	}
	seen := make(map[renju.Board]bool)
	positions, symmetric, differ := 0, 0, 0
	for _, second := range square(1) {
		for _, third := range square(2) {
			for _, fourth := range square(3) {
				stones := []renju.Point{centre, second, third, fourth}
				board := renju.NewBoard(Size)
				for i, p := range stones {
					board.Set(p, [...]renju.Stone{renju.Black, renju.White}[i%2])
				}
				if board.Count(renju.Empty) != Size*Size-4 || seen[board] {
					continue
				}
				for s := range renju.Symmetry(renju.Symmetries) {
					seen[board.Transform(s)] = true
				}
				positions++
				weak, strict := len(isometries(stones, false)), len(isometries(stones, true))
				if weak > 1 {
					symmetric++
				}
				if weak != strict {
					differ++
					if slices.Equal(Distinct(stones, false), Distinct(stones, true)) {
						t.Errorf("%v: %d and %d symmetries, but no point tells them apart", stones, weak, strict)
					}
				}
			}
		}
	}
	if positions != 998 || symmetric != 34 || differ != 44 {
		t.Errorf("%d positions, %d with a symmetry of the board, %d where the readings differ; want 998, 34, 44", positions, symmetric, differ)
	}
}

func TestOpeningNames(t *testing.T) {
	codes := make(map[string]int)
	for _, second := range points(t, "g7 g8 g9 h7 h9 i7 i8 i9") {
		for y := int8(5); y <= 9; y++ {
			for x := int8(5); x <= 9; x++ {
				third := renju.Point{X: x, Y: y}
				if third == centre || third == second {
					continue
				}
				o, ok := OpeningOf([]renju.Point{centre, second, third})
				if !ok {
					t.Errorf("h8 %v %v has no name", second, third)
				}
				codes[o.Code]++
			}
		}
	}
	if len(codes) != 26 || len(Openings()) != 26 {
		t.Errorf("%d names in use of %d, want 26", len(codes), len(Openings()))
	}
	for _, o := range Openings() {
		// Stones in one line stand in 4 directions, the others in 8.
		if n := codes[o.Code]; n != 4 && n != 8 {
			t.Errorf("%v stands for %d positions, want 4 or 8", o, n)
		}
		if got, _ := OpeningOf(o.Stones()); got != o {
			t.Errorf("the stones of %v are called %v", o, got)
		}
	}

	for stones, want := range map[string]string{
		"h8 h9 i9":          "D4 Kagetsu",
		"h8 i8 i7":          "D4 Kagetsu",
		"h8 h9 i9 i8 j10":   "D4 Kagetsu",
		"h8 i9 i7":          "I7 Hogetsu",
		"h8 g7 f6":          "I1 Chosei",
		"h8 h9 h6":          "D11 Zuisei",
		"h8 h9":             "",
		"h8 h9 a1":          "",
		"h9 h8 h7":          "",
		"h8 h10 h9 h11 h12": "",
	} {
		o, ok := OpeningOf(points(t, stones))
		if ok != (want != "") || ok && o.String() != want {
			t.Errorf("%s is called %q, want %q", stones, o.String(), want)
		}
	}
}
