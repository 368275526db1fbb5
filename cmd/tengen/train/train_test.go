package train

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/fit"
	"tengen/cmd/tengen/games/gamestest"
	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

func samples(t *testing.T, n int) []sample {
	t.Helper()
	d, err := fit.Load(context.Background(), []string{gamestest.File(t, gamestest.Random(n))}, 0.5, taker(eval.For(renju.Renju)))
	if err != nil {
		t.Fatal(err)
	}
	all := append(d.Fit, d.Held...)
	if len(all) < 4*n {
		t.Fatalf("only %d samples from %d games", len(all), n)
	}
	return all
}

// lively are params of which every part has a say.
func lively() *params {
	p := newParams(5)
	all := fit.Flat(p)
	for i, v := range all {
		all[i] = v + float32(i%7-3)/50
	}
	return p
}

// The gradient is the slope of the loss, number by number. Where a channel or a
// neuron is cut the loss has a corner: a few numbers of each part may miss for that.
func TestGradientIsTheSlopeOfTheLoss(t *testing.T) {
	const share = 0.7
	p, w := lively(), newPass(share)
	w.through = 1
	parts := func(p *params, head uint8) map[string][]float32 {
		h := &p.heads[head]
		return map[string][]float32{
			"rows": fit.Flat(&p.rows), "bias": fit.Flat(&p.bias),
			"first": fit.Flat(&h.first), "firstBias": h.firstBias[:],
			"second": fit.Flat(&h.second), "secondBias": h.secondBias[:],
			"out": h.out[:], "outBias": {h.outBias}, "threats": h.threats[:],
			"policy": fit.Flat(&h.policy), "policyBias": h.policyBias[:],
		}
	}
	checked, missed := map[string]int{}, map[string]int{}
	for _, s := range samples(t, 10)[:6] {
		loss := func() float64 {
			l := w.run(p, &s, 3, nil)
			return l.Value + share*l.Move
		}
		grad := new(params)
		w.run(p, &s, 3, grad)
		slopes := parts(grad, s.head)
		for name, now := range parts(p, s.head) {
			if name == "outBias" {
				continue // a copy: as "threats" is
			}
			every := 1 + len(now)/2000
			for i := range now {
				// Most shapes are not on the board.
				if slope := slopes[name][i]; i%every != 0 || slope == 0 && name == "rows" {
					continue
				}
				checked[name]++
				const h = 2e-3
				was := now[i]
				now[i] = was + h
				up := loss()
				now[i] = was - h
				down := loss()
				now[i] = was
				if want := (up - down) / (2 * h); math.Abs(want-float64(slopes[name][i])) > 3e-4+5e-2*math.Abs(want) {
					missed[name]++
				}
			}
		}
	}
	for name, n := range checked {
		if missed[name] > n/10 {
			t.Errorf("%s: of %d numbers %d have another gradient than the slope", name, n, missed[name])
		}
	}
}

// What a change of shapes and kinds makes of the rows, a slope by the rows makes of
// theirs: share is the way back of follow.
func TestShareIsTheWayBackOfFollow(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	draw := func(v []float32) {
		for i := range v {
			v[i] = float32(r.IntN(9) - 4) // whole numbers add up exactly
		}
	}
	dot := func(a, b []float32) (sum float64) {
		for i := range a {
			sum += float64(a[i]) * float64(b[i])
		}
		return sum
	}
	p, grad := newParams(1), new(params)
	draw(fit.Flat(&p.shapes))
	draw(fit.Flat(&p.kinds))
	draw(fit.Flat(&p.sides))
	p.follow()
	draw(fit.Flat(&grad.rows))
	want := dot(fit.Flat(&p.rows), fit.Flat(&grad.rows))
	p.share(grad, 0)
	got := dot(fit.Flat(&p.shapes), fit.Flat(&grad.shapes)) + dot(fit.Flat(&p.kinds), fit.Flat(&grad.kinds)) + dot(fit.Flat(&p.sides), fit.Flat(&grad.sides))
	if got != want || want == 0 {
		t.Errorf("%v, want %v", got, want)
	}
	if dot(fit.Flat(&grad.rows), fit.Flat(&grad.rows)) != 0 {
		t.Error("a slope by the rows is left")
	}
}

