package pbrain

import (
	"bufio"
	"io"
	"regexp"
	"strings"
	"testing"
)

func TestLevelOutOfRange(t *testing.T) {
	for flag, want := range map[string]string{
		"--level=101": "ERROR pbrain-tengen: --level 101: want 0 to 100\n",
		"--level=-1":  "ERROR pbrain-tengen: --level -1: want 0 to 100\n",
		"--level=low": "ERROR pbrain-tengen: invalid argument",
	} {
		var out strings.Builder
		if status := Run([]string{flag}, strings.NewReader(""), &out); status != 2 || !strings.HasPrefix(out.String(), want) {
			t.Errorf("%s: status %d, output %q", flag, status, out.String())
		}
	}
}

// A beginner thinks no deeper than a ply, whatever the time.
func TestLevel(t *testing.T) {
	in, typed := io.Pipe()
	read, out := io.Pipe()
	status := make(chan int, 1)
	go func() {
		status <- Run([]string{"--level", "0", "--hash", "1"}, in, out)
		out.Close()
	}()
	go io.WriteString(typed, "START 15\nINFO rule 4\nINFO timeout_turn 100000\nBOARD\n7,7,1\n7,6,2\nDONE\n")
	depth := ""
	for lines := bufio.NewScanner(read); lines.Scan(); {
		if m := regexp.MustCompile(`^MESSAGE Depth (\d+)-`).FindStringSubmatch(lines.Text()); m != nil {
			depth = m[1]
		}
		if regexp.MustCompile(`^\d+,\d+$`).MatchString(lines.Text()) {
			typed.Close()
		}
	}
	if s := <-status; s != 0 || depth != "1" {
		t.Errorf("status %d, depth %q", s, depth)
	}
}
