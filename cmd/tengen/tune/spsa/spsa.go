// Package spsa moves numbers to where games are won: simultaneous perturbation
// stochastic approximation (Spall, 1992). All numbers are moved at once by a
// step up or down each, drawn by lot; a pair of games between the point ahead
// and the one behind tells which way to go, and by how much.
package spsa

import (
	"math"
	"math/rand/v2"
)

// A Knob is one of the numbers.
type Knob struct {
	Name      string
	Low, High float64
	Step      float64 // the perturbation at the end of the run
}

// State is how far a run has come. It is written as JSON.
type State struct {
	Of    string             // names the run
	Pairs int                // pairs played
	Now   map[string]float64 // the numbers
	Mean  map[string]float64 // their mean since half of the run
	Score int                // by how many points the numbers ahead have won, as a check: it should stay near 0
}

// Schedule is how steps and gains fall over a run.
type Schedule struct {
	Pairs int     // of the whole run
	Rate  float64 // part of a Step by which a pair moves a number at the end, for each point of difference
}

// The exponents are those that Spall recommends, and burnIn the share of the run by
// which the gains are held back at first.
const (
	stepFall = 0.101
	gainFall = 0.602
	burnIn   = 0.1
)

// step is by how much a knob is moved for the pair of a number.
func (s Schedule) step(k Knob, pair int) float64 {
	return k.Step * math.Pow(float64(s.Pairs)/float64(pair+1), stepFall)
}

// gain is what a pair's result is worth.
func (s Schedule) gain(pair int) float64 {
	held := burnIn * float64(s.Pairs)
	return s.Rate * math.Pow((held+float64(s.Pairs))/(held+float64(pair+1)), gainFall)
}

// A Trial is a pair of games to be played: its two sets of numbers, in the
// order of the knobs.
type Trial struct {
	Pair          int
	Ahead, Behind []int
	signs         []float64
}

// Trial draws the trial of a number around the state. It follows from the seed
// and the state alone.
func (s Schedule) Trial(knobs []Knob, st *State, pair int, seed uint64) Trial {
	r := rand.New(rand.NewPCG(seed, uint64(pair)))
	t := Trial{Pair: pair}
	for _, k := range knobs {
		sign := float64(2*r.IntN(2) - 1)
		by := sign * s.step(k, pair)
		now := st.Now[k.Name]
		t.signs = append(t.signs, sign)
		t.Ahead = append(t.Ahead, k.round(now+by, r.Float64()))
		t.Behind = append(t.Behind, k.round(now-by, r.Float64()))
	}
	return t
}

// round takes v to a whole number next to it, the nearer the likelier.
func (k Knob) round(v, lot float64) int {
	return int(math.Floor(max(k.Low, min(v, k.High)) + lot))
}

// Learn moves the state by the result of a trial: points of the numbers ahead less
// those of the numbers behind, from -2 to 2.
func (s Schedule) Learn(knobs []Knob, st *State, t Trial, result int) {
	gain := s.gain(t.Pair)
	for i, k := range knobs {
		v := st.Now[k.Name] + gain*s.step(k, t.Pair)*t.signs[i]*float64(result)
		st.Now[k.Name] = max(k.Low, min(v, k.High))
	}
	st.Pairs++
	st.Score += result
	late := st.Pairs - s.Pairs/2
	for _, k := range knobs {
		if late <= 1 {
			st.Mean[k.Name] = st.Now[k.Name]
		} else {
			st.Mean[k.Name] += (st.Now[k.Name] - st.Mean[k.Name]) / float64(late)
		}
	}
}
