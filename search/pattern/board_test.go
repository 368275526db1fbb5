package pattern

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/engine/renju"
)

// plain weights, so that the sums have something to add up.
var testWeights = func() *Weights {
	w := new(Weights)
	for turn := range Turns {
		for colour := range Colours {
			for rank := range Codes {
				w.Value[turn][colour][rank] = int16(rank%97 + 2*colour + turn)
			}
		}
	}
	return w
}()

// same compares all that a board says of itself, and names what differs.
func same(t *testing.T, got, want *Board, when string) {
	t.Helper()
	if got.lines != want.lines {
		t.Fatalf("%s: lines differ", when)
	}
	if got.sum != want.sum || got.key != want.key || got.empty != want.empty || got.toMove != want.toMove {
		t.Fatalf("%s: sum %d, key %x, empty %d, to move %d; want %d, %x, %d, %d", when,
			got.sum, got.key, got.empty, got.toMove, want.sum, want.key, want.empty, want.toMove)
	}
	if got.sets != want.sets || got.count != want.count || got.stone != want.stone {
		t.Fatalf("%s: sets, counts or stones differ", when)
	}
	for c := range Cell(got.geo.size * got.geo.size) {
		if got.stone[c] == 0 && (got.codes[c] != want.codes[c] || got.Class(0, c) != want.Class(0, c) || got.Class(1, c) != want.Class(1, c)) {
			t.Fatalf("%s: %v has code %x, want %x", when, PointOf(c, got.geo.size), got.codes[c], want.codes[c])
		}
	}
}

// Every combination of lines has a number of its own, whatever the order.
func TestRankNumbersTheCombinations(t *testing.T) {
	seen := map[int][4]Line{}
	for code := range 1 << 16 {
		ls := codeLines(code)
		rank := Rank(ls)
		slices.Sort(ls[:])
		if was, ok := seen[rank]; ok && was != ls {
			t.Fatalf("%v and %v are both number %d", was, ls, rank)
		}
		seen[rank] = ls
		if rank < 0 || rank >= Codes {
			t.Fatalf("%v is number %d", ls, rank)
		}
	}
	if len(seen) != Codes {
		t.Errorf("%d combinations, want %d", len(seen), Codes)
	}
}

// A game's moves, made and taken back, leave the board as if it had been set
// up afresh at every step, whatever the size and the rule.
func TestMoveAndUndoKeepTheBoardAsIfSetUp(t *testing.T) {
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		tables := NewTables(rule, testWeights)
		for _, size := range []int{5, 9, 15, 20, 22} {
			r := rand.New(rand.NewPCG(uint64(size), uint64(rule)))
			b, fresh := New(size, tables), New(size, tables)
			pos, err := renju.NewPosition(size, rule)
			if err != nil {
				t.Fatal(err)
			}
			b.Load(pos)
			for range 4 * size * size {
				if b.Ply() > 0 && r.IntN(4) == 0 {
					b.Undo()
					pos.TakeBack()
				} else {
					c := Cell(r.IntN(size * size))
					if !b.IsEmpty(c) {
						continue
					}
					b.Move(c)
					if err := pos.Play(PointOf(c, size)); err != nil {
						t.Fatal(err)
					}
				}
				if r.IntN(size) == 0 {
					fresh.Load(pos)
					same(t, b, fresh, pos.Rule().String())
				}
			}
		}
	}
}

// difference plays a random game and compares the fast board with the rulebook
// at every point after each move: Black's forbidden points, and both colours'
// fives.
func difference(t *testing.T, r *rand.Rand, rule renju.Rule, size int, tables *Tables) {
	t.Helper()
	b := New(size, tables)
	pos, err := renju.NewPosition(size, rule)
	if err != nil {
		t.Fatal(err)
	}
	b.Load(pos)
	// Crowded corners make more fouls than an even spread does.
	spread := 4 + r.IntN(size-3)
	x0, y0 := r.IntN(size-spread+1), r.IntN(size-spread+1)
	stones := r.IntN(spread*spread) + 1
	for range stones {
		c := Cell((y0+r.IntN(spread))*size + x0 + r.IntN(spread))
		if !b.IsEmpty(c) {
			continue
		}
		b.Move(c)
		if err := pos.Play(PointOf(c, size)); err != nil {
			t.Fatal(err)
		}
		if r.IntN(4) == 0 { // Black is to have more stones now and then
			b.Pass()
			if err := pos.Play(renju.Pass); err != nil {
				t.Fatal(err)
			}
		}
	}
	compare(t, b, pos)
}

