package randombrain

import (
	"context"

	"tengen/cmd/tengen/cli"
)

// Command is "tengen random-brain".
var Command = cli.Command{
	Name:    "random-brain",
	Summary: "an engine that answers at random, to try matches with",
	Hidden:  true,
	Run: func(_ context.Context, streams cli.IO, args []string) error {
		flags := cli.NewFlags("random-brain")
		seed := flags.Uint64("seed", 1, "`number` that the answers follow from")
		if help, err := cli.Parse(flags, args, "Usage: tengen random-brain [--seed number]", streams.Out); help || err != nil {
			return err
		}
		return Serve(streams.In, streams.Out, *seed)
	},
}
