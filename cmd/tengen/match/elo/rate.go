package elo

import "math"

// Rating is what a tournament tells of one player.
type Rating struct {
	Elo       float64 // above the mean of all players
	Low, High float64 // the 95 % interval of that
}

// believed is how far from the mean, in Elo, a player is believed to be before it
// has played: the standard deviation of a normal distribution. With it a player
// that has won or lost all its games has a rating too, and players that have not
// met even by way of others have ratings that are as uncertain as they should be.
// A dozen games leave nothing of it that could be felt.
const believed = 1000

// Rate rates players by what they scored against each other: points[a][b] is what
// a won against b, a draw counting one half. The ratings are those that make the
// results likeliest (Bradley and Terry's model, which has the Score of a
// difference as the chance to win). The intervals take each game on its own, and
// a draw for as uncertain as a win: they are rather too wide than too narrow, and
// much too wide for a player that has won or lost nearly all.
func Rate(points [][]float64) []Rating {
	n := len(points)
	elo := make([]float64, n)
	var covariance [][]float64
	// Newton's method climbs to the one summit there is. Far from it a step may
	// be much too long, and is cut.
	const longest, short, patience = 100.0, 1e-6, 1000
	for range patience {
		slope, curvature := likelihood(points, elo)
		covariance = inverse(curvature)
		step, length := make([]float64, n), 0.0
		for a := range n {
			for b := range n {
				step[a] += covariance[a][b] * slope[b]
			}
			length = max(length, math.Abs(step[a]))
		}
		for a := range n {
			elo[a] += step[a] * min(1, longest/max(length, short))
		}
		if length < short {
			break
		}
	}
	ratings := make([]Rating, n)
	for a := range n {
		// That all could be better or worse alike says nothing here.
		alike := believed * believed / float64(n)
		margin := z95 * math.Sqrt(max(covariance[a][a]-alike, 0))
		ratings[a] = Rating{elo[a], elo[a] - margin, elo[a] + margin}
	}
	return ratings
}

// likelihood is how the logarithm of the results' likelihood changes with the
// ratings: its first derivatives, and its second ones with their signs changed.
func likelihood(points [][]float64, elo []float64) (slope []float64, curvature [][]float64) {
	const unit = math.Ln10 / 400 // of the natural logarithm of a chance, by Elo
	n := len(points)
	slope, curvature = make([]float64, n), make([][]float64, n)
	for a := range n {
		curvature[a] = make([]float64, n)
	}
	for a := range n {
		slope[a] -= elo[a] / (believed * believed)
		curvature[a][a] += 1.0 / (believed * believed)
		for b := range n {
			games := points[a][b] + points[b][a]
			if a == b || games == 0 {
				continue
			}
			chance := Score(elo[a] - elo[b])
			slope[a] += unit * (points[a][b] - games*chance)
			weight := unit * unit * games * chance * (1 - chance)
			curvature[a][a] += weight
			curvature[a][b] -= weight
		}
	}
	return slope, curvature
}

// inverse inverts a positive definite matrix, of which nothing is left, by
// elimination.
func inverse(m [][]float64) [][]float64 {
	n := len(m)
	inv := make([][]float64, n)
	for i := range n {
		inv[i] = make([]float64, n)
		inv[i][i] = 1
	}
	for i := range n {
		pivot := m[i][i] // never 0 in such a matrix
		for k := range n {
			m[i][k] /= pivot
			inv[i][k] /= pivot
		}
		for j := range n {
			if factor := m[j][i]; j != i && factor != 0 {
				for k := range n {
					m[j][k] -= factor * m[i][k]
					inv[j][k] -= factor * inv[i][k]
				}
			}
		}
	}
	return inv
}
