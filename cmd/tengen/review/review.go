// Package review is "tengen review": what each move of a game gave away, which
// wins and defences were missed, and how the chances went.
package review

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/input"
	"tengen/cmd/tengen/screen"
	"tengen/cmd/tengen/tell"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/search"
)

const usage = `
Usage: tengen review [flags] GAME

Searches every position of a game, from the last to the first, and tells what each
move lost of the chance to win of who played it. GAME is a file, - for the standard
input, or the moves themselves, such as h8i9g7. Ctrl-C ends it with what is known.

A move that loses 5 % of the chance is marked ?!, one of 12 % ?, and one of 25 % ??.
The moves of the opening are not judged: players agree on them. Told of besides are
wins that were missed, moves that let the other side win by force, and forbidden
points by which White wins or threatens to.

--json writes an object a line, whose "type" says what it is: "game" (name, black,
white, rule, size, moves, result); for each "move" number, side, move, line (which
begins with the best move; null where Ctrl-C came first), before, after and loss (0
to 1, of the mover's chance), mark, missed_win_in and lets_win_in (plies), forbidden
(points) and notes; a "summary" for each side: moves (judged), average_loss, accurate
(how many lost less than 1 %), marks (how many of each) and missed_wins.

Examples:
  tengen review game.psq
  tengen review --time-per-move 5 --chart chances.svg --out reviewed.sgf game.sgf
  tengen review --nodes 50000 --json --game 3 renjunet.rif`

// Command is "tengen review".
var Command = cli.Command{
	Name:    "review",
	Summary: "what each move of a game lost, and a chart of the chances",
	Run:     run,
}

const (
	chartWidth   = 800 // pixels
	renjuOpening = 5   // moves that rules of renju let players choose for balance
)

func run(ctx context.Context, streams cli.IO, args []string) error {
	var (
		timeLimit = cli.Duration(time.Second)
		source    input.Source
		power     input.Power
		r         review
	)
	f := cli.NewFlags("review")
	f.VarP(&timeLimit, "time-per-move", "t", "how long to think about a move, in seconds or such as 500ms; 0: no limit")
	f.Int64Var(&r.limits.Nodes, "nodes", 0, "most `nodes` of a move's search, instead of a time")
	opening := f.Int("opening", renjuOpening, "how many `moves` not to judge; none in gomoku unless this is given")
	chart := f.String("chart", "", "`file` for the chart, .svg or .png")
	out := f.StringP("out", "o", "", "`file` for the game with comments and better lines, .sgf")
	asJSON := f.Bool("json", false, "write JSON, an object a line")
	source.AddGame(f)
	power.Add(f)
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	byTime := f.Changed("time-per-move") || r.limits.Nodes == 0
	switch {
	case f.NArg() == 0:
		return cli.Usagef("a game is wanted: a file, or moves such as h8i9g7")
	case r.limits.Nodes < 0 || *opening < 0:
		return cli.Usagef("--nodes and --opening want 0 or more")
	case byTime && timeLimit == 0 && r.limits.Nodes == 0:
		return cli.Usagef("--time-per-move 0 wants a limit of --nodes")
	}
	if err := tell.CanDraw("--chart", *chart, chartWidth); err != nil {
		return err
	}
	if *out != "" {
		format, err := record.FormatOf(*out)
		if err == nil && format != record.SGF {
			err = fmt.Errorf("%s: want a name that ends with .sgf", *out)
		}
		if err = cmp.Or(err, cli.CanWrite(*out)); err != nil {
			return cli.Usagef("--out %w", err)
		}
	}
	options, err := power.Options()
	if err != nil {
		return err
	}
	if r.name, r.game, err = source.Game(streams, f.Args()); err != nil {
		return err
	}
	if r.plies, err = input.Plies(r.game); err == nil && len(r.plies) == 1 {
		err = errors.New("the game has no moves")
	}
	if err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	if r.opening = *opening; r.game.Rule != renju.Renju && !f.Changed("opening") {
		r.opening = 0
	}
	if byTime {
		r.limits.Clock = search.Clock{Turn: time.Duration(timeLimit), Exact: true}
	}

	r.begun = time.Now()
	live := &screen.Live{}
	if screen.ANSI(streams.Err) {
		live = screen.NewLive(streams.Err, r.progress)
	}
	err = r.search(ctx, search.New(options))
	if live.Stop(); err != nil {
		return err
	}
	r.judge()
	w := bufio.NewWriter(streams.Out)
	if *asJSON {
		r.writeJSON(w)
	} else {
		r.write(w, screen.ANSI(streams.Out))
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if *chart != "" {
		err = draw.WriteFile(*chart, r.chart(), chartWidth)
	}
	if *out != "" && err == nil {
		r.annotate()
		err = cli.WriteFile(*out, r.game.WriteSGF)
	}
	return err
}
