package manager

import (
	"bytes"
	"context"
	"errors"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// patience is more than any step of a test takes, however busy the machine.
const patience = 20 * time.Second

// lockedBuffer is a log that a test may read while an engine writes to it.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// start starts a double.
func start(t *testing.T, manner string, opts Options) *Engine {
	t.Helper()
	opts.Name = "double"
	opts.Env = append(os.Environ(), doubleVariable+"="+manner)
	e, err := Start(t.Context(), []string{os.Args[0]}, opts)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Kill)
	return e
}

func TestDialogue(t *testing.T) {
	var log lockedBuffer
	var comments []string
	e := start(t, "comments", Options{Log: &log, Comment: func(word, text string) {
		comments = append(comments, word+":"+text)
	}})
	ctx := t.Context()
	if err := e.NewGame(ctx, 15, patience); err != nil {
		t.Fatal(err)
	}
	if id, err := e.About(ctx, patience); err != nil || id.Name != "Double" {
		t.Errorf("About() = %v, %v", id, err)
	}
	if err := e.Info(ctx, "rule", "4"); err != nil {
		t.Error(err)
	}
	p, took, err := e.Turn(ctx, 15, renju.Point{X: 6, Y: 8}, patience)
	if want := (renju.Point{X: 7, Y: 7}); err != nil || p != want || took <= 0 || took > patience {
		t.Errorf("Turn() = %v, %v, %v", p, took, err)
	}
	// All comments that came before the answer have been told by now.
	if want := []string{"MESSAGE:depth 3", "MESSAGE:depth 4", "DEBUG:well", "MESSAGE:"}; !reflect.DeepEqual(comments, want) {
		t.Errorf("comments = %q, want %q", comments, want)
	}
	e.Close(patience)
	if e.Alive() {
		t.Error("alive after Close")
	}
	plain := regexp.MustCompile(`(?m)^ *\d+\.\d{3} `).ReplaceAllString(log.String(), "")
	want := strings.Join([]string{
		"double > START 15", "double < OK",
		"double > ABOUT", `double < name="Double", version="1.0", author="nobody"`,
		"double > INFO rule 4",
		"double > TURN 6,6", "double < MESSAGE depth 3", "double < message  depth 4",
		"double < DEBUG well", "double < MESSAGE", "double < 7,7",
		"double > END", "double # ended: exit status 0", "",
	}, "\n")
	if plain != want {
		t.Errorf("log:\n%s\nwant:\n%s", plain, want)
	}
}

func TestBlocks(t *testing.T) {
	var log lockedBuffer
	e := start(t, "", Options{Log: &log})
	moves, err := renju.ParseMoves("h8i9g7")
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := e.Board(t.Context(), 15, moves, patience); err != nil {
		t.Error(err)
	}
	a, _, err := e.Opening(t.Context(), []taraguchi.Answer{
		taraguchi.PlaceOn(moves[0]),
		{Kind: taraguchi.Swap},
	}, patience)
	if err != nil || a.Kind != taraguchi.Place || a.String() != "h8" {
		t.Errorf("Opening() = %v %v, %v", a.Kind, a, err)
	}
	var sent []string
	for line := range strings.Lines(log.String()) {
		if _, text, ok := strings.Cut(line, " > "); ok {
			sent = append(sent, strings.TrimSpace(text))
		}
	}
	want := []string{
		"BOARD", "7,7,2", "8,6,1", "6,8,2", "DONE", // White is asked: the stones of Black are the opponent's
		"TARAGUCHI10BOARD", "7,7", "SWAP", "DONE",
	}
	if !reflect.DeepEqual(sent, want) {
		t.Errorf("sent %q, want %q", sent, want)
	}
}

