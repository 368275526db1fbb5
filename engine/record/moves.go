package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"tengen/engine/renju"
)

// readMoves reads position strings as [renju.ParseMoves] does, a game a line.
// Empty lines and lines that begin with "#" are left out. A line at fault is no
// reason not to read the next.
func readMoves(r io.Reader, size int, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		lines := bufio.NewScanner(r)
		for number := 1; ; number++ {
			if !lines.Scan() {
				if err := lines.Err(); err != nil {
					yield(nil, &Fault{Format: Moves, Line: number, Err: err})
				}
				return
			}
			line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
			if line == "" || line[0] == '#' {
				continue
			}
			g, err := parseMoves(line, size, rule)
			if err != nil {
				err = &Fault{Format: Moves, Line: number, Err: err}
			}
			if !yield(g, err) {
				return
			}
		}
	}
}

func parseMoves(line string, size int, rule renju.Rule) (*Game, error) {
	if _, err := renju.NewPosition(size, rule); err != nil {
		return nil, err
	}
	moves, err := renju.ParseMoves(line)
	if err != nil {
		return nil, err
	}
	g := &Game{Size: size, Rule: rule}
	return g, newBuilder(g).moves(moves)
}

func writeMoves(w *bufio.Writer, g *Game) error {
	nodes, err := mainMoves(g, true)
	if err != nil {
		return err
	}
	fmt.Fprintln(w, renju.FormatMoves(points(nodes)))
	return nil
}

// readOpenings reads what [ReadOpenings] does.
func readOpenings(r io.Reader, size int, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for o, err := range ReadOpenings(r, size) {
			if err != nil {
				yield(nil, err)
				return
			}
			g := &Game{Size: size, Rule: rule}
			g.Append(alternate(o.Moves, renju.Black)...)
			if !yield(g, nil) {
				return
			}
		}
	}
}

// writeOpening writes a line of the format pos; see [ReadOpenings].
func writeOpening(w *bufio.Writer, g *Game) error {
	nodes, err := mainMoves(g, false)
	switch {
	case err != nil:
		return err
	case len(nodes) == 0:
		return errors.New("an opening wants a move")
	}
	moves := points(nodes)
	for i, p := range moves {
		moves[i] = renju.FromWire(int(p.X), int(p.Y), g.Size)
	}
	fmt.Fprintln(w, renju.FormatMoves(moves))
	return nil
}

// mainMoves returns the moves of the main line, for formats that hold nothing
// but moves in turn, from Black's first: as far as no colour moves twice and, if
// there is no way to write it, nobody passes.
func mainMoves(g *Game, passes bool) ([]*Node, error) {
	if g.Setup != nil {
		return nil, errors.New("the game begins from a set-up position")
	}
	var nodes []*Node
	turn := renju.Black
	for _, n := range g.Main() {
		switch {
		case n.Stone == renju.Empty:
			continue
		case n.Stone != turn, n.Point == renju.Pass && !passes:
			return nodes, nil
		case n.Point != renju.Pass && !onBoard(n.Point, g.Size):
			return nil, offBoard(n.Point, g.Size)
		}
		nodes = append(nodes, n)
		turn = turn.Opponent()
	}
	return nodes, nil
}

func points(nodes []*Node) []renju.Point {
	points := make([]renju.Point, len(nodes))
	for i, n := range nodes {
		points[i] = n.Point
	}
	return points
}
