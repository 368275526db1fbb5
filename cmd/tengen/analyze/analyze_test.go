package analyze

import (
	"context"
	"errors"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
)

func analyze(ctx context.Context, args ...string) (string, error) {
	var out strings.Builder
	err := Command.Run(ctx, cli.IO{Out: &out, Err: &out}, append(args, "--hash", "1M", "--threads", "1"))
	return out.String(), err
}

// TestAnalyze has positions whose best move is beyond doubt.
func TestAnalyze(t *testing.T) {
	tests := []struct {
		args []string
		want string // regular expressions, one a line
	}{
		{[]string{"h8a1i8b1j8c1k8e1", "--depth", "4"}, // Black makes five at either end
			`^h8a1i8b1j8c1k8e1: 8 stones, Black to move, renju 15x15$
^  1  100\.0 %     \+M1 +\d+-\d+  (g8|l8)$
^Depth \d+, \d+ nodes in \d+\.\d s
^ 8 . . . . . . [.1] X X X X [.1]
^ 1 O O O .\(O\). `},
		{[]string{"--rule", "freestyle", "--size", "20", "--nodes", "2000", "--multipv", "3", "j10", "k10 k11"},
			`^j10k10k11: 3 stones, White to move, freestyle 20x20$
^  3 +\d+\.\d % `},
	}
	for _, test := range tests {
		out, err := analyze(t.Context(), test.args...)
		if err != nil {
			t.Errorf("%q: %v", test.args, err)
		}
		for want := range strings.SplitSeq(test.want, "\n") {
			if !regexp.MustCompile("(?m)" + want).MatchString(out) {
				t.Errorf("%q: no line matches %s:\n%s", test.args, want, out)
			}
		}
		if strings.Contains(out, "\r") {
			t.Errorf("%q: a live line is shown where there is no terminal:\n%q", test.args, out)
		}
	}
}

// TestInterrupt ends an analysis that has no limit.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var stopped time.Time
	time.AfterFunc(300*time.Millisecond, func() {
		stopped = time.Now()
		cancel()
	})
	out, err := analyze(ctx, "--time", "0", "h8i9g7")
	if err != nil || !strings.Contains(out, "\n  1 ") {
		t.Errorf("error %v, output:\n%s", err, out)
	}
	if took := time.Since(stopped); took > time.Second {
		t.Errorf("it took %v to end", took)
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		args  []string
		want  string
		usage bool
	}{
		{nil, "a position is wanted", true},
		{[]string{"h8h8"}, `position "h8h8": move 2: h8 is taken`, true},
		{[]string{"z9"}, `position "z9": move 1`, true},
		{[]string{"--size", "30", "h8"}, "size 30 is out of range", true},
		{[]string{"--rule", "go", "h8"}, `unknown rule "go"`, true},
		{[]string{"--multipv", "0", "h8"}, "want 1 or more", true},
		{[]string{"--depth", "-1", "h8"}, "want 0 or more", true},
		{[]string{"h8a1i8b1j8c1k8e1l8"}, "the game is over: black wins (five)", false},
	} {
		_, err := analyze(t.Context(), test.args...)
		var usage *cli.UsageError
		if err == nil || !strings.Contains(err.Error(), test.want) || errors.As(err, &usage) != test.usage {
			t.Errorf("%q: error %v, want %q", test.args, err, test.want)
		}
	}
}

// TestLive shows reports as a terminal gets them.
func TestLive(t *testing.T) {
	var out strings.Builder
	l := &live{out: &out}
	at := func(ms int, depth int) search.Progress {
		return search.Progress{Elapsed: time.Duration(ms) * time.Millisecond,
			Line: search.Line{Value: 35, Depth: depth, SelDepth: depth, Moves: []renju.Point{{X: 7, Y: 7}}}}
	}
	l.show(at(1, 1))
	l.show(at(50, 2)) // too soon
	l.show(search.Progress{Event: search.MoveBest})
	second := at(150, 3)
	l.show(second)
	second.Rank = 1
	l.show(second)
	l.erase()
	shown := strings.Split(out.String(), "\r")
	var lines []string
	for _, text := range shown {
		if text = strings.TrimSpace(text); text != "" {
			lines = append(lines, text)
		}
	}
	if len(lines) != 2 || !strings.HasSuffix(lines[0], "1-1  h8") || !strings.HasSuffix(lines[1], "3-3  h8") {
		t.Errorf("shown: %q", lines)
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 9999: "9999", 10_000: "10 k", 999_499: "999 k", 1_234_567: "1.2 M", 98_765_432: "99 M"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}
