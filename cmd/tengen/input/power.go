package input

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/search"
)

// Power is how much of the machine a search may use. Its fields are set by flags.
type Power struct {
	flags   *pflag.FlagSet
	threads int
	hash    cli.Bytes
	memory  cli.Bytes
	net     cli.Net
}

// What the program takes besides the transposition table, measured: itself, what a
// picture needs, and a thread's board and solver.
const (
	programBytes = 32 << 20
	threadBytes  = 2 << 20
	leastTable   = 1 << 20
)

// Add adds the flags.
func (p *Power) Add(f *pflag.FlagSet) {
	p.flags, p.hash = f, 256<<20
	f.IntVar(&p.threads, "threads", runtime.NumCPU(), "search `threads`")
	f.Var(&p.memory, "memory", "what the program may take in all, instead of --hash, such as 1G")
	f.Var(&p.hash, "hash", "transposition table")
	f.Var(&p.net, "net", cli.NetUsage)
}

// Options is what the flags say. If they bound the memory, the whole program is
// held to that.
func (p *Power) Options() (search.Options, error) {
	table := int64(p.hash)
	switch least := programBytes + threadBytes*int64(p.threads) + leastTable; {
	case p.threads < 1:
		return search.Options{}, cli.Usagef("--threads wants 1 or more")
	case table > search.MaxTableBytes:
		most := cli.Bytes(search.MaxTableBytes)
		return search.Options{}, cli.Usagef("--hash %v: want at most %v", &p.hash, &most)
	case !p.flags.Changed("memory"):
	case p.flags.Changed("hash"):
		return search.Options{}, cli.Usagef("--memory and --hash exclude each other")
	case int64(p.memory) < least:
		text := fmt.Sprintf("%dM", (least+1<<20-1)>>20)
		return search.Options{}, cli.Usagef("--memory %v: want at least %s for %s", &p.memory, text, cli.Plural(p.threads, "thread"))
	default:
		table = min(int64(p.memory)-least+leastTable, search.MaxTableBytes)
		debug.SetMemoryLimit(int64(p.memory) - programBytes/2) // the rest is not the garbage collector's
	}
	return search.Options{Threads: p.threads, TableBytes: table, Net: p.net.Net}, nil
}
