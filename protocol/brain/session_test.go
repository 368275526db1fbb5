package brain

import (
	"bytes"
	"context"
	"errors"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// An INFO line with no limit keeps the alarm out of tests of endless thought.
const endless = "INFO timeout_turn 2000000"

// What comes while a search runs: each command that changes the game gets the
// search's move first, every other one is answered at once.
func TestCommandsWhileThinking(t *testing.T) {
	for _, c := range []struct {
		name string
		send []string
		want []string // the search's move is 0,14
	}{
		{"stop", []string{"STOP"}, []string{"^0,14$"}},
		{"Yixin's stop", []string{"yxstop"}, []string{"^0,14$"}},
		{"two stops", []string{"STOP", "STOP"}, []string{"^0,14$"}},
		{"play now", []string{"INFO timeout_turn 0"}, []string{"^0,14$"}},
		{"nothing left", []string{"INFO time_left -1"}, []string{"^0,14$"}},
		{"who are you", []string{"ABOUT", "STOP"}, []string{"^name=", "^0,14$"}},
		{"forbidden points", []string{"YXSHOWFORBID", "STOP"}, []string{`^FORBID \.$`, "^0,14$"}},
		{"no such command", []string{"FOO", "STOP"}, []string{"^UNKNOWN command FOO$", "^0,14$"}},
		{"info", []string{"INFO rule 4", "INFO time_left 5000000", "INFO foo", "STOP"}, []string{"^0,14$"}},
		{"new game", []string{"START 15"}, []string{"^0,14$", "^OK$"}},
		{"restart", []string{"RESTART"}, []string{"^0,14$", "^OK$"}},
		{"move taken back", []string{"TAKEBACK 0,14"}, []string{"^0,14$", "^OK$"}},
		{"a turn", []string{"TURN 3,3", "STOP"}, []string{"^0,14$", "^1,14$"}},
		{"an impossible turn", []string{"TURN 99,3"}, []string{"^0,14$", "^ERROR TURN: "}},
		{"a position", []string{"BOARD", "0,14,2", "DONE", "STOP"}, []string{"^0,14$", "^1,14$"}},
		{"an opening", []string{"TARAGUCHI10BOARD", "DONE", "STOP"}, []string{"^0,14$", "^7,7$"}},
		{"forget", []string{"YXHASHCLEAR"}, []string{"^0,14$"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			mind, began := thinking()
			m := begin(t, mind, Options{})
			m.send("START 15", endless, "BEGIN")
			m.want("^OK$")
			<-began
			m.send(c.send...)
			m.want(c.want...)
			m.send("END")
			m.overSilently()
		})
	}
}

// The end, however it comes, is quick and silent.
func TestEnd(t *testing.T) {
	for _, c := range []struct {
		name  string
		start []string
		end   func(m *manager)
	}{
		{"END while idle", nil, func(m *manager) { m.send("END") }},
		{"END while thinking", []string{endless, "BEGIN"}, func(m *manager) { m.send("END") }},
		{"END in a block", []string{"BOARD", "7,7,1"}, func(m *manager) { m.send("end") }},
		{"END after other lines", nil, func(m *manager) { m.send("INFO rule 4", "END", "BEGIN") }},
		{"end of input while idle", nil, func(m *manager) { m.in.Close() }},
		{"end of input while thinking", []string{endless, "BEGIN"}, func(m *manager) { m.in.Close() }},
		{"end of input in a block", []string{"BOARD", "7,7,1"}, func(m *manager) { m.in.Close() }},
		{"end of input in a line", nil, func(m *manager) { m.raw("BEG"); m.in.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			mind, began := thinking()
			m := begin(t, mind, Options{})
			m.send("START 15")
			m.want("^OK$")
			if c.start != nil {
				m.send(c.start...)
			}
			if strings.Contains(c.name, "thinking") {
				<-began
			}
			if c.name == "end of input in a line" {
				c.end(m)
				rest := m.over()
				if len(rest) != 1 || !strings.HasPrefix(rest[0], "UNKNOWN") {
					t.Errorf("got %q, want one UNKNOWN", rest)
				}
				return
			}
			c.end(m)
			m.overSilently()
		})
	}
}

// A manager that is gone ends the brain, one that does not read does not keep
// it.
func TestDeafManagers(t *testing.T) {
	t.Run("gone", func(t *testing.T) {
		r, w := io.Pipe()
		defer w.Close()
		ended := make(chan error, 1)
		go func() { ended <- serve(r, failing{}, Options{}, &dummy{}) }()
		if _, err := io.WriteString(w, "START 15\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("Serve returned %v", err)
			}
		case <-time.After(patience):
			t.Fatal("the brain goes on")
		}
	})
	t.Run("not reading", func(t *testing.T) {
		r, w := io.Pipe()
		defer w.Close()
		_, out := io.Pipe() // nobody reads
		ended := make(chan error, 1)
		mind := &dummy{search: func(_ context.Context, pos *renju.Position, _ search.Limits, progress func(search.Progress)) (search.Result, error) {
			res := firstFree(pos)
			for i := range 10 * mostComments {
				l := res.Lines[0]
				l.Depth = i
				progress(search.Progress{Line: l, Elapsed: time.Second})
			}
			return res, nil
		}}
		go func() { ended <- serve(r, out, Options{}, mind) }()
		if _, err := io.WriteString(w, "START 15\nBEGIN\nABOUT\nABOUT\nEND\n"); err != nil {
			t.Fatal(err)
		}
		select {
		case <-ended:
		case <-time.After(patience):
			t.Fatal("the brain goes on")
		}
	})
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

// Whatever goes wrong within, the manager gets a legal answer, and the game goes
// on.
func TestFaultsWithin(t *testing.T) {
	boom := func() { panic("unknown error: name=x\nsecond line") }
	outside := renju.Point{X: 99, Y: 99}
	for _, c := range []struct {
		name string
		mind *dummy
		send []string
		want string
	}{
		{"a panic in the search",
			&dummy{search: func(context.Context, *renju.Position, search.Limits, func(search.Progress)) (search.Result, error) {
				boom()
				return search.Result{}, nil
			}},
			[]string{"TURN 7,7"}, `^\d+,\d+$`},
		{"an error of the search, with a move",
			&dummy{search: func(_ context.Context, pos *renju.Position, _ search.Limits, _ func(search.Progress)) (search.Result, error) {
				return firstFree(pos), errors.New("a worker panicked")
			}},
			[]string{"TURN 7,7"}, `^0,14$`},
		{"a move off the board",
			&dummy{search: func(context.Context, *renju.Position, search.Limits, func(search.Progress)) (search.Result, error) {
				return search.Result{Best: outside}, nil
			}},
			[]string{"TURN 7,7"}, `^\d+,\d+$`},
		{"a move on a stone",
			&dummy{search: func(context.Context, *renju.Position, search.Limits, func(search.Progress)) (search.Result, error) {
				return search.Result{Best: renju.Point{X: 7, Y: 7}}, nil
			}},
			[]string{"TURN 7,7"}, `^(\d,\d|8,7|7,8|8,8)$`},
		{"a panic in a decision",
			&dummy{decide: func(context.Context, *taraguchi.State, taraguchi.Kinds, search.Limits, func(string)) (taraguchi.Answer, error) {
				boom()
				return taraguchi.Answer{}, nil
			}},
			[]string{"TARAGUCHI10BOARD", "7,7", "DONE"}, `^[678],[678]$`},
		{"an illegal decision",
			&dummy{decide: func(context.Context, *taraguchi.State, taraguchi.Kinds, search.Limits, func(string)) (taraguchi.Answer, error) {
				return taraguchi.PlaceOn(renju.Point{X: 0, Y: 0}), nil
			}},
			[]string{"TARAGUCHI10BOARD", "7,7", "DONE"}, `^[678],[678]$`},
		{"no offers where offers are due",
			&dummy{decide: func(context.Context, *taraguchi.State, taraguchi.Kinds, search.Limits, func(string)) (taraguchi.Answer, error) {
				return taraguchi.Answer{Kind: taraguchi.Swap}, nil
			}},
			[]string{"TARAGUCHISTEP3 10", "7,7", "7,8", "7,6", "7,5", "DONE"}, `^\d+,\d+( \d+,\d+){9}$`},
		{"a panic while picking",
			&dummy{decide: func(context.Context, *taraguchi.State, taraguchi.Kinds, search.Limits, func(string)) (taraguchi.Answer, error) {
				boom()
				return taraguchi.Answer{}, nil
			}},
			[]string{"TARAGUCHISTEP4 10", "7,7", "7,8", "7,6", "7,5", "DONE", "0,1 1,2 2,3 3,4 4,5 5,6 8,9 9,10 10,11 11,12"},
			`^(0,1|1,2|2,3|3,4|4,5|5,6|8,9|9,10|10,11|11,12) \d+,\d+$`},
		{"a panic in swap2",
			&dummy{swap2: func(context.Context, *renju.Position) (bool, []renju.Point, error) { panic(1) }},
			[]string{"SWAP2BOARD", "DONE"}, `^\d+,\d+ \d+,\d+ \d+,\d+$`},
		{"one stone for the three of swap2",
			&dummy{swap2: func(context.Context, *renju.Position) (bool, []renju.Point, error) {
				return false, []renju.Point{{X: 1, Y: 1}}, nil
			}},
			[]string{"SWAP2BOARD", "DONE"}, `^\d+,\d+ \d+,\d+ \d+,\d+$`},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := begin(t, c.mind, Options{})
			m.send("START 15")
			m.want("^OK$")
			m.send(c.send...)
			m.wait("^MESSAGE internal fault while thinking: ")
			m.want(c.want)
			m.send("ABOUT")
			m.want("^name=")
			m.send("END")
			m.overSilently()
		})
	}
}

