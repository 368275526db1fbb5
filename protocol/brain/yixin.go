package brain

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
)

// YXBOARD
// x,y,field
// …
// DONE
//
// tells a position as BOARD does, but asks for nothing, and has no answer. It
// is the turn of the colour that did not move last.
func cmdYxBoard(s *session, args string, at time.Time) {
	b := newBoardReader(s.game.size)
	s.open(&block{
		name: protocol.YxBoard,
		take: b.take,
		end: func(time.Time) bool {
			s.game = b.game
			return false
		},
	}, args, at)
}

// YXNBEST k
//
// asks for the k best lines, which come as INFO and MESSAGE lines, and for the
// best move, which is made.
func cmdYxNBest(s *session, args string, at time.Time) {
	k, err := strconv.Atoi(args)
	if err != nil || k < 1 {
		s.fail("YXNBEST: %s is not a number of lines", echo(args))
		return
	}
	s.best(at, true, min(k, s.game.size*s.game.size))
}

// YXSHOWFORBID
//
// asks for the points that are forbidden to Black, if Black is to move in
// renju: FORBID xxyyxxyy. with two digits for each number, and a dot.
func cmdYxShowForbid(s *session, _ string, _ time.Time) {
	pos := s.game.position(s.settings.rule)
	var points []string
	if pos.Rule() == renju.Renju && pos.ToMove() == renju.Black {
		for p := range pos.Board().Forbidden() {
			x, y := p.Wire(pos.Size())
			points = append(points, fmt.Sprintf("%02d%02d", x, y))
		}
	}
	slices.Sort(points)
	s.out.answer("FORBID " + strings.Join(points, "") + ".")
}

// YXSHOWINFO
//
// asks what can be set, and tells that Yixin-Board is there, which takes
// UNKNOWN for the end.
func cmdYxShowInfo(s *session, _ string, _ time.Time) {
	s.gui = true
	s.out.answer(fmt.Sprintf("MESSAGE INFO MAX_THREAD_NUM %d", runtime.NumCPU()))
	s.out.answer(fmt.Sprintf("MESSAGE INFO MAX_HASH_SIZE %d", bits.Len64(mostHash>>10)-1)) // the binary logarithm, of KiB
}

// YXHASHCLEAR
//
// has all that searches have learned forgotten. No answer.
func cmdYxHashClear(s *session, _ string, _ time.Time) { s.mind.Clear() }

// YXBALANCEONE bias
//
// asks for the move after which the game is as even as can be, bias being what
// is to be even for the side to move. It is made.
func cmdYxBalanceOne(s *session, args string, at time.Time) {
	s.balance("YXBALANCEONE", args, at, 1, func(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) ([]renju.Point, error) {
		p, err := s.mind.BalanceOne(ctx, pos, bias, lim)
		return []renju.Point{p}, err
	})
}

// YXBALANCETWO bias
//
// is YXBALANCEONE for two moves, x,y x,y, of one colour and then the other.
func cmdYxBalanceTwo(s *session, args string, at time.Time) {
	s.balance("YXBALANCETWO", args, at, 2, func(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) ([]renju.Point, error) {
		p, err := s.mind.BalanceTwo(ctx, pos, bias, lim)
		return p[:], err
	})
}

type balancer func(context.Context, *renju.Position, search.Value, search.Limits) ([]renju.Point, error)

func (s *session) balance(name, args string, at time.Time, moves int, find balancer) {
	bias, err := strconv.Atoi(args)
	if args == "" {
		bias, err = 0, nil
	}
	if err != nil || bias > math.MaxInt16 || bias < math.MinInt16 {
		s.fail("%s: %s is not a bias", name, echo(args))
		return
	}
	pos := s.game.position(s.settings.rule)
	if pos.Board().Count(renju.Empty) < moves {
		s.fail("%s: the board is full", name)
		return
	}
	s.tune()
	lim := s.limits(at, true, pos)
	tell := func(points []renju.Point) answer {
		return answer{line: protocol.FormatPoints(points, pos.Size()), play: points}
	}
	s.start(job{
		at: at, analysis: true, clock: lim.Clock, reclock: s.mind.SetDecisionClock,
		think: func(ctx context.Context) (answer, error) {
			points, err := find(ctx, pos.Clone(), search.Value(bias), lim)
			if wrong := playable(pos, points); wrong != nil {
				return answer{}, errors.Join(err, wrong)
			}
			return tell(points), err
		},
		spare: func() answer { return tell(freePoints(pos, moves)) },
	})
}

