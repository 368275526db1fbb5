package opening

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

const plenty = 1 << 20 // nodes that let every decision see its whole tree

func TestFifth(t *testing.T) {
	four := []string{"h8", "h9", "i9", "i8"}
	tests := []struct {
		name   string
		black  func([]renju.Point) float64
		before []string
		allow  taraguchi.Kinds
		want   string // the answer, or its kind
	}{
		{"an even fifth, but more than ten good ones for Black: offer", after(0.7, map[string]float64{"j10": 0.5}), four, 0, "offer"},
		{"nothing but good fifths for Black: swap, the other has to place one", constant(0.7), four, 0, "swap"},
		{"nine good fifths are not ten",
			after(0.3, map[string]float64{"g9": 0.9, "j9": 0.9, "g8": 0.9, "j8": 0.9, "g7": 0.9, "h7": 0.9, "i7": 0.9, "j7": 0.9, "k9": 0.5}), four, 0, "swap"},
		{"all good for White: swap, and the other must place", constant(0.3), four, 0, "swap"},
		{"even whatever one does: swap", constant(0.5), four, 0, "swap"},
		{"good for Black, but to offer is not allowed: swap is as good as to place",
			after(0.9, map[string]float64{"j10": 0.5}), four, taraguchi.KindsOf(taraguchi.Swap, taraguchi.Place), "swap"},
		{"must place: the most even", after(0.9, map[string]float64{"j10": 0.62, "k6": 0.41, "j9": 0.39}), append(four, "swap"), 0, "k6"},
		{"must place, may only place in the 9x9", after(0.9, map[string]float64{"m8": 0.5, "g7": 0.6}), append(four, "swap"), 0, "g7"},
		{"only an offer is wanted", constant(0.1), four, taraguchi.KindsOf(taraguchi.Offer), "offer"},
		{"only a stone is wanted", after(0.1, map[string]float64{"g7": 0.3}), four, taraguchi.KindsOf(taraguchi.Place), "g7"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			d := &Decider{eval: newJudge(test.black)}
			a := decide(t, d, parse(t, test.before...), test.allow, plenty)
			if got := a.String(); got != test.want && a.Kind.String() != test.want {
				t.Errorf("answers %q, want %q", got, test.want)
			}
		})
	}
}

func TestOffersAreTheTenBest(t *testing.T) {
	// Eleven good ones, of which g8 and i8 mirror each other about the column
	// of the stones and cannot stand together.
	good := map[string]float64{
		"g8": 0.90, "i8": 0.90, "g9": 0.89, "g10": 0.88, "g11": 0.87, "f8": 0.86,
		"f9": 0.85, "f10": 0.84, "f11": 0.83, "h12": 0.82, "g7": 0.60, "h5": 0.51,
	}
	d := &Decider{eval: newJudge(after(0.2, good))}
	var said []string
	st := parse(t, "h8", "h9", "h10", "h11")
	a, err := d.Decide(context.Background(), st, 0, search.Limits{Nodes: plenty}, func(s string) { said = append(said, s) })
	if err != nil {
		t.Fatal(err)
	}
	mustBeLegal(t, st, a, 0)
	if a.Kind != taraguchi.Offer {
		t.Fatalf("answers %v, want an offer: the tenth best gives Black 0.60", a)
	}
	var values []float64
	for _, p := range a.Points {
		v, ok := good[p.String()]
		if q := taraguchi.Twins(st.Stones(), p, true); !ok && len(q) > 1 {
			v = good[q[1].String()]
		}
		values = append(values, v)
	}
	want := []float64{0.90, 0.89, 0.88, 0.87, 0.86, 0.85, 0.84, 0.83, 0.82, 0.60}
	if !slices.Equal(values, want) {
		t.Errorf("offers %v are worth %v, want %v", a, values, want)
	}
	if last := said[len(said)-1]; !strings.HasSuffix(last, "the worst 0.60") {
		t.Errorf("said last: %q", last)
	}
}

