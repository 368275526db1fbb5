// Pbrain-tengen is the engine that a manager of the Gomocup protocol loads: a
// tournament, or a board such as Piskvork, qpiskvork or Yixin-Board.
//
//	pbrain-tengen [flags]
//
// It reads commands from its standard input and answers on its standard output.
// It never writes to standard error, which some managers read as answers. No
// flag is ever needed:
//
//	--threads n          search threads, until the manager sets them (1)
//	--hash MiB           transposition table (from the manager's max_memory)
//	--log file           write the whole dialogue there, with times
//	--labels bottom|top  where MESSAGE lines number the rows from (bottom)
//	--version            print the version and exit
package main

import (
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/pflag"

	"tengen/protocol/brain"
)

// version is the version of a release, set by the linker:
//
//	go build -ldflags '-X main.version=1.0' ./cmd/pbrain-tengen
var version string

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout))
}

// run is main. A command line that makes no sense is answered as a bad command
// of the protocol is, where the manager can show it.
func run(args []string, in io.Reader, out io.Writer) int {
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
	case *hash < 0 || *hash > 1<<20:
		return bad(fmt.Errorf("--hash %d: want MiB", *hash))
	}
	if *printVersion {
		_, _ = fmt.Fprintf(out, "Tengen %s\n", buildVersion())
		return 0
	}

	opts := brain.Options{
		Threads: *threads,
		Hash:    *hash << 20,
		Version: buildVersion(),
	}
	var err error
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

// buildVersion is the linker's version, or the module's, or the commit that the
// program was built from.
func buildVersion() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	revision, dirty := "", ""
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+dirty"
			}
		}
	}
	if revision == "" {
		return "dev"
	}
	return "dev-" + revision[:min(len(revision), 12)] + dirty
}
