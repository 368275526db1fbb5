// Package bench is "tengen bench": a fixed amount of search, as a measure of
// speed and as a signature of what the search does.
package bench

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"tengen/cmd/tengen/cli"
	"tengen/search"
)

const usage = `
Usage: tengen bench [--json]

Searches a fixed set of positions to a fixed depth on one thread. The signature
follows from the moves, the values and the node counts: it is the same on every
machine and changes when the search does.`

// Command is "tengen bench".
var Command = cli.Command{
	Name:    "bench",
	Summary: "speed and signature of the search",
	Run:     run,
}

// result is what --json writes.
type result struct {
	Signature  string `json:"signature"`
	Nodes      int64  `json:"nodes"`
	Speed      int64  `json:"nodes_per_second"`
	MakeUnmake int64  `json:"make_unmake_per_second"` // moves made and taken back on the bare board
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	flags := cli.NewFlags("bench")
	asJSON := flags.Bool("json", false, "write the result as one JSON object")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return cli.Usagef("bench: unexpected argument %q", flags.Arg(0))
	}
	b, err := search.Bench(ctx)
	if err != nil {
		return fmt.Errorf("bench: %w", err)
	}
	return write(streams.Out, b, *asJSON)
}

func write(out io.Writer, b search.BenchResult, asJSON bool) error {
	r := result{b.Signature, b.Nodes, int64(b.NodesPerSecond), int64(b.MakeUnmakePerSecond)}
	if asJSON {
		return json.NewEncoder(out).Encode(r)
	}
	_, err := fmt.Fprintf(out, "signature    %s\nnodes        %d\nspeed        %d nodes a second\nmake, unmake %d a second\n",
		r.Signature, r.Nodes, r.Speed, r.MakeUnmake)
	return err
}
