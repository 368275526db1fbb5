package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"path/filepath"
	"slices"
	"strings"

	"tengen/engine/renju"
)

// A Format is a way to write games into files.
type Format uint8

const (
	Moves    Format = iota // position strings
	Openings               // c-gomoku-cli's openings
	PSQ                    // Piskvork's games
	REC                    // Gomotur's records
	SGF                    // the Smart Game Format
	LIB                    // RenLib's libraries
	RIF                    // RenjuNet's database
)

// From psq on the names are also the endings of files' names. The first two formats
// are plain text, and any text file may be in either.
var formatNames = [...]string{"moves", "openings", "psq", "rec", "sgf", "lib", "rif"}

// String returns the format's name, such as "sgf".
func (f Format) String() string {
	if int(f) >= len(formatNames) {
		return fmt.Sprintf("Format(%d)", uint8(f))
	}
	return formatNames[f]
}

// ParseFormat reads the name that [Format.String] writes.
func ParseFormat(name string) (Format, error) {
	if i := slices.Index(formatNames[:], strings.ToLower(name)); i >= 0 {
		return Format(i), nil
	}
	return 0, fmt.Errorf("unknown format %q: want %s", name, strings.Join(formatNames[:], ", "))
}

// FormatOf tells a file's format by the ending of its name: .psq, .rec, .sgf,
// .lib or .rif.
func FormatOf(name string) (Format, error) {
	ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(name), "."))
	if i := slices.Index(formatNames[PSQ:], ending); i >= 0 {
		return PSQ + Format(i), nil
	}
	return 0, fmt.Errorf("the name %q does not tell the format: want the ending %s, or the format itself, which may also be moves or openings",
		name, strings.Join(formatNames[PSQ:], ", "))
}

// Several reports whether a file in this format may hold several games.
func (f Format) Several() bool { return f != PSQ && f != REC && f != LIB }

// A Fault is what is wrong with a file, and where.
type Fault struct {
	Format Format
	Line   int   // from 1; 0 if the format has no lines
	Offset int64 // bytes before the fault, if the format has no lines
	Err    error
}

// Error returns a line such as "sgf line 3: a16 is off the 15x15 board".
func (e *Fault) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%v byte %d: %v", e.Format, e.Offset, e.Err)
	}
	return fmt.Sprintf("%v line %d: %v", e.Format, e.Line, e.Err)
}

// Unwrap returns what is wrong.
func (e *Fault) Unwrap() error { return e.Err }

// Read yields the games of a file one after the other, so that it may be larger
// than memory. Size and rule are those of games whose file does not tell.
//
// Where the file is broken the sequence yields an error that names the line or
// the byte, with what was read of the game before it, or nil. It ends there,
// unless the format shows where the next game begins, as a database of RenjuNet
// and lines of moves do: then it goes on.
func Read(f Format, r io.Reader, size int, rule renju.Rule) iter.Seq2[*Game, error] {
	switch f {
	case Moves:
		return readMoves(r, size, rule)
	case Openings:
		return readOpenings(r, size, rule)
	case PSQ:
		return readPSQ(r, rule)
	case REC:
		return readREC(r, rule)
	case SGF:
		return readSGF(r, size, rule)
	case LIB:
		return readLib(r, rule)
	case RIF:
		return readRIF(r)
	}
	return func(yield func(*Game, error) bool) { yield(nil, fmt.Errorf("%v cannot be read", f)) }
}

// ReadGame reads the first game of a file. Of a broken one it returns what could
// be read, or nil, and the error. See [Read].
func ReadGame(f Format, r io.Reader, size int, rule renju.Rule) (*Game, error) {
	for g, err := range Read(f, r, size, rule) {
		return g, err
	}
	return nil, fmt.Errorf("%v: no game in the file", f)
}

// Write writes a game. Where a file may hold several it may be called again with
// the same w. What the format cannot hold is left out, as [Lost] tells; the error
// says that it cannot hold the game at all, or is w's.
func Write(f Format, w io.Writer, g *Game) error {
	out := bufio.NewWriter(w)
	err := errors.New("cannot be written")
	switch f {
	case Moves:
		err = writeMoves(out, g)
	case Openings:
		err = writeOpening(out, g)
	case PSQ:
		err = writePSQ(out, g)
	case REC:
		err = writeREC(out, g)
	case SGF:
		err = writeSGF(out, g)
	case LIB:
		err = writeLib(out, g)
	case RIF:
		err = errors.New("RenjuNet's database is only read, not written")
	}
	if err != nil {
		return fmt.Errorf("%v: %w", f, err) // found before anything was written
	}
	return out.Flush()
}

// Lost tells in words what of the game would be lost in a format, such as
// "variations" and "the result"; nil: nothing.
func Lost(f Format, g *Game) []string {
	var has struct{ variations, comments, labels, marks, times, breaks bool }
	expected := renju.Black
	for _, n := range g.Main() {
		if n.Stone != renju.Empty {
			has.breaks = has.breaks || n.Stone != expected || n.Point == renju.Pass && f != Moves
			expected = n.Stone.Opponent()
		}
	}
	look := func(n *Node) {
		has.variations = has.variations || len(n.Children) > 1
		has.comments = has.comments || n.Comment != ""
		has.labels = has.labels || len(n.Labels) > 0
		has.marks = has.marks || n.Mark
		has.times = has.times || n.Took != 0
	}
	look(&g.Root)
	g.Root.walk(look)

	piskvork := f == PSQ || f == REC
	tree := f == SGF || f == LIB
	var lost []string
	for _, l := range []struct {
		lost bool
		what string
	}{
		{has.variations && !tree, "variations"},
		{has.breaks && !tree, "moves from the first pass on"},
		{has.comments && !tree, "comments"},
		{has.labels && !tree, "labels"},
		{has.marks && !tree, "marks"},
		{has.times && !piskvork, "the times of moves"},
		{g.Black+g.White != "" && !piskvork && f != SGF, "the players' names"},
		{g.Result != renju.Ongoing && f != SGF, "the result"},
		{g.Event+g.Round+g.Date+g.Opening != "" && f != SGF, "the event, the date and the name of the opening"},
		{g.Answers != nil && f != SGF, "the answers of the opening"},
		{g.Rule != renju.Renju && f != SGF, "the rule"},
		{f == REC && g.Size != recSize, "the size of the board"},
		{f == SGF && g.Setup != nil && g.Setup.Count(renju.Blocked) > 0, "blocked points, which become labels"},
	} {
		if l.lost {
			lost = append(lost, l.what)
		}
	}
	return lost
}
