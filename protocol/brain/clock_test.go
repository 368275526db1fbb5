package brain

import (
	"context"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
)

// What the search may use, after INFO lines.
func TestClock(t *testing.T) {
	const (
		ms       = time.Millisecond
		s        = time.Second
		none     = 0  // no limit
		now      = -1 // nothing left
		match1   = "timeout_match 60000 "
		analysis = true
	)
	for _, c := range []struct {
		info        string
		analysis    bool
		turn, match time.Duration
	}{
		{"", false, 5 * s, none},
		{"timeout_turn 30000 timeout_match 180000 time_left 60000", false, 30 * s, 60 * s},
		{"timeout_turn 300", false, 300 * ms, none},
		{"timeout_turn 0", false, now, none},
		{"timeout_turn 1", false, ms, none},
		{"timeout_turn -1", false, none, none},

		{"timeout_match 0", false, 5 * s, none},
		{"timeout_match -1", false, 5 * s, none},
		{match1, false, 5 * s, 60 * s},
		{match1 + "time_left 200", false, 5 * s, 200 * ms},
		{"time_left 200 " + match1, false, 5 * s, 200 * ms},
		{match1 + "time_left 0", false, 5 * s, now},
		{match1 + "time_left -50", false, 5 * s, now},
		{match1 + "time_left -9223372036854775808", false, 5 * s, now},
		{match1 + "time_left 2147483647", false, 5 * s, none},
		{"time_left 0", false, 5 * s, none}, // a match without a limit
		{"time_left -500", false, 5 * s, now},

		// Yixin-Board's way to say that there is no limit.
		{"timeout_turn 2000000 timeout_match 100000000 time_left 100000000", false, none, none},
		{"timeout_turn 2000000 timeout_match 100000000 time_left 99990000", false, none, none},
		// An hour is an hour all the same.
		{"timeout_turn 3600000 timeout_match 7200000", false, time.Hour, 2 * time.Hour},
		{"timeout_turn 2147483647 timeout_match 2147483647", false, none, none},

		// Zeros mean haste in a game, and leisure in analysis.
		{"timeout_turn 0 timeout_match 0", false, now, none},
		{"timeout_turn 0 timeout_match 0", analysis, none, none},
		{"timeout_turn -1 timeout_match -1", analysis, none, none},
		{"timeout_turn 0 timeout_match 60000", analysis, now, 60 * s},
		{"timeout_turn 700 timeout_match 0", analysis, 700 * ms, none},
		{"", analysis, 5 * s, none},
	} {
		k := newClock()
		words := strings.Fields(c.info)
		for i := 0; i+1 < len(words); i += 2 {
			n, err := strconv.ParseInt(words[i+1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			if !k.setTime(words[i], n, 0) {
				t.Fatalf("%s is no time", words[i])
			}
		}
		start := time.Now()
		want := search.Clock{Start: start, Turn: c.turn, Match: c.match, Exact: c.analysis && c.turn > 0}
		if got := k.limits(start, c.analysis); got != want {
			t.Errorf("%q, analysis %v: %+v, want %+v", c.info, c.analysis, got, want)
		}
	}
}

// A manager that does not tell what is left is believed to count as we do.
func TestClockCounts(t *testing.T) {
	k := newClock()
	left := func() time.Duration { return k.limits(time.Time{}, false).Match }
	check := func(what string, want time.Duration) {
		t.Helper()
		if got := left(); got != want {
			t.Errorf("%s: %v left, want %v", what, got, want)
		}
	}
	k.setTime(protocol.InfoTimeoutMatch, 10000, 0)
	check("at first", 10*time.Second)
	k.spend(3 * time.Second)
	check("after 3 s", 7*time.Second)
	k.spend(8 * time.Second)
	check("after 8 s more", -1)
	k.newGame()
	check("in a new game", 10*time.Second)
	k.setTime("time_increment", 500, 0)
	k.spend(2 * time.Second)
	check("after 2 s with an increment", 8500*time.Millisecond)

	k.setTime("time_increment", 0, 0)
	k.setTime(protocol.InfoTimeLeft, 6000, 0)
	check("told", 6*time.Second)
	k.newGame()
	check("told before the new game", 6*time.Second)
	k.spend(time.Second)
	check("and used", 5*time.Second)

	// Told in the middle of a move that has taken two seconds: from the
	// start of that move it was two seconds more.
	k.setTime(protocol.InfoTimeLeft, 4000, 2*time.Second)
	check("told in the middle", 6*time.Second)
	k.spend(3 * time.Second)
	check("after the move", 3*time.Second)
}

// The search's clock starts when the line has come, also while it runs.
func TestClockStarts(t *testing.T) {
	var got []search.Limits
	mind, began := thinking()
	endless := mind.search
	mind.search = func(ctx context.Context, pos *renju.Position, lim search.Limits, p func(search.Progress)) (search.Result, error) {
		got = append(got, lim)
		return endless(ctx, pos, lim, p)
	}
	m := begin(t, mind, Options{})
	before := time.Now()
	m.send("START 15", "INFO timeout_turn 600000", "INFO max_depth 7", "INFO max_node 12345", "BEGIN")
	m.want("^OK$")
	<-began
	m.send("INFO timeout_turn 500000", "INFO time_left 400000", "INFO timeout_turn 0")
	m.want(`^0,14$`)
	m.send("END")
	m.overSilently()

	if len(got) != 1 {
		t.Fatalf("%d searches, want one", len(got))
	}
	lim := got[0]
	if lim.Depth != 7 || lim.Nodes != 12345 {
		t.Errorf("depth %d, nodes %d, want 7 and 12345", lim.Depth, lim.Nodes)
	}
	if c := lim.Clock; c.Start.Before(before) || c.Turn != 600*time.Second {
		t.Errorf("clock %+v", c)
	}
	if len(mind.clocks) != 2 {
		t.Fatalf("%d clocks while thinking, want 2: %v", len(mind.clocks), mind.clocks)
	}
	for i, c := range mind.clocks {
		if c.Start != lim.Clock.Start || c.Turn != 500*time.Second {
			t.Errorf("clock %d: %+v, want the old start and 500 s", i, c)
		}
	}
	if m := mind.clocks[1].Match; m < 400*time.Second {
		t.Errorf("%v for the match: counted from the move's start it is more than what was left at the end", m)
	}
}

// A thinker that does not look at its clock is cut off.
func TestAlarm(t *testing.T) {
	mind, _ := thinking()
	m := begin(t, mind, Options{})
	m.send("START 15", "INFO timeout_turn 60", "BEGIN")
	m.want("^OK$", "^0,14$")
	m.send("TARAGUCHI10BOARD", "DONE")
	m.want("^7,7$")
	m.send(endless, "TURN 3,3", "INFO timeout_turn 60")
	m.want("^1,14$")
}
