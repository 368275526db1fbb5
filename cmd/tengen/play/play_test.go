package play

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/internal/golden"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// A script is a mind that answers what a test says, in order.
type script struct {
	t       *testing.T
	strong  int
	answers []string
	advice  *script
}

func newScript(t *testing.T, answers string) *script {
	s := &script{t: t, strong: 100}
	for a := range strings.SplitSeq(answers, "|") {
		if a = strings.TrimSpace(a); a != "" {
			s.answers = append(s.answers, a)
		}
	}
	return s
}

func (s *script) level() int     { return s.strong }
func (s *script) setLevel(n int) { s.strong = n }
func (s *script) adviser() mind  { return s.advice }

func (s *script) next() string {
	if len(s.answers) == 0 {
		s.t.Fatal("the script has no more answers")
	}
	a := s.answers[0]
	s.answers = s.answers[1:]
	return a
}

func (s *script) decide(_ context.Context, st *taraguchi.State, say func(string)) (taraguchi.Answer, error) {
	text := s.next()
	say("so it is written")
	if text == "swap" {
		return taraguchi.Answer{Kind: taraguchi.Swap}, nil
	}
	points := points(s.t, text)
	switch {
	case len(points) == taraguchi.Offers:
		return taraguchi.Answer{Kind: taraguchi.Offer, Points: points}, nil
	case len(points) == 2:
		return taraguchi.Answer{Kind: taraguchi.Pick, Points: points}, nil
	}
	return taraguchi.Answer{Points: points}, nil
}

func (s *script) move(context.Context, *renju.Position) (search.Line, error) {
	return search.Line{Value: 60, Depth: 9, Moves: points(s.t, s.next())}, nil
}

func points(t *testing.T, text string) []renju.Point {
	t.Helper()
	p, err := renju.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestTranscripts plays the games in testdata. A file is what passes at the table,
// and the lines that begin with "> " are what the person types. Before it stand the
// flags, what the engine answers, and what its advice is:
//
//	flags: --white
//	engine: h8 | swap | h9
//	advice: i9
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			head, _, _ := strings.Cut(string(text), "\n\n")
			golden.Check(t, filepath.Base(file), head+"\n\n"+transcript(t, string(text)))
		})
	}
}

// transcript plays a transcript anew.
func transcript(t *testing.T, text string) string {
	header := func(name string) string {
		m := regexp.MustCompile("(?m)^" + name + ": *(.*)$").FindStringSubmatch(text)
		if m == nil {
			return ""
		}
		return m[1]
	}
	var typed []string
	for _, m := range regexp.MustCompile("(?m)^> (.*)$").FindAllStringSubmatch(text, -1) {
		typed = append(typed, m[1])
	}
	mind := newScript(t, header("engine"))
	mind.advice = newScript(t, header("advice"))
	out, err := sit(t.Context(), t, mind, strings.Fields(header("flags")), typed...)
	if err != nil {
		t.Error(err)
	}
	if len(mind.answers) > 0 || len(mind.advice.answers) > 0 {
		t.Errorf("never answered: %q, %q", mind.answers, mind.advice.answers)
	}
	return out
}

// sit has a person type lines at a table with this mind.
func sit(ctx context.Context, t *testing.T, mind mind, flags []string, typed ...string) (string, error) {
	t.Helper()
	c, _, err := parse(cli.IO{Out: io.Discard}, flags)
	if err != nil {
		t.Fatal(err)
	}
	g, err := c.game()
	if err != nil {
		t.Fatal(err)
	}
	mind.setLevel(c.thinking.level)
	var out strings.Builder
	table := &table{game: g, mind: mind, out: &output{w: &out}, save: c.save}
	err = table.play(ctx, readLines(strings.NewReader(strings.Join(typed, "\n")+"\n")))
	return out.String(), err
}

