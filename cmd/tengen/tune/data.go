package tune

import (
	"tengen/cmd/tengen/games"
	"tengen/search/pattern"
)

// sample is a position as the model sees it.
type sample struct {
	toMove  uint8
	threats uint16  // as Board.Threats numbers them
	target  float32 // chance of the side to move
	codes   []codeCount
	moves   []moveCodes // the moves to choose from, the chosen one first; none if it says nothing
}

// codeCount says how many empty points have a code.
type codeCount struct {
	rank   uint16
	colour uint8
	count  uint8
}

// moveCodes are the codes of a move's point: the mover's and the opponent's.
type moveCodes struct{ mine, theirs uint16 }

func take(p *games.Position) sample {
	b := p.Board
	me := b.ToMove()
	s := sample{toMove: uint8(me), threats: uint16(b.Threats()), target: float32(p.Chance)}
	var counts [pattern.Colours][pattern.Codes]uint8
	for c := range pattern.Cell(b.Size() * b.Size()) {
		if b.IsEmpty(c) {
			for colour := range counts {
				counts[colour][b.Rank(colour, c)]++
			}
		}
	}
	for colour := range counts {
		for rank, n := range counts[colour] {
			if n > 0 {
				s.codes = append(s.codes, codeCount{uint16(rank), uint8(colour), n})
			}
		}
	}
	if p.Choice() {
		for c := range p.Moves() {
			s.moves = append(s.moves, moveCodes{uint16(b.Rank(me, c)), uint16(b.Rank(me^1, c))})
		}
	}
	return s
}
