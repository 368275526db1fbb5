package taraguchi

import (
	"math/rand/v2"
	"testing"
)

// TestRandomAnswer plays openings and wants every answer legal, by the strict reading
// too, and every branch taken.
func TestRandomAnswer(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	swaps := map[int]int{}
	kinds := map[Kind]int{}
	for range 300 {
		st := New()
		for !st.Over() {
			a := RandomAnswer(random, st)
			if err := st.Check(a, true); err != nil {
				t.Fatalf("after %v: %v %v: %v", st.Answers(), a.Kind, a, err)
			}
			kinds[a.Kind]++
			if a.Kind == Swap {
				swaps[len(st.Stones())+1]++
			}
			if err := st.Apply(a); err != nil {
				t.Fatal(err)
			}
		}
	}
	for stone := 2; stone <= 6; stone++ {
		if swaps[stone] == 0 {
			t.Errorf("no swap before stone %d", stone)
		}
	}
	if kinds[Offer] == 0 || kinds[Offer] != kinds[Pick] {
		t.Errorf("%d offers, %d picks", kinds[Offer], kinds[Pick])
	}
}
