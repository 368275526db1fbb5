package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"slices"
	"strings"
	"sync"
	"time"

	"tengen/book"
)

// A house holds all boards. The games that somebody has played on are kept in its store.
type house struct {
	ctx     context.Context // ends when the server does
	queue   *queue
	store   *store // nil: nothing is kept
	book    bookOf
	cores   int
	note    func(format string, args ...any) // tells whoever runs the server
	tools   tools
	streams crowd // the pages that listen
	files   crowd // the files that are read or written just now

	hire  sync.Mutex // guards ended, and is taken after any other
	ended bool
	jobs  sync.WaitGroup

	mu     sync.Mutex // guards boards, and is taken before those of the boards
	boards map[string]*board
}

// A bookOf tells what is known of the opening.
type bookOf = func() *book.Book

const (
	// mostBoards is how many games are kept, mostFleeting how many more may be open that
	// nobody has played on.
	mostBoards   = 1000
	mostFleeting = 200
	// fleetingLives is how long such a game stays when nobody looks at it.
	fleetingLives = 10 * time.Minute
)

// goDo runs job in the background; close waits for it.
func (h *house) goDo(job func()) {
	h.hire.Lock()
	defer h.hire.Unlock()
	if h.ended {
		return
	}
	h.jobs.Add(1)
	go func() {
		defer h.jobs.Done()
		job()
	}()
}

// close waits until all that thinks has ended, which the end of ctx brings about.
func (h *house) close() {
	h.hire.Lock()
	h.ended = true
	h.hire.Unlock()
	h.jobs.Wait()
}

func (h *house) seed() int64 { return 1 + mathrand.Int64N(1<<62) }

// threadsOf is how many cores a level may use: those that think by the clock take what
// nobody else wants.
func (h *house) threadsOf(level int) int {
	if levels[level].Nodes > 0 {
		return 1
	}
	return h.cores
}

// open makes a board for a game.
func (h *house) open(g *game) (*board, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.sweep()
	if len(h.boards) >= mostBoards+mostFleeting {
		return nil, errors.New("too many games are open: delete some")
	}
	b := newBoard(h, newID(), g)
	h.boards[b.id] = b
	return b, nil
}

// sweep drops games that nobody has played on or looks at.
func (h *house) sweep() {
	fleeting := 0
	for id, b := range h.boards {
		b.mu.Lock()
		if !b.own {
			if fleeting++; !b.watched() && (time.Since(b.touched) > fleetingLives || fleeting > mostFleeting) {
				b.gone = true
				b.halt()
				b.stopStudy()
				delete(h.boards, id)
			}
		}
		b.mu.Unlock()
	}
}

func (h *house) board(id string) (*board, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b, ok := h.boards[id]
	return b, ok
}

func (h *house) delete(id string) error {
	h.mu.Lock()
	b, ok := h.boards[id]
	delete(h.boards, id)
	h.mu.Unlock()
	if !ok {
		return errNoBoard
	}
	b.delete()
	if h.store != nil {
		return h.store.remove(id)
	}
	return nil
}

var errNoBoard = errors.New("no such game: it may have been deleted")

// keep saves a board's game if somebody has played on it. It is called with the board's
// mutex held.
func (h *house) keep(b *board) {
	if h.store == nil || !b.own || b.gone {
		return
	}
	if err := h.store.save(b); err != nil {
		h.note("%v", err)
	}
}

// load takes up the games of the store.
func (h *house) load() error {
	if h.store == nil {
		return nil
	}
	return h.store.load(func(id string, k kept) error {
		g, err := k.game()
		if err != nil {
			return err
		}
		b := newBoard(h, id, g)
		b.created, b.touched, b.own = k.Created, k.Touched, true
		h.boards[id] = b
		return nil
	})
}

// A brief is a game in a list.
type brief struct {
	ID      string    `json:"id"`
	Touched time.Time `json:"touched"`
	Line    string    `json:"line"`
	Stones  int       `json:"stones"`
	Name    string    `json:"name"`
	Over    bool      `json:"over"`
	Players [2]player `json:"players"`
}

// list returns the games that are kept, the latest first.
func (h *house) list() []brief {
	h.mu.Lock()
	boards := make([]*board, 0, len(h.boards))
	for _, b := range h.boards {
		boards = append(boards, b)
	}
	h.mu.Unlock()
	list := []brief{}
	for _, b := range boards {
		b.mu.Lock()
		if b.own && !b.gone {
			g := b.game
			list = append(list, brief{
				ID: b.id, Touched: b.touched, Line: g.line(), Stones: len(g.pos.Moves()),
				Name: g.name(), Over: g.over(), Players: g.players,
			})
		}
		b.mu.Unlock()
	}
	slices.SortFunc(list, func(a, b brief) int {
		return cmp.Or(b.Touched.Compare(a.Touched), strings.Compare(a.ID, b.ID))
	})
	return list
}

const idLength = 16

// idLetters leaves out what is easily taken for something else.
const idLetters = "abcdefghijkmnpqrstuvwxyz23456789"

// newID returns a name that nobody guesses.
func newID() string {
	id := make([]byte, idLength)
	for i := range id {
		id[i] = randomLetter()
	}
	return string(id)
}

func randomLetter() byte {
	n, err := rand.Int(rand.Reader, big.NewInt(int64(len(idLetters))))
	if err != nil {
		panic(fmt.Sprint("serve: no random numbers: ", err))
	}
	return idLetters[n.Int64()]
}

func validID(id string) bool {
	return len(id) == idLength && strings.Trim(id, idLetters) == ""
}
