package spsa

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Of two numbers that decide games and one that does not, the two are found,
// and the third does not run away.
func TestTheNumbersThatWinAreFound(t *testing.T) {
	knobs := []Knob{{"a", 0, 200, 10}, {"b", -100, 100, 8}, {"idle", 0, 100, 10}}
	best := []float64{120, -30, 0}
	strength := func(v []int) (elo float64) {
		for i := range 2 {
			d := (float64(v[i]) - best[i]) / knobs[i].Step
			elo -= 4 * d * d
		}
		return elo
	}
	s := Schedule{Pairs: 20_000, Rate: 0.01}
	st := &State{Now: map[string]float64{"a": 60, "b": 30, "idle": 50}, Mean: map[string]float64{}}
	r := rand.New(rand.NewPCG(3, 4))
	for pair := range s.Pairs {
		trial := s.Trial(knobs, st, pair, 9)
		score := 1 / (1 + math.Pow(10, (strength(trial.Behind)-strength(trial.Ahead))/400))
		result := 0
		for range 2 {
			if r.Float64() < score {
				result++
			} else {
				result--
			}
		}
		s.Learn(knobs, st, trial, result)
	}
	for i, k := range knobs[:2] {
		if off := math.Abs(st.Mean[k.Name]-best[i]) / k.Step; off > 1 {
			t.Errorf("%s is %.1f, want %.0f to a step of %.0f", k.Name, st.Mean[k.Name], best[i], k.Step)
		}
	}
	if off := math.Abs(st.Mean["idle"]-50) / 10; off > 3 {
		t.Errorf("idle has run to %.1f", st.Mean["idle"])
	}
}

// Numbers stay within their bounds, rounded both ways.
func TestNumbersStayWithinTheirBounds(t *testing.T) {
	knobs := []Knob{{"low", 0, 10, 4}, {"high", 0, 10, 4}}
	st := &State{Now: map[string]float64{"low": 0.5, "high": 9.5}, Mean: map[string]float64{}}
	s := Schedule{Pairs: 100, Rate: 1}
	for pair := range 100 {
		trial := s.Trial(knobs, st, pair, 1)
		for i := range knobs {
			for _, v := range []int{trial.Ahead[i], trial.Behind[i]} {
				if v < 0 || v > 10 {
					t.Fatalf("pair %d tries %s = %d", pair, knobs[i].Name, v)
				}
			}
		}
		s.Learn(knobs, st, trial, 2-4*(pair%2))
		for name, v := range st.Now {
			if v < 0 || v > 10 {
				t.Fatalf("%s is %v", name, v)
			}
		}
	}
}
