// Package tune is "tengen tune": it fits the weights of the evaluation and of
// the order of moves to games of self-play.
//
// The evaluation is linear in its weights, and so is the score of a move. The
// first is fitted by logistic regression: the evaluation, put through the
// sigmoid of search.Value.WinRate, is to foretell what the search says there and
// later in the game, and the game's result. The second is fitted by a softmax
// over the moves of a position: the move that the search chose is to score
// highest. See package fit for the method.
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
the losses of both parts are shown after each epoch. With --state a run that was
ended goes on where it was. Put the file in the place of search/eval/renju.weights
and build again to play with it.

"tengen tune search" is for the numbers of the search: see its --help.`

// Command is "tengen tune".
var Command = cli.Command{
	Name:    "tune",
	Summary: "fit the weights to games of self-play, or the numbers of the search",
	Run:     run,
}

type config struct {
	fit.Schedule
	out, state, from string
	lambda           float64
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	if len(args) > 0 && args[0] == "search" {
		return runSearch(ctx, streams, args[1:])
	}
	c := config{Schedule: fit.Schedule{Epochs: 20, Batch: 4096, Rate: 0.01, Last: 0.01, Decay: 1e-6, Seed: 1}, lambda: 0.9}
	flags := cli.NewFlags("tune")
	flags.StringVarP(&c.out, "out", "o", "", "file to write")
	flags.StringVar(&c.state, "state", "", "file that keeps the run")
	flags.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the games")
	flags.Float64Var(&c.lambda, "lambda", c.lambda, "share of what came after a position in its target, the rest is the value that the search gave")
	flags.Float64Var(&c.Rate, "rate", c.Rate, "learning rate at first; it falls to a hundredth")
	flags.Float64Var(&c.Decay, "decay", c.Decay, "pull of the weights towards those they start from")
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
	case c.Epochs < 1:
		return cli.Usagef("--epochs must be positive")
	case math.IsNaN(c.Rate) || c.Rate <= 0 || c.Rate > 1:
		return cli.Usagef("--rate %v: want more than 0, at most 1", c.Rate)
	case math.IsNaN(c.Decay) || c.Decay < 0 || c.Decay > 1:
		return cli.Usagef("--decay %v: want 0 to 1", c.Decay)
	case cli.SameFile(c.out, c.state):
		return cli.Usagef("--out and --state are the same file")
	case slices.ContainsFunc(flags.Args(), func(in string) bool { return cli.SameFile(in, c.out) || cli.SameFile(in, c.state) }):
		return cli.Usagef("--out or --state is one of the files of games")
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
	w := newWeights(start)
	run := fit.Run[sample, weights]{
		Schedule: c.Schedule,
		Data:     data,
		Now:      w,
		State:    c.state,
		Of:       "tune",
		NewPass:  newPass,
	}
	if err := run.Do(ctx, streams); err != nil {
		return err
	}
	return cli.WriteFile(c.out, w.params().Write)
}
