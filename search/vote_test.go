package search

import (
	"testing"

	"tengen/engine/renju"
	"tengen/search/pattern"
)

// The deeper half wins a vote, but a proof is worth more than any number of
// votes, and a shorter win more than a longer.
func TestVote(t *testing.T) {
	type say struct {
		move  string
		value Value
		depth int
	}
	tests := []struct {
		name string
		says []say
		want string
	}{
		{"alone", []say{{"h8", 10, 5}}, "h8"},
		{"the deepest", []say{{"h8", 10, 5}, {"i9", 5, 6}}, "i9"},
		{"the most", []say{{"h8", 10, 5}, {"i9", 5, 6}, {"h8", 0, 5}}, "h8"},
		{"a win", []say{{"h8", winIn(9), 5}, {"i9", 50, 9}, {"i9", 40, 9}}, "h8"},
		{"the shorter win", []say{{"h8", winIn(9), 5}, {"i9", winIn(7), 4}}, "i9"},
		{"not a loss", []say{{"h8", loseIn(8), 9}, {"h8", loseIn(8), 9}, {"i9", -300, 7}}, "i9"},
		{"the longer loss", []say{{"h8", loseIn(4), 9}, {"i9", loseIn(8), 7}}, "i9"},
	}
	k := New(Options{})
	k.Prepare(15, renju.Renju)
	for _, tt := range tests {
		var workers []*worker
		for id, s := range tt.says {
			w := newWorker(id, 15, k.known[renju.Renju])
			p, err := renju.ParsePoint(s.move)
			if err != nil {
				t.Fatal(err)
			}
			c := pattern.CellOf(p, 15)
			w.root = []rootMove{{cell: c, value: s.value, line: []pattern.Cell{c}}}
			w.current = s.depth
			w.finish(s.depth, 1)
			workers = append(workers, w)
		}
		if got := vote(workers, &shared{})[0].Moves[0].String(); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
}

// A move that one worker has proved to lose is not chosen on another's word.
func TestALostMoveWinsNoVote(t *testing.T) {
	k := New(Options{})
	k.Prepare(15, renju.Renju)
	sh := new(shared)
	var workers []*worker
	for id, c := range []pattern.Cell{112, 128} {
		w := newWorker(id, 15, k.known[renju.Renju])
		w.root = []rootMove{{cell: c, value: 50, line: []pattern.Cell{c}}}
		w.finish(9-id, 1)
		workers = append(workers, w)
	}
	if got := vote(workers, sh)[0].Moves[0].String(); got != "h8" {
		t.Fatalf("the deeper worker's h8 should win, not %v", got)
	}
	sh.lost[112].Store(int32(loseIn(12)))
	if got := vote(workers, sh)[0].Moves[0].String(); got != "i9" {
		t.Errorf("%v is chosen, which loses", got)
	}
}
