package match

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/match/elo"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/protocol/manager"
)

const usage = `
Usage: tengen match [flags] [ENGINE1 ENGINE2]

Lets two engines play each other. An engine is a command line, quoted if it has
arguments. Without engines Tengen plays itself.

Games begin with the Taraguchi-10 opening, which both engines must know
(TARAGUCHI10BOARD), or with the openings of a file, each played with both
colours. A foul, an illegal answer, a crash or a fallen flag loses the game.

Examples:
  tengen match
  tengen match --games 100 --turn-time 0.1 --concurrency 2 --seed 7
  tengen match --opening openings.txt --games 100 ./pbrain-tengen "wine other.exe"
  tengen match --sprt 0,10 --opening openings.txt --state sprt.jsonl ./new ./old`

// taraguchi10 is the name of the opening that is played instead of read.
const taraguchi10 = "taraguchi10"

// config is what the flags say.
type config struct {
	engines [2]engineConfig

	games       int // 0: until the test is decided
	concurrency int
	turn, match time.Duration // 0: no limit
	tolerance   time.Duration
	nodes       int64
	seed        int64
	threads     int
	hash        int64 // bytes; 0: the engine's own choice
	maxMemory   int64 // bytes

	opening     string // taraguchi10, or a file
	openings    []record.Opening
	openingOnly bool
	strict      bool // offers by the strict reading
	rule        renju.Rule
	size        int
	drawAt      int // stones; 0: never

	sprt *elo.SPRT

	state  string
	resume bool
	sgf    string
	log    string
	json   bool
	show   bool
}

// engineConfig is what the flags say about one engine.
type engineConfig struct {
	command string
	argv    []string
	own     bool        // Tengen itself
	info    [][2]string // keys and values to be sent, in order
}

// parse reads the arguments. It reports help when they asked for that and got
// it.
func parse(args []string, streams cli.IO) (c *config, help bool, err error) {
	c = &config{turn: time.Second, tolerance: time.Second, maxMemory: 350 << 20}
	var (
		engines, infos []string
		rule, sprt     string
		alpha, beta    float64
		turn           = cli.Duration(c.turn)
		match          cli.Duration
		tolerance      = cli.Duration(c.tolerance)
		hash           cli.Bytes
		memory         = cli.Bytes(c.maxMemory)
	)
	f := cli.NewFlags("match")
	f.StringArrayVarP(&engines, "engine", "e", nil, "`command` of an engine; give it twice")
	f.IntVarP(&c.games, "games", "g", 1, "`number` of games; 0: until the test of --sprt is decided")
	f.IntVarP(&c.concurrency, "concurrency", "c", 1, "`games` that are played at once")
	f.VarP(&turn, "turn-time", "t", "most for a move, in seconds or such as 100ms; 0: no limit")
	f.Var(&match, "match-time", "most for all moves of a player in a game; 0: no limit")
	f.Var(&tolerance, "tolerance", "how late a move may be")
	f.Int64Var(&c.nodes, "nodes", 0, "most `nodes` of a search; without --turn-time there is then no time limit")
	f.Int64Var(&c.seed, "seed", 1, "`number` behind the variety of Taraguchi-10 openings; 0: none")
	f.IntVar(&c.threads, "threads", 0, "search `threads` of each engine; 0: its own choice")
	f.Var(&hash, "hash", "table of each engine, such as 64M; 0: its own choice")
	f.Var(&memory, "max-memory", "memory of each engine; 0: no limit")
	f.StringArrayVar(&infos, "info", nil, "`key=value` to be sent to both engines as INFO, or 1:key=value to the first; may be repeated")
	f.StringVarP(&c.opening, "opening", "o", taraguchi10, "taraguchi10, or a `file` of openings: h8i9g7 or offsets 0,0, 1,1 a line")
	f.BoolVar(&c.openingOnly, "opening-only", false, "stop each game when the Taraguchi-10 opening is over")
	f.BoolVar(&c.strict, "strict-offers", false, "judge the ten offers by the strict reading of symmetry")
	f.StringVar(&rule, "rule", renju.Renju.String(), "freestyle, standard or renju, with openings from a file")
	f.IntVar(&c.size, "size", taraguchi.Size, "board `size`, with openings from a file")
	f.IntVar(&c.drawAt, "draw-at", 200, "`stones` at which a game is drawn; 0: when the board is full")
	f.StringVar(&sprt, "sprt", "", "`elo0,elo1`: stop when one of the two differences is accepted")
	f.Float64Var(&alpha, "alpha", 0.05, "chance of the test to accept elo1 wrongly")
	f.Float64Var(&beta, "beta", 0.05, "chance of the test to accept elo0 wrongly")
	f.StringVar(&c.state, "state", "", "`file` that keeps the games played, for --resume")
	f.BoolVar(&c.resume, "resume", false, "go on with the match in the file of --state")
	f.StringVar(&c.sgf, "sgf", "", "`file` for the games")
	f.StringVar(&c.log, "log", "", "`file` for every line of the engines' dialogues, or a folder for a file each")
	f.BoolVar(&c.json, "json", false, "write the result as JSON to standard output, all else to standard error")
	f.BoolVar(&c.show, "show", false, "show each game in full (a single game always is)")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return nil, help, err
	}

	c.turn, c.match, c.tolerance = time.Duration(turn), time.Duration(match), time.Duration(tolerance)
	c.hash, c.maxMemory = int64(hash), int64(memory)
	if c.nodes > 0 && !f.Changed("turn-time") {
		c.turn = 0
	}
	if c.rule, err = renju.ParseRule(strings.ToLower(rule)); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.setSPRT(sprt, alpha, beta, f); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.check(f); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.setEngines(append(engines, f.Args()...)); err != nil {
		return nil, false, err
	}
	if err := c.setInfo(infos); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	c.show = c.show || c.single()
	return c, false, c.readOpenings()
}

