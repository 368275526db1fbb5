package main

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/cmd/pbrain"
)

// asEngine, set in the environment, makes the test binary the program itself.
const asEngine = "PBRAIN_TENGEN_TEST"

func TestMain(m *testing.M) {
	if os.Getenv(asEngine) != "" {
		os.Exit(pbrain.Run(os.Args[1:], os.Stdin, os.Stdout))
	}
	os.Exit(m.Run())
}

// patience is how long a test waits for what must come: see package brain.
const patience = 30 * time.Second

// A process is a running program.
type process struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    io.ReadCloser
	lines  chan string
	stderr bytes.Buffer
	ended  chan error
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := &process{t: t, cmd: exec.Command(os.Args[0], args...), lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	p.cmd.Env = append(os.Environ(), asEngine+"=1")
	p.cmd.Stderr = &p.stderr
	var err error
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	// Not StdoutPipe: Wait would close it under the reader.
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	p.out, p.cmd.Stdout = r, w
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	w.Close()
	go func() {
		defer close(p.lines)
		for in := bufio.NewScanner(r); in.Scan(); {
			p.lines <- in.Text()
		}
	}()
	go func() { p.ended <- p.cmd.Wait() }()
	t.Cleanup(func() {
		_ = p.cmd.Process.Kill()
		r.Close()
	})
	return p
}

func (p *process) send(lines ...string) {
	p.t.Helper()
	if _, err := io.WriteString(p.in, strings.Join(lines, "\n")+"\n"); err != nil {
		p.t.Fatal(err)
	}
}

// want returns the next line that is no MESSAGE, which must match.
func (p *process) want(pattern string) string {
	p.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case line, ok := <-p.lines:
			switch {
			case !ok:
				p.t.Fatalf("the program has ended, want /%s/", pattern)
			case strings.HasPrefix(line, "MESSAGE "):
			case regexp.MustCompile(pattern).MatchString(line):
				return line
			default:
				p.t.Fatalf("got %q, want /%s/", line, pattern)
			}
		case <-timeout:
			p.t.Fatalf("nothing within %v, want /%s/", patience, pattern)
		}
	}
}

// over waits for the end: exit status 0, nothing on standard error, no answer.
func (p *process) over() {
	p.t.Helper()
	begun := time.Now()
	select {
	case err := <-p.ended:
		if err != nil {
			p.t.Errorf("ended with %v", err)
		}
		p.t.Logf("ended after %v", time.Since(begun).Round(time.Millisecond))
	case <-time.After(patience):
		p.t.Fatalf("goes on after %v", patience)
	}
	for line := range p.lines {
		if !strings.HasPrefix(line, "MESSAGE ") {
			p.t.Errorf("got %q at the end", line)
		}
	}
	if p.stderr.Len() > 0 {
		p.t.Errorf("standard error holds %q", p.stderr.String())
	}
}

const move = `^\d+,\d+$`

// The end of a process, however it comes.
func TestEnd(t *testing.T) {
	thinking := []string{"START 15", "INFO timeout_turn 600000", "INFO rule 4", "TURN 7,7"}
	for _, c := range []struct {
		name string
		send []string
		end  func(p *process)
	}{
		{"END while idle", []string{"START 15"}, func(p *process) { p.send("END") }},
		{"END while thinking", thinking, func(p *process) { p.send("END") }},
		{"end of input while idle", []string{"START 15"}, func(p *process) { p.in.Close() }},
		{"end of input while thinking", thinking, func(p *process) { p.in.Close() }},
		{"end of input in a block", []string{"START 15", "BOARD", "7,7,1"}, func(p *process) { p.in.Close() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := start(t)
			p.send(c.send...)
			p.want("^OK$")
			if len(c.send) == len(thinking) {
				time.Sleep(200 * time.Millisecond)
			}
			c.end(p)
			p.over()
		})
	}
}

// A manager that is gone is no reason to die noisily.
func TestBrokenPipe(t *testing.T) {
	p := start(t)
	p.send("START 15")
	p.want("^OK$")
	p.out.Close()
	p.send("ABOUT")
	select {
	case err := <-p.ended:
		if err != nil {
			t.Errorf("ended with %v", err)
		}
	case <-time.After(patience):
		t.Fatal("goes on")
	}
	if p.stderr.Len() > 0 {
		t.Errorf("standard error holds %q", p.stderr.String())
	}
}

// A whole game of two processes: nothing but moves.
func TestGame(t *testing.T) {
	black, white := start(t), start(t)
	for _, p := range []*process{black, white} {
		p.send("START 15", "INFO rule 4", "INFO timeout_turn 50", "INFO max_memory 83886080", "INFO game_type 1")
		p.want("^OK$")
	}
	black.send("BEGIN")
	m := black.want(move)
	for range 10 {
		for _, p := range []*process{white, black} {
			p.send("INFO time_left 60000", "TURN "+m)
			m = p.want(move)
		}
	}
	for _, p := range []*process{black, white} {
		p.send("END")
		p.over()
	}
}

func TestFlags(t *testing.T) {
	log := filepath.Join(t.TempDir(), "dialogue.txt")
	for _, c := range []struct {
		args   string
		in     string
		status int
		want   string
	}{
		{"--version", "", 0, `^Tengen \S+, network [0-9a-f]{12}, book [0-9a-f]{12}\n$`},
		{"--help", "", 0, `(?s)^usage: .*--hash MiB.*--labels bottom\|top.*--log file.*--threads.*--version`},
		{"", "ABOUT\n", 0, `^name="Tengen", version="\S+", author="The Tengen authors"\n$`},
		{"--threads 2 --hash 4 --labels top --log " + log, "START 15\r\nEND\r\n", 0, `^OK\n$`},
		{"--force-utf8", "ABOUT\n", 0, `^name="Tengen"`}, // Yixin-Board on Windows
		{"--nonsense", "", 2, `^ERROR pbrain-tengen: .*nonsense`},
		{"--threads 0", "", 2, `^ERROR pbrain-tengen: --threads 0`},
		{"--hash -1", "", 2, `^ERROR pbrain-tengen: --hash -1`},
		{"--labels left", "", 2, `^ERROR pbrain-tengen: --labels: labels "left"`},
		{"--log " + filepath.Join(log, "x"), "", 2, `^ERROR pbrain-tengen: .*dialogue`},
		{"7,7", "", 2, `^ERROR pbrain-tengen: unexpected argument "7,7"`},
	} {
		var out bytes.Buffer
		if got := pbrain.Run(strings.Fields(c.args), strings.NewReader(c.in), &out); got != c.status {
			t.Errorf("%s: status %d, want %d", c.args, got, c.status)
		}
		if !regexp.MustCompile(c.want).MatchString(out.String()) {
			t.Errorf("%s: got %q, want /%s/", c.args, out.String(), c.want)
		}
	}
	text, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`^\S+ > START 15\n\S+ [<>] .*\n\S+ [<>] .*\n$`).Match(text) {
		t.Errorf("the log is %q", text)
	}
}
