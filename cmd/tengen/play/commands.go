package play

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search/level"
)

// A command is what the person may say besides points.
type command struct {
	name, args string
	help       string
	run        func(t *table, ctx context.Context, args string)
}

// commands are all of them, in the order of help.
func commands() []command {
	return []command{
		{"swap", "", "in the opening: exchange the colours", (*table).cmdSwap},
		{"undo", "", "take back your last answer", (*table).cmdUndo},
		{"hint", "", "what the engine would do in your place, at full strength", (*table).cmdHint},
		{"forbidden", "", "mark the points that are forbidden to Black", (*table).cmdForbidden},
		{"board", "", "show the board and what is asked", (*table).cmdBoard},
		{"level", "N", "change the engine's level: 0, a beginner, to 100", (*table).cmdLevel},
		{"save", "FILE", "keep the game: .sgf, .psq, .rec or .lib", (*table).cmdSave},
		{"resign", "", "give up the game", (*table).cmdResign},
		{"help", "", "this text", (*table).cmdHelp},
		{"quit", "", "leave", (*table).cmdQuit},
	}
}

// obey does what a line of the person says.
func (t *table) obey(ctx context.Context, line string) {
	word, args, _ := strings.Cut(strings.TrimSpace(line), " ")
	if word == "" {
		return
	}
	for _, c := range commands() {
		if strings.EqualFold(word, c.name) {
			c.run(t, ctx, strings.TrimSpace(args))
			return
		}
	}
	points, err := renju.ParseMoves(line)
	if err != nil {
		t.say("%q is neither a point nor a command: see help.", strings.TrimSpace(line))
		return
	}
	if t.refuseOver() {
		return
	}
	a, err := t.game.answerOf(points)
	if err == nil {
		err = t.answer(turn{answer: a})
	}
	if err != nil {
		t.say("%v.", err)
		return
	}
	t.tellOpening()
}

// refuseOver says so if the game is over.
func (t *table) refuseOver() bool {
	over := t.game.over()
	if over {
		t.say("The game is over: undo, save or quit.")
	}
	return over
}

func (t *table) cmdSwap(context.Context, string) {
	switch {
	case t.refuseOver():
	case !t.game.inOpening():
		t.say("There is nothing to swap: no opening is under way.")
	default:
		if err := t.answer(turn{answer: taraguchi.Answer{Kind: taraguchi.Swap}}); err != nil {
			t.say("%v.", err)
		}
	}
}

func (t *table) cmdUndo(context.Context, string) {
	if !t.game.undo() {
		t.say("There is nothing to take back.")
		return
	}
	t.asked = false
}

func (t *table) cmdHint(ctx context.Context, _ string) {
	if t.refuseOver() {
		return
	}
	g, adviser := t.game, t.mind.adviser()
	var said []string
	var told string
	var fault error
	if g.inOpening() {
		var a taraguchi.Answer
		a, fault = adviser.decide(ctx, g.opening.Clone(), func(s string) { said = append(said, s) })
		told = describe(g.opening, a, "") + "."
	} else {
		line, err := adviser.move(ctx, g.pos.Clone())
		fault = err
		told = fmt.Sprintf("play %v (%s): %s.", line.Moves[0], opinion(line, g.pos.ToMove()), tell.Moves(line.Moves))
	}
	if ctx.Err() != nil {
		return
	}
	t.say("%s would %s", engineName, told)
	for _, s := range said {
		t.say("  | %s", s)
	}
	if fault != nil {
		t.say("  | fault: %v", fault)
	}
}

func (t *table) cmdForbidden(context.Context, string) {
	pos := t.game.pos
	if pos.Rule() != renju.Renju {
		t.say("%v forbids nothing.", pos.Rule())
		return
	}
	var fouls []string
	for p, foul := range pos.Board().Forbidden() {
		fouls = append(fouls, fmt.Sprintf("%v (%v)", p, foul))
	}
	if fouls == nil {
		t.say("No point is forbidden to Black.")
		return
	}
	slices.Sort(fouls)
	b := draw.FromPosition(pos)
	b.MarkForbidden()
	t.draw(b)
	t.say("Forbidden to Black: %s.", strings.Join(fouls, ", "))
}

func (t *table) cmdBoard(context.Context, string) { t.asked = false }

func (t *table) cmdLevel(_ context.Context, args string) {
	n, err := strconv.Atoi(args)
	switch {
	case args == "":
		t.say("The level is %d.", t.mind.level())
	case err != nil || n < 0 || n > level.Full:
		t.say("level %s: want 0 to %d.", args, level.Full)
	default:
		t.mind.setLevel(n)
		t.say("The level is %d now.", n)
	}
}

func (t *table) cmdSave(_ context.Context, args string) {
	if args == "" {
		args = t.save
	}
	if args == "" {
		t.say("save: into which file? Such as save game.sgf.")
		return
	}
	if err := t.keep(args); err != nil {
		t.say("%v.", err)
	}
}

func (t *table) cmdResign(context.Context, string) {
	if !t.refuseOver() {
		t.game.resigns = true
		t.say("%s", t.question())
	}
}

func (t *table) cmdHelp(context.Context, string) {
	t.say("  %-10s  %s", "a point", "your stone, such as h8; in the opening also ten, or two")
	for _, c := range commands() {
		t.say("  %-10s  %s", strings.TrimSpace(c.name+" "+c.args), c.help)
	}
}

func (t *table) cmdQuit(context.Context, string) { t.quit = true }
