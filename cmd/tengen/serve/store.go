package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
)

// A store keeps games in a folder, a file each. A file is written anew with every step, in
// one piece, so that whatever ends the program costs nothing that was on a board.
type store struct {
	folder string
	note   func(format string, args ...any)
}

// kept is a game in its file.
type kept struct {
	Format  int        `json:"tengen_game"`
	Created time.Time  `json:"created"`
	Touched time.Time  `json:"touched"`
	Heading string     `json:"game"`
	Players [2]player  `json:"players"`
	Strict  bool       `json:"strict"`
	Paused  bool       `json:"paused"`
	Done    int        `json:"done"` // steps that stand
	Steps   []keptStep `json:"steps"`
}

type keptStep struct {
	Word   string  `json:"say"`
	Took   int64   `json:"ms,omitempty"`
	Chance float64 `json:"black"` // negative: not known
}

const storeFormat = 1

// newStore returns the store in a folder, which is made if there is none.
func newStore(folder string, note func(string, ...any)) (*store, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	return &store{folder: folder, note: note}, cli.CanWrite(filepath.Join(folder, "test"))
}

// stateFolder is where a user's programs keep what they remember.
func stateFolder() (string, error) {
	if dir := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "tengen"), nil
	}
	switch runtime.GOOS {
	case "windows", "darwin":
		dir, err := os.UserConfigDir()
		return filepath.Join(dir, "Tengen"), err
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state", "tengen"), err
}

const gameEnding = ".game.json"

func (s *store) file(id string) string { return filepath.Join(s.folder, id+gameEnding) }

// save writes a board's game, the board's mutex being held.
func (s *store) save(b *board) error {
	g := b.game
	k := kept{
		Format: storeFormat, Created: b.created, Touched: b.touched, Heading: g.heading.String(),
		Players: g.players, Strict: g.strict, Paused: g.paused, Done: g.done,
	}
	for _, st := range g.steps {
		k.Steps = append(k.Steps, keptStep{st.word.String(), st.took.Milliseconds(), st.chance})
	}
	return cli.WriteFile(s.file(b.id), func(w io.Writer) error { return json.NewEncoder(w).Encode(k) })
}

func (s *store) remove(id string) error {
	if err := os.Remove(s.file(id)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// load gives all games to take. Files that cannot be read are told and left alone.
func (s *store) load(take func(id string, k kept) error) error {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return err
	}
	for _, e := range entries {
		id, ok := strings.CutSuffix(e.Name(), gameEnding)
		if !ok || !validID(id) {
			continue
		}
		k, err := cli.ReadFile(s.file(id), func(r io.Reader) (k kept, err error) {
			return k, json.NewDecoder(io.LimitReader(r, mostKept)).Decode(&k)
		})
		if err == nil {
			if err = take(id, k); err != nil {
				err = fmt.Errorf("%s: %w", s.file(id), err)
			}
		}
		if err != nil {
			s.note("%v", err)
		}
	}
	return nil
}

// mostKept bounds a file that is read.
const mostKept = 1 << 20

// game makes the game of a file.
func (k kept) game() (*game, error) {
	if k.Format != storeFormat {
		return nil, fmt.Errorf("format %d is not known: want %d", k.Format, storeFormat)
	}
	h, err := parseHeading(k.Heading)
	if err != nil {
		return nil, err
	}
	words := make([]word, len(k.Steps))
	for i, st := range k.Steps {
		if words[i], err = parseWord(st.Word); err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	g, err := newGame(h, words)
	if err != nil {
		return nil, err
	}
	for i, st := range k.Steps {
		g.steps[i].took, g.steps[i].chance = time.Duration(st.Took)*time.Millisecond, st.Chance
	}
	for _, p := range k.Players {
		if err := p.check(); err != nil {
			return nil, err
		}
	}
	g.players, g.strict, g.paused = k.Players, k.Strict, k.Paused
	return g, g.goTo(k.Done)
}
