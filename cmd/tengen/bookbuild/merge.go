package bookbuild

import (
	"fmt"

	"tengen/book"
	"tengen/cmd/tengen/cli"
)

const mergeUsage = `
Usage: tengen book merge --out BOOK JOURNAL...

Makes a book of journals that "tengen book build" wrote. Of a position that several
searched the longest search counts, or the one that proves who wins.`

func runMerge(streams cli.IO, args []string) error {
	out := ""
	flags := cli.NewFlags("book merge")
	flags.StringVarP(&out, "out", "o", "", "file to write the book to")
	if help, err := cli.Parse(flags, args, mergeUsage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case out == "":
		return cli.Usagef("book merge needs --out BOOK")
	case flags.NArg() == 0:
		return cli.Usagef("book merge needs journals")
	}
	journal := book.NewJournal()
	for _, name := range flags.Args() {
		if cli.SameFile(name, out) {
			return cli.Usagef("--out is one of the journals")
		}
		if _, err := cli.ReadFile(name, journal.Read); err != nil {
			return err
		}
	}
	b := book.New(journal.Value)
	if err := cli.WriteFile(out, b.Write); err != nil {
		return err
	}
	fours, fifths := b.Len()
	_, err := fmt.Fprintf(streams.Out, "%s: %d positions of four stones, %d fifth stones\n", out, fours, fifths)
	return err
}
