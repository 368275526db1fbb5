package tune

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/games"
	"tengen/cmd/tengen/tune/spsa"
	"tengen/engine/renju"
	"tengen/search"
)

const searchUsage = `
Usage: tengen tune search --state FILE [flags]

Moves the numbers of the search (search/params.go) to where games are won, by
SPSA: each pair of games is played between two sets of numbers around those of
now, from an opening by lot with both colours, each move with a fixed number of
nodes. FILE keeps how far the run has come; the same command goes on with it.
At the end, or at Ctrl-C, the numbers are shown.`

const (
	// pairTable is the size of a player's transposition table.
	pairTable = 8 << 20
	// drawnAt is the number of stones at which a game is drawn.
	drawnAt = 160
	// saveEvery is how often the state is saved and the progress shown.
	saveEvery = 5 * time.Second
)

type searchConfig struct {
	state   string
	pairs   int
	nodes   int64
	rate    float64
	seed    uint64
	workers int
	net     cli.Net
}

// String names what a run follows from, but for how long it is.
func (c *searchConfig) String() string {
	name := "none of its own"
	if c.net.Net != nil {
		name = c.net.Net.Name()
	}
	return fmt.Sprintf("%d nodes, seed %d, network %s", c.nodes, c.seed, name)
}

func runSearch(ctx context.Context, streams cli.IO, args []string) error {
	c := searchConfig{pairs: 10_000, nodes: 5000, rate: 0.005, seed: 1, workers: runtime.NumCPU()}
	flags := cli.NewFlags("tune search")
	flags.StringVar(&c.state, "state", "", "file that keeps the run")
	flags.IntVar(&c.pairs, "pairs", c.pairs, "pairs of games of the whole run")
	flags.Int64Var(&c.nodes, "nodes", c.nodes, "nodes for each move")
	flags.Float64Var(&c.rate, "rate", c.rate, "part of a number's step by which a pair moves it at the end, for each point of difference")
	flags.Uint64Var(&c.seed, "seed", c.seed, "what openings and steps follow from")
	flags.Var(&c.net, "net", cli.NetUsage)
	flags.IntVar(&c.workers, "workers", c.workers, "pairs played at once")
	if help, err := cli.Parse(flags, args, searchUsage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return cli.Usagef("tune search: unexpected argument %q", flags.Arg(0))
	case c.state == "":
		return cli.Usagef("tune search needs --state FILE")
	case c.pairs < 1 || c.nodes < 1 || c.workers < 1:
		return cli.Usagef("--pairs, --nodes and --workers must be positive")
	case math.IsNaN(c.rate) || c.rate <= 0 || c.rate > 1:
		return cli.Usagef("--rate %v: want more than 0, at most 1", c.rate)
	}
	t := newTuner(c)
	if err := t.load(); err != nil {
		return err
	}
	if err := t.run(ctx, streams.Err); err != nil {
		return err
	}
	_, err := io.WriteString(streams.Out, t.table())
	return err
}

// tuner is a run of SPSA over the numbers of the search.
type tuner struct {
	searchConfig
	knobs    []spsa.Knob
	schedule spsa.Schedule
	state    spsa.State
}

func newTuner(c searchConfig) *tuner {
	t := &tuner{
		searchConfig: c,
		schedule:     spsa.Schedule{Pairs: c.pairs, Rate: c.rate},
		state:        spsa.State{Of: c.String(), Now: map[string]float64{}, Mean: map[string]float64{}},
	}
	for _, k := range search.DefaultParams().Knobs() {
		t.knobs = append(t.knobs, spsa.Knob{Name: k.Name, Low: float64(k.Low), High: float64(k.High), Step: float64(k.Step)})
		t.state.Now[k.Name] = float64(*k.Value)
		t.state.Mean[k.Name] = float64(*k.Value)
	}
	return t
}

// load goes on with the state of the file, if there is one.
func (t *tuner) load() error {
	text, err := os.ReadFile(t.searchConfig.state)
	if errors.Is(err, fs.ErrNotExist) {
		return t.save() // whether it can be written shows before there is anything to lose
	}
	if err != nil {
		return err
	}
	var st spsa.State
	if err := json.Unmarshal(text, &st); err != nil {
		return fmt.Errorf("%s: %w", t.searchConfig.state, err)
	}
	if len(st.Now) != len(t.knobs) || len(st.Mean) != len(t.knobs) {
		return fmt.Errorf("%s is of a search with other numbers", t.searchConfig.state)
	}
	for name := range t.state.Now {
		_, now := st.Now[name]
		_, mean := st.Mean[name]
		if !now || !mean {
			return fmt.Errorf("%s is of a search with other numbers: %s is missing", t.searchConfig.state, name)
		}
	}
	if st.Of != t.state.Of {
		return fmt.Errorf("%s is of another run: %s", t.searchConfig.state, st.Of)
	}
	t.state = st
	return nil
}

