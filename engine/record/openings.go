package record

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"tengen/engine/renju"
)

// An Opening is a line of a file of openings.
type Opening struct {
	Line  int           // in the file, from 1
	Moves []renju.Point // Black's first, the colours alternate
}

// ReadOpenings reads a file of openings for a board of the given size, one line
// after the other, so that a file may be larger than memory. It takes the two
// plain formats of c-gomoku-cli, which may even be mixed, since a line shows by
// how it begins which one it is in:
//
//   - pos, such as "h8i9g7": a letter for the column from the left and a number
//     for the row, which here, unlike anywhere else, counts from the top;
//   - offset, such as "0,0, 1,-1, -1,1": for each move its distance from the
//     centre to the right and down. The centre of a board of even size is the
//     point to the right of and below its middle.
//
// Empty lines and lines that begin with "#" are left out. The sequence ends with
// the first error, which names the line: a line that cannot be read, a move off
// the board or onto another, or an error of r.
func ReadOpenings(r io.Reader, size int) iter.Seq2[Opening, error] {
	return func(yield func(Opening, error) bool) {
		lines := bufio.NewScanner(r)
		number := 0
		for lines.Scan() {
			number++
			line := strings.TrimSpace(strings.TrimPrefix(lines.Text(), "\ufeff"))
			if line == "" || line[0] == '#' {
				continue
			}
			moves, err := parseOpening(line, size)
			if err != nil {
				yield(Opening{}, fmt.Errorf("openings line %d: %w", number, err))
				return
			}
			if !yield(Opening{number, moves}, nil) {
				return
			}
		}
		if err := lines.Err(); err != nil {
			yield(Opening{}, fmt.Errorf("openings line %d: %w", number+1, err))
		}
	}
}

func parseOpening(line string, size int) ([]renju.Point, error) {
	parse := parsePos
	if strings.ContainsRune("+-0123456789", rune(line[0])) {
		parse = parseOffsets
	}
	moves, err := parse(line, size)
	if err != nil {
		return nil, err
	}
	if len(moves) == 0 {
		return nil, fmt.Errorf("no moves in %q", line)
	}
	position, err := renju.NewPosition(size, renju.Freestyle)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if err := position.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return moves, nil
}

// parsePos reads the format pos.
func parsePos(line string, size int) ([]renju.Point, error) {
	moves, err := renju.ParseMoves(line)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		switch {
		case m == renju.Pass:
			return nil, fmt.Errorf("move %d is a pass", i+1)
		case !onBoard(m, size):
			return nil, fmt.Errorf("move %d: %w", i+1, offBoard(m, size))
		}
		moves[i] = renju.FromWire(int(m.X), int(m.Y), size)
	}
	return moves, nil
}

// parseOffsets reads the format offset.
func parseOffsets(line string, size int) ([]renju.Point, error) {
	fields := strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	if len(fields)%2 != 0 {
		return nil, fmt.Errorf("%d offsets do not make pairs", len(fields))
	}
	moves := make([]renju.Point, len(fields)/2)
	for i := range moves {
		dx, err := parseOffset(fields[2*i])
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		dy, err := parseOffset(fields[2*i+1])
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
		moves[i] = renju.FromWire(size/2+dx, size/2+dy, size)
		if !onBoard(moves[i], size) {
			return nil, fmt.Errorf("move %d: %d,%d from the centre is off the %dx%d board", i+1, dx, dy, size, size)
		}
	}
	return moves, nil
}

func parseOffset(field string) (int, error) {
	n, err := strconv.Atoi(field)
	if err != nil || n < -renju.MaxSize || n > renju.MaxSize {
		return 0, fmt.Errorf("%q is not an offset from the centre", field)
	}
	return n, nil
}

func onBoard(p renju.Point, size int) bool {
	return p.X >= 0 && int(p.X) < size && p.Y >= 0 && int(p.Y) < size
}

func offBoard(p renju.Point, size int) error {
	return fmt.Errorf("%v is off the %dx%d board", p, size, size)
}
