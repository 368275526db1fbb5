package brain

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestDialogues plays the dialogues in testdata with the real search. A file
// holds several, each after a line "== name". A line of one is
//
//	# text       a remark
//	> line       send the line
//	+ "text"     send a Go string as it is, in one piece
//	< MOVE       the next answer is a point that is empty
//	< n MOVES    the next answer is n different points that are empty
//	< regexp     the next answer matches
//	. regexp     a comment that matches comes, before the next answer
//	! regexp     the last answer does not match
//	= ms         nothing but comments comes for so long
//	~ ms         wait
//	x            close the input
//	e            the brain ends, and without another answer
//
// Where a move is due the test only knows what is legal, or what any engine must
// see. Times are not its business, but for the end of patience.
func TestDialogues(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no dialogues: %v", err)
	}
	for _, file := range files {
		for _, d := range readDialogues(t, file) {
			t.Run(strings.TrimSuffix(filepath.Base(file), ".txt")+"/"+d.name, func(t *testing.T) {
				t.Parallel()
				d.play(t)
			})
		}
	}
}

type script struct {
	file, name string
	lines      []dialogueLine
}

type dialogueLine struct {
	number int
	op     string
	arg    string
}

func readDialogues(t *testing.T, file string) []*script {
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []*script
	in := bufio.NewScanner(f)
	for n := 1; in.Scan(); n++ {
		op, arg, _ := strings.Cut(strings.TrimSpace(in.Text()), " ")
		switch {
		case op == "" || op == "#":
		case op == "==":
			all = append(all, &script{file: file, name: arg})
		case len(all) == 0 || !strings.Contains("><.!=~+xe", op):
			t.Fatalf("%s:%d: %q makes no sense", file, n, in.Text())
		default:
			d := all[len(all)-1]
			d.lines = append(d.lines, dialogueLine{n, op, arg})
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}

func (d *script) play(t *testing.T) {
	m := begin(t, newThinker(Opening{}), Options{Threads: 1, Hash: 4 * mib, Version: "0"})
	board := newWatch()
	last := ""
	for _, l := range d.lines {
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("%s:%d: %s", d.file, l.number, fmt.Sprintf(format, args...))
		}
		switch l.op {
		case ">":
			m.send(l.arg)
			board.sent(l.arg)
		case "+":
			text, err := strconv.Unquote(l.arg)
			if err != nil {
				fail("%s: %v", l.arg, err)
			}
			m.raw(text)
			for _, line := range strings.FieldsFunc(text, func(c rune) bool { return c == '\r' || c == '\n' }) {
				board.sent(line)
			}
		case "<":
			last = m.next()
			n, ok := 1, l.arg == "MOVE"
			if !ok {
				_, err := fmt.Sscanf(l.arg, "%d MOVES", &n)
				ok = err == nil
			}
			if ok {
				if err := board.moves(last, n); err != nil {
					fail("%q: %v", last, err)
				}
			} else if !regexp.MustCompile(l.arg).MatchString(last) {
				fail("got %q, want /%s/", last, l.arg)
			}
		case ".":
			m.wait(l.arg)
		case "!":
			if regexp.MustCompile(l.arg).MatchString(last) {
				fail("got %q, not wanted", last)
			}
		case "=", "~":
			ms, err := strconv.Atoi(l.arg)
			if err != nil {
				fail("%v", err)
			}
			if l.op == "=" {
				m.silent(time.Duration(ms) * time.Millisecond)
			} else {
				time.Sleep(time.Duration(ms) * time.Millisecond)
			}
		case "x":
			m.in.Close()
		case "e":
			m.overSilently()
		}
	}
}

// A watch knows which points are taken, from what is sent and answered.
type watch struct {
	size  int
	taken map[string]bool
}

func newWatch() *watch { return &watch{15, map[string]bool{}} }

var point = regexp.MustCompile(`^(?i:(turn|takeback)\s+)?(\d+)\s*,\s*(\d+)(,\d)?$`)

func (w *watch) sent(line string) {
	fields := strings.Fields(strings.ToLower(line))
	if len(fields) == 0 {
		return
	}
	switch {
	case fields[0] == "start":
		if n, err := strconv.Atoi(fields[len(fields)-1]); err == nil && n >= 5 && n <= 22 {
			w.size = n
			clear(w.taken)
		}
	case slices.Contains([]string{"restart", "board", "yxboard", "swap2board"}, fields[0]), strings.HasPrefix(fields[0], "taraguchi"):
		clear(w.taken)
	}
	for _, f := range append([]string{line}, fields...) {
		if p := point.FindStringSubmatch(f); p != nil {
			if strings.EqualFold(p[1], "takeback") {
				delete(w.taken, p[2]+","+p[3])
			} else {
				w.taken[p[2]+","+p[3]] = true
			}
			return
		}
	}
}

// moves takes an answer of n points.
func (w *watch) moves(answer string, n int) error {
	points := strings.Split(answer, " ")
	if len(points) != n {
		return fmt.Errorf("want %d points", n)
	}
	for _, p := range points {
		var x, y int
		if _, err := fmt.Sscanf(p, "%d,%d", &x, &y); err != nil || fmt.Sprintf("%d,%d", x, y) != p {
			return fmt.Errorf("%s is no point", p)
		}
		if x < 0 || y < 0 || x >= w.size || y >= w.size {
			return fmt.Errorf("%s is off the board", p)
		}
		if w.taken[p] {
			return fmt.Errorf("%s is taken", p)
		}
		w.taken[p] = true
	}
	return nil
}

// free finds an empty point.
func (w *watch) free() (string, bool) {
	for y := range w.size {
		for x := range w.size {
			if p := fmt.Sprintf("%d,%d", x, y); !w.taken[p] {
				return p, true
			}
		}
	}
	return "", false
}
