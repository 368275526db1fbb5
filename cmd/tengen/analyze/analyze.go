// Package analyze is "tengen analyze": the best moves of a position.
package analyze

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
)

const usage = `
Usage: tengen analyze [flags] POSITION

Looks for the best moves of a position, which is given by its moves in order,
such as h8i9g7. Without --time, --nodes or --depth it takes five seconds. Ctrl-C
ends it at once with the best so far.

Examples:
  tengen analyze h8i9g7
  tengen analyze --multipv 3 --time 20 "h8 h9 j10"
  tengen analyze --rule freestyle --size 20 --depth 10 j10k10`

// Command is "tengen analyze".
var Command = cli.Command{
	Name:    "analyze",
	Summary: "the best moves of a position, with their lines",
	Run:     run,
}

// defaultTime is how long an analysis without any limit takes.
const defaultTime = 5 * time.Second

func run(ctx context.Context, streams cli.IO, args []string) error {
	var (
		timeLimit = cli.Duration(defaultTime)
		hash      = cli.Bytes(256 << 20)
		limits    search.Limits
		options   search.Options
	)
	f := cli.NewFlags("analyze")
	f.VarP(&timeLimit, "time", "t", "how long to think, in seconds or such as 500ms; 0: no limit")
	f.Int64Var(&limits.Nodes, "nodes", 0, "most `nodes` of the search")
	f.IntVar(&limits.Depth, "depth", 0, "`plies` to look ahead")
	f.IntVarP(&limits.MultiPV, "multipv", "n", 1, "how many of the best `moves` to show")
	f.IntVar(&options.Threads, "threads", runtime.NumCPU(), "search `threads`")
	f.Var(&hash, "hash", "transposition table")
	var network cli.Net
	f.Var(&network, "net", cli.NetUsage)
	rule := f.String("rule", renju.Renju.String(), "freestyle, standard or renju")
	size := f.Int("size", 15, "board `size`")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case limits.Nodes < 0 || limits.Depth < 0:
		return cli.Usagef("--nodes and --depth want 0 or more")
	case int64(hash) > search.MaxTableBytes:
		most := cli.Bytes(search.MaxTableBytes)
		return cli.Usagef("--hash %v: want at most %v", &hash, &most)
	case limits.MultiPV < 1 || options.Threads < 1:
		return cli.Usagef("--multipv and --threads want 1 or more")
	}
	text, position, err := cli.Position(f.Args(), *rule, *size)
	if err != nil {
		return err
	}
	if out := position.Outcome(); out.Over() {
		return fmt.Errorf("%s: the game is over: %v (%v)", text, out.Result, out.Reason)
	}

	if f.Changed("time") || limits.Nodes == 0 && limits.Depth == 0 {
		limits.Clock = search.Clock{Turn: time.Duration(timeLimit), Exact: true}
	}
	options.TableBytes, options.Net = int64(hash), network.Net
	title := fmt.Sprintf("%s: %s, %s to move, %v %dx%d", text, cli.Plural(len(position.Moves()), "stone"),
		cli.Side(position.ToMove()), position.Rule(), *size, *size)
	if _, err := fmt.Fprintf(streams.Out, "%s\n\n", title); err != nil {
		return err
	}

	live := newLive(streams)
	result, err := search.New(options).Search(ctx, position, limits, live.show)
	live.erase()
	if err != nil {
		return err
	}
	_, err = io.WriteString(streams.Out, format(position, result))
	return err
}

// format is the outcome of an analysis.
func format(position *renju.Position, r search.Result) string {
	var out strings.Builder
	out.WriteString("     chance   value  depth  line\n")
	var marks []renju.Mark
	for i, line := range r.Lines {
		fmt.Fprintf(&out, "%3d  %s\n", i+1, formatLine(line))
		sign := byte('*')
		if i < 9 {
			sign = byte('1' + i)
		}
		marks = append(marks, renju.Mark{Point: line.Moves[0], Sign: sign})
	}
	speed := ""
	if s := r.Elapsed.Seconds(); s > 0 {
		speed = fmt.Sprintf(", %s a second", count(int64(float64(r.Nodes)/s)))
	}
	fmt.Fprintf(&out, "\nDepth %d, %s nodes in %.1f s%s\n\n", r.Depth, count(r.Nodes), r.Elapsed.Seconds(), speed)
	if last, ok := position.LastMove(); ok {
		marks = append(marks, renju.Mark{Point: last})
	}
	out.WriteString(position.Board().Diagram(marks...))
	return out.String()
}

// formatLine is a line: the chance to win of the side to move, its value, the
// depth and the moves.
func formatLine(line search.Line) string {
	names := make([]string, len(line.Moves))
	for i, p := range line.Moves {
		names[i] = p.String()
	}
	depth := fmt.Sprintf("%d-%d", line.Depth, line.SelDepth)
	return fmt.Sprintf("%5.1f %%  %6s  %5s  %s", 100*line.Value.WinRate(), line.Value, depth, strings.Join(names, " "))
}

// count is a large number in short.
func count(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.0f M", float64(n)/1e6)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}

// live shows on a terminal, in one line, how a search gets on.
type live struct {
	out   io.Writer // nil: nobody looks
	shown int       // length of the line
	last  time.Duration
}

// liveWidth fits most terminals: a line that wraps could not be replaced.
const liveWidth = 78

func newLive(streams cli.IO) *live {
	if cli.Terminal(streams.Out) {
		return &live{out: streams.Out}
	}
	return &live{}
}

// show takes a search's report. Reports come fast in the beginning: more than
// ten a second would only flicker.
func (l *live) show(p search.Progress) {
	if l.out == nil || p.Event != search.LineDone || p.Rank != 0 {
		return
	}
	if l.shown > 0 && p.Elapsed-l.last < 100*time.Millisecond {
		return
	}
	l.last = p.Elapsed
	text := fmt.Sprintf("     %s", formatLine(p.Line))
	if len(text) > liveWidth {
		text = text[:liveWidth]
	}
	l.erase()
	_, _ = io.WriteString(l.out, text)
	l.shown = len(text)
}

func (l *live) erase() {
	if l.shown > 0 {
		_, _ = fmt.Fprintf(l.out, "\r%s\r", strings.Repeat(" ", l.shown))
		l.shown = 0
	}
}
