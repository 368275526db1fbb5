package brain

import (
	"context"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// patience is how long a test waits for what must come. It is no claim about
// speed: it only ends a test that would wait for ever.
const patience = 30 * time.Second

// A manager speaks to a brain over pipes, and looks at every line that the
// brain writes.
type manager struct {
	t     testing.TB
	in    *io.PipeWriter
	lines chan string // without their LF
	ended chan error
}

// A sink is the brain's output. Each Write must be one line.
type sink struct {
	t     testing.TB
	lines chan string
}

func (s sink) Write(p []byte) (int, error) {
	line, ok := strings.CutSuffix(string(p), "\n")
	if !ok || strings.ContainsAny(line, "\r\n") {
		s.t.Errorf("one Write of %q: want one line and its LF", p)
	}
	s.lines <- line
	return len(p), nil
}

// begin starts a brain. It is ended with the test.
func begin(t testing.TB, mind thinker, opts Options) *manager {
	r, w := io.Pipe()
	m := &manager{t: t, in: w, lines: make(chan string, 1<<16), ended: make(chan error, 1)}
	go func() { m.ended <- serve(r, sink{t, m.lines}, opts, mind) }()
	t.Cleanup(func() { w.Close() })
	return m
}

// send writes lines as one text.
func (m *manager) send(lines ...string) {
	m.t.Helper()
	m.raw(strings.Join(lines, "\n") + "\n")
}

// raw writes a text as it is, in one Write.
func (m *manager) raw(text string) {
	m.t.Helper()
	if _, err := io.WriteString(m.in, text); err != nil {
		m.t.Fatalf("sending %.60q: %v", text, err)
	}
}

// next returns the next line that is no comment.
func (m *manager) next() string {
	m.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case line := <-m.lines:
			checkLine(m.t, line)
			if !isComment(line) {
				return line
			}
		case <-timeout:
			m.t.Fatalf("no answer within %v", patience)
		}
	}
}

// wait returns the next line that matches, whatever comes before it.
func (m *manager) wait(pattern string) string {
	m.t.Helper()
	re := regexp.MustCompile(pattern)
	timeout := time.After(patience)
	for {
		select {
		case line := <-m.lines:
			checkLine(m.t, line)
			if re.MatchString(line) {
				return line
			}
		case <-timeout:
			m.t.Fatalf("nothing matched %q within %v", pattern, patience)
		}
	}
}

// want fails the test if the next answers are others than these.
func (m *manager) want(patterns ...string) {
	m.t.Helper()
	for _, p := range patterns {
		if line := m.next(); !regexp.MustCompile(p).MatchString(line) {
			m.t.Fatalf("got %q, want /%s/", line, p)
		}
	}
}

// silent fails the test if anything but comments comes in the given time.
func (m *manager) silent(d time.Duration) {
	m.t.Helper()
	timeout := time.After(d)
	for {
		select {
		case line := <-m.lines:
			checkLine(m.t, line)
			if !isComment(line) {
				m.t.Fatalf("got %q, want silence", line)
			}
		case <-timeout:
			return
		}
	}
}

// over waits for the brain's end and returns what it wrote after the last line
// that was read.
func (m *manager) over() []string {
	m.t.Helper()
	select {
	case err := <-m.ended:
		if err != nil {
			m.t.Errorf("Serve returned %v", err)
		}
	case <-time.After(patience):
		m.t.Fatalf("the brain goes on after %v", patience)
	}
	var rest []string
	for {
		select {
		case line := <-m.lines:
			checkLine(m.t, line)
			rest = append(rest, line)
		default:
			return rest
		}
	}
}

// overSilently is over, and fails the test if there was an answer among the
// rest.
func (m *manager) overSilently() {
	m.t.Helper()
	for _, line := range m.over() {
		if !isComment(line) {
			m.t.Errorf("got %q after the end", line)
		}
	}
}

func isComment(line string) bool {
	return strings.HasPrefix(line, "MESSAGE ") || strings.HasPrefix(line, "INFO ")
}

