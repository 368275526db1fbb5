package elo

import (
	"math"
	"testing"
)

// TestRateTwo compares with what can be worked out for two players by hand.
func TestRateTwo(t *testing.T) {
	for _, test := range []struct{ won, lost float64 }{{500, 500}, {750, 250}, {333.5, 666.5}, {990, 10}} {
		n, score := test.won+test.lost, test.won/(test.won+test.lost)
		got := Rate([][]float64{{0, test.won}, {test.lost, 0}})
		// The difference is that of the score, and lies to equal parts on both
		// sides of the mean, as its deviation does.
		elo := Difference(score) / 2
		margin := z95 / 2 / (math.Ln10 / 400 * math.Sqrt(n*score*(1-score)))
		// What is believed beforehand pulls a little towards the mean.
		for i, sign := range []float64{1, -1} {
			want := Rating{sign * elo, sign*elo - margin, sign*elo + margin}
			if g := got[i]; !near(g.Elo, want.Elo, 1.5) || !near(g.Low, want.Low, 3) || !near(g.High, want.High, 3) {
				t.Errorf("%v of %v: player %d is rated %+v, want %+v", test.won, n, i+1, g, want)
			}
		}
	}
}

// TestRateMany wants of many players that each is to score, by the ratings, what
// it did score: that is what makes them the likeliest.
func TestRateMany(t *testing.T) {
	points := [][]float64{
		{0, 60.5, 80, 0, 41},
		{39.5, 0, 62, 70, 0},
		{20, 38, 0, 55, 0},
		{0, 30, 45, 0, 0},
		{9, 0, 0, 0, 0}, // has met the first alone, as in a gauntlet
	}
	ratings := Rate(points)
	sum := 0.0
	for a, r := range ratings {
		sum += r.Elo
		scored, due := 0.0, 0.0
		for b := range points {
			scored += points[a][b]
			due += (points[a][b] + points[b][a]) * Score(r.Elo-ratings[b].Elo)
		}
		if !near(scored, due, 0.15) {
			t.Errorf("player %d scored %v and is rated as if it had scored %v", a+1, scored, due)
		}
		if !(r.Low < r.Elo && r.Elo < r.High) {
			t.Errorf("player %d: %v is not within %v and %v", a+1, r.Elo, r.Low, r.High)
		}
	}
	if !near(sum, 0, 1e-3) {
		t.Errorf("the mean of the ratings is %v", sum/float64(len(ratings)))
	}
	if first, last := ratings[1], ratings[4]; last.High-last.Low < 1.5*(first.High-first.Low) {
		t.Errorf("50 games tell as much (%+v) as 302 (%+v)", last, first)
	}
}

// TestRateLittle has results that leave the likeliest ratings infinite, or open.
func TestRateLittle(t *testing.T) {
	for _, test := range []struct {
		name   string
		points [][]float64
		order  []int // players from the best on; those that follow -1 are equal to the one before
	}{
		{"no games", [][]float64{{0, 0}, {0, 0}}, []int{0, -1, 1}},
		{"one game", [][]float64{{0, 0}, {1, 0}}, []int{1, 0}},
		{"a thousand won of as many", [][]float64{{0, 1000}, {0, 0}}, []int{0, 1}},
		{"each won all against the next", [][]float64{{0, 9, 9}, {0, 0, 9}, {0, 0, 0}}, []int{0, 1, 2}},
		{"two pairs that have not met", [][]float64{{0, 9, 0, 0}, {3, 0, 0, 0}, {0, 0, 0, 9}, {0, 0, 3, 0}}, []int{0, -1, 2, 1, -1, 3}},
		{"in a ring", [][]float64{{0, 5, 0}, {0, 0, 5}, {5, 0, 0}}, []int{0, -1, 1, -1, 2}},
	} {
		ratings := Rate(test.points)
		for a, r := range ratings {
			if math.IsNaN(r.Elo) || math.Abs(r.Elo) > 3000 || !(r.Low < r.Elo && r.Elo < r.High) {
				t.Errorf("%s: player %d is rated %+v", test.name, a+1, r)
			}
		}
		for i, equal := 1, false; i < len(test.order); i++ {
			if test.order[i] < 0 {
				equal = true
				continue
			}
			before := test.order[i-1]
			if equal {
				before = test.order[i-2]
			}
			difference := ratings[before].Elo - ratings[test.order[i]].Elo
			if equal != near(difference, 0, 1e-3) || difference < -1e-3 {
				t.Errorf("%s: players %d and %d differ by %v", test.name, before+1, test.order[i]+1, difference)
			}
			equal = false
		}
	}
	unknown := Rate([][]float64{{0, 0}, {0, 0}})[0]
	if want := z95 * believed / math.Sqrt2; !near(unknown.High, want, 1e-6) {
		t.Errorf("without games the interval ends at %v, want %v", unknown.High, want)
	}
}
