package brain

import (
	"context"
	"errors"
	"fmt"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
)

// SWAP2BOARD
// x,y
// …
// DONE
//
// asks for an answer in a swap2 opening, and leaves our own game alone:
//
//	without stones     x,y x,y x,y             the first three
//	with three stones  SWAP | x,y | x,y x,y    take Black, stay White, or let the other choose
//	with five stones   SWAP | x,y              take the other colour, or move
//
// ERROR for any other number of stones.
func cmdSwap2Board(s *session, args string, at time.Time) {
	g := newGame(s.game.size)
	s.open(&block{
		name: protocol.Swap2Board,
		take: func(text string) error {
			p, err := protocol.ParseStone(text, g.size)
			if err != nil {
				return err
			}
			if err := g.free(p); err != nil {
				return err
			}
			g.play(p)
			return nil
		},
		end: func(at time.Time) bool {
			if n := len(g.moves); n != 0 && n != 3 && n != 5 {
				s.fail("%s: %d stones, want none, 3 or 5", protocol.Swap2Board, n)
				return false
			}
			s.swap2(at, g.position(s.settings.rule), func(swap bool, moves []renju.Point) answer {
				if swap {
					return answer{line: protocol.Swap}
				}
				return answer{line: protocol.FormatPoints(moves, g.size)}
			})
			return false
		},
	}, args, at)
}

// swap2 finds the answer to a swap2 opening of 0, 3 or 5 stones, and has it
// worded by tell.
func (s *session) swap2(at time.Time, pos *renju.Position, tell func(swap bool, moves []renju.Point) answer) {
	s.tune()
	lim := s.limits(at, false, pos)
	lim.Exclude = nil
	mind := s.mind
	stones := len(pos.Moves())
	s.start(job{
		at: at, clock: lim.Clock, reclock: mind.SetDecisionClock,
		think: func(ctx context.Context) (answer, error) {
			swap, moves, err := mind.Swap2(ctx, pos.Clone(), lim)
			if wrong := checkSwap2(pos, swap, moves); wrong != nil {
				return answer{}, errors.Join(err, wrong)
			}
			return tell(swap, moves), err
		},
		spare: func() answer {
			want := 1
			if stones == 0 {
				want = 3
			}
			return tell(false, freePoints(pos, want))
		},
	})
}

// checkSwap2 says what is wrong with an answer.
func checkSwap2(pos *renju.Position, swap bool, moves []renju.Point) error {
	n := len(moves)
	switch stones := len(pos.Moves()); {
	case swap && stones == 0:
		return fmt.Errorf("a swap without stones")
	case swap:
		return nil
	case stones == 0 && n != 3, stones == 3 && n != 1 && n != 2, stones == 5 && n != 1:
		return fmt.Errorf("%d moves after %d stones", n, stones)
	}
	return playable(pos, moves)
}

// playable says which of the moves cannot be played one after the other.
func playable(pos *renju.Position, moves []renju.Point) error {
	pos = pos.Clone()
	for _, p := range moves {
		if pos.IsFoul(p) {
			return fmt.Errorf("%v is forbidden", p)
		}
		if err := pos.Play(p); err != nil {
			return err
		}
	}
	return nil
}

// freePoints finds n moves to play one after the other, without a thought.
func freePoints(pos *renju.Position, n int) []renju.Point {
	pos = pos.Clone()
	var points []renju.Point
	for range n {
		p, ok := anyMove(pos)
		if !ok || pos.Play(p) != nil {
			break
		}
		points = append(points, p)
	}
	return points
}
