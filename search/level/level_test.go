package level

import (
	"context"
	"flag"
	"slices"
	"testing"

	"tengen/engine/renju"
	"tengen/search"
)

// A told searcher has its lines from a test, and keeps the limits.
type told struct {
	lines []search.Line
	lim   search.Limits
}

func (s *told) Search(_ context.Context, _ *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error) {
	s.lim = lim
	if progress != nil {
		progress(search.Progress{})
	}
	lines := slices.Clone(s.lines)
	return search.Result{Best: lines[0].Moves[0], Lines: lines}, nil
}

func linesOf(values ...search.Value) []search.Line {
	var lines []search.Line
	for i, v := range values {
		lines = append(lines, search.Line{Value: v, Moves: []renju.Point{{X: int8(i), Y: 3}}})
	}
	return lines
}

func position(t testing.TB, moves string) *renju.Position {
	t.Helper()
	pos, err := renju.PositionFromMoves(15, renju.Renju, moves)
	if err != nil {
		t.Fatal(err)
	}
	return pos
}

func TestFullIsTheSearchItself(t *testing.T) {
	s := &told{lines: linesOf(1, 0)}
	reports := 0
	p := Player{Searcher: s, Level: Full, Seed: 7}
	res, err := p.Search(t.Context(), position(t, "h8"), search.Limits{Depth: 50}, func(search.Progress) { reports++ })
	if err != nil || res.Best != s.lines[0].Moves[0] || len(res.Lines) != 2 || reports != 1 {
		t.Errorf("%+v, %v, %d reports", res, err, reports)
	}
	if s.lim.Depth != 50 || s.lim.Nodes != 0 || s.lim.MultiPV != 0 {
		t.Errorf("limits %+v, want those that were given", s.lim)
	}
}

func TestLimitsAreNarrowed(t *testing.T) {
	s := &told{lines: linesOf(0)}
	for _, c := range []struct {
		level     int
		lim, want search.Limits
	}{
		{0, search.Limits{}, search.Limits{MultiPV: 12, Depth: 1, Nodes: 4000}},
		{-5, search.Limits{}, search.Limits{MultiPV: 12, Depth: 1, Nodes: 4000}},
		{60, search.Limits{}, search.Limits{MultiPV: 6, Depth: 8, Nodes: 78016}},
		{60, search.Limits{MultiPV: 20, Depth: 3, Nodes: 99}, search.Limits{MultiPV: 20, Depth: 3, Nodes: 99}},
	} {
		p := Player{Searcher: s, Level: c.level}
		if _, err := p.Search(t.Context(), position(t, "h8"), c.lim, nil); err != nil {
			t.Fatal(err)
		}
		if got := s.lim; got.MultiPV != c.want.MultiPV || got.Depth != c.want.Depth || got.Nodes != c.want.Nodes {
			t.Errorf("level %d, %+v: %+v, want %+v", c.level, c.lim, got, c.want)
		}
	}
}

// How often each line is drawn, in percent.
func TestChoice(t *testing.T) {
	const win, loss = search.MateValue, -search.MateValue
	for _, c := range []struct {
		name      string
		level     int
		values    []search.Value
		line      int
		low, high int
	}{
		{"a beginner hardly minds", 0, []search.Value{60, 0}, 1, 35, 49},
		{"a good player does", 60, []search.Value{60, 0}, 1, 0, 8},
		{"an expert is not to be led astray", 95, []search.Value{60, 0}, 1, 0, 0},
		{"a win at hand is taken", 40, []search.Value{win - 3, 50, 40, 30}, 0, 98, 100},
		{"one far away is not seen", 10, []search.Value{win - 31, 50, 40, 30}, 0, 10, 40},
		{"an open three is stopped", 50, []search.Value{-40, loss + 4, loss + 4, loss + 4}, 0, 98, 100},
		{"even by a novice, as a rule", 20, []search.Value{-40, loss + 4, loss + 4, loss + 4}, 0, 90, 100},
		{"a beginner may miss it", 0, []search.Value{-40, loss + 4, loss + 4, loss + 4}, 0, 40, 80},
		{"lines beyond those of the level do not count", 99, []search.Value{0, 0, 0}, 2, 0, 0},
	} {
		s := &told{lines: linesOf(c.values...)}
		const games = 1000
		drawn := 0
		for seed := range int64(games) {
			p := Player{Searcher: s, Level: c.level, Seed: seed}
			res, err := p.Search(t.Context(), position(t, "h8"), search.Limits{}, nil)
			if err != nil || len(res.Lines) != 1 || res.Lines[0].Moves[0] != res.Best {
				t.Fatalf("%s: %+v, %v", c.name, res, err)
			}
			if res.Best == s.lines[c.line].Moves[0] {
				drawn++
			}
		}
		if got := drawn * 100 / games; got < c.low || got > c.high {
			t.Errorf("%s: %d %%, want %d to %d", c.name, got, c.low, c.high)
		}
	}
}

