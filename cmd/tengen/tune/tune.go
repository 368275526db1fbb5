// Package tune is "tengen tune": it fits the weights of the evaluation and of
// the order of moves to games of self-play.
//
// The evaluation is linear in its weights, and so is the score of a move. The
// first is fitted by logistic regression: the evaluation, put through the
// sigmoid of search.Value.WinRate, is to foretell what the search says there and
// later in the game, and the game's result. The second is fitted by a softmax
// over the moves of a position: the move that the search chose is to score
// highest. Both use Adam (Kingma and Ba, 2015) on mini-batches, the same on every
// machine.
//
// "tengen tune search" moves the numbers of the search by games (package spsa).
package tune

import (
	"context"
	"fmt"
	"math"
	"slices"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/fit"
	"tengen/engine/renju"
	"tengen/search/eval"
)

const usage = `
Usage: tengen tune --out FILE [flags] GAMES...
       tengen tune search --state FILE [flags]

Fits the weights of the evaluation and of the order of moves to the games that
"tengen selfplay" wrote, and writes them to FILE. Every tenth game is held out;
the losses of both parts are shown after each epoch. Put the file in the place
of search/eval/renju.weights and build again to play with it.

"tengen tune search" is for the numbers of the search: see its --help.`

// Command is "tengen tune".
var Command = cli.Command{
	Name:    "tune",
	Summary: "fit the weights to games of self-play, or the numbers of the search",
	Run:     run,
}

type config struct {
	out    string
	epochs int
	lambda float64
	rate   float64
	decay  float64
	from   string
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	if len(args) > 0 && args[0] == "search" {
		return runSearch(ctx, streams, args[1:])
	}
	c := config{epochs: 20, lambda: 0.9, rate: 0.01, decay: 1e-6}
	flags := cli.NewFlags("tune")
	flags.StringVarP(&c.out, "out", "o", "", "file to write")
	flags.IntVar(&c.epochs, "epochs", c.epochs, "passes over the games")
	flags.Float64Var(&c.lambda, "lambda", c.lambda, "share of what came after a position in its target, the rest is the value that the search gave")
	flags.Float64Var(&c.rate, "rate", c.rate, "learning rate at first; it falls to a hundredth")
	flags.Float64Var(&c.decay, "decay", c.decay, "pull of the weights towards those they start from")
	flags.StringVar(&c.from, "from", "", "file of weights to start from instead of those set by hand")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case c.out == "":
		return cli.Usagef("tune needs --out FILE")
	case flags.NArg() == 0:
		return cli.Usagef("tune needs files of games")
	case !(c.lambda >= 0 && c.lambda <= 1):
		return cli.Usagef("--lambda %v: want 0 to 1", c.lambda)
	case c.epochs < 1:
		return cli.Usagef("--epochs must be positive")
	case math.IsNaN(c.rate) || c.rate <= 0 || c.rate > 1:
		return cli.Usagef("--rate %v: want more than 0, at most 1", c.rate)
	case math.IsNaN(c.decay) || c.decay < 0 || c.decay > 1:
		return cli.Usagef("--decay %v: want 0 to 1", c.decay)
	case slices.ContainsFunc(flags.Args(), func(in string) bool { return cli.SameFile(in, c.out) }):
		return cli.Usagef("--out %s is one of the files of games", c.out)
	}
	start := eval.Hand(renju.Renju)
	if c.from != "" {
		var err error
		if start, err = cli.ReadFile(c.from, eval.Read); err != nil {
			return err
		}
	}
	if err := cli.CanWrite(c.out); err != nil {
		return err
	}
	data, err := fit.Load(ctx, flags.Args(), c.lambda, take)
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(streams.Out, data); err != nil {
		return err
	}
	m := newModel(start)
	if err := m.train(ctx, data, c, streams.Out); err != nil {
		return err
	}
	return cli.WriteFile(c.out, m.params().Write)
}
