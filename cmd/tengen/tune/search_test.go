package tune

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/tune/spsa"
	"tengen/search"
)

func tuneSearch(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out, progress bytes.Buffer
	err := Command.Run(context.Background(), cli.IO{Out: &out, Err: &progress}, append([]string{"search"}, args...))
	return out.String(), err
}

// A run ends when all of its pairs are played; with more pairs it goes on where
// its state ends.
func TestTuneSearchGoesOn(t *testing.T) {
	name := filepath.Join(t.TempDir(), "state.json")
	for _, pairs := range []string{"2", "3"} {
		out, err := tuneSearch(t, "--state", name, "--pairs", pairs, "--nodes", "60", "--workers", "2")
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		var st spsa.State
		if err := json.Unmarshal(text, &st); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out, "after "+pairs+" pairs") || len(st.Now) != len(search.DefaultParams().Knobs()) {
			t.Errorf("after %s pairs: %+v\n%s", pairs, st, out)
		}
	}
}

// Ended from outside, a run keeps what it has learned and says so; what it cannot
// keep is an error even then.
func TestTuneSearchEndsWithItsContext(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for _, lost := range []bool{false, true} {
		dir := t.TempDir()
		tuner := newTuner(searchConfig{state: filepath.Join(dir, "state"), pairs: 4, nodes: 60, rate: 0.1, workers: 2})
		if err := tuner.load(); err != nil {
			t.Fatal(err)
		}
		if lost {
			if err := os.RemoveAll(dir); err != nil {
				t.Fatal(err)
			}
		}
		if err := tuner.run(ended, io.Discard); (err != nil) != lost {
			t.Errorf("with the state's folder gone %v: %v", lost, err)
		}
	}
}

// A run whose steering fails ends, be its players at work.
func TestTuneSearchEndsWhenItCannotSave(t *testing.T) {
	tuner := newTuner(searchConfig{state: filepath.Join(t.TempDir(), "none", "state"), pairs: 1 << 20, nodes: 60, rate: 0.1, workers: 2})
	done := make(chan error, 1)
	go func() { done <- tuner.run(context.Background(), failing{}) }()
	select {
	case err := <-done:
		if !errors.Is(err, io.ErrShortWrite) {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("goes on")
	}
}

// failing takes no progress.
type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, io.ErrShortWrite }

// Pairs are learned from in their order, whichever ends first: the state says how
// many of the first have been played.
func TestPairsAreLearnedInOrder(t *testing.T) {
	for _, tt := range []struct{ ended, learned []int }{
		{[]int{2}, nil},
		{[]int{1, 0}, []int{0, 1}},
		{[]int{2, 0}, []int{0}},
		{[]int{2, 1, 0}, []int{0, 1, 2}},
	} {
		tuner := newTuner(searchConfig{pairs: 4, nodes: 60, rate: 0.1})
		trials, outcomes := make(chan spsa.Trial), make(chan outcome)
		ctx, end := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- tuner.steer(ctx, trials, outcomes, io.Discard) }()
		var all []spsa.Trial
		for range 3 {
			all = append(all, <-trials)
		}
		for _, i := range tt.ended {
			outcomes <- outcome{all[i], 1 + i}
		}
		<-trials // by then the outcomes have been taken in
		end()
		if err := <-done; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		score := 0
		for _, i := range tt.learned {
			score += 1 + i
		}
		if tuner.state.Pairs != len(tt.learned) || tuner.state.Score != score {
			t.Errorf("when pairs %v have ended: %d pairs, score %d; want those of %v", tt.ended, tuner.state.Pairs, tuner.state.Score, tt.learned)
		}
	}
}

func TestTuneSearchRefuses(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		name = filepath.Join(dir, name)
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return name
	}
	tests := []struct {
		name string
		args []string
		want string
	}{
		{"no state", nil, "needs --state"},
		{"no pairs", []string{"--state", "x", "--pairs", "0"}, "must be positive"},
		{"a rate of nothing", []string{"--state", "x", "--rate", "NaN"}, "--rate"},
		{"more words", []string{"--state", "x", "y"}, "unexpected"},
		{"no JSON", []string{"--state", write("a", "{")}, "JSON"},
		{"other numbers", []string{"--state", write("b", `{"Now":{"A":1},"Mean":{"A":1}}`)}, "other numbers"},
		{"no folder", []string{"--state", filepath.Join(dir, "none", "x")}, "none"},
	}
	for _, tt := range tests {
		if _, err := tuneSearch(t, tt.args...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
}

// A knob's bounds hold its value, and no two share a name or a number.
func TestKnobs(t *testing.T) {
	p := search.DefaultParams()
	names, values := map[string]bool{}, map[*int]bool{}
	for _, k := range p.Knobs() {
		if *k.Value < k.Low || *k.Value > k.High || k.Step < 1 {
			t.Errorf("%s: %d is not within %d and %d by %d", k.Name, *k.Value, k.Low, k.High, k.Step)
		}
		if names[k.Name] || values[k.Value] {
			t.Errorf("%s comes twice", k.Name)
		}
		names[k.Name], values[k.Value] = true, true
	}
}
