package cli

import (
	"strings"

	"tengen/engine/renju"
)

// Position reads the position that a command's arguments give: its moves in
// order, in one argument or several. It also returns them as they are written
// plainly, "empty board" for none.
func Position(args []string, rule string, size int) (string, *renju.Position, error) {
	r, err := renju.ParseRule(strings.ToLower(rule))
	if err != nil {
		return "", nil, &UsageError{err}
	}
	if len(args) == 0 {
		return "", nil, Usagef(`a position is wanted, such as h8i9g7 ("" is the empty board)`)
	}
	text := strings.Join(args, " ")
	position, err := renju.PositionFromMoves(size, r, text)
	if err != nil {
		return "", nil, Usagef("position %q: %w", text, err)
	}
	if len(position.Moves()) == 0 {
		return "empty board", position, nil
	}
	return renju.FormatMoves(position.Moves()), position, nil
}
