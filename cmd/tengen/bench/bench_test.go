package bench

import (
	"context"
	"errors"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/search"
)

func TestWrite(t *testing.T) {
	b := search.BenchResult{Signature: "0123456789abcdef", Nodes: 1234567, NodesPerSecond: 650000.7, MakeUnmakePerSecond: 2e6}
	for asJSON, want := range map[bool]string{
		true:  `{"signature":"0123456789abcdef","nodes":1234567,"nodes_per_second":650000,"make_unmake_per_second":2000000}` + "\n",
		false: "signature    0123456789abcdef\nnodes        1234567\nspeed        650000 nodes a second\nmake, unmake 2000000 a second\n",
	} {
		var out strings.Builder
		if err := write(&out, b, asJSON); err != nil || out.String() != want {
			t.Errorf("write: %v, %q, want %q", err, out.String(), want)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Command.Run(ctx, cli.IO{Out: new(strings.Builder)}, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that the bench was interrupted", err)
	}
}
