// Package input is what the commands that analyse take in: a game or a position,
// and how much of the machine they may use.
package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"

	"github.com/spf13/pflag"

	"tengen/cmd/tengen/cli"
	"tengen/engine/record"
	"tengen/engine/renju"
)

// A Source is where a game or a position comes from: from a command's arguments,
// a file or the standard input, as moves such as h8i9g7, as a game in any format
// of package record, or as a diagram. Its fields are set by flags.
type Source struct {
	file   string
	rule   string
	size   int
	game   int // which of the file, from 1
	move   int // the position after so many moves; allMoves: the last
	toMove string
}

const allMoves = -1

// AddGame adds the flags with which Game reads a game.
func (s *Source) AddGame(f *pflag.FlagSet) {
	s.move = allMoves
	f.IntVar(&s.game, "game", 1, "which `game` of a file that holds several")
	f.StringVar(&s.rule, "rule", renju.Renju.String(), "freestyle, standard or renju, where the game does not tell")
	f.IntVar(&s.size, "size", 15, "board `size`, where the game does not tell")
}

// AddPosition adds the flags with which Position reads a position.
func (s *Source) AddPosition(f *pflag.FlagSet) {
	f.StringVarP(&s.file, "file", "f", "", "read the position from this `file`: moves, a diagram or a game; -: standard input")
	f.IntVar(&s.move, "move", allMoves, "the position after so many `moves` of the game")
	f.Lookup("move").DefValue = "all"
	f.StringVar(&s.toMove, "to-move", "", "whose `turn` it is, black or white, if it would be the other's")
	move := s.move
	s.AddGame(f)
	s.move = move
}

// Game reads a game that an argument gives: the name of a file, - for the
// standard input, or else moves or a diagram. It returns what to call it by.
func (s *Source) Game(streams cli.IO, args []string) (name string, g *record.Game, err error) {
	if len(args) == 1 && s.file == "" {
		_, unknown := record.FormatOf(args[0])
		if _, err := os.Stat(args[0]); err == nil || unknown == nil {
			s.file, args = args[0], nil
		}
	}
	return s.read(streams, args)
}

// Position reads the position that the flags or the arguments give: - for the
// standard input, or else moves or a diagram. It returns what to call it by.
func (s *Source) Position(streams cli.IO, args []string) (name string, pos *renju.Position, err error) {
	name, g, err := s.read(streams, args)
	if err != nil {
		return "", nil, err
	}
	if pos, err = g.Position(g.Main()...); err != nil {
		return "", nil, fmt.Errorf("%s: %w", name, err)
	}
	moves := len(pos.Moves())
	if s.move != allMoves {
		if s.move < 0 || s.move > moves {
			return "", nil, cli.Usagef("--move %d: want 0 to %d, as the game has moves", s.move, moves)
		}
		for range moves - s.move {
			pos.TakeBack()
		}
		name = fmt.Sprintf("%s, move %d", name, s.move)
	}
	switch strings.ToLower(s.toMove) {
	case "", pos.ToMove().String():
	case pos.ToMove().Opponent().String():
		if len(pos.Moves()) == 0 {
			return name, renju.SetUp(*pos.Board(), pos.Rule(), pos.ToMove().Opponent()), nil
		}
		err = pos.Play(renju.Pass)
	default:
		err = cli.Usagef("--to-move %s: want black or white", s.toMove)
	}
	return name, pos, err
}

func (s *Source) read(streams cli.IO, args []string) (name string, g *record.Game, err error) {
	rule, err := renju.ParseRule(strings.ToLower(s.rule))
	if err != nil {
		return "", nil, &cli.UsageError{Err: err}
	}
	if _, err := renju.NewPosition(s.size, rule); err != nil {
		return "", nil, &cli.UsageError{Err: err}
	}
	if s.game < 1 {
		return "", nil, cli.Usagef("--game wants 1 or more")
	}
	if len(args) == 1 && args[0] == "-" && s.file == "" {
		s.file, args = "-", nil
	}
	text := strings.Join(args, " ")
	switch {
	case s.file != "" && len(args) > 0:
		return "", nil, cli.Usagef("the position comes from %s: unexpected argument %q", s.file, args[0])
	case s.file == "-":
		name = "standard input"
		if g, err = s.from(streams.In, "", rule); err != nil {
			err = fmt.Errorf("%s: %w", name, err)
		}
	case s.file != "":
		name = s.file
		g, err = cli.ReadFile(s.file, func(r io.Reader) (*record.Game, error) { return s.from(r, s.file, rule) })
	case isDiagram(text):
		name = "diagram"
		if g, err = diagram(text, rule); err != nil {
			err = &cli.UsageError{Err: err}
		}
	default:
		var pos *renju.Position
		if name, pos, err = cli.Position(args, s.rule, s.size); err == nil {
			g = &record.Game{Size: s.size, Rule: rule}
			g.Append(record.MoveNodes(pos)...)
		}
	}
	return name, g, err
}

// The most that is read of a diagram, and how much of a file tells what it is.
const (
	textBytes = 1 << 16
	headBytes = 1 << 12
)

// from reads a file, or a stream without a name.
func (s *Source) from(r io.Reader, file string, rule renju.Rule) (*record.Game, error) {
	in := bufio.NewReaderSize(r, headBytes)
	head, err := in.Peek(headBytes)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	format := formatOf(file, head)
	if format == record.Moves && isDiagram(string(head)) {
		text, err := io.ReadAll(io.LimitReader(in, textBytes))
		if err != nil {
			return nil, err
		}
		return diagram(string(text), rule)
	}
	games := 0
	for g, err := range record.Read(format, in, s.size, rule) {
		if games++; games == s.game {
			return g, err
		}
	}
	if games == 0 {
		return nil, errors.New("no game or position in it")
	}
	return nil, fmt.Errorf("no game %d in it: it has %s", s.game, cli.Plural(games, "game"))
}

// formatOf tells the format by the ending of a file's name, or else by how the
// file begins. A diagram counts as moves.
func formatOf(file string, head []byte) record.Format {
	if f, err := record.FormatOf(file); err == nil {
		return f
	}
	head = bytes.TrimLeft(head, " \t\r\n\ufeff")
	for start, f := range map[string]record.Format{
		"(":         record.SGF,
		"Piskvorky": record.PSQ,
		"\xffRenL":  record.LIB,
		"<":         record.RIF,
	} {
		if bytes.HasPrefix(head, []byte(start)) {
			return f
		}
	}
	return record.Moves
}

// diagramRow is a row of a diagram as [renju.ParseDiagram] knows them.
var diagramRow = regexp.MustCompile(`(?m)^[ \t]*\d{0,2}([ \t(|)]*[.+*XxOo@#]){5,}[ \t)\r]*$`)

func isDiagram(text string) bool { return diagramRow.MatchString(text) }

func diagram(text string, rule renju.Rule) (*record.Game, error) {
	board, err := renju.ParseDiagram(text)
	if err != nil {
		return nil, err
	}
	return &record.Game{Size: board.Size(), Rule: rule, Setup: &board}, nil
}
