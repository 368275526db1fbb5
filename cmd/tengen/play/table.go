package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A table is where the person and the engine sit.
type table struct {
	game   *game
	mind   mind
	out    *output
	colour bool   // of the board
	typed  bool   // the person's lines are seen as they are typed
	save   string // where the game is kept at the end; "": nowhere

	asked bool // the person knows the board and what is asked
	quit  bool
}

// play goes on until the person quits, the lines end or ctx does. The error says
// that the output or the file could not be written, or that the engine failed.
func (t *table) play(ctx context.Context, lines <-chan string) error {
	t.greet()
	var fault error
	for !t.quit && fault == nil && ctx.Err() == nil && t.out.err == nil {
		if !t.game.over() && t.game.player() != t.game.person {
			fault = t.think(ctx)
			continue
		}
		if !t.asked {
			t.show()
			t.say("%s", t.question())
			t.asked = true
		}
		line, ok := t.read(ctx, lines)
		if !ok {
			break
		}
		t.obey(ctx, line)
	}
	if ctx.Err() != nil {
		t.say("Interrupted.")
	}
	if t.save != "" {
		fault = errors.Join(fault, t.keep(t.save))
	}
	return errors.Join(fault, t.out.err)
}

// say writes a line.
func (t *table) say(format string, args ...any) {
	_, _ = fmt.Fprintf(t.out, format+"\n", args...)
}

// greet says what is played.
func (t *table) greet() {
	g := t.game
	what := fmt.Sprintf("%v %dx%d", g.pos.Rule(), g.pos.Size(), g.pos.Size())
	if g.opening != nil {
		what += ", Taraguchi-10"
	}
	t.say("%s at level %d: %s. Type a point, such as h8, or help.", engineName, t.mind.level(), what)
}

// read waits for a line, and shows it if nobody has seen it being typed. It
// reports false at the end.
func (t *table) read(ctx context.Context, lines <-chan string) (line string, ok bool) {
	if t.typed {
		_, _ = io.WriteString(t.out, "> ")
	}
	select {
	case <-ctx.Done():
	case line, ok = <-lines:
	}
	switch {
	case t.typed && !ok:
		t.say("")
	case !t.typed && ok:
		t.say("> %s", strings.TrimSpace(line))
	}
	return line, ok
}

// think has the engine answer. The error says that it cannot.
func (t *table) think(ctx context.Context) error {
	g := t.game
	var answer taraguchi.Answer
	var said []string
	var told string
	var fault error
	if g.inOpening() {
		answer, fault = t.mind.decide(ctx, g.opening.Clone(), func(s string) { said = append(said, s) })
		told = describe(g.opening, answer, "s") + "."
		if answer.Kind == taraguchi.Swap {
			told = fmt.Sprintf("%s: you have %s now.", describe(g.opening, answer, "s"), cli.Side(g.opening.ToMove()))
		}
	} else {
		line, err := t.mind.move(ctx, g.pos.Clone())
		answer, fault = taraguchi.PlaceOn(line.Moves[0]), err
		told = fmt.Sprintf("plays %v (%s).", line.Moves[0], opinion(line, g.pos.ToMove()))
	}
	if ctx.Err() != nil {
		return nil // it was cut short, and is none
	}
	if err := t.answer(turn{answer, said}); err != nil {
		return fmt.Errorf("the engine answers %v: %w", answer, errors.Join(err, fault))
	}
	t.say("%s %s", engineName, told)
	for _, s := range said {
		t.say("  | %s", s)
	}
	if fault != nil {
		t.say("  | fault: %v", fault)
	}
	t.tellOpening()
	return nil
}

// answer adds an answer to the game.
func (t *table) answer(a turn) error {
	if err := t.game.answer(a); err != nil {
		return err
	}
	t.asked = false
	return nil
}

// tellOpening says, if the last answer has ended the opening, what came of it.
func (t *table) tellOpening() {
	g := t.game
	if g.opening == nil || g.inOpening() || len(g.turns) != len(g.opening.Answers()) {
		return
	}
	name := ""
	if o, ok := taraguchi.OpeningOf(g.opening.Stones()); ok {
		name = fmt.Sprintf(" (%v)", o)
	}
	c := g.colour(g.person)
	t.say("The opening is over%s: you have %s, %s has %s.", name, signed(c), engineName, signed(c.Opponent()))
}

// signed is a colour with its sign on the board, such as "Black (X)".
func signed(c renju.Stone) string {
	sign := map[renju.Stone]string{renju.Black: "X", renju.White: "O"}[c]
	return fmt.Sprintf("%s (%s)", cli.Side(c), sign)
}

// show draws the board, with the square or the offers that are to choose from.
func (t *table) show() {
	b := draw.FromPosition(t.game.pos)
	if st := t.game.opening; t.game.inOpening() && !t.game.resigns {
		for i, p := range st.Offers() {
			b.Mark(p, draw.Mark(rune('A'+i)))
		}
		if st.Square() < taraguchi.Size/2 && st.Offers() == nil {
			for p := range b.Stones.Points() {
				if inSquare(p, st.Square()) && b.Stones.At(p) == renju.Empty {
					b.Mark(p, "+")
				}
			}
		}
	}
	t.draw(b)
}

func (t *table) draw(b *draw.Board) {
	t.say("")
	_ = draw.Text(t.out, b, t.colour) // the output keeps the error
	t.say("")
}

// inSquare tells whether a point lies in the central square of a half-width.
func inSquare(p renju.Point, half int) bool {
	const middle = taraguchi.Size / 2
	from, to := int8(middle-half), int8(middle+half)
	return p.X >= from && p.X <= to && p.Y >= from && p.Y <= to
}
