package brain

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
	"tengen/search/level"
)

func TestTableBytes(t *testing.T) {
	for _, c := range []struct {
		name            string
		hash, maxMemory int64
		want            int64
	}{
		{"nothing said", 0, 0, search.DefaultTableBytes},
		{"a size asked for", 256 * mib, 0, 256 * mib},
		{"a tiny size", 1, 0, leastHash},
		{"Gomocup's 350 MiB", 0, 367001600, 145 * mib},
		{"Piskvork's 80 MiB", 0, 83886080, 10 * mib},
		{"hardly any", 0, 20 * mib, leastHash},
		{"any amount", 0, 1 << 40, autoHash},
		{"a size that fits", 200 * mib, 367001600, 200 * mib},
		{"a size that does not", 4096 * mib, 367001600, 290 * mib},
		{"a size with hardly any memory", 16 * mib, 20 * mib, leastHash},
	} {
		s := settings{hash: c.hash, maxMemory: c.maxMemory}
		if got := s.tableBytes(); got != c.want {
			t.Errorf("%s: %d, want %d (%d MiB)", c.name, got, c.want, c.want/mib)
		}
	}
}

// What INFO sets, and what it leaves alone.
func TestInfo(t *testing.T) {
	s := newSession(Options{}, &dummy{}, nil)
	set := func(lines ...string) {
		for _, l := range lines {
			s.line(input{text: "INFO " + l})
		}
	}
	for _, c := range []struct {
		line string
		rule renju.Rule
	}{
		{"rule 4", renju.Renju},
		{"rule 77", renju.Renju},
		{"rule 5", renju.Renju},
		{"rule 12", renju.Renju},
		{"rule -4", renju.Renju},
		{"rule four", renju.Renju},
		{"rule", renju.Renju},
		{"RULE 1", renju.Standard},
		{"rule   2 ", renju.Renju},
		{"\trule\t1", renju.Standard},
		{"rule 0", renju.Freestyle},
		{"rule 4294967300", renju.Freestyle}, // 4 in 32 bits
		{"rule 4", renju.Renju},
		{"rule 9", renju.Freestyle},
	} {
		if set(c.line); s.settings.rule != c.rule {
			t.Errorf("INFO %s: %v, want %v", c.line, s.settings.rule, c.rule)
		}
	}

	set("max_memory 367001600", "hash_size 1024", "thread_num 1", "max_depth 9", "max_node 1000", "show_detail 3",
		"strength 30", "pondering 1", "game_type 2")
	want := settings{
		rule: renju.Freestyle, threads: 1, hash: mib, maxMemory: 367001600,
		maxDepth: 9, maxNodes: 1000, detail: realtime | infoBlocks,
		level: 30, pondering: true, gameType: protocol.GameTournament,
	}
	if s.settings != want {
		t.Errorf("got %+v, want %+v", s.settings, want)
	}
	set("", " ", "max_memory 99999999999999999999", "max_memory much", "timeout_turn abc", "foo 3", "foo",
		"evaluate 3,4", "folder C:\\My AI's\\data 7", "caution_factor 4", "nbestsym 0",
		"strength -1", "strength 101", "strength all", "pondering yes")
	if s.settings != want || s.clock != newClock() {
		t.Errorf("got %+v and %+v", s.settings, s.clock)
	}

	set("max_memory 0", "hash_size -1", "thread_num 99999", "max_depth -1", "max_node -1", "show_detail 0",
		"strength 100", "pondering 0", "game_type 0")
	want = settings{rule: renju.Freestyle, threads: runtime.NumCPU(), level: level.Full}
	if s.settings != want {
		t.Errorf("got %+v, want %+v", s.settings, want)
	}
}

// The thinker is configured when it is needed, and not twice for the same.
func TestConfigure(t *testing.T) {
	mind := &dummy{}
	m := begin(t, mind, Options{Threads: 1, Hash: 8 * mib})
	m.send("START 15", "INFO max_memory 367001600", "BEGIN", "TURN 3,3", "INFO hash_size 4096", "INFO max_memory 0", "TURN 4,4", "START 20", "BEGIN", "END")
	m.over()
	want := []search.Options{{Threads: 1, TableBytes: 8 * mib}, {Threads: 1, TableBytes: 4 * mib}}
	if len(mind.options) != len(want) {
		t.Fatalf("got %+v, want %+v", mind.options, want)
	}
	for i, o := range mind.options {
		if o != want[i] {
			t.Errorf("got %+v, want %+v", o, want[i])
		}
	}
}

// INFO seed gives openings variety, and 0 takes it away again.
func TestSeed(t *testing.T) {
	mind := &dummy{}
	m := begin(t, mind, Options{})
	m.send("START 15", "INFO seed 7", "BEGIN", "INFO seed x", "TURN 3,3", "INFO seed 0", "TURN 4,4", "END")
	m.over()
	if want := []int64{7, 0}; !slices.Equal(mind.seeds, want) {
		t.Errorf("seeds %v, want %v", mind.seeds, want)
	}
}

// INFO strength sets the level, which is full until then, or what the user said.
func TestStrength(t *testing.T) {
	for _, test := range []struct {
		handicap int
		send     []string
		want     []int
	}{
		{0, []string{"BEGIN", "INFO strength 30", "INFO strength 200", "TURN 3,3", "TURN 4,4", "INFO strength 100", "TURN 5,5"}, []int{30, 100}},
		{80, []string{"BEGIN", "TURN 3,3", "INFO strength 100", "TURN 4,4"}, []int{20, 100}},
	} {
		mind := &dummy{}
		m := begin(t, mind, Options{Handicap: test.handicap})
		m.send(append(append([]string{"START 15"}, test.send...), "END")...)
		m.over()
		if !slices.Equal(mind.levels, test.want) {
			t.Errorf("%q: levels %v, want %v", test.send, mind.levels, test.want)
		}
	}
}

// A rule that is not played is owned up to once, before a move and not before.
func TestCaro(t *testing.T) {
	m := begin(t, &dummy{}, Options{})
	m.send("START 15", "INFO rule 8", "INFO rule 8", "ABOUT")
	m.want("^OK$", "^name=")
	m.send("BEGIN")
	m.wait("^MESSAGE caro is not played here: this game is freestyle$")
	m.want("^0,14$")
	m.send("TURN 3,3")
	m.want(`^\d+,\d+$`)
}

// INFO folder gives the opening the book that is in it. A folder without one is
// nothing to speak of; a damaged book is.
func TestBookInFolder(t *testing.T) {
	write := func(data string) string {
		dir := filepath.Join(t.TempDir(), "my folder")
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if data != "" {
			if err := os.WriteFile(filepath.Join(dir, bookName), []byte(data), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	var file bytes.Buffer
	if err := book.New(func([]renju.Point) (book.Value, bool) { return book.Value{Black: 0.5, Nodes: 1}, true }).Write(&file); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, data    string
		books, notice int
	}{
		{"none", "", 0, 0},
		{"whole", file.String(), 1, 0},
		{"damaged", file.String()[:100], 0, 1},
		{"no book", "text", 0, 1},
	} {
		mind := &dummy{}
		m := begin(t, mind, Options{})
		m.send("START 15", "INFO folder "+write(test.data), "BEGIN", "END")
		lines := m.over()
		notices := 0
		for _, l := range lines {
			if strings.Contains(l, bookName) {
				notices++
			}
		}
		if len(mind.books) != test.books || notices != test.notice {
			t.Errorf("%s: %d books, %d notices, want %d, %d: %q", test.name, len(mind.books), notices, test.books, test.notice, lines)
		}
	}
}