// TestMisbehaviour has each kind of bad engine and checks what is said of it.
func TestMisbehaviour(t *testing.T) {
	tests := []struct {
		manner string
		limit  time.Duration
		want   string // regular expression for the error
	}{
		{"hangs", 100 * time.Millisecond, `^no answer to BEGIN within 100ms$`},
		{"late", 50 * time.Millisecond, `^(no answer to BEGIN within 50ms|answered BEGIN after .*, allowed were 50ms)$`},
		{"floods", 300 * time.Millisecond, `^no answer to BEGIN within 300ms$`},
		{"crashes", patience, `^the engine is gone \(exit status 3\): first words \| panic: out of ideas$`},
		{"closes", patience, `^the engine is gone \(it closed its output\)$`},
		{"garbage", patience, `^answered "I resign" to BEGIN: "I resign" is not x,y$`},
		{"off the board", patience, `^answered "15,3" to BEGIN: 15,3 is off the 15x15 board$`},
		{"long line", patience, `^answered "7{200}…" to BEGIN: .* is not x,y$`},
	}
	for _, test := range tests {
		t.Run(test.manner, func(t *testing.T) {
			t.Parallel()
			e := start(t, test.manner, Options{})
			if err := e.NewGame(t.Context(), 15, patience); err != nil {
				t.Fatal(err)
			}
			_, _, err := e.Begin(t.Context(), 15, test.limit)
			if err == nil || !regexp.MustCompile(test.want).MatchString(err.Error()) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

func TestNewGame(t *testing.T) {
	if err := start(t, "banner", Options{}).NewGame(t.Context(), 15, patience); err != nil {
		t.Errorf("with a banner before OK: %v", err)
	}
	err := start(t, "refuses", Options{}).NewGame(t.Context(), 21, patience)
	var answer *AnswerError
	if !errors.As(err, &answer) || !answer.Unsupported() {
		t.Errorf("refused: %v", err)
	}
	err = start(t, "mute", Options{}).NewGame(t.Context(), 15, 50*time.Millisecond)
	var timeout *TimeoutError
	if !errors.As(err, &timeout) {
		t.Errorf("mute: %v", err)
	}
}

// TestUnasked has an engine that answers twice: the second answer must not be
// taken as the answer to the next command.
func TestUnasked(t *testing.T) {
	var log lockedBuffer
	e := start(t, "twice", Options{Log: &log})
	for range 3 {
		p, _, err := e.Begin(t.Context(), 15, patience)
		if err != nil || p.String() != "h8" {
			t.Fatalf("Begin() = %v, %v", p, err)
		}
		for end := time.Now().Add(patience); len(e.answers) == 0 && time.Now().Before(end); {
			time.Sleep(time.Millisecond)
		}
	}
	if !strings.Contains(log.String(), "# not asked for: 7,8") {
		t.Errorf("the log does not tell of the answer nobody asked for:\n%s", log.String())
	}
}

func TestCancel(t *testing.T) {
	e := start(t, "hangs", Options{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, _, err := e.Begin(ctx, 15, patience); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v, want that of the context", err)
	}
}

// TestCloseForces closes an engine that does not obey END.
func TestCloseForces(t *testing.T) {
	for _, manner := range []string{"never ends", "mute"} {
		e := start(t, manner, Options{})
		before := time.Now()
		e.Close(50 * time.Millisecond)
		if e.Alive() {
			t.Errorf("%s: alive after Close", manner)
		}
		if took := time.Since(before); took > patience/2 {
			t.Errorf("%s: Close took %v", manner, took)
		}
	}
}

// TestContextKills ends an engine by the context it was started with.
func TestContextKills(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	e, err := Start(ctx, []string{os.Args[0]}, Options{Env: append(os.Environ(), doubleVariable+"=mute")})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	<-e.done
	if err := e.Send(t.Context(), "START 15"); !isCrash(err) {
		t.Errorf("Send to a dead engine: %v", err)
	}
	if _, err := Start(ctx, []string{os.Args[0]}, Options{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Start with an ended context: %v", err)
	}
}

func isCrash(err error) bool {
	var crash *CrashError
	return errors.As(err, &crash)
}

// TestBlockedWriter sends to an engine that never reads more than any pipe
// holds.
func TestBlockedWriter(t *testing.T) {
	e := start(t, "mute", Options{})
	lines := make([]string, 100)
	for i := range lines {
		lines[i] = strings.Repeat("A", 1<<16)
	}
	_, _, err := e.Ask(t.Context(), 200*time.Millisecond, lines...)
	var timeout *TimeoutError
	if !errors.As(err, &timeout) {
		t.Errorf("error %v, want a timeout", err)
	}
	e.Kill() // must not hang either
}

// TestKillsChildren ends the engine's child with it.
func TestKillsChildren(t *testing.T) {
	child := 0
	e := start(t, "children", Options{Comment: func(_, text string) { child, _ = strconv.Atoi(text) }})
	if _, _, err := e.Begin(t.Context(), 15, patience); err != nil || child == 0 {
		t.Fatalf("no child: %v", err)
	}
	if !runs(child) {
		t.Fatalf("the child %d does not run", child)
	}
	e.Close(patience) // the engine itself obeys END; its child knows nothing of it
	for end := time.Now().Add(patience); runs(child); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the child %d outlives its engine", child)
		}
	}
}

func TestStartErrors(t *testing.T) {
	if _, err := Start(t.Context(), nil, Options{}); err == nil {
		t.Error("no error without a command")
	}
	_, err := Start(t.Context(), []string{"./no-such-engine"}, Options{})
	if err == nil || !strings.HasPrefix(err.Error(), "starting no-such-engine: ") {
		t.Errorf("error %v", err)
	}
}
