package main

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/version"
)

// The test binary doubles as tengen, so that a match can play its own program.
const programVariable = "TENGEN_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(programVariable) != "" {
		main()
	}
	os.Exit(m.Run())
}

// tengen runs the program in this process.
func tengen(args ...string) (status int, out, errs string) {
	var o, e strings.Builder
	status = run(context.Background(), cli.IO{In: strings.NewReader(""), Out: &o, Err: &e}, args)
	return status, o.String(), e.String()
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{nil, {"help"}, {"--help"}, {"-h"}} {
		status, out, errs := tengen(args...)
		if status != 0 || errs != "" || !strings.Contains(out, "\n  match ") || strings.Contains(out, "brain") {
			t.Errorf("tengen %q: status %d, errors %q, output:\n%s", args, status, errs, out)
		}
	}
	for _, c := range commands {
		for _, args := range [][]string{{"help", c.Name}, {c.Name, "--help"}} {
			status, out, errs := tengen(args...)
			want := "Usage: tengen " + c.Name
			if c.Name == "brain" {
				want = "usage: pbrain-tengen" // it is the same program
			}
			if status != 0 || errs != "" || !strings.HasPrefix(out, want) {
				t.Errorf("tengen %q: status %d, errors %q, output:\n%s", args, status, errs, out)
			}
		}
	}
	if status, out, _ := tengen("--version"); status != 0 || out != "tengen "+version.Full()+"\n" {
		t.Errorf("version: status %d, %q", status, out)
	}
}

// The brain says all that it has to say where its manager reads.
func TestBrainIsSilentOnStandardError(t *testing.T) {
	status, out, errs := tengen("brain", "--labels", "left")
	if status != 2 || errs != "" || !strings.HasPrefix(out, "ERROR ") || strings.Count(out, "\n") != 1 {
		t.Errorf("status %d, output %q, errors %q", status, out, errs)
	}
}

// TestErrors wants one clear line and the right status.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{[]string{"conquer"}, 2, `tengen: unknown command "conquer": see tengen help` + "\n"},
		{[]string{"help", "conquer"}, 2, `tengen: unknown command "conquer": see tengen help` + "\n"},
		{[]string{"match", "--gaems", "3"}, 2, "tengen: unknown flag: --gaems\n"},
		{[]string{"match", "./no-such-engine", "./no-such-engine"}, 1, "tengen: engine 1 (./no-such-engine): starting "},
		{[]string{"bench", "x"}, 2, `tengen: bench: unexpected argument "x"` + "\n"},
		{[]string{"analyze", "h8h8"}, 2, `tengen: position "h8h8": move 2: h8 is taken by a black stone` + "\n"},
	} {
		status, out, errs := tengen(test.args...)
		if status != test.status || out != "" || !strings.HasPrefix(errs, test.want) || strings.Count(errs, "\n") != 1 {
			t.Errorf("tengen %q: status %d, output %q, errors %q, want %d, %q", test.args, status, out, errs, test.status, test.want)
		}
	}
}

// TestBrain speaks with the engine as a manager does.
func TestBrain(t *testing.T) {
	var out strings.Builder
	in := strings.NewReader("ABOUT\nSTART 15\nEND\n")
	if status := run(t.Context(), cli.IO{In: in, Out: &out, Err: &out}, []string{"brain"}); status != 0 {
		t.Errorf("status %d", status)
	}
	if got := out.String(); !strings.HasPrefix(got, `name="Tengen"`) || !strings.HasSuffix(got, "\nOK\n") {
		t.Errorf("answers:\n%s", got)
	}
}

// TestOwnGames has tengen play itself, as it does when no engine is named, and
// against an engine that plays at random, in a process of its own.
func TestOwnGames(t *testing.T) {
	for _, args := range [][]string{
		{"--concurrency", "2"},
		{os.Args[0] + " brain", os.Args[0] + " random-brain --seed 5"},
	} {
		args = append([]string{"match", "--json", "--games", "2", "--nodes", "2000", "--hash", "1M", "--draw-at", "30"}, args...)
		cmd := exec.CommandContext(t.Context(), os.Args[0], args...)
		cmd.Env = append(os.Environ(), programVariable+"=1")
		var errs strings.Builder
		cmd.Stderr = &errs
		cmd.WaitDelay = time.Second
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("tengen %q: %v\n%s", args, err, errs.String())
		}
		var r struct {
			Games, Wins, Draws, Losses int
			Endings                    map[string]int
		}
		if err := json.Unmarshal(out, &r); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		sound := r.Endings["five"] + r.Endings["move limit"] + r.Endings["foul"]
		if r.Games != 2 || sound != 2 || r.Wins+r.Draws+r.Losses != 2 {
			t.Errorf("tengen %q: %s\n%s", args, out, errs.String())
		}
	}
}
