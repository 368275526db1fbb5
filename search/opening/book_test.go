package opening

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// bookOf makes a book of the values that black gives to the positions of five stones that
// may follow from some, as they are laid out; all others are even. Each value was found
// with so many nodes.
func bookOf(t testing.TB, before []string, black func(stones []renju.Point) float64, nodes int64) func() *book.Book {
	values := map[string]float64{}
	var fill func(stones []renju.Point)
	fill = func(stones []renju.Point) {
		if len(stones) == 5 {
			values[book.Name(stones)] = black(stones)
			return
		}
		next := taraguchi.Distinct(stones, false)
		if len(stones) == 4 {
			next = book.Candidates(stones)
		}
		for _, p := range next {
			if len(stones) == 4 || distance(p, centre) <= len(stones) {
				fill(append(slices.Clip(stones), p))
			}
		}
	}
	fill(parse(t, before...).Stones())
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		v, ok := values[book.Name(five)]
		if !ok {
			v = 0.5
		}
		return book.Value{Black: v, Reply: renju.Point{X: 14, Y: 14}, Nodes: nodes}, true
	})
	return func() *book.Book { return b }
}

const certain = 1 << 40 // nodes after which nothing is in doubt

// With the book alone every branch of the opening is decided without a search, legally and
// at once.
func TestBookDecidesAtOnce(t *testing.T) {
	ours := bookOf(t, []string{"h8"}, random(1), 4096)
	r := rand.New(rand.NewPCG(1, 2))
	branches := map[string]int{}
	var slowest time.Duration
	for i := range 150 {
		st := taraguchi.New()
		for turn := i % 2; !st.Over(); turn++ {
			a := taraguchi.RandomAnswer(r, st)
			if turn%2 == 0 && !outside(st) {
				j := newJudge(constant(0.5))
				d := &Decider{eval: j, Seed: int64(i), Book: ours, BookOnly: true}
				begun := time.Now()
				var err error
				if a, err = d.Decide(context.Background(), st, 0, search.Limits{}, nil); err != nil {
					t.Fatal(err)
				}
				slowest = max(slowest, time.Since(begun))
				mustBeLegal(t, st, a, 0)
				if j.calls > 0 {
					t.Errorf("%v: %d searches, want none", st.Answers(), j.calls)
				}
				branches[a.Kind.String()+string(rune('1'+len(st.Stones())))]++
			}
			if err := st.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, b := range []string{"place1", "place2", "swap2", "place3", "swap3", "place4", "swap4", "place5", "offer5", "place6", "swap6"} {
		if branches[b] == 0 {
			t.Errorf("no %s: %v", b, branches)
		}
	}
	t.Logf("the slowest took %v", slowest)
	if slowest > 500*time.Millisecond { // 20 ms are wanted; here other tests run beside
		t.Errorf("a decision took %v", slowest)
	}
}

// outside reports whether one of the offers is too far away for a book.
func outside(st *taraguchi.State) bool {
	return slices.ContainsFunc(st.Offers(), func(p renju.Point) bool { return !slices.Contains(near(st), p) })
}

// near are the fifth stones that a book knows, twins included.
func near(st *taraguchi.State) (points []renju.Point) {
	for _, p := range book.Candidates(st.Stones()) {
		points = append(points, taraguchi.Twins(st.Stones(), p, false)...)
	}
	return points
}

// What follows from the values follows from the book's as it does from a search's.
func TestBookIsBelieved(t *testing.T) {
	four := []string{"h8", "h9", "i9", "g8"}
	three := []string{"h8", "h9", "i9", "swap"}
	onlyE6 := func(stones []renju.Point) float64 {
		e6 := slices.Contains(stones[:4], renju.Point{X: 4, Y: 5})
		switch {
		case e6 && stones[4].String() == "j7":
			return 0.5
		case e6:
			return 0.1
		}
		return 0.9
	}
	tests := []struct {
		name   string
		black  func([]renju.Point) float64
		before []string
		allow  taraguchi.Kinds
		want   string
	}{
		{"ten good fifths: offer", after(0.7, map[string]float64{"j10": 0.5}), four, 0, "offer"},
		{"all good for White: swap", constant(0.3), four, 0, "swap"},
		{"must place: the most even", after(0.9, map[string]float64{"k10": 0.62, "k6": 0.41, "j9": 0.39}), append(four, "swap"), 0, "k6"},
		{"White swaps to Black, who leads", after(0.3, map[string]float64{"j9": 0.6}), append(four, "j9"), 0, "swap"},
		{"White stays", after(0.6, map[string]float64{"j9": 0.4}), append(four, "j9"), 0, "place"},
		{"the fourth stone after which Black has an even fifth, and not ten good ones", onlyE6, three, 0, "e6"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := newJudge(constant(0.5))
			d := &Decider{eval: j, Book: bookOf(t, test.before, test.black, certain), BookOnly: true}
			a, err := d.Decide(context.Background(), parse(t, test.before...), test.allow, search.Limits{}, nil)
			if err != nil || j.calls > 0 {
				t.Errorf("error %v, %d searches", err, j.calls)
			}
			if got := a.String(); got != test.want && a.Kind.String() != test.want {
				t.Errorf("answers %q, want %q", got, test.want)
			}
		})
	}
}

// A whole book tells what the second stone is worth too.
func TestBookKnowsTheSecondStone(t *testing.T) {
	// Where White has a stone diagonally next to the centre Black wins, else all is even.
	ours := bookOf(t, []string{"h8"}, func(stones []renju.Point) float64 {
		for i := 1; i < 4; i += 2 {
			if x, y := stones[i].X-centre.X, stones[i].Y-centre.Y; x*x == 1 && y*y == 1 {
				return 0.9
			}
		}
		return 0.5
	}, certain)
	d := &Decider{eval: newJudge(constant(0.5)), Book: ours, BookOnly: true}
	a, err := d.Advise(context.Background(), parse(t, "h8", "swap"), 0, search.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := a.Answer.Points[0]; p.X != centre.X && p.Y != centre.Y {
		t.Errorf("places %v, want a stone straight next to the first", a.Answer)
	}
	for _, s := range a.Stones {
		want := 0.5
		if s.Point.X != centre.X && s.Point.Y != centre.Y {
			want = 0.1
		}
		if math.Abs(s.Worth-want) > 0.01 || s.Nodes == 0 {
			t.Errorf("%v is worth %.3f with %d nodes, want %.1f", s.Point, s.Worth, s.Nodes, want)
		}
	}
	if len(a.Stones) != 2 || len(a.Kinds) != 1 || math.Abs(a.Kinds[0].Worth-0.5) > 0.01 {
		t.Errorf("advice %+v", a)
	}
}

// Nothing is laid out to be looked up in a book that knows nothing.
func TestEmptyBookCostsNothing(t *testing.T) {
	empty := book.New(func([]renju.Point) (book.Value, bool) { return book.Value{}, false })
	for _, before := range [][]string{{"h8"}, {"h8", "h9"}, {"h8", "h9", "i9"}, {"h8", "h9", "i9", "i8"}} {
		st := parse(t, before...)
		cost := func(b func() *book.Book) float64 {
			d := &Decider{eval: newJudge(constant(0.5)), Book: b}
			return testing.AllocsPerRun(5, func() { decide(t, d, st, 0, 100) })
		}
		const chance = 30 // allocations that are not ours
		if without, with := cost(nil), cost(func() *book.Book { return empty }); with > without+chance {
			t.Errorf("%v: %.0f allocations with an empty book, %.0f without one", before, with, without)
		}
	}
}

// A search counts if it has spent more than the book, and then it decides.
func TestSearchGoesBeyondTheBook(t *testing.T) {
	four := []string{"h8", "h9", "i9", "g8", "swap"}
	says := after(0.9, map[string]float64{"j7": 0.5, "k6": 0.45})
	finds := after(0.9, map[string]float64{"j7": 0.8, "k6": 0.5})
	for _, test := range []struct {
		nodes int64
		want  string
	}{{500, "j7"}, {1 << 22, "k6"}} {
		j := newJudge(finds)
		d := &Decider{eval: j, Book: bookOf(t, four, says, 1000)}
		if a := decide(t, d, parse(t, four...), 0, test.nodes); a.String() != test.want {
			t.Errorf("with %d nodes: places %v, want %v", test.nodes, a, test.want)
		}
		for at, spent := range j.spent {
			if spent <= 1000 {
				t.Errorf("with %d nodes: %d were spent on %s, fewer than the book's 1000", test.nodes, spent, at)
			}
		}
	}
}

// Of what looks equally good, a choice takes what is surer.
func TestDeepValuesWeighMore(t *testing.T) {
	values := after(0.9, map[string]float64{"k10": 0.48, "k6": 0.47})
	four := []string{"h8", "h9", "i9", "g8", "swap"}
	k6 := book.Name(append(parse(t, four...).Stones(), renju.Point{X: 10, Y: 5}))
	known := bookOf(t, four, values, 4096)()
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		v, ok := known.Value(five)
		if book.Name(five) == k6 {
			v.Nodes = certain
		}
		return v, ok
	})
	d := &Decider{eval: newJudge(constant(0.5)), Book: func() *book.Book { return b }, BookOnly: true}
	if a := decide(t, d, parse(t, four...), 0, 1); a.String() != "k6" {
		t.Errorf("places %v, want k6, which is all but as even and far surer", a)
	}
}

