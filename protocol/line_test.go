package protocol

import (
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
)

// readAll reads lines to the end of the input.
func readAll(t *testing.T, r io.Reader) []string {
	t.Helper()
	var lines []string
	l := NewLineReader(r)
	for {
		line, err := l.ReadLine()
		if err == io.EOF {
			return lines
		}
		if err != nil {
			t.Fatalf("after %d lines: %v", len(lines), err)
		}
		lines = append(lines, line)
	}
}

func TestLineEnds(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"LF", "START 15\nBEGIN\n", []string{"START 15", "BEGIN"}},
		{"CR LF", "START 15\r\nBEGIN\r\n", []string{"START 15", "BEGIN"}},
		{"lone CR", "START 15\rBEGIN\r", []string{"START 15", "BEGIN"}},
		{"all in one session", "BOARD\n7,7,1\rDONE\r\nEND\n", []string{"BOARD", "7,7,1", "DONE", "END"}},
		{"empty lines", "\n\r\n\r\rEND\n", []string{"", "", "", "", "END"}},
		{"LF CR", "a\n\rb", []string{"a", "", "b"}},
		{"no end on the last line", "START 15\nEND", []string{"START 15", "END"}},
		{"nothing", "", nil},
		{"a line as long as allowed", strings.Repeat("x", MaxLine) + "\nEND\n", []string{strings.Repeat("x", MaxLine), "END"}},
		{"a longer one", strings.Repeat("x", MaxLine+9) + "\nEND\n", []string{strings.Repeat("x", MaxLine), "END"}},
	} {
		if got := readAll(t, strings.NewReader(c.text)); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %.80q, want %.80q", c.name, got, c.want)
		}
		// How the text is cut on its way must not matter.
		if got := readAll(t, iotest.OneByteReader(strings.NewReader(c.text))); !slices.Equal(got, c.want) {
			t.Errorf("%s, byte by byte: got %.80q, want %.80q", c.name, got, c.want)
		}
	}
}

// A line is there once its CR has come: the LF may come much later.
func TestLineDoesNotWaitForLF(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	go func() {
		_, _ = io.WriteString(w, "TURN 8,8\r")
		// Nothing follows until the line has been read.
	}()
	l := NewLineReader(r)
	if line, err := l.ReadLine(); line != "TURN 8,8" || err != nil {
		t.Fatalf("got %q, %v", line, err)
	}
	go func() { _, _ = io.WriteString(w, "\nEND\r\n") }()
	if line, err := l.ReadLine(); line != "END" || err != nil {
		t.Fatalf("got %q, %v", line, err)
	}
}

// A broken input gives the line that was begun, and then its error, each time.
func TestLineError(t *testing.T) {
	broken := errors.New("cable cut")
	l := NewLineReader(io.MultiReader(strings.NewReader("BEG"), iotest.ErrReader(broken)))
	if line, err := l.ReadLine(); line != "BEG" || err != nil {
		t.Errorf("got %q, %v", line, err)
	}
	for range 2 {
		if _, err := l.ReadLine(); err != broken {
			t.Errorf("got error %v, want %v", err, broken)
		}
	}
}

func TestParseCommand(t *testing.T) {
	for _, c := range []struct {
		line string
		want Command
	}{
		{"END", Command{"END", ""}},
		{"start 15", Command{"START", "15"}},
		{"  Turn\t 7, 7 ", Command{"TURN", "7, 7"}},
		{"INFO folder C:\\My Games\\AI's", Command{"INFO", "folder C:\\My Games\\AI's"}},
		{"", Command{}},
		{" \t ", Command{}},
	} {
		if got := ParseCommand(c.line); got != c.want {
			t.Errorf("ParseCommand(%q) = %q, want %q", c.line, got, c.want)
		}
	}
}

func FuzzLineReader(f *testing.F) {
	f.Add("START 15\r\nBEGIN\n")
	f.Add("a\r\rb\n\nc")
	f.Fuzz(func(t *testing.T, text string) {
		lines := readAll(t, strings.NewReader(text))
		for _, line := range lines {
			if strings.ContainsAny(line, "\r\n") {
				t.Errorf("line %q of %q holds a line end", line, text)
			}
			if c := ParseCommand(line); strings.ContainsAny(c.Name, " \t") {
				t.Errorf("command %q of %q holds a blank", c.Name, line)
			}
		}
		// The same text with every line ended by LF is the same lines.
		if again := readAll(t, strings.NewReader(strings.Join(append(lines, ""), "\n"))); !slices.Equal(lines, again) {
			t.Errorf("%q: lines %q, and with LF %q", text, lines, again)
		}
	})
}
