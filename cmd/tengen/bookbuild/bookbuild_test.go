package bookbuild

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
)

func tengen(t testing.TB, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Command.Run(context.Background(), cli.IO{Out: &out, Err: new(bytes.Buffer)}, args); err != nil {
		t.Fatalf("tengen book %s: %v", strings.Join(args, " "), err)
	}
	return out.String()
}

func read(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Wherever a run is broken off, it ends with the same journal and book, byte for byte, and
// repeats no search that the journal tells of.
func TestBrokenRunEndsAlike(t *testing.T) {
	dir := t.TempDir()
	journal, out := filepath.Join(dir, "journal"), filepath.Join(dir, "book")
	build := func() {
		tengen(t, "build", "-j", journal, "-o", out, "--workers", "1", "--shard", "7/998", "--first", "500", "--nodes", "150000")
	}
	build()
	whole, made := read(t, journal), read(t, out)
	lines := bytes.Count(whole, []byte("\n"))
	if lines < 120 {
		t.Fatalf("only %d searches: this test shows nothing", lines)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 6 {
		at := r.IntN(len(whole))
		if err := os.WriteFile(journal, whole[:at], 0o666); err != nil {
			t.Fatal(err)
		}
		build()
		if !bytes.Equal(read(t, journal), whole) || !bytes.Equal(read(t, out), made) {
			t.Errorf("cut off at byte %d of %d it ends otherwise", at, len(whole))
		}
	}
	build() // there is nothing left to do
	if !bytes.Equal(read(t, journal), whole) {
		t.Error("a run that is over goes on")
	}
}

const first = 1000 // nodes

// valued is the plan of some families with values given by a function of the fifth stone.
func valued(t *testing.T, shard cli.Shard, black func(family int, p renju.Point) float64) *plan {
	t.Helper()
	p := newPlan(book.NewJournal(), shard, first)
	for i, f := range p.families {
		for _, number := range f.numbers {
			five := p.positions[number].five
			p.journal.Add(five, book.Value{Black: black(i, five[4]), Reply: renju.Point{}, Nodes: first})
		}
	}
	return newPlan(p.journal, shard, first)
}

// take is the next search, which must exist.
func take(t *testing.T, p *plan) order {
	t.Helper()
	o, ok := p.take()
	if !ok {
		t.Fatal("there is no next search")
	}
	return o
}

func TestPlanSearchesTheUnknownFirst(t *testing.T) {
	p := newPlan(book.NewJournal(), cli.Shard{Part: 3, Of: 998}, 4000)
	for i := range p.positions {
		if o := take(t, p); o != (order{i, 4000}) {
			t.Errorf("search %d is %v", i, o)
		}
	}
	if o, ok := p.take(); ok {
		t.Errorf("%v is taken, when all is being searched", o)
	}
}

func TestPlanGoesDeeperNearTheDecisions(t *testing.T) {
	// Of one family's fifth stones one is even, the others are clearly good for Black,
	// those in the upper rows the better.
	shard := cli.Shard{Part: 3, Of: 998}
	even := book.Candidates(newPlan(book.NewJournal(), shard, first).families[0].four)[30]
	p := valued(t, shard, func(_ int, at renju.Point) float64 {
		if at == even {
			return 0.5
		}
		return 0.6 + float64(at.Y)/50 + float64(at.X)/5000
	})
	spent := map[int]int64{}
	for range 480 {
		o := take(t, p)
		five := p.positions[o.position].five
		v, _ := p.journal.Value(five)
		if o.nodes != 4*v.Nodes {
			t.Fatalf("%d nodes after %d", o.nodes, v.Nodes)
		}
		spent[o.position] += o.nodes
		v.Nodes = o.nodes
		p.journal.Add(five, v)
		p.learn(o.position)
	}
	var most, least int64 = 0, math.MaxInt64
	for _, number := range p.families[0].numbers {
		if p.positions[number].five[4] == even {
			most = spent[number]
		}
		least = min(least, spent[number])
	}
	if most < 8*max(least, 1) {
		t.Errorf("%d nodes for the even fifth stone, %d for one that does not matter", most, least)
	}
}

func TestPlanLeavesAloneWhatIsProved(t *testing.T) {
	p := valued(t, cli.Shard{Part: 3, Of: 998}, func(_ int, at renju.Point) float64 {
		if at.X == 7 {
			return 0.5
		}
		return 1
	})
	left := 0
	for o, ok := p.take(); ok; o, ok = p.take() {
		if at := p.positions[o.position].five[4]; at.X != 7 {
			t.Errorf("%v is searched again, though proved", at)
		}
		left++
	}
	if left < 5 {
		t.Errorf("only %d searches are left", left)
	}
}

// What a plan wants follows from the journal and from what is being searched, whatever it
// has seen before: so a run that goes on with a journal goes on as the one that wrote it.
func TestPlanFollowsFromTheJournal(t *testing.T) {
	shard := cli.Shard{Part: 3, Of: 40}
	r := rand.New(rand.NewPCG(1, 1))
	p := valued(t, shard, func(int, renju.Point) float64 { return r.Float64() })
	if len(p.parents) < 2 {
		t.Fatalf("%d positions of three stones: this test shows nothing", len(p.parents))
	}
	var searched []order // at a time
	for i := range 400 {
		if i%20 == 0 {
			again := newPlan(p.journal, shard, first)
			for _, o := range searched {
				again.positions[o.position].searched = true
			}
			for range 5 {
				o := take(t, p)
				if want := take(t, again); o != want {
					t.Fatalf("after %d searches the plan wants %v, a new one %v", i, o, want)
				}
				searched = append(searched, o)
			}
		}
		searched = append(searched, take(t, p))
		k := r.IntN(len(searched))
		o := searched[k]
		searched = slices.Delete(searched, k, k+1)
		v := book.Value{Black: r.Float64(), Nodes: o.nodes}
		if i%9 == 0 {
			v.Black = 1
		}
		p.journal.Add(p.positions[o.position].five, v)
		p.learn(o.position)
	}
}

// No worker waits for another: while one search goes on and on, the others do all the rest
// that there is to do.
func TestWorkersDoNotWait(t *testing.T) {
	const most = 1000 // searches, more than the first ones of all positions
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	done := make(chan struct{})
	quick := 0
	journal := book.NewJournal()
	b := &builder{
		buildConfig: buildConfig{nodes: 1 << 60}, journal: journal, file: io.Discard, progress: io.Discard,
		plan: newPlan(journal, cli.Shard{Part: 3, Of: 998}, first),
		valuers: []valuer{
			func(ctx context.Context, _ []renju.Point, nodes int64) (book.Value, error) {
				select {
				case <-done:
				case <-ctx.Done():
				}
				return book.Value{Black: 1, Nodes: nodes}, nil
			},
			func(_ context.Context, five []renju.Point, nodes int64) (book.Value, error) {
				v := book.Value{Black: 0.5, Nodes: min(nodes, 1<<40)}
				if quick++; quick == most {
					close(done)
				}
				if quick >= most {
					v.Black = 1 // let it come to an end
				}
				return v, nil
			},
		},
	}
	if err := b.run(ctx); err != nil {
		t.Fatal(err)
	}
	if quick < most || journal.Len() != len(b.plan.positions) {
		t.Errorf("%d searches of %d positions beside the long one, %d positions known", quick, len(b.plan.positions), journal.Len())
	}
}

// The shards together have all families, and each all that its own need.
func TestShardsMakeTheWhole(t *testing.T) {
	whole := newPlan(book.NewJournal(), cli.Shard{Of: 1}, first)
	families, names := 0, map[string]bool{}
	for part := range 4 {
		p := newPlan(book.NewJournal(), cli.Shard{Part: part, Of: 4}, first)
		families += len(p.families)
		for i := range p.positions {
			names[book.Name(p.positions[i].five)] = true
		}
	}
	if families != len(whole.families) || families != 998 || len(names) != len(whole.positions) {
		t.Errorf("%d families and %d positions in shards, %d and %d in one", families, len(names), len(whole.families), len(whole.positions))
	}
}

func TestMergeAndExport(t *testing.T) {
	dir := t.TempDir()
	name := func(n string) string { return filepath.Join(dir, n) }
	a, b := "h8h9i9i8j10 0.53123 j8 4096\nh8h9i9i8j9 0.6 k9 100\n", "h8h9i9i8j9 0.70000 k9 200\nh8i9j10h10j8 0.25 g11 50\n"
	for file, text := range map[string]string{"a": book.JournalHeader + a, "b": book.JournalHeader + b} {
		if err := os.WriteFile(name(file), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	out := tengen(t, "merge", "-o", name("book"), name("a"), name("b"))
	if want := name("book") + ": 5 positions of four stones, 6 fifth stones\n"; out != want {
		t.Errorf("merge says %q, want %q", out, want)
	}
	out = tengen(t, "export", "--book", name("book"))
	for _, want := range []string{"four,opening,fifth,inside,black,reply,nodes\n", ",D4,", ",0.7000,", ",0.5312,", ",I1,", ",0.2500,"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
	// Each of the three positions may have come about in two orders.
	if n := strings.Count(out, "\n"); n != 7 {
		t.Errorf("%d lines, want 7:\n%s", n, out)
	}
	for from, lines := range map[string]int{"": 6, "h8": 6, "h8h9": 4, "h8g9": 2, "h8 g8 g9": 2, "h8i8i9h9": 2, "h8h9i9i7": 0} {
		out = tengen(t, "export", "--json", "--book", name("book"), from)
		if n := strings.Count(out, "\n"); n != lines {
			t.Errorf("%q: %d lines, want %d:\n%s", from, n, lines, out)
		}
		for line := range strings.Lines(out) {
			var e exported
			if err := json.Unmarshal([]byte(line), &e); err != nil || e.Fifth == "" || e.Nodes == 0 {
				t.Errorf("%q: %v", line, err)
			}
		}
	}
}

func TestCheckSearchesAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "book")
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		k := book.Name(five)
		return book.Value{Black: 0.75, Reply: renju.Point{}, Nodes: 100}, k[0] == book.Name(five)[1]-1 && k[2] == k[3]-1
	})
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(b.Write(f), f.Close()); err != nil {
		t.Fatal(err)
	}
	out := tengen(t, "check", "--book", name, "--positions", "5", "--deeper", "20")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != 6 || !strings.Contains(lines[5], "of 5 keep their side") {
		t.Fatalf("check says\n%s", out)
	}
	for _, line := range lines[:5] {
		if f := strings.Fields(line); len(f) != 5 || f[1] != "0.7500" || len(f[4]) < 4 {
			t.Errorf("line %q", line)
		}
	}
}

func TestVerdict(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, known func([]renju.Point) (book.Value, bool)) string {
		f, err := os.Create(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(book.New(known).Write(f), f.Close()); err != nil {
			t.Fatal(err)
		}
		return f.Name()
	}
	zuisei := book.Name([]renju.Point{{X: 7, Y: 7}, {X: 7, Y: 8}, {X: 7, Y: 5}})
	all := write("all", func(five []renju.Point) (book.Value, bool) {
		// After Zuisei every fifth is even, else all are good for Black.
		for _, white := range []int{1, 3} {
			for _, black := range []int{2, 4} {
				if book.Name([]renju.Point{five[0], five[white], five[black]}) == zuisei {
					return book.Value{Black: 0.5, Nodes: 1 << 30}, true
				}
			}
		}
		return book.Value{Black: 0.8, Nodes: 1 << 30}, true
	})
	out := tengen(t, "verdict", "--book", all)
	lines := strings.Split(out, "\n")
	if len(lines) < 28 || !strings.Contains(out, "D11 Zuisei       ") || !strings.Contains(lines[len(lines)-2], "most even: ") || !strings.Contains(lines[len(lines)-2], "Zuisei") {
		t.Errorf("verdict says\n%s", out)
	}
	some := write("some", func(five []renju.Point) (book.Value, bool) {
		return book.Value{Black: 0.5, Nodes: 1}, book.Name(five)[0] == 0x52
	})
	if err := Command.Run(context.Background(), cli.IO{Out: new(bytes.Buffer)}, []string{"verdict", "--book", some}); err == nil {
		t.Error("a book with holes gives a verdict")
	}
}

func TestBadCommandLines(t *testing.T) {
	dir := t.TempDir()
	bad := filepath.Join(dir, "bad")
	if err := os.WriteFile(bad, []byte("nonsense\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ args, want string }{
		{"", "want build, merge, export, check or verdict"},
		{"x", `"x"`},
		{"build", "--journal"},
		{"build -j " + bad, "not a journal"},
		{"build -j x -o x", "the same file"},
		{"build -j x --first 1", "--first 1"},
		{"build -j x --nodes 0", "--nodes"},
		{"build -j x --shard 3/2", `"3/2"`},
		{"build -j x y", `"y"`},
		{"merge", "--out"},
		{"merge -o x", "needs journals"},
		{"merge -o x " + bad, "not a journal"},
		{"merge -o " + bad + " " + bad, "one of the journals"},
		{"check --positions 0", "--positions"},
		{"export --book " + bad, "not a book"},
		{"export a1", "stone 1"},
		{"export h8h9i9i8j10", "want four or fewer"},
		{"export h99", "h99"},
	} {
		err := Command.Run(context.Background(), cli.IO{Out: new(bytes.Buffer), Err: new(bytes.Buffer)}, strings.Fields(test.args))
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("tengen book %s: error %v, want one with %q", test.args, err, test.want)
		}
	}
	if got := read(t, bad); string(got) != "nonsense\n" {
		t.Errorf("the file that is no journal holds %q now", got)
	}
}

// BenchmarkPlan tells what the choice of a search costs in a whole book of which all is known.
func BenchmarkPlan(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	journal := book.NewJournal()
	value := func(nodes int64) book.Value { return book.Value{Black: r.Float64(), Nodes: nodes} }
	for _, at := range newPlan(journal, cli.Shard{Of: 1}, first).positions {
		journal.Add(at.five, value(first))
	}
	p := newPlan(journal, cli.Shard{Of: 1}, first)
	p.rank()
	for b.Loop() {
		o, _ := p.take()
		journal.Add(p.positions[o.position].five, value(o.nodes))
		p.learn(o.position)
	}
}