// quirky is a dummy that panics in the session's own goroutine.
type quirky struct{ dummy }

func (q *quirky) Configure(search.Options) { panic("no table") }

func TestPanicInTheSession(t *testing.T) {
	m := begin(t, &quirky{}, Options{})
	m.send("START 15", "TURN 7,7")
	m.want("^OK$")
	m.wait("^MESSAGE internal fault: no table$")
	m.want(`^\d+,\d+$`)
	m.send("BOARD", "7,7,1", "7,8,2", "DONE")
	m.want(`^\d+,\d+$`)
	m.send("TARAGUCHI10BOARD", "7,7", "DONE")
	m.want(`^ERROR 0: `)
	m.send("END")
	m.overSilently()
}

// Black never plays a forbidden point, unless there is no other.
func TestNoFoul(t *testing.T) {
	// h8 is a double-three: g8 f8 and h7 h6.
	board := []string{"BOARD", "6,7,1", "0,0,2", "5,7,1", "14,0,2", "7,8,1", "0,14,2", "7,9,1", "14,14,2", "DONE"}
	mind := &dummy{search: func(_ context.Context, pos *renju.Position, _ search.Limits, _ func(search.Progress)) (search.Result, error) {
		return search.Result{Best: renju.Point{X: 7, Y: 7}}, nil
	}}
	for rule, foul := range map[string]bool{"0": false, "1": false, "2": true, "4": true} {
		m := begin(t, mind, Options{})
		m.send("START 15", "INFO rule "+rule)
		m.want("^OK$")
		m.send(board...)
		if got := m.next(); (got == "7,7") == foul {
			t.Errorf("rule %s: got %s", rule, got)
		}
	}
}