func TestSixth(t *testing.T) {
	five := []string{"h8", "h9", "i9", "i8", "j10"}
	tests := []struct {
		black  float64
		before []string
		want   string
	}{
		{0.6, five, "swap"},
		{0.4, five, "g7"},
		{0.6, append(five, "swap"), "g7"},
	}
	for _, test := range tests {
		j := newJudge(constant(test.black))
		j.reply = renju.Point{X: 6, Y: 6}
		if a := decide(t, &Decider{eval: j}, parse(t, test.before...), 0, 1000); a.String() != test.want {
			t.Errorf("%v with %.1f for Black: answers %v, want %v", test.before, test.black, a, test.want)
		}
		if j.calls != 1 {
			t.Errorf("%d searches, want one that takes all", j.calls)
		}
	}
}

func TestPick(t *testing.T) {
	offers := "g8 g9 g10 g11 f8 f9 f10 f11 h12 h7"
	j := newJudge(after(0.6, map[string]float64{"f10": 0.31, "h7": 0.33}))
	j.reply = renju.Point{X: 9, Y: 9}
	a := decide(t, &Decider{eval: j}, parse(t, "h8", "h9", "h10", "h11", offers), 0, 100_000)
	if a.String() != "f10 j10" {
		t.Errorf("picks %v, want f10, the worst for Black, with the reply j10", a)
	}
	// Most of the effort goes to the two that matter.
	best, other := j.spent["h8h9h10h11f10"], j.spent["h8h9h10h11g8"]
	if best <= other {
		t.Errorf("spent %d nodes on the best offer, %d on a bad one", best, other)
	}
}

func TestFourthStone(t *testing.T) {
	three := []string{"h8", "h9", "i9"}
	t.Run("bounds", func(t *testing.T) {
		// With no time for the fifths the most even is taken.
		black := after(0.9, map[string]float64{"g8": 0.52, "i8": 0.44})
		if a := decide(t, &Decider{eval: newJudge(black)}, parse(t, append(three, "swap")...), 0, 1500); a.String() != "g8" {
			t.Errorf("places %v, want g8", a)
		}
	})
	// After g8 Black has one good fifth and nothing else; after i8 any fifth is
	// as good as the best.
	black := func(stones []renju.Point) float64 {
		fourth := stones[min(3, len(stones)-1)].String()
		switch {
		case len(stones) == 4 && fourth == "g8":
			return 0.7
		case len(stones) == 5 && fourth == "g8" && stones[4].String() == "j7":
			return 0.7
		case fourth == "g8":
			return 0.48
		case fourth == "i8":
			return 0.6
		}
		return 0.95
	}
	t.Run("tree", func(t *testing.T) {
		a := decide(t, &Decider{eval: newJudge(black)}, parse(t, append(three, "swap")...), 0, plenty)
		if a.String() != "g8" {
			t.Errorf("places %v, want g8, where only one fifth is good for Black", a)
		}
	})
	t.Run("the placer never gains", func(t *testing.T) {
		if a := decide(t, &Decider{eval: newJudge(black)}, parse(t, three...), 0, plenty); a.Kind != taraguchi.Swap {
			t.Errorf("answers %v, want a swap", a)
		}
	})
}

func TestThirdStone(t *testing.T) {
	// White to move after the third stone can always find a bad fourth, but
	// perhaps no good one.
	black := func(stones []renju.Point) float64 {
		if len(stones) == 3 && stones[2].String() == "h6" {
			return 0.5
		}
		return 0.8
	}
	if a := decide(t, &Decider{eval: newJudge(black)}, parse(t, "h8", "h9", "swap"), 0, 4000); a.String() != "h6" {
		t.Errorf("places %v, want h6", a)
	}
}

func TestFirstStones(t *testing.T) {
	j := newJudge(constant(0.5))
	d := &Decider{eval: j}
	if a := decide(t, d, parse(t), 0, plenty); a.String() != "h8" {
		t.Errorf("the first stone goes to %v, want h8", a)
	}
	if a := decide(t, d, parse(t, "h8"), 0, plenty); a.Kind != taraguchi.Swap {
		t.Errorf("answers %v, want a swap", a)
	}
	decide(t, d, parse(t, "h8", "swap"), 0, plenty)
	if j.calls != 0 {
		t.Errorf("%d searches, want none: there is nothing to see", j.calls)
	}
}

