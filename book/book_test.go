package book

import (
	"bytes"
	"compress/gzip"
	"hash/fnv"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

func moves(t testing.TB, s string) []renju.Point {
	t.Helper()
	points, err := renju.ParseMoves(s)
	if err != nil {
		t.Fatal(err)
	}
	return points
}

// turned returns the stones after a symmetry of the board.
func turned(stones []renju.Point, turn renju.Symmetry) []renju.Point {
	out := make([]renju.Point, len(stones))
	for i, p := range stones {
		out[i] = turn.Apply(p, size)
	}
	return out
}

// secret is a value that follows from the stones' colours, up to symmetry; so does
// the reply, which is a corner that no stone of the opening can be on or near.
func secret(five []renju.Point) Value {
	k, turns := canonical(five)
	h := fnv.New64a()
	_, _ = h.Write(k[:])
	sum := h.Sum64()
	return Value{
		Black: float64(sum%(chanceSteps+1)) / chanceSteps,
		Nodes: 1 << (sum % 30),
		Reply: turns[0].Inverse().Apply(renju.Point{X: 0, Y: 0}, size),
	}
}

func all(five []renju.Point) (Value, bool) { return secret(five), true }

// The opening has 998 positions of four stones, and 65,059 of five with the fifth in its
// square, up to the board's symmetries.
func TestThereAre998PositionsOfFourStones(t *testing.T) {
	fours := Fours()
	if len(fours) != 998 {
		t.Errorf("%d positions of four stones, want 998", len(fours))
	}
	fives := map[key]bool{}
	fewest := math.MaxInt
	for _, four := range fours {
		if !possible(four) {
			t.Errorf("%s is not allowed", renju.FormatMoves(four))
		}
		candidates := Candidates(four)
		fewest = min(fewest, len(taraguchi.Distinct(four, true)), len(candidates))
		for _, p := range candidates {
			if Inside(p) {
				k, _ := canonical(append(slices.Clip(four), p))
				fives[k] = true
			}
		}
	}
	if len(fives) < 64_000 || len(fives) > 66_000 {
		t.Errorf("%d positions of five stones, want about 65,000", len(fives))
	}
	if fewest < 2*taraguchi.Offers {
		t.Errorf("after some four stones only %d candidates, want 20 or more", fewest)
	}
}

// Every legal order of play of the same colours, turned any way, finds the same value, and
// the reply turned with it.
func TestLookupUnderSymmetry(t *testing.T) {
	b := New(all)
	r := rand.New(rand.NewPCG(1, 2))
	fours := Fours()
	for range 3000 {
		four := fours[r.IntN(len(fours))]
		candidates := Candidates(four)
		five := append(slices.Clone(four), candidates[r.IntN(len(candidates))])
		five = turned(five, renju.Symmetry(r.IntN(renju.Symmetries)))
		if r.IntN(2) == 0 {
			five[1], five[3] = five[3], five[1]
		}
		v, ok := b.Value(five)
		if !ok {
			t.Fatalf("%s is not in the book", renju.FormatMoves(five))
		}
		if want := secret(five); math.Abs(v.Black-want.Black) > 1e-9 || !corner(v.Reply) {
			t.Errorf("%s: %v, want %v", renju.FormatMoves(five), v, want)
		}
		found := false
		for _, f := range b.Fifths(five[:4]) {
			if taraguchi.Symmetric(five[:4], f.Point, five[4], false) {
				found = true
				if f.Black != v.Black {
					t.Errorf("%s: %v by Fifths, %v by Value", renju.FormatMoves(five), f, v)
				}
			}
		}
		if !found {
			t.Errorf("Fifths of %s leaves out %v", renju.FormatMoves(five[:4]), five[4])
		}
	}
}

func corner(p renju.Point) bool { return p.X%(size-1) == 0 && p.Y%(size-1) == 0 }

func TestReplyIsTurnedWithTheStones(t *testing.T) {
	five := moves(t, "h8h9i9i8j9") // not symmetric
	reply := moves(t, "k7")[0]
	k, turns := canonical(five)
	b := New(func(stones []renju.Point) (Value, bool) {
		at, back := canonical(stones)
		return Value{0.5, back[0].Inverse().Apply(turns[0].Apply(reply, size), size), 1}, at == k
	})
	for turn := range renju.Symmetry(renju.Symmetries) {
		v, ok := b.Value(turned(five, turn))
		if want := turn.Apply(reply, size); !ok || v.Reply != want {
			t.Errorf("turn %d: reply %v, want %v", turn, v.Reply, want)
		}
	}
}

func TestWhatABookDoesNotKnow(t *testing.T) {
	b := New(func(five []renju.Point) (Value, bool) { return Value{}, false })
	var none *Book
	for _, stones := range []string{"", "h8", "h8h9i9i8", "h8h9i9i8j10", "g8h9i9i8j10", "h8h9i9i8j10k10"} {
		if v, ok := b.Value(moves(t, stones)); ok {
			t.Errorf("%q: %v", stones, v)
		}
		if v, ok := none.Value(moves(t, stones)); ok {
			t.Errorf("%q: %v by no book", stones, v)
		}
		if f := b.Fifths(moves(t, stones)); f != nil {
			t.Errorf("%q: %v", stones, f)
		}
	}
}

func TestFileHoldsTheBook(t *testing.T) {
	b := New(all)
	var file bytes.Buffer
	if err := b.Write(&file); err != nil {
		t.Fatal(err)
	}
	again, err := Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	fours, fifths := b.Len()
	if f4, f5 := again.Len(); f4 != fours || f5 != fifths || fours != 998 {
		t.Errorf("%d and %d positions read, %d and %d written", f4, f5, fours, fifths)
	}
	for four, fifths := range b.All() {
		read := again.Fifths(four)
		for i, f := range fifths {
			r := read[i]
			if r.Point != f.Point || r.Reply != f.Reply || r.Black != f.Black || math.Abs(math.Log2(float64(r.Nodes)/float64(f.Nodes))) > 0.1 {
				t.Fatalf("%s %v: read %v, written %v", renju.FormatMoves(four), f.Point, r, f)
			}
		}
	}
	var second bytes.Buffer
	if err := again.Write(&second); err != nil || !bytes.Equal(file.Bytes(), second.Bytes()) {
		t.Errorf("the book that was read is written otherwise, error %v", err)
	}
}

// Of a damaged file nothing is believed.
func TestDamagedBooks(t *testing.T) {
	small := New(func(five []renju.Point) (Value, bool) {
		k, _ := canonical(five)
		return secret(five), k[0] == 0x52
	})
	var file bytes.Buffer
	if err := small.Write(&file); err != nil {
		t.Fatal(err)
	}
	raw := unzip(t, file.Bytes())
	damage := func(change func([]byte) []byte) []byte { return zip(t, change(slices.Clone(raw))) }
	for name, data := range map[string][]byte{
		"nothing":                   nil,
		"text":                      []byte("tengen"),
		"cut off":                   file.Bytes()[:file.Len()-9],
		"another version":           damage(func(b []byte) []byte { b[7]++; return b }),
		"the end is missing":        damage(func(b []byte) []byte { return b[:len(b)-1] }),
		"a stone out of its square": damage(func(b []byte) []byte { b[9] = 0; return b }),
		"a stone on the centre":     damage(func(b []byte) []byte { b[9] = cell(centre); return b }),
		"a reply off the board":     damage(func(b []byte) []byte { b[13] = 0xff; return b }),
		"a fifth stone on a stone":  damage(func(b []byte) []byte { b[12] = b[9]; return b }),
		"a position twice":          damage(func(b []byte) []byte { return append(b, b[len(magic):]...) }),
	} {
		if b, err := Read(bytes.NewReader(data)); err == nil {
			t.Errorf("%s: no error, %v", name, b)
		} else if strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: an error of more than a line: %v", name, err)
		}
	}
}

