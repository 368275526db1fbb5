package games

import (
	"context"
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
)

// An opening is a game that is legal and goes on, and strays only where that is
// asked for.
func TestOpeningsAreOpen(t *testing.T) {
	s := search.New(search.Options{Threads: 1, TableBytes: 1 << 20})
	longest := 0
	for seed := range uint64(30) {
		for _, astray := range []bool{false, true} {
			d := Draw{Size: 15, Rule: renju.Renju, Nodes: 50, Astray: astray}
			pos, err := Opening(context.Background(), s, d, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			again, err := renju.NewPosition(15, renju.Renju)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range pos.Moves() {
				if again.IsFoul(m) {
					t.Errorf("%v is forbidden\n%v", m, pos.Board())
				}
				if err := again.Play(m); err != nil {
					t.Error(err)
				}
			}
			if again.Outcome().Over() {
				t.Errorf("over before it begins\n%v", pos.Board())
			}
			n := len(pos.Moves())
			if most := fewestStones + moreStones - 1; !astray && n > most {
				t.Errorf("%d stones, more than %d", n, most)
			}
			longest = max(longest, n)
		}
	}
	if longest < 15 {
		t.Errorf("of the openings astray none has more than %d stones", longest)
	}
}
