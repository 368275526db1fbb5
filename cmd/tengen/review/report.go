package review

import (
	"fmt"
	"io"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
)

// progress is how far the search is, in a line.
func (r *review) progress() string {
	done, all := int(r.done.Load()), len(r.plies)
	_, left := cli.Pace(max(done, 1), all-done, time.Since(r.begun))
	return fmt.Sprintf("%d of %d positions searched, %v to go\n", done, all, left)
}

func (r *review) last() *renju.Position { return r.plies[len(r.plies)-1].Position }

// result is how the game ended, by the rules or as the file has it.
func (r *review) result() string {
	if out := r.last().Outcome(); out.Over() {
		return fmt.Sprintf("%v (%v)", out.Result, out.Reason)
	}
	return r.game.Result.String()
}

// write tells people. What w takes amiss it keeps for later.
func (r *review) write(w io.Writer, colours bool) {
	fmt.Fprintf(w, "%s: %s, %v %dx%d, %s\n\n", r.name, cli.Plural(len(r.moves), "move"), r.game.Rule, r.game.Size, r.game.Size, r.result())
	fmt.Fprintln(w, " nr  move    best   before    after     loss")
	unknown := 0
	for _, m := range r.moves {
		colour := tell.Plain
		if colours && m.bad() {
			colour = tell.Bad
		}
		fmt.Fprintln(w, tell.Coloured(m.row(), colour))
		if m.Line == nil {
			unknown++
		}
	}
	if unknown > 0 {
		fmt.Fprintf(w, "\nInterrupted: %s not searched\n", cli.Plural(unknown, "move"))
	}
	fmt.Fprintln(w)
	for _, s := range r.summaries() {
		fmt.Fprintf(w, "%-22s %s, average loss %.1f %%, %d accurate, %d ?!, %d ?, %d ??, %s missed\n",
			strings.TrimSpace(s.Side+" "+s.Player)+":", cli.Plural(s.Moves, "move"), 100*s.AverageLoss, s.Accurate,
			s.Marks["?!"], s.Marks["?"], s.Marks["??"], cli.Plural(s.MissedWins, "win"))
	}
	fmt.Fprintln(w)
	_ = draw.Text(w, r.chart(), colours)
}

// row is a line of the table.
func (m *move) row() string {
	text := fmt.Sprintf("%3d  %c %-4s", m.Number, cli.Side(m.side)[0], m.Move)
	if m.Line != nil {
		best := m.Line[0]
		if best == m.Move {
			best = "="
		}
		text += fmt.Sprintf("  %-4s  %s  %s  %s", best, tell.Percent(m.Before), tell.Percent(m.After), tell.Percent(m.Loss))
	}
	return strings.TrimRight(fmt.Sprintf("%s  %-2s  %s", text, m.Mark, strings.Join(m.Notes, "; ")), " ")
}

// comment is what a game file says of a move.
func (m *move) comment() string {
	text := fmt.Sprintf("%s's chance: %.1f %%", cli.Side(m.side), 100*m.After)
	if m.Mark != "" {
		text += fmt.Sprintf(" %s\nWith %s it was %.1f %%", m.Mark, m.Line[0], 100*m.Before)
	}
	return strings.Join(append([]string{text}, m.Notes...), "\n")
}

// A summary is what a side's moves came to.
type summary struct {
	Type        string         `json:"type"`
	Side        string         `json:"side"`
	Player      string         `json:"player"`
	Moves       int            `json:"moves"`
	AverageLoss float64        `json:"average_loss"`
	Accurate    int            `json:"accurate"`
	Marks       map[string]int `json:"marks"`
	MissedWins  int            `json:"missed_wins"`
}

func (r *review) summaries() []summary {
	list := []summary{{Side: "black", Player: r.game.Black}, {Side: "white", Player: r.game.White}}
	for i := range list {
		s := &list[i]
		s.Type, s.Marks = "summary", map[string]int{"?!": 0, "?": 0, "??": 0}
		for _, m := range r.moves {
			if !m.judged || m.Side != s.Side {
				continue
			}
			s.Moves++
			s.AverageLoss += m.Loss
			if m.Loss < accurate {
				s.Accurate++
			}
			if m.Mark != "" {
				s.Marks[m.Mark]++
			}
			if m.MissedWin > 0 {
				s.MissedWins++
			}
		}
		s.AverageLoss = round(s.AverageLoss / float64(max(s.Moves, 1)))
	}
	return list
}

// writeJSON tells programs, as the usage says.
func (r *review) writeJSON(w io.Writer) {
	write := func(v any) { _, _ = io.WriteString(w, tell.JSON(v)) }
	write(struct {
		Type   string   `json:"type"`
		Name   string   `json:"name"`
		Black  string   `json:"black"`
		White  string   `json:"white"`
		Rule   string   `json:"rule"`
		Size   int      `json:"size"`
		Moves  []string `json:"moves"`
		Result string   `json:"result"`
	}{"game", r.name, r.game.Black, r.game.White, r.game.Rule.String(), r.game.Size,
		tell.Names(r.last().Moves()), r.result()})
	for _, m := range r.moves {
		write(m)
	}
	for _, s := range r.summaries() {
		write(s)
	}
}
