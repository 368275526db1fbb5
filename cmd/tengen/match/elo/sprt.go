package elo

import (
	"fmt"
	"math"
)

// SPRT is a sequential test between two guesses at the Elo difference. It goes
// by the generalised likelihood ratio: each guess is given the distribution of
// outcomes that explains the results best among all that have its mean score.
type SPRT struct {
	Elo0, Elo1  float64 // the guesses H0 and H1; Elo0 < Elo1
	Alpha, Beta float64 // the chance to accept H1 when H0 holds, and H0 when H1 holds
}

// Check says what is wrong with the test's numbers.
func (s SPRT) Check() error {
	switch {
	case !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo0, 0) || math.IsInf(s.Elo1, 0):
		return fmt.Errorf("sprt: elo0 %g must be less than elo1 %g", s.Elo0, s.Elo1)
	case !(s.Alpha > 0 && s.Beta > 0 && s.Alpha+s.Beta < 1):
		return fmt.Errorf("sprt: alpha %g and beta %g must be above 0 and their sum below 1", s.Alpha, s.Beta)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which H0 and H1 are accepted.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict is what a test says.
type Verdict uint8

const (
	Undecided Verdict = iota
	AcceptH0
	AcceptH1
)

// String returns "undecided", "H0 accepted" or "H1 accepted".
func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[v]
}

// Verdict judges a log-likelihood ratio.
func (s SPRT) Verdict(ratio float64) Verdict {
	lower, upper := s.Bounds()
	switch {
	case ratio <= lower:
		return AcceptH0
	case ratio >= upper:
		return AcceptH1
	}
	return Undecided
}

// Ratio is the log-likelihood ratio of H1 against H0 after the results: by pairs
// or, before there are any, by games.
func (s SPRT) Ratio(t Tally) float64 {
	if t.Games() == 0 {
		return 0
	}
	// An outcome that has not occurred yet may still occur: without a trace of
	// it a short run of wins would be explained by no guess at all.
	const trace = 1e-3
	d := t.outcomes()
	total := 0.0
	for i, p := range d.chances {
		d.chances[i] = max(p*d.n, trace)
		total += d.chances[i]
	}
	for i := range d.chances {
		d.chances[i] /= total
	}
	p0 := d.withMean(Score(s.Elo0))
	p1 := d.withMean(Score(s.Elo1))
	sum := 0.0
	for i, p := range d.chances {
		sum += p * math.Log(p1[i]/p0[i])
	}
	return total * sum
}

// withMean returns, among the distributions with the given mean, the one under
// which d is likeliest to be seen. All chances of d must be above 0.
//
// By Lagrange's method it is d.chances[i] / (1 + x (score(i) - mean)), where x
// makes the mean come out. The function of x that has to vanish falls all along
// the interval on which all these are positive, so that halving it finds x.
func (d distribution) withMean(mean float64) []float64 {
	low, high := -1/(1-mean), 1/mean
	for range 100 {
		x, excess := (low+high)/2, 0.0
		for i, p := range d.chances {
			a := d.score(i) - mean
			excess += p * a / (1 + x*a)
		}
		if excess > 0 {
			low = x
		} else {
			high = x
		}
	}
	x := (low + high) / 2
	q := make([]float64, len(d.chances))
	for i, p := range d.chances {
		q[i] = p / (1 + x*(d.score(i)-mean))
	}
	return q
}
