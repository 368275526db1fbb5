package fit

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
	"unsafe"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
)

const (
	// parts is the number of parts of a batch; it does not depend on the machine,
	// so neither do the sums.
	parts = 2
	// saveEvery is how often the state is saved, and showEvery the progress shown.
	saveEvery = time.Minute
	showEvery = 10 * time.Second
)

// Run fits the numbers of a model, of type P, to samples of type S by Adam (Kingma
// and Ba, 2015) on mini-batches. P is a struct or an array with nothing but float32
// in it. What comes out does not depend on the number of cores.
type Run[S, P any] struct {
	Schedule
	Data *Data[S]
	Now  *P // the model: where the run begins, and what comes out
	// State is the file that keeps the run, so that it can go on; none if empty.
	State string
	// Of names what the passes follow from besides samples and numbers. The state of
	// a run with another is refused, as is one that began otherwise.
	Of string
	// NewPass returns a Pass, which is used by one goroutine at a time.
	NewPass func() Pass[S, P]
	// Share, unless nil, sees the sum of the gradients of n samples before each step. It
	// gives what is there by numbers that follow from others to those, and leaves
	// none by them.
	Share func(now, grad *P, n int)
	// Bound, unless nil, brings the numbers back to where they may be, after each
	// step, and works out those that follow from others.
	Bound func(*P)
	// Check, unless nil, tells after each epoch why it is not worth going on.
	Check func(*P) error

	start, mean, square *P // the last two are Adam's moments
	steps               int
	epoch               Losses // of the epoch under way
	grads               [parts]*P
	passes              [parts]Pass[S, P]
}

// Schedule is how a run gets on.
type Schedule struct {
	Epochs int     // passes over the samples
	Batch  int     // samples for a step
	Rate   float64 // learning rate at first
	Last   float64 // part of it that is left at the end
	Decay  float64 // pull of the numbers towards those at the start
	Seed   uint64  // what the order follows from
}

// Pass returns the losses of a sample, turned by one of the board's symmetries
// if it has any, and, unless grad is nil, adds their gradient to it.
type Pass[S, P any] func(now *P, s *S, turn renju.Symmetry, grad *P) Losses

// Flat is all numbers of a model in a row.
func Flat[P any](p *P) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(p)), unsafe.Sizeof(*p)/unsafe.Sizeof(float32(0)))
}

// Do fits the model, tells the losses before it and after each epoch, and on progress
// how it gets on in between.
func (r *Run[S, P]) Do(ctx context.Context, streams cli.IO) error {
	r.start, r.mean, r.square = new(P), new(P), new(P)
	*r.start = *r.Now
	for i := range parts {
		r.grads[i], r.passes[i] = new(P), r.NewPass()
	}
	if err := r.load(); err != nil {
		return err
	}
	if r.steps == 0 {
		if _, err := fmt.Fprintf(streams.Out, "before    held out: %v\n", r.Loss(r.Data.Held)); err != nil {
			return err
		}
	}
	all := len(r.Data.Fit)
	perEpoch := (all + r.Batch - 1) / r.Batch
	began, first, saved, shown := time.Now(), r.steps, time.Now(), time.Now()
	for r.steps < r.Epochs*perEpoch {
		epoch := r.steps / perEpoch
		order, turns := r.shuffle(epoch)
		for r.steps < (epoch+1)*perEpoch {
			if err := ctx.Err(); err != nil {
				return cmp.Or(r.save(), err)
			}
			from := r.steps % perEpoch * r.Batch
			batch := order[from:min(from+r.Batch, all)]
			l := r.gradient(batch, turns)
			if sum := l.Value + l.Move; math.IsNaN(sum) || math.IsInf(sum, 0) {
				return fmt.Errorf("went astray in epoch %d: take a lower --rate", epoch+1)
			}
			r.epoch.Add(l)
			r.step(len(batch), r.Rate*math.Pow(r.Last, float64(r.steps)/float64(r.Epochs*perEpoch)))
			if time.Since(shown) > showEvery {
				shown = time.Now()
				rate, left := cli.Pace(r.steps-first, r.Epochs*perEpoch-r.steps, time.Since(began))
				_, _ = fmt.Fprintf(streams.Err, "epoch %.2f of %d, %.0f positions a second, %v left; %v\n",
					float64(r.steps)/float64(perEpoch), r.Epochs, rate*float64(r.Batch), left, r.epoch)
			}
			if time.Since(saved) > saveEvery && r.steps < (epoch+1)*perEpoch {
				saved = time.Now()
				if err := r.save(); err != nil {
					return err
				}
			}
		}
		if r.Check != nil {
			if err := r.Check(r.Now); err != nil {
				return err
			}
		}
		if _, err := fmt.Fprintf(streams.Out, "epoch %2d  fit: %v  held out: %v\n", epoch+1, r.epoch, r.Loss(r.Data.Held)); err != nil {
			return err
		}
		r.epoch = Losses{}
		if err := r.save(); err != nil {
			return err
		}
	}
	return nil
}

// state is what the file keeps of a run.
type state struct {
	Schedule          Schedule
	Of                string
	Data, Start       uint64 // their hashes
	Steps             int
	Epoch             Losses // of the epoch under way
	Now, Mean, Square []float32
}