// single tells whether there is one game, which is shown in full, and no more to
// be said about the match.
func (c *config) single() bool { return c.games == 1 && c.concurrency == 1 && !c.openingOnly }

func (c *config) setSPRT(text string, alpha, beta float64, f *pflag.FlagSet) error {
	if text == "" {
		return nil
	}
	left, right, ok := strings.Cut(text, ",")
	elo0, err0 := strconv.ParseFloat(strings.TrimSpace(left), 64)
	elo1, err1 := strconv.ParseFloat(strings.TrimSpace(right), 64)
	if !ok || err0 != nil || err1 != nil {
		return fmt.Errorf("--sprt %q: want two Elo differences such as 0,10", text)
	}
	c.sprt = &elo.SPRT{Elo0: elo0, Elo1: elo1, Alpha: alpha, Beta: beta}
	if !f.Changed("games") {
		c.games = 0
	}
	return c.sprt.Check()
}

// check says which flags do not fit.
func (c *config) check(f *pflag.FlagSet) error {
	fromFile := c.opening != taraguchi10
	switch {
	case c.games < 0:
		return fmt.Errorf("--games %d: want 0 or more", c.games)
	case c.games == 0 && c.sprt == nil:
		return fmt.Errorf("--games 0 never ends without --sprt")
	case c.concurrency < 1:
		return fmt.Errorf("--concurrency %d: want 1 or more", c.concurrency)
	case c.drawAt < 0 || c.nodes < 0 || c.threads < 0:
		return fmt.Errorf("--draw-at, --nodes and --threads want 0 or more")
	case c.size < renju.MinSize || c.size > renju.MaxSize:
		return fmt.Errorf("--size %d: want %d to %d", c.size, renju.MinSize, renju.MaxSize)
	case !fromFile && (c.rule != renju.Renju || c.size != taraguchi.Size):
		return fmt.Errorf("Taraguchi-10 is renju on 15x15: --rule and --size go with --opening FILE")
	case fromFile && (c.strict || c.openingOnly):
		return fmt.Errorf("--strict-offers and --opening-only go with Taraguchi-10, not with --opening FILE")
	case c.openingOnly && c.sprt != nil:
		return fmt.Errorf("--opening-only has no results for --sprt")
	case c.turn == 0 && c.match == 0 && c.nodes == 0:
		return fmt.Errorf("no limit at all: give --turn-time, --match-time or --nodes")
	case c.show && c.concurrency > 1:
		return fmt.Errorf("--show goes with one game at a time, not with --concurrency %d", c.concurrency)
	case c.resume && c.state == "":
		return fmt.Errorf("--resume wants --state FILE")
	}
	return nil
}

// setEngines takes the commands: none, or two.
func (c *config) setEngines(commands []string) error {
	if len(commands) != 0 && len(commands) != 2 {
		return cli.Usagef("a match wants two engines, or none for Tengen against itself, not %d", len(commands))
	}
	for i := range c.engines {
		e := &c.engines[i]
		if len(commands) == 0 {
			program, err := os.Executable()
			if err != nil {
				return fmt.Errorf("finding the own program: %w", err)
			}
			e.command, e.argv, e.own = "tengen brain", []string{program, "brain"}, true
			continue
		}
		argv, err := manager.Split(commands[i])
		if err != nil {
			return &cli.UsageError{Err: err}
		}
		e.command, e.argv = commands[i], argv
	}
	return nil
}

// setInfo reads key=value, 1:key=value and 2:key=value.
func (c *config) setInfo(infos []string) error {
	for _, text := range infos {
		rest, to := text, c.engines[:]
		for i := range c.engines {
			if r, ok := strings.CutPrefix(text, strconv.Itoa(i+1)+":"); ok {
				rest, to = r, c.engines[i:i+1]
			}
		}
		key, value, ok := strings.Cut(rest, "=")
		if !ok || key == "" || strings.ContainsAny(rest, "\r\n") || strings.ContainsAny(key, " \t") {
			return fmt.Errorf("--info %q: want key=value, 1:key=value or 2:key=value", text)
		}
		for i := range to {
			to[i].info = append(to[i].info, [2]string{key, value})
		}
	}
	return nil
}

func (c *config) readOpenings() error {
	if c.opening == taraguchi10 {
		return nil
	}
	file, err := os.Open(c.opening)
	if err != nil {
		return err
	}
	defer file.Close()
	for o, err := range record.ReadOpenings(file, c.size) {
		if err != nil {
			return fmt.Errorf("%s: %w", c.opening, err)
		}
		position, err := renju.NewPosition(c.size, c.rule)
		if err != nil {
			return err
		}
		for _, p := range o.Moves {
			if err := position.Play(p); err != nil {
				return fmt.Errorf("%s: openings line %d: %w", c.opening, o.Line, err)
			}
			if out := position.Outcome(); out.Over() {
				return fmt.Errorf("%s: openings line %d: the game is over with %v (%v)", c.opening, o.Line, p, out.Reason)
			}
		}
		c.openings = append(c.openings, o)
	}
	if len(c.openings) == 0 {
		return fmt.Errorf("%s holds no openings", c.opening)
	}
	return nil
}
