// Package diagram is "tengen diagram": a picture of a position.
package diagram

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
)

const usage = `
Usage: tengen diagram [flags] POSITION
       tengen diagram --string < DIAGRAM

Draws a position, which is given by its moves in order, such as h8i9g7: as text,
or into a file, as SVG or PNG by the name's extension. With --string it goes the
other way: it reads a diagram as text and prints a position with those stones,
whose order a diagram does not tell.

A mark is a point and a sign: x (a cross), o (a circle), ^ (a triangle), # (a
square) or another text of up to three characters.

Examples:
  tengen diagram --numbers h8i9g7
  tengen diagram --out board.png --forbidden h9a1h10a15i8o1j8o15
  tengen diagram --out board.svg --mark h9=A,g8=^ --caption "Where next?" h8i9g7`

// Command is "tengen diagram".
var Command = cli.Command{
	Name:    "diagram",
	Summary: "draw a position: text, SVG or PNG",
	Run:     run,
}

func run(_ context.Context, streams cli.IO, args []string) error {
	f := cli.NewFlags("diagram")
	out := f.StringP("out", "o", "", "`file` for the picture, .svg or .png")
	width := f.Int("width", 720, "how many `pixels` wide the file's picture is")
	numbers := f.Bool("numbers", false, "number the moves")
	forbidden := f.Bool("forbidden", false, "mark the points that are forbidden to Black")
	marks := f.StringArray("mark", nil, "`marks` on points, such as h8=x,i9=A")
	caption := f.String("caption", "", "`text` below the board")
	colour := f.Bool("colour", false, "text in a terminal's colours")
	rule := f.String("rule", renju.Renju.String(), "freestyle, standard or renju")
	size := f.Int("size", 15, "board `size`")
	reverse := f.Bool("string", false, "read a diagram from standard input and print its position")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	if *reverse {
		if f.NArg() > 0 {
			return cli.Usagef("--string reads from standard input: unexpected argument %q", f.Arg(0))
		}
		return printString(streams)
	}
	_, position, err := cli.Position(f.Args(), *rule, *size)
	if err != nil {
		return err
	}
	if err := tell.CanDraw("--out", *out, *width); err != nil {
		return err
	}
	board := draw.FromPosition(position)
	board.Caption = *caption
	if *numbers {
		board.NumberMoves(position.Moves())
	}
	for _, list := range *marks {
		if err := addMarks(board, list); err != nil {
			return cli.Usagef("--mark %s: %w", list, err)
		}
	}
	if *forbidden {
		if position.Rule() != renju.Renju {
			return cli.Usagef("--forbidden: %v forbids nothing", position.Rule())
		}
		board.MarkForbidden()
	}
	if *out == "" {
		return draw.Text(streams.Out, board, *colour)
	}
	return draw.WriteFile(*out, board, *width)
}

// addMarks reads marks such as "h8=x,i9=A".
func addMarks(board *draw.Board, list string) error {
	const longest = 3
	for item := range strings.SplitSeq(list, ",") {
		name, sign, ok := strings.Cut(item, "=")
		if n := utf8.RuneCountInString(sign); !ok || n < 1 || n > longest {
			return fmt.Errorf("%q: want a point and a sign of up to %d characters, such as h8=x", item, longest)
		}
		p, err := renju.ParsePoint(strings.TrimSpace(name))
		if err != nil {
			return err
		}
		if !board.Stones.Contains(p) {
			return fmt.Errorf("%v is off the board", p)
		}
		board.Mark(p, draw.Mark(sign))
	}
	return nil
}

func printString(streams cli.IO) error {
	text, err := io.ReadAll(streams.In)
	if err != nil {
		return err
	}
	board, err := renju.ParseDiagram(string(text))
	if err != nil {
		return err
	}
	moves, err := movesOf(&board)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(streams.Out, renju.FormatMoves(moves))
	return err
}

// movesOf returns moves that lead to a board. A colour that has too few stones
// passes in between.
func movesOf(board *renju.Board) ([]renju.Point, error) {
	stones := make(map[renju.Stone][]renju.Point)
	for p := range board.Points() {
		stones[board.At(p)] = append(stones[board.At(p)], p)
	}
	if blocked := stones[renju.Blocked]; blocked != nil {
		return nil, fmt.Errorf("%v is blocked: no moves lead to that", blocked[0])
	}
	blacks, whites := stones[renju.Black], stones[renju.White]
	moves := make([]renju.Point, max(2*len(blacks)-1, 2*len(whites), 0))
	for i := range moves {
		moves[i] = renju.Pass
	}
	for i, p := range blacks {
		moves[2*i] = p
	}
	for i, p := range whites {
		moves[2*i+1] = p
	}
	return moves, nil
}
