package match

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/match/elo"
)

// standings are what the games so far add up to.
type standings struct {
	tallies  [][]elo.Tally // of each engine, from 0, against those after it
	unscored int
	endings  map[ending]int
	blame    []map[ending]int // games lost by each engine in another way than by five
	black    [2]int           // wins of Black, and of White
	points   map[int]int      // of the engine with the lower number by game, doubled; of games whose partner is still out
	branches branches
}

func newStandings(engines int) *standings {
	s := &standings{
		endings:  map[ending]int{},
		points:   map[int]int{},
		branches: branches{engines: make([]ways, engines)},
	}
	for range engines {
		s.tallies = append(s.tallies, make([]elo.Tally, engines))
		s.blame = append(s.blame, map[ending]int{})
	}
	return s
}

// add counts a game.
func (s *standings) add(g *game) error {
	if err := s.branches.add(g); err != nil {
		return err
	}
	s.endings[g.Ending]++
	if !g.scored() {
		s.unscored++
		return nil
	}
	lower := min(g.First, g.Second)
	tally := &s.tallies[lower-1][g.other(lower)-1]
	points := g.points(lower)
	tally.Add(points)
	if other, ok := s.points[partner(g.Number)]; ok {
		tally.AddPair(points + other)
		delete(s.points, partner(g.Number))
	} else {
		s.points[g.Number] = points
	}
	switch g.Winner {
	case 0:
		return nil
	case g.Black:
		s.black[0]++
	default:
		s.black[1]++
	}
	if slices.Contains(ownDoing(), g.Ending) {
		s.blame[g.other(g.Winner)-1][g.Ending]++
	}
	return nil
}

// duel is the tally of a match of two, as engine 1 sees it.
func (s *standings) duel() elo.Tally { return s.tallies[0][1] }

// against is the tally of two engines, from 0, as the first sees it. Pairs are
// left out.
func (s *standings) against(a, b int) elo.Tally {
	if t := s.tallies[min(a, b)][max(a, b)]; a < b {
		return elo.Tally{Wins: t.Wins, Draws: t.Draws, Losses: t.Losses}
	} else {
		return elo.Tally{Wins: t.Losses, Draws: t.Draws, Losses: t.Wins}
	}
}

// scored is the number of games that count.
func (s *standings) scored() int {
	n := 0
	for _, row := range s.tallies {
		for _, t := range row {
			n += t.Games()
		}
	}
	return n
}

// played is the number of games, scored or not.
func (s *standings) played() int { return s.scored() + s.unscored }

// faults are the games that an engine, from 0, lost by its own doing, in words;
// "" for none.
func (s *standings) faults(engine int) string { return counted(s.blame[engine], ownDoing()) }

// counted lists the numbers of endings that are not 0.
func counted(n map[ending]int, list []ending) string {
	var parts []string
	for _, e := range list {
		if n[e] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", e, n[e]))
		}
	}
	return strings.Join(parts, ", ")
}

// difference is the Elo difference with its interval in words.
func difference(e elo.Estimate) string {
	return fmt.Sprintf("Elo %s, 95 %% between %s and %s", signed(e.Elo), signed(e.Low), signed(e.High))
}

// signed is a difference rounded to whole Elo, beyond which nothing is known.
func signed(elo float64) string {
	if math.IsInf(elo, 0) {
		return map[bool]string{true: "+inf", false: "-inf"}[elo > 0]
	}
	return fmt.Sprintf("%+.0f", math.Round(elo)+0)
}

// line is how the match stands in one short line.
func (s *standings) line(c *config) string {
	text := fmt.Sprintf("%d/%d", s.played(), c.games)
	if c.games == 0 {
		text = fmt.Sprint(s.played())
	}
	if len(c.engines) > 2 || s.scored() == 0 {
		return text
	}
	t := s.duel()
	e := t.Estimate()
	text += fmt.Sprintf("  +%d =%d -%d  Elo %s (%s..%s)", t.Wins, t.Draws, t.Losses, signed(e.Elo), signed(e.Low), signed(e.High))
	if c.sprt != nil {
		lower, upper := c.sprt.Bounds()
		text += fmt.Sprintf("  LLR %.2f (%.2f..%.2f)", c.sprt.Ratio(t), lower, upper)
	}
	return text
}

// summary is how the match stands in full.
func (s *standings) summary(c *config, names []string) string {
	var out strings.Builder
	if n := s.endings[openingOver]; n > 0 {
		fmt.Fprintf(&out, "%s ended when the opening was over.\n", cli.Plural(n, "game"))
	}
	if s.scored() > 0 {
		if len(names) == 2 {
			out.WriteString(s.duelSummary(names))
		} else {
			out.WriteString(s.table(names) + "\n")
		}
		fmt.Fprintf(&out, "Black won %d, White %d\n", s.black[0], s.black[1])
	}
	if s.scored() > 0 && c.sprt != nil {
		lower, upper := c.sprt.Bounds()
		ratio := c.sprt.Ratio(s.duel())
		fmt.Fprintf(&out, "SPRT of %g against %g Elo: log-likelihood ratio %.2f within %.2f and %.2f, %v\n",
			c.sprt.Elo0, c.sprt.Elo1, ratio, lower, upper, c.sprt.Verdict(ratio))
	}
	if how := counted(s.endings, endings()); how != "" {
		fmt.Fprintf(&out, "Endings: %s\n", how)
	}
	for i, name := range names {
		if lost := s.faults(i); lost != "" {
			fmt.Fprintf(&out, "Losses of %s by its own doing: %s\n", name, lost)
		}
	}
	if s.branches.games > 0 {
		fmt.Fprintf(&out, "\n%s", s.branches.table(names))
	}
	return out.String()
}

// duelSummary is the result of a match of two in full.
func (s *standings) duelSummary(names []string) string {
	t := s.duel()
	e := t.Estimate()
	text := fmt.Sprintf("%s against %s: %s, +%d =%d -%d, score %.1f %%\n",
		names[0], names[1], cli.Plural(t.Games(), "game"), t.Wins, t.Draws, t.Losses, 100*t.Score())
	text += fmt.Sprintf("%s; likelihood of superiority %.1f %%\n", difference(e), 100*e.Superiority)
	if t.Pairs != [5]int{} {
		text += fmt.Sprintf("Pairs by points 0, 0.5, 1, 1.5, 2: %d %d %d %d %d\n",
			t.Pairs[0], t.Pairs[1], t.Pairs[2], t.Pairs[3], t.Pairs[4])
	}
	return text
}
