package train

import (
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
)

const (
	// parts is the number of parts of a batch; it does not depend on the machine,
	// so neither do the sums.
	parts = 8
	// saveEvery is how often the state is saved, and showEvery the progress shown.
	saveEvery = time.Minute
	showEvery = 10 * time.Second
)

// trainer is a run of training.
type trainer struct {
	settings
	file              string // of its state; "" if it has none
	data              *data
	now, mean, square *params // the last two are Adam's moments
	steps             int

	grads  [parts]*params
	passes [parts]*pass
}

// state is what the file keeps of a run.
type state struct {
	Settings          settings
	Positions         int
	Steps             int
	Now, Mean, Square []float32
}

// load goes on with the state of the file, if there is one.
func (t *trainer) load() error {
	if t.file == "" {
		return nil
	}
	f, err := os.Open(t.file)
	if errors.Is(err, fs.ErrNotExist) {
		return t.save() // whether it can be written shows before there is anything to lose
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var st state
	if err := gob.NewDecoder(f).Decode(&st); err != nil {
		return fmt.Errorf("%s: %w", t.file, err)
	}
	if st.Settings != t.settings || st.Positions != len(t.data.fit) || len(st.Now) != len(t.now.flat()) {
		return fmt.Errorf("%s is of another run: other flags, games or shape of the network", t.file)
	}
	copy(t.now.flat(), st.Now)
	copy(t.mean.flat(), st.Mean)
	copy(t.square.flat(), st.Square)
	t.steps = st.Steps
	return nil
}

// save writes the state in one piece.
func (t *trainer) save() error {
	if t.file == "" {
		return nil
	}
	f, err := os.CreateTemp(filepath.Dir(t.file), filepath.Base(t.file)+".*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(f.Name()) }() // it is not there any more if all went well
	err = gob.NewEncoder(f).Encode(&state{
		Settings: t.settings, Positions: len(t.data.fit), Steps: t.steps,
		Now: t.now.flat(), Mean: t.mean.flat(), Square: t.square.flat(),
	})
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), t.file)
}

// run trains to the end and tells the losses after each epoch.
func (t *trainer) run(ctx context.Context, streams cli.IO) error {
	for i := range parts {
		t.grads[i], t.passes[i] = new(params), newPass()
	}
	perEpoch := (len(t.data.fit) + t.Batch - 1) / t.Batch
	began, first, saved, shown := time.Now(), t.steps, time.Now(), time.Now()
	for t.steps < t.Epochs*perEpoch {
		epoch := t.steps / perEpoch
		order, turns := t.shuffle(epoch)
		var fit losses
		for t.steps < (epoch+1)*perEpoch {
			if err := ctx.Err(); err != nil {
				return errors.Join(err, t.save())
			}
			from := t.steps % perEpoch * t.Batch
			fit.add(t.gradient(order[from:min(from+t.Batch, len(order))], turns))
			done := float64(t.steps) / float64(t.Epochs*perEpoch)
			t.step(min(t.Batch, len(order)-from), t.Rate*math.Pow(t.Last, done))
			if time.Since(shown) > showEvery {
				shown = time.Now()
				rate, left := cli.Pace(t.steps-first, t.Epochs*perEpoch-t.steps, time.Since(began))
				_, _ = fmt.Fprintf(streams.Err, "epoch %.2f of %d, %.0f positions a second, %v left; %v\n",
					float64(t.steps)/float64(perEpoch), t.Epochs, rate*float64(t.Batch), left, fit)
			}
			if time.Since(saved) > saveEvery {
				saved = time.Now()
				if err := t.save(); err != nil {
					return err
				}
			}
		}
		if _, err := fmt.Fprintf(streams.Out, "epoch %2d  fit: %v  held out: %v\n", epoch+1, fit, t.loss(t.data.held)); err != nil {
			return err
		}
	}
	return t.save()
}

// shuffle is the order of an epoch, and how each position's board is turned in it.
func (t *trainer) shuffle(epoch int) (order []int, turns []uint8) {
	r := rand.New(rand.NewPCG(t.Seed, uint64(epoch)))
	order = r.Perm(len(t.data.fit))
	turns = make([]uint8, len(order))
	for i := range turns {
		turns[i] = uint8(r.IntN(len(turned)))
	}
	return order, turns
}

// gradient puts the sum of a batch's gradients into grads, in parts.
func (t *trainer) gradient(batch []int, turns []uint8) losses {
	return t.inParts(func(part int) (l losses) {
		clear(t.grads[part].flat())
		for i := part; i < len(batch); i += parts {
			s := &t.data.fit[batch[i]]
			l.add(t.passes[part].run(t.now, s, &turned[turns[batch[i]]], float32(t.Share), t.grads[part]))
		}
		return l
	})
}

// loss measures samples.
func (t *trainer) loss(samples []sample) losses {
	return t.inParts(func(part int) (l losses) {
		for i := part; i < len(samples); i += parts {
			l.add(t.passes[part].run(t.now, &samples[i], &turned[0], 0, nil))
		}
		return l
	})
}

func (t *trainer) inParts(do func(part int) losses) losses {
	var wg sync.WaitGroup
	var got [parts]losses
	for part := range parts {
		wg.Go(func() { got[part] = do(part) })
	}
	wg.Wait()
	var all losses
	for _, l := range got {
		all.add(l)
	}
	return all
}

// step is one step of Adam by the gradient of n samples.
func (t *trainer) step(n int, rate float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	t.steps++
	correct1 := float32(1 / (1 - math.Pow(beta1, float64(t.steps))))
	correct2 := float32(1 / (1 - math.Pow(beta2, float64(t.steps))))
	now, mean, square := t.now.flat(), t.mean.flat(), t.square.flat()
	var grads [parts][]float32
	for i := range grads {
		grads[i] = t.grads[i].flat()
	}
	each := (len(now) + parts - 1) / parts
	t.inParts(func(part int) losses {
		for i := part * each; i < min((part+1)*each, len(now)); i++ {
			g := float32(0)
			for _, from := range grads {
				g += from[i]
			}
			g /= float32(n)
			mu := beta1*mean[i] + (1-beta1)*g
			sq := beta2*square[i] + (1-beta2)*g*g
			mean[i], square[i] = mu, sq
			now[i] -= float32(rate) * mu * correct1 / (float32(math.Sqrt(float64(sq*correct2))) + epsilon)
		}
		return losses{}
	})
}

// losses are sums over samples.
type losses struct {
	value, move, first float64 // cross-entropies, and how often the chosen move scores highest
	values, moves      int
}

func (l *losses) add(o losses) {
	l.value += o.value
	l.move += o.move
	l.first += o.first
	l.values += o.values
	l.moves += o.moves
}

func (l losses) String() string {
	return fmt.Sprintf("value %.4f  move %.4f  first %.1f %%", l.value/float64(l.values), l.move/float64(l.moves), 100*l.first/float64(l.moves))
}
