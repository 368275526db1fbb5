package search

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// patience is far beyond what anything here takes on an idle machine.
const patience = 10 * time.Second

func position(t testing.TB, size int, rule renju.Rule, moves string) *renju.Position {
	t.Helper()
	pos, err := renju.PositionFromMoves(size, rule, moves)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestPlainTactics(t *testing.T) {
	tests := []struct {
		name  string
		moves string
		best  []string
		mate  int // plies, 0 if no win need be seen
	}{
		{"a five is made", "h8a1i8a3j8a5k8o15", []string{"g8", "l8"}, 1},
		{"a straight four is made", "h8a1i8a3j8a5", []string{"g8", "k8"}, 3},
		{"a four is stopped", "a1h8a3i8a5j8g8k8", []string{"l8"}, 0},
		{"an open three is stopped", "h8h9a1i9o1j9", []string{"f9", "g9", "k9", "l9"}, 0},
		{"a five comes before the stop", "h8a1i8b1j8c1k8d1", []string{"g8", "l8"}, 1},
		// White's four g9-j9 has one end left, k9, and there Black would make
		// a double-three: all is lost, but not by a foul of Black's own.
		{"Black does not foul", "h8h9i7i9h10i6i11i12", nil, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pos := position(t, 15, renju.Renju, tt.moves)
			r, err := New(Options{TableBytes: 1 << 20}).Search(context.Background(), pos, Limits{Depth: 6}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if tt.best != nil && !slices.Contains(tt.best, r.Best.String()) {
				t.Errorf("plays %v (%v), want one of %v", r.Best, r.Lines[0].Value, tt.best)
			}
			if plies, _ := r.Lines[0].Value.Mate(); tt.mate != 0 && plies != tt.mate {
				t.Errorf("value %v, want a win in %d", r.Lines[0].Value, tt.mate)
			}
			if pos.IsFoul(r.Best) {
				t.Errorf("plays the forbidden point %v", r.Best)
			}
		})
	}
}

// Whatever the position, rule, size and however short the time, the move is
// legal: on an empty point, and no foul while there is another point.
func TestEveryMoveIsLegal(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		for _, size := range []int{5, 8, 15, 22} {
			s := New(Options{TableBytes: 1 << 20})
			pos := position(t, size, rule, "")
			for pos.Board().Count(renju.Empty) > 0 {
				lim := Limits{Nodes: int64(1 + r.IntN(200))}
				if r.IntN(3) == 0 {
					lim = Limits{Clock: Clock{Turn: -1}}
				}
				got, err := s.Search(context.Background(), pos, lim, nil)
				if err != nil {
					t.Fatalf("%v %d: %v", rule, size, err)
				}
				if pos.At(got.Best) != renju.Empty {
					t.Fatalf("%v %d: plays %v, which is taken\n%v", rule, size, got.Best, pos.Board())
				}
				if pos.IsFoul(got.Best) && len(pos.Board().Forbidden()) < pos.Board().Count(renju.Empty) {
					t.Fatalf("%v %d: plays %v, a foul\n%v", rule, size, got.Best, pos.Board())
				}
				// Go on at random, past wins and fouls too: a manager may.
				next := got.Best
				if r.IntN(2) == 0 {
					for {
						next = renju.Point{X: int8(r.IntN(size)), Y: int8(r.IntN(size))}
						if pos.At(next) == renju.Empty {
							break
						}
					}
				}
				if err := pos.Play(next); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := s.Search(context.Background(), pos, Limits{Nodes: 10}, nil); err != ErrNoMove {
				t.Errorf("on a full board the error is %v, want ErrNoMove", err)
			}
		}
	}
}

func TestOnlyAndExcludeBindTheRoot(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7")
	s := New(Options{TableBytes: 1 << 20})
	only := []renju.Point{{X: 0, Y: 0}, {X: 14, Y: 14}}
	r, err := s.Search(context.Background(), pos, Limits{Depth: 3, Only: only}, nil)
	if err != nil || !slices.Contains(only, r.Best) {
		t.Errorf("plays %v (%v), want one of %v", r.Best, err, only)
	}
	first, _ := s.Search(context.Background(), pos, Limits{Depth: 3}, nil)
	r, err = s.Search(context.Background(), pos, Limits{Depth: 3, Exclude: []renju.Point{first.Best}}, nil)
	if err != nil || r.Best == first.Best {
		t.Errorf("plays %v (%v), which was excluded", r.Best, err)
	}
}

func TestMultiPVGivesDifferentMovesBestFirst(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	r, err := New(Options{TableBytes: 1 << 20}).Search(context.Background(), pos, Limits{Depth: 5, MultiPV: 4}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Lines) != 4 {
		t.Fatalf("%d lines, want 4", len(r.Lines))
	}
	seen := map[renju.Point]bool{}
	for i, l := range r.Lines {
		if seen[l.Moves[0]] {
			t.Errorf("line %d begins with %v again", i+1, l.Moves[0])
		}
		seen[l.Moves[0]] = true
		if i > 0 && l.Value > r.Lines[i-1].Value {
			t.Errorf("line %d is worth %v, more than the one before, %v", i+1, l.Value, r.Lines[i-1].Value)
		}
	}
}

// On one thread a search within limits of depth or nodes is repeatable.
func TestOneThreadIsDeterministic(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8h9i9i8j8g10h6")
	for _, lim := range []Limits{{Depth: 7}, {Nodes: 30_000}} {
		var first Result
		for i := range 3 {
			r, err := New(Options{TableBytes: 1 << 20}).Search(context.Background(), pos, lim, nil)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				first = r
			} else if r.Best != first.Best || r.Nodes != first.Nodes || r.Lines[0].Value != first.Lines[0].Value {
				t.Errorf("%+v: %v %v %d, then %v %v %d", lim, first.Best, first.Lines[0].Value, first.Nodes, r.Best, r.Lines[0].Value, r.Nodes)
			}
		}
	}
}

