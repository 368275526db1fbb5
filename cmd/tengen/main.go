// Tengen is the workbench round the renju engine: it lets engines play matches
// and analyses positions. "tengen help" lists what it does.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"tengen/cmd/tengen/adviser"
	"tengen/cmd/tengen/analyze"
	"tengen/cmd/tengen/bench"
	"tengen/cmd/tengen/bookbuild"
	"tengen/cmd/tengen/brain"
	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/completion"
	"tengen/cmd/tengen/convert"
	"tengen/cmd/tengen/diagram"
	"tengen/cmd/tengen/forbidden"
	"tengen/cmd/tengen/match"
	"tengen/cmd/tengen/play"
	"tengen/cmd/tengen/randombrain"
	"tengen/cmd/tengen/review"
	"tengen/cmd/tengen/selfplay"
	"tengen/cmd/tengen/serve"
	"tengen/cmd/tengen/solve"
	"tengen/cmd/tengen/train"
	"tengen/cmd/tengen/tune"
	"tengen/cmd/version"
)

var commands = []cli.Command{
	play.Command,
	match.Command,
	analyze.Command,
	solve.Command,
	review.Command,
	adviser.Command,
	forbidden.Command,
	convert.Command,
	diagram.Command,
	serve.Command,
	bench.Command,
	selfplay.Command,
	tune.Command,
	train.Command,
	bookbuild.Command,
	completion.Command,
	brain.Command,
	randombrain.Command,
}

func main() {
	// The first Ctrl-C ends what is under way in good order, the second at once.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	os.Exit(run(ctx, cli.IO{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}, os.Args[1:]))
}

// run is main: it returns the exit status, 2 for a mistake in the command line.
func run(ctx context.Context, streams cli.IO, args []string) int {
	err := dispatch(ctx, streams, args)
	var usage *cli.UsageError
	switch {
	case err == nil:
		return 0
	case errors.Is(err, cli.ErrTold):
		return 2
	case errors.As(err, &usage):
		_, _ = fmt.Fprintf(streams.Err, "tengen: %v\n", err)
		return 2
	case errors.Is(err, context.Canceled):
		err = errors.New("interrupted")
	}
	_, _ = fmt.Fprintf(streams.Err, "tengen: %v\n", err)
	return 1
}

func dispatch(ctx context.Context, streams cli.IO, args []string) error {
	if len(args) == 0 {
		return help(streams)
	}
	name, rest := args[0], args[1:]
	switch name {
	case "help", "-h", "--help":
		if len(rest) == 0 {
			return help(streams)
		}
		name, rest = rest[0], []string{"--help"}
	case "version", "--version":
		_, err := fmt.Fprintf(streams.Out, "tengen %s\n", version.Full())
		return err
	}
	for _, c := range commands {
		if c.Name == name {
			return c.Run(ctx, streams, rest)
		}
	}
	return cli.Usagef("unknown command %q: see tengen help", name)
}

func help(streams cli.IO) error {
	text := "Tengen is a workbench for renju.\n\nUsage: tengen COMMAND [flags] [arguments]\n\nCommands:\n"
	for _, c := range commands {
		if !c.Hidden {
			text += fmt.Sprintf("  %-11s %s\n", c.Name, c.Summary)
		}
	}
	text += "  help        this text, or that of a command\n\n" +
		"tengen COMMAND --help tells the flags of a command, tengen --version the version.\n"
	_, err := fmt.Fprint(streams.Out, text)
	return err
}
