// Package brain is "tengen brain": the same engine as pbrain-tengen, so that a
// match needs no other program.
package brain

import (
	"context"

	"tengen/cmd/pbrain"
	"tengen/cmd/tengen/cli"
)

// Command is "tengen brain".
var Command = cli.Command{
	Name:    "brain",
	Summary: "speak the Gomocup protocol on standard input and output",
	Hidden:  true,
	Run:     run,
}

func run(_ context.Context, streams cli.IO, args []string) error {
	if pbrain.Run(args, streams.In, streams.Out) != 0 {
		return cli.ErrTold
	}
	return nil
}
