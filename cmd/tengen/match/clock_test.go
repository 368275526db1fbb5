package match

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name        string
		clock       clock
		limit, left time.Duration
		limited     bool
	}{
		{"none", clock{}, 0, 0, false},
		{"none, but tolerance", clock{tolerance: s}, 0, 0, false},
		{"turn", clock{turn: 5 * s, tolerance: s, used: 100 * s}, 6 * s, -100 * s, false},
		{"match", clock{match: 60 * s, tolerance: s, used: 20 * s}, 41 * s, 40 * s, true},
		{"both, turn first", clock{turn: 5 * s, match: 60 * s, used: 20 * s}, 5 * s, 40 * s, true},
		{"both, match first", clock{turn: 5 * s, match: 60 * s, tolerance: s, used: 57 * s}, 4 * s, 3 * s, true},
		{"within the tolerance", clock{turn: 5 * s, match: 60 * s, tolerance: s, used: 60*s + s/2}, s / 2, -s / 2, true},
		{"beyond it", clock{turn: 5 * s, match: 60 * s, tolerance: s, used: 62 * s}, 1, -2 * s, true},
	}
	for _, test := range tests {
		left, limited := test.clock.left()
		if got := test.clock.limit(); got != test.limit || limited != test.limited || limited && left != test.left {
			t.Errorf("%s: limit %v, left %v (%v), want %v, %v (%v)", test.name, got, left, limited, test.limit, test.left, test.limited)
		}
	}
}

// TestClockFollowsPlayer plays openings with swaps and compares what each engine
// is told of its time with what it has used, whatever colour it held meanwhile.
func TestClockFollowsPlayer(t *testing.T) {
	dir := t.TempDir()
	state, log := filepath.Join(dir, "state"), filepath.Join(dir, "log")
	if _, _, err := play(t, "--games", "4", "--match-time", "50", "--draw-at", "16", "--state", state, "--log", log+"/",
		engine("3 slow"), engine("4 slow")); err != nil {
		t.Fatal(err)
	}
	var used [2][]int64 // by each engine before each of its questions, in all games
	swaps := 0
	for _, g := range readState(t, state) {
		var sum [2]int64
		spend := func(engine int, ms int64) {
			used[engine-1] = append(used[engine-1], sum[engine-1])
			sum[engine-1] += ms
		}
		for _, a := range g.Answers {
			spend(a.Engine, a.Millis)
			if a.Answer == "swap" {
				swaps++
			}
		}
		for i, ms := range g.Times { // stone 7 is Black's
			if i%2 == 0 {
				spend(g.Black, ms)
			} else {
				spend(g.white(), ms)
			}
		}
	}
	if swaps < 3 {
		t.Fatalf("%d swaps: this shows little", swaps)
	}
	for i, name := range []string{"engine1.log", "engine2.log"} {
		text, err := os.ReadFile(filepath.Join(log, name))
		if err != nil {
			t.Fatal(err)
		}
		question := 0
		for line := range strings.Lines(string(text)) {
			_, value, ok := strings.Cut(line, "> INFO time_left ")
			if !ok {
				continue
			}
			left, err := strconv.ParseInt(strings.TrimSpace(value), 10, 64)
			if err != nil || question >= len(used[i]) {
				t.Fatalf("%s: %q, question %d of %d", name, line, question+1, len(used[i]))
			}
			// Each time that is kept is up to a millisecond too short.
			want := 50_000 - used[i][question]
			if left > want || left < want-20 {
				t.Errorf("%s: told %d ms at question %d, has %d ms", name, left, question+1, want)
			}
			question++
		}
		if question != len(used[i]) {
			t.Errorf("%s: %d questions, %d answers", name, question, len(used[i]))
		}
		last := used[i][len(used[i])-1]
		if last < 60 {
			t.Errorf("%s: only %d ms are used: this shows little", name, last)
		}
	}
}
