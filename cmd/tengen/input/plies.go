package input

import (
	"tengen/engine/record"
	"tengen/engine/renju"
)

// A Ply is a move of a game, or its start.
type Ply struct {
	Position *renju.Position // after the move
	Move     renju.Point     // Pass at the start
	Node     *record.Node    // the move in the file; nil: a pass that does not stand there
	Parent   *record.Node    // what Node stands below
}

// Plies are the start of a game and the moves of its main line, as far as that which
// decides it. The error names a move that cannot be played.
func Plies(g *record.Game) ([]Ply, error) {
	main := g.Main()
	pos, err := g.Position(main...)
	if err != nil {
		return nil, err
	}
	moves := pos.Moves()
	for range moves {
		pos.TakeBack()
	}
	node := &g.Root
	plies := []Ply{{Position: pos.Clone(), Move: renju.Pass, Node: node}}
	for _, p := range moves {
		if pos.Outcome().Over() {
			break
		}
		for main[0].Stone == renju.Empty { // a remark between the moves
			node, main = main[0], main[1:]
		}
		ply := Ply{Move: p, Parent: node}
		if main[0].Stone == pos.ToMove() {
			node, main = main[0], main[1:]
			ply.Node = node
		}
		if err := pos.Play(p); err != nil {
			return nil, err
		}
		ply.Position = pos.Clone()
		plies = append(plies, ply)
	}
	return plies, nil
}
