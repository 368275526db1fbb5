package review

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/input"
	"tengen/cmd/tengen/tell"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/search"
)

// A review is a game and what is known of it.
type review struct {
	name    string
	game    *record.Game
	plies   []input.Ply
	limits  search.Limits // of one search
	opening int           // moves that are not judged
	begun   time.Time
	done    atomic.Int64  // positions that were searched
	lines   []search.Line // the best after each ply, for who is to move; zero: not known
	moves   []move
}

// A move of the game, and what there is to say about it. Chances are the mover's.
type move struct {
	Type      string   `json:"type"`
	Number    int      `json:"number"`
	Side      string   `json:"side"`
	Move      string   `json:"move"`
	Line      []string `json:"line"` // begins with the best move; nil: the search did not get here
	Before    float64  `json:"before"`
	After     float64  `json:"after"`
	Loss      float64  `json:"loss"`
	Mark      string   `json:"mark"`
	MissedWin int      `json:"missed_win_in,omitempty"` // plies
	LetsWin   int      `json:"lets_win_in,omitempty"`   // plies
	Forbidden []string `json:"forbidden,omitempty"`     // points by which White wins, or threatens to
	Notes     []string `json:"notes,omitempty"`

	side   renju.Stone
	best   []renju.Point // Line
	judged bool          // it counts in the summary
}

// The losses of the mover's chance that are marked, and that below which a move is
// as good as the best.
const (
	blunder    = 0.25
	mistake    = 0.12
	inaccuracy = 0.05
	accurate   = 0.01
)

func markOf(loss float64) string {
	switch {
	case loss >= blunder:
		return "??"
	case loss >= mistake:
		return "?"
	case loss >= inaccuracy:
		return "?!"
	}
	return ""
}

// bad tells of a mistake or a blunder.
func (m *move) bad() bool { return strings.HasSuffix(m.Mark, "?") }

func (m *move) note(format string, args ...any) {
	m.Notes = append(m.Notes, fmt.Sprintf(format, args...))
}

// search finds the best line of every position until ctx ends. It begins with the
// last: what it learns there helps before.
func (r *review) search(ctx context.Context, s *search.Searcher) error {
	r.lines = make([]search.Line, len(r.plies))
	for i := len(r.plies) - 1; i >= 0; i-- {
		line, err := r.best(ctx, s, i)
		switch {
		case ctx.Err() != nil:
			return nil
		case err != nil:
			return err
		}
		r.lines[i] = line
		r.done.Add(1)
	}
	return nil
}

// best is the best line after so many moves: the search's or, if what the search
// of the next position said of it is better, that of the move that was played.
func (r *review) best(ctx context.Context, s *search.Searcher, i int) (search.Line, error) {
	pos := r.plies[i].Position
	if out := pos.Outcome(); out.Over() {
		value := search.Value(0)
		switch out.Reason {
		case renju.Five:
			value = -search.MateValue
		case renju.ByFoul:
			value = search.MateValue
		}
		return search.Line{Value: value, Moves: []renju.Point{}}, nil
	}
	result, err := s.Search(ctx, pos, r.limits, nil)
	if err != nil || i+1 == len(r.plies) {
		return result.Lines[0], err
	}
	line, next := result.Lines[0], r.lines[i+1]
	move := r.plies[i+1].Move
	played := search.Line{Value: tell.After(next.Value), Moves: append([]renju.Point{move}, next.Moves...)}
	if line.Moves[0] == move && line.Value.WinRate()-played.Value.WinRate() >= inaccuracy {
		// The move was not as good as it looked. Was there a better one?
		lim := r.limits
		lim.Exclude = []renju.Point{move}
		if result, err = s.Search(ctx, pos, lim, nil); err != nil {
			return line, err
		}
		line = result.Lines[0]
	}
	if line.Moves[0] == move || played.Value >= line.Value {
		return played, nil
	}
	return line, nil
}

// judge says what there is to say about each move.
func (r *review) judge() {
	for i, ply := range r.plies[1:] {
		side := ply.Position.ToMove().Opponent()
		m := move{Type: "move", Number: i + 1, Side: side.String(), Move: ply.Move.String(), side: side}
		if best, next := r.lines[i], r.lines[i+1]; best.Moves != nil && next.Moves != nil {
			played := tell.After(next.Value)
			m.best, m.Line = best.Moves, tell.Names(best.Moves)
			m.Before, m.After = round(best.Value.WinRate()), round(played.WinRate())
			m.Loss = round(m.Before - m.After)
			if m.judged = m.Number > r.opening && ply.Move != renju.Pass; m.judged {
				m.Mark = markOf(m.Loss)
				r.forced(&m, best.Value, played)
			}
		}
		if r.game.Rule == renju.Renju {
			r.forbidden(&m)
		}
		r.moves = append(r.moves, m)
	}
}

func round(chance float64) float64 { return math.Round(1e4*chance) / 1e4 }

// forced notes wins that a move missed or gave away.
func (r *review) forced(m *move, best, played search.Value) {
	win, _ := best.Mate()
	now, _ := played.Mate()
	if win > 0 && now <= 0 {
		m.MissedWin = win
		how := tell.ByFours(r.plies[m.Number-1].Position, m.best)
		m.note("missed a win%s in %s: %s", how, cli.Plural((win+1)/2, "move"), tell.Moves(m.best))
	}
	if win >= 0 && now < -1 { // it is not over with this move
		m.LetsWin = -now - 1
		m.note("lets %s win in %s", cli.Side(m.side.Opponent()), cli.Plural(-now/2, "move"))
	}
}

// chart shows Black's chances.
func (r *review) chart() *draw.Chart {
	c := &draw.Chart{Blunders: map[int]string{}, Caption: "Black's chance to win after each move"}
	for i, l := range r.lines {
		chance := l.Value.WinRate()
		if r.plies[i].Position.ToMove() == renju.White {
			chance = 1 - chance
		}
		if l.Moves == nil {
			chance = math.NaN()
		}
		c.Chances = append(c.Chances, chance)
	}
	for _, m := range r.moves {
		if m.bad() {
			c.Blunders[m.Number] = m.Mark
		}
	}
	return c
}

// annotate writes the review into the game: comments at the moves and better lines
// as variations.
func (r *review) annotate() {
	for i, m := range r.moves {
		node, parent := r.plies[i+1].Node, r.plies[i+1].Parent
		if node == nil || m.Line == nil {
			continue
		}
		node.Comment = strings.TrimSpace(node.Comment + "\n\n" + m.comment())
		node.Mark = node.Mark || m.bad()
		known := func(n *record.Node) bool { return n.Stone == m.side && n.Point == m.best[0] }
		if m.Mark == "" || slices.ContainsFunc(parent.Children, known) {
			continue
		}
		for side := m.side; len(m.best) > 0; side = side.Opponent() {
			n := &record.Node{Stone: side, Point: m.best[0]}
			parent.Children = append(parent.Children, n)
			parent, m.best = n, m.best[1:]
		}
	}
}
