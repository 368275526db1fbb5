package match

import (
	"context"
	"fmt"
	"sync"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// observer is told of a game while it is played. Engines are numbered from 0.
type observer interface {
	began(f fixture)
	answered(engine int, st *taraguchi.State, a answer) // st is the opening before it
	moved(number int, p renju.Point, engine int, took time.Duration)
}

// referee leads games between two of its players. There is one for each engine,
// but only those of the last game have a process that runs.
type referee struct {
	conf    *config
	players []*player
	watch   observer // nil: nobody looks on
}

// play plays a game. The error is ctx's: whatever engines do is a game's end.
func (r *referee) play(ctx context.Context, f fixture) (*game, error) {
	g := newGame(f)
	began := time.Now()
	if r.watch != nil {
		r.watch.began(f)
	}
	// lost ends the game by an error of a player, unless that is ctx's end.
	lost := func(player int, err error) (*game, error) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		e, reason := fault(err)
		g.finish(e, reason, player+1, began)
		r.players[player].drop()
		return g, nil
	}

	r.dismiss(f.first, f.second)
	for _, i := range []int{f.first, f.second} {
		if err := r.players[i].newGame(ctx, f); err != nil {
			return lost(i, err)
		}
	}

	position, err := renju.NewPosition(r.conf.size, r.conf.rule)
	if err != nil {
		return nil, err
	}
	if f.opening != nil {
		for _, p := range f.opening.Moves {
			if err := position.Play(p); err != nil {
				return nil, err // was checked when the file was read
			}
		}
	} else {
		st, player, err := r.opening(ctx, f, g)
		position = st.Position()
		if err != nil {
			g.Moves = renju.FormatMoves(position.Moves())
			return lost(player, err)
		}
		if r.conf.openingOnly {
			g.Moves = renju.FormatMoves(position.Moves())
			g.finish(openingOver, "the opening is over", 0, began)
			return g, nil
		}
	}
	return r.moves(ctx, g, position, began, lost)
}

// opening plays the Taraguchi-10 opening and sets who holds Black. The error is
// that of the player that comes with it.
func (r *referee) opening(ctx context.Context, f fixture, g *game) (*taraguchi.State, int, error) {
	engine := func(p taraguchi.Player) int { // of the opening's first and second
		if p == taraguchi.First {
			return f.first
		}
		return f.second
	}
	st := taraguchi.New()
	for !st.Over() {
		i := engine(st.Turn())
		a, took, err := r.players[i].opening(ctx, st.Answers())
		if err == nil {
			err = st.Check(a, r.conf.strict)
		}
		if err != nil {
			return st, i, err
		}
		kept := answer{i + 1, a.String(), r.players[i].heard(), took.Milliseconds()}
		g.Answers = append(g.Answers, kept)
		if r.watch != nil {
			r.watch.answered(i, st, kept)
		}
		if err := st.Apply(a); err != nil {
			return st, i, err
		}
		g.Black = engine(st.Holder(renju.Black)) + 1
	}
	return st, 0, nil
}

// moves plays from a position to the end.
func (r *referee) moves(ctx context.Context, g *game, position *renju.Position, began time.Time,
	lost func(int, error) (*game, error)) (*game, error) {
	black, white := g.Black-1, g.white()-1
	for {
		moves := position.Moves()
		g.Moves = renju.FormatMoves(moves)
		if r.conf.drawAt > 0 && len(moves) >= r.conf.drawAt {
			g.finish(moveLimit, fmt.Sprintf("%d stones", len(moves)), 0, began)
			return g, nil
		}
		i := black
		if position.ToMove() == renju.White {
			i = white
		}
		p, took, err := r.players[i].move(ctx, moves)
		if err != nil {
			return lost(i, err)
		}
		if err := position.Play(p); err != nil {
			return lost(i, &illegalMove{p, err})
		}
		g.Moves += renju.FormatMoves([]renju.Point{p})
		g.Times = append(g.Times, took.Milliseconds())
		if r.watch != nil {
			r.watch.moved(len(moves)+1, p, i, took)
		}
		switch out := position.Outcome(); out.Reason {
		case renju.Five:
			g.Row = renju.FormatMoves(out.Row)
			row := fmt.Sprintf("%v-%v", out.Row[0], out.Row[len(out.Row)-1])
			g.finish(byFive, row, g.other(i+1), began)
			return g, nil
		case renju.ByFoul:
			g.finish(byFoul, fmt.Sprintf("%v at %v", out.Foul, p), i+1, began)
			return g, nil
		case renju.Full:
			g.finish(fullBoard, "no empty point is left", 0, began)
			return g, nil
		}
	}
}

// illegalMove is a move that cannot be played.
type illegalMove struct {
	move renju.Point
	err  error
}

func (e *illegalMove) Error() string { return fmt.Sprintf("illegal move: %v", e.err) }

// dismiss ends the engines of all players but two.
func (r *referee) dismiss(first, second int) {
	var group sync.WaitGroup
	for i, p := range r.players {
		if i != first && i != second {
			group.Go(p.close)
		}
	}
	group.Wait()
}

// close ends all engines.
func (r *referee) close() { r.dismiss(-1, -1) }
