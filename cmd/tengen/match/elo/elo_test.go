package elo

import (
	"math"
	"math/rand/v2"
	"testing"
)

func near(a, b, within float64) bool {
	return a == b || math.Abs(a-b) <= within
}

func TestScale(t *testing.T) {
	for _, test := range []struct{ score, difference float64 }{
		{0.5, 0},
		{10. / 11, 400}, // ten to one
		{0.75, 190.849},
		{0.25, -190.849},
		{1, math.Inf(1)},
		{0, math.Inf(-1)},
	} {
		if got := Difference(test.score); !near(got, test.difference, 1e-3) {
			t.Errorf("Difference(%v) = %v, want %v", test.score, got, test.difference)
		}
		if got := Score(test.difference); !near(got, test.score, 1e-6) {
			t.Errorf("Score(%v) = %v, want %v", test.difference, got, test.score)
		}
	}
}

// TestEstimate compares with published matches and with figures that were
// worked out apart from this code.
func TestEstimate(t *testing.T) {
	inf := math.Inf(1)
	tests := []struct {
		name  string
		tally Tally
		want  Estimate
	}{
		{"nothing", Tally{}, Estimate{0, -inf, inf, 0.5}},
		// Published as 41.6 +/- 14.2, likelihood of superiority 100 %.
		{"games", Tally{Wins: 869, Losses: 646, Draws: 357}, Estimate{41.585, 27.411, 55.899, 1}},
		// Published as 102.5 +/- 23.5.
		{"games", Tally{Wins: 409, Losses: 197, Draws: 133}, Estimate{102.548, 79.515, 126.493, 1}},
		{"pairs", Tally{Wins: 1000, Draws: 1990, Losses: 930, Pairs: [5]int{100, 400, 900, 450, 110}},
			Estimate{6.205, -0.932, 13.347, 0.9557}},
		// Ten wins of ten: a chance below 0.025^(1/10) = 0.6915 gives less than 2.5 %.
		{"all won", Tally{Wins: 10}, Estimate{inf, Difference(0.69150), inf, 1 - 1./2048}},
		{"all lost", Tally{Losses: 10}, Estimate{-inf, -inf, Difference(1 - 0.69150), 1. / 2048}},
		// Each engine wins with the same colour every time: equal, but not for certain.
		{"all pairs even", Tally{Wins: 10, Losses: 10, Pairs: [5]int{2: 10}}, Estimate{0, -110.79, 110.79, 0.5}},
	}
	for _, test := range tests {
		got := test.tally.Estimate()
		if !near(got.Elo, test.want.Elo, 0.1) || !near(got.Low, test.want.Low, 0.1) ||
			!near(got.High, test.want.High, 0.1) || !near(got.Superiority, test.want.Superiority, 1e-3) {
			t.Errorf("%s: %+v gives %+v, want %+v", test.name, test.tally, got, test.want)
		}
	}
}

// TestEstimateByPairs shows why pairs matter: engines that each win with Black
// are known to be equal far better than single games would tell.
func TestEstimateByPairs(t *testing.T) {
	games := Tally{Wins: 100, Losses: 100}
	pairs := games
	pairs.Pairs = [5]int{5, 0, 90, 0, 5}
	width := func(t Tally) float64 { e := t.Estimate(); return e.High - e.Low }
	if g, p := width(games), width(pairs); p > g/2 {
		t.Errorf("interval of %.0f by pairs, %.0f by games", p, g)
	}
}

func TestAdd(t *testing.T) {
	var got Tally
	for _, pair := range [][2]int{{0, 0}, {2, 0}, {1, 2}, {1, 1}, {2, 2}} {
		got.Add(pair[0])
		got.Add(pair[1])
		got.AddPair(pair[0] + pair[1])
	}
	want := Tally{Wins: 4, Draws: 3, Losses: 3, Pairs: [5]int{1, 0, 2, 1, 1}}
	if got != want {
		t.Errorf("tally %+v, want %+v", got, want)
	}
	if score := got.Score(); score != 0.55 {
		t.Errorf("score %v, want 0.55", score)
	}
}

