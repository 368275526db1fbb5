package net

import "tengen/search/pattern"

// State is a net at work on one board. It follows the board from evaluation to
// evaluation: moves that were made and taken back in between cost nothing.
//
// An empty point is described by channels: for each of the four lines through
// it a row of numbers that its shape stands for is added up, and the sum is clipped to
// 0 and 1. The points of each of nine regions are added up in turn: the
// input of the head. A stone costs at most forty points one row each.
type State struct {
	*Tables
	shapes *pattern.Shapes
	region []uint16 // of each cell

	sums  [Regions]Row // of the clipped channels: the accumulators
	cells []Row        // the channels before they are clipped
	row   [][4]uint16  // the row of each line through an empty cell

	made  []made // the board's stones and passes since Reset
	saved []Row  // channels before a stone changed them
	did   []change

	hidden  [Hidden]int16 // the first layer's, when Value was last asked for
	context Row           // what the policy looks for, when Aim was last called
	valued  uint64        // key of the position that Value was last asked for
	board   *pattern.Board
}

// made is a stone that State knows of.
type made struct {
	cell pattern.Cell
	what pattern.Occupant
	mark int // length of did before it
	sums [Regions]Row
}

// change replaces a row of one cell by another.
type change struct {
	cell, region uint16
	old, new     uint16 // rows
	direction    uint16
}

// Two rows stand behind those of the shapes: nothing, and what takes any cell's
// channels below zero.
const (
	noRow    = 2 * pattern.ShapeCount
	stoneRow = noRow + 1
	buried   = -8192
)

// deepest is the number of moves for which there is room from the beginning.
const deepest = 256

// Tables are a net laid out for its States, any number of which may share them.
type Tables struct {
	net  *Net
	rows []Row // Net.Shapes, one after the other, then noRow and stoneRow
}

// NewTables lays out a net, which must not change any more.
func NewTables(n *Net) *Tables {
	t := &Tables{net: n, rows: make([]Row, 0, stoneRow+1)}
	for kind := range n.Shapes {
		t.rows = append(t.rows, n.Shapes[kind][:]...)
	}
	var stone Row
	for i := range stone {
		stone[i] = buried
	}
	t.rows = append(t.rows, Row{}, stone)
	return t
}

// NewState returns a state for boards of a size.
func NewState(t *Tables, size int) *State {
	s := &State{
		Tables: t,
		shapes: pattern.NewShapes(size),
		region: make([]uint16, size*size),
		cells:  make([]Row, size*size),
		row:    make([][4]uint16, size*size),
		made:   make([]made, 0, deepest),
		did:    make([]change, 0, deepest*len(pattern.ShapeChanges{})),
		saved:  make([]Row, deepest*len(pattern.ShapeChanges{})),
	}
	for c := range s.region {
		s.region[c] = uint16(Region(c%size, c/size, size))
	}
	return s
}

// Reset lays out a position that has been loaded onto the board, before any move.
// It must be called each time.
func (s *State) Reset(b *pattern.Board) {
	s.board = b
	s.shapes.Clear()
	s.made, s.did, s.valued = s.made[:0], s.did[:0], 0
	for c := range pattern.Cell(len(s.cells)) {
		if at := b.At(c); at != pattern.Empty {
			s.shapes.Put(c, at)
		}
	}
	s.sums = [Regions]Row{}
	for c := range pattern.Cell(len(s.cells)) {
		cell := &s.cells[c]
		*cell = s.net.Bias
		for d := range 4 {
			s.row[c][d] = rowOf(s.shapes.At(c, d), d)
			for i, v := range s.rows[s.row[c][d]] {
				cell[i] += v
			}
		}
		if b.At(c) != pattern.Empty {
			for i := range cell {
				cell[i] += buried
			}
		}
		sum := &s.sums[s.region[c]]
		for i, v := range cell {
			sum[i] += clip(v)
		}
	}
}

// rowOf is the row of a shape in direction d.
func rowOf(shape pattern.Shape, d int) uint16 {
	return uint16(d>>1)*pattern.ShapeCount + uint16(shape)
}

// follow takes the state to where the board is.
func (s *State) follow() {
	b := s.board
	ply := b.Ply()
	same := 0
	for same < min(ply, len(s.made)) {
		m := &s.made[same]
		if c := b.Made(same + 1); c != m.cell || c != pattern.NoCell && b.At(c) != m.what {
			break
		}
		same++
	}
	for len(s.made) > same {
		s.remove()
	}
	for i := same; i < ply; i++ {
		s.place(b.Made(i + 1))
	}
}

// place follows a stone, or a pass.
func (s *State) place(c pattern.Cell) {
	s.made = append(s.made, made{cell: c, mark: len(s.did), sums: s.sums})
	if c == pattern.NoCell {
		return
	}
	what := s.board.At(c)
	s.made[len(s.made)-1].what = what
	var around pattern.ShapeChanges
	n := s.shapes.Place(c, what, &around)
	mark := len(s.did)
	for _, a := range around[:n] {
		row := rowOf(a.Shape, int(a.Direction))
		if old := s.row[a.Cell][a.Direction]; old != row {
			s.row[a.Cell][a.Direction] = row
			s.did = append(s.did, change{uint16(a.Cell), s.region[a.Cell], old, row, uint16(a.Direction)})
		}
	}
	s.did = append(s.did, change{cell: uint16(c), region: s.region[c], old: noRow, new: stoneRow})
	for len(s.saved) < len(s.did) {
		s.saved = append(s.saved, Row{})
	}
	apply(s.cells, s.rows, s.saved[mark:], &s.sums, s.did[mark:])
}

// remove takes the last stone back.
func (s *State) remove() {
	m := &s.made[len(s.made)-1]
	for i := len(s.did) - 1; i >= m.mark; i-- {
		ch := &s.did[i]
		s.cells[ch.cell] = s.saved[i]
		if ch.old != noRow {
			s.row[ch.cell][ch.direction] = ch.old
		}
	}
	s.did = s.did[:m.mark]
	s.sums = m.sums
	if m.cell != pattern.NoCell {
		s.shapes.Remove(m.cell)
	}
	s.made = s.made[:len(s.made)-1]
}

// Value is what must be added to the weights' logit of the chance of the side to
// move, in parts of HiddenUnit*WeightUnit.
func (s *State) Value() int32 {
	s.follow()
	s.valued = s.board.Key()
	h := &s.net.Heads[s.board.ToMove()&1]
	return value(&s.sums, h, &s.hidden) + h.OutBias + h.Threats[s.board.Threats()]
}

// Aim readies Score for the position on the board.
func (s *State) Aim() {
	if s.valued != s.board.Key() {
		s.Value()
	}
	s.follow()
	context(&s.hidden, &s.net.Heads[s.board.ToMove()&1], &s.context)
}

// Score is the logit of the chance that the empty cell c is the move to make, in
// parts of CellUnit*ContextUnit and up to a number that is the same for all cells.
func (s *State) Score(c pattern.Cell) int32 { return score(&s.context, &s.cells[c]) }
