// Package adviser is "tengen opening": what to do in a Taraguchi-10 opening, and why.
package adviser

import (
	"context"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/opening"
)

const usage = `
Usage: tengen opening [flags] [TRANSCRIPT]

Tells how a Taraguchi-10 opening stands: whose choice it is, what each choice is worth and
what we would do. The transcript is every answer so far: stones, "swap" where somebody
swapped, and the ten offers, joined by commas. Without a swap the stones may be written
in one piece.

A worth is the winning chance of the player who makes the choice, with best play of both
sides. The book answers at once; with --time or --nodes the engine looks deeper into
what is near the decision.

Examples:
  tengen opening h8h9i9
  tengen opening --fifths h8h9i9i8
  tengen opening --time 20 --out fifths.svg h8 h9 swap i9 swap i8
  tengen opening h8h9i9i8 j10,j8,j7,j6,k6,k7,k8,g9,f8,g6

With --json: one object, with the fields turn ("first" or "second"), colour, code, name and
kanji of the opening, legal, answer, choices (kind, worth), stones and offers (point,
twins, inside, worth, black, doubt, nodes, reply), and here, the value of five stones.`

// Command is "tengen opening".
var Command = cli.Command{
	Name:    "opening",
	Summary: "what to do in a Taraguchi-10 opening, and why",
	Run:     run,
}

type config struct {
	fifths, json, colour bool
	out                  string
	width                int
	time                 cli.Duration
	nodes                int64
	threads              int
	seed                 int64
	book                 cli.Book
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	c := config{width: 720, threads: 1}
	flags := cli.NewFlags("opening")
	flags.BoolVar(&c.fifths, "fifths", false, "rank all stones that may follow, not only the best")
	flags.Var(&c.time, "time", "look deeper for so long, such as 20 or 2m")
	flags.Int64Var(&c.nodes, "nodes", 0, "look deeper with so many `nodes`")
	flags.IntVar(&c.threads, "threads", c.threads, "search threads")
	flags.Int64Var(&c.seed, "seed", 0, "number that chooses among what is nearly equal (0: the best)")
	flags.Var(&c.book, "book", cli.BookUsage)
	flags.StringVarP(&c.out, "out", "o", "", "`file` for a picture of the values, .svg or .png")
	flags.IntVar(&c.width, "width", c.width, "how many `pixels` wide the picture is")
	flags.BoolVar(&c.colour, "colour", cli.Terminal(streams.Out), "a board in a terminal's colours")
	flags.BoolVar(&c.json, "json", false, "JSON instead of text")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	st, err := parse(flags.Args())
	switch {
	case err != nil:
		return &cli.UsageError{Err: err}
	case st.Over():
		return cli.Usagef("the opening is over with the sixth stone: see tengen analyze")
	case c.nodes < 0 || c.threads < 1:
		return cli.Usagef("--nodes and --threads must be positive")
	}
	if err := tell.CanDraw("--out", c.out, c.width); err != nil {
		return err
	}
	advice, err := advise(ctx, c, st)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := draw.WriteFile(c.out, picture(st, advice), c.width); err != nil {
			return err
		}
	}
	if c.json {
		return writeJSON(streams.Out, st, advice)
	}
	return writeText(streams.Out, c, st, advice)
}

// defaultTime is for what the book does not know.
const defaultTime = 5 * time.Second

func advise(ctx context.Context, c config, st *taraguchi.State) (opening.Advice, error) {
	d := opening.Decider{
		Searcher: search.New(search.Options{Threads: c.threads}),
		Book:     c.book.Book,
		Seed:     c.seed,
		BookOnly: c.time == 0 && c.nodes == 0,
	}
	lim := search.Limits{Nodes: c.nodes, Clock: search.Clock{Turn: time.Duration(c.time), Exact: true}}
	if d.BookOnly {
		lim.Clock.Turn = defaultTime
	}
	return d.Advise(ctx, st, 0, lim, nil)
}
