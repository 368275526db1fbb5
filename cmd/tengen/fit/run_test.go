package fit

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
)

// dot is a sample, and line a model of what its chance is.
type (
	dot  struct{ x, chance float64 }
	line struct{ slope, height float32 }
)

func newLinePass() Pass[dot, line] {
	return func(l *line, d *dot, _ renju.Symmetry, grad *line) Losses {
		p := 1 / (1 + math.Exp(-float64(l.slope)*d.x-float64(l.height)))
		if grad != nil {
			grad.slope += float32((p - d.chance) * d.x)
			grad.height += float32(p - d.chance)
		}
		return Losses{Values: 1, Value: -d.chance*math.Log(p) - (1-d.chance)*math.Log(1-p)}
	}
}

// lineOf are samples that the line of slope 2 and height -1 explains.
func lineOf(n int, name uint64) *Data[dot] {
	d := &Data[dot]{name: name}
	for i := range n {
		x := float64(i%21-10) / 5
		s := dot{x, 1 / (1 + math.Exp(1-2*x))}
		if i%10 == 9 {
			d.Held = append(d.Held, s)
		} else {
			d.Fit = append(d.Fit, s)
		}
	}
	return d
}

func lineRun(state string) *Run[dot, line] {
	return &Run[dot, line]{
		Schedule: Schedule{Epochs: 30, Batch: 32, Rate: 0.05, Last: 0.1, Seed: 1},
		Data:     lineOf(1000, 1),
		Now:      new(line),
		State:    state,
		NewPass:  newLinePass,
	}
}

// do runs r until ctx ends and returns what it said.
func do(ctx context.Context, r *Run[dot, line]) (string, error) {
	var said bytes.Buffer
	err := r.Do(ctx, cli.IO{Out: &said, Err: io.Discard})
	return said.String(), err
}

func TestRunFits(t *testing.T) {
	r := lineRun("")
	said, err := do(context.Background(), r)
	if err != nil {
		t.Fatal(err)
	}
	if off := math.Hypot(float64(r.Now.slope)-2, float64(r.Now.height)+1); off > 0.05 {
		t.Errorf("found %+v", *r.Now)
	}
	if n := strings.Count(said, "held out: value 0."); n != r.Epochs+1 {
		t.Errorf("%d losses for %d epochs:\n%s", n, r.Epochs, said)
	}
}

// A run that was broken off anywhere and goes on ends as an unbroken one.
func TestABrokenRunGoesOn(t *testing.T) {
	whole := lineRun("")
	all, err := do(context.Background(), whole)
	if err != nil {
		t.Fatal(err)
	}
	state := filepath.Join(t.TempDir(), "state")
	said, breaks := "", 0
	for {
		r := lineRun(state)
		more, err := do(&countdown{context.Background(), 100}, r)
		said += more
		if err == nil {
			if *r.Now != *whole.Now {
				t.Errorf("broken off, the run ends with %+v, else with %+v", *r.Now, *whole.Now)
			}
			break
		}
		if breaks++; !errors.Is(err, context.Canceled) || breaks > 20 {
			t.Fatalf("%v, broken off %d times", err, breaks)
		}
	}
	if breaks < 3 || said != all {
		t.Errorf("broken off %d times, said\n%s\nnot\n%s", breaks, said, all)
	}
}

// A state is gone on with by its own run alone.
func TestAnotherRunsStateIsRefused(t *testing.T) {
	state := filepath.Join(t.TempDir(), "state")
	if _, err := do(&countdown{context.Background(), 10}, lineRun(state)); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Run[dot, line]){
		"other flags":   func(r *Run[dot, line]) { r.Rate *= 2 },
		"other passes":  func(r *Run[dot, line]) { r.Of = "another" },
		"other samples": func(r *Run[dot, line]) { r.Data = lineOf(1000, 2) },
		"another start": func(r *Run[dot, line]) { r.Now.slope = 1 },
	} {
		r := lineRun(state)
		change(r)
		if _, err := do(context.Background(), r); err == nil || !strings.Contains(err.Error(), "another run") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestARunThatGoesAstrayEnds(t *testing.T) {
	r := lineRun("")
	r.Rate = math.Inf(1)
	if _, err := do(context.Background(), r); err == nil || !strings.Contains(err.Error(), "astray") {
		t.Error(err)
	}
	r = lineRun("")
	r.Check = func(*line) error { return io.ErrUnexpectedEOF }
	if said, err := do(context.Background(), r); !errors.Is(err, io.ErrUnexpectedEOF) || strings.Contains(said, "epoch") {
		t.Errorf("checked: %v, said %q", err, said)
	}
}

// countdown is done after it has been asked so many times.
type countdown struct {
	context.Context
	left int
}

func (c *countdown) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}