// The real engine plays by the rules from the first stone on, and again the same
// game from the same seed, nodes and one thread.
func TestRealEngine(t *testing.T) {
	play := func(seed int64) string {
		random := rand.New(rand.NewPCG(1, uint64(seed)))
		person := newEngine(thinking{level: 0, nodes: 300, threads: 1, seed: seed})
		g := newOpening(seed%2 == 0)
		var out strings.Builder
		table := &table{game: g, out: &output{w: &out},
			mind: newEngine(thinking{level: 20, nodes: 300, threads: 1, seed: seed})}
		for !g.over() && len(g.turns) < 20 {
			before := len(g.turns)
			switch {
			case g.player() != g.person:
				if err := table.think(t.Context()); err != nil {
					t.Fatal(err)
				}
			case g.inOpening():
				table.obey(t.Context(), taraguchi.RandomAnswer(random, g.opening).String())
			default:
				line, err := person.move(t.Context(), g.pos)
				if err != nil {
					t.Fatal(err)
				}
				table.obey(t.Context(), line.Moves[0].String())
			}
			if len(g.turns) != before+1 {
				t.Fatalf("no answer came of it:\n%s", out.String())
			}
		}
		return out.String() + renju.FormatMoves(g.pos.Moves())
	}
	for seed := range int64(2) {
		if one, two := play(seed), play(seed); one != two {
			t.Errorf("seed %d gives two games:\n%s\n%s", seed, one, two)
		}
	}
}

func TestFlags(t *testing.T) {
	for _, c := range []struct{ args, want string }{
		{"--black --white", "which"},
		{"--opening swap3", "want taraguchi or none"},
		{"--opening taraguchi --rule standard", "is renju on 15x15"},
		{"--opening taraguchi --size 19", "is renju on 15x15"},
		{"--size 30", "want 5 to 22"},
		{"--rule go", "go"},
		{"--level 101", "want 0 to 100"},
		{"--nodes -1", "0 or more"},
		{"--threads 0", "1 or more"},
		{"--time 0", "wants --nodes"},
		{"h8", "unexpected argument"},
		{"--save game.txt", "game.txt"},
		{"--save game.rif", "only read"},
		{"--load game.txt", "game.txt"},
	} {
		err := Command.Run(t.Context(), cli.IO{In: strings.NewReader(""), Out: io.Discard}, strings.Fields(c.args))
		var usage *cli.UsageError
		if !errors.As(err, &usage) || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", c.args, err, c.want)
		}
	}
	for _, args := range []string{"--save no/such/folder/game.sgf", "--load no/such/game.sgf"} {
		err := Command.Run(t.Context(), cli.IO{In: strings.NewReader(""), Out: io.Discard}, strings.Fields(args))
		if err == nil || !strings.Contains(err.Error(), "no/such") {
			t.Errorf("%s: %v", args, err)
		}
	}
}

