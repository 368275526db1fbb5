package selfplay

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
)

func runFor(t *testing.T, args ...string) error {
	t.Helper()
	var out bytes.Buffer
	return run(context.Background(), cli.IO{Out: &out, Err: &out}, args)
}

func contents(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// A run that was killed, wherever that was, ends with the same file.
func TestABrokenRunGoesOn(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "whole")
	args := []string{"--games", "5", "--nodes", "60", "--workers", "2", "--out"}
	if err := runFor(t, append(args, whole)...); err != nil {
		t.Fatal(err)
	}
	want := contents(t, whole)
	cuts := []int{0, len(games.Header), len(want) - 1}
	for e, err := range games.Read(bytes.NewReader(want)) { // after every whole game, and within the next
		if err != nil {
			t.Fatal(err)
		}
		cuts = append(cuts, int(e.End), min(int(e.End)+7, len(want)))
	}
	for _, n := range cuts {
		broken := filepath.Join(t.TempDir(), "broken")
		if err := os.WriteFile(broken, want[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if err := runFor(t, append(args, broken)...); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(contents(t, broken), want) {
			t.Errorf("broken off at byte %d of %d, the run ends with another file", n, len(want))
		}
	}
}

// A file of another run is not gone on with, and stays as it is.
func TestAnotherRunsFileIsRefused(t *testing.T) {
	name := filepath.Join(t.TempDir(), "games")
	if err := runFor(t, "--games", "2", "--nodes", "60", "--out", name); err != nil {
		t.Fatal(err)
	}
	want := contents(t, name)
	for _, flag := range []string{"--seed=9", "--nodes=600", "--size=17", "--rule=freestyle", "--samples=2"} {
		if err := runFor(t, "--nodes", "60", "--out", name, flag, "--games", "3"); err == nil {
			t.Errorf("%s: goes on", flag)
		}
	}
	if !bytes.Equal(contents(t, name), want) {
		t.Error("the file has changed")
	}
}

// The parts of a split run hold the games of the whole.
func TestShardsHoldTheGamesOfTheWhole(t *testing.T) {
	dir := t.TempDir()
	read := func(name string) (all []games.Game) {
		t.Helper()
		for e, err := range games.Read(bytes.NewReader(contents(t, filepath.Join(dir, name)))) {
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, e.Game)
		}
		return all
	}
	for _, part := range []string{"1/1", "1/2", "2/2"} {
		name := filepath.Join(dir, part[:1]+"of"+part[2:])
		if err := runFor(t, "--games", "5", "--nodes", "60", "--shard", part, "--out", name); err != nil {
			t.Fatal(err)
		}
	}
	whole, odd, even := read("1of1"), read("1of2"), read("2of2")
	if len(whole) != 5 || len(odd) != 3 || len(even) != 2 {
		t.Fatalf("%d games, %d and %d in the parts, want 5, 3 and 2", len(whole), len(odd), len(even))
	}
	for i, g := range whole {
		part := [][]games.Game{odd, even}[i%2][i/2]
		if !reflect.DeepEqual(part, g) {
			t.Errorf("game %d differs in its part", i+1)
		}
	}
}

// Games are legal, and end as they say.
func TestGamesAreLegal(t *testing.T) {
	p := newPlayer(config{nodes: 60, samples: 2, seed: 3, rule: renju.Renju, size: 15})
	for n := range uint64(5) {
		g, err := p.play(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		pos, err := renju.NewPosition(g.Size, g.Rule)
		if err != nil {
			t.Fatal(err)
		}
		for i, m := range g.Moves {
			if pos.Outcome().Over() || pos.IsFoul(m.Point) {
				t.Errorf("game %d goes on with %v after %d moves\n%v", n, m.Point, i, pos.Board())
			}
			if err := pos.Play(m.Point); err != nil {
				t.Errorf("game %d: %v", n, err)
			}
		}
		if len(g.Samples) == 0 {
			t.Errorf("game %d has no samples", n)
		}
		for _, s := range g.Samples {
			all := slices.Clone(g.Moves[:s.After])
			for _, p := range s.Path {
				all = append(all, games.Move{Point: p})
			}
			pos, err := renju.NewPosition(g.Size, g.Rule)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range append(all, s.Move) {
				if pos.Outcome().Over() || pos.IsFoul(m.Point) {
					t.Errorf("game %d: sample %+v goes on with %v\n%v", n, s, m.Point, pos.Board())
				}
				if err := pos.Play(m.Point); err != nil {
					t.Errorf("game %d: sample %+v: %v", n, s, err)
				}
			}
		}
	}
}

func TestMistakesInTheCommandLine(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"--out", "x", "--shard", "3/2"},
		{"--out", "x", "--shard", "1"},
		{"--out", "x", "--nodes", "0"},
		{"--out", "x", "--rule", "chess"},
		{"--out", "x", "--size", "40"},
		{"--out", "x", "more"},
	} {
		if err := runFor(t, args...); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
	if _, err := os.Stat("x"); err == nil {
		t.Error("a mistake left a file behind")
	}
}
