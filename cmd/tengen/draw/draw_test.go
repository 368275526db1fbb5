package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"tengen/cmd/tengen/internal/golden"
	"tengen/engine/renju"
)

func point(t *testing.T, name string) renju.Point {
	t.Helper()
	p, err := renju.ParsePoint(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func position(t *testing.T, size int, moves string) *renju.Position {
	t.Helper()
	p, err := renju.PositionFromMoves(size, renju.Renju, moves)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// smallBoard has one of everything.
func smallBoard(t *testing.T) *Board {
	pos := position(t, 5, "c3c4b3d4")
	b := FromPosition(pos)
	b.NumberMoves(pos.Moves())
	delete(b.Numbers, point(t, "c4"))
	for name, m := range map[string]Mark{"a1": Cross, "b1": Circle, "c1": Triangle, "d1": Square, "e1": "A", "b3": Triangle} {
		b.Mark(point(t, name), m)
	}
	b.Values = map[renju.Point]Value{
		point(t, "a5"): {Chance: 0}, point(t, "b5"): {Chance: 0.54}, point(t, "c5"): {Chance: 1},
		point(t, "d5"): {Chance: 1, Label: "W7"}, point(t, "c3"): {Chance: 0.5}, // none on a stone
	}
	b.Stones.Set(point(t, "e5"), renju.Blocked)
	b.Caption = `Black <to move> & "win"`
	return b
}

// smallChart has a gap, a fall to the bottom and a rise to the top.
func smallChart() *Chart {
	return &Chart{
		Chances:  []float64{0.5, 0.6, 0.04, math.NaN(), 0.3, 0.97, 1},
		Blunders: map[int]string{2: "i9", 5: "g7", 3: "unknown", 99: "beyond"},
		Caption:  "Black's chance",
	}
}

func TestGolden(t *testing.T) {
	for name, p := range map[string]Picture{"board": smallBoard(t), "chart": smallChart()} {
		var svg, plain, ansi bytes.Buffer
		if err := errors.Join(SVG(&svg, p, 240), Text(&plain, p, false), Text(&ansi, p, true)); err != nil {
			t.Fatal(err)
		}
		golden.Check(t, name+".svg", svg.String())
		golden.Check(t, name+".txt", plain.String())
		golden.Check(t, name+".ansi", strings.ReplaceAll(ansi.String(), "\x1b", "\\e"))
		for d := xml.NewDecoder(&svg); ; {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

// TestTextIsADiagram wants a board without labels to look as everywhere else.
func TestTextIsADiagram(t *testing.T) {
	for _, test := range []struct {
		size       int
		moves      string
		highlights string
	}{
		{15, "h8i9g7", "g7"},
		{9, "a1i9", "i9"},
		{15, "h8a1i8b1j8c1k8e1l8", "h8i8j8k8l8"}, // five: neighbours share their brackets
		{15, "h8--", ""},
		{20, "", ""},
	} {
		pos := position(t, test.size, test.moves)
		var marks []renju.Mark
		highlights, err := renju.ParseMoves(test.highlights)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range highlights {
			marks = append(marks, renju.Mark{Point: p})
		}
		var out strings.Builder
		if err := Text(&out, FromPosition(pos), false); err != nil {
			t.Fatal(err)
		}
		if want := pos.Board().Diagram(marks...); out.String() != want {
			t.Errorf("%s:\n%s\nwant:\n%s", test.moves, &out, want)
		}
		if b, err := renju.ParseDiagram(out.String()); err != nil || b != *pos.Board() {
			t.Errorf("%s is not read back: %v", test.moves, err)
		}
	}
}

func TestMarkForbidden(t *testing.T) {
	b := FromPosition(position(t, 15, "h9a1h10a15i8o1j8o15"))
	b.MarkForbidden()
	if want := (map[renju.Point]Mark{point(t, "h8"): Cross}); !maps.Equal(b.Marks, want) {
		t.Errorf("marks %v, want %v", b.Marks, want)
	}
	b.Mark(point(t, "h8"), "A")
	b.MarkForbidden()
	if got := b.Marks[point(t, "h8")]; got != "A" {
		t.Errorf("the mark before has become %q", got)
	}
}

// A print is a picture as it comes back from a PNG.
type print struct {
	image.Image
	scale float64
}

func printed(t *testing.T, p Picture, width int) print {
	t.Helper()
	var out bytes.Buffer
	if err := PNG(&out, p, width); err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	across, down := p.extent()
	scale := float64(width) / across
	if size := img.Bounds().Size(); size.X != width || math.Abs(float64(size.Y)-down*scale) > 1 {
		t.Errorf("the picture has %v pixels, want %d in width", size, width)
	}
	return print{img, scale}
}

// is checks the colour of a place given in units of the picture.
func (p print) is(t *testing.T, what string, at xy, want color.Color) {
	t.Helper()
	got := p.At(int(at.x*p.scale), int(at.y*p.scale))
	if !alike(got, want) {
		t.Errorf("%s: colour %v, want %v", what, got, want)
	}
}

func alike(a, b color.Color) bool {
	const slack = 12 << 8 // smooth edges
	var ca, cb [4]uint32
	ca[0], ca[1], ca[2], ca[3] = a.RGBA()
	cb[0], cb[1], cb[2], cb[3] = b.RGBA()
	for i := range ca {
		if max(ca[i], cb[i])-min(ca[i], cb[i]) > slack {
			return false
		}
	}
	return true
}

// count is how many pixels of a colour lie within some units of a place.
func (p print) count(at xy, within float64, c color.Color) (n int) {
	for y := int((at.y - within) * p.scale); y <= int((at.y+within)*p.scale); y++ {
		for x := int((at.x - within) * p.scale); x <= int((at.x+within)*p.scale); x++ {
			if alike(p.At(x, y), c) {
				n++
			}
		}
	}
	return n
}

func TestBoardPNG(t *testing.T) {
	b := FromPosition(position(t, 15, "h9a1h10a15i8o1j8o15"))
	b.MarkForbidden()
	b.Mark(point(t, "l3"), Circle)
	b.Values = map[renju.Point]Value{point(t, "c3"): {Chance: 0.1}, point(t, "m3"): {Chance: 0.9}}
	b.Numbers = map[renju.Point]int{point(t, "h9"): 1}
	for _, width := range []int{360, 900} {
		pic := printed(t, b, width)
		for _, test := range []struct {
			point  string
			dx, dy float64 // from there, in units
			want   color.Color
		}{
			{"h10", 0, 0, black},
			{"h10", 12, 12, black},
			{"a1", 0, 0, white},
			{"a15", 12, -12, white},
			{"e5", 20, 20, wood},
			{"o15", 0, 0, white}, // the last move is ringed, the others are not
			{"o15", stoneRadius - 0.5, 0, stop},
			{"h8", 0, 0, stop}, // forbidden: a cross
			{"h8", 6, 6, stop},
			{"h8", -6, 6, stop},
			{"h8", 14, 5, wood},
			{"g8", 0, 0, ink}, // the lines cross
			{"l3", 9, 0, black},
			{"l3", 4, 4, wood},
			{"c3", 15, 15, heat(0.1)},
			{"m3", -15, 15, heat(0.9)},
		} {
			at := b.at(point(t, test.point))
			pic.is(t, fmt.Sprintf("%d wide: %s %+v,%+v", width, test.point, test.dx, test.dy), xy{at.x + test.dx, at.y + test.dy}, test.want)
		}
		pic.is(t, "corner", xy{}, color.Transparent)
		if pic.count(b.at(point(t, "h9")), 10, white) == 0 || pic.count(b.at(point(t, "h10")), 10, white) > 0 {
			t.Errorf("%d wide: the number is not on h9, or not only there", width)
		}
		right := b.at(point(t, "a1"))
		right.x += stoneRadius - 0.5
		if pic.count(right, 1, stop) > 0 {
			t.Errorf("%d wide: a1 is ringed", width)
		}
	}
}

func TestChartPNG(t *testing.T) {
	c := smallChart()
	pic := printed(t, c, 800)
	for _, test := range []struct {
		what   string
		move   float64
		chance float64
		want   color.Color
	}{
		{"Black's share", 0.5, 0.3, black},
		{"White's share", 0.5, 0.8, white},
		{"the curve", 0.5, 0.55, curve},
		{"gap", 3, 0.3, paper},
		{"Black's blunder", 2, 0.04, stop},
		{"White's blunder", 5, 0.97, stop},
		{"no blunder", 4, 0.3, curve},
	} {
		from, to := c.at(0, test.chance), c.at(1, test.chance)
		pic.is(t, test.what, xy{from.x + test.move*(to.x-from.x), from.y}, test.want)
	}
	// There is no room below the first blunder nor above the second.
	for move, side := range map[int]float64{2: -20, 5: 20} {
		at := c.at(move, c.Chances[move])
		pic.is(t, fmt.Sprintf("tag of move %d", move), xy{at.x, at.y + side - 8}, stop)
	}
	lonely := &Chart{Chances: []float64{math.NaN(), 0.4, math.NaN()}}
	printed(t, lonely, 800).is(t, "a chance alone", lonely.at(1, 0.4), curve)
	printed(t, &Chart{}, 100)
	printed(t, &Chart{Chances: []float64{math.NaN()}, Blunders: map[int]string{0: ""}}, 100)
}

// TestLongChart has more moves than a terminal has columns.
func TestLongChart(t *testing.T) {
	c := &Chart{Chances: slices.Repeat([]float64{0.5}, 200), Blunders: map[int]string{100: ""}}
	var out strings.Builder
	if err := Text(&out, c, false); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(out.String(), "\n")
	middle := " 50 % " + strings.Repeat("*", 33) + "!" + strings.Repeat("*", 33)
	axis := "      0         30        60        90        120       150       180"
	if lines[5] != middle || lines[11] != axis || lines[12] != "! at 100" {
		t.Errorf("got:\n%s\nwant the lines:\n%s\n%s\n! at 100", &out, middle, axis)
	}
}

func TestColours(t *testing.T) {
	for _, test := range []struct {
		chance float64
		want   colour
	}{{-3, cold}, {0, cold}, {0.5, lukewarm}, {1, warm}, {7, warm}, {math.NaN(), cold}} {
		if got := heat(test.chance); got != test.want {
			t.Errorf("heat(%v) = %x, want %x", test.chance, got, test.want)
		}
	}
	if got, want := mix(0xff000010, 0xff204030, 0.5), colour(0xff102020); got != want {
		t.Errorf("mix: %x, want %x", got, want)
	}
	for c, want := range map[colour]int{0xff000000: 16, 0xffffffff: 231, 0xffff0000: 196, 0xff5f8700: 64, 0xff0000d7: 20} {
		if got := c.palette(); got != want {
			t.Errorf("palette of %x: %d, want %d", uint32(c), got, want)
		}
	}
	if inkOn(wood) != black || inkOn(black) != white || inkOn(cold) != white || inkOn(lukewarm) != black {
		t.Error("letters cannot be read on their ground")
	}
}

func TestStride(t *testing.T) {
	for last, want := range map[int]int{1: 1, 12: 1, 13: 2, 57: 5, 120: 10, 225: 20, 484: 50} {
		if got := stride(last, 12); got != want {
			t.Errorf("stride(%d) = %d, want %d", last, got, want)
		}
	}
}

func TestFitted(t *testing.T) {
	for text, want := range map[string]float64{"7": 20, "54": 20, "123": 30 / 0.56 / 3, "": 20} {
		if got := fitted(20, text, 30); math.Abs(got-want) > 1e-9 {
			t.Errorf("fitted(%q) = %v, want %v", text, got, want)
		}
	}
}

func TestStars(t *testing.T) {
	for size, want := range map[int]string{6: "[]", 9: "[e5]", 15: "[d4 d12 l4 l12 h8]", 20: "[d4 d17 q4 q17]"} {
		if got := fmt.Sprint(stars(size)); got != want {
			t.Errorf("stars of %d: %s, want %s", size, got, want)
		}
	}
}

func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	for _, test := range []struct {
		name  string
		width int
		want  string // an error, or how the file begins
	}{
		{"b.svg", 300, "<svg "},
		{"b.PNG", 300, "\x89PNG"},
		{"b.jpg", 300, "want a name that ends with .svg or .png"},
		{"svg", 300, "want a name that ends with .svg or .png"},
		{"c.png", MinWidth - 1, "width 63 is out of range: want 64 to 4096 pixels"},
		{"c.svg", MaxWidth + 1, "width 4097 is out of range"},
		{"none/c.svg", 300, "no such file"},
	} {
		name := filepath.Join(dir, test.name)
		err := WriteFile(name, smallBoard(t), test.width)
		text, _ := os.ReadFile(name)
		switch {
		case err != nil && (!strings.Contains(err.Error(), test.want) || text != nil):
			t.Errorf("%s: error %v, want %q and no file", test.name, err, test.want)
		case err == nil && !bytes.HasPrefix(text, []byte(test.want)):
			t.Errorf("%s begins with %.20q, want %q", test.name, text, test.want)
		}
	}
	for _, render := range []func(io.Writer, Picture, int) error{SVG, PNG} {
		if err := render(io.Discard, smallChart(), 0); err == nil {
			t.Error("no error for a picture without width")
		}
	}
}