// A net in whole numbers says what the params say, but for rounding, whichever
// way the board is turned.
func TestTheNetIsTheModel(t *testing.T) {
	p, w := lively(), newPass(0)
	n, err := p.round()
	if err != nil {
		t.Fatal(err)
	}
	b := pattern.New(boardSize, pattern.NewTables(renju.Renju, new(pattern.Weights)))
	st := net.NewState(n)
	for i, s := range samples(t, 10) {
		turn := &turned[i%8]
		w.run(p, &s, renju.Symmetry(i%8), nil)
		board := renju.NewBoard(boardSize)
		for colour := range s.stones {
			for c := range s.stones[colour].all() {
				board.Set(pattern.PointOf(turn[c], boardSize), renju.Black+renju.Stone(colour))
			}
		}
		b.Load(renju.SetUp(board, renju.Renju, renju.Black+renju.Stone(s.head%pattern.Colours)))
		if b.Threats() != int(s.threats) {
			t.Fatal("the threats differ")
		}
		st.Reset(b)
		if got, want := float64(st.Value())/(net.HiddenUnit*net.WeightUnit), float64(w.logit-s.base); math.Abs(got-want) > 0.05 {
			t.Errorf("the net says %v, the model %v", got, want)
		}
		st.Aim()
		// Scores are the same up to a number.
		shift := math.NaN()
		scores := make([]int32, len(w.moves))
		st.Score(w.moves, scores)
		for j, c := range w.moves {
			diff := float64(scores[j])/(net.SquareUnit*net.ContextUnit) - (w.scores[j] - w.bases[j])
			if math.IsNaN(shift) {
				shift = diff
			}
			if math.Abs(diff-shift) > 0.1 {
				t.Errorf("move %d scores %v more than in the model", c, diff-shift)
			}
		}
	}
}

func TestUnroundIsTheInverseOfRound(t *testing.T) {
	n, err := lively().round()
	if err != nil {
		t.Fatal(err)
	}
	again, err := unround(n).round()
	if err != nil {
		t.Fatal(err)
	}
	if *again != *n {
		t.Error("the nets differ")
	}
}

// Training lowers the loss of what it is fitted to, and the same flags and games
// give the same net.
func TestTrain(t *testing.T) {
	dir := t.TempDir()
	in := gamestest.File(t, gamestest.Random(60))
	var first []byte
	for _, name := range []string{"a", "b"} {
		out := filepath.Join(dir, name)
		var said bytes.Buffer
		if err := run(context.Background(), cli.IO{Out: &said, Err: &said}, []string{"--epochs", "3", "--batch", "64", "--out", out, in}); err != nil {
			t.Fatal(err)
		}
		if lines := strings.Split(strings.TrimSpace(said.String()), "\n"); len(lines) != 7 {
			t.Errorf("said\n%s", said.String())
		}
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b
		} else if !bytes.Equal(first, b) {
			t.Error("the same games gave another net")
		}
	}
	n, err := net.Read(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	before, after := newParams(1), unround(n)
	w := newPass(0)
	var was, is fit.Losses
	for _, s := range samples(t, 60) {
		was.Add(w.run(before, &s, 0, nil))
		is.Add(w.run(after, &s, 0, nil))
	}
	if is.Value >= was.Value || is.Move >= was.Move {
		t.Errorf("before %v, after %v", was, is)
	}
}

// Files that would be written over are not.
func TestTrainKeepsItsInput(t *testing.T) {
	in := gamestest.File(t, gamestest.Random(20))
	out := filepath.Join(t.TempDir(), "net")
	for _, args := range [][]string{
		{"--out", in, in},
		{"--out", out, "--state", in, in},
		{"--out", out, "--state", out, in},
		{"--out", out, "--from", in, in},
	} {
		if err := run(context.Background(), cli.IO{Out: io.Discard, Err: io.Discard}, args); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

func BenchmarkPass(b *testing.B) {
	d, err := fit.Load(context.Background(), []string{gamestest.File(b, gamestest.Random(100))}, 0.5, taker(eval.For(renju.Renju)))
	if err != nil {
		b.Fatal(err)
	}
	p, w, grad := lively(), newPass(1), new(params)
	for i := range b.N {
		w.run(p, &d.Fit[i%len(d.Fit)], renju.Symmetry(i%8), grad)
	}
}