// The line chosen comes first, the others behind it in their order.
func TestSeveralLines(t *testing.T) {
	s := &told{lines: linesOf(4, 3, 2, 1)}
	for seed := range int64(100) {
		p := Player{Searcher: s, Seed: seed}
		res, err := p.Search(t.Context(), position(t, "h8"), search.Limits{MultiPV: 3}, nil)
		if err != nil || len(res.Lines) != 3 || res.Lines[0].Moves[0] != res.Best {
			t.Fatalf("%+v, %v", res, err)
		}
		again, _ := p.Search(t.Context(), position(t, "h8"), search.Limits{MultiPV: 3}, nil)
		if again.Best != res.Best {
			t.Errorf("seed %d: %v and then %v", seed, res.Best, again.Best)
		}
		if rest := res.Lines[1:]; rest[0].Value <= rest[1].Value {
			t.Errorf("seed %d: the others are %v and %v", seed, rest[0].Value, rest[1].Value)
		}
	}
}

// What no level overlooks, with the real search.
func TestNoBlunders(t *testing.T) {
	s := search.New(search.Options{TableBytes: 1 << 20})
	for _, c := range []struct {
		name, moves string
		want        []string
	}{
		{"makes five", "h8a1i8b1j8c1k8e1", []string{"g8", "l8"}},
		{"stops the four", "h8g8i8b1j8c1k8", []string{"l8"}},
	} {
		for _, level := range []int{0, 30, 70} {
			p := Player{Searcher: s, Level: level, Seed: int64(level)}
			res, err := p.Search(t.Context(), position(t, c.moves), search.Limits{Nodes: 5000}, nil)
			if err != nil || !slices.Contains(c.want, res.Best.String()) {
				t.Errorf("%s at level %d: %v, %v, want %v", c.name, level, res.Best, err, c.want)
			}
		}
	}
	// The double-three on h8 is what a beginner would love to play.
	for seed := range int64(20) {
		pos := position(t, "h9a1h10a15i8o1j8o15")
		p := Player{Searcher: s, Seed: seed}
		res, err := p.Search(t.Context(), pos, search.Limits{}, nil)
		if err != nil || pos.IsFoul(res.Best) || near(pos, res.Best) > 3 {
			t.Errorf("seed %d plays %v, %v", seed, res.Best, err)
		}
	}
}

// near is how far the nearest stone is.
func near(pos *renju.Position, p renju.Point) int {
	least := pos.Size()
	for _, q := range pos.Moves() {
		d := max(abs(int(p.X-q.X)), abs(int(p.Y-q.Y)))
		least = min(least, d)
	}
	return least
}

func abs(n int) int { return max(n, -n) }

var (
	matchLow   = flag.Int("low", 0, "level of one player in TestMatch")
	matchHigh  = flag.Int("high", 20, "level of the other")
	matchGames = flag.Int("games", 0, "how many games, 0: a few that are quick")
	matchNodes = flag.Int64("nodes", 0, "most nodes for a move of either")
)

// TestMatch plays the games by which the numbers of the levels were set:
//
//	go test ./search/level -run Match -v -low 20 -high 40 -games 20
func TestMatch(t *testing.T) {
	if testing.Short() {
		t.Skip("games take their time")
	}
	games, levels, nodes := *matchGames, [2]int{*matchLow, *matchHigh}, *matchNodes
	if games == 0 {
		games, levels, nodes = 6, [2]int{0, 40}, 4000
	}
	score := 0.0 // of the higher level
	length := 0
	for n := range games {
		result, moves := match(t, levels, nodes, n)
		score += result
		length += moves
	}
	t.Logf("level %d against %d: %.1f of %d, %d moves a game", levels[1], levels[0], score, games, length/games)
	if score < 0.7*float64(games) {
		t.Errorf("level %d scores %.1f of %d against %d", levels[1], score, games, levels[0])
	}
}

// match plays a game and returns what the second level scores, and the moves.
func match(t *testing.T, levels [2]int, nodes int64, n int) (float64, int) {
	var players [2]*Player
	for i, l := range levels {
		s := search.New(search.Options{TableBytes: 4 << 20})
		players[i] = &Player{Searcher: s, Level: l, Seed: int64(n)}
	}
	pos := position(t, openings[n/2%len(openings)])
	for turn := n % 2; !pos.Outcome().Over() && len(pos.Moves()) < 120; turn = 1 - turn {
		res, err := players[turn].Search(t.Context(), pos, search.Limits{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if pos.IsFoul(res.Best) {
			t.Errorf("level %d plays a foul", levels[turn])
		}
		if err := pos.Play(res.Best); err != nil {
			t.Fatal(err)
		}
		if pos.Outcome().Over() && pos.Outcome().Result != renju.Draw {
			return float64(turn), len(pos.Moves())
		}
	}
	return 0.5, len(pos.Moves())
}

// openings are five stones that tournaments have games begin with: about even.
var openings = []string{
	"h8i9k9j8g9", "h8i9k9k8f8", "h8h9i11j10j11", "h8i9k10k8i7", "h8i9k7k8i7", "h8h9k9k8k7",
	"h8i9k6j7i5", "h8h9j11j10i10", "h8h9h11i11f8", "h8i9k11k9h9", "h8h9k11j10i10", "h8h9k10j9i10",
}