// YXSWAP2STEP1
//
// asks for the three stones of a swap2 opening: MESSAGE SWAP2 MOVE1 x y, MOVE2
// and MOVE3.
func cmdYxSwap2Step1(s *session, _ string, at time.Time) {
	g := newGame(s.game.size)
	s.swap2(at, g.position(s.settings.rule), func(_ bool, moves []renju.Point) answer {
		return answer{comments: swap2Moves(moves, 1, g.size)}
	})
}

// YXSWAP2STEP2
//
// asks what to do about the three stones of the last YXBOARD: MESSAGE SWAP2
// SWAP1 YES, SWAP1 NO, or MOVE4 x y and MOVE5 x y.
func cmdYxSwap2Step2(s *session, _ string, at time.Time) {
	size := s.game.size
	s.yxSwap2(at, "YXSWAP2STEP2", 3, func(swap bool, moves []renju.Point) answer {
		switch {
		case swap:
			return answer{comments: []string{"SWAP2 SWAP1 YES"}}
		case len(moves) == 2:
			return answer{comments: swap2Moves(moves, 4, size)}
		}
		return answer{comments: []string{"SWAP2 SWAP1 NO"}}
	})
}

// YXSWAP2STEP3
//
// asks whether to swap after the five stones of the last YXBOARD: MESSAGE SWAP2
// SWAP2 YES or NO.
func cmdYxSwap2Step3(s *session, _ string, at time.Time) {
	s.yxSwap2(at, "YXSWAP2STEP3", 5, func(swap bool, _ []renju.Point) answer {
		if swap {
			return answer{comments: []string{"SWAP2 SWAP2 YES"}}
		}
		return answer{comments: []string{"SWAP2 SWAP2 NO"}}
	})
}

func (s *session) yxSwap2(at time.Time, name string, stones int, tell func(bool, []renju.Point) answer) {
	pos := s.game.position(s.settings.rule)
	if s.game.stones() != stones || len(pos.Moves()) != stones {
		s.fail("%s: want %d stones, not %d", name, stones, s.game.stones())
		return
	}
	s.swap2(at, pos, tell)
}

// swap2Moves words moves for Yixin-Board, numbered from first.
func swap2Moves(moves []renju.Point, first, size int) []string {
	var texts []string
	for i, p := range moves {
		x, y := p.Wire(size)
		texts = append(texts, fmt.Sprintf("SWAP2 MOVE%d %d %d", first+i, x, y))
	}
	return texts
}

// YXBLOCK
// x,y
// …
// DONE
//
// keeps our moves off these points. No answer.
func cmdYxBlock(s *session, args string, at time.Time) {
	s.pointBlock("YXBLOCK", args, at, func(points []renju.Point) {
		s.kept = append(s.kept, points...)
	})
}

// YXBLOCKUNDO
// x,y
// …
// DONE
//
// takes that back for these points. No answer.
func cmdYxBlockUndo(s *session, args string, at time.Time) {
	s.pointBlock("YXBLOCKUNDO", args, at, func(points []renju.Point) {
		s.kept = slices.DeleteFunc(s.kept, func(p renju.Point) bool { return slices.Contains(points, p) })
	})
}

// YXBLOCKRESET
//
// takes it back for all points. No answer.
func cmdYxBlockReset(s *session, _ string, _ time.Time) { s.kept = nil }

// pointBlock collects points up to DONE and hands them to end.
func (s *session) pointBlock(name, args string, at time.Time, end func([]renju.Point)) {
	var points []renju.Point
	s.open(&block{
		name: name,
		take: func(text string) error {
			p, err := protocol.ParseStone(text, s.game.size)
			points = append(points, p)
			return err
		},
		end: func(time.Time) bool {
			end(points)
			return false
		},
	}, args, at)
}

// excluded are the points that our moves are kept off, none if that would leave
// no move.
func (s *session) excluded(pos *renju.Position) []renju.Point {
	if len(s.kept) == 0 {
		return nil
	}
	var points []renju.Point
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty && slices.Contains(s.kept, p) {
			points = append(points, p)
		}
	}
	if len(points) == pos.Board().Count(renju.Empty) {
		return nil
	}
	return points
}
