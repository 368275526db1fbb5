package analyze

import (
	"fmt"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/search"
)

// people are told in words, with colours if their terminal has them.
type people struct{ colours bool }

func (people) title(a *analysis) string {
	b := a.position.Board()
	stones := b.Count(renju.Black) + b.Count(renju.White)
	return fmt.Sprintf("%s: %s, %s to move, %v %dx%d\n\n", a.name, cli.Plural(stones, "stone"), cli.Side(a.position.ToMove()),
		a.position.Rule(), b.Size(), b.Size())
}

const depthHead = "depth   nodes    time   chance   value  line\n"

// depth is a block of lines about a depth that is finished.
func (p people) depth(a *analysis) string {
	var out strings.Builder
	for i, l := range a.lines {
		about := strings.Repeat(" ", 21)
		if i == 0 {
			about = fmt.Sprintf("%5s %7s %5.1f s", depths(l), tell.Count(a.nodes), a.duration.Seconds())
		}
		fmt.Fprintf(&out, "%s  %s  %s\n", about, p.worth(l), tell.Moves(l.Moves))
	}
	return out.String()
}

// result is the outcome: the lines, best first, and the board.
func (p people) result(a *analysis) string {
	var out strings.Builder
	if !p.colours {
		out.WriteByte('\n') // below the depths
	}
	fmt.Fprintf(&out, "%s%s\n%s", p.table(a, len(a.lines)), p.verdict(a), p.drawn(a))
	return out.String()
}

// table has so many of the lines, and what they took.
func (p people) table(a *analysis, most int) string {
	var out strings.Builder
	out.WriteString("     chance   value  depth  line\n")
	for i, l := range a.lines[:min(most, len(a.lines))] {
		fmt.Fprintf(&out, "%3d  %s  %5s  %s\n", i+1, p.worth(l), depths(l), tell.Moves(l.Moves))
	}
	fmt.Fprintf(&out, "\nDepth %d, %s nodes in %.1f s, %s a second\n", a.lines[0].Depth, tell.Count(a.nodes), a.duration.Seconds(), tell.Count(a.speed()))
	return out.String()
}

// verdict is a sentence about a game that is decided; else "".
func (people) verdict(a *analysis) string {
	side, other := cli.Side(a.position.ToMove()), cli.Side(a.position.ToMove().Opponent())
	switch plies, decided := a.lines[0].Value.Mate(); {
	case !decided:
		return ""
	case plies > 0:
		line := a.lines[0].Moves
		return fmt.Sprintf("%s wins%s in %s with %v.\n", side, tell.ByFours(a.position, line), cli.Plural((plies+1)/2, "move"), line[0])
	default:
		return fmt.Sprintf("%s wins in %s, whatever %s plays.\n", other, cli.Plural(-plies/2, "move"), side)
	}
}

// drawn is the board with the best moves or, with --heat, the chances of all.
func (p people) drawn(a *analysis) string {
	var out strings.Builder
	board := a.board()
	board.Caption = ""
	if a.heat != nil {
		board.Caption = fmt.Sprintf("%s's chance after each move, in percent", cli.Side(a.position.ToMove()))
	}
	_ = draw.Text(&out, board, p.colours) // a builder takes everything
	return out.String()
}

// worth is a line's chance and value.
func (p people) worth(l search.Line) string {
	chance, colour := l.Value.WinRate(), tell.Plain
	switch {
	case p.colours && chance >= 0.6:
		colour = tell.Good
	case p.colours && chance <= 0.4:
		colour = tell.Bad
	}
	return tell.Coloured(fmt.Sprintf("%s  %6s", tell.Percent(chance), l.Value), colour)
}

func depths(l search.Line) string { return fmt.Sprintf("%d-%d", l.Depth, l.SelDepth) }

// liveRows fit on most terminals, below the title.
const liveRows = 22

// live is what a terminal shows meanwhile: as much as there is room for.
func (p people) live(a *analysis) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.lines) == 0 {
		return ""
	}
	board, room := "", liveRows-3 // the head, a gap and what it took
	if rows := a.position.Size() + 3; a.heat != nil && rows < room {
		board, room = "\n"+p.drawn(a), room-rows
	}
	return p.table(a, room) + board
}
