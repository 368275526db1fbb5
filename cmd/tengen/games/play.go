package games

import (
	"context"
	"errors"

	"tengen/engine/renju"
	"tengen/search"
)

// Play finishes the game of pos with the moves that think chooses, until it is over,
// proved, or has drawAt stones; 0 means no such limit. It returns the moves, the last
// of which may not be on the board: what is proved need not be played.
func Play(ctx context.Context, pos *renju.Position, think func(context.Context, *renju.Position) (search.Result, error), drawAt int) ([]Move, renju.Result, error) {
	var moves []Move
	for !pos.Outcome().Over() {
		if drawAt > 0 && len(pos.Moves()) >= drawAt {
			return moves, renju.Draw, nil
		}
		res, err := think(ctx, pos)
		if err != nil {
			return nil, renju.Draw, err
		}
		value := res.Lines[0].Value
		moves = append(moves, Move{Point: res.Best, Value: int16(value)})
		if plies, ok := value.Mate(); ok {
			return moves, winner(pos.ToMove(), plies > 0), nil
		}
		if err := pos.Play(res.Best); err != nil {
			return nil, renju.Draw, err
		}
	}
	return moves, pos.Outcome().Result, nil
}

func winner(toMove renju.Stone, wins bool) renju.Result {
	if (toMove == renju.Black) == wins {
		return renju.BlackWins
	}
	return renju.WhiteWins
}

// Think is what the search makes of a position.
func Think(ctx context.Context, s *search.Searcher, pos *renju.Position, lim search.Limits) (search.Result, error) {
	res, err := s.Search(ctx, pos, lim, nil)
	return res, errors.Join(err, ctx.Err())
}
