package renju

import (
	"strings"
	"testing"
)

func TestPointNames(t *testing.T) {
	for name, want := range map[string]Point{
		"a1":  {0, 0},
		"h8":  {7, 7},
		"H8":  {7, 7},
		"o15": {14, 14},
		"g7":  {6, 6},
		"v22": {21, 21},
	} {
		got, err := ParsePoint(name)
		if err != nil || got != want {
			t.Errorf("ParsePoint(%q) = %v, %v; want %v", name, got, err, want)
		}
		if got.String() != strings.ToLower(name) {
			t.Errorf("%q is written %q", name, got)
		}
	}
	for _, name := range []string{"", "h", "8", "h0", "h08", "h23", "w1", "h81", "h8 ", " h8", "h8i9", "h-1", "h+1", "pass", "`1", "[1", "h99999999999999999999"} {
		if p, err := ParsePoint(name); err == nil {
			t.Errorf("ParsePoint(%q) = %v, want an error", name, p)
		} else if !strings.Contains(err.Error(), `"`+name+`"`) {
			t.Errorf("ParsePoint(%q): the error does not name it: %v", name, err)
		}
	}
	for p, want := range map[Point]string{Pass: "pass", {30, 2}: "(30,2)", {0, -2}: "(0,-2)", {-1, 0}: "(-1,0)"} {
		if got := p.String(); got != want {
			t.Errorf("String = %q, want %q", got, want)
		}
	}
}

func TestWire(t *testing.T) {
	for _, test := range []struct {
		x, y, size int
		want       string
	}{
		{0, 0, 15, "a15"},
		{0, 14, 15, "a1"},
		{7, 7, 15, "h8"},
		{6, 8, 15, "g7"},
		{14, 14, 15, "o1"},
		{6, 8, 20, "g12"},
		{19, 0, 20, "t20"},
	} {
		p := FromWire(test.x, test.y, test.size)
		if p.String() != test.want {
			t.Errorf("FromWire(%d, %d, %d) = %v, want %v", test.x, test.y, test.size, p, test.want)
		}
		if x, y := p.Wire(test.size); x != test.x || y != test.y {
			t.Errorf("%v.Wire(%d) = %d, %d; want %d, %d", p, test.size, x, y, test.x, test.y)
		}
	}
	// What is off the board stays off it, however large.
	b := NewBoard(15)
	for _, xy := range [][2]int{{-1, 15}, {-1, 7}, {15, 7}, {7, 15}, {7, -1}, {263, 7}, {7, -249}, {1 << 40, 7}, {7, -1 << 62}, {7 + 256, 7 + 256}} {
		if p := FromWire(xy[0], xy[1], 15); b.Contains(p) || p == Pass {
			t.Errorf("FromWire(%d, %d, 15) = %v, which can be played", xy[0], xy[1], p)
		}
	}
}

func TestSymmetry(t *testing.T) {
	const size = 15
	p := Point{3, 1}
	images := make(map[Point]bool)
	for s := range Symmetry(Symmetries) {
		images[s.Apply(p, size)] = true
		if got := s.Inverse().Apply(s.Apply(p, size), size); got != p {
			t.Errorf("symmetry %d and its inverse take %v to %v", s, p, got)
		}
		if got := s.Apply(Point{7, 7}, size); got != (Point{7, 7}) {
			t.Errorf("symmetry %d takes the centre to %v", s, got)
		}
		if got := s.Apply(Pass, size); got != Pass {
			t.Errorf("symmetry %d takes a pass to %v", s, got)
		}
	}
	if len(images) != Symmetries {
		t.Errorf("%v goes to %d points, want %d", p, len(images), Symmetries)
	}
	if got := Symmetry(0).Apply(p, size); got != p {
		t.Errorf("symmetry 0 takes %v to %v", p, got)
	}
	if got, want := Symmetry(1).Apply(Point{14, 7}, size), (Point{7, 14}); got != want {
		t.Errorf("a quarter turn counter-clockwise takes o8 to %v, want %v", got, want)
	}
	if got, want := Symmetry(4).Apply(Point{14, 3}, size), (Point{0, 3}); got != want {
		t.Errorf("the reflection takes o4 to %v, want %v", got, want)
	}
	// On an even board the centre is between the points.
	if got, want := Symmetry(2).Apply(Point{9, 9}, 20), (Point{10, 10}); got != want {
		t.Errorf("half a turn on 20x20 takes j10 to %v, want %v", got, want)
	}
}

func TestMoves(t *testing.T) {
	for s, want := range map[string]string{
		"":                  "",
		"h8":                "h8",
		"h8i9g7":            "h8i9g7",
		"H8 I9,G7":          "h8i9g7",
		" h8, i9\r\n\tg7, ": "h8i9g7",
		"a1a11b2":           "a1a11b2",
		"h8passi9":          "h8--i9",
		"p1PASSp22":         "p1--p22",
		"h8----i9":          "h8----i9",
	} {
		moves, err := ParseMoves(s)
		if err != nil {
			t.Errorf("ParseMoves(%q): %v", s, err)
		}
		if got := FormatMoves(moves); got != want {
			t.Errorf("ParseMoves(%q) reads %q, want %q", s, got, want)
		}
	}
	for s, want := range map[string]string{
		"h8i":             `move 2 is not a point: "i"`,
		"h8 99 i9":        `move 2 is not a point: "99"`,
		"h8i9x1g7":        `move 3 is not a point: "x1g7"`,
		"h81":             `move 1 is not a point: "h81"`,
		"h8-i9":           `move 2 is not a point: "-i9"`,
		"h8;i9":           `move 2 is not a point: ";i9"`,
		"0123456789abcde": `move 1 is not a point: "0123456789ab..."`,
	} {
		if _, err := ParseMoves(s); err == nil || err.Error() != want {
			t.Errorf("ParseMoves(%q): %v, want %s", s, err, want)
		}
	}
}

func FuzzParsePoint(f *testing.F) {
	for _, s := range []string{"h8", "V22", "a0", "pass", ""} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParsePoint(s)
		if err == nil && p.String() != strings.ToLower(s) {
			t.Errorf("%q is read as %v", s, p)
		}
	})
}

func FuzzParseMoves(f *testing.F) {
	for _, s := range []string{"h8i9g7", "h8, pass --", "a1a11", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		moves, err := ParseMoves(s)
		if err != nil {
			return
		}
		again, err := ParseMoves(FormatMoves(moves))
		if err != nil || FormatMoves(again) != FormatMoves(moves) {
			t.Errorf("%q is read as %v, which is read as %v, %v", s, moves, again, err)
		}
	})
}
