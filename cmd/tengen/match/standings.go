package match

import (
	"fmt"
	"math"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/match/elo"
)

// standings are what the games so far add up to.
type standings struct {
	tally    elo.Tally // as engine 1 sees it
	unscored int
	endings  map[ending]int
	blame    [2]map[ending]int // games lost by each engine in another way than by five or foul
	black    [2]int            // wins of Black, and of White
	points   map[int]int       // of engine 1 by game, doubled; of games whose partner is still out
	branches branches
}

func newStandings() *standings {
	return &standings{
		endings: map[ending]int{},
		blame:   [2]map[ending]int{{}, {}},
		points:  map[int]int{},
	}
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
	points := g.points(1)
	s.tally.Add(points)
	if other, ok := s.points[partner(g.Number)]; ok {
		s.tally.AddPair(points + other)
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
	switch g.Ending {
	case onTime, byCrash, byAnswer, byFoul:
		s.blame[2-g.Winner][g.Ending]++
	}
	return nil
}

// played is the number of games, scored or not.
func (s *standings) played() int { return s.tally.Games() + s.unscored }

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
	t := s.tally
	text := fmt.Sprintf("%d/%d", s.played(), c.games)
	if c.games == 0 {
		text = fmt.Sprint(s.played())
	}
	if t.Games() == 0 {
		return text
	}
	e := t.Estimate()
	text += fmt.Sprintf("  +%d =%d -%d  Elo %s (%s..%s)", t.Wins, t.Draws, t.Losses, signed(e.Elo), signed(e.Low), signed(e.High))
	if c.sprt != nil {
		lower, upper := c.sprt.Bounds()
		text += fmt.Sprintf("  LLR %.2f (%.2f..%.2f)", c.sprt.Ratio(t), lower, upper)
	}
	return text
}

// summary is how the match stands in full.
func (s *standings) summary(c *config, names [2]string) string {
	var out strings.Builder
	t := s.tally
	if s.unscored > 0 {
		fmt.Fprintf(&out, "%s ended when the opening was over.\n", cli.Plural(s.unscored, "game"))
	}
	if t.Games() > 0 {
		fmt.Fprintf(&out, "%s against %s: %s, +%d =%d -%d, score %.1f %%\n",
			names[0], names[1], cli.Plural(t.Games(), "game"), t.Wins, t.Draws, t.Losses, 100*t.Score())
		e := t.Estimate()
		fmt.Fprintf(&out, "%s; likelihood of superiority %.1f %%\n", difference(e), 100*e.Superiority)
		if t.Pairs != [5]int{} {
			fmt.Fprintf(&out, "Pairs by points 0, 0.5, 1, 1.5, 2: %d %d %d %d %d\n",
				t.Pairs[0], t.Pairs[1], t.Pairs[2], t.Pairs[3], t.Pairs[4])
		}
		fmt.Fprintf(&out, "Black won %d, White %d\n", s.black[0], s.black[1])
		if c.sprt != nil {
			lower, upper := c.sprt.Bounds()
			ratio := c.sprt.Ratio(t)
			fmt.Fprintf(&out, "SPRT of %g against %g Elo: log-likelihood ratio %.2f within %.2f and %.2f, %v\n",
				c.sprt.Elo0, c.sprt.Elo1, ratio, lower, upper, c.sprt.Verdict(ratio))
		}
	}
	var how []string
	for _, e := range []ending{byFive, byFoul, moveLimit, fullBoard, onTime, byCrash, byAnswer} {
		if n := s.endings[e]; n > 0 {
			how = append(how, fmt.Sprintf("%s %d", e, n))
		}
	}
	if len(how) > 0 {
		fmt.Fprintf(&out, "Endings: %s\n", strings.Join(how, ", "))
	}
	for i, name := range names {
		var lost []string
		for _, e := range []ending{byFoul, onTime, byCrash, byAnswer} {
			if n := s.blame[i][e]; n > 0 {
				lost = append(lost, fmt.Sprintf("%s %d", e, n))
			}
		}
		if len(lost) > 0 {
			fmt.Fprintf(&out, "Losses of %s by its own doing: %s\n", name, strings.Join(lost, ", "))
		}
	}
	if s.branches.games > 0 {
		fmt.Fprintf(&out, "\n%s", s.branches.table(names))
	}
	return out.String()
}

// result is the match's result as --json has it.
type result struct {
	Engines  [2]engineResult `json:"engines"`
	Games    int             `json:"games"` // that count
	Opening  int             `json:"openings_only,omitempty"`
	Wins     int             `json:"wins"` // of engine 1
	Draws    int             `json:"draws"`
	Losses   int             `json:"losses"`
	Score    float64         `json:"score"` // of engine 1, from 0 to 1
	Elo      *float64        `json:"elo"`   // of engine 1 above engine 2; null: infinite
	Low      *float64        `json:"elo_low"`
	High     *float64        `json:"elo_high"`
	Superior float64         `json:"likelihood_of_superiority"`
	Pairs    [5]int          `json:"pairs"`
	Black    int             `json:"black_wins"`
	White    int             `json:"white_wins"`
	Endings  map[ending]int  `json:"endings"`
	SPRT     *sprtResult     `json:"sprt,omitempty"`
	Branches []branch        `json:"branches,omitempty"`
}

type engineResult struct {
	Name    string         `json:"name"`
	Command string         `json:"command"`
	Blame   map[ending]int `json:"losses_by_own_doing"`
}

type sprtResult struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Ratio   float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"`
}

func (s *standings) result(c *config, names [2]string) result {
	t, e := s.tally, s.tally.Estimate()
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	r := result{
		Games: t.Games(), Opening: s.unscored,
		Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Score: t.Score(),
		Elo: finite(e.Elo), Low: finite(e.Low), High: finite(e.High), Superior: e.Superiority,
		Pairs: t.Pairs, Black: s.black[0], White: s.black[1], Endings: s.endings,
	}
	for i := range r.Engines {
		r.Engines[i] = engineResult{names[i], c.engines[i].command, s.blame[i]}
	}
	if c.sprt != nil {
		lower, upper := c.sprt.Bounds()
		ratio := c.sprt.Ratio(t)
		r.SPRT = &sprtResult{c.sprt.Elo0, c.sprt.Elo1, ratio, lower, upper, c.sprt.Verdict(ratio).String()}
	}
	if s.branches.games > 0 {
		r.Branches = s.branches.rows()
	}
	return r
}
