package tune

import (
	"math"

	"tengen/cmd/tengen/fit"
	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// winScale makes a weight one that the sigmoid takes as it is.
const winScale = eval.WinScale

// moveScale is how many units of a move's score do the same for the odds that
// it is chosen.
const moveScale = eval.MoveScale

// weights are the numbers of eval.Params as the fit moves them, in units of
// winScale and moveScale. There is nothing but float32 in it, as fit.Run wants it.
type weights struct {
	value          [pattern.Turns][pattern.Colours][pattern.Codes]float32
	attack, defend [pattern.Colours][pattern.Codes]float32
	threats        [pattern.Colours][pattern.ThreatSets]float32
}

func newWeights(p *eval.Params) *weights {
	w := new(weights)
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
	return w
}

// params are the weights as the engine wants them.
func (w *weights) params() *eval.Params {
	p := new(eval.Params)
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

// newPass returns a pass over the weights, to which all ways to turn a board are
// one.
func newPass() fit.Pass[sample, weights] {
	logits := make([]float64, 0, boardCells)
	return func(w *weights, s *sample, _ renju.Symmetry, grad *weights) fit.Losses {
		return w.measure(s, grad, logits)
	}
}

// boardCells is the number of points of a board, and the most moves that there may
// be.
const boardCells = 15 * 15

// measure returns the losses of a sample and, if grad is not nil, adds their
// gradient to it.
func (w *weights) measure(s *sample, grad *weights, logits []float64) fit.Losses {
	var l fit.Losses
	p, t := l.AddValue(float64(w.evaluate(s)), float64(s.target)), float64(s.target)
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
	logits = logits[:0]
	for _, m := range s.moves {
		logits = append(logits, float64(w.attack[me][m.mine]+w.defend[me^1][m.theirs]))
	}
	l.AddChoice(logits)
	if grad == nil {
		return
	}
	for i, m := range s.moves {
		g := float32(logits[i])
		if i == 0 {
			g--
		}
		grad.attack[me][m.mine] += g
		grad.defend[me^1][m.theirs] += g
	}
}
