// Package gamestest makes games for the tests of what learns from games.
package gamestest

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
)

// Random are n games of random moves near the centre, with values and results by
// lot: the same ones each time.
func Random(n int) []games.Game {
	r := rand.New(rand.NewPCG(1, 1))
	var all []games.Game
	for range n {
		pos, err := renju.NewPosition(15, renju.Renju)
		if err != nil {
			panic(err)
		}
		g := games.Game{Size: 15, Rule: renju.Renju, Opening: 2, Result: []renju.Result{renju.BlackWins, renju.WhiteWins, renju.Draw}[r.IntN(3)]}
		for len(g.Moves) < 16 {
			p := renju.Point{X: int8(4 + r.IntN(7)), Y: int8(4 + r.IntN(7))}
			if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
				if err := pos.Play(p); err != nil {
					panic(err)
				}
				g.Moves = append(g.Moves, games.Move{Point: p, Value: int16(r.IntN(200) - 100)})
			}
		}
		all = append(all, g)
	}
	return all
}

// File writes games to a file for the time of the test and returns its name.
func File(t testing.TB, all []games.Game) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "games")
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := games.WriteHeader(f); err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		if err := games.Append(f, &g); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	return name
}
