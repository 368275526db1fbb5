package bookbuild

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/opening"
)

const buildUsage = `
Usage: tengen book build --journal FILE [flags]

Values the positions of five stones. All get a short search first; then those near a
decision get longer and longer ones, until the nodes or the time are spent. Each search
is written to the journal at once: a run that was ended, however it was, goes on where
the journal ends, and one with larger --nodes goes on where another has ended. What
is searched next follows from the journal alone, so with one worker the same flags
make the same journal.

With --shard i/n only that part of the positions of four stones is done; the journals
of all parts are put together by "tengen book merge".`

// tableBytes is small: a table is cleared before each search, so that what it finds
// does not depend on what was searched before.
const tableBytes = 8 << 20

type buildConfig struct {
	journal, out string
	nodes, first int64
	time         cli.Duration
	workers      int
	net          cli.Net
	shard        cli.Shard
}

func runBuild(ctx context.Context, streams cli.IO, args []string) error {
	c := buildConfig{nodes: 4e9, first: 4000, workers: runtime.NumCPU(), shard: cli.Shard{Of: 1}}
	flags := cli.NewFlags("book build")
	flags.StringVarP(&c.journal, "journal", "j", "", "file of searches to write, or to go on with")
	flags.StringVarP(&c.out, "out", "o", "", "file to write the book to at the end")
	flags.Int64Var(&c.nodes, "nodes", c.nodes, "nodes to spend, those in the journal included")
	flags.Var(&c.time, "time", "time to spend, such as 90m (default no limit)")
	flags.Int64Var(&c.first, "first", c.first, "nodes for the first search of a position")
	flags.IntVar(&c.workers, "workers", c.workers, "searches made at once")
	flags.Var(&c.net, "net", cli.NetUsage)
	flags.Var(&c.shard, "shard", "do only part i of n, i from 1")
	if help, err := cli.Parse(flags, args, buildUsage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case flags.NArg() > 0:
		return cli.Usagef("book build: unexpected argument %q", flags.Arg(0))
	case c.journal == "":
		return cli.Usagef("book build needs --journal FILE")
	case cli.SameFile(c.journal, c.out):
		return cli.Usagef("--journal and --out are the same file")
	case c.nodes < 1 || c.workers < 1:
		return cli.Usagef("--nodes and --workers must be positive")
	case c.first < leastNodes || c.first > 1e9:
		return cli.Usagef("--first %d: want %d to 1000000000", c.first, leastNodes)
	}
	if c.out != "" {
		if err := cli.CanWrite(c.out); err != nil {
			return err
		}
	}
	return build(ctx, c, streams)
}

// leastNodes let a search finish its first iteration.
const leastNodes = 500

func build(ctx context.Context, c buildConfig, streams cli.IO) error {
	file, journal, err := openJournal(c.journal)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	if c.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, time.Duration(c.time), errTimeIsOver)
		defer cancel()
	}
	b := &builder{
		buildConfig: c, file: file, journal: journal, plan: newPlan(journal, c.shard, c.first),
		progress: streams.Err, began: time.Now(), atFirst: journal.Nodes,
	}
	for range c.workers {
		s := search.New(search.Options{Threads: 1, TableBytes: tableBytes, Net: c.net.Net})
		b.valuers = append(b.valuers, func(ctx context.Context, five []renju.Point, nodes int64) (book.Value, error) {
			s.Clear()
			return opening.Judge(ctx, s, five, nodes)
		})
	}
	err = b.run(ctx)
	if err != nil && !errors.Is(context.Cause(ctx), errTimeIsOver) {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	if c.out != "" {
		if err := cli.WriteFile(c.out, book.New(journal.Value).Write); err != nil {
			return err
		}
	}
	_, err = fmt.Fprintf(streams.Out, "%s: %d positions, %d searches, %d nodes\n", c.journal, journal.Len(), journal.Lines, journal.Nodes)
	return err
}

var errTimeIsOver = errors.New("the time is over")

type builder struct {
	buildConfig
	valuers []valuer // one a worker

	mu      sync.Mutex // of what follows
	plan    *plan
	journal *book.Journal
	file    io.Writer

	progress io.Writer
	began    time.Time
	shown    time.Time
	atFirst  int64 // nodes that the journal told of when the run began
}

// A valuer values a position of five stones with so many nodes.
type valuer func(ctx context.Context, five []renju.Point, nodes int64) (book.Value, error)

// run makes searches until the nodes are spent or all is proved. Each worker goes on by
// itself with what the plan wants next: none waits for another.
func (b *builder) run(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, value := range b.valuers {
		group.Go(func() error {
			for {
				five, o, ok := b.next()
				if !ok {
					return nil
				}
				v, err := value(ctx, five, o.nodes)
				if ctx.Err() != nil {
					return ctx.Err() // a search that was cut short says other things than a whole one
				}
				if err == nil {
					err = b.learn(o, five, v)
				}
				if err != nil {
					return err
				}
			}
		})
	}
	return group.Wait()
}

// next is the search to make now, if there are nodes left for one and positions that nobody
// searches.
func (b *builder) next() (five []renju.Point, o order, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.journal.Nodes >= b.nodes {
		return nil, o, false
	}
	if o, ok = b.plan.take(); ok {
		five = b.plan.positions[o.position].five
	}
	return five, o, ok
}

// learn writes to the journal what a search has found.
func (b *builder) learn(o order, five []renju.Point, v book.Value) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	_, err := io.WriteString(b.file, b.journal.Add(five, v))
	b.plan.learn(o.position)
	b.show()
	return err
}

// show shows once a second how the run gets on.
func (b *builder) show() {
	if time.Since(b.shown) < time.Second {
		return
	}
	b.shown = time.Now()
	done, left := b.journal.Nodes-b.atFirst, b.nodes-b.journal.Nodes
	rate, forecast := cli.Pace(int(done), int(left), time.Since(b.began))
	_, _ = fmt.Fprintf(b.progress, "%d positions, %d searches, %.1f of %.1f million nodes, %.0f thousand a second, %v left\n",
		b.journal.Len(), b.journal.Lines, float64(b.journal.Nodes)/1e6, float64(b.nodes)/1e6, rate/1e3, forecast)
}

// openJournal opens a journal at its end, and removes a line that was cut off.
func openJournal(name string) (*os.File, *book.Journal, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	journal := book.NewJournal()
	end, err := journal.Read(file)
	if err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	} else if err = file.Truncate(end); err == nil {
		_, err = file.Seek(end, io.SeekStart)
	}
	if err == nil && end == 0 {
		_, err = io.WriteString(file, book.JournalHeader)
	}
	if err != nil {
		_ = file.Close()
		return nil, nil, err
	}
	return file, journal, nil
}
