package brain

import (
	"context"
	"math/rand/v2"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/level"
	"tengen/search/opening"
)

// A thinker is what the protocol asks of the rooms below it. Tests put others
// in its place.
type thinker interface {
	Configure(search.Options)
	Clear()
	Prepare(size int, rule renju.Rule)
	SetSeed(seed int64) // of the variety in openings and below full strength
	SetLevel(level int) // of Search
	SetBook(*book.Book)
	Search(ctx context.Context, pos *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error)
	// SetClock gives a running Search another clock, SetDecisionClock any of
	// the methods below.
	SetClock(search.Clock)
	SetDecisionClock(search.Clock)
	Decide(ctx context.Context, st *taraguchi.State, allow taraguchi.Kinds, lim search.Limits, say func(string)) (taraguchi.Answer, error)
	Swap2(ctx context.Context, pos *renju.Position, lim search.Limits) (swap bool, moves []renju.Point, err error)
	BalanceOne(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) (renju.Point, error)
	BalanceTwo(ctx context.Context, pos *renju.Position, bias search.Value, lim search.Limits) ([2]renju.Point, error)
}

// searchAndOpening is the real one.
type searchAndOpening struct {
	*search.Searcher
	*opening.Decider
	player *level.Player
}

func (t searchAndOpening) Search(ctx context.Context, pos *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error) {
	return t.player.Search(ctx, pos, lim, progress)
}

func (t searchAndOpening) SetClock(c search.Clock)         { t.Searcher.SetClock(c) }
func (t searchAndOpening) SetDecisionClock(c search.Clock) { t.Decider.SetClock(c) }

// SetSeed makes what is left to chance repeatable. With 0 openings have no variety,
// but no two games at a lower level need be alike.
func (t searchAndOpening) SetSeed(seed int64) {
	t.Decider.Seed, t.player.Seed = seed, seed
	if seed == 0 {
		t.player.Seed = rand.Int64()
	}
}

func (t searchAndOpening) SetLevel(level int) { t.player.Level = level }

func (t searchAndOpening) SetBook(b *book.Book) {
	t.Decider.Book = func() *book.Book { return b }
}

func newThinker(o Opening) thinker {
	s := search.New(search.Options{})
	return searchAndOpening{
		s,
		&opening.Decider{Searcher: s, Book: o.Book, BookOnly: o.BookOnly, Style: o.Style},
		&level.Player{Searcher: s, Level: level.Full, Seed: rand.Int64()},
	}
}