var (
	// output is every line that a brain may write.
	output = regexp.MustCompile(`^(OK|SWAP|\d+,\d+( \d+,\d+)*|MESSAGE \S.*|INFO [A-Z]+ \S.*|FORBID (\d{4})*\.|(ERROR|UNKNOWN) \S.*|name="Tengen", .*)$`)
	// harmful is what no MESSAGE may hold.
	harmful = regexp.MustCompile(`(?i)error|unknown|name\s*=`)
)

func checkLine(t testing.TB, line string) {
	t.Helper()
	if !output.MatchString(line) {
		t.Errorf("%q is no line of the protocol", line)
	}
	if strings.HasPrefix(line, "MESSAGE") && harmful.MatchString(line) {
		t.Errorf("%q: a manager takes that for something else", line)
	}
}

// A dummy is a thinker that a test makes up. What is nil is done at once.
type dummy struct {
	search func(context.Context, *renju.Position, search.Limits, func(search.Progress)) (search.Result, error)
	decide func(context.Context, *taraguchi.State, taraguchi.Kinds, search.Limits, func(string)) (taraguchi.Answer, error)
	swap2  func(context.Context, *renju.Position) (bool, []renju.Point, error)

	mu      sync.Mutex
	clocks  []search.Clock // given while something ran
	options []search.Options
	cleared int
	seeds   []int64
	levels  []int
	books   []*book.Book
}

func (d *dummy) Configure(o search.Options) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.options = append(d.options, o)
}

func (d *dummy) Clear() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.cleared++
}

func (d *dummy) Prepare(int, renju.Rule) {}

func (d *dummy) SetBook(b *book.Book) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.books = append(d.books, b)
}

func (d *dummy) SetSeed(seed int64) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.seeds = append(d.seeds, seed)
}

func (d *dummy) SetLevel(level int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.levels = append(d.levels, level)
}

func (d *dummy) SetClock(c search.Clock) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.clocks = append(d.clocks, c)
}

func (d *dummy) SetDecisionClock(c search.Clock) { d.SetClock(c) }

func (d *dummy) Search(ctx context.Context, pos *renju.Position, lim search.Limits, progress func(search.Progress)) (search.Result, error) {
	if d.search != nil {
		return d.search(ctx, pos, lim, progress)
	}
	return firstFree(pos), nil
}

func (d *dummy) Decide(ctx context.Context, st *taraguchi.State, allow taraguchi.Kinds, lim search.Limits, say func(string)) (taraguchi.Answer, error) {
	if d.decide != nil {
		return d.decide(ctx, st, allow, lim, say)
	}
	return spareDecision(st, allow), nil
}

func (d *dummy) Swap2(ctx context.Context, pos *renju.Position, _ search.Limits) (bool, []renju.Point, error) {
	if d.swap2 != nil {
		return d.swap2(ctx, pos)
	}
	if len(pos.Moves()) == 0 {
		return false, freePoints(pos, 3), nil
	}
	return true, nil, nil
}

func (d *dummy) BalanceOne(_ context.Context, pos *renju.Position, _ search.Value, _ search.Limits) (renju.Point, error) {
	return freePoints(pos, 1)[0], nil
}

func (d *dummy) BalanceTwo(_ context.Context, pos *renju.Position, _ search.Value, _ search.Limits) ([2]renju.Point, error) {
	return [2]renju.Point(freePoints(pos, 2)), nil
}

// firstFree is the result of a search that takes the first empty point from a1.
func firstFree(pos *renju.Position) search.Result {
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
			return search.Result{Best: p, Lines: []search.Line{{Value: 35, Depth: 12, SelDepth: 20, Moves: []renju.Point{p}}}}
		}
	}
	return search.Result{}
}

// thinking is a dummy whose searches and decisions last until they are told to
// end. Each sends on began when it has begun.
func thinking() (d *dummy, began chan struct{}) {
	began = make(chan struct{}, 64)
	return &dummy{
		search: func(ctx context.Context, pos *renju.Position, _ search.Limits, _ func(search.Progress)) (search.Result, error) {
			began <- struct{}{}
			<-ctx.Done()
			return firstFree(pos), nil
		},
		decide: func(ctx context.Context, st *taraguchi.State, allow taraguchi.Kinds, _ search.Limits, _ func(string)) (taraguchi.Answer, error) {
			began <- struct{}{}
			<-ctx.Done()
			return spareDecision(st, allow), nil
		},
	}, began
}
