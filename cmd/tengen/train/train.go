// Package train is "tengen train": it trains the network of the evaluation on
// games of self-play.
//
// The value corrects that of the pattern weights. Both together are fitted by
// logistic regression to what the search says of a position and later in the game,
// and to the game's result; the policy by a softmax over the moves of a position, of
// which the one that the search chose is to score highest. Each time that a position
// comes up, the board is turned another way. See package fit for the method.
package train

import (
	"context"
	"fmt"
	"slices"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/fit"
	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/eval/net"
)

const usage = `
Usage: tengen train --out NET [flags] GAMES...

Trains the network of the evaluation on the games that "tengen selfplay" wrote,
and writes it to NET. Every tenth game is held out; the losses of both parts are
shown after each pass over the games. With --state a run that was ended goes on
where it was.`

// Command is "tengen train".
var Command = cli.Command{
	Name:    "train",
	Summary: "train the network on games of self-play",
	Run:     run,
}

type config struct {
	fit.Schedule
	out, state, from string
	lambda, share    float64
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	c := config{Schedule: fit.Schedule{Epochs: 4, Batch: 1024, Rate: 2.5e-3, Last: 0.02, Seed: 1}, lambda: 0.8, share: 1}
	flags := cli.NewFlags("train")
	flags.StringVarP(&c.out, "out", "o", "", "file to write the network to")
	flags.StringVar(&c.state, "state", "", "file that keeps the run")
	flags.StringVar(&c.from, "from", "", "network to start from instead of numbers by lot")
	flags.IntVar(&c.Epochs, "epochs", c.Epochs, "passes over the games")
	flags.IntVar(&c.Batch, "batch", c.Batch, "positions for each step")
	flags.Float64Var(&c.lambda, "lambda", c.lambda, "share of what came after a position in its target, the rest is the value that the search gave")
	flags.Float64Var(&c.Rate, "rate", c.Rate, "learning rate at first")
	flags.Float64Var(&c.Last, "last", c.Last, "part of the rate that is left at the end")
	flags.Float64Var(&c.share, "policy", c.share, "weight of the policy's loss beside the value's")
	flags.Uint64Var(&c.Seed, "seed", c.Seed, "what the order and the first numbers follow from")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	within := func(v, least, most float64) bool { return v >= least && v <= most }
	switch {
	case c.out == "":
		return cli.Usagef("train needs --out NET")
	case flags.NArg() == 0:
		return cli.Usagef("train needs files of games")
	case c.Epochs < 1 || c.Batch < 1:
		return cli.Usagef("--epochs and --batch must be positive")
	case !within(c.lambda, 0, 1):
		return cli.Usagef("--lambda %v: want 0 to 1", c.lambda)
	case !within(c.Rate, 1e-9, 1):
		return cli.Usagef("--rate %v: want more than 0, at most 1", c.Rate)
	case !within(c.Last, 1e-9, 1):
		return cli.Usagef("--last %v: want more than 0, at most 1", c.Last)
	case !within(c.share, 0, 1000):
		return cli.Usagef("--policy %v: want 0 to 1000", c.share)
	case cli.SameFile(c.out, c.state):
		return cli.Usagef("--out and --state are the same file")
	case slices.ContainsFunc(flags.Args(), func(in string) bool { return cli.SameFile(in, c.out) || cli.SameFile(in, c.state) }):
		return cli.Usagef("--out or --state is one of the files of games")
	}
	p := newParams(c.Seed)
	if c.from != "" {
		n, err := cli.ReadFile(c.from, net.Read)
		if err != nil {
			return err
		}
		p = unround(n)
	}
	if err := cli.CanWrite(c.out); err != nil {
		return err
	}
	d, err := fit.Load(ctx, flags.Args(), c.lambda, taker(eval.For(renju.Renju)))
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintln(streams.Out, d); err != nil {
		return err
	}
	training := fit.Run[sample, params]{
		Schedule: c.Schedule,
		Data:     d,
		Now:      p,
		State:    c.state,
		Of:       fmt.Sprintf("train --policy %v", c.share),
		NewPass:  func() fit.Pass[sample, params] { return newPass(float32(c.share)).run },
		Share:    (*params).share,
		Bound: func(p *params) {
			p.follow()
			p.keepSmall()
		},
		Check: func(p *params) error {
			_, err := p.round()
			return err
		},
	}
	if err := training.Do(ctx, streams); err != nil {
		return err
	}
	n, err := p.round()
	if err != nil {
		return err
	}
	if err := cli.WriteFile(c.out, n.Write); err != nil {
		return err
	}
	*p = *unround(n)
	if _, err := fmt.Fprintf(streams.Out, "rounded   held out: %v\n", training.Loss(d.Held)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(streams.Out, "%s holds network %s\n", c.out, n.Name())
	return err
}