func compare(t *testing.T, b *Board, pos *renju.Position) {
	t.Helper()
	size, rule := pos.Size(), pos.Rule()
	board := pos.Board()
	before := b.key
	for p := range board.Points() {
		if board.At(p) != renju.Empty {
			continue
		}
		c := CellOf(p, size)
		for colour, stone := range []renju.Stone{renju.Black, renju.White} {
			if got, want := b.Class(colour, c) == Five, board.MakesFive(p, stone, rule); got != want {
				t.Errorf("%v: %v makes a five at %v: %v, rulebook: %v\n%v", rule, stone, p, got, want, board)
			}
		}
		if rule != renju.Renju {
			continue
		}
		if got, want := b.Forbidden(c), board.Foul(p) != 0; got != want {
			t.Errorf("%v forbidden: %v, rulebook: %v\n%v", p, got, board.Foul(p), board)
		}
	}
	if b.key != before {
		t.Errorf("the key has changed\n%v", board)
	}
}

func TestRandomBoardsAgreeWithTheRulebook(t *testing.T) {
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		tables := NewTables(rule, testWeights)
		r := rand.New(rand.NewPCG(1, uint64(rule)))
		for range 300 {
			difference(t, r, rule, 15, tables)
			difference(t, r, rule, 5+r.IntN(18), tables)
		}
	}
}

func FuzzForbidden(f *testing.F) {
	tables := NewTables(renju.Renju, testWeights)
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		difference(t, rand.New(rand.NewPCG(a, b)), renju.Renju, 15, tables)
	})
}

func BenchmarkMoveUndo(b *testing.B) {
	board := New(15, NewTables(renju.Renju, testWeights))
	pos, _ := renju.PositionFromMoves(15, renju.Renju, "h8i9g7h9h7f7i8g10g9g8")
	board.Load(pos)
	var around []Cell
	for c := range board.Near().All() {
		if board.IsEmpty(c) {
			around = append(around, c)
		}
	}
	b.ReportAllocs()
	i := 0
	for b.Loop() {
		board.Move(around[i%len(around)])
		board.Undo()
		i++
	}
}

func BenchmarkNewTables(b *testing.B) {
	for b.Loop() {
		NewTables(renju.Renju, testWeights)
	}
}

// A stone on a stopper, and on no other point, takes a straight four away.
func TestStoppersAreThePointsThatTakeAStraightFourAway(t *testing.T) {
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		tables := NewTables(rule, testWeights)
		r := rand.New(rand.NewPCG(7, uint64(rule)))
		b, seen := New(15, tables), 0
		for range 400 {
			b.clear()
			for range 10 + r.IntN(50) {
				if c := Cell(45 + r.IntN(135)); b.IsEmpty(c) {
					b.Move(c)
				}
			}
			for colour := range Colours {
				straight := *b.Points(colour, Straight)
				for c := range straight.All() {
					var stoppers Set
					b.Stoppers(colour, c, &stoppers)
					seen++
					for q := range Cell(225) {
						if !b.IsEmpty(q) {
							continue
						}
						b.Place(q, colour^1)
						stops := q == c || b.Class(colour, c) < Straight
						b.Lift()
						if stops != stoppers.Has(q) {
							t.Fatalf("%v: a stone on %v stops %v: %v, Stoppers: %v", rule, PointOf(q, 15), PointOf(c, 15), stops, stoppers.Has(q))
						}
					}
				}
			}
		}
		if seen < 100 {
			t.Fatalf("only %d straight fours in the random boards", seen)
		}
	}
}

// Positions that differ in anything that matters have different keys.
func TestKeysTellPositionsApart(t *testing.T) {
	at := renju.Point{X: 7, Y: 7}
	seen := map[uint64]string{}
	for _, size := range []int{15, 20} {
		for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
			b := New(size, NewTables(rule, testWeights))
			for _, stone := range []renju.Stone{renju.Empty, renju.Black, renju.White, renju.Blocked} {
				for _, toMove := range []renju.Stone{renju.Black, renju.White} {
					board := renju.NewBoard(size)
					board.Set(at, stone)
					b.Load(renju.SetUp(board, rule, toMove))
					name := fmt.Sprint(size, rule, stone, toMove)
					if other, ok := seen[b.Key()]; ok {
						t.Errorf("%s and %s have the same key", name, other)
					}
					seen[b.Key()] = name
				}
			}
		}
	}
}
