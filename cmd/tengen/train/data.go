package train

import (
	"iter"
	"math/bits"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/eval/net"
	"tengen/search/pattern"
)

const (
	boardSize  = net.BoardSize
	boardCells = boardSize * boardSize
)

// sample is a position as the net learns it, in some three hundred bytes: millions of
// them are held at once.
type sample struct {
	stones     [pattern.Colours]cellSet
	candidates cellSet // the moves to choose from; none if the choice says nothing
	scores     []int16 // of the candidates, as the weights see them
	target     float32 // chance of the side to move
	base       float32 // its logit as the weights see it
	threats    uint16  // as Board.Threats numbers them
	chosen     uint8
	head       uint8 // as net.HeadOf numbers them
}

// cellSet is a set of the cells of a board of 15x15.
type cellSet [4]uint64

func (s *cellSet) add(c pattern.Cell) { s[c>>6&3] |= 1 << (c & 63) }

func (s *cellSet) len() (n int) {
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

func (s *cellSet) all() iter.Seq[pattern.Cell] {
	return func(yield func(pattern.Cell) bool) {
		for w, word := range s {
			for ; word != 0; word &= word - 1 {
				if !yield(pattern.Cell(w<<6 + bits.TrailingZeros64(word))) {
					return
				}
			}
		}
	}
}

// turned says where a cell comes to by each of the eight symmetries of the board.
var turned = func() (t [renju.Symmetries][boardCells]pattern.Cell) {
	for sym := range t {
		for c := range t[sym] {
			p := pattern.PointOf(pattern.Cell(c), boardSize)
			t[sym][c] = pattern.CellOf(renju.Symmetry(sym).Apply(p, boardSize), boardSize)
		}
	}
	return t
}()

// taker takes samples of positions, which weights value first.
func taker(weights *eval.Evaluator) func(*games.Position) sample {
	return func(p *games.Position) sample { return take(p, weights) }
}

func take(p *games.Position, weights *eval.Evaluator) sample {
	b := p.Board
	s := sample{
		head:    uint8(net.HeadOf(b.ToMove(), b.Threats())),
		threats: uint16(b.Threats()),
		target:  float32(p.Chance),
		base:    float32(weights.Weigh(b)) / eval.WinScale,
		chosen:  uint8(p.Move),
	}
	for c := range pattern.Cell(boardCells) {
		for colour := range s.stones {
			if b.At(c) == pattern.StoneOf(colour) {
				s.stones[colour].add(c)
			}
		}
	}
	if p.Choice() {
		for c := range p.Moves() {
			s.candidates.add(c)
		}
		s.scores = make([]int16, 0, s.candidates.len())
		for c := range s.candidates.all() {
			s.scores = append(s.scores, int16(b.MoveScore(c)))
		}
	}
	return s
}
