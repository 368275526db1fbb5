package serve

import (
	"maps"
	"slices"
	"strings"
	"time"

	"tengen/book"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A view is a game as a page shows it: all that may be done now, and all that the rules say
// of it. Pages know no rules.
type view struct {
	ID        string            `json:"id"`
	Version   int               `json:"version"`
	Line      string            `json:"line"`
	Rule      string            `json:"rule"`
	Size      int               `json:"size"`
	Taraguchi bool              `json:"taraguchi"`
	Strict    bool              `json:"strict"`
	Paused    bool              `json:"paused"`
	Players   [2]player         `json:"players"`
	Clocks    [2]clock          `json:"clocks"`
	Black     taraguchi.Player  `json:"black"` // the player who holds Black
	Moves     []string          `json:"moves"`
	Steps     []stepView        `json:"steps"` // those that were taken back too
	Done      int               `json:"done"`
	Turn      taraguchi.Player  `json:"turn"`
	ToMove    string            `json:"toMove"`  // the colour of the next stone
	Stone     int               `json:"stone"`   // its number
	Opening   bool              `json:"opening"` // it belongs to the opening
	Name      string            `json:"name"`    // of the opening, in Latin letters
	Kanji     string            `json:"kanji"`
	Click     string            `json:"click"`  // what a click on the board does: "place", "offer", "pick" or nothing
	Lit       []string          `json:"lit"`    // where a click may go, null: everywhere
	Square    int               `json:"square"` // stones wide that the lit square is, 0: there is none
	May       []string          `json:"may"`
	Offers    []string          `json:"offers"` // that wait for a pick, or that are being collected
	Greyed    []string          `json:"greyed"` // symmetric to those
	Picked    string            `json:"picked"`
	Forbidden map[string]string `json:"forbidden"`
	Result    *result           `json:"result"`
	Engine    *engineView       `json:"engine"` // it thinks
}

type stepView struct {
	Say     string           `json:"say"`
	Kind    string           `json:"kind"`   // "stone", "pass", "swap", "offer", "resign" or "time"
	By      taraguchi.Player `json:"by"`     // of steps that stand
	Took    float64          `json:"took"`   // seconds
	Chance  float64          `json:"chance"` // Black's; negative: not known
	Stones  int              `json:"stones"` // on the board after it
	Blunder bool             `json:"blunder,omitempty"`
}

// A clock is a player's.
type clock struct {
	Left    float64 `json:"left"` // seconds for the next step; negative: no limit
	Used    float64 `json:"used"` // seconds of the game
	Running bool    `json:"running"`
}

type engineView struct {
	Place int `json:"place"` // in the queue; 0: it thinks
}

// A result is how a game has ended.
type result struct {
	Winner string            `json:"winner"` // "black", "white" or "draw"
	Reason string            `json:"reason"` // "five", "foul", "full board", "resign" or "time"
	Foul   string            `json:"foul"`
	Row    []string          `json:"row"`    // that won, or that is the foul
	Player *taraguchi.Player `json:"player"` // who won
}

var verbKinds = [...]string{stone: "stone", pass: "pass", swap: "swap", offer: "offer", resign: "resign", timeUp: "time"}

// blunder is how much of the chance to win a move must throw away to be called one.
const blunder = 0.15

// view is the board's game as pages show it, with the board's mutex held.
func (b *board) view() view {
	g := b.game
	v := view{
		ID: b.id, Version: b.version, Line: g.line(), Rule: g.heading.Rule.String(), Size: g.heading.Size,
		Taraguchi: g.heading.Taraguchi, Strict: g.strict, Paused: g.paused, Players: g.players,
		Black: g.holder(renju.Black), Moves: tell.Names(g.pos.Moves()), Steps: g.stepViews(), Done: g.done,
		Turn: g.turn(), ToMove: g.pos.ToMove().String(), Stone: len(g.pos.Moves()) + 1,
		Opening: g.inOpening(), Offers: tell.Names(g.draft), Greyed: []string{}, Forbidden: map[string]string{}, May: []string{},
	}
	if o, ok := g.opened(); ok {
		v.Name, v.Kanji = o.String(), o.Kanji
	}
	for p := range v.Clocks {
		v.Clocks[p] = b.clock(taraguchi.Player(p))
	}
	if b.engine != nil {
		v.Engine = &engineView{Place: int(b.engine.place.Load())}
	}
	if g.over() {
		v.Result = g.result()
	} else {
		b.viewChoices(&v)
	}
	for p, foul := range forbidden(g.pos) {
		v.Forbidden[p.String()] = foul.String()
	}
	v.May = append(v.May, g.mayAlways()...)
	return v
}

// viewChoices says what may be done by whoever is to speak.
func (b *board) viewChoices(v *view) {
	g := b.game
	if g.turnIsEngines() && !g.paused {
		v.Lit = []string{}
		if offers := g.offers(); offers != nil {
			v.Offers = tell.Names(offers)
		}
		return
	}
	v.Click = "place"
	if room := g.room(); room != nil {
		v.Lit = tell.Names(room)
	}
	legal := g.legal()
	switch {
	case g.collecting:
		v.Click, v.Lit = "offer", nil
		v.Greyed = tell.Names(g.symmetric(g.draft, g.strict))
	case g.picked != renju.Pass:
		v.Picked = g.picked.String()
	case g.offers() != nil:
		v.Click, v.Offers = "pick", tell.Names(g.offers())
	case g.inOpening() && g.opening.Square() <= 4:
		v.Square = 2*g.opening.Square() + 1
	}
	for _, k := range []taraguchi.Kind{taraguchi.Place, taraguchi.Swap, taraguchi.Offer, taraguchi.Pick} {
		if legal.Has(k) {
			v.May = append(v.May, k.String())
		}
	}
	if !g.inOpening() {
		v.May = append(v.May, "place")
	}
}

// mayAlways are the things that do not depend on whose turn it is.
func (g *game) mayAlways() (may []string) {
	if g.canUndo() {
		may = append(may, "undo")
	}
	if g.done < len(g.steps) {
		may = append(may, "redo")
	}
	if !g.over() {
		may = append(may, "resign")
	}
	return may
}

// stepViews are the steps, those that were taken back too.
func (g *game) stepViews() []stepView {
	steps := make([]stepView, len(g.steps))
	before := 0.5 // Black's chance
	stones, stone := 0, renju.Black
	for i, s := range g.steps {
		v := stepView{Say: s.String(), Kind: verbKinds[s.verb], Took: s.took.Seconds(), Chance: s.chance}
		if i < g.done {
			v.By = g.by[i]
		}
		if len(s.points) == 1 || s.verb == pass {
			stones++
			if s.chance >= 0 && before >= 0 {
				lost := before - s.chance
				if stone == renju.White {
					lost = -lost
				}
				v.Blunder = lost >= blunder && stones > g.settled()
			}
			before = s.chance
			stone = stone.Opponent()
		}
		v.Stones = stones
		steps[i] = v
	}
	return steps
}

// settled is how many stones are put down before it is settled who holds which colour: what is
// bad for a colour until then is not bad for a player.
func (g *game) settled() int {
	if g.heading.Taraguchi {
		return 5
	}
	return 0
}

// opened is the opening of a game, if it has a name.
func (g *game) opened() (taraguchi.Opening, bool) {
	if g.heading.Rule != renju.Renju || g.heading.Size != taraguchi.Size {
		return taraguchi.Opening{}, false
	}
	return taraguchi.OpeningOf(g.pos.Moves())
}

// name is that of the opening, "" if it has none.
func (g *game) name() string {
	if o, ok := g.opened(); ok {
		return o.String()
	}
	return ""
}

// clock is how a player's clock stands, with the board's mutex held.
func (b *board) clock(p taraguchi.Player) clock {
	g := b.game
	running := g.turn() == p && !g.over() && !b.since.IsZero()
	c := clock{Left: -1, Used: g.used(p).Seconds(), Running: running}
	var now time.Duration
	if running {
		now = time.Since(b.since)
		c.Used += now.Seconds()
	}
	if left, limited := g.left(p); limited {
		c.Left = max(0, (left - now).Seconds())
	}
	return c
}

// forbidden are the points where Black, who is to move, may not play.
func forbidden(pos *renju.Position) map[renju.Point]renju.Foul {
	if pos.Rule() != renju.Renju || pos.ToMove() != renju.Black || pos.Board().Count(renju.Black) < 4 {
		return nil // every foul takes four stones besides
	}
	return pos.Board().Forbidden()
}

// result is how the game has ended.
func (g *game) result() *result {
	out := g.pos.Outcome()
	if g.lost != nil {
		winner := g.lost.player.Other()
		return &result{Winner: g.colour(winner).String(), Reason: verbNames[g.lost.verb], Row: []string{}, Player: &winner}
	}
	r := &result{Winner: "draw", Reason: out.Reason.String(), Foul: out.Foul.String(), Row: []string{}}
	switch out.Reason {
	case renju.Five:
		r.Row = tell.Names(out.Row)
	case renju.ByFoul:
		r.Row = tell.Names(foulStones(g.pos.Board(), lastStone(g.pos), out.Foul))
	}
	if out.Result != renju.Draw {
		colour := renju.Black
		if out.Result == renju.WhiteWins {
			colour = renju.White
		}
		winner := g.holder(colour)
		r.Winner, r.Player = colour.String(), &winner
	}
	return r
}

// A studyView is an analysis as pages show it.
type studyView struct {
	Version int                  `json:"version"`
	Mode    string               `json:"mode"`
	Running bool                 `json:"running"`
	Place   int                  `json:"place"` // in the queue; 0: it searches, or has ended
	Line    string               `json:"line"`  // the game that it is about
	ToMove  string               `json:"toMove"`
	Fault   string               `json:"fault,omitempty"`
	Seconds float64              `json:"seconds"`
	Nodes   int64                `json:"nodes"`
	Depth   int                  `json:"depth"`
	Lines   []lineFound          `json:"lines"`
	Heat    map[string]heatFound `json:"heat,omitempty"`
	Said    []string             `json:"said,omitempty"`
	Answer  string               `json:"answer,omitempty"`
	Advice  *advice              `json:"advice,omitempty"`
	Solved  *solution            `json:"solved,omitempty"`
	Threats *threats             `json:"threats,omitempty"`
	Checked int                  `json:"checked,omitempty"`
	ToCheck int                  `json:"toCheck,omitempty"`
}

// studyView is what the analysis has found, nil if there is none, with the board's mutex held.
func (b *board) studyView() *studyView {
	s := b.study
	if s == nil {
		return nil
	}
	v := &studyView{
		Version: b.studied, Mode: s.ask.Mode, Running: s.running, Place: int(s.place.Load()), Line: s.line,
		ToMove: s.at.pos.ToMove().String(), Fault: s.fault, Seconds: s.used.Seconds(), Nodes: s.nodes, Depth: s.depth,
		Lines: slices.Clone(s.lines), Said: slices.Clone(s.said), Solved: s.solved, Threats: s.threats, Checked: s.checked, ToCheck: s.toCheck,
	}
	if s.heat != nil {
		v.Heat = make(map[string]heatFound, len(s.heat))
		for p, h := range s.heat {
			v.Heat[p.String()] = h
		}
	}
	if s.fifths != nil && s.at.inOpening() && s.at.picked == renju.Pass {
		a := advise(s.at.opening, knownBy(b.house.book(), s.at, s.fifths))
		v.Advice = &a
	}
	var words []string
	for _, w := range s.answer {
		words = append(words, w.String())
	}
	v.Answer = strings.Join(words, " ")
	return v
}

// advice is what the book, and a study of the same position, know of the opening.
func (b *board) advice() advice {
	b.mu.Lock()
	g := b.game
	at := g.standing.clone()
	var found map[renju.Point]book.Value
	if s := b.study; s != nil && s.fifths != nil && s.line == g.line() {
		found = maps.Clone(s.fifths)
	}
	b.mu.Unlock()
	if !at.inOpening() || at.picked != renju.Pass {
		return noAdvice()
	}
	return advise(at.opening, knownBy(b.house.book(), at, found))
}
