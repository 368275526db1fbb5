package net

import (
	"bytes"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"tengen/engine/renju"
	"tengen/search/pattern"
)

// randomNet draws numbers of the size that training gives, and now and then some
// at their bounds.
func randomNet(seed uint64) *Net {
	r := rand.New(rand.NewPCG(seed, 0))
	number := func(size, most int) int16 {
		if r.IntN(50) == 0 {
			return int16(most * (2*r.IntN(2) - 1))
		}
		return int16(r.IntN(2*size+1) - size)
	}
	n := new(Net)
	rows := []*Row{}
	for s := range n.Value {
		rows = append(rows, &n.Value[s], &n.Policy[s])
	}
	for _, row := range rows {
		for i := range row {
			row[i] = int8(number(CellUnit/3, math.MaxInt8))
		}
	}
	for i := range Channels {
		n.ValueBias[i], n.PolicyBias[i] = number(CellUnit/3, 2*CellUnit), number(CellUnit/3, BiasMost)
	}
	for colour := range n.Heads {
		h := &n.Heads[colour]
		for i := range h.First {
			for j := range h.First[i] {
				h.First[i][j] = [2]int16{number(100, 4000), number(100, 4000)}
			}
		}
		for i := range h.Second {
			for j := range h.Second[i] {
				h.Second[i][j] = [2]int16{number(600, 20000), number(600, 20000)}
				h.Policy[i][j] = [2]int16{number(600, 20000), number(600, 20000)}
			}
		}
		for j := range Hidden {
			h.FirstBias[j] = int32(r.IntN(1<<21) - 1<<20)
			h.SecondBias[j] = int32(r.IntN(1<<20) - 1<<19)
			h.PolicyBias[j] = int32(r.IntN(1<<20) - 1<<19)
			h.Out[j] = number(1000, 32767)
		}
		for i := range h.OutBias {
			h.OutBias[i] = int32(r.IntN(1 << 20))
		}
	}
	return n
}

func renjuBoard() *pattern.Board {
	return pattern.New(BoardSize, pattern.NewTables(renju.Renju, new(pattern.Weights)))
}

// stones is what stands on the search's board.
func stones(b *pattern.Board) renju.Board {
	board := renju.NewBoard(b.Size())
	for c := range pattern.Cell(b.Size() * b.Size()) {
		if at := b.At(c); at != pattern.Empty {
			board.Set(pattern.PointOf(c, b.Size()), renju.Stone(at))
		}
	}
	return board
}

// A position is read by the head for who is to move, who could make a four and more, and
// whether the opponent could make a straight four.
func TestHeadOfThreats(t *testing.T) {
	three := []string{"h8", "h9", "h10"}
	fourPlus := []string{"a15", "b15", "c15", "e14", "f13"} // d15 makes a four, and three in a diagonal
	for name, test := range map[string]struct {
		black, white []string
		toMove       renju.Stone
		want         int
	}{
		"an empty board":                          {nil, nil, renju.Black, 0},
		"White to move":                           {[]string{"h8"}, nil, renju.White, 1},
		"a three of White":                        {nil, three, renju.Black, 4},
		"a three of Black":                        {three, nil, renju.White, 5},
		"a four that makes more for Black":        {fourPlus, nil, renju.Black, 2},
		"for White":                               {nil, fourPlus, renju.White, 3},
		"for White, whose turn it is not":         {nil, fourPlus, renju.Black, 0},
		"a four that makes more, and a three":     {fourPlus, three, renju.Black, 6},
		"a three of White, whose four makes more": {three, fourPlus, renju.White, 7},
	} {
		board := renju.NewBoard(BoardSize)
		for stone, points := range map[renju.Stone][]string{renju.Black: test.black, renju.White: test.white} {
			for _, text := range points {
				p, err := renju.ParsePoint(text)
				if err != nil {
					t.Fatal(err)
				}
				board.Set(p, stone)
			}
		}
		b := renjuBoard()
		b.Load(renju.SetUp(board, renju.Renju, test.toMove))
		if got := HeadOf(b.ToMove(), b.Threats()); got != test.want {
			t.Errorf("%s: head %d, want %d", name, got, test.want)
		}
	}
}

