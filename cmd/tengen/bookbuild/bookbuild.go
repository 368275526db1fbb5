// Package bookbuild is "tengen book": it makes the book of the opening, and shows what
// is in it.
package bookbuild

import (
	"context"

	"tengen/cmd/tengen/cli"
)

const usage = `
Usage: tengen book build --journal FILE [flags]
       tengen book merge --out BOOK JOURNAL...
       tengen book export [flags] [POSITION]
       tengen book check [flags]
       tengen book verdict [flags]

Makes the book of the opening Taraguchi-10, or shows what is in it. "build" values the
positions of five stones with searches, which it writes to a journal; "merge" makes a
book of the journals of several machines; "export" writes a book for people; "check" searches some positions again, deeper;
"verdict" tells what the book makes of the 26 openings.

"tengen book build --help" and so on tell the flags.`

// Command is "tengen book".
var Command = cli.Command{
	Name:    "book",
	Summary: "make the book of the opening, or export it",
	Run:     run,
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	if len(args) > 0 {
		switch name, rest := args[0], args[1:]; name {
		case "build":
			return runBuild(ctx, streams, rest)
		case "merge":
			return runMerge(streams, rest)
		case "export":
			return runExport(streams, rest)
		case "check":
			return runCheck(ctx, streams, rest)
		case "verdict":
			return runVerdict(ctx, streams, rest)
		}
	}
	flags := cli.NewFlags("book")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	if flags.NArg() == 0 {
		return cli.Usagef("book: want build, merge, export, check or verdict")
	}
	return cli.Usagef("book %q: want build, merge, export, check or verdict", flags.Arg(0))
}
