package match

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// report shows a match to people: the results, games in full where that is
// wanted, and on a terminal a line below that says how the match stands.
type report struct {
	conf  *config
	names [2]string

	mu       sync.Mutex
	out      io.Writer
	terminal io.Writer // for the line below; nil: none
	below    string    // that line, as it is shown
}

func newReport(c *config, out, err io.Writer) *report {
	r := &report{conf: c, out: out}
	if cli.Terminal(err) {
		r.terminal = err
	}
	return r
}

// print writes text above the line of the standings.
func (r *report) print(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase()
	// Nobody is to lose a match because a pipe was closed: errors show when the
	// result is written.
	_, _ = io.WriteString(r.out, text)
	r.draw()
}

// setBelow replaces the line of the standings; "" takes it away.
func (r *report) setBelow(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.erase()
	r.below = text
	r.draw()
}

func (r *report) erase() {
	if r.terminal != nil && r.below != "" {
		_, _ = fmt.Fprintf(r.terminal, "\r%s\r", strings.Repeat(" ", len(r.below)))
	}
}

func (r *report) draw() {
	if r.terminal != nil && r.below != "" {
		_, _ = io.WriteString(r.terminal, r.below)
	}
}

// result tells a game's end. A game that was to end with its opening, and did, is
// news only where it is shown.
func (r *report) result(g *game, s *standings) {
	if !g.scored() && !r.conf.show {
		return
	}
	moves, _ := renju.ParseMoves(g.Moves) // which FormatMoves wrote
	t := s.tally
	text := fmt.Sprintf("Game %d: %s; %s, %s", g.Number, verdict(g, r.names), cli.Plural(len(moves), "stone"), took(g.Millis))
	if !r.conf.show {
		text += fmt.Sprintf("  [+%d =%d -%d]", t.Wins, t.Draws, t.Losses)
	}
	if r.conf.show {
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
	indent int // width of an engine's name
	column int // moves in the line of moves
	last   int // width of the last of them
}

const lineWidth = 76

func (s *show) began(f fixture) {
	s.column, s.indent = 0, max(len(s.report.names[0]), len(s.report.names[1]))
	text := fmt.Sprintf("\nGame %d: %s begins\n", f.number, s.report.names[f.first])
	if f.opening != nil {
		text += fmt.Sprintf("\nopening from line %d: %s\n", f.opening.Line, strings.Join(pointNames(f.opening.Moves), " "))
		text += s.colours(f.first)
	}
	s.report.print(text)
}

// colours says who holds which colour; black is an engine, 0 or 1.
func (s *show) colours(black int) string {
	return fmt.Sprintf("%s has Black (X), %s has White (O).\n\n", s.report.names[black], s.report.names[1-black])
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
				black = 1 - engine
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

func pointNames(points []renju.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = p.String()
	}
	return names
}

// took is a time as people read it.
func took(ms int64) string {
	d := time.Duration(ms) * time.Millisecond
	if d < time.Minute {
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}
