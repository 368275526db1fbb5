// Package fit is what tune and train share: the positions that they fit to, the
// way to do it, and how well it went.
package fit

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"slices"

	"tengen/cmd/tengen/games"
)

// Data are samples of positions, of type S: those to fit to, and those of every
// tenth game, which are held out to measure the fit.
type Data[S any] struct {
	Fit, Held []S
	Games     int
	name      uint64 // tells the data from other data
}

// Load takes the samples of files of games, as games.Positions gives them.
func Load[S any](ctx context.Context, files []string, lambda float64, take func(*games.Position) S) (*Data[S], error) {
	d := new(Data[S])
	name := fnv.New64a()
	for p, err := range games.Positions(ctx, files, lambda) {
		if err != nil {
			return nil, err
		}
		if s := take(&p); p.HeldOut() {
			d.Held = append(d.Held, s)
		} else {
			d.Fit = append(d.Fit, s)
		}
		d.Games = p.Game + 1
		_, _ = fmt.Fprintln(name, p.Board.Key(), p.Move, p.Chance, p.Board.Sum(), p.Board.MoveScore(p.Move)) // a hash takes everything
	}
	if len(d.Fit) == 0 || len(d.Held) == 0 {
		return nil, errors.New("too few games to fit anything to")
	}
	d.name = name.Sum64()
	return d, nil
}

func (d *Data[S]) String() string {
	return fmt.Sprintf("%d positions to fit, %d held out, from %d games", len(d.Fit), len(d.Held), d.Games)
}

// Losses are sums over samples.
type Losses struct {
	Value, Move   float64 // cross-entropies
	First         float64 // how often the chosen move scores highest
	Values, Moves int     // how many samples each counts
}

// Add adds those of other samples.
func (l *Losses) Add(o Losses) {
	l.Value += o.Value
	l.Move += o.Move
	l.First += o.First
	l.Values += o.Values
	l.Moves += o.Moves
}

// AddValue adds the loss of a logit where the chance is the target, and returns the
// chance that the logit stands for.
func (l *Losses) AddValue(logit, target float64) (chance float64) {
	chance = 1 / (1 + math.Exp(-logit))
	l.Value += -target*math.Log(max(chance, 1e-12)) - (1-target)*math.Log(max(1-chance, 1e-12))
	l.Values++
	return chance
}

// AddChoice adds the loss of the scores of moves, of which the first was chosen, and
// turns them into the chances that they stand for.
func (l *Losses) AddChoice(scores []float64) {
	chosen, top, sum := scores[0], slices.Max(scores), 0.0
	for i, score := range scores {
		scores[i] = math.Exp(score - top)
		sum += scores[i]
	}
	for i := range scores {
		scores[i] /= sum
	}
	l.Moves++
	l.Move += math.Log(sum) - (chosen - top)
	if chosen == top {
		l.First++
	}
}

func (l Losses) String() string {
	return fmt.Sprintf("value %.4f  move %.4f  first %.1f %%", l.Value/float64(l.Values), l.Move/float64(l.Moves), 100*l.First/float64(l.Moves))
}
