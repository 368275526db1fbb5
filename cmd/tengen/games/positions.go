package games

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"os"

	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// Position is a position of a game, or a sample, that an evaluation may meet:
// nothing in it is decided, and the search saw no win nearby.
type Position struct {
	Board  *pattern.Board // holds until the next position
	Move   pattern.Cell   // that the search chose
	Chance float64        // of the side to move, as the rest of the game shows it, or the search of a sample
	Game   int            // number of the game, from 0
}

// Choice tells whether Move says something of moves in general: a threatened
// straight four leaves the search few.
func (p *Position) Choice() bool {
	b := p.Board
	return b.Count(b.ToMove()^1, pattern.Straight) == 0 && b.Near().Has(p.Move)
}

// Moves ranges over the moves that there are to choose from, Move first.
func (p *Position) Moves() iter.Seq[pattern.Cell] {
	return func(yield func(pattern.Cell) bool) {
		b := p.Board
		if !yield(p.Move) {
			return
		}
		for c := range b.Near().All() {
			if c == p.Move || !b.IsEmpty(c) || b.ToMove() == pattern.Black && b.Class(pattern.Black, c) == pattern.Forbidden {
				continue
			}
			if !yield(c) {
				return
			}
		}
	}
}

// HeldOut tells whether the position's game, every tenth, is to be held out of a
// fit to measure it.
func (p *Position) HeldOut() bool { return p.Game%10 == 9 }

// Positions plays the games of files of renju on 15x15 through, and ranges over
// their positions and samples. Lambda is the share of what came after a position in its
// Chance; the rest is what the search said there, as it is of a sample. The first error ends it; a
// last record that was cut off is none.
func Positions(ctx context.Context, files []string, lambda float64) iter.Seq2[Position, error] {
	return func(yield func(Position, error) bool) {
		b := pattern.New(15, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
		number := 0
		for g, err := range renju15(ctx, files) {
			if err != nil {
				yield(Position{}, err)
				return
			}
			if !positions(b, g, number, lambda, yield) {
				return
			}
			number++
		}
	}
}

// renju15 ranges over the games of files, which must be renju on 15x15.
func renju15(ctx context.Context, files []string) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		for _, name := range files {
			f, err := os.Open(name)
			if err != nil {
				yield(nil, err)
				return
			}
			for e, err := range Read(f) {
				if errors.Is(err, ErrCut) {
					break
				}
				if err == nil {
					err = ctx.Err()
				}
				if err == nil && (e.Game.Size != 15 || e.Game.Rule != renju.Renju) {
					err = errors.New("holds games that are not renju on 15x15")
				}
				if err != nil {
					err = fmt.Errorf("%s: %w", name, err)
				}
				if !yield(&e.Game, err) || err != nil {
					_ = f.Close()
					return
				}
			}
			_ = f.Close()
		}
	}
}

// nearWin is the number of plies up to which a win is the solver's business at a
// leaf, not the evaluation's.
const nearWin = 11

// positions plays a game through. It tells whether to go on.
func positions(b *pattern.Board, g *Game, number int, lambda float64, yield func(Position, error) bool) bool {
	empty, err := renju.NewPosition(g.Size, g.Rule)
	if err != nil {
		panic(err) // the size has been checked
	}
	b.Load(empty)
	chances := outlook(g, lambda)
	give := func(m Move, chance float64) bool {
		plies, mate := search.Value(m.Value).Mate()
		if mate && max(plies, -plies) <= nearWin || !Quiet(b) {
			return true
		}
		return yield(Position{b, pattern.CellOf(m.Point, g.Size), chance, number}, nil)
	}
	samples := g.Samples
	for i, m := range g.Moves {
		for len(samples) > 0 && samples[0].After <= i {
			s := &samples[0]
			samples = samples[1:]
			placed := place(b, s.Path)
			ok := placed < len(s.Path) || give(s.Move, search.Value(s.Move.Value).WinRate())
			for range placed {
				b.Undo()
			}
			if !ok {
				return false
			}
		}
		c := pattern.CellOf(m.Point, g.Size)
		if !b.IsEmpty(c) {
			break
		}
		chance := chances[i]
		if b.ToMove() == pattern.White {
			chance = 1 - chance
		}
		if i >= g.Opening && !give(m, chance) {
			return false
		}
		b.Move(c)
	}
	return true
}

// place makes moves as long as their points are empty, and tells how many.
func place(b *pattern.Board, path []renju.Point) (placed int) {
	for _, p := range path {
		c := pattern.CellOf(p, b.Size())
		if !b.IsEmpty(c) {
			break
		}
		b.Move(c)
		placed++
	}
	return placed
}

// outlook is Black's chance before each move as the rest of the game shows it: 1 -
// lambda parts what the search said there, and lambda parts the outlook after the
// move, down to the result (the lambda-return of Sutton, 1988).
func outlook(g *Game, lambda float64) []float64 {
	after := score(g.Result)
	chances := make([]float64, len(g.Moves))
	for i := len(g.Moves) - 1; i >= g.Opening; i-- {
		said := search.Value(g.Moves[i].Value).WinRate()
		if i%2 == 1 {
			said = 1 - said // White's move
		}
		after = (1-lambda)*said + lambda*after
		chances[i] = after
	}
	return chances
}

// Quiet tells that no five or straight four decides the position.
func Quiet(b *pattern.Board) bool {
	me := b.ToMove()
	return b.Count(me, pattern.Five)+b.Count(me^1, pattern.Five)+b.Count(me, pattern.Straight) == 0
}

// score is Black's.
func score(r renju.Result) float64 {
	switch r {
	case renju.BlackWins:
		return 1
	case renju.WhiteWins:
		return 0
	}
	return 0.5
}
