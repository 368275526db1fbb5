package opening

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"testing"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// A judge is an evaluator that knows the values: Black's chance by the stones,
// in order. A search of d plies costs it 10 * 2^d nodes.
type judge struct {
	black func(stones []renju.Point) float64
	reply renju.Point // of every position; Pass: a point near the last stone
	calls int
	spent map[string]int64 // nodes by position
	stop  func()           // called by every evaluation, if not nil
	fail  bool
}

func newJudge(black func(stones []renju.Point) float64) *judge {
	return &judge{black: black, reply: renju.Pass, spent: make(map[string]int64)}
}

func (j *judge) evaluate(ctx context.Context, pos *renju.Position, depth int, nodes int64) (estimate, error) {
	j.calls++
	if j.fail {
		return estimate{}, errors.New("the search broke down")
	}
	stones := pos.Moves()
	last := stones[len(stones)-1]
	e := estimate{win: j.black(stones), best: j.reply, depth: depth, nodes: 10 << min(depth, 40)}
	for nodes > 0 && e.nodes > nodes && e.depth > 0 {
		e.depth--
		e.nodes /= 2
	}
	if e.best == renju.Pass {
		e.best = nearestEmpty(pos, last)
	}
	if pos.ToMove() == renju.White {
		e.win = 1 - e.win
	}
	j.spent[renju.FormatMoves(stones)] += e.nodes
	if j.stop != nil {
		j.stop()
	}
	return e, nil
}

// random values, the same for the same stones and salt.
func random(salt int) func([]renju.Point) float64 {
	return func(stones []renju.Point) float64 {
		h := fnv.New64a()
		fmt.Fprint(h, salt, stones)
		return float64(h.Sum64()%1000) / 1000
	}
}

// constant values.
func constant(v float64) func([]renju.Point) float64 {
	return func([]renju.Point) float64 { return v }
}

// after gives each position the value of its last stone, or, if that has none,
// the general value.
func after(general float64, byLast map[string]float64) func([]renju.Point) float64 {
	return func(stones []renju.Point) float64 {
		if v, ok := byLast[stones[len(stones)-1].String()]; ok {
			return v
		}
		return general
	}
}

// parse reads answers such as "h8", "swap" and "h9 g7", one string each.
func parse(t testing.TB, transcript ...string) *taraguchi.State {
	t.Helper()
	st := taraguchi.New()
	for _, line := range transcript {
		a := taraguchi.Answer{Kind: taraguchi.Swap}
		if line != "swap" {
			points, err := renju.ParseMoves(line)
			if err != nil {
				t.Fatal(err)
			}
			a = taraguchi.Answer{Points: points, Kind: map[int]taraguchi.Kind{1: taraguchi.Place, 2: taraguchi.Pick, 10: taraguchi.Offer}[len(points)]}
		}
		if err := st.Apply(a); err != nil {
			t.Fatal(err)
		}
	}
	return st
}

// decide answers in st and fails the test if that is not legal by the strict
// reading.
func decide(t testing.TB, d *Decider, st *taraguchi.State, allow taraguchi.Kinds, nodes int64) taraguchi.Answer {
	t.Helper()
	a, err := d.Decide(context.Background(), st, allow, search.Limits{Nodes: nodes}, nil)
	if err != nil {
		t.Fatalf("%v: %v", st.Answers(), err)
	}
	mustBeLegal(t, st, a, allow)
	return a
}

func mustBeLegal(t testing.TB, st *taraguchi.State, a taraguchi.Answer, allow taraguchi.Kinds) {
	t.Helper()
	if err := st.Check(a, true); err != nil {
		t.Fatalf("after %v: %v: %v", st.Answers(), a, err)
	}
	if allow != 0 && !allow.Has(a.Kind) {
		t.Fatalf("after %v: %v is a %v, allowed: %v", st.Answers(), a, a.Kind, allow)
	}
}