func read(t *testing.T, name string) *record.Game {
	t.Helper()
	f, err := record.FormatOf(name)
	if err != nil {
		t.Fatal(err)
	}
	g, err := cli.ReadFile(name, func(r io.Reader) (*record.Game, error) { return record.ReadGame(f, r, 15, renju.Renju) })
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// What is saved can be gone on with, the opening's answers and undo included.
func TestSaveAndLoad(t *testing.T) {
	dir := t.TempDir()
	sgf, psq := filepath.Join(dir, "game.sgf"), filepath.Join(dir, "game.psq")
	_, err := sit(t.Context(), t, newScript(t, "h8 | i9 | i8 | swap | j10"),
		[]string{"--white", "--save", sgf}, "h9", "swap", "g7", "g9", "save "+psq)
	if err != nil {
		t.Fatal(err)
	}
	const moves = "h8h9i9i8g7g9j10"
	g := read(t, sgf)
	if g.Black != "Tengen (level 100)" || g.White != personName || g.Opening != "Taraguchi-10, D4 Kagetsu" || len(g.Answers) != 8 {
		t.Errorf("saved %+v", g)
	}
	for file, g := range map[string]*record.Game{sgf: g, psq: read(t, psq)} {
		pos, err := g.Position(g.Main()...)
		if err != nil || renju.FormatMoves(pos.Moves()) != moves {
			t.Errorf("%s: %v, %v, want %s", file, pos.Moves(), err, moves)
		}
	}

	for _, c := range []struct {
		flags, typed string
		want         []string // of what is said, in order
	}{
		{"--load " + sgf, "undo|undo|undo|undo|undo", []string{
			"Taraguchi-10", "Stone 8 is yours, White", // as it was
			"You have White. Place stone 6 anywhere.", // after a swap
			"You have Black. Place stone 5 in the 9x9 square d4-l12 (+), or swap: Tengen then has Black and places it; or offer ten",
			"You have White. Place stone 4 in the 7x7 square e5-k11 (+), or swap: Tengen then has White and places it.",
			"You have White. Place stone 2 in the 3x3 square g7-i9 (+), or swap",
			"There is nothing to take back.",
		}},
		{"--load " + psq, "undo", []string{"renju 15x15. Type", "Stone 8 is yours, White", "Stone 6 is yours, White"}},
		{"--black --load " + sgf, "undo", []string{"Tengen plays a1", "Stone 9 is yours, Black", "Stone 7 is yours, Black"}},
	} {
		out, err := sit(t.Context(), t, newScript(t, "a1"), strings.Fields(c.flags), strings.Split(c.typed, "|")...)
		if err != nil {
			t.Error(err)
		}
		rest := out
		for _, want := range c.want {
			_, after, ok := strings.Cut(rest, want)
			if !ok {
				t.Fatalf("%s: no %q in\n%s", c.flags, want, rest)
			}
			rest = after
		}
	}
}

// A game is kept also when it is resigned, and however it ends.
func TestResignedGame(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.sgf")
	out, err := sit(t.Context(), t, newScript(t, ""), []string{"--opening", "none", "--save", file}, "resign", "quit", "h8")
	if err != nil || !strings.HasSuffix(out, "> quit\nSaved "+file+".\n") {
		t.Errorf("%v, %s", err, out)
	}
	if g := read(t, file); g.Result != renju.WhiteWins || g.Ending != record.Resigned || g.Root.Comment != "Tengen (level 100) (White) wins: Black resigns." {
		t.Errorf("saved %+v", g)
	}
}

// A sleeper thinks until it is interrupted.
type sleeper struct {
	*script
	interrupt context.CancelFunc
}

func (s sleeper) move(ctx context.Context, _ *renju.Position) (search.Line, error) {
	s.interrupt()
	<-ctx.Done()
	return search.Line{Moves: []renju.Point{{}}}, nil
}

// Ctrl-C ends the game in order, whoever is to answer: nothing is played any more.
func TestInterrupt(t *testing.T) {
	for _, colour := range []string{"--black", "--white"} {
		file := filepath.Join(t.TempDir(), "game.sgf")
		ctx, cancel := context.WithCancel(t.Context())
		c, _, err := parse(cli.IO{Out: io.Discard}, []string{"--opening", "none", colour})
		if err != nil {
			t.Fatal(err)
		}
		g, err := c.game()
		if err != nil {
			t.Fatal(err)
		}
		var out strings.Builder
		table := &table{game: g, mind: sleeper{newScript(t, ""), cancel}, out: &output{w: &out}, save: file}
		if colour == "--black" {
			time.AfterFunc(10*time.Millisecond, cancel)
		}
		if err := table.play(ctx, make(chan string)); err != nil {
			t.Error(err)
		}
		if !strings.HasSuffix(out.String(), "Interrupted.\nSaved "+file+".\n") {
			t.Errorf("%s: it says\n%s", colour, out.String())
		}
		if saved := read(t, file); len(saved.Main()) > 0 {
			t.Errorf("%s: a move was played", colour)
		}
	}
}

// A terminal that is gone ends the game.
func TestBrokenOutput(t *testing.T) {
	r, w := io.Pipe()
	r.Close()
	table := &table{game: newOpening(false), mind: newScript(t, ""), out: &output{w: w}}
	if err := table.play(t.Context(), make(chan string)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("error %v", err)
	}
}
