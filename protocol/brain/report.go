package brain

import (
	"fmt"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
)

// A report tells the manager how a search gets on: a MESSAGE for each line of
// play, and what show_detail asks for. It is made for one search, and used by
// its goroutine alone.
type report struct {
	out    *writer
	size   int
	labels Labels
	detail detail
	lines  int // wanted

	said  map[int]string // the last text for each rank
	at    renju.Point    // the root move under way
	going bool           // there is one
}

func newReport(s *session, lines int) *report {
	r := &report{
		out: s.out, size: s.game.size, labels: s.opts.Labels,
		detail: s.settings.detail, lines: lines,
		said: map[int]string{},
	}
	if r.detail&realtime != 0 {
		r.realtime("REFRESH")
	}
	return r
}

const (
	// quiet is how long a search runs before its lines of play are told: its
	// first iterations come in a burst that nobody can read.
	quiet = 20 * time.Millisecond
	// still is the same for the marks of REALTIME, of which there are many.
	still = 200 * time.Millisecond
)

// progress takes the search's reports.
func (r *report) progress(p search.Progress) {
	if p.Event == search.LineDone {
		// Lines begin with the best, also when the silence ends amid them.
		if p.Elapsed >= quiet && (p.Rank == 0 || len(r.said) > 0) {
			r.line(p)
		}
		if p.Rank == 0 && r.detail&realtime != 0 && p.Elapsed >= still && len(p.Line.Moves) > 0 {
			r.realtime("REFRESH")
			r.realtime("BEST", p.Line.Moves[0])
		}
		return
	}
	if r.detail&realtime == 0 || p.Elapsed < still {
		return
	}
	switch p.Event {
	case search.MoveBegin:
		if r.going {
			r.realtime("DONE", r.at)
		}
		r.at, r.going = p.Move, true
		r.realtime("POS", p.Move)
	case search.MoveBest:
		r.realtime("BEST", p.Move)
	case search.MoveLost:
		r.realtime("LOST", p.Move)
	}
}

// finish tells what the search came to, as far as it has not been told.
func (r *report) finish(res search.Result) {
	for rank, l := range res.Lines {
		r.line(search.Progress{
			Line: l, Rank: rank, Of: len(res.Lines),
			Nodes: res.Nodes, Elapsed: res.Elapsed,
		})
	}
	if r.detail&realtime != 0 {
		r.realtime("REFRESH")
	}
}

// line tells a line of play, unless it was the last that was told at its rank.
func (r *report) line(p search.Progress) {
	if p.Rank >= r.lines {
		return
	}
	depth := fmt.Sprintf("%d-%d", p.Line.Depth, p.Line.SelDepth)
	moves := r.names(p.Line.Moves)
	key := depth + " " + p.Line.Value.String() + " " + moves
	if r.said[p.Rank] == key {
		return
	}
	r.said[p.Rank] = key
	if r.lines > 1 {
		say(r.out, fmt.Sprintf("(%d) %v | %s | %s", p.Rank+1, p.Line.Value, depth, moves))
	} else {
		say(r.out, fmt.Sprintf("Depth %s | Eval %v | Time %.1fs | %s", depth, p.Line.Value, p.Elapsed.Seconds(), moves))
	}
	if r.detail&infoBlocks != 0 {
		r.block(p)
	}
}

// block tells a line of play in INFO lines.
func (r *report) block(p search.Progress) {
	speed := int64(0)
	if p.Elapsed > 0 {
		speed = int64(float64(p.Nodes) / p.Elapsed.Seconds())
	}
	r.out.comment(
		fmt.Sprintf("INFO PV %d", p.Rank),
		fmt.Sprintf("INFO NUMPV %d", max(p.Of, 1)),
		fmt.Sprintf("INFO DEPTH %d", p.Line.Depth),
		fmt.Sprintf("INFO SELDEPTH %d", p.Line.SelDepth),
		fmt.Sprintf("INFO NODES %d", p.Nodes),
		fmt.Sprintf("INFO TOTALNODES %d", p.Nodes),
		fmt.Sprintf("INFO TOTALTIME %d", p.Elapsed.Milliseconds()),
		fmt.Sprintf("INFO SPEED %d", speed),
		fmt.Sprintf("INFO EVAL %v", p.Line.Value),
		fmt.Sprintf("INFO WINRATE %.4f", p.Line.Value.WinRate()),
		"INFO BESTLINE "+protocol.FormatPoints(p.Line.Moves, r.size),
		"INFO PV DONE",
	)
}

func (r *report) realtime(what string, at ...renju.Point) {
	text := protocol.Message + " REALTIME " + what
	if len(at) > 0 {
		text += " " + protocol.FormatPoints(at, r.size)
	}
	r.out.comment(text)
}

// names writes moves as "H8 I9".
func (r *report) names(moves []renju.Point) string {
	names := make([]string, len(moves))
	for i, p := range moves {
		if p != renju.Pass && r.labels == LabelsTop {
			_, y := p.Wire(r.size)
			p.Y = int8(y) // names count rows upwards from this one
		}
		names[i] = strings.ToUpper(p.String())
	}
	return strings.Join(names, " ")
}
