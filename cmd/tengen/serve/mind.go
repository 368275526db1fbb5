package serve

import (
	"context"
	"sync/atomic"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/opening"
)

// A mind plays for the engine.
type mind struct {
	queue   *queue
	book    bookOf
	threads int
	seed    int64 // of the variety in openings
}

// answer decides for the player to speak. It thinks in slices, as the queue allows, and
// longer than its clock says only while it waits there.
func (m *mind) answer(ctx context.Context, at *standing, strict bool, lim search.Limits, place *atomic.Int32, moved func()) (answered, error) {
	if at.inOpening() && at.picked == renju.Pass {
		return m.open(ctx, at, lim, place, moved)
	}
	var said answered
	var failed error
	depth := -1
	err := m.queue.run(ctx, m.threads, place, moved, func(slice context.Context, s *search.Searcher, cores int) bool {
		configure(s, cores)
		now := lim
		now.Clock = later(lim.Clock, said.took)
		began := time.Now()
		res, err := s.Search(slice, at.pos, now, nil)
		said.took += time.Since(began)
		if err != nil {
			failed = err
			return false
		}
		if lim.Nodes > 0 {
			lim.Nodes = max(1, lim.Nodes-res.Nodes)
		}
		if res.Depth >= depth {
			depth = res.Depth
			said.words = []word{{points: []renju.Point{res.Best}}}
			said.chance = unknown
			if _, proved := res.Lines[0].Value.Mate(); proved || res.Nodes >= trusted {
				said.chance = blackChance(at.pos.ToMove(), res.Lines[0].Value.WinRate())
			}
		}
		// A slice that was cut off by the queue is followed by another, as long as
		// there is time.
		return slice.Err() != nil && lim.Clock.Turn > 0 && said.took < lim.Clock.Turn
	})
	if err == nil {
		err = failed
	}
	return said, err
}

// trusted is how many nodes a search takes to say something about the game's course.
const trusted = 20_000

// later is a clock after so much has been used.
func later(c search.Clock, used time.Duration) search.Clock {
	less := func(d time.Duration) time.Duration {
		if d > 0 {
			d = max(d-used, time.Millisecond)
		}
		return d
	}
	c.Turn, c.Match = less(c.Turn), less(c.Match)
	return c
}

// configure makes a Searcher use so many cores.
func configure(s *search.Searcher, cores int) {
	if o := s.Options(); o.Threads != cores {
		o.Threads = cores
		s.Configure(o)
	}
}

// open decides in the opening. A decision keeps what it has learned to itself, so that it
// cannot be made in slices: it takes one that is as long as the clock allows.
func (m *mind) open(ctx context.Context, at *standing, lim search.Limits, place *atomic.Int32, moved func()) (answered, error) {
	var said answered
	var failed error
	lim.Clock.Turn = min(lim.Clock.Turn, seconds(mostDecision))
	err := m.queue.run(ctx, m.threads, place, moved, func(_ context.Context, s *search.Searcher, cores int) bool {
		configure(s, cores)
		d := opening.Decider{Searcher: s, Seed: m.seed, Book: m.book}
		began := time.Now()
		a, err := d.Decide(ctx, at.opening, 0, lim, nil)
		said.took = time.Since(began)
		said.words, said.chance, failed = wordsOf(a), unknown, err
		return false
	})
	if err == nil {
		err = failed
	}
	return said, err
}

// wordsOf are the words that give an answer of the opening.
func wordsOf(a taraguchi.Answer) []word {
	switch a.Kind {
	case taraguchi.Swap:
		return []word{{verb: swap}}
	case taraguchi.Offer:
		return []word{{verb: offer, points: a.Points}}
	case taraguchi.Pick:
		return []word{{points: a.Points[:1]}, {points: a.Points[1:]}}
	}
	return []word{{points: a.Points}}
}

// blackChance is Black's chance where the side to move has the chance c.
func blackChance(toMove renju.Stone, c float64) float64 {
	if toMove == renju.White {
		return 1 - c
	}
	return c
}
