// Package convert is "tengen convert": games from one file format into another.
package convert

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/record"
	"tengen/engine/renju"
)

const usage = `
Usage: tengen convert [flags] IN OUT

Writes the games of one file into another. The endings of the names tell the
formats, unless --from and --to do; - is the standard input or output. Formats:

  psq       Piskvork          lib  RenLib
  rec       Gomotur           rif  RenjuNet's database, only read
  sgf       Smart Game Format
  moves     lines such as h8i9g7
  openings  lines such as h8i9g7 or 0,0,1,-1, as c-gomoku-cli reads them:
            rows count from the top

What the new format cannot hold is told and left out. Of a broken file all that
could be read is written.

Examples:
  tengen convert game.psq game.sgf
  tengen convert renjunet.rif games.sgf
  tengen convert --to moves library.lib -`

// Command is "tengen convert".
var Command = cli.Command{
	Name:    "convert",
	Summary: "games from one file format into another",
	Run:     run,
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	f := cli.NewFlags("convert")
	from := f.String("from", "", "`format` of IN")
	to := f.String("to", "", "`format` of OUT")
	ruleName := f.String("rule", renju.Renju.String(), "of games that do not tell: freestyle, standard or renju")
	size := f.Int("size", 15, "of the board, of games that do not tell")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	if f.NArg() != 2 {
		return cli.Usagef("convert: two files are wanted, IN and OUT")
	}
	in, out := f.Arg(0), f.Arg(1)
	rule, err := renju.ParseRule(strings.ToLower(*ruleName))
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	source, err := format("--from", *from, in)
	if err != nil {
		return err
	}
	target, err := format("--to", *to, out)
	if err != nil {
		return err
	}
	switch {
	case *size < renju.MinSize || *size > renju.MaxSize:
		return cli.Usagef("--size %d: want %d to %d", *size, renju.MinSize, renju.MaxSize)
	case target == record.RIF:
		return cli.Usagef("rif is only read, not written")
	case in != "-" && out != "-" && cli.SameFile(in, out):
		return cli.Usagef("%s and %s are the same file", in, out)
	}

	r := streams.In
	if in != "-" {
		file, err := os.Open(in)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }()
		r = file
	}
	c := &conversion{target: target, lost: make(map[string]int)}
	convert := func(w io.Writer) error {
		for g, err := range record.Read(source, r, *size, rule) {
			if err := ctx.Err(); err != nil {
				return err
			}
			if err := c.take(w, g, err); err != nil {
				return err
			}
		}
		if c.written == 0 { // and what stood in the file is still there
			return errors.Join(c.fault, errNoGame)
		}
		return nil
	}
	if out == "-" {
		w := bufio.NewWriter(streams.Out)
		err = errors.Join(convert(w), w.Flush())
	} else {
		err = cli.WriteFile(out, func(file io.Writer) error {
			w := bufio.NewWriter(file)
			return errors.Join(convert(w), w.Flush())
		})
	}
	switch {
	case errors.Is(err, errNoGame) && c.fault != nil:
		return fmt.Errorf("%s: %w; nothing was written", in, c.fault)
	case errors.Is(err, errNoGame):
		return fmt.Errorf("%s: %w", in, err)
	case err != nil:
		return err
	}
	if note := c.note(); note != "" {
		if _, err := fmt.Fprintf(streams.Err, "tengen: %s\n", note); err != nil {
			return err
		}
	}
	if c.fault != nil {
		return fmt.Errorf("%s: %w; %s", in, c.fault, c.kept())
	}
	return nil
}

var errNoGame = errors.New("no game in the file")

// format is the format that a flag or else the name of a file tells.
func format(flag, given, name string) (record.Format, error) {
	var f record.Format
	var err error
	switch {
	case given != "":
		if f, err = record.ParseFormat(given); err != nil {
			return 0, cli.Usagef("%s: %w", flag, err)
		}
	case name == "-":
		return 0, cli.Usagef("%s is wanted: - has no ending that tells the format", flag)
	default:
		if f, err = record.FormatOf(name); err != nil {
			return 0, cli.Usagef("%w: see %s", err, flag)
		}
	}
	return f, nil
}

// A conversion counts what becomes of the games.
type conversion struct {
	target  record.Format
	written int
	over    int            // games that a file for one game has no room for
	lost    map[string]int // what could not be held, and in how many games
	order   []string       // the keys of lost
	fault   error          // the first
	faults  int
}

// take writes a game that was read, whole or not. The error is w's.
func (c *conversion) take(w io.Writer, g *record.Game, err error) error {
	if err != nil {
		c.failed(err)
	}
	if g == nil {
		return nil
	}
	if c.written > 0 && !c.target.Several() {
		c.over++
		return nil
	}
	out := &output{w: w}
	if err := record.Write(c.target, out, g); err != nil {
		if out.err == nil {
			c.failed(err) // and nothing was written
		}
		return out.err
	}
	c.written++
	for _, what := range record.Lost(c.target, g) {
		if c.lost[what] == 0 {
			c.order = append(c.order, what)
		}
		c.lost[what]++
	}
	return nil
}

// An output remembers its error, which is then not the game's.
type output struct {
	w   io.Writer
	err error
}

func (o *output) Write(p []byte) (n int, err error) {
	n, o.err = o.w.Write(p)
	return n, o.err
}

func (c *conversion) failed(err error) {
	if c.fault == nil {
		c.fault = err
	}
	c.faults++
}

// note tells in one line what a sound file has lost; "": nothing.
func (c *conversion) note() string {
	var parts []string
	for _, what := range c.order {
		if c.written > 1 {
			what += fmt.Sprintf(" (in %s)", cli.Plural(c.lost[what], "game"))
		}
		parts = append(parts, what)
	}
	if c.over > 0 {
		parts = append(parts, "more than one game ("+cli.Plural(c.over, "game")+" left out)")
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("%v cannot hold: %s", c.target, strings.Join(parts, ", "))
}

// kept tells what of a broken file was written.
func (c *conversion) kept() string {
	kept := fmt.Sprintf("what could be read was written: %s", cli.Plural(c.written, "game"))
	if c.faults > 1 {
		kept = fmt.Sprintf("and %s more; %s", cli.Plural(c.faults-1, "fault"), kept)
	}
	return kept
}
