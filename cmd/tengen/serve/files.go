package serve

import (
	"errors"
	"fmt"
	"io"
	"time"

	"tengen/cmd/tengen/draw"
	"tengen/cmd/version"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A saver writes a game into a file.
type saver struct {
	kind  string // of its contents
	write func(w io.Writer, g *game) error
}

// savers are the formats that a game can be had in, by the endings of the files' names.
var savers = map[string]saver{
	"sgf": {"application/x-go-sgf", recordIn(record.SGF)},
	"psq": {"text/plain; charset=utf-8", recordIn(record.PSQ)},
	"lib": {"application/octet-stream", recordIn(record.LIB)},
	"txt": {"text/plain; charset=utf-8", recordIn(record.Moves)},
	"svg": {"image/svg+xml", func(w io.Writer, g *game) error { return draw.SVG(w, picture(g), pictureWidth) }},
	"png": {"image/png", func(w io.Writer, g *game) error { return draw.PNG(w, picture(g), pictureWidth) }},
}

// pictureWidth is how many pixels wide pictures are.
const pictureWidth = 900

func recordIn(f record.Format) func(io.Writer, *game) error {
	return func(w io.Writer, g *game) error {
		r, err := g.record()
		if err != nil {
			return err
		}
		return record.Write(f, w, r)
	}
}

// record is the game for a file.
func (g *game) record() (*record.Game, error) {
	r := &record.Game{
		Size: g.heading.Size, Rule: g.heading.Rule, Program: "Tengen:" + version.String(),
		Date: time.Now().Format(time.DateOnly), Opening: g.name(),
		Black: g.players[g.holder(renju.Black)].name(), White: g.players[g.holder(renju.White)].name(),
	}
	if res := g.result(); g.over() {
		r.Result = map[string]renju.Result{"black": renju.BlackWins, "white": renju.WhiteWins, "draw": renju.Draw}[res.Winner]
		r.Ending = map[string]record.Ending{"resign": record.Resigned, "time": record.OnTime}[res.Reason]
	}
	moves := g.pos.Moves()
	opened := 0
	if g.heading.Taraguchi {
		if r.Opening != "" {
			r.Opening = ", " + r.Opening
		}
		r.Opening = "Taraguchi-10" + r.Opening
		r.Answers = g.opening.Answers()
		r.Append(record.OpeningNodes(g.opening, [2]string{"The first player", "The second player"}, nil)...)
		opened = len(g.opening.Stones())
	}
	colour := renju.Black
	if opened%2 == 1 {
		colour = renju.White
	}
	for _, p := range moves[opened:] {
		r.Append(record.Node{Stone: colour, Point: p})
		colour = colour.Opponent()
	}
	if nodes := r.Main(); len(nodes) > 0 {
		g.note(nodes)
	}
	return r, nil
}

// note gives the nodes of stones what is known of them: how long they took.
func (g *game) note(nodes []*record.Node) {
	i := 0
	for _, s := range g.steps[:g.done] {
		if len(s.points) != 1 && s.verb != pass {
			continue
		}
		for i < len(nodes) && nodes[i].Stone == renju.Empty {
			i++
		}
		if i < len(nodes) {
			nodes[i].Took = s.took
			i++
		}
	}
}

func (p player) name() string {
	if p.Engine {
		return fmt.Sprintf("Tengen, level %d", p.Level+1)
	}
	return "Player"
}

// picture draws the game as it stands.
func picture(g *game) *draw.Board {
	b := draw.FromPosition(g.pos)
	b.NumberMoves(g.pos.Moves())
	if forbidden(g.pos) != nil && !g.over() {
		b.MarkForbidden()
	}
	for i, p := range g.offers() {
		b.Mark(p, draw.Mark(rune('A'+i)))
	}
	b.Caption = g.name()
	return b
}

// A loaded file is its first game, and what of the file is not in it.
type loaded struct {
	game *game
	lost []string
}

// load reads the first game of a file whose name tells the format; a name without a known
// ending is text: moves, or a line.
func load(name string, r io.Reader) (loaded, error) {
	format, err := record.FormatOf(name)
	if err != nil {
		return loadText(r)
	}
	rec, err := record.ReadGame(format, r, taraguchi.Size, renju.Renju)
	if rec == nil {
		return loaded{}, err
	}
	var l loaded
	if err != nil {
		if len(rec.Main()) == 0 {
			return loaded{}, err
		}
		l.lost = append(l.lost, "what follows a fault: "+err.Error())
	}
	if rec.Setup != nil {
		return loaded{}, errors.New("the game begins from a set-up position, which a board cannot take")
	}
	words, h := wordsIn(rec)
	if l.game, err = newGame(h, words); err != nil && h.Taraguchi {
		// The moves alone, if they are not what the opening says.
		rec.Answers = nil
		words, h = wordsIn(rec)
		l.game, err = newGame(h, words)
	}
	if err != nil {
		return loaded{}, err
	}
	for _, what := range record.Lost(record.Moves, rec) {
		if what == "variations" || what == "comments" || what == "labels" {
			l.lost = append(l.lost, what)
		}
	}
	return l, nil
}

// wordsIn are the words of a recorded game's main line.
func wordsIn(rec *record.Game) ([]word, heading) {
	h := heading{Rule: rec.Rule, Size: rec.Size}
	var words []word
	opened := 0
	if len(rec.Answers) > 0 {
		h = taraguchi10
		for _, a := range rec.Answers {
			words = append(words, wordsOf(a)...)
			switch a.Kind {
			case taraguchi.Place:
				opened++
			case taraguchi.Pick:
				opened += 2
			}
		}
	}
	turn := renju.Black
	for _, n := range rec.Main() {
		if n.Stone == renju.Empty {
			continue
		}
		if n.Stone != turn {
			words = append(words, word{verb: pass})
			turn = turn.Opponent()
		}
		turn = turn.Opponent()
		if opened > 0 {
			opened--
			continue
		}
		if n.Point == renju.Pass {
			words = append(words, word{verb: pass})
			continue
		}
		words = append(words, word{points: []renju.Point{n.Point}})
	}
	return words, h
}

// mostText bounds a text that is pasted.
const mostText = 1 << 14

// loadText reads a line, or moves such as h8i9g7: renju on 15x15.
func loadText(r io.Reader) (loaded, error) {
	text, err := io.ReadAll(io.LimitReader(r, mostText))
	if err != nil {
		return loaded{}, err
	}
	g, err := gameOf(string(text))
	return loaded{game: g}, err
}
