package brain

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/engine/renju"
	"tengen/search"
)

// reported is a dummy whose search reports what it is told to, and then plays
// the first move of the last line.
func reported(lines []search.Line, reports ...search.Progress) *dummy {
	return &dummy{search: func(_ context.Context, _ *renju.Position, _ search.Limits, progress func(search.Progress)) (search.Result, error) {
		for _, p := range reports {
			progress(p)
		}
		return search.Result{Best: lines[0].Moves[0], Lines: lines, Nodes: 712000, Elapsed: 1182 * time.Millisecond}, nil
	}}
}

func moves(t *testing.T, text string) []renju.Point {
	t.Helper()
	m, err := renju.ParseMoves(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// comments runs a search on an empty board and returns all that is said before
// the move.
func comments(t *testing.T, mind thinker, opts Options, lines ...string) []string {
	t.Helper()
	m := begin(t, mind, opts)
	m.send("START 15")
	m.want("^OK$")
	m.send(lines...)
	var said []string
	for {
		select {
		case line := <-m.lines:
			checkLine(t, line)
			if !isComment(line) {
				return said
			}
			said = append(said, line)
		case <-time.After(patience):
			t.Fatal("no move")
		}
	}
}

func TestReport(t *testing.T) {
	deep := search.Line{Value: 35, Depth: 12, SelDepth: 20, Moves: moves(t, "h8i9")}
	second := search.Line{Value: -7, Depth: 12, SelDepth: 18, Moves: moves(t, "a15")}
	win := search.Line{Value: search.MateValue - 7, Depth: 13, SelDepth: 13, Moves: moves(t, "h8")}
	loss := search.Line{Value: -search.MateValue + 4, Depth: 2, SelDepth: 5, Moves: moves(t, "h8")}
	at := func(e search.Event, p string) search.Progress {
		return search.Progress{Event: e, Move: moves(t, p)[0], Elapsed: time.Second}
	}
	for _, c := range []struct {
		name string
		mind *dummy
		opts Options
		send []string
		want []string
	}{
		{"a game", reported([]search.Line{deep}), Options{}, []string{"BEGIN"},
			[]string{"MESSAGE Depth 12-20 | Eval 35 | Time 1.2s | H8 I9"}},
		{"rows from the top",
			reported([]search.Line{second}), Options{Labels: LabelsTop}, []string{"BEGIN"},
			[]string{"MESSAGE Depth 12-18 | Eval -7 | Time 1.2s | A1"}},
		{"a win", reported([]search.Line{win}), Options{}, []string{"BEGIN"},
			[]string{"MESSAGE Depth 13-13 | Eval +M7 | Time 1.2s | H8"}},
		{"a loss", reported([]search.Line{loss}), Options{}, []string{"BEGIN"},
			[]string{"MESSAGE Depth 2-5 | Eval -M4 | Time 1.2s | H8"}},
		{"iterations",
			reported([]search.Line{win},
				search.Progress{Line: loss, Of: 1, Elapsed: time.Millisecond}, // too early to be read
				search.Progress{Line: deep, Of: 1, Elapsed: 400 * time.Millisecond},
				search.Progress{Line: win, Of: 1, Elapsed: 800 * time.Millisecond}),
			Options{}, []string{"BEGIN"},
			[]string{
				"MESSAGE Depth 12-20 | Eval 35 | Time 0.4s | H8 I9",
				"MESSAGE Depth 13-13 | Eval +M7 | Time 0.8s | H8", // and not again at the end
			}},
		{"two lines", reported([]search.Line{deep, second}), Options{}, []string{"YXNBEST 2"},
			[]string{"MESSAGE (1) 35 | 12-20 | H8 I9", "MESSAGE (2) -7 | 12-18 | A15"}},
		{"two lines, the silence ending amid them",
			reported([]search.Line{deep, second}, search.Progress{Line: second, Rank: 1, Of: 2, Elapsed: time.Second}),
			Options{}, []string{"YXNBEST 2"},
			[]string{"MESSAGE (1) 35 | 12-20 | H8 I9", "MESSAGE (2) -7 | 12-18 | A15"}},
		{"INFO", reported([]search.Line{deep, second}), Options{}, []string{"INFO show_detail 2", "YXNBEST 2"},
			[]string{
				"MESSAGE (1) 35 | 12-20 | H8 I9",
				"INFO PV 0", "INFO NUMPV 2", "INFO DEPTH 12", "INFO SELDEPTH 20",
				"INFO NODES 712000", "INFO TOTALNODES 712000", "INFO TOTALTIME 1182", "INFO SPEED 602368",
				"INFO EVAL 35", "INFO WINRATE 0.5724", "INFO BESTLINE 7,7 8,6", "INFO PV DONE",
				"MESSAGE (2) -7 | 12-18 | A15",
				"INFO PV 1", "INFO NUMPV 2", "INFO DEPTH 12", "INFO SELDEPTH 18",
				"INFO NODES 712000", "INFO TOTALNODES 712000", "INFO TOTALTIME 1182", "INFO SPEED 602368",
				"INFO EVAL -7", "INFO WINRATE 0.4854", "INFO BESTLINE 0,0", "INFO PV DONE",
			}},
		{"REALTIME",
			reported([]search.Line{deep},
				search.Progress{Event: search.MoveBegin, Move: moves(t, "a1")[0], Elapsed: time.Millisecond}, // too early
				at(search.MoveBegin, "h8"), at(search.MoveBest, "h8"),
				at(search.MoveBegin, "a15"), at(search.MoveLost, "a15"),
				search.Progress{Line: deep, Of: 1, Elapsed: time.Second}),
			Options{}, []string{"INFO show_detail 1", "BEGIN"},
			[]string{
				"MESSAGE REALTIME REFRESH",
				"MESSAGE REALTIME POS 7,7", "MESSAGE REALTIME BEST 7,7",
				"MESSAGE REALTIME DONE 7,7", "MESSAGE REALTIME POS 0,0", "MESSAGE REALTIME LOST 0,0",
				"MESSAGE Depth 12-20 | Eval 35 | Time 1.0s | H8 I9",
				"MESSAGE REALTIME REFRESH", "MESSAGE REALTIME BEST 7,7",
				"MESSAGE REALTIME REFRESH",
			}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := comments(t, c.mind, c.opts, c.send...); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}

// Nothing that is said can be taken for an answer.
func TestCommentText(t *testing.T) {
	for text, want := range map[string]string{
		"ten offers, the least of them +12": "ten offers, the least of them +12",
		"runtime error: index out of range": "runtime fault: index out of range",
		"Unknown ERROR\nname = x":           "unheard-of fault name: x",
		" \t\r\n":                           "",
	} {
		if got := comment(text); got != want {
			t.Errorf("comment(%q) = %q, want %q", text, got, want)
		}
	}
	if got := echo(strings.Repeat("é", 3) + strings.Repeat("A", 100)); got != "???"+strings.Repeat("A", 29)+"..." {
		t.Errorf("got %q", got)
	}
}
