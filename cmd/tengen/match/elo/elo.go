// Package elo tells from the results of a match how much stronger one engine is
// than the other, and when a match has told enough.
//
// A score s, from 0 to 1, stands for an Elo difference of 400 log10(s/(1-s)).
//
// Games come in pairs: two games from one opening, or with the right to move
// first changed over. What an opening gives one side it gives the other in the
// second game, so that a pair's score varies less than two games on their own
// would. [Tally] therefore counts pairs by their five possible scores besides
// single games by their three, and intervals and tests go by pairs as soon as
// there are any.
package elo

import "math"

// Tally counts the results of a match as the first engine sees them.
type Tally struct {
	Wins, Draws, Losses int    // games, those of pairs included
	Pairs               [5]int // finished pairs by their points: 0, ½, 1, 1½, 2
}

// Games is the number of games.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the mean score of a game, from 0 to 1; ½ without games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Add counts a game by its points, doubled: 0, 1 or 2.
func (t *Tally) Add(points int) {
	switch points {
	case 0:
		t.Losses++
	case 1:
		t.Draws++
	default:
		t.Wins++
	}
}

// AddPair counts a pair whose two games are counted already by their points,
// doubled, together: 0 to 4.
func (t *Tally) AddPair(points int) { t.Pairs[points]++ }

// Difference is the Elo difference that a score stands for: -Inf for 0, +Inf
// for 1.
func Difference(score float64) float64 {
	return 400 * math.Log10(score/(1-score))
}

// Score is the score that an Elo difference stands for.
func Score(difference float64) float64 {
	return 1 / (1 + math.Pow(10, -difference/400))
}

// Estimate is what a match tells of the difference between two engines.
type Estimate struct {
	Elo         float64 // of the first engine above the second; infinite if one won all
	Low, High   float64 // the 95 % interval; its ends may be infinite
	Superiority float64 // the likelihood that the first is the stronger, from 0 to 1
}

// z95 is how many standard deviations to both sides hold 95 % of a normal
// distribution.
const z95 = 1.959964

// Estimate estimates the difference. Without games it is 0 and the interval
// holds everything.
func (t Tally) Estimate() Estimate {
	if t.Games() == 0 {
		return Estimate{Low: math.Inf(-1), High: math.Inf(1), Superiority: 0.5}
	}
	d := t.outcomes()
	mean := t.Score()
	low, high := mean, mean
	superiority := 0.5
	if deviation := math.Sqrt(d.variance() / d.n); deviation > 0 {
		low, high = mean-z95*deviation, mean+z95*deviation
		superiority = (1 + math.Erf((mean-0.5)/deviation/math.Sqrt2)) / 2
	} else {
		// All outcomes are the same, and their spread tells nothing. With 97.5 %
		// certainty another outcome has at most this chance; each side is
		// allowed the most that such outcomes could change.
		unseen := 1 - math.Pow(0.025, 1/d.n)
		low, high = mean-unseen*mean, mean+unseen*(1-mean)
		if mean != 0.5 {
			// With all chances equally likely beforehand this is how likely the
			// other engine still is the stronger one.
			superiority = math.Pow(0.5, d.n+1)
			if mean > 0.5 {
				superiority = 1 - superiority
			}
		}
	}
	return Estimate{
		Elo:         Difference(mean),
		Low:         Difference(max(low, 0)),
		High:        Difference(min(high, 1)),
		Superiority: superiority,
	}
}

// distribution is how often scores that lie evenly between 0 and 1 occurred.
type distribution struct {
	n       float64   // how many outcomes
	chances []float64 // of the scores 0, …, 1; their sum is 1
}

// outcomes is the distribution of pairs or, before there are any, of games.
func (t Tally) outcomes() distribution {
	counts := t.Pairs[:]
	if t.Pairs == [5]int{} {
		counts = []int{t.Losses, t.Draws, t.Wins}
	}
	var d distribution
	for _, c := range counts {
		d.n += float64(c)
	}
	for _, c := range counts {
		d.chances = append(d.chances, float64(c)/d.n)
	}
	return d
}

// score is the score of the outcome with index i.
func (d distribution) score(i int) float64 { return float64(i) / float64(len(d.chances)-1) }

func (d distribution) mean() float64 {
	m := 0.0
	for i, p := range d.chances {
		m += p * d.score(i)
	}
	return m
}

func (d distribution) variance() float64 {
	m, v := d.mean(), 0.0
	for i, p := range d.chances {
		v += p * (d.score(i) - m) * (d.score(i) - m)
	}
	return v
}