func zip(t testing.TB, raw []byte) []byte {
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	if _, err := z.Write(raw); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func unzip(t testing.TB, data []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	_ = New(func(five []renju.Point) (Value, bool) {
		k, _ := canonical(five)
		return secret(five), k[0] == 0x52 && k[1] == 0x61
	}).Write(&file)
	f.Add(unzip(f, file.Bytes()))
	f.Fuzz(func(t *testing.T, raw []byte) {
		b, err := Read(bytes.NewReader(zip(t, raw)))
		if err != nil {
			return
		}
		for four := range b.All() {
			for _, fifth := range b.Fifths(four) {
				if _, ok := b.Value(append(four, fifth.Point)); !ok {
					t.Errorf("%s %v is not found", renju.FormatMoves(four), fifth.Point)
				}
			}
		}
	})
}

func BenchmarkValue(b *testing.B) {
	book := New(all)
	five := moves(b, "h8h9i9i8j10")
	for b.Loop() {
		if _, ok := book.Value(five); !ok {
			b.Fatal("not in the book")
		}
	}
}

func BenchmarkRead(b *testing.B) {
	var file bytes.Buffer
	if err := New(all).Write(&file); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(file.Len()), "bytes")
	for b.Loop() {
		if _, err := Read(bytes.NewReader(file.Bytes())); err != nil {
			b.Fatal(err)
		}
	}
}