// save writes the state in one piece.
func (t *tuner) save() error {
	text, err := json.MarshalIndent(&t.state, "", "\t")
	if err != nil {
		return err
	}
	return cli.WriteFile(t.searchConfig.state, func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
}

type outcome struct {
	trial  spsa.Trial
	result int
}

// run plays the pairs that are left, until ctx ends, which is no error. The state
// is this goroutine's alone: trials go out and results come back.
func (t *tuner) run(ctx context.Context, progress io.Writer) error {
	steering, end := context.WithCancel(ctx)
	defer end()
	players, playing := errgroup.WithContext(steering)
	trials := make(chan spsa.Trial)
	outcomes := make(chan outcome)
	for range t.workers {
		players.Go(func() error {
			p := newPair(t.searchConfig)
			for trial := range trials {
				result, err := p.play(playing, trial)
				if err != nil {
					return err
				}
				select {
				case outcomes <- outcome{trial, result}:
				case <-playing.Done():
				}
			}
			return nil
		})
	}
	err := t.steer(playing, trials, outcomes, progress)
	end() // whatever ended it, nobody takes outcomes any more
	close(trials)
	played := players.Wait()
	switch {
	case ctx.Err() != nil:
		err = nil
	case errors.Is(err, context.Canceled):
		err = played // a player's fault ended the steering
	}
	return errors.Join(err, t.save())
}

func (t *tuner) steer(ctx context.Context, trials chan<- spsa.Trial, outcomes <-chan outcome, progress io.Writer) error {
	began, first, shown := time.Now(), t.state.Pairs, time.Now()
	next := t.state.Pairs
	waiting := map[int]outcome{} // for those of earlier pairs
	for t.state.Pairs < t.pairs {
		var out chan<- spsa.Trial
		var trial spsa.Trial
		if next < t.pairs {
			out = trials
			trial = t.schedule.Trial(t.knobs, &t.state, next, t.seed)
		}
		select {
		case out <- trial:
			next++
		case o := <-outcomes:
			waiting[o.trial.Pair] = o
			for o, ok := waiting[t.state.Pairs]; ok; o, ok = waiting[t.state.Pairs] {
				delete(waiting, t.state.Pairs)
				t.schedule.Learn(t.knobs, &t.state, o.trial, o.result)
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		if time.Since(shown) > saveEvery {
			shown = time.Now()
			rate, left := cli.Pace(t.state.Pairs-first, t.pairs-t.state.Pairs, time.Since(began))
			if _, err := fmt.Fprintf(progress, "%d of %d pairs, %.1f a second, %v left\n", t.state.Pairs, t.pairs, rate, left); err != nil {
				return err
			}
			if err := t.save(); err != nil {
				return err
			}
		}
	}
	return nil
}

// table shows the numbers: those of the engine, those of now and their mean.
func (t *tuner) table() string {
	text := fmt.Sprintf("%-22s %9s %9s %9s   after %d pairs\n", "", "default", "now", "mean", t.state.Pairs)
	for _, k := range search.DefaultParams().Knobs() {
		text += fmt.Sprintf("%-22s %9d %9.1f %9.1f\n", k.Name, *k.Value, t.state.Now[k.Name], t.state.Mean[k.Name])
	}
	return text
}

// pair plays pairs of games.
type pair struct {
	searchConfig
	ahead, behind *search.Searcher
}

func newPair(c searchConfig) *pair {
	p := &pair{searchConfig: c}
	p.ahead, p.behind = search.New(p.options(nil)), search.New(p.options(nil))
	return p
}

// options are those of a player with these numbers.
func (p *pair) options(params *search.Params) search.Options {
	return search.Options{TableBytes: pairTable, Net: p.net.Net, Params: params}
}

// play returns the points of the numbers ahead less those of the others.
func (p *pair) play(ctx context.Context, t spsa.Trial) (int, error) {
	p.ahead.Configure(p.options(nil))
	p.ahead.Clear()
	draw := games.Draw{Size: 15, Rule: renju.Renju, Nodes: p.nodes}
	opening, err := games.Opening(ctx, p.ahead, draw, rand.New(rand.NewPCG(p.seed, uint64(t.Pair))))
	if err != nil {
		return 0, err
	}
	p.ahead.Configure(p.options(params(t.Ahead)))
	p.behind.Configure(p.options(params(t.Behind)))
	first, err := p.game(ctx, opening.Clone(), p.ahead, p.behind)
	if err != nil {
		return 0, err
	}
	second, err := p.game(ctx, opening.Clone(), p.behind, p.ahead)
	return first - second, err
}

func params(values []int) *search.Params {
	p := search.DefaultParams()
	for i, k := range p.Knobs() {
		*k.Value = values[i]
	}
	return p
}

// game is 1 if Black wins, -1 if White does, 0 for a draw.
func (p *pair) game(ctx context.Context, pos *renju.Position, black, white *search.Searcher) (int, error) {
	black.Clear()
	white.Clear()
	think := func(ctx context.Context, pos *renju.Position) (search.Result, error) {
		s := black
		if pos.ToMove() == renju.White {
			s = white
		}
		return games.Think(ctx, s, pos, search.Limits{Nodes: p.nodes})
	}
	_, result, err := games.Play(ctx, pos, think, drawnAt)
	switch result {
	case renju.BlackWins:
		return 1, err
	case renju.WhiteWins:
		return -1, err
	}
	return 0, err
}
