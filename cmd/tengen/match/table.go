package match

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"tengen/cmd/tengen/match/elo"
)

// place is an engine's place in the table of a tournament.
type place struct {
	engine int // from 0
	tally  elo.Tally
	rating elo.Rating
}

// points is what a tally is worth, a draw being one half.
func points(t elo.Tally) float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// places lists the engines, the best first: by their scores, since they need not
// have played as many games as each other, and then by their ratings.
func (s *standings) places() []place {
	n := len(s.tallies)
	list, won := make([]place, n), make([][]float64, n)
	for a := range n {
		list[a].engine, won[a] = a, make([]float64, n)
		for b := range n {
			if a == b {
				continue
			}
			t := s.against(a, b)
			won[a][b] = points(t)
			list[a].tally.Wins += t.Wins
			list[a].tally.Draws += t.Draws
			list[a].tally.Losses += t.Losses
		}
	}
	for a, r := range elo.Rate(won) {
		list[a].rating = r
	}
	slices.SortStableFunc(list, func(a, b place) int {
		return cmp.Or(cmp.Compare(b.tally.Score(), a.tally.Score()), cmp.Compare(b.rating.Elo, a.rating.Elo))
	})
	return list
}

// table is the table of a tournament: the engines by their places, with what each
// scored against each other, "5.5/10" being points of games, and the games lost
// by crashes and the like.
func (s *standings) table(names []string) string {
	places := s.places()
	rows := [][]string{{"", "engine", "points", "Elo", "95 %"}}
	for i := range places {
		rows[0] = append(rows[0], fmt.Sprint(i+1))
	}
	rows[0] = append(rows[0], "lost by own doing")
	for i, p := range places {
		row := []string{
			fmt.Sprint(i + 1), names[p.engine], share(p.tally), signed(p.rating.Elo),
			signed(p.rating.Low) + ".." + signed(p.rating.High),
		}
		for _, other := range places {
			cell := "-"
			if other.engine != p.engine {
				cell = share(s.against(p.engine, other.engine))
			}
			row = append(row, cell)
		}
		rows = append(rows, append(row, s.faults(p.engine)))
	}
	return align(rows)
}

// share is points of games; "" of none.
func share(t elo.Tally) string {
	if t.Games() == 0 {
		return ""
	}
	return fmt.Sprintf("%g/%d", points(t), t.Games())
}

// align sets rows of cells below each other: the second column, that of names,
// and the last to the left, all else to the right.
func align(rows [][]string) string {
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	var out strings.Builder
	for _, row := range rows {
		line := ""
		for i, cell := range row {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if i == 1 || i == len(row)-1 {
				line += cell + blanks + "  "
			} else {
				line += blanks + cell + "  "
			}
		}
		out.WriteString(strings.TrimRight(line, " ") + "\n")
	}
	return out.String()
}
