package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/search/pattern"
)

// Positions of self-play in which the side to move wins by continuous threats,
// but not by fours alone.
var threatWins = []string{
	"e7l10l8f12i5k5d5j6e6",
	"h8i8f8i5e10h7i7j6g9g6f5h4e11",
	"f4l10d8j5f9f12l5l9e9l7l8",
	"e8l10h6k10g7m10n10i10j10j8",
	"k12j6g5f9k6f5i6e8j7d7g10e6g4c6b5c8b9k8",
}

// A win that is claimed comes with an answer to every defence.
func TestWinsAreProved(t *testing.T) {
	s := New(Options{TableBytes: 8 << 20})
	for _, moves := range threatWins {
		pos := position(t, 15, renju.Renju, moves)
		s.Clear()
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		result, proof, err := s.Prove(ctx, pos, Limits{Nodes: 2_000_000}, nil)
		cancel()
		if err != nil || proof == nil {
			t.Errorf("%s: %v %v without a proof (%v)", moves, result.Best, result.Lines[0].Value, err)
			continue
		}
		if line := result.Lines[0].Moves; proof.Move != result.Best || !slices.Equal(line, proof.Line()) {
			t.Errorf("%s: plays %v with %v, proves %v", moves, result.Best, line, proof.Line())
		}
		if err := proof.Replay(pos, nil); err != nil {
			t.Errorf("%s: %v", moves, err)
		}
	}
	pos := position(t, 15, renju.Renju, "h8i9")
	if result, proof, err := s.Prove(context.Background(), pos, Limits{Depth: 4}, nil); err != nil || proof != nil {
		t.Errorf("an opening is a win by %v (%v, %v)", proof, result.Lines[0].Value, err)
	}
}

// A best move that loses to continuous threats goes behind all others, and stays
// there.
func TestAMoveThatLosesToThreatsGivesWay(t *testing.T) {
	for _, moves := range threatWins {
		pos := position(t, 15, renju.Renju, moves)
		last, _ := pos.LastMove()
		pos.TakeBack()
		s := New(Options{TableBytes: 1 << 20})
		s.Prepare(15, renju.Renju)
		w := s.workers[0]
		sh := &shared{pos: pos, table: newTable(1 << 20), run: &run{begun: time.Now()}}
		sh.run.setClock(Clock{})
		w.begin(pos, sh)
		w.root = w.rootMoves(Limits{})
		loser := pattern.CellOf(last, 15)
		i := slices.IndexFunc(w.root, func(m rootMove) bool { return m.cell == loser })
		w.root[0], w.root[i] = w.root[i], w.root[0]
		if !w.refute(1_000_000) {
			t.Errorf("%s: the last move is not refuted", moves)
			continue
		}
		m := w.root[len(w.root)-1]
		if m.cell != loser || m.value > -MateBound {
			t.Errorf("%s: behind all others is %v with %v", moves, pattern.PointOf(m.cell, 15), m.value)
		}
		for depth := 1; depth <= 3; depth++ {
			w.aspire(depth, 0, nil)
			i := slices.IndexFunc(w.root, func(m rootMove) bool { return m.cell == loser })
			if i == 0 || w.root[i].last != m.value {
				t.Errorf("%s: at depth %d the move is number %d with %v", moves, depth, i, w.root[i].last)
			}
		}
		// Alone it keeps the value that is proved.
		w.root = w.root[len(w.root)-1:]
		if v := w.searchRoot(-infinite, infinite, onePly, 0, nil); w.root[0].cell == loser && v != m.value {
			t.Errorf("%s: alone the move is worth %v, proved %v", moves, v, m.value)
		}
	}
}