// load goes on with the state of the file, if there is one.
func (r *Run[S, P]) load() error {
	if r.State == "" {
		return nil
	}
	f, err := os.Open(r.State)
	if errors.Is(err, fs.ErrNotExist) {
		return r.save() // whether it can be written shows before there is anything to lose
	}
	if err != nil {
		return err
	}
	defer func() { _ = f.Close() }()
	var st state
	if err := gob.NewDecoder(f).Decode(&st); err != nil {
		return fmt.Errorf("%s: %w", r.State, err)
	}
	n := len(Flat(r.Now))
	if st.Schedule != r.Schedule || st.Of != r.Of || st.Data != r.Data.name || st.Start != hash(r.start) || len(st.Now) != n || len(st.Mean) != n || len(st.Square) != n {
		return fmt.Errorf("%s is of another run: other flags, games or shape of the model", r.State)
	}
	copy(Flat(r.Now), st.Now)
	copy(Flat(r.mean), st.Mean)
	copy(Flat(r.square), st.Square)
	r.steps, r.epoch = st.Steps, st.Epoch
	return nil
}

// hash tells numbers from others.
func hash[P any](p *P) uint64 {
	h := fnv.New64a()
	_ = binary.Write(h, binary.LittleEndian, Flat(p)) // a hash takes everything
	return h.Sum64()
}

// save writes the state in one piece.
func (r *Run[S, P]) save() error {
	if r.State == "" {
		return nil
	}
	return cli.WriteFile(r.State, func(w io.Writer) error {
		return gob.NewEncoder(w).Encode(&state{
			Schedule: r.Schedule, Of: r.Of, Data: r.Data.name, Start: hash(r.start), Steps: r.steps, Epoch: r.epoch,
			Now: Flat(r.Now), Mean: Flat(r.mean), Square: Flat(r.square),
		})
	})
}

// shuffle is the order of an epoch, and how each sample's board is turned in it.
func (r *Run[S, P]) shuffle(epoch int) (order []int, turns []renju.Symmetry) {
	rnd := rand.New(rand.NewPCG(r.Seed, uint64(epoch)))
	order = rnd.Perm(len(r.Data.Fit))
	turns = make([]renju.Symmetry, len(order))
	for i := range turns {
		turns[i] = renju.Symmetry(rnd.IntN(renju.Symmetries))
	}
	return order, turns
}

// gradient puts the sum of a batch's gradients into grads, in parts.
func (r *Run[S, P]) gradient(batch []int, turns []renju.Symmetry) Losses {
	return inParts(func(part int) (l Losses) {
		clear(Flat(r.grads[part]))
		for i := part; i < len(batch); i += parts {
			l.Add(r.passes[part](r.Now, &r.Data.Fit[batch[i]], turns[batch[i]], r.grads[part]))
		}
		return l
	})
}

// Loss measures samples.
func (r *Run[S, P]) Loss(samples []S) Losses {
	return inParts(func(part int) (l Losses) {
		for i := part; i < len(samples); i += parts {
			l.Add(r.passes[part](r.Now, &samples[i], 0, nil))
		}
		return l
	})
}

func inParts(do func(part int) Losses) Losses {
	var wg sync.WaitGroup
	var got [parts]Losses
	for part := range parts {
		wg.Go(func() { got[part] = do(part) })
	}
	wg.Wait()
	var all Losses
	for _, l := range got {
		all.Add(l)
	}
	return all
}

// step is one step of Adam by the gradient of n samples.
func (r *Run[S, P]) step(n int, rate float64) {
	const beta1, beta2, epsilon = 0.9, 0.999, 1e-8
	r.steps++
	correct1 := float32(1 / (1 - math.Pow(beta1, float64(r.steps))))
	correct2 := float32(1 / (1 - math.Pow(beta2, float64(r.steps))))
	now, start, mean, square := Flat(r.Now), Flat(r.start), Flat(r.mean), Flat(r.square)
	var grads [parts][]float32
	for i := range grads {
		grads[i] = Flat(r.grads[i])
	}
	each := (len(now) + parts - 1) / parts
	decay := float32(r.Decay)
	inParts(func(part int) Losses {
		for i := part * each; i < min((part+1)*each, len(now)); i++ {
			for _, from := range grads[1:] {
				grads[0][i] += from[i]
			}
		}
		return Losses{}
	})
	if r.Share != nil {
		r.Share(r.Now, r.grads[0], n)
	}
	inParts(func(part int) Losses {
		for i := part * each; i < min((part+1)*each, len(now)); i++ {
			g := grads[0][i]/float32(n) + decay*(now[i]-start[i])
			mu := beta1*mean[i] + (1-beta1)*g
			sq := beta2*square[i] + (1-beta2)*g*g
			mean[i], square[i] = mu, sq
			now[i] -= float32(rate) * mu * correct1 / (float32(math.Sqrt(float64(sq*correct2))) + epsilon)
		}
		return Losses{}
	})
	if r.Bound != nil {
		r.Bound(r.Now)
	}
}
