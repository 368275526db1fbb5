package solve

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/search"
	"tengen/search/threat"
)

// entry is a line of a problem file.
type entry struct {
	problem
	name string
	want expectation
}

// expectation is the answer that a problem file gives.
type expectation struct {
	text  string // as it stands there, empty for none
	kind  string // "VCF", "VCT", "win", "none", or "" if that does not matter
	plies int    // 0: does not matter
	moves []renju.Point
}

// parseExpectation reads words such as "VCF 9 h9 i10".
func parseExpectation(text string) (expectation, error) {
	e := expectation{text: text}
	for _, word := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		if n, err := strconv.Atoi(word); err == nil && n > 0 && n%2 == 1 {
			e.plies = n
			continue
		}
		switch lower := strings.ToLower(word); lower {
		case "vcf", "vct":
			e.kind = strings.ToUpper(word)
		case "win", "none":
			e.kind = lower
		default:
			p, err := renju.ParsePoint(word)
			if err != nil {
				return e, fmt.Errorf("answer %q: %q is no kind of win, no odd number of plies and no point", text, word)
			}
			e.moves = append(e.moves, p)
		}
	}
	return e, nil
}

// met tells whether a verdict is what is expected.
func (e *expectation) met(v search.Verdict) bool {
	win := v.Win
	if win == nil {
		return e.text == "" || e.kind == "none"
	}
	switch e.kind {
	case "none":
		return false
	case "VCF", "VCT":
		if win.Kind.String() != e.kind {
			return false
		}
	}
	return (e.plies == 0 || win.Plies == e.plies) && (len(e.moves) == 0 || slices.Contains(e.moves, win.Move))
}

// read reads a problem file. The error names the line.
func (j *job) read(r io.Reader) ([]entry, error) {
	var entries []entry
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, 1<<20)
	for n := 1; lines.Scan(); n++ {
		text := strings.TrimSpace(lines.Text())
		if text == "" || text[0] == '#' {
			continue
		}
		e, err := j.entry(text, len(entries)+1)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		entries = append(entries, e)
	}
	return entries, lines.Err()
}

// entry reads the problem with the number from a line.
func (j *job) entry(text string, number int) (entry, error) {
	fields := strings.Split(strings.ReplaceAll(text, "\t", ";"), ";")
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	if len(fields) > 3 {
		return entry{}, fmt.Errorf("want a position, a name and an answer: %q", text)
	}
	e := entry{name: strconv.Itoa(number)}
	var err error
	if e.problem, err = j.problem(fields[:1]); err != nil {
		return e, err
	}
	if len(fields) > 1 && fields[1] != "" {
		e.name = fields[1]
	}
	if len(fields) > 2 {
		e.want, err = parseExpectation(fields[2])
	}
	return e, err
}

// bulk solves the problems of a file and prints a table, a line as soon as it is
// known.
func (j *job) bulk(ctx context.Context, name string) error {
	entries, err := j.readFile(name)
	if err != nil {
		return err
	}
	if len(entries) == 0 {
		return fmt.Errorf("%s: no problems", name)
	}
	solver := search.NewSolver(j.size, entries[0].pos.Rule())
	t := table{width: 4}
	for _, e := range entries {
		t.width = max(t.width, len(e.name))
	}
	if !j.json {
		if err := j.print(t.head()); err != nil {
			return err
		}
	}
	for i := range entries {
		e := &entries[i]
		answer, err := solver.Solve(ctx, e.pos, j.limits)
		if err != nil {
			return fmt.Errorf("%s: %w", e.name, err)
		}
		if ctx.Err() != nil {
			break // what it says of this problem is not its answer
		}
		if row := t.row(e, answer, j.limits.Kind); !j.json {
			err = j.print(row)
		} else {
			err = j.writeJSON(j.entryJSON(e, answer))
		}
		if err != nil {
			return err
		}
	}
	if !j.json {
		if err := j.print(t.sum()); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if t.missed > 0 {
		return fmt.Errorf("%s: %d of %s not answered as expected", name, t.missed, cli.Plural(t.expected, "problem"))
	}
	return nil
}

func (j *job) print(text string) error {
	_, err := io.WriteString(j.Out, text)
	return err
}

// readFile reads the problems of a file, or of standard input.
func (j *job) readFile(name string) ([]entry, error) {
	if name != "-" {
		return cli.ReadFile(name, j.read)
	}
	entries, err := j.read(j.In)
	if err != nil {
		err = fmt.Errorf("standard input: %w", err)
	}
	return entries, err
}

// table lays out answers, and sums them up.
type table struct {
	width int // of the names

	problems, solved, expected, missed int
	nodes                              int64
	elapsed                            time.Duration
}

func (t *table) head() string {
	return fmt.Sprintf("%-*s  kind  plies  move  %10s  %8s\n", t.width, "name", "nodes", "seconds")
}

func (t *table) row(e *entry, a search.Answer, kind threat.Kind) string {
	t.problems++
	t.nodes += a.Nodes
	t.elapsed += a.Elapsed
	found, plies, move := "?", "", ""
	switch win := a.Win; {
	case win != nil:
		t.solved++
		found, plies, move = win.Kind.String(), fmt.Sprint(win.Plies)+strings.TrimSpace(atMost(win)), win.Move.String()
	case a.None(kind):
		found = "none"
	}
	note := ""
	if e.want.text != "" {
		t.expected++
		if !e.want.met(a.Verdict) {
			t.missed++
			note = "  expected " + e.want.text
		}
	}
	return fmt.Sprintf("%-*s  %-4s  %5s  %-4s  %10d  %8.2f%s\n", t.width, e.name, found, plies, move, a.Nodes, a.Elapsed.Seconds(), note)
}

func (t *table) sum() string {
	text := fmt.Sprintf("\n%d of %s solved, %s, %.1f s", t.solved, cli.Plural(t.problems, "problem"), cli.Plural(int(t.nodes), "node"), t.elapsed.Seconds())
	if t.expected > 0 {
		text += fmt.Sprintf("; %d of %d answers as expected", t.expected-t.missed, t.expected)
	}
	return text + "\n"
}

func (j *job) entryJSON(e *entry, a search.Answer) solvedJSON {
	out := j.solvedJSON(e.problem, a, nil)
	out.Name = e.name
	if e.want.text != "" {
		met := e.want.met(a.Verdict)
		out.Expected, out.Met = e.want.text, &met
	}
	return out
}
