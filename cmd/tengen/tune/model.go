package tune

import (
	"context"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"sync"

	"tengen/cmd/tengen/fit"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// winScale makes a weight one that the sigmoid takes as it is.
const winScale = eval.WinScale

// moveScale is how many units of a move's score do the same for the odds that
// it is chosen.
const moveScale = eval.MoveScale

// weights are the numbers of eval.Params as the fit moves them, in units of
// winScale and moveScale.
type weights struct {
	value          [pattern.Turns][pattern.Colours][pattern.Codes]float32
	attack, defend [pattern.Colours][pattern.Codes]float32
	threats        [pattern.Colours][pattern.ThreatSets]float32
}

// flat is all of the weights in a row.
func (w *weights) flat() [][]float32 {
	var all [][]float32
	for colour := range pattern.Colours {
		all = append(all, w.attack[colour][:], w.defend[colour][:], w.threats[colour][:])
		for turn := range pattern.Turns {
			all = append(all, w.value[turn][colour][:])
		}
	}
	return all
}

type model struct {
	now, start   weights
	mean, square weights // Adam's moments
	steps        int
}

func newModel(p *eval.Params) *model {
	m := new(model)
	w := &m.now
	for colour := range pattern.Colours {
		for rank := range pattern.Codes {
			for turn := range pattern.Turns {
				w.value[turn][colour][rank] = float32(p.Patterns.Value[turn][colour][rank]) / (winScale * pattern.ValueUnit)
			}
			w.attack[colour][rank] = float32(p.Patterns.Attack[colour][rank]) / moveScale
			w.defend[colour][rank] = float32(p.Patterns.Defend[colour][rank]) / moveScale
		}
		for set := range pattern.ThreatSets {
			w.threats[colour][set] = float32(p.Threats[colour][set]) / winScale
		}
	}
	m.start = m.now
	return m
}

// params are the weights as the engine wants them.
func (m *model) params() *eval.Params {
	p := new(eval.Params)
	w := &m.now
	round := func(v float32, unit float64) int16 {
		return int16(max(-32000, min(math.Round(float64(v)*unit), 32000)))
	}
	for colour := range pattern.Colours {
		for rank := range pattern.Codes {
			for turn := range pattern.Turns {
				p.Patterns.Value[turn][colour][rank] = round(w.value[turn][colour][rank], winScale*pattern.ValueUnit)
			}
			p.Patterns.Attack[colour][rank] = round(w.attack[colour][rank], moveScale)
			p.Patterns.Defend[colour][rank] = round(w.defend[colour][rank], moveScale)
		}
		for set := range pattern.ThreatSets {
			p.Threats[colour][set] = round(w.threats[colour][set], winScale)
		}
	}
	return p
}

// evaluate is the model's evaluation for the side to move.
func (w *weights) evaluate(s *sample) float32 {
	me := s.toMove
	v := w.threats[me][s.threats]
	for _, c := range s.codes {
		if c.colour == me {
			v += w.value[pattern.ToMove][c.colour][c.rank] * float32(c.count)
		} else {
			v -= w.value[pattern.Waiting][c.colour][c.rank] * float32(c.count)
		}
	}
	return v
}

// measure returns the losses of a sample and, if grad is not nil, adds their
// gradient to it.
func (w *weights) measure(s *sample, grad *weights, logits []float64) fit.Losses {
	l := fit.Losses{Values: 1}
	p := 1 / (1 + math.Exp(-float64(w.evaluate(s))))
	t := float64(s.target)
	l.Value = -t*math.Log(max(p, 1e-12)) - (1-t)*math.Log(max(1-p, 1e-12))
	if grad != nil {
		g := float32(p - t)
		me := s.toMove
		grad.threats[me][s.threats] += g
		for _, c := range s.codes {
			if c.colour == me {
				grad.value[pattern.ToMove][c.colour][c.rank] += g * float32(c.count)
			} else {
				grad.value[pattern.Waiting][c.colour][c.rank] -= g * float32(c.count)
			}
		}
	}
	if len(s.moves) > 1 {
		w.measureMoves(s, grad, logits, &l)
	}
	return l
}

func (w *weights) measureMoves(s *sample, grad *weights, logits []float64, l *fit.Losses) {
	me := s.toMove
	top := math.Inf(-1)
	logits = logits[:0]
	for _, m := range s.moves {
		v := float64(w.attack[me][m.mine] + w.defend[me^1][m.theirs])
		logits = append(logits, v)
		top = max(top, v)
	}
	sum := 0.0
	first := logits[0] == top
	chosen := logits[0]
	for i, v := range logits {
		logits[i] = math.Exp(v - top)
		sum += logits[i]
	}
	l.Moves = 1
	l.Move = math.Log(sum) - (chosen - top)
	if first {
		l.First = 1
	}
	if grad == nil {
		return
	}
	for i, m := range s.moves {
		g := float32(logits[i] / sum)
		if i == 0 {
			g--
		}
		grad.attack[me][m.mine] += g
		grad.defend[me^1][m.theirs] += g
	}
}

const (
	batch   = 4096
	workers = 8 // parts of a batch; their number does not depend on the machine, so neither do the sums
)

// train fits the model and tells the losses after each epoch.
func (m *model) train(ctx context.Context, d *fit.Data[sample], c config, out io.Writer) error {
	order := make([]int, len(d.Fit))
	for i := range order {
		order[i] = i
	}
	r := rand.New(rand.NewPCG(1, 2))
	perEpoch := (len(order) + batch - 1) / batch
	grads := make([]weights, workers)
	for epoch := range c.epochs {
		r.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		var fitted fit.Losses
		for from := 0; from < len(order); from += batch {
			if err := ctx.Err(); err != nil {
				return err
			}
			part := order[from:min(from+batch, len(order))]
			fitted.Add(m.gradient(d.Fit, part, grads))
			done := float64(m.steps) / float64(perEpoch*c.epochs)
			m.step(grads, len(part), c.rate*math.Pow(0.01, done), c.decay)
		}
		held := m.now.loss(d.Held)
		if _, err := fmt.Fprintf(out, "epoch %2d  fit: %v  held out: %v\n", epoch+1, fitted, held); err != nil {
			return err
		}
	}
	return nil
}

// gradient puts the sum of a batch's gradients into the parts of grads.
func (m *model) gradient(samples []sample, batch []int, grads []weights) fit.Losses {
	var wg sync.WaitGroup
	parts := make([]fit.Losses, len(grads))
	for i := range grads {
		wg.Go(func() {
			grads[i] = weights{}
			logits := make([]float64, 0, 512)
			for j := i; j < len(batch); j += len(grads) {
				parts[i].Add(m.now.measure(&samples[batch[j]], &grads[i], logits))
			}
		})
	}
	wg.Wait()
	var all fit.Losses
	for _, l := range parts {
		all.Add(l)
	}
	return all
}

func (w *weights) loss(samples []sample) fit.Losses {
	var all fit.Losses
	logits := make([]float64, 0, 512)
	for i := range samples {
		all.Add(w.measure(&samples[i], nil, logits))
	}
	return all
}

// step is one step of Adam.
func (m *model) step(grads []weights, n int, rate, decay float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	m.steps++
	correct1 := 1 - math.Pow(beta1, float64(m.steps))
	correct2 := 1 - math.Pow(beta2, float64(m.steps))
	now, start, mean, square := m.now.flat(), m.start.flat(), m.mean.flat(), m.square.flat()
	parts := make([][][]float32, len(grads))
	for i := range grads {
		parts[i] = grads[i].flat()
	}
	for f := range now {
		for i := range now[f] {
			g := 0.0
			for _, p := range parts {
				g += float64(p[f][i])
			}
			g = g/float64(n) + decay*float64(now[f][i]-start[f][i])
			mu := beta1*float64(mean[f][i]) + (1-beta1)*g
			sq := beta2*float64(square[f][i]) + (1-beta2)*g*g
			mean[f][i], square[f][i] = float32(mu), float32(sq)
			now[f][i] -= float32(rate * (mu / correct1) / (math.Sqrt(sq/correct2) + epsilon))
		}
	}
}
