package opening

import (
	"context"
	"slices"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
)

func position(t testing.TB, size int, rule renju.Rule, moves string) *renju.Position {
	t.Helper()
	pos, err := renju.PositionFromMoves(size, rule, moves)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestSwap2(t *testing.T) {
	tests := []struct {
		moves string
		black float64
		swap  bool
		want  string
	}{
		{"h8i9j8", 0.6, true, ""},
		{"h8i9j8", 0.4, false, "g7"},
		{"h8i9j8", 0.5, false, "g7"},
		{"h8i9j8h7i6", 0.6, true, ""},
		{"h8i9j8h7i6", 0.4, false, "g7"},
	}
	for _, test := range tests {
		j := newJudge(constant(test.black))
		j.reply = renju.Point{X: 6, Y: 6}
		swap, moves, err := (&Decider{eval: j}).Swap2(context.Background(), position(t, 15, renju.Standard, test.moves), search.Limits{Nodes: 1000})
		if got := renju.FormatMoves(moves); err != nil || swap != test.swap || got != test.want {
			t.Errorf("%s with %.1f for Black: swap %v, moves %q, error %v; want %v, %q", test.moves, test.black, swap, got, err, test.swap, test.want)
		}
	}
}

func TestSwap2Proposal(t *testing.T) {
	for _, size := range []int{5, 6, 15, 20, 22} {
		for salt := range 20 {
			pos := position(t, size, renju.Freestyle, "")
			j := newJudge(random(salt))
			swap, moves, err := (&Decider{eval: j}).Swap2(context.Background(), pos, search.Limits{Nodes: 1 << (2 * (salt % 10))})
			if err != nil || swap || len(moves) != 3 {
				t.Fatalf("size %d: swap %v, moves %v, error %v; want three moves", size, swap, moves, err)
			}
			for _, p := range moves {
				if err := pos.Play(p); err != nil {
					t.Errorf("size %d proposes %v: %v", size, moves, err)
				}
			}
		}
	}
	even := func(stones []renju.Point) float64 {
		if renju.FormatMoves(stones) == "h8h9i10" {
			return 0.49
		}
		return 0.8
	}
	_, moves, err := (&Decider{eval: newJudge(even)}).Swap2(context.Background(), position(t, 15, renju.Standard, ""), search.Limits{Nodes: plenty})
	if got := renju.FormatMoves(moves); err != nil || got != "h8h9i10" {
		t.Errorf("proposes %q, error %v; want the even h8h9i10", got, err)
	}
}

// A seed makes the second player hand over the choice now and then where it is
// even, and never where it is not.
func TestSwap2Handover(t *testing.T) {
	handed := func(black float64) (two int) {
		for seed := range int64(50) {
			pos := position(t, 15, renju.Standard, "h8i9j8")
			_, moves, err := (&Decider{eval: newJudge(constant(black)), Seed: seed + 1}).Swap2(context.Background(), pos, search.Limits{Nodes: 2000})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range moves {
				if err := pos.Play(p); err != nil {
					t.Fatal(err)
				}
			}
			if len(moves) == 2 {
				two++
			}
		}
		return two
	}
	if n := handed(0.5); n == 0 || n == 50 {
		t.Errorf("two stones in %d of 50 even positions", n)
	}
	if n := handed(0.7); n != 0 {
		t.Errorf("two stones in %d of 50 positions that are good for Black", n)
	}
}

func TestSwap2Faults(t *testing.T) {
	d := &Decider{eval: newJudge(constant(0.5))}
	for _, moves := range []string{"h8", "h8h9", "h8h9h10h11", "h8h9h10h11h12i12"} {
		if _, _, err := d.Swap2(context.Background(), position(t, 15, renju.Standard, moves), search.Limits{}); err == nil {
			t.Errorf("%s: no fault found", moves)
		}
	}
}

func TestBalanceOne(t *testing.T) {
	tests := []struct {
		moves string
		bias  search.Value
		black func([]renju.Point) float64
		want  string
	}{
		{"h8h9", 0, after(0.8, map[string]float64{"i7": 0.45, "j6": 0.6}), "i7"},     // Black moves
		{"h8h9i7", 0, after(0.8, map[string]float64{"g9": 0.52, "j6": 0.6}), "g9"},   // White moves
		{"h8h9", 300, after(0.5, map[string]float64{"i7": 0.8, "j6": 0.2}), "i7"},    // good for Black
		{"h8h9i7", 300, after(0.5, map[string]float64{"g9": 0.2, "j6": 0.8}), "g9"},  // good for White
		{"h8h9i7", -300, after(0.5, map[string]float64{"g9": 0.2, "j6": 0.8}), "j6"}, // bad for White
	}
	for _, test := range tests {
		p, err := (&Decider{eval: newJudge(test.black)}).BalanceOne(context.Background(), position(t, 15, renju.Renju, test.moves), test.bias, search.Limits{Nodes: 100_000})
		if err != nil || p.String() != test.want {
			t.Errorf("%s with bias %v: %v, error %v; want %v", test.moves, test.bias, p, err, test.want)
		}
	}
}

func TestBalanceAvoidsFouls(t *testing.T) {
	// A double-three for Black at h8, and the judge likes it.
	pos := position(t, 15, renju.Renju, "g8a1f8a3h7a5h6c1")
	if !pos.IsFoul(renju.Point{X: 7, Y: 7}) {
		t.Fatal("h8 is no foul here")
	}
	d := &Decider{eval: newJudge(after(0.9, map[string]float64{"h8": 0.5}))}
	p, err := d.BalanceOne(context.Background(), pos, 0, search.Limits{Nodes: 50_000})
	if err != nil || pos.IsFoul(p) {
		t.Errorf("moves to %v, error %v", p, err)
	}
}

func TestBalanceTwo(t *testing.T) {
	black := func(stones []renju.Point) float64 {
		switch renju.FormatMoves(stones) {
		case "h8h9i7": // White's best reply leaves Black a little less than even
			return 0.4
		case "h8h9i7g9":
			return 0.5
		}
		return 0.9
	}
	pos := position(t, 15, renju.Renju, "h8h9")
	got, err := (&Decider{eval: newJudge(black)}).BalanceTwo(context.Background(), pos, 0, search.Limits{Nodes: 400_000})
	if err != nil || renju.FormatMoves(got[:]) != "i7g9" {
		t.Errorf("moves %v, error %v; want i7 g9", got, err)
	}
}

// On boards that are nearly full, in every rule, the moves are legal as long as
// there are any.
func TestBalanceOnFullBoards(t *testing.T) {
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		pos := position(t, 5, rule, "")
		all := slices.Collect(pos.Board().Points())
		for i := range all { // a knight-like order that makes no row of five
			if err := pos.Play(all[i*7%len(all)]); err != nil {
				t.Fatal(err)
			}
			room := len(all) - i - 1
			d := &Decider{eval: newJudge(random(i))}
			one, err := d.BalanceOne(context.Background(), pos, 0, search.Limits{Nodes: 5000})
			if room > 0 {
				mustPlay(t, pos, one)
			}
			if (err == nil) != (room > 0) {
				t.Errorf("%v, room for %d: error %v", rule, room, err)
			}
			two, err := d.BalanceTwo(context.Background(), pos, 0, search.Limits{Nodes: 5000})
			if room > 1 {
				mustPlay(t, pos, two[:]...)
			}
			if (err == nil) != (room > 1) {
				t.Errorf("%v, room for %d: error %v", rule, room, err)
			}
		}
	}
}

func mustPlay(t *testing.T, pos *renju.Position, moves ...renju.Point) {
	t.Helper()
	pos = pos.Clone()
	for _, p := range moves {
		if err := pos.Play(p); err != nil || p == renju.Pass {
			t.Errorf("after %s: move %v: %v", renju.FormatMoves(pos.Moves()), p, err)
		}
	}
}
