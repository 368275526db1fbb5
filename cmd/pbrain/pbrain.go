// Package pbrain is the command line of the engine: pbrain-tengen, and "tengen
// brain", by which a match needs no other program.
package pbrain

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/version"
	"tengen/protocol/brain"
	"tengen/search"
	"tengen/search/level"
	"tengen/search/opening"
)

// Run is pbrain-tengen with these arguments and streams; it returns the exit
// status. A command line that makes no sense is answered as a bad command of the
// protocol is, where the manager can show it.
func Run(args []string, in io.Reader, out io.Writer) int {
	bad := func(err error) int {
		_, _ = fmt.Fprintf(out, "ERROR pbrain-tengen: %v\n", err)
		return 2
	}

	flags := pflag.NewFlagSet("pbrain-tengen", pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	threads := flags.Int("threads", 1, "search `threads`, until the manager sets them")
	hash := flags.Int64("hash", 0, "transposition table in `MiB` (default: as max_memory allows)")
	log := flags.String("log", "", "write the whole dialogue, with times, to this `file`")
	labels := flags.String("labels", "bottom", "where MESSAGE lines number the rows from: `bottom|top`")
	strength := flags.Int("level", level.Full, "strength, 0 to 100, until the manager sets it")
	var network cli.Net
	flags.Var(&network, "net", cli.NetUsage)
	var ownBook cli.Book
	flags.Var(&ownBook, "book", cli.BookUsage)
	bookOnly := flags.Bool("book-only", false, "decide at once in the opening where the book knows enough")
	style := flags.String("opening", "tree", "how to decide in the opening, to measure it: `tree|plain|random`")
	_ = flags.MarkHidden("opening")
	printVersion := flags.Bool("version", false, "print the version and exit")
	// Yixin-Board on Windows gives its engine this flag. We write nothing else
	// than UTF-8.
	flags.Bool("force-utf8", false, "")
	_ = flags.MarkHidden("force-utf8")
	switch err := flags.Parse(args); {
	case err == pflag.ErrHelp:
		_, _ = fmt.Fprintf(out, "usage: pbrain-tengen [flags]\n%s", flags.FlagUsages())
		return 0
	case err != nil:
		return bad(err)
	case flags.NArg() > 0:
		return bad(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	case *threads < 1:
		return bad(fmt.Errorf("--threads %d: want at least 1", *threads))
	case *hash < 0 || *hash<<20 > search.MaxTableBytes:
		return bad(fmt.Errorf("--hash %d: want MiB, at most %d", *hash, search.MaxTableBytes>>20))
	case *strength < 0 || *strength > level.Full:
		return bad(fmt.Errorf("--level %d: want 0 to %d", *strength, level.Full))
	}
	if *printVersion {
		_, _ = fmt.Fprintf(out, "Tengen %s\n", version.Full())
		return 0
	}

	opts := brain.Options{
		Threads:  *threads,
		Hash:     *hash << 20,
		Handicap: level.Full - *strength,
		Version:  version.String(),
		Net:      network.Net,
		Opening:  brain.Opening{Book: ownBook.Book, BookOnly: *bookOnly},
	}
	var err error
	if opts.Opening.Style, err = opening.ParseStyle(*style); err != nil {
		return bad(fmt.Errorf("--opening %w", err))
	}
	if opts.Labels, err = brain.ParseLabels(*labels); err != nil {
		return bad(fmt.Errorf("--labels: %w", err))
	}
	if *log != "" {
		f, err := os.OpenFile(*log, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
		if err != nil {
			return bad(err)
		}
		defer f.Close()
		opts.Log = f
	}

	// A write to a manager that is gone must come back as an error, not kill.
	signal.Ignore(syscall.SIGPIPE)
	if brain.Serve(in, out, opts) != nil {
		return 1
	}
	return 0
}
