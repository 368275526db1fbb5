// Package selfplay is "tengen selfplay": games of the engine against itself, as
// data for "tengen tune" and "tengen train".
package selfplay

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"runtime"
	"time"

	"golang.org/x/sync/errgroup"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
)

const usage = `
Usage: tengen selfplay --out FILE [flags]

Plays games of the engine against itself, each move with a fixed number of
nodes, and writes them with the values of their moves. With --samples it writes too
what a shorter search says of positions that each move's search looked at. A game begins with some
stones by lot, half of them with some moves more and a stray one or two, so that
neither side is far ahead. The games follow from the seed alone; a run that was ended goes on where FILE ends. Of a run split with
--shard i/n every part plays its own games; the files are merged by appending
what follows the seven bytes of their headers.`

// Command is "tengen selfplay".
var Command = cli.Command{
	Name:    "selfplay",
	Summary: "games of the engine against itself, for tune and train",
	Run:     run,
}

type config struct {
	out     string
	games   int
	nodes   int64
	samples int
	net     cli.Net
	seed    uint64
	workers int
	rule    renju.Rule
	size    int
	shard   cli.Shard
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	c := config{games: 10_000, nodes: 2000, workers: runtime.NumCPU(), size: 15, shard: cli.Shard{Of: 1}}
	rule := "renju"
	flags := cli.NewFlags("selfplay")
	flags.StringVarP(&c.out, "out", "o", "", "file to write, or to go on with")
	flags.IntVar(&c.games, "games", c.games, "how many games the whole run has")
	flags.Int64Var(&c.nodes, "nodes", c.nodes, "nodes for each move")
	flags.IntVar(&c.samples, "samples", c.samples, "positions of the tree of each move that are searched and written too; networks were the stronger without")
	flags.Var(&c.net, "net", cli.NetUsage)
	flags.Uint64Var(&c.seed, "seed", 1, "what the openings follow from")
	flags.IntVar(&c.workers, "workers", c.workers, "games played at once")
	flags.StringVar(&rule, "rule", rule, "freestyle, standard or renju")
	flags.IntVar(&c.size, "size", c.size, "points on a side of the board")
	flags.Var(&c.shard, "shard", "play only part i of n, i from 1")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	var err error
	if c.rule, err = renju.ParseRule(rule); err != nil {
		return &cli.UsageError{Err: err}
	}
	switch {
	case flags.NArg() > 0:
		return cli.Usagef("selfplay: unexpected argument %q", flags.Arg(0))
	case c.out == "":
		return cli.Usagef("selfplay needs --out FILE")
	case c.nodes < 1 || c.games < 1 || c.workers < 1:
		return cli.Usagef("--nodes, --games and --workers must be positive")
	case c.samples < 0 || c.samples > 100:
		return cli.Usagef("--samples %d: want 0 to 100", c.samples)
	case c.size < 9 || c.size > renju.MaxSize:
		return cli.Usagef("--size %d: want 9 to %d", c.size, renju.MaxSize)
	}
	return play(ctx, c, streams)
}

// play plays the games that the file does not hold yet and writes them in
// order, so that a broken run can go on.
func play(ctx context.Context, c config, streams cli.IO) error {
	file, first, done, err := open(c.out)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if first != nil {
		// The games follow from the flags, so the first one tells whose they are.
		again, err := newPlayer(c).play(ctx, uint64(c.shard.Part))
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(first, again) {
			return fmt.Errorf("%s holds games of another run: other flags, or another version of the search", c.out)
		}
	}
	mine := (c.games - c.shard.Part + c.shard.Of - 1) / c.shard.Of
	if done >= mine {
		_, err := fmt.Fprintf(streams.Out, "%s holds all %d games\n", c.out, done)
		return err
	}

	group, ctx := errgroup.WithContext(ctx)
	todo := make(chan int)
	finished := make(chan numbered, c.workers)
	group.Go(func() error {
		defer close(todo)
		for i := done; i < mine; i++ {
			select {
			case todo <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	players, playing := errgroup.WithContext(ctx)
	for range c.workers {
		players.Go(func() error {
			p := newPlayer(c)
			for i := range todo {
				g, err := p.play(playing, uint64(i*c.shard.Of+c.shard.Part))
				if err != nil {
					return err
				}
				finished <- numbered{i, g}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(finished)
		return players.Wait()
	})
	group.Go(func() error { return collect(file, finished, done, mine, streams.Err) })
	if err := group.Wait(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(streams.Out, "%s holds all %d games\n", c.out, mine)
	return err
}

type numbered struct {
	number int
	game   *games.Game
}

// collect writes the games in the order of their numbers.
func collect(file io.Writer, finished <-chan numbered, next, all int, progress io.Writer) error {
	waiting := map[int]*games.Game{}
	began, first, positions, shown := time.Now(), next, 0, time.Now()
	for f := range finished {
		waiting[f.number] = f.game
		for g := waiting[next]; g != nil; g = waiting[next] {
			if err := games.Append(file, g); err != nil {
				return err
			}
			delete(waiting, next)
			next++
			positions += len(g.Moves) + len(g.Samples)
		}
		if time.Since(shown) > time.Second || next == all {
			shown = time.Now()
			took := time.Since(began)
			rate, left := cli.Pace(next-first, all-next, took)
			_, _ = fmt.Fprintf(progress, "%d of %d games, %.1f a second, %.0f positions a second, %v left\n", next, all, rate, float64(positions)/took.Seconds(), left)
		}
	}
	return nil
}

// open opens the file of a run at its end, and tells its first game, if there is
// one, and how many whole ones it holds. A record that was cut off is removed.
func open(name string) (file *os.File, first *games.Game, done int, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, 0, err
	}
	if info, err := file.Stat(); err == nil && info.Size() == 0 {
		return file, nil, 0, games.WriteHeader(file)
	}
	end := int64(len(games.Header))
	for e, err := range games.Read(file) {
		if err != nil && !errors.Is(err, games.ErrCut) {
			_ = file.Close()
			return nil, nil, 0, fmt.Errorf("%s: %w", name, err)
		}
		if err != nil {
			break
		}
		if first == nil {
			first = &e.Game
		}
		done, end = done+1, e.End
	}
	if err := file.Truncate(end); err != nil {
		_ = file.Close()
		return nil, nil, 0, err
	}
	_, err = file.Seek(end, io.SeekStart)
	return file, first, done, err
}