func TestEveryAnswerIsLegal(t *testing.T) {
	openings := 10_000
	if testing.Short() {
		openings = 1000
	}
	r := rand.New(rand.NewPCG(1, 2))
	branches := make(map[string]int) // of ours
	for i := range openings {
		j := newJudge(random(i))
		d := &Decider{eval: j, Seed: int64(i)}
		st := taraguchi.New()
		for ours := i%2 == 0; !st.Over(); ours = st.Turn() == taraguchi.Player(i%2) {
			a := taraguchi.RandomAnswer(r, st)
			if ours {
				nodes := int64(1) << r.IntN(12)
				var allow taraguchi.Kinds
				if r.IntN(3) == 0 {
					allow = taraguchi.KindsOf(a.Kind)
				}
				a = decide(t, d, st, allow, nodes)
				branches[a.Kind.String()+string(rune('1'+len(st.Stones())))]++
			}
			if err := st.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, b := range []string{
		"place1", "place2", "swap2", "place3", "swap3", "place4", "swap4",
		"place5", "swap5", "offer5", "pick5", "place6", "swap6",
	} {
		if branches[b] == 0 {
			t.Errorf("no %s in %d openings: %v", b, openings, branches)
		}
	}
}

func TestHurry(t *testing.T) {
	states := [][]string{
		{}, {"h8"}, {"h8", "h9"}, {"h8", "h9", "i9"}, {"h8", "h9", "i9", "i8"},
		{"h8", "h9", "h10", "h11"}, {"h8", "h9", "i9", "i8", "swap"}, {"h8", "h9", "i9", "i8", "j10"},
		{"h8", "h9", "i9", "i8", "j10", "swap"},
		{"h8", "h9", "h10", "h11", "g8 g9 g10 g11 f8 f9 f10 f11 h12 h7"},
	}
	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	hurries := []struct {
		name string
		ctx  context.Context
		lim  search.Limits
	}{
		{"cancelled", cancelled, search.Limits{}},
		{"turn over", context.Background(), search.Limits{Clock: search.Clock{Turn: -1}}},
		{"match over", context.Background(), search.Limits{Clock: search.Clock{Turn: time.Hour, Match: -1}}},
		{"a nanosecond", context.Background(), search.Limits{Clock: search.Clock{Turn: 1}}},
		{"the turn began long ago", context.Background(), search.Limits{Clock: search.Clock{Turn: time.Second, Start: time.Now().Add(-time.Hour)}}},
	}
	for _, hurry := range hurries {
		for _, before := range states {
			st := parse(t, before...)
			for _, allow := range []taraguchi.Kinds{0, taraguchi.KindsOf(taraguchi.Place), taraguchi.KindsOf(taraguchi.Offer), taraguchi.KindsOf(taraguchi.Swap)} {
				if allow != 0 && st.Legal()&allow == 0 {
					continue
				}
				j := newJudge(constant(0.5))
				a, err := (&Decider{eval: j}).Decide(hurry.ctx, st, allow, hurry.lim, nil)
				if err != nil {
					t.Errorf("%s, %v: %v", hurry.name, before, err)
				}
				mustBeLegal(t, st, a, allow)
				if j.calls > 0 {
					t.Errorf("%s, %v: %d searches, want an answer at once", hurry.name, before, j.calls)
				}
			}
		}
	}
}

// Whatever is known when the decision is cut short, the answer is legal and
// nothing is searched any more.
func TestCutShort(t *testing.T) {
	for _, before := range [][]string{
		{"h8", "h9"}, {"h8", "h9", "i9"}, {"h8", "h9", "i9", "i8"}, {"h8", "h9", "h10", "h11"},
		{"h8", "h9", "i9", "i8", "j10"}, {"h8", "h9", "h10", "h11", "g8 g9 g10 g11 f8 f9 f10 f11 h12 h7"},
	} {
		st := parse(t, before...)
		for after := 1; after < 300; after += 1 + after/4 {
			ctx, cancel := context.WithCancel(context.Background())
			j := newJudge(random(after))
			j.stop = func() {
				if j.calls == after {
					cancel()
				}
			}
			a, err := (&Decider{eval: j}).Decide(ctx, st, 0, search.Limits{Nodes: plenty}, nil)
			if err != nil {
				t.Fatal(err)
			}
			mustBeLegal(t, st, a, 0)
			if j.calls > after {
				t.Fatalf("%v: %d searches, cut short after %d", before, j.calls, after)
			}
			cancel()
		}
	}
}

func TestSetClock(t *testing.T) {
	d := new(Decider)
	d.SetClock(search.Clock{Turn: -1}) // nothing to stop
	j := newJudge(constant(0.5))
	j.stop = func() {
		if j.calls == 20 {
			d.SetClock(search.Clock{Turn: -1})
		}
	}
	d.eval = j
	decide(t, d, parse(t, "h8", "h9", "i9", "i8"), 0, 1<<40)
	if j.calls != 20 {
		t.Errorf("%d searches, want an end after 20", j.calls)
	}
}

func TestFailingSearch(t *testing.T) {
	j := newJudge(constant(0.5))
	j.fail = true
	st := parse(t, "h8", "h9", "i9", "i8")
	a, err := (&Decider{eval: j}).Decide(context.Background(), st, 0, search.Limits{}, nil)
	if err == nil || j.calls != 1 {
		t.Errorf("error %v after %d searches, want the search's after one", err, j.calls)
	}
	mustBeLegal(t, st, a, 0)
}

func TestNothingToDecide(t *testing.T) {
	d := &Decider{eval: newJudge(constant(0.5))}
	over := parse(t, "h8", "h9", "i9", "i8", "j10", "g7")
	if a, err := d.Decide(context.Background(), over, 0, search.Limits{}, nil); err == nil {
		t.Errorf("after stone 6: answers %v", a)
	}
	if a, err := d.Decide(context.Background(), parse(t, "h8"), taraguchi.KindsOf(taraguchi.Pick), search.Limits{}, nil); err == nil {
		t.Errorf("a pick before any offer: answers %v", a)
	}
}

func TestSeed(t *testing.T) {
	states := []*taraguchi.State{
		parse(t, "h8"), parse(t, "h8", "h9", "swap"), parse(t, "h8", "h9", "i9", "swap"),
		parse(t, "h8", "h9", "i9", "i8"), parse(t, "h8", "h9", "i9", "i8", "swap"),
		parse(t, "h8", "h9", "i9", "i8", "j10"),
		parse(t, "h8", "h9", "h10", "h11", "g8 g9 g10 g11 f8 f9 f10 f11 h12 h7"),
	}
	near := func(stones []renju.Point) float64 { return 0.5 + random(7)(stones)/1000 }
	for _, st := range states {
		answers := make(map[string]bool)
		for seed := range int64(20) {
			d := &Decider{eval: newJudge(near), Seed: seed + 1}
			var allow taraguchi.Kinds
			if st.Legal().Has(taraguchi.Offer) { // to swap is worth more than variety
				allow = taraguchi.KindsOf(taraguchi.Offer)
			}
			a := decide(t, d, st, allow, 40_000)
			if b := decide(t, d, st, allow, 40_000); a.String() != b.String() {
				t.Errorf("%v, seed %d: %v, then %v", st.Answers(), seed+1, a, b)
			}
			answers[a.String()] = true
		}
		if len(answers) < 2 {
			t.Errorf("%v: always %v, whatever the seed", st.Answers(), answers)
		}
	}
	// Variety does not reach for what is clearly worse.
	clear := after(0.9, map[string]float64{"i7": 0.5})
	for seed := range int64(20) {
		d := &Decider{eval: newJudge(clear), Seed: seed}
		if a := decide(t, d, states[4], 0, 40_000); a.String() != "i7" {
			t.Errorf("seed %d places %v, want i7, the only even stone", seed, a)
		}
	}
}

func TestEffortFollowsRank(t *testing.T) {
	j := newJudge(after(0.9, map[string]float64{"i7": 0.5, "j7": 0.48}))
	decide(t, &Decider{eval: j}, parse(t, "h8", "h9", "i9", "i8", "swap"), 0, 200_000)
	best, far := j.spent["h8h9i9i8i7"], j.spent["h8h9i9i8d4"]
	if far == 0 || best < 4*far {
		t.Errorf("spent %d nodes on the best and %d on a far one; want all looked at and most at the top", best, far)
	}
}
