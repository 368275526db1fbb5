package renju

import (
	"fmt"
	"slices"
)

// A Position is a game so far: the board, the rule, whose turn it is and the
// moves that led there. Moves alternate between the colours.
type Position struct {
	board Board
	rule  Rule
	first Stone // who played, or is to play, moves[0]
	moves []Point
}

// NewPosition returns the start of a game on an empty board, Black to move. The
// error says that the size is out of range.
func NewPosition(size int, rule Rule) (*Position, error) {
	if err := checkSize(size); err != nil {
		return nil, err
	}
	return SetUp(NewBoard(size), rule, Black), nil
}

// SetUp returns a position with stones that have no history, as from a diagram,
// and toMove (Black or White) to move.
func SetUp(board Board, rule Rule, toMove Stone) *Position {
	return &Position{board: board, rule: rule, first: toMove}
}

// PositionFromMoves plays the moves in s, written as for [ParseMoves], on an
// empty board. The error names the move at fault.
func PositionFromMoves(size int, rule Rule, s string) (*Position, error) {
	moves, err := ParseMoves(s)
	if err != nil {
		return nil, err
	}
	p, err := NewPosition(size, rule)
	if err != nil {
		return nil, err
	}
	for i, m := range moves {
		if err := p.Play(m); err != nil {
			return nil, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return p, nil
}

// Clone returns a copy that shares nothing with p.
func (p *Position) Clone() *Position {
	c := *p
	c.moves = slices.Clone(p.moves)
	return &c
}

// WithRule returns a copy of p that is played by rule r.
func (p *Position) WithRule(r Rule) *Position {
	c := p.Clone()
	c.rule = r
	return c
}

// Size returns the number of points along an edge of the board.
func (p *Position) Size() int { return p.board.Size() }

// Rule returns the rule that the game is played by.
func (p *Position) Rule() Rule { return p.rule }

// Board returns the board as it is now. It belongs to p and changes with it:
// callers read it only.
func (p *Position) Board() *Board { return &p.board }

// Setup returns the board as it was before the first move.
func (p *Position) Setup() Board {
	b := p.board
	for _, m := range p.moves {
		if m != Pass {
			b.Set(m, Empty)
		}
	}
	return b
}

// At returns what stands on pt: Blocked when pt is off the board.
func (p *Position) At(pt Point) Stone { return p.board.At(pt) }

// ToMove returns the colour whose turn it is.
func (p *Position) ToMove() Stone { return p.colour(len(p.moves)) }

// colour returns who plays the move with index i.
func (p *Position) colour(i int) Stone {
	if i%2 == 0 {
		return p.first
	}
	return p.first.Opponent()
}

// Play puts a stone of the colour to move on pt, or lets it pass. The error
// says that pt is off the board or not empty; the position is then as before.
// Neither a foul nor a move after the end of the game is an error: a foul ends
// the game, and [Position.Outcome] tells.
func (p *Position) Play(pt Point) error {
	if pt != Pass {
		switch s := p.board.At(pt); {
		case !p.board.Contains(pt):
			return fmt.Errorf("%v is off the %dx%d board", pt, p.Size(), p.Size())
		case s == Blocked:
			return fmt.Errorf("%v is a blocked point", pt)
		case s != Empty:
			return fmt.Errorf("%v is taken by a %v stone", pt, s)
		}
		p.board.Set(pt, p.ToMove())
	}
	p.moves = append(p.moves, pt)
	return nil
}

// TakeBack undoes the last move and returns it. It reports false when there is
// none; set-up stones cannot be taken back.
func (p *Position) TakeBack() (Point, bool) {
	last, ok := p.LastMove()
	if !ok {
		return Point{}, false
	}
	p.moves = p.moves[:len(p.moves)-1]
	if last != Pass {
		p.board.Set(last, Empty)
	}
	return last, true
}

// Moves returns a copy of the moves in order, passes included and set-up stones
// not.
func (p *Position) Moves() []Point { return slices.Clone(p.moves) }

// LastMove returns the last move, which may be a pass. It reports false when
// there is none.
func (p *Position) LastMove() (Point, bool) {
	if len(p.moves) == 0 {
		return Point{}, false
	}
	return p.moves[len(p.moves)-1], true
}

// IsFoul reports whether pt is forbidden to the player whose turn it is: the
// rule is renju, Black is to move and would commit a foul there.
func (p *Position) IsFoul(pt Point) bool {
	return p.rule == Renju && p.ToMove() == Black && p.board.Foul(pt) != 0
}
