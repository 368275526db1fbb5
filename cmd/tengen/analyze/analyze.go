// Package analyze is "tengen analyze": the best moves of a position, shown while
// the search goes on, to people or, as JSON, to programs.
package analyze

import (
	"bufio"
	"context"
	"fmt"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/input"
	"tengen/cmd/tengen/screen"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
)

const usage = `
Usage: tengen analyze [flags] POSITION
       tengen analyze [flags] --file FILE

Looks for the best moves of a position, which is given by its moves in order,
such as h8i9g7, by a diagram, or by a file with either or with a game; - is the
standard input. Without a limit it takes five seconds. Ctrl-C ends it at once with
the best so far.

Chances are those of the side to move to win. Values: 100 is a small advantage,
+M7 a win in seven plies, -M4 a loss in four. A depth of 9-14 means that all was
searched nine plies deep, and the deepest line fourteen.

--heat values every sensible move by a search of its own. That takes half of the
time or of the nodes, or three seconds where there is no limit.

--json writes an object a line. The first has the type "position": moves, diagram,
rule, size, to_move and, in renju, the forbidden points. The others come whenever
a depth is finished ("depth"), whenever --heat has looked at all moves once more
("heat"), and at the end ("result"). They have depth, nodes, time in seconds, speed
in nodes a second, and lines, best first; the last two, with --heat, also heat: all
moves, best first. A line, like a move of heat, has its move, chance (0 to 1), value
(a win in n plies is 30000-n, a loss -30000+n) and, where that is proved, win_in or
loss_in, in plies; a line has also depth, sel_depth and line, which are its moves.

Examples:
  tengen analyze h8i9g7
  tengen analyze --multipv 3 --time 20 "h8 h9 j10"
  tengen analyze --infinite --heat --board heat.svg h8h9i9i8
  tengen analyze --file game.sgf --move 12 --exclude h8,g7-i9
  tengen analyze --rule freestyle --size 20 --depth 10 j10k10`

// Command is "tengen analyze".
var Command = cli.Command{
	Name:    "analyze",
	Summary: "the best moves of a position, with their lines",
	Run:     run,
}

// defaultTime is how long an analysis without any limit takes.
const defaultTime = 5 * time.Second

// pictureWidth is that of --board, in pixels.
const pictureWidth = 720

func run(ctx context.Context, streams cli.IO, args []string) error {
	var (
		timeLimit = cli.Duration(defaultTime)
		source    input.Source
		power     input.Power
		a         analysis
	)
	f := cli.NewFlags("analyze")
	f.VarP(&timeLimit, "time", "t", "how long to think, in seconds or such as 500ms; 0: no limit")
	f.Int64Var(&a.limits.Nodes, "nodes", 0, "most `nodes` of the search")
	f.IntVar(&a.limits.Depth, "depth", 0, "`plies` to look ahead")
	infinite := f.Bool("infinite", false, "think until Ctrl-C")
	f.IntVarP(&a.limits.MultiPV, "multipv", "n", 1, "how many of the best `moves` to show")
	f.Var((*input.Points)(&a.limits.Exclude), "exclude", "moves not to look at, such as h8,g7-i9")
	f.Var((*input.Points)(&a.limits.Only), "only", "the only moves to look at, such as h8,g7-i9")
	heat := f.Bool("heat", false, "value every sensible move and show them on the board")
	board := f.StringP("board", "o", "", "`file` for a picture of the board, .svg or .png")
	asJSON := f.Bool("json", false, "write JSON, an object a line")
	source.AddPosition(f)
	power.Add(f)
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case a.limits.Nodes < 0 || a.limits.Depth < 0 || a.limits.MultiPV < 1:
		return cli.Usagef("--nodes and --depth want 0 or more, --multipv 1 or more")
	case *infinite && (f.Changed("time") || a.limits.Nodes > 0 || a.limits.Depth > 0):
		return cli.Usagef("--infinite excludes --time, --nodes and --depth")
	}
	if err := tell.CanDraw("--board", *board, pictureWidth); err != nil {
		return err
	}
	options, err := power.Options()
	if err != nil {
		return err
	}
	if a.name, a.position, err = source.Position(streams, f.Args()); err != nil {
		return err
	}
	if out := a.position.Outcome(); out.Over() {
		return fmt.Errorf("%s: the game is over: %v (%v)", a.name, out.Result, out.Reason)
	}
	if err := a.restrict(*heat); err != nil {
		return err
	}
	a.begun = time.Now()
	if !*infinite && (f.Changed("time") || a.limits.Nodes == 0 && a.limits.Depth == 0) {
		a.limits.Clock = search.Clock{Start: a.begun, Turn: time.Duration(timeLimit), Exact: true}
	}

	out := bufio.NewWriter(streams.Out)
	show := func(text func(*analysis) string) func() {
		return func() { _, _ = out.WriteString(text(&a)); _ = out.Flush() } // the error stays
	}
	words := people{!*asJSON && screen.ANSI(streams.Out)}
	result := show(words.result)
	switch {
	case *asJSON:
		a.onDepth, a.onHeat, result = show(answerJSON("depth")), show(answerJSON("heat")), show(answerJSON("result"))
		show(positionJSON)()
	case words.colours:
		show(words.title)()
		live := screen.NewLive(streams.Out, func() string { return words.live(&a) })
		defer live.Stop()
		a.onDepth, a.onHeat, a.onEnd = live.Changed, live.Changed, live.Stop
	default:
		show(words.title)()
		show(func(*analysis) string { return depthHead })()
		a.onDepth = show(words.depth)
	}
	if err := a.search(ctx, search.New(options)); err != nil {
		return err
	}
	result()
	if err := out.Flush(); err != nil || *board == "" {
		return err
	}
	return draw.WriteFile(*board, a.board(), pictureWidth)
}

// board is the picture of what is known.
func (a *analysis) board() *draw.Board {
	b := draw.FromPosition(a.position)
	if a.position.Rule() == renju.Renju {
		b.MarkForbidden()
	}
	b.Values = make(map[renju.Point]draw.Value)
	for _, l := range a.ranking() {
		b.Values[l.Moves[0]] = draw.Value{Chance: l.Value.WinRate()}
	}
	if a.heat == nil {
		for i, l := range a.lines {
			b.Mark(l.Moves[0], draw.Mark(fmt.Sprint(i+1)))
		}
	} else if len(a.lines) > 0 {
		b.Highlights = append(b.Highlights, a.lines[0].Moves[0])
	}
	if len(a.lines) > 0 {
		best := a.lines[0]
		b.Caption = fmt.Sprintf("%s to move: %v, %.1f %%", cli.Side(a.position.ToMove()), best.Moves[0], 100*best.Value.WinRate())
	}
	return b
}
