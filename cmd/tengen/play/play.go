// Package play is "tengen play": a game of a person against the engine, on a
// terminal or through a pipe, the Taraguchi-10 opening included.
//
// A [game] is the list of answers so far, and all else follows from it: taking
// back is to forget the last ones. A [table] is where the two sit: it shows the
// board, asks, and has the engine, a [mind], answer. It knows nothing of the
// search, so that tests can put another in its place.
package play

import (
	"bufio"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"runtime"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search/level"
)

const usage = `
Usage: tengen play [flags]

Plays a game against you. It shows the board and says what may be answered; you
type a point, such as h8, or a command:

  swap         in the opening: exchange the colours
  ten points   in the opening: offer them as stone 5
  undo         take back your last answer
  hint         what the engine would do in your place
  forbidden    mark the points that are forbidden to Black
  board        show the board again
  level N      change the level: 0, a beginner, to 100
  save FILE    keep the game: .sgf, .psq, .rec or .lib
  resign       give up the game
  help, quit

The end of the input and Ctrl-C end it too. With --save the game is kept however
it ends.

Examples:
  tengen play --level 40
  tengen play --white --time 2 --save game.sgf
  tengen play --opening none --rule freestyle`

// Command is "tengen play".
var Command = cli.Command{
	Name:    "play",
	Summary: "play against the engine, the Taraguchi-10 opening included",
	Run:     run,
}

const defaultTime = 5 * time.Second

// A config is what the flags say.
type config struct {
	black, white bool // the person's colour, or that at the beginning of the opening
	opening      string
	rule         renju.Rule
	size         int
	save, load   string
	colour       bool
	thinking     thinking
}

// The ways to open a game.
const (
	taraguchi10 = "taraguchi"
	noOpening   = "none"
)

func run(ctx context.Context, streams cli.IO, args []string) error {
	c, help, err := parse(streams, args)
	if help || err != nil {
		return err
	}
	g, err := c.game()
	if err != nil {
		return err
	}
	if c.save != "" {
		if _, err := savingFormat(c.save); err != nil {
			return cli.Usagef("--save %w", err)
		}
		if err := cli.CanWrite(c.save); err != nil {
			return err
		}
	}
	t := &table{
		game: g, mind: newEngine(c.thinking),
		out: &output{w: streams.Out}, colour: c.colour, save: c.save,
	}
	if in, ok := streams.In.(io.Writer); ok {
		t.typed = cli.Terminal(in)
	}
	return t.play(ctx, readLines(streams.In))
}

func parse(streams cli.IO, args []string) (c config, help bool, err error) {
	turn := cli.Duration(defaultTime)
	f := cli.NewFlags("play")
	f.BoolVar(&c.black, "black", false, "you have Black, or begin the opening; so it is unless you say otherwise")
	f.BoolVar(&c.white, "white", false, "you have White, or the engine begins the opening")
	f.StringVar(&c.opening, "opening", taraguchi10, "how the game begins: `taraguchi|none`")
	f.IntVar(&c.thinking.level, "level", level.Full, "how strong the engine is: `N` from 0, a beginner, to 100")
	f.VarP(&turn, "time", "t", "most for an answer of the engine, in seconds or such as 500ms; 0: no limit")
	f.StringVar(&c.save, "save", "", "keep the game in this `file`: .sgf, .psq, .rec or .lib")
	f.StringVar(&c.load, "load", "", "go on with the game in this `file`, with the colour that is to move or that you say")
	f.BoolVar(&c.colour, "colour", false, "the board in a terminal's colours")
	ruleName := f.String("rule", renju.Renju.String(), "without opening: freestyle, standard or renju")
	f.IntVar(&c.size, "size", 15, "without opening: board `size`")
	f.Int64Var(&c.thinking.nodes, "nodes", 0, "most `nodes` for an answer of the engine")
	f.IntVar(&c.thinking.threads, "threads", runtime.NumCPU(), "search `threads`")
	f.Int64Var(&c.thinking.seed, "seed", 0, "of the engine's variety: the same `number`, the same game (default: a new one each time)")
	if help, err = cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return c, help, err
	}
	if c.rule, err = renju.ParseRule(strings.ToLower(*ruleName)); err != nil {
		return c, false, &cli.UsageError{Err: err}
	}
	if !f.Changed("opening") && (c.rule != renju.Renju || c.size != 15) {
		c.opening = noOpening
	}
	switch {
	case f.NArg() > 0:
		return c, false, cli.Usagef("play: unexpected argument %q", f.Arg(0))
	case c.black && c.white:
		return c, false, cli.Usagef("--black and --white: which?")
	case c.opening != taraguchi10 && c.opening != noOpening:
		return c, false, cli.Usagef("--opening %q: want taraguchi or none", c.opening)
	case c.opening == taraguchi10 && (c.rule != renju.Renju || c.size != 15):
		return c, false, cli.Usagef("--opening taraguchi is renju on 15x15")
	case c.size < renju.MinSize || c.size > renju.MaxSize:
		return c, false, cli.Usagef("--size %d: want %d to %d", c.size, renju.MinSize, renju.MaxSize)
	case c.thinking.level < 0 || c.thinking.level > level.Full:
		return c, false, cli.Usagef("--level %d: want 0 to %d", c.thinking.level, level.Full)
	case c.thinking.nodes < 0 || c.thinking.threads < 1:
		return c, false, cli.Usagef("--nodes wants 0 or more and --threads 1 or more")
	}
	if f.Changed("time") || c.thinking.nodes == 0 {
		c.thinking.turn = time.Duration(turn)
	}
	if c.thinking.turn == 0 && c.thinking.nodes == 0 && c.thinking.level == level.Full {
		return c, false, cli.Usagef("--time 0 at full strength wants --nodes")
	}
	if !f.Changed("seed") {
		c.thinking.seed = rand.Int64N(math.MaxInt64-1) + 1
	}
	return c, false, nil
}

// game is the game to begin or to go on with.
func (c *config) game() (*game, error) {
	if c.load != "" {
		return loadGame(c)
	}
	if c.opening == taraguchi10 {
		return newOpening(c.white), nil
	}
	pos, err := renju.NewPosition(c.size, c.rule)
	if err != nil {
		return nil, err
	}
	return newGame(pos, c.white), nil
}

// readLines yields the lines that are typed. The channel is closed at their end.
func readLines(in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		for s := bufio.NewScanner(in); s.Scan(); {
			lines <- s.Text()
		}
	}()
	return lines
}

// An output keeps its first error, and writes nothing after it.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	if o.err != nil {
		return 0, o.err
	}
	n, o.err = o.w.Write(p)
	return n, o.err
}
