package tune

import (
	"context"
	"errors"
	"fmt"
	"os"

	"tengen/cmd/tengen/games"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// sample is a position as the model sees it.
type sample struct {
	toMove  uint8
	threats uint16  // as eval.Threats numbers them
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

type data struct {
	fit, held []sample
	games     int
}

// holdOut is how many games there are for one that is held out.
const holdOut = 10

// load reads the games and keeps the positions that an evaluation may meet:
// those in which nothing is decided and the search saw no win nearby.
func load(ctx context.Context, files []string, lambda float64) (*data, error) {
	d := new(data)
	b := pattern.New(15, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		for e, err := range games.Read(f) {
			if errors.Is(err, games.ErrCut) {
				break
			}
			if err == nil {
				err = ctx.Err()
			}
			if err == nil && (e.Game.Size != 15 || e.Game.Rule != renju.Renju) {
				err = errors.New("holds games that are not renju on 15x15")
			}
			if err != nil {
				_ = f.Close()
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			samples := read(b, &e.Game, lambda)
			if d.games%holdOut == holdOut-1 {
				d.held = append(d.held, samples...)
			} else {
				d.fit = append(d.fit, samples...)
			}
			d.games++
		}
		_ = f.Close()
	}
	return d, nil
}

// nearWin is the number of plies up to which a win is the solver's business at a
// leaf, not the evaluation's.
const nearWin = 11

// read plays a game through and takes its samples.
func read(b *pattern.Board, g *games.Game, lambda float64) []sample {
	empty, err := renju.NewPosition(g.Size, g.Rule)
	if err != nil {
		panic(err) // the size has been checked
	}
	b.Load(empty)
	chances := outlook(g, lambda)
	var samples []sample
	for i, m := range g.Moves {
		c := pattern.CellOf(m.Point, g.Size)
		if !b.IsEmpty(c) {
			break
		}
		plies, mate := search.Value(m.Value).Mate()
		if i >= g.Opening && !(mate && max(plies, -plies) <= nearWin) && quiet(b) {
			chance := chances[i]
			if b.ToMove() == pattern.White {
				chance = 1 - chance
			}
			samples = append(samples, take(b, c, chance))
		}
		b.Move(c)
	}
	return samples
}

// outlook is Black's chance before each move as the rest of the game shows it: 1 -
// lambda parts what the search said there, and lambda parts the outlook after the
// move, down to the result (the lambda-return of Sutton, 1988).
func outlook(g *games.Game, lambda float64) []float64 {
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

// quiet tells that no five or straight four decides the position.
func quiet(b *pattern.Board) bool {
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

func take(b *pattern.Board, chosen pattern.Cell, target float64) sample {
	me := b.ToMove()
	s := sample{toMove: uint8(me), threats: uint16(eval.Threats(b)), target: float32(target)}
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
	// A threatened straight four leaves the search few moves: what it chose
	// among them says little of moves elsewhere.
	if b.Count(me^1, pattern.Straight) > 0 || !b.Near().Has(chosen) {
		return s
	}
	codes := func(c pattern.Cell) moveCodes {
		return moveCodes{uint16(b.Rank(me, c)), uint16(b.Rank(me^1, c))}
	}
	s.moves = append(s.moves, codes(chosen))
	for c := range b.Near().All() {
		if c != chosen && b.IsEmpty(c) && (me == pattern.White || b.Class(me, c) != pattern.Forbidden) {
			s.moves = append(s.moves, codes(c))
		}
	}
	return s
}
