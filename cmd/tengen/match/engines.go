package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/protocol/manager"
)

// engineConfig is what the flags say about one engine.
type engineConfig struct {
	command string // as it was given, what holds for this engine alone included
	name    string // "": as the engine says itself
	dir     string // where it runs; "": here
	argv    []string
	own     bool // Tengen itself
	limits  limits
	info    [][2]string // keys and values to be sent, in order
}

// limits are what an engine may use.
type limits struct {
	turn, match time.Duration // for a move, for all moves of a game; 0: no limit
	tolerance   time.Duration // how late a move may be
	depth       int           // plies of a search; 0: no limit
	nodes       int64         // of a search; 0: no limit
	threads     int           // 0: the engine's own choice
	hash        int64         // bytes of its table; 0: its own choice
	memory      int64         // bytes; 0: no limit
}

// flags adds the flags that set the limits, whose values so far hold without
// them.
func (l *limits) flags(f *pflag.FlagSet) {
	f.VarP((*cli.Duration)(&l.turn), "turn-time", "t", "most for a move, in seconds or such as 100ms; 0: no limit")
	f.Var((*cli.Duration)(&l.match), "match-time", "most for all moves of a player in a game; 0: no limit")
	f.Var((*cli.Duration)(&l.tolerance), "tolerance", "how late a move may be")
	f.IntVar(&l.depth, "depth", l.depth, "most `plies` of a search; without --turn-time there is then no time limit")
	f.Int64Var(&l.nodes, "nodes", l.nodes, "most `nodes` of a search, likewise")
	f.IntVar(&l.threads, "threads", l.threads, "search `threads` of each engine; 0: its own choice")
	f.Var((*cli.Bytes)(&l.hash), "hash", "table of each engine, such as 64M; 0: its own choice")
	f.Var((*cli.Bytes)(&l.memory), "max-memory", "memory that each engine is told to keep within, also --memory; 0: no limit")
}

// otherNames lets some flags have a second name, the one that other referees
// have for them.
func otherNames(_ *pflag.FlagSet, name string) pflag.NormalizedName {
	switch name {
	case "memory":
		name = "max-memory"
	case "max-moves":
		name = "draw-at"
	}
	return pflag.NormalizedName(name)
}

// settle takes the limit on time away where another limit was set and no time
// was. The flags are those that set the limits.
func (l *limits) settle(f *pflag.FlagSet) {
	other := f.Changed("nodes") && l.nodes > 0 || f.Changed("depth") && l.depth > 0
	if other && !f.Changed("turn-time") {
		l.turn = 0
	}
}

func (l *limits) check() error {
	switch {
	case l.depth < 0 || l.nodes < 0 || l.threads < 0:
		return fmt.Errorf("depth, nodes and threads want 0 or more")
	case l.turn == 0 && l.match == 0 && l.nodes == 0 && l.depth == 0:
		return fmt.Errorf("no limit at all: give a turn-time, match-time, depth or nodes")
	}
	return nil
}

// setEngines takes the command lines: none, or two or more. The flags are those
// of the match.
func (c *config) setEngines(commands []string, f *pflag.FlagSet) error {
	switch len(commands) {
	case 0:
		program, err := os.Executable()
		if err != nil {
			return fmt.Errorf("finding the own program: %w", err)
		}
		own := engineConfig{command: "tengen brain", argv: []string{program, "brain"}, own: true, limits: c.limits}
		c.engines = []engineConfig{own, own}
	case 1:
		return cli.Usagef("a match wants two engines or more, or none for Tengen against itself, not 1")
	}
	for i, command := range commands {
		e, err := parseEngine(command, c.limits, f.Changed("turn-time"))
		if err != nil {
			return cli.Usagef("engine %d (%s): %w", i+1, command, err)
		}
		c.engines = append(c.engines, e)
	}
	for i := range c.engines {
		if err := c.engines[i].limits.check(); err != nil {
			return cli.Usagef("engine %d (%s): %w", i+1, c.engines[i].command, err)
		}
	}
	return nil
}

// parseEngine reads a command line and what stands before it, which is written as
// a shell's assignments are: name=Ada threads=2 ./ada --quiet. Limits are those
// of all engines; timed tells whether the user set their turn-time.
func parseEngine(command string, l limits, timed bool) (engineConfig, error) {
	e := engineConfig{command: command, limits: l}
	words, err := manager.Split(command)
	if err != nil {
		return e, err
	}
	f := cli.NewFlags("engine")
	f.SetNormalizeFunc(otherNames)
	f.StringVar(&e.name, "name", "", "")
	f.StringVar(&e.dir, "dir", "", "")
	e.limits.flags(f)
	for ; len(words) > 0; words = words[1:] {
		key, value, ok := strings.Cut(words[0], "=")
		if !ok || strings.Trim(key, "abcdefghijklmnopqrstuvwxyz-") != "" {
			break
		}
		if f.Lookup(key) == nil {
			return e, fmt.Errorf("there is no %s to be set", key)
		}
		if err := f.Set(key, value); err != nil {
			return e, err
		}
	}
	if len(words) == 0 {
		return e, fmt.Errorf("no command")
	}
	e.argv = words
	if !timed {
		e.limits.settle(f)
	}
	return e, nil
}

// program is the base name of the engine's program: the first word that ends in
// .exe, since before it stands what lets it run here, such as wine, or else the
// first word.
func (e *engineConfig) program() string {
	for _, word := range e.argv {
		base := filepath.Base(strings.ReplaceAll(word, `\`, "/"))
		if name, ok := strings.CutSuffix(strings.ToLower(base), ".exe"); ok {
			return base[:len(name)]
		}
	}
	return filepath.Base(e.argv[0])
}

// setInfo reads key=value, which is for all engines, and 1:key=value, which is
// for the first.
func (c *config) setInfo(infos []string) error {
	for _, text := range infos {
		rest, to := text, c.engines
		for i := range c.engines {
			if r, ok := strings.CutPrefix(text, strconv.Itoa(i+1)+":"); ok {
				rest, to = r, c.engines[i:i+1]
			}
		}
		key, value, ok := strings.Cut(rest, "=")
		if !ok || key == "" || strings.ContainsAny(rest, "\r\n") || strings.ContainsAny(key, " \t") {
			return fmt.Errorf("--info %q: want key=value, or 1:key=value up to %d:key=value", text, len(c.engines))
		}
		for i := range to {
			to[i].info = append(to[i].info, [2]string{key, value})
		}
	}
	return nil
}