// The whole dialogue is in the log, with the time of each line.
func TestLog(t *testing.T) {
	var log lockedBuffer
	m := begin(t, &dummy{}, Options{Log: &log})
	m.raw("start 15\r\nBEGIN\r\n")
	m.want("^OK$", "^0,14$")
	m.send("END")
	m.overSilently()
	const want = `^T > start 15
T [><] [^\n]*
(T [><] [^\n]*\n)*T < 0,14
T > END
$`
	re := regexp.MustCompile(strings.ReplaceAll(want, "T", `\d\d:\d\d:\d\d\.\d{6}`))
	if !re.MatchString(log.String()) {
		t.Errorf("got\n%s", log.String())
	}
}

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

// A line of any length is read, and not sent back.
func TestLongLines(t *testing.T) {
	m := begin(t, &dummy{}, Options{})
	m.send(strings.Repeat("A", 100_000), "INFO folder "+strings.Repeat("/folder", 600), "START 15")
	if line := m.next(); !strings.HasPrefix(line, "UNKNOWN ") || len(line) > 60 {
		t.Errorf("got %.100q", line)
	}
	m.want("^OK$")
}

// A game goes on to the last point, won or not.
func TestFullBoard(t *testing.T) {
	for _, size := range []string{"5", "6"} { // the last point is ours, or the other's
		for _, rule := range []string{"0", "1", "4"} {
			t.Run(size+" rule "+rule, func(t *testing.T) {
				t.Parallel()
				m := begin(t, newThinker(Opening{}), Options{Hash: mib})
				board := newWatch()
				m.send("START "+size, "INFO timeout_turn 10", "INFO rule "+rule)
				board.sent("START " + size)
				m.want("^OK$")
				m.send("BEGIN")
				for {
					if err := board.moves(m.next(), 1); err != nil {
						t.Fatal(err)
					}
					p, ok := board.free()
					if !ok {
						break
					}
					board.taken[p] = true
					m.send("TURN " + p)
					if _, ok := board.free(); !ok {
						m.wait("^MESSAGE the board is full$")
						break
					}
				}
				m.send("TURN 0,0")
				m.want("^ERROR TURN: ")
				m.send("BOARD", "DONE")
				m.want(`^\d,\d$`)
				m.send("END")
				m.overSilently()
			})
		}
	}
}
