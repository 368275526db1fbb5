package match

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/screen"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// report shows a match to people: the results, games in full where that is
// wanted, and on a terminal below them how the match stands.
type report struct {
	conf  *config
	names []string

	mu       sync.Mutex
	out      io.Writer
	terminal io.Writer // for what stands below; nil: none
	below    string    // that, as it is shown, in lines
}

func newReport(c *config, out, err io.Writer) *report {
	r := &report{conf: c, out: out}
	if screen.ANSI(err) {
		r.terminal = err
	}
	return r
}

// print writes text above the standings.
func (r *report) print(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase()
	// Nobody is to lose a match because a pipe was closed: errors show when the
	// result is written.
	_, _ = io.WriteString(r.out, text)
	r.draw()
}

// setBelow replaces the standings; "" takes them away.
func (r *report) setBelow(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase()
	r.below = text
	r.draw()
}

func (r *report) erase() {
	if r.terminal != nil && r.below != "" {
		_, _ = fmt.Fprintf(r.terminal, "\r\x1b[%dA\x1b[J", strings.Count(r.below, "\n"))
	}
}

func (r *report) draw() {
	// A line that is wider than the terminal is cut off: broken in two it would
	// leave its second half behind when the next text takes its place.
	const wrapOff, wrapOn = "\x1b[?7l", "\x1b[?7h"
	if r.terminal != nil && r.below != "" {
		_, _ = io.WriteString(r.terminal, wrapOff+r.below+wrapOn)
	}
}

// result tells a game's end. A game that was to end with its opening, and did, is
// news only where it is shown.
func (r *report) result(g *game, s *standings) {
	if g.Ending == openingOver && !r.conf.show {
		return
	}
	text := fmt.Sprintf("Game %d", g.Number)
	lower := min(g.First, g.Second)
	higher := g.other(lower)
	if len(r.names) > 2 {
		text += fmt.Sprintf(", %s against %s", r.names[lower-1], r.names[higher-1])
	}
	text += ": " + verdict(g, r.names)
	played := g.Ending != byForfeit && g.Ending != notPlayed
	if played {
		moves, _ := renju.ParseMoves(g.Moves) // which FormatMoves wrote
		text += fmt.Sprintf("; %s, %s", cli.Plural(len(moves), "stone"), took(g.Millis))
	}
	switch {
	case !r.conf.show:
		t := s.against(lower-1, higher-1)
		text += fmt.Sprintf("  [+%d =%d -%d]", t.Wins, t.Draws, t.Losses)
	case played:
		text = "\n\n" + r.diagram(g) + "\n" + text
	}
	r.print(text + "\n")
}

// diagram is the final position of a game, the row that won marked, or the last
// stone.
func (r *report) diagram(g *game) string {
	position, err := renju.PositionFromMoves(r.conf.size, r.conf.rule, g.Moves)
	if err != nil {
		return ""
	}
	var marks []renju.Mark
	row, err := renju.ParseMoves(g.Row)
	if last, ok := position.LastMove(); err == nil && len(row) == 0 && ok {
		row = []renju.Point{last}
	}
	for _, p := range row {
		marks = append(marks, renju.Mark{Point: p})
	}
	return position.Board().Diagram(marks...)
}

// show shows one game while it is played.
type show struct {
	report *report
	game   fixture
	indent int // width of an engine's name
	column int // moves in the line of moves
	last   int // width of the last of them
}

const lineWidth = 76

func (s *show) began(f fixture) {
	first, second := s.report.names[f.first], s.report.names[f.second]
	s.game, s.column, s.indent = f, 0, max(len(first), len(second))
	text := fmt.Sprintf("\nGame %d: %s begins", f.number, first)
	if len(s.report.names) > 2 {
		text += " against " + second
	}
	text += "\n"
	if f.opening != nil {
		text += fmt.Sprintf("\nopening from line %d: %s\n", f.opening.Line, tell.Moves(f.opening.Moves))
		text += s.colours(f.first)
	}
	s.report.print(text)
}

// colours says who holds which colour; black is an engine, from 0.
func (s *show) colours(black int) string {
	return fmt.Sprintf("%s has Black (X), %s has White (O).\n\n", s.report.names[black], s.report.names[s.game.other(black)])
}

func (s *show) answered(engine int, st *taraguchi.State, a answer) {
	text := fmt.Sprintf("\n%-*s  %s  (%s)\n", s.indent, s.report.names[engine], describe(st, a.Answer), took(a.Millis))
	for _, why := range a.Why {
		text += strings.Repeat(" ", s.indent+2) + "| " + why + "\n"
	}
	if answer, err := parseAnswer(a.Answer); err == nil {
		after := st.Clone()
		if after.Apply(answer) == nil && after.Over() {
			text += "\nThe opening is over"
			if o, ok := taraguchi.OpeningOf(after.Stones()); ok {
				text += " (" + o.String() + ")"
			}
			black := engine // who answers now moves, or has just placed stone 6 as White
			if after.Holder(renju.Black) != st.Turn() {
				black = s.game.other(engine)
			}
			text += ": " + s.colours(black)
		}
	}
	s.report.print(text)
}

func (s *show) moved(number int, p renju.Point, _ int, _ time.Duration) {
	const width = len("123 h15 ") // the blanks behind a move come with the next one
	text := fmt.Sprintf("%3d %v", number, p)
	switch {
	case s.column == 0:
		s.column = 1
	case s.column == lineWidth/width:
		text = "\n" + text
		s.column = 1
	default:
		text = strings.Repeat(" ", width-s.last) + text
		s.column++
	}
	s.last = len(fmt.Sprintf("%3d %v", number, p))
	s.report.print(text)
}

// took is a time as people read it.
func took(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