func TestNodeLimitIsKept(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	for _, nodes := range []int64{1, 100, 5000} {
		r, err := New(Options{TableBytes: 1 << 20}).Search(context.Background(), pos, Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if over := r.Nodes - nodes; over > 50+nodes/10 {
			t.Errorf("%d nodes for a limit of %d", r.Nodes, nodes)
		}
	}
}

// A network takes part where it can: in renju on boards of its size.
func TestTheNetworkTakesPart(t *testing.T) {
	n := new(net.Net)
	for colour := range n.Heads {
		for i := range n.Heads[colour].OutBias {
			n.Heads[colour].OutBias[i] = -2 * net.HiddenUnit * net.WeightUnit
		}
	}
	s := New(Options{TableBytes: 1 << 20})
	for _, tt := range []struct {
		rule renju.Rule
		size int
		same bool
	}{{renju.Renju, 15, false}, {renju.Renju, 17, true}, {renju.Standard, 15, true}} {
		pos := position(t, tt.size, tt.rule, "h8i9g7h6")
		var values [2]Value
		for i, n := range []*net.Net{nil, n} {
			s.Configure(Options{TableBytes: 1 << 20, Net: n})
			s.Clear()
			r, err := s.Search(context.Background(), pos, Limits{Depth: 1}, nil)
			if err != nil {
				t.Fatal(err)
			}
			values[i] = r.Lines[0].Value
		}
		if (values[0] == values[1]) != tt.same {
			t.Errorf("%v %dx%d: worth %v by the weights, %v with a network", tt.rule, tt.size, tt.size, values[0], values[1])
		}
	}
}

// A search ends soon after its context does, with as many workers as one likes.
func TestSearchStopsWithItsContext(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	for _, threads := range []int{1, 4} {
		s := New(Options{Threads: threads, TableBytes: 1 << 20})
		ctx, cancel := context.WithCancel(context.Background())
		time.AfterFunc(100*time.Millisecond, cancel)
		began := time.Now()
		r, err := s.Search(ctx, pos, Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); took > patience {
			t.Errorf("%d workers: stopped after %v", threads, took)
		}
		if pos.At(r.Best) != renju.Empty || len(r.Lines[0].Moves) == 0 {
			t.Errorf("%d workers: result %+v", threads, r)
		}
	}
}

// A move that is excluded is not played while there is another, be the board
// empty.
func TestExcludedMovesAreKeptOff(t *testing.T) {
	for _, moves := range []string{"", "h8i9g7h6"} {
		pos := position(t, 15, renju.Renju, moves)
		s := New(Options{TableBytes: 1 << 20})
		var kept []renju.Point
		for range 4 {
			r, err := s.Search(context.Background(), pos, Limits{Nodes: 200, Exclude: kept}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if slices.Contains(kept, r.Best) {
				t.Errorf("after %q, with %v excluded, plays %v", moves, kept, r.Best)
			}
			kept = append(kept, r.Best)
		}
	}
}

// Whatever a worker writes is its own: no two have a line in one place.
func TestWorkersShareNoLines(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	s := New(Options{Threads: 4, TableBytes: 1 << 20})
	if _, err := s.Search(context.Background(), pos, Limits{Nodes: 4000}, nil); err != nil {
		t.Fatal(err)
	}
	owner := map[*pattern.Cell]int{}
	for _, w := range s.workers {
		for _, m := range w.root {
			first := &m.line[0]
			if other, taken := owner[first]; taken {
				t.Fatalf("workers %d and %d both write the line of %v", other, w.id, pattern.PointOf(m.cell, 15))
			}
			owner[first] = w.id
		}
	}
}

// SetClock reaches a search that is under way.
func TestSetClockEndsARunningSearch(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	s := New(Options{TableBytes: 1 << 20})
	time.AfterFunc(100*time.Millisecond, func() { s.SetClock(Clock{Turn: -1}) })
	began := time.Now()
	if _, err := s.Search(context.Background(), pos, Limits{}, nil); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > patience {
		t.Errorf("stopped after %v", took)
	}
}

// What the caller takes for its progress is not the machine's lateness.
func TestSlowProgressIsNoLateness(t *testing.T) {
	const slow = time.Second
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	s := New(Options{TableBytes: 1 << 20})
	slept := false
	_, err := s.Search(context.Background(), pos, Limits{Depth: 4}, func(p Progress) {
		if p.Event == LineDone && !slept {
			slept = true
			time.Sleep(slow)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if unseen := s.workers[0].unseen; unseen >= slow {
		t.Errorf("the clock was not looked at for %v", unseen)
	}
}

// A fault in a worker, or in the caller's own progress function, is an error
// with a move to play, not a crash.
func TestAPanicBecomesAnErrorWithAMove(t *testing.T) {
	pos := position(t, 15, renju.Renju, "h8i9g7h6")
	r, err := New(Options{Threads: 2, TableBytes: 1 << 20}).Search(context.Background(), pos, Limits{Depth: 8}, func(p Progress) {
		if p.Event == LineDone && p.Line.Depth == 3 {
			panic("no more")
		}
	})
	if err == nil {
		t.Error("no error")
	}
	if pos.At(r.Best) != renju.Empty {
		t.Errorf("plays %v", r.Best)
	}
}

// The lines are legal, move by move, and the first move is the one to play.
func TestLinesCanBePlayed(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	s := New(Options{TableBytes: 4 << 20})
	for range 20 {
		pos := position(t, 15, renju.Renju, "h8")
		for range 4 + r.IntN(12) {
			p := renju.Point{X: int8(4 + r.IntN(7)), Y: int8(4 + r.IntN(7))}
			if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
				if err := pos.Play(p); err != nil {
					t.Fatal(err)
				}
			}
		}
		got, err := s.Search(context.Background(), pos, Limits{Nodes: 20_000, MultiPV: 2}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Best != got.Lines[0].Moves[0] {
			t.Errorf("plays %v, but the line begins with %v", got.Best, got.Lines[0].Moves[0])
		}
		for _, l := range got.Lines {
			play := pos.Clone()
			for i, p := range l.Moves {
				if play.IsFoul(p) {
					t.Errorf("move %d of %v is a foul\n%v", i+1, l.Moves, pos.Board())
				}
				if err := play.Play(p); err != nil {
					t.Errorf("line %v: %v", l.Moves, err)
					break
				}
			}
		}
	}
}

// A node of the search allocates nothing: a search ten times as long does not
// allocate more for it.
func TestANodeAllocatesNothing(t *testing.T) {
	for _, n := range []*net.Net{nil, new(net.Net)} {
		nodeAllocatesNothing(t, New(Options{TableBytes: 1 << 20, Net: n}))
	}
}

func nodeAllocatesNothing(t *testing.T, s *Searcher) {
	pos := position(t, 15, renju.Renju, "h8h9i9i8j8g10h6")
	var w *worker
	if _, err := s.Search(context.Background(), pos, Limits{Nodes: 1000}, nil); err != nil {
		t.Fatal(err)
	}
	w = s.workers[0]
	r := &run{begun: time.Now(), done: context.Background().Done()}
	r.setClock(Clock{})
	w.begin(pos, &shared{table: s.table, run: r})
	allocs := testing.AllocsPerRun(5, func() {
		w.search(-infinite, infinite, 5*onePly, 1, false)
	})
	if allocs != 0 {
		t.Errorf("%v allocations in a search of five plies", allocs)
	}
}

// The profiles that the programs are built with come from this one (README.md).
func BenchmarkSearch(b *testing.B) {
	speed := 0.0
	for b.Loop() {
		r, err := Bench(context.Background())
		if err != nil {
			b.Fatal(err)
		}
		speed = r.NodesPerSecond
	}
	b.ReportMetric(speed, "nodes/s")
}
