package train

import (
	"cmp"
	"context"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/fit"
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
	data              *fit.Data[sample]
	games             uint64  // names the data, if there is a file
	now, mean, square *params // the last two are Adam's moments
	steps             int
	epoch             fit.Losses // of the epoch under way

	grads  [parts]*params
	passes [parts]*pass
}

func newTrainer(c config, d *fit.Data[sample], start *params) *trainer {
	t := &trainer{settings: c.settings, file: c.state, data: d, now: start, mean: new(params), square: new(params)}
	for i := range parts {
		t.grads[i], t.passes[i] = new(params), newPass()
	}
	return t
}

// state is what the file keeps of a run.
type state struct {
	Settings          settings
	Games             uint64
	Steps             int
	Epoch             fit.Losses // of the epoch under way
	Now, Mean, Square []float32
}

// load goes on with the state of the file, if there is one.
func (t *trainer) load() error {
	if t.file == "" {
		return nil
	}
	t.games = name(t.data)
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
	n := len(t.now.flat())
	if st.Settings != t.settings || st.Games != t.games || len(st.Now) != n || len(st.Mean) != n || len(st.Square) != n {
		return fmt.Errorf("%s is of another run: other flags, games or shape of the network", t.file)
	}
	copy(t.now.flat(), st.Now)
	copy(t.mean.flat(), st.Mean)
	copy(t.square.flat(), st.Square)
	t.steps, t.epoch = st.Steps, st.Epoch
	return nil
}

// name tells data from other data.
func name(d *fit.Data[sample]) uint64 {
	hash := fnv.New64a()
	for _, samples := range [][]sample{d.Fit, d.Held} {
		for i := range samples {
			if err := binary.Write(hash, binary.LittleEndian, &samples[i]); err != nil {
				panic(err) // a sample has a fixed size, and a hash takes everything
			}
		}
	}
	return hash.Sum64()
}

// save writes the state in one piece.
func (t *trainer) save() error {
	if t.file == "" {
		return nil
	}
	return cli.WriteFile(t.file, func(w io.Writer) error {
		return gob.NewEncoder(w).Encode(&state{
			Settings: t.settings, Games: t.games, Steps: t.steps, Epoch: t.epoch,
			Now: t.now.flat(), Mean: t.mean.flat(), Square: t.square.flat(),
		})
	})
}

// run trains to the end and tells the losses after each epoch.
func (t *trainer) run(ctx context.Context, streams cli.IO) error {
	all := len(t.data.Fit)
	perEpoch := (all + t.Batch - 1) / t.Batch
	began, first, saved, shown := time.Now(), t.steps, time.Now(), time.Now()
	for t.steps < t.Epochs*perEpoch {
		epoch := t.steps / perEpoch
		order, turns := t.shuffle(epoch)
		for t.steps < (epoch+1)*perEpoch {
			if err := ctx.Err(); err != nil {
				return cmp.Or(t.save(), err)
			}
			from := t.steps % perEpoch * t.Batch
			batch := order[from:min(from+t.Batch, all)]
			l := t.gradient(batch, turns)
			if sum := l.Value + l.Move; math.IsNaN(sum) || math.IsInf(sum, 0) {
				return fmt.Errorf("training went astray in epoch %d: take a lower --rate", epoch+1)
			}
			t.epoch.Add(l)
			t.step(len(batch), t.Rate*math.Pow(t.Last, float64(t.steps)/float64(t.Epochs*perEpoch)))
			if time.Since(shown) > showEvery {
				shown = time.Now()
				rate, left := cli.Pace(t.steps-first, t.Epochs*perEpoch-t.steps, time.Since(began))
				_, _ = fmt.Fprintf(streams.Err, "epoch %.2f of %d, %.0f positions a second, %v left; %v\n",
					float64(t.steps)/float64(perEpoch), t.Epochs, rate*float64(t.Batch), left, t.epoch)
			}
			if time.Since(saved) > saveEvery && t.steps < (epoch+1)*perEpoch {
				saved = time.Now()
				if err := t.save(); err != nil {
					return err
				}
			}
		}
		if _, err := t.now.round(); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(streams.Out, "epoch %2d  fit: %v  held out: %v\n", epoch+1, t.epoch, t.loss(t.data.Held)); err != nil {
			return err
		}
		t.epoch = fit.Losses{}
		if err := t.save(); err != nil {
			return err
		}
	}
	return nil
}

// shuffle is the order of an epoch, and how each position's board is turned in it.
func (t *trainer) shuffle(epoch int) (order []int, turns []uint8) {
	r := rand.New(rand.NewPCG(t.Seed, uint64(epoch)))
	order = r.Perm(len(t.data.Fit))
	turns = make([]uint8, len(order))
	for i := range turns {
		turns[i] = uint8(r.IntN(len(turned)))
	}
	return order, turns
}

// gradient puts the sum of a batch's gradients into grads, in parts.
func (t *trainer) gradient(batch []int, turns []uint8) fit.Losses {
	return t.inParts(func(part int) (l fit.Losses) {
		clear(t.grads[part].flat())
		for i := part; i < len(batch); i += parts {
			s := &t.data.Fit[batch[i]]
			l.Add(t.passes[part].run(t.now, s, &turned[turns[batch[i]]], float32(t.Share), t.grads[part]))
		}
		return l
	})
}

// loss measures samples.
func (t *trainer) loss(samples []sample) fit.Losses {
	return t.inParts(func(part int) (l fit.Losses) {
		for i := part; i < len(samples); i += parts {
			l.Add(t.passes[part].run(t.now, &samples[i], &turned[0], 0, nil))
		}
		return l
	})
}

func (t *trainer) inParts(do func(part int) fit.Losses) fit.Losses {
	var wg sync.WaitGroup
	var got [parts]fit.Losses
	for part := range parts {
		wg.Go(func() { got[part] = do(part) })
	}
	wg.Wait()
	var all fit.Losses
	for _, l := range got {
		all.Add(l)
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
	t.inParts(func(part int) fit.Losses {
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
		return fit.Losses{}
	})
	t.now.keepSmall()
}
