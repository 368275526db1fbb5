package match

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/match/elo"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

const usage = `
Usage: tengen match [flags] [ENGINE...]

Lets engines play each other: two, or each of many against each other one, or
with --gauntlet the first against all others. Without engines Tengen plays
itself.

An engine is a command line, quoted if it has arguments. Before the command may
stand what holds for this engine alone: name=NAME, dir=FOLDER (where it runs, and
from where its command counts) and the flags of limits, such as turn-time=0.5,
match-time, tolerance, depth, nodes, threads, hash and memory.

Games begin with the Taraguchi-10 opening, which all engines must know
(TARAGUCHI10BOARD), or with the openings of a file. Each pair of engines plays
each opening twice, with the right to begin changed over. A foul, an illegal
answer, a crash or a fallen flag loses the game.

Examples:
  tengen match
  tengen match --games 100 --turn-time 0.1 --concurrency 2 --seed 7
  tengen match --opening openings.txt --games 100 ./pbrain-tengen "wine other.exe"
  tengen match --sprt 0,10 --opening openings.txt --state sprt.jsonl ./new ./old
  tengen match --rounds 20 --opening openings.txt --order random --transforms \
    --state cup.jsonl --pgn cup.pgn "name=New ./new" "name=Old threads=2 ./old" "wine64 other.exe"`

// taraguchi10 is the name of the opening that is played instead of read.
const taraguchi10 = "taraguchi10"

// Orders in which the openings of a file are played.
const (
	inTurn   = "file"
	atRandom = "random"
)

// config is what the flags say.
type config struct {
	engines  []engineConfig
	limits   limits // of engines that have none of their own
	gauntlet bool
	pairings [][2]int // engines, from 0, that play each other

	games       int // 0: until the test is decided
	concurrency int
	seed        int64
	maxFaults   int // in a row, after which an engine is out; 0: any number

	opening     string // taraguchi10, or a file
	openings    []record.Opening
	order       string // inTurn or atRandom
	transforms  bool
	openingOnly bool
	strict      bool // offers by the strict reading
	rule        renju.Rule
	size        int
	drawAt      int // stones; 0: never

	sprt *elo.SPRT

	state           string
	resume          bool
	sgf, jsonl, pgn string
	log             string
	json            bool
	show            bool
}

