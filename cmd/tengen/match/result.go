package match

import "math"

// result is the match's result as --json has it.
type result struct {
	Engines  []engineResult `json:"engines"`
	Games    int            `json:"games"` // that count
	Opening  int            `json:"openings_only,omitempty"`
	*Duel                   // of a match of two
	Black    int            `json:"black_wins"`
	White    int            `json:"white_wins"`
	Endings  map[ending]int `json:"endings"`
	SPRT     *sprtResult    `json:"sprt,omitempty"`
	Branches []branch       `json:"branches,omitempty"`
}

// Duel is the result of a match of two as engine 1 sees it. Its name is upper
// case for package json, which could not read it otherwise.
type Duel struct {
	Wins     int      `json:"wins"`
	Draws    int      `json:"draws"`
	Losses   int      `json:"losses"`
	Score    float64  `json:"score"` // from 0 to 1
	Elo      *float64 `json:"elo"`   // of engine 1 above engine 2; null: infinite
	Low      *float64 `json:"elo_low"`
	High     *float64 `json:"elo_high"`
	Superior float64  `json:"likelihood_of_superiority"`
	Pairs    [5]int   `json:"pairs"`
}

type engineResult struct {
	Name    string           `json:"name"`
	Command string           `json:"command"`
	Blame   map[ending]int   `json:"losses_by_own_doing"`
	Out     bool             `json:"out,omitempty"`   // for its faults
	Table   *placeResult     `json:"table,omitempty"` // its place among more than two
	Against []opponentResult `json:"against,omitempty"`
}

// placeResult is what the table says of an engine.
type placeResult struct {
	Place  int     `json:"place"` // from 1
	Points float64 `json:"points"`
	Games  int     `json:"games"`
	Elo    float64 `json:"elo"` // above the mean of all
	Low    float64 `json:"elo_low"`
	High   float64 `json:"elo_high"`
}

// opponentResult is what an engine did against another.
type opponentResult struct {
	Engine int `json:"engine"` // from 1
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
}

type sprtResult struct {
	Elo0    float64 `json:"elo0"`
	Elo1    float64 `json:"elo1"`
	Ratio   float64 `json:"llr"`
	Lower   float64 `json:"lower"`
	Upper   float64 `json:"upper"`
	Verdict string  `json:"verdict"`
}

func (m *matcher) result() result {
	c, s := m.conf, m.standings
	r := result{
		Games: s.scored(), Opening: s.endings[openingOver],
		Black: s.black[0], White: s.black[1], Endings: s.endings,
	}
	for i, name := range m.report.names {
		r.Engines = append(r.Engines, engineResult{Name: name, Command: c.engines[i].command, Blame: s.blame[i], Out: m.faults.out[i]})
	}
	if len(c.engines) == 2 {
		r.Duel = s.duelResult()
	} else {
		s.placeResults(r.Engines)
	}
	if c.sprt != nil {
		lower, upper := c.sprt.Bounds()
		ratio := c.sprt.Ratio(s.duel())
		r.SPRT = &sprtResult{c.sprt.Elo0, c.sprt.Elo1, ratio, lower, upper, c.sprt.Verdict(ratio).String()}
	}
	if s.branches.games > 0 {
		r.Branches = s.branches.rows()
	}
	return r
}

func (s *standings) duelResult() *Duel {
	t := s.duel()
	e := t.Estimate()
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) {
			return nil
		}
		return &x
	}
	return &Duel{
		Wins: t.Wins, Draws: t.Draws, Losses: t.Losses, Score: t.Score(),
		Elo: finite(e.Elo), Low: finite(e.Low), High: finite(e.High), Superior: e.Superiority,
		Pairs: t.Pairs,
	}
}

// placeResults sets what the table says of each engine.
func (s *standings) placeResults(engines []engineResult) {
	for i, p := range s.places() {
		e := &engines[p.engine]
		e.Table = &placeResult{i + 1, points(p.tally), p.tally.Games(), p.rating.Elo, p.rating.Low, p.rating.High}
		for b := range engines {
			if t := s.against(p.engine, b); b != p.engine && t.Games() > 0 {
				e.Against = append(e.Against, opponentResult{b + 1, t.Wins, t.Draws, t.Losses})
			}
		}
	}
}
