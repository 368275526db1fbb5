package net

import (
	"slices"

	"tengen/search/pattern"
)

// State is a net at work on one board. It follows the board from evaluation to
// evaluation: moves that were made and taken back in between cost nothing.
//
// An empty point is described by channels: for each of the four lines through
// it the numbers that its shape stands for are added up, and the sum is clipped to
// 0 and 1 and squared. The value's squares are added up over all empty points: the
// input of the head. A stone changes one line of at most forty points. The policy's
// channels are worked out for the moves that it is asked about.
type State struct {
	*lanes
	net    *Net
	board  *pattern.Board
	lines  *pattern.Shapes
	cells  []Point // the value's channels before they are clipped
	made   []made  // the board's stones and passes since Reset
	saved  []Point // channels before a stone changed them
	head   *Head   // of the position that Value was last asked for
	valued uint64  // key of the position that Value was last asked for, which is that of cells
}

// lanes is what the kernels load. It holds no pointers, so that the Go runtime lays it
// at the beginning of a cache line.
type lanes struct {
	sums    Point         // of the squares: the accumulators
	hidden  [Hidden]int16 // the first layer's, when Value was last asked for
	context Point         // what the policy looks for, when Aim was last called
}

// made is a stone that State knows of.
type made struct {
	cell pattern.Cell
	what pattern.Occupant
	end  int   // of what it has saved
	sums Point // before it
}

// deepest is the number of moves for which there is room from the beginning.
const deepest = 256

// NewState returns a state for boards of BoardSize. The net must not change any more;
// any number of states may share it.
func NewState(n *Net) *State {
	return &State{
		net:   n,
		lanes: new(lanes),
		lines: pattern.NewShapes(BoardSize),
		cells: make([]Point, BoardSize*BoardSize),
		made:  make([]made, 0, deepest),
		saved: make([]Point, deepest*pattern.ShapeChangesMost),
	}
}

// Reset lays out a position that has been loaded onto the board, before any move.
// It must be called each time.
func (s *State) Reset(b *pattern.Board) {
	s.board = b
	s.lines.Clear()
	s.made, s.valued = s.made[:0], 0
	for c := range pattern.Cell(len(s.cells)) {
		if at := b.At(c); at != pattern.Empty {
			s.lines.Place(c, at)
		}
	}
	s.sums = Point{}
	for c := range pattern.Cell(len(s.cells)) {
		if b.At(c) != pattern.Empty {
			continue
		}
		cell := &s.cells[c]
		*cell = s.net.ValueBias
		for _, shape := range s.lines.At(c) {
			cell.add(&s.net.Value[shape])
		}
		for i, v := range cell {
			s.sums[i] += square(v)
		}
	}
}

func (p *Point) add(r *Row) {
	for i, v := range r {
		p[i] += int16(v)
	}
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
	n := len(s.made)
	mark := 0
	if n > 0 {
		mark = s.made[n-1].end
	}
	s.made = slices.Grow(s.made, 1)[:n+1] // what was there is written over
	m := &s.made[n]
	m.cell, m.what, m.end = c, pattern.Empty, mark
	if c == pattern.NoCell {
		return
	}
	m.what, m.sums = s.board.At(c), s.sums
	changes := s.lines.Place(c, m.what)
	m.end += len(changes)
	for len(s.saved) < m.end {
		s.saved = append(s.saved, Point{})
	}
	apply(s.cells, &s.net.Value, s.saved[mark:], &s.sums, c, changes)
}

// remove takes the last stone back.
func (s *State) remove() {
	n := len(s.made) - 1
	m := &s.made[n]
	s.made = s.made[:n]
	if m.cell == pattern.NoCell {
		return
	}
	s.sums = m.sums
	changes := s.lines.Remove()
	saved := s.saved[m.end-len(changes) : m.end]
	for i := range changes {
		s.cells[changes[i].Cell] = saved[i]
	}
}

// Value is what must be added to the weights' logit of the chance of the side to
// move, in parts of HiddenUnit*WeightUnit.
func (s *State) Value() int32 {
	s.follow()
	s.valued = s.board.Key()
	threats := s.board.Threats()
	s.head = &s.net.Heads[HeadOf(s.board.ToMove(), threats)]
	return value(&s.sums, s.head, &s.hidden) + s.head.OutBias[threats]
}

// Aim readies Score for the position on the board.
func (s *State) Aim() {
	if s.valued != s.board.Key() {
		s.Value()
	}
	context(&s.hidden, s.head, &s.context)
}

// Score gives what must be added to the weights' logits of the chances that each of
// some empty cells is the move to make, in parts of SquareUnit*ContextUnit and up to a
// number that is the same for all cells. It fills scores, one for each cell. Aim comes
// first.
func (s *State) Score(cells []pattern.Cell, scores []int32) {
	score(&s.context, s.net, s.lines.All(), cells, scores)
}