// parse reads the arguments. It reports help when they asked for that and got
// it.
func parse(args []string, streams cli.IO) (c *config, help bool, err error) {
	c = &config{limits: limits{turn: time.Second, tolerance: time.Second, memory: 350 << 20}}
	var (
		engines, infos []string
		rounds         int
		rule, sprt     string
		alpha, beta    float64
	)
	f := cli.NewFlags("match")
	f.SetNormalizeFunc(otherNames)
	f.StringArrayVarP(&engines, "engine", "e", nil, "`command` of an engine, as ENGINE; may be repeated")
	f.BoolVar(&c.gauntlet, "gauntlet", false, "the first engine against all others, who do not play each other")
	f.IntVarP(&c.games, "games", "g", 1, "`number` of games; 0: until the test of --sprt is decided")
	f.IntVar(&rounds, "rounds", 0, "`number` of openings that each pair of engines plays twice, instead of --games (1 with more than two engines)")
	f.IntVarP(&c.concurrency, "concurrency", "c", 1, "`games` that are played at once")
	c.limits.flags(f)
	f.Int64Var(&c.seed, "seed", 1, "`number` behind all chance of the match and the variety of Taraguchi-10 openings, which 0 takes away")
	f.StringArrayVar(&infos, "info", nil, "`key=value` to be sent to all engines as INFO, or 1:key=value to the first; may be repeated")
	f.StringVarP(&c.opening, "opening", "o", taraguchi10, "taraguchi10, or a `file` of openings: h8i9g7 or offsets 0,0, 1,1 a line")
	f.StringVar(&c.order, "order", inTurn, "`order` of the openings from a file: file or random")
	f.BoolVar(&c.transforms, "transforms", false, "turn and mirror each opening from a file, one of the eight ways at random")
	f.BoolVar(&c.openingOnly, "opening-only", false, "stop each game when the Taraguchi-10 opening is over")
	f.BoolVar(&c.strict, "strict-offers", false, "judge the ten offers by the strict reading of symmetry")
	f.StringVar(&rule, "rule", renju.Renju.String(), "freestyle, standard or renju, with openings from a file")
	f.IntVar(&c.size, "size", taraguchi.Size, "board `size`, with openings from a file")
	f.IntVar(&c.drawAt, "draw-at", 200, "`stones` at which a game is drawn, also --max-moves; 0: when the board is full")
	f.IntVar(&c.maxFaults, "max-faults", 10, "`number` of games lost in a row by crashes, fallen flags or bad answers after which an engine is out and forfeits the rest; 0: any")
	f.StringVar(&sprt, "sprt", "", "`elo0,elo1`: stop when one of the two differences is accepted")
	f.Float64Var(&alpha, "alpha", 0.05, "chance of the test to accept elo1 wrongly")
	f.Float64Var(&beta, "beta", 0.05, "chance of the test to accept elo0 wrongly")
	f.StringVar(&c.state, "state", "", "`file` that keeps the games played, for --resume")
	f.BoolVar(&c.resume, "resume", false, "go on with the match in the file of --state")
	f.StringVar(&c.sgf, "sgf", "", "`file` that the games are added to")
	f.StringVar(&c.jsonl, "jsonl", "", "`file` for the same, each game a line of JSON")
	f.StringVar(&c.pgn, "pgn", "", "`file` for the same as PGN, which rating programs read: who won, and the moves as a comment")
	f.StringVar(&c.log, "log", "", "`file` for every line of the engines' dialogues, or a folder for a file each")
	f.BoolVar(&c.json, "json", false, "write the result as JSON to standard output, all else to standard error")
	f.BoolVar(&c.show, "show", false, "show each game in full (a single game always is)")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return nil, help, err
	}

	c.limits.settle(f)
	if c.rule, err = renju.ParseRule(strings.ToLower(rule)); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.setSPRT(sprt, alpha, beta, f); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.check(); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.setEngines(append(engines, f.Args()...), f); err != nil {
		return nil, false, err
	}
	if err := c.setInfo(infos); err != nil {
		return nil, false, &cli.UsageError{Err: err}
	}
	if err := c.setGames(rounds, f); err != nil {
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

// setGames makes the pairings and, from the rounds, the number of games.
func (c *config) setGames(rounds int, f *pflag.FlagSet) error {
	c.pairings = pairings(len(c.engines), c.gauntlet)
	many := len(c.engines) > 2
	switch {
	case rounds < 0 || rounds == 0 && f.Changed("rounds"):
		return fmt.Errorf("--rounds %d: want 1 or more", rounds)
	case rounds > 0 && f.Changed("games"):
		return fmt.Errorf("--rounds and --games both say how many games there are: give one")
	case many && c.sprt != nil:
		return fmt.Errorf("--sprt is a test between two engines, not %d", len(c.engines))
	case many && rounds == 0 && !f.Changed("games"):
		rounds = 1
	}
	if rounds > 0 {
		c.games = 2 * rounds * len(c.pairings)
	}
	return nil
}

// check says which flags do not fit.
func (c *config) check() error {
	fromFile := c.opening != taraguchi10
	switch {
	case c.games < 0:
		return fmt.Errorf("--games %d: want 0 or more", c.games)
	case c.games == 0 && c.sprt == nil:
		return fmt.Errorf("--games 0 never ends without --sprt")
	case c.concurrency < 1:
		return fmt.Errorf("--concurrency %d: want 1 or more", c.concurrency)
	case c.drawAt < 0 || c.maxFaults < 0:
		return fmt.Errorf("--draw-at and --max-faults want 0 or more")
	case c.size < renju.MinSize || c.size > renju.MaxSize:
		return fmt.Errorf("--size %d: want %d to %d", c.size, renju.MinSize, renju.MaxSize)
	case c.order != inTurn && c.order != atRandom:
		return fmt.Errorf("--order %q: want %s or %s", c.order, inTurn, atRandom)
	case !fromFile && (c.rule != renju.Renju || c.size != taraguchi.Size):
		return fmt.Errorf("Taraguchi-10 is renju on 15x15: --rule and --size go with --opening FILE")
	case !fromFile && (c.order != inTurn || c.transforms):
		return fmt.Errorf("a Taraguchi-10 opening is the engines' own: --order and --transforms go with --opening FILE")
	case fromFile && (c.strict || c.openingOnly):
		return fmt.Errorf("--strict-offers and --opening-only go with Taraguchi-10, not with --opening FILE")
	case c.openingOnly && c.sprt != nil:
		return fmt.Errorf("--opening-only has no results for --sprt")
	case c.show && c.concurrency > 1:
		return fmt.Errorf("--show goes with one game at a time, not with --concurrency %d", c.concurrency)
	case c.resume && c.state == "":
		return fmt.Errorf("--resume wants --state FILE")
	}
	return nil
}
