package brain

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
	"tengen/search/level"
)

// settings are what INFO says besides times. They hold over games.
type settings struct {
	rule      renju.Rule
	threads   int
	hash      int64 // bytes of the transposition table, 0: as maxMemory allows
	maxMemory int64 // bytes for the whole process, 0: no limit
	maxDepth  int   // plies, 0: no limit
	maxNodes  int64 // 0: no limit
	detail    detail
	level     int        // of our moves, up to level.Full
	pondering bool       // think on the opponent's time
	gameType  int64      // as INFO game_type has it
	seed      int64      // of the variety in openings, 0: none
	book      *book.Book // of the opening, from INFO folder; nil: none
}

// detail is what INFO show_detail asks for, a sum.
type detail uint8

const (
	realtime   detail = 1 << iota // MESSAGE REALTIME: the root move under way
	infoBlocks                    // INFO lines for each line of play
)

func newSettings(opts Options) settings {
	return settings{
		threads: threads(int64(opts.Threads)),
		hash:    max(opts.Hash, 0),
		level:   level.Full - opts.Handicap,
	}
}

// threads is a number of threads that makes sense on this machine.
func threads(n int64) int {
	return int(max(1, min(n, int64(runtime.NumCPU()))))
}

// INFO key value
//
// It never gets an answer: what is not understood is passed over. It is obeyed
// at once, and a move that is being thought about keeps to the new times.
func cmdInfo(s *session, args string, at time.Time) {
	c := protocol.ParseCommand(args)
	key := strings.ToLower(c.Name)
	if key == protocol.InfoFolder {
		s.loadBook(c.Args)
		return
	}
	n, err := strconv.ParseInt(c.Args, 10, 64)
	if err != nil {
		return // all other keys that matter here have numbers
	}
	if s.clock.setTime(key, n, s.task.running(at)) {
		if s.task != nil {
			s.task.setClock(s.clock.limits(s.task.at, s.task.analysis), key == protocol.InfoTimeoutTurn && n == 0)
		}
		return
	}
	s.settings.set(s, key, n)
}

// bookName is the file of a folder that INFO folder names in which our book of the
// opening may be.
const bookName = "tengen.book"

// loadBook reads the book in a folder, if there is one.
func (s *session) loadBook(folder string) {
	f, err := os.Open(filepath.Join(folder, bookName))
	if err != nil {
		return // a folder is named to every engine, and few hold a book
	}
	defer func() { _ = f.Close() }()
	b, err := book.Read(f)
	if err != nil {
		s.notice(fmt.Sprintf("%s: %v", bookName, err))
		return
	}
	s.settings.book = b
}

// set obeys a key that is not about time.
func (t *settings) set(s *session, key string, n int64) {
	switch key {
	case protocol.InfoRule:
		if n < 0 || n > math.MaxInt32 {
			return
		}
		rule, known, ok := protocol.ParseRule(int(n))
		if !ok {
			return
		}
		t.rule = rule
		s.prepare()
		if !known {
			s.notice("caro is not played here: this game is freestyle")
		}
	case protocol.InfoMaxMemory:
		t.maxMemory = max(n, 0)
	case protocol.InfoHashSize:
		t.hash = max(min(n, mostHash>>10), 0) << 10
	case protocol.InfoThreadNum:
		t.threads = threads(n)
	case protocol.InfoMaxDepth:
		t.maxDepth = int(max(min(n, math.MaxInt32), 0))
	case protocol.InfoMaxNode:
		t.maxNodes = max(n, 0)
	case protocol.InfoShowDetail:
		t.detail = detail(n & int64(realtime|infoBlocks))
	case protocol.InfoSeed:
		t.seed = n
	case protocol.InfoStrength:
		if n >= 0 && n <= level.Full {
			t.level = int(n)
		}
	case protocol.InfoPondering:
		t.pondering = n == 1
	case protocol.InfoGameType:
		t.gameType = n
	}
}

const (
	mib = 1 << 20

	// mostHash is the largest table that anybody may ask for, leastHash the
	// smallest that is of use, autoHash the largest that is taken unasked.
	mostHash  = search.MaxTableBytes
	leastHash = 1 * mib
	autoHash  = 1 << 30

	// processMemory is what the process needs besides the table: the program,
	// the runtime, the search's board and pattern tables.
	processMemory = 30 * mib

	// garbagePercent is how much garbage the heap may hold under a limit on
	// memory, in percent of what is live.
	garbagePercent = 20
)

// tableBytes is the size of the transposition table: about half of the memory,
// or what was asked for, as far as the memory goes.
func (t *settings) tableBytes() int64 {
	if t.maxMemory == 0 {
		if t.hash > 0 {
			return max(t.hash, leastHash)
		}
		return search.DefaultTableBytes
	}
	if t.hash > 0 {
		return max(min(t.hash, t.maxMemory-2*processMemory), leastHash)
	}
	return max(min(t.maxMemory/2-processMemory, autoHash), leastHash)
}

// tuning is what the thinker is configured for.
type tuning struct {
	options search.Options
	memory  int64
	seed    int64
	level   int
	book    *book.Book
}

// tune configures the thinker, which must be idle, for what INFO has said.
func (s *session) tune() {
	want := tuning{
		options: search.Options{Threads: s.settings.threads, TableBytes: s.settings.tableBytes(), Net: s.opts.Net},
		memory:  s.settings.maxMemory,
		seed:    s.settings.seed,
		level:   s.settings.level,
		book:    s.settings.book,
	}
	// The collector lets the heap grow to twice its live size, most of which is
	// the table here. Next to a limit that counts pages, garbage must go earlier.
	if want.memory != s.tuned.memory {
		limit, percent := int64(math.MaxInt64), 100
		if want.memory > 0 {
			percent = garbagePercent
			limit = max(want.memory-processMemory/2, processMemory)
		}
		debug.SetGCPercent(percent)
		debug.SetMemoryLimit(limit)
	}
	if want.options != s.tuned.options {
		s.mind.Configure(want.options)
	}
	if want.seed != s.tuned.seed {
		s.mind.SetSeed(want.seed)
	}
	if want.level != s.tuned.level {
		s.mind.SetLevel(want.level)
	}
	if want.book != s.tuned.book {
		s.mind.SetBook(want.book)
	}
	s.tuned = want
}

// prepare does, while nobody waits for a move, what the first move of a game
// would have to wait for.
func (s *session) prepare() {
	if s.task == nil {
		s.mind.Prepare(s.game.size, s.settings.rule)
	}
}
