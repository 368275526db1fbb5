// Package brain is "tengen brain": the same engine as pbrain-tengen, so that a
// match needs no other program.
package brain

import (
	"context"
	"os"

	"tengen/cmd/tengen/cli"
	"tengen/protocol/brain"
)

const usage = `
Usage: tengen brain [flags]

Speaks the Gomocup protocol on standard input and output, as pbrain-tengen does.`

// Command is "tengen brain".
var Command = cli.Command{
	Name:    "brain",
	Summary: "speak the Gomocup protocol on standard input and output",
	Hidden:  true,
	Run:     run,
}

func run(_ context.Context, streams cli.IO, args []string) error {
	var hash cli.Bytes
	flags := cli.NewFlags("brain")
	threads := flags.Int("threads", 1, "search `threads`, until the manager sets them")
	flags.Var(&hash, "hash", "transposition table, such as 64M; 0: as max_memory allows")
	log := flags.String("log", "", "`file` for the whole dialogue")
	labels := flags.String("labels", "bottom", "where MESSAGE lines number the rows from: `bottom|top`")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return cli.Usagef("brain: unexpected argument %q", flags.Arg(0))
	}
	opts := brain.Options{Threads: *threads, Hash: int64(hash), Version: cli.Version()}
	var err error
	if opts.Labels, err = brain.ParseLabels(*labels); err != nil {
		return &cli.UsageError{Err: err}
	}
	if *log != "" {
		file, err := os.OpenFile(*log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666)
		if err != nil {
			return err
		}
		defer file.Close()
		opts.Log = file
	}
	return brain.Serve(streams.In, streams.Out, opts)
}