// What is found of fifth stones is known by the next book whatever symmetry it is found and
// asked for by, and what took more nodes counts.
func TestWith(t *testing.T) {
	before := Value{Black: 0.25, Reply: moves(t, "a1")[0], Nodes: 1000}
	b := New(func(five []renju.Point) (Value, bool) { return before, five[4] != moves(t, "j10")[0] })
	name := b.Name()
	at := func(point string, black float64, nodes int64) Fifth {
		return Fifth{moves(t, point)[0], Value{black, moves(t, "o12")[0], nodes}}
	}
	for _, four := range []string{"h8h9h10j8", "h8h9i9i8", "h8h9h10h11"} { // the last two are symmetric
		for turn := range renju.Symmetry(renju.Symmetries) {
			stones := turned(moves(t, four), turn)
			found := []Fifth{at("j9", 0.5, 4000), at("k7", 0.6, 400), at("j10", 0.7, 40), at("a7", 0.8, 4)}
			for i, f := range found {
				found[i] = f.turned(turn)
			}
			more := b.With(stones, found)
			for _, f := range found {
				want := f.Value
				if v, ok := b.Value(append(slices.Clip(stones), f.Point)); ok && v.Nodes > f.Nodes {
					want = v
				}
				for _, twin := range taraguchi.Twins(stones, f.Point, false) {
					v, ok := more.Value(append(slices.Clip(stones), twin))
					if !ok || v.Black != want.Black || v.Nodes != want.Nodes || twin == f.Point && v.Reply != want.Reply {
						t.Errorf("%s, %v as %v: %v, %v, want %v", renju.FormatMoves(stones), f.Point, twin, v, ok, want)
					}
				}
			}
		}
	}
	if b.Name() != name {
		t.Error("the old book is another now")
	}
	four, found := moves(t, "h8h9i9i8"), []Fifth{at("i7", 0.5, 30), at("j8", 0.6, 20), at("h10", 0.7, 50), at("j8", 0.8, 40)}
	var none *Book // j8 and h10 are twins
	if v, ok := none.With(four, found).Value(moves(t, "h8h9i9i8j8")); !ok || v.Black != 0.7 {
		t.Errorf("of four searches of twins the value is %v, want that of the longest", v)
	}
	if b.With(four, nil) != b || !none.Empty() || b.Empty() || none.With(four, found).Empty() {
		t.Error("nothing found makes something, or something nothing")
	}
}