func TestDoubt(t *testing.T) {
	last := math.Inf(1)
	for nodes := int64(1); nodes < 1<<40; nodes *= 4 {
		d := doubt(nodes)
		if d > last || d <= 0 {
			t.Errorf("%d nodes: doubt %v after %v", nodes, d, last)
		}
		last = d
		for black := 0.0; black <= 1; black += 0.05 {
			e, mirrored := evenness(black, nodes), evenness(1-black, nodes)
			if lesser := min(black, 1-black); e > lesser+1e-9 || math.Abs(e-mirrored) > 1e-9 {
				t.Errorf("evenness of %.2f after %d nodes: %v, %v the other way round", black, nodes, e, mirrored)
			}
			if nodes > 1<<38 && math.Abs(black-0.5) > 0.04 && e < min(black, 1-black)-0.001 {
				t.Errorf("evenness of %.2f, which is certain: %v", black, e)
			}
		}
	}
}

func TestStyles(t *testing.T) {
	for _, style := range []Style{Plain, Random} {
		kinds := map[taraguchi.Kind]int{}
		for seed := range int64(12) {
			d := newDecider()
			d.Seed, d.Style = seed, style
			st := taraguchi.New()
			for !st.Over() {
				a := decide(t, d, st, 0, 2000)
				kinds[a.Kind]++
				if err := st.Apply(a); err != nil {
					t.Fatal(err)
				}
			}
			st = parse(t, "h8", "h9", "i9", "i8")
			for _, kind := range []taraguchi.Kind{taraguchi.Swap, taraguchi.Place, taraguchi.Offer} {
				decide(t, d, st, taraguchi.KindsOf(kind), 2000)
			}
		}
		if kinds[taraguchi.Swap] == 0 || kinds[taraguchi.Place] == 0 {
			t.Errorf("%s: %v", styleNames[style], kinds)
		}
	}
	if s, err := ParseStyle("plain"); s != Plain || err != nil {
		t.Errorf("ParseStyle(plain) = %v, %v", s, err)
	}
	if _, err := ParseStyle("x"); err == nil {
		t.Error("ParseStyle(x) knows it")
	}
}

func BenchmarkBookDecides(b *testing.B) {
	ours := bookOf(b, []string{"h8"}, random(1), 4096)
	for _, before := range [][]string{{"h8"}, {"h8", "h9"}, {"h8", "h9", "i10"}, {"h8", "h9", "i10", "g7"}, {"h8", "h9", "i10", "g7", "j7"}} {
		b.Run(before[len(before)-1], func(b *testing.B) {
			st := parse(b, before...)
			d := &Decider{eval: newJudge(constant(0.5)), Book: ours, BookOnly: true}
			for b.Loop() {
				decide(b, d, st, 0, 1)
			}
		})
	}
}
