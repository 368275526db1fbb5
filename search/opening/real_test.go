package opening

import (
	"context"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// The tests in this file decide with the real search.

func newDecider() *Decider {
	return &Decider{Searcher: search.New(search.Options{TableBytes: 1 << 20})}
}

func TestWholeOpeningsBySearch(t *testing.T) {
	for seed := range int64(6) {
		d := newDecider()
		d.Seed = seed
		st := taraguchi.New()
		for !st.Over() {
			a := decide(t, d, st, 0, 4000)
			if err := st.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestDecisionsBySearch(t *testing.T) {
	t.Run("swap to Black, who leads", func(t *testing.T) {
		// Black has an open three, White two stones in corners.
		pos := position(t, 15, renju.Renju, "h8a1i8o15j8")
		swap, moves, err := newDecider().Swap2(context.Background(), pos, search.Limits{Nodes: 20_000})
		if !swap || err != nil {
			t.Errorf("stays White with %v, error %v", moves, err)
		}
	})
	t.Run("stay White, who leads", func(t *testing.T) {
		pos := position(t, 15, renju.Renju, "a1h8o15i8a15")
		swap, moves, err := newDecider().Swap2(context.Background(), pos, search.Limits{Nodes: 20_000})
		if swap || err != nil {
			t.Errorf("takes Black, error %v", err)
		}
		mustPlay(t, pos, moves...)
	})
	t.Run("a pick that leaves Black nothing", func(t *testing.T) {
		// All offers but a15 build on Black's stones.
		st := parse(t, "h8", "h9", "i9", "i8", "j10 g7 j8 j9 g9 f9 a15 k8 h6 g10")
		a := decide(t, newDecider(), st, 0, 30_000)
		if a.Points[0].String() != "a15" {
			t.Errorf("picks %v, want a15, far from everything", a)
		}
	})
}

func TestDecidesInTime(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const turn = time.Second // a quarter is kept back, for busy machines too
	for _, before := range [][]string{
		{"h8", "h9"}, {"h8", "h9", "i9"}, {"h8", "h9", "i9", "i8"}, {"h8", "h9", "i9", "i8", "j10"},
		{"h8", "h9", "h10", "h11", "g8 g9 g10 g11 f8 f9 f10 f11 h12 h7"},
	} {
		st := parse(t, before...)
		d := newDecider()
		var said []string
		began := time.Now()
		a, err := d.Decide(context.Background(), st, 0, search.Limits{Clock: search.Clock{Turn: turn}}, func(s string) { said = append(said, s) })
		took := time.Since(began)
		if err != nil {
			t.Fatal(err)
		}
		mustBeLegal(t, st, a, 0)
		if took > turn {
			t.Errorf("%v took %v of %v", before, took, turn)
		}
		text := strings.Join(said, "\n")
		if text == "" {
			t.Errorf("%v: nothing said", before)
		}
		for _, word := range []string{"error", "unknown", "name="} { // managers react to these
			if strings.Contains(strings.ToLower(text), word) {
				t.Errorf("%v: says %q", before, text)
			}
		}
		t.Logf("%v: %v in %v\n%s", before, a, took, text)
	}
}

func TestStopsBySearch(t *testing.T) {
	st := parse(t, "h8", "h9", "i9", "i8")
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	began := time.Now()
	a, err := newDecider().Decide(ctx, st, 0, search.Limits{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mustBeLegal(t, st, a, 0)
	if took := time.Since(began); took > time.Second {
		t.Errorf("stopped after %v", took)
	}
}

func TestDepthLimit(t *testing.T) {
	st := parse(t, "h8", "h9", "i9", "i8")
	a, err := newDecider().Decide(context.Background(), st, 0, search.Limits{Depth: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mustBeLegal(t, st, a, 0)
}