// Whatever is done on the board between two questions, the state answers as
// one that has seen nothing but the position.
func TestStateFollowsTheBoard(t *testing.T) {
	const size = BoardSize
	for seed := range uint64(3) {
		n := randomNet(seed)
		r := rand.New(rand.NewPCG(7, seed))
		b := renjuBoard()
		start := renju.NewBoard(size)
		for range 10 * seed {
			start.Set(renju.Point{X: int8(r.IntN(size)), Y: int8(r.IntN(size))}, renju.Black+renju.Stone(r.IntN(3)))
		}
		b.Load(renju.SetUp(start, renju.Renju, renju.Black))
		again := renjuBoard()
		s, fresh := NewState(n), NewState(n)
		s.Reset(b)
		var passes []bool
		for range 400 {
			for range 1 + r.IntN(4) {
				c := pattern.Cell(r.IntN(size * size))
				switch {
				case r.IntN(5) < 2 && len(passes) > 0:
					if passes[len(passes)-1] {
						b.UndoPass()
					} else {
						b.Undo()
					}
					passes = passes[:len(passes)-1]
				case r.IntN(8) == 0:
					b.Pass()
					passes = append(passes, true)
				case b.IsEmpty(c):
					b.Move(c)
					passes = append(passes, false)
				}
			}
			again.Load(renju.SetUp(stones(b), renju.Renju, renju.Black+renju.Stone(b.ToMove())))
			fresh.Reset(again)
			got, want := s.Value(), fresh.Value()
			s.Aim()
			fresh.Aim()
			if got != want || s.sums != fresh.sums || s.context != fresh.context {
				t.Fatalf("value %d, want %d", got, want)
			}
			var cells []pattern.Cell
			for c := range pattern.Cell(size * size) {
				if b.IsEmpty(c) {
					cells = append(cells, c)
				}
			}
			scores, wanted := make([]int32, len(cells)), make([]int32, len(cells))
			s.Score(cells, scores)
			fresh.Score(cells, wanted)
			if !slices.Equal(scores, wanted) {
				t.Fatalf("scores %v, want %v", scores, wanted)
			}
		}
	}
}

func TestNetIsReadAsWritten(t *testing.T) {
	want := randomNet(1)
	var file bytes.Buffer
	if err := want.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := bytes.Clone(file.Bytes())
	got, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if *got != *want || got.Name() != want.Name() {
		t.Error("the nets differ")
	}
	for _, broken := range [][]byte{nil, whole[:len(whole)/2], []byte("nothing of the kind")} {
		if _, err := Read(bytes.NewReader(broken)); err == nil {
			t.Errorf("%d bytes of it are taken", len(broken))
		}
	}
}

// A net of which a sum could leave its bits is refused.
func TestANetTooLargeIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(*Net){
		"a bias of points": func(n *Net) { n.ValueBias[0] = BiasMost + 1 },
		"the policy's":     func(n *Net) { n.PolicyBias[31] = -BiasMost - 1 },
		"the first layer": func(n *Net) {
			for i := range n.Heads[1].First {
				n.Heads[1].First[i][4] = [2]int16{3000, -3000}
			}
		},
		"a bias of it":     func(n *Net) { n.Heads[0].FirstBias[9] = -math.MaxInt32 },
		"the second layer": func(n *Net) { n.Heads[0].Second[1][2][0], n.Heads[0].SecondBias[2] = math.MaxInt16, math.MaxInt32 },
		"the policy":       func(n *Net) { n.Heads[0].Policy[1][2][0], n.Heads[0].PolicyBias[2] = math.MaxInt16, math.MaxInt32 },
		"the output":       func(n *Net) { n.Heads[1].OutBias[100] = math.MaxInt32 },
	} {
		n := randomNet(2)
		if err := n.Check(); err != nil {
			t.Fatal(err)
		}
		spoil(n)
		var file bytes.Buffer
		if err := n.Write(&file); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&file); err == nil {
			t.Errorf("%s: taken", name)
		}
	}
}

func FuzzRead(f *testing.F) {
	var file bytes.Buffer
	if err := randomNet(1).Write(&file); err != nil {
		f.Fatal(err)
	}
	f.Add(file.Bytes())
	f.Add(file.Bytes()[:1000])
	f.Fuzz(func(t *testing.T, in []byte) {
		n, err := Read(bytes.NewReader(in))
		if (n == nil) == (err == nil) {
			t.Errorf("net %p, error %v", n, err)
		}
	})
}

func BenchmarkMoveAndValue(b *testing.B) {
	board := renjuBoard()
	r := rand.New(rand.NewPCG(1, 1))
	pos := renju.NewBoard(15)
	for i := range 30 {
		pos.Set(renju.Point{X: int8(3 + r.IntN(9)), Y: int8(3 + r.IntN(9))}, renju.Black+renju.Stone(i%2))
	}
	board.Load(renju.SetUp(pos, renju.Renju, renju.Black))
	s := NewState(randomNet(1))
	s.Reset(board)
	var cells []pattern.Cell
	for c := range board.Near().All() {
		if board.IsEmpty(c) {
			cells = append(cells, c)
		}
	}
	b.Run("board", func(b *testing.B) {
		for i := range b.N {
			board.Move(cells[i%len(cells)])
			board.Undo()
		}
	})
	b.Run("value", func(b *testing.B) {
		for i := range b.N {
			board.Move(cells[i%len(cells)])
			s.Value()
			board.Undo()
		}
	})
	b.Run("headonly", func(b *testing.B) {
		for range b.N {
			s.Value()
		}
	})
	b.Run("policy", func(b *testing.B) {
		s.Value()
		scores := make([]int32, len(cells))
		for range b.N {
			s.Aim()
			s.Score(cells, scores)
		}
	})
}
