package tune

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/fit"
	"tengen/cmd/tengen/games"
	"tengen/cmd/tengen/games/gamestest"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/eval"
	"tengen/search/pattern"
)

func samples(t *testing.T, n int) []sample {
	t.Helper()
	d, err := fit.Load(context.Background(), []string{gamestest.File(t, gamestest.Random(n))}, 0.5, take)
	if err != nil {
		t.Fatal(err)
	}
	all := append(d.Fit, d.Held...)
	if len(all) < 4*n {
		t.Fatalf("only %d samples from %d games", len(all), n)
	}
	return all
}

// The gradient is the slope of the loss, weight by weight.
func TestGradientIsTheSlopeOfTheLoss(t *testing.T) {
	w := newWeights(eval.Hand(renju.Renju))
	logits := make([]float64, 0, 512)
	loss := func(s *sample) float64 {
		l := w.measure(s, nil, logits)
		return l.Value + l.Move
	}
	for _, s := range samples(t, 10)[:12] {
		var grad weights
		w.measure(&s, &grad, logits)
		now, slope := fit.Flat(w), fit.Flat(&grad)
		checked := 0
		for i := range now {
			if slope[i] == 0 || checked > 400 {
				continue
			}
			checked++
			const h = 1e-3
			was := now[i]
			now[i] = was + h
			up := loss(&s)
			now[i] = was - h
			down := loss(&s)
			now[i] = was
			if want := (up - down) / (2 * h); math.Abs(want-float64(slope[i])) > 2e-2*(1+math.Abs(want)) {
				t.Fatalf("weight %d: gradient %v, slope %v", i, slope[i], want)
			}
		}
		if checked < 20 {
			t.Fatalf("only %d weights have a gradient", checked)
		}
	}
}

// What the model says of a position is what the engine says of it, but for
// rounding.
func TestTheModelIsTheEvaluation(t *testing.T) {
	e := eval.For(renju.Standard) // set by hand
	b := pattern.New(15, pattern.NewTables(renju.Standard, e.Weights()))
	st := e.NewState(b)
	w := newWeights(eval.Hand(renju.Standard))
	for _, g := range gamestest.Random(5) {
		empty, err := renju.NewPosition(15, renju.Standard)
		if err != nil {
			t.Fatal(err)
		}
		b.Load(empty)
		for _, mv := range g.Moves {
			if games.Quiet(b) {
				s := take(&games.Position{Board: b, Move: pattern.CellOf(mv.Point, 15), Chance: 0.5})
				got, want := float64(w.evaluate(&s))*winScale, float64(st.Evaluate())
				if math.Abs(got-want) > 2 && math.Abs(want) < eval.Limit {
					t.Fatalf("the model says %v, the evaluation %v", got, want)
				}
			}
			b.Move(pattern.CellOf(mv.Point, 15))
		}
	}
}

func TestWinScaleIsTheSearchs(t *testing.T) {
	if got, want := search.Value(winScale).WinRate(), 1/(1+math.Exp(-1)); math.Abs(got-want) > 1e-9 {
		t.Errorf("a value of %d wins %v, want %v", winScale, got, want)
	}
}

// A fit lowers the loss of what it is fitted to, and the same games give the
// same file.
func TestTune(t *testing.T) {
	dir := t.TempDir()
	in := gamestest.File(t, gamestest.Random(60))
	var first []byte
	for _, name := range []string{"a", "b"} {
		out := filepath.Join(dir, name)
		var said bytes.Buffer
		if err := run(context.Background(), cli.IO{Out: &said, Err: &said}, []string{"--epochs", "40", "--rate", "0.004", "--out", out, in}); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		if len(lines) != 42 {
			t.Fatalf("said\n%s", said.String())
		}
		b, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = b
		} else if !bytes.Equal(first, b) {
			t.Error("the same games gave another file")
		}
		if _, err := eval.Read(bytes.NewReader(b)); err != nil {
			t.Error(err)
		}
	}
	all := samples(t, 60)
	fitted, err := eval.Read(bytes.NewReader(first))
	if err != nil {
		t.Fatal(err)
	}
	pass := newPass()
	var before, after fit.Losses
	for i := range all {
		before.Add(pass(newWeights(eval.Hand(renju.Renju)), &all[i], 0, nil))
		after.Add(pass(newWeights(fitted), &all[i], 0, nil))
	}
	if after.Value >= before.Value || after.Move >= before.Move {
		t.Errorf("before %v, after %v", before, after)
	}
}
