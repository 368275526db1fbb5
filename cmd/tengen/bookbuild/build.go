package bookbuild

import (
	"bytes"
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

// batch is how many searches are planned at a time. What is in a batch follows from the
// journal's lines before it.
const batch = 64

func build(ctx context.Context, c buildConfig, streams cli.IO) error {
	file, journal, begun, err := openJournal(c.journal)
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
		buildConfig: c, file: file, journal: journal, plan: newPlan(begun, c.shard),
		progress: streams.Err, began: time.Now(), atFirst: journal.Nodes,
	}
	for range c.workers {
		b.searchers = append(b.searchers, search.New(search.Options{Threads: 1, TableBytes: tableBytes, Net: c.net.Net}))
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
	plan      *plan
	journal   *book.Journal
	file      io.Writer
	searchers []*search.Searcher

	progress io.Writer
	began    time.Time
	shown    time.Time
	atFirst  int64 // nodes that the journal told of when the run began
}

// run plans and searches, batch by batch, until the nodes are spent.
func (b *builder) run(ctx context.Context) error {
	for b.journal.Nodes < b.nodes {
		orders := b.plan.next(batch, b.first)
		if len(orders) == 0 {
			return nil // all is proved
		}
		if err := b.search(ctx, b.left(orders)); err != nil {
			return err
		}
		b.plan.journal = b.journal
	}
	return nil
}

// left are the orders that the journal does not tell of yet: of a batch that was broken
// off it tells of some.
func (b *builder) left(orders []order) (left []order) {
	for _, o := range orders {
		if v, _ := b.journal.Value(b.plan.positions[o.position].five); v.Nodes <= b.plan.positions[o.position].value.Nodes {
			left = append(left, o)
		}
	}
	return left
}

// search makes searches until the nodes are spent.
func (b *builder) search(ctx context.Context, orders []order) error {
	var mu sync.Mutex // of orders and journal
	next := func() (o order, ok bool) {
		mu.Lock()
		defer mu.Unlock()
		if len(orders) == 0 || b.journal.Nodes >= b.nodes {
			return o, false
		}
		o, orders = orders[0], orders[1:]
		return o, true
	}
	tell := func(five []renju.Point, v book.Value) error {
		mu.Lock()
		defer mu.Unlock()
		_, err := io.WriteString(b.file, b.journal.Add(five, v))
		b.show()
		return err
	}
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range b.searchers {
		group.Go(func() error {
			for o, ok := next(); ok; o, ok = next() {
				s.Clear()
				five := b.plan.positions[o.position].five
				v, err := opening.Judge(ctx, s, five, o.nodes)
				if ctx.Err() != nil {
					return ctx.Err() // a search that was cut short says other things than a whole one
				}
				if err == nil {
					err = tell(five, v)
				}
				if err != nil {
					return err
				}
			}
			return nil
		})
	}
	return group.Wait()
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

// openJournal opens a journal at its end, and removes a line that was cut off. begun is
// what it says up to its last whole batch.
func openJournal(name string) (file *os.File, all, begun *book.Journal, err error) {
	file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() {
		if err != nil {
			_ = file.Close()
		}
	}()
	raw, err := io.ReadAll(file)
	if err != nil {
		return nil, nil, nil, err
	}
	all, begun = book.NewJournal(), book.NewJournal()
	end, err := all.Read(bytes.NewReader(raw))
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	raw = raw[:end]
	for range all.Lines % batch {
		raw = raw[:bytes.LastIndexByte(raw[:len(raw)-1], '\n')+1]
	}
	if _, err := begun.Read(bytes.NewReader(raw)); err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	if err := file.Truncate(end); err != nil {
		return nil, nil, nil, err
	}
	if _, err := file.Seek(end, io.SeekStart); err != nil {
		return nil, nil, nil, err
	}
	if end == 0 {
		_, err = io.WriteString(file, book.JournalHeader)
	}
	return file, all, begun, err
}
