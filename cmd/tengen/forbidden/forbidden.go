// Package forbidden is "tengen forbidden": the points that are forbidden to
// Black.
package forbidden

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
)

const usage = `
Usage: tengen forbidden [flags] POSITION

Lists the points that renju forbids to Black in a position, whoever is to move,
and why. The position is given by its moves in order, such as h8i9g7.

Example:
  tengen forbidden h9a1h10a15i8o1j8o15`

// Command is "tengen forbidden".
var Command = cli.Command{
	Name:    "forbidden",
	Summary: "the points that are forbidden to Black, and why",
	Run:     run,
}

func run(_ context.Context, streams cli.IO, args []string) error {
	f := cli.NewFlags("forbidden")
	size := f.Int("size", 15, "board `size`")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	text, position, err := cli.Position(f.Args(), renju.Renju.String(), *size)
	if err != nil {
		return err
	}
	_, err = io.WriteString(streams.Out, format(text, position.Board()))
	return err
}

// signs are how the kinds of foul are marked in the diagram.
var signs = []struct {
	kind renju.Foul
	sign byte
}{
	{renju.DoubleThree, '3'},
	{renju.DoubleFour, '4'},
	{renju.Overline, '6'},
}

// severalKinds is the sign of a point that is forbidden for more than one reason.
const severalKinds = '&'

// format lists a board's forbidden points.
func format(text string, board *renju.Board) string {
	fouls := board.Forbidden()
	if len(fouls) == 0 {
		return fmt.Sprintf("%s: no point is forbidden to Black\n\n%s", text, board)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s: %s forbidden to Black\n\n", text, verb(len(fouls)))
	var marks []renju.Mark
	for p := range board.Points() {
		foul, ok := fouls[p]
		if !ok {
			continue
		}
		fmt.Fprintf(&out, "  %-4v %v\n", p, foul)
		mark := renju.Mark{Point: p, Sign: severalKinds}
		for _, s := range signs {
			if foul == s.kind {
				mark.Sign = s.sign
			}
		}
		marks = append(marks, mark)
	}
	fmt.Fprintf(&out, "\n%s\n3 double-three, 4 double-four, 6 overline, %c several of them\n",
		board.Diagram(marks...), severalKinds)
	return out.String()
}

func verb(n int) string {
	if n == 1 {
		return "1 point is"
	}
	return fmt.Sprintf("%d points are", n)
}
