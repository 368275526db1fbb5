package bookbuild

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"

	"golang.org/x/sync/errgroup"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/opening"
)

const checkUsage = `
Usage: tengen book check [flags]

Searches positions of the book, drawn by lot, with many times the nodes that the book has
spent on them, and tells how many keep their side: Black's chance stays above or below
one half. It also tells how far the chances move, as a standard deviation, by which the
doubt about a value can be set.`

type checkConfig struct {
	book      cli.Book
	net       cli.Net
	positions int
	deeper    int64
	seed      uint64
	workers   int
}

func runCheck(ctx context.Context, streams cli.IO, args []string) error {
	c := checkConfig{positions: 200, deeper: 10, seed: 1, workers: runtime.NumCPU()}
	flags := cli.NewFlags("book check")
	flags.Var(&c.book, "book", cli.BookUsage)
	flags.Var(&c.net, "net", cli.NetUsage)
	flags.IntVar(&c.positions, "positions", c.positions, "how many positions to search")
	flags.Int64Var(&c.deeper, "deeper", c.deeper, "how many times the book's nodes a search gets")
	flags.Uint64Var(&c.seed, "seed", c.seed, "what the positions follow from")
	flags.IntVar(&c.workers, "workers", c.workers, "searches made at once")
	if help, err := cli.Parse(flags, args, checkUsage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return cli.Usagef("book check: unexpected argument %q", flags.Arg(0))
	case c.positions < 1 || c.deeper < 1 || c.workers < 1:
		return cli.Usagef("--positions, --deeper and --workers must be positive")
	}
	all := valuesOf(c.book.Book())
	if len(all) == 0 {
		return cli.Usagef("the book is empty")
	}
	r := rand.New(rand.NewPCG(c.seed, 0))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	checks, err := check(ctx, c, all[:min(c.positions, len(all))], streams)
	if err != nil {
		return err
	}
	kept, squares := 0, 0.0
	for _, k := range checks {
		if (k.before.Black > 0.5) == (k.after.Black > 0.5) {
			kept++
		}
		squares += (k.after.Black - k.before.Black) * (k.after.Black - k.before.Black)
	}
	_, err = fmt.Fprintf(streams.Out, "%d of %d keep their side, %.1f %%; the chances move by %.3f\n",
		kept, len(checks), 100*float64(kept)/float64(len(checks)), math.Sqrt(squares/float64(len(checks))))
	return err
}

// checked is a position that was searched again.
type checked struct {
	five          []renju.Point
	before, after book.Value
}

// valuesOf are the positions of a book that are not proved, each once.
func valuesOf(b *book.Book) (all []checked) {
	seen := map[string]bool{}
	for four, fifths := range b.All() {
		for _, f := range fifths {
			five := append(four[:4:4], f.Point)
			if name := book.Name(five); !seen[name] && f.Black > 0 && f.Black < 1 {
				seen[name] = true
				all = append(all, checked{five: five, before: f.Value})
			}
		}
	}
	return all
}

// check searches the positions and writes a line for each as it is done.
func check(ctx context.Context, c checkConfig, positions []checked, streams cli.IO) ([]checked, error) {
	var mu sync.Mutex
	next := 0
	group, ctx := errgroup.WithContext(ctx)
	for range c.workers {
		group.Go(func() error {
			s := search.New(search.Options{Threads: 1, TableBytes: checkTableBytes, Net: c.net.Net})
			for {
				mu.Lock()
				if next == len(positions) {
					mu.Unlock()
					return nil
				}
				k := &positions[next]
				next++
				mu.Unlock()
				s.Clear()
				v, err := opening.Judge(ctx, s, k.five, c.deeper*k.before.Nodes)
				if err == nil {
					err = ctx.Err()
				}
				if err != nil {
					return err
				}
				mu.Lock()
				k.after = v
				_, err = fmt.Fprintf(streams.Out, "%s %.4f %d  %.4f %d\n", renju.FormatMoves(k.five), k.before.Black, k.before.Nodes, v.Black, v.Nodes)
				mu.Unlock()
				if err != nil {
					return err
				}
			}
		})
	}
	return positions, group.Wait()
}

// checkTableBytes is larger than that of the book's own searches: these are longer.
const checkTableBytes = 64 << 20
