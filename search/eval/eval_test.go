package eval

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"tengen/engine/renju"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

// A position is worth the same however the board is turned.
func TestEvaluationKnowsNoDirection(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, rule := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		e := For(rule)
		b := pattern.New(15, pattern.NewTables(rule, e.Weights()))
		st := e.NewState(b)
		for range 20 {
			board := renju.NewBoard(15)
			for range 10 + r.IntN(60) {
				board.Set(renju.Point{X: int8(r.IntN(15)), Y: int8(r.IntN(15))}, renju.Black+renju.Stone(r.IntN(2)))
			}
			b.Load(renju.SetUp(board, rule, renju.Black))
			st.Reset()
			want := st.Evaluate()
			for s := range renju.Symmetry(renju.Symmetries) {
				b.Load(renju.SetUp(board.Transform(s), rule, renju.Black))
				st.Reset()
				if got := st.Evaluate(); got != want {
					t.Errorf("%v: symmetry %d is worth %d, want %d\n%v", rule, s, got, want, &board)
				}
			}
		}
	}
}

// Without fouls the colours are alike: what is worth so much to one is worth
// as much to the other with colours exchanged.
func TestWithoutFoulsTheColoursAreAlike(t *testing.T) {
	e := For(renju.Freestyle)
	b := pattern.New(15, pattern.NewTables(renju.Freestyle, e.Weights()))
	st := e.NewState(b)
	black, white := renju.NewBoard(15), renju.NewBoard(15)
	for _, name := range []string{"h8", "i9", "g8", "j10", "e5"} {
		p, err := renju.ParsePoint(name)
		if err != nil {
			t.Fatal(err)
		}
		black.Set(p, renju.Black)
		white.Set(p, renju.White)
	}
	b.Load(renju.SetUp(black, renju.Freestyle, renju.Black))
	st.Reset()
	want := st.Evaluate()
	b.Load(renju.SetUp(white, renju.Freestyle, renju.White))
	st.Reset()
	if got := st.Evaluate(); got != want || want <= 0 {
		t.Errorf("worth %d to White, %d to Black with the same stones", got, want)
	}
}

func TestParamsAreReadAsWritten(t *testing.T) {
	want := Hand(renju.Renju)
	var file bytes.Buffer
	if err := want.Write(&file); err != nil {
		t.Fatal(err)
	}
	whole := bytes.Clone(file.Bytes())
	got, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	if *got != *want {
		t.Error("the params differ")
	}
	if _, err := Read(bytes.NewReader(whole[:len(whole)/2])); err == nil {
		t.Error("half a file is taken")
	}
	if _, err := Read(bytes.NewReader([]byte("nothing of the kind"))); err == nil {
		t.Error("another file is taken")
	}
}

// With a network the state adds to the weights what the network says, in the
// search's units, and stays within the bounds.
func TestANetworkCorrectsTheWeights(t *testing.T) {
	for _, tt := range []struct {
		logit float64
		want  int
	}{{0, 0}, {1, WinScale}, {-2.5, -2.5 * WinScale}, {100, Limit}} {
		n := new(net.Net)
		for colour := range n.Heads {
			for i := range n.Heads[colour].OutBias {
				n.Heads[colour].OutBias[i] = int32(tt.logit * net.HiddenUnit * net.WeightUnit)
			}
			n.Heads[colour].PolicyBias[0] = net.HiddenUnit * net.WeightUnit // the first channel decides
		}
		n.PolicyBias[0] = net.CellUnit / 2 // its square is a quarter
		e := For(renju.Renju).With(n)
		b := pattern.New(15, pattern.NewTables(renju.Renju, e.Weights()))
		s := e.NewState(b)
		b.Load(renju.SetUp(renju.NewBoard(15), renju.Renju, renju.Black))
		s.Reset()
		for _, c := range []pattern.Cell{112, 97, 30} {
			b.Move(c)
			if got, want := s.Evaluate(), min(e.Weigh(b)+tt.want, Limit); got != want {
				t.Errorf("a logit of %v makes %d, want %d", tt.logit, got, want)
			}
			s.Aim()
			var got [2]int32
			s.Score([]pattern.Cell{0, 224}, got[:])
			if want := [2]int32{MoveScale/4 + int32(b.MoveScore(0)), MoveScale/4 + int32(b.MoveScore(224))}; got != want {
				t.Errorf("moves score %d, want %d", got, want)
			}
		}
	}
}