// TestRatio has ratios that a program apart from this one worked out; that of
// the three double wins is published as 0.02.
func TestRatio(t *testing.T) {
	tests := []struct {
		elo0, elo1 float64
		tally      Tally
		want       float64
	}{
		{0, 10, Tally{}, 0},
		{0, 10, Tally{Wins: 869, Draws: 357, Losses: 646}, 6.976168},
		{-10, 0, Tally{Wins: 869, Draws: 357, Losses: 646}, 8.884195},
		{0, 10, Tally{Wins: 96, Draws: 85, Losses: 3, Pairs: [5]int{3, 20, 40, 25, 4}}, 0.316066},
		{-1.75, 0.25, Tally{Wins: 6, Pairs: [5]int{4: 3}}, 0.017318},
		{0, 50, Tally{Wins: 40, Pairs: [5]int{4: 20}}, 2.672083},
		{0, 5, Tally{Wins: 1, Pairs: [5]int{100, 400, 900, 450, 110}}, 1.394968},
	}
	for _, test := range tests {
		s := SPRT{test.elo0, test.elo1, 0.05, 0.05}
		if got := s.Ratio(test.tally); !near(got, test.want, 1e-5) {
			t.Errorf("ratio of [%v, %v] after %+v = %v, want %v", test.elo0, test.elo1, test.tally, got, test.want)
		}
		// Who loses instead of winning proves the opposite.
		mirrored := Tally{Wins: test.tally.Losses, Draws: test.tally.Draws, Losses: test.tally.Wins}
		for i, n := range test.tally.Pairs {
			mirrored.Pairs[4-i] = n
		}
		s = SPRT{-test.elo1, -test.elo0, 0.05, 0.05}
		if got := s.Ratio(mirrored); !near(got, -test.want, 1e-5) {
			t.Errorf("mirrored ratio of %+v = %v, want %v", test.tally, got, -test.want)
		}
	}
}

func TestVerdict(t *testing.T) {
	s := SPRT{0, 10, 0.05, 0.05}
	if lower, upper := s.Bounds(); !near(lower, -2.94444, 1e-5) || !near(upper, 2.94444, 1e-5) {
		t.Errorf("bounds %v, %v, want ±2.94444", lower, upper)
	}
	for ratio, want := range map[float64]Verdict{-2.95: AcceptH0, -2.94: Undecided, 0: Undecided, 2.94: Undecided, 2.95: AcceptH1} {
		if got := s.Verdict(ratio); got != want {
			t.Errorf("Verdict(%v) = %v, want %v", ratio, got, want)
		}
	}
}

// TestErrorRate runs tests of engines whose difference is known and counts the
// wrong verdicts: about alpha of them may be wrong.
func TestErrorRate(t *testing.T) {
	s := SPRT{0, 40, 0.05, 0.05}
	random := rand.New(rand.NewPCG(1, 2))
	const runs = 200
	for _, truth := range []float64{s.Elo0, s.Elo1} {
		wrong := 0
		for range runs {
			var tally Tally
			verdict := Undecided
			for verdict == Undecided {
				points := 0
				for range 2 {
					p := 1 // a third of the games is drawn
					if random.Float64() > 1./3 {
						p = 0
						if random.Float64() < (Score(truth)-1./6)*1.5 {
							p = 2
						}
					}
					tally.Add(p)
					points += p
				}
				tally.AddPair(points)
				verdict = s.Verdict(s.Ratio(tally))
			}
			if (verdict == AcceptH1) != (truth == s.Elo1) {
				wrong++
			}
		}
		if wrong > runs/10 { // 5 % are expected; 10 % is more than three deviations off
			t.Errorf("difference %v: %d of %d verdicts are wrong", truth, wrong, runs)
		}
	}
}

func TestCheck(t *testing.T) {
	if err := (SPRT{0, 10, 0.05, 0.05}).Check(); err != nil {
		t.Error(err)
	}
	for _, s := range []SPRT{{10, 0, 0.05, 0.05}, {0, 0, 0.05, 0.05}, {0, math.Inf(1), 0.05, 0.05}, {math.NaN(), 1, 0.05, 0.05}, {0, 1, 0, 0.05}, {0, 1, 0.6, 0.4}} {
		if s.Check() == nil {
			t.Errorf("no error for %+v", s)
		}
	}
}
