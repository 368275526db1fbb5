package match

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"maps"
	"os"
	"slices"
)

// stateFile keeps the games of a match: the first line tells what match it is,
// each other line is a game, in the order in which they ended. Each line is
// written in one piece when its game is over, so that a kill costs the games that
// were under way and no other; the rest of a line that was cut off is dropped.
type stateFile struct {
	file  *os.File
	first []byte // the first line, until it is written, with the first game; nil: it is there
}

// heading is what must agree for a match to go on: whatever makes the schedule
// and the conditions of its games. How many games there are to be may change, and
// how many faults put an engine out.
type heading struct {
	Format  string     `json:"tengen_match"`
	Engines []string   `json:"engines"`
	Info    [][]string `json:"info"`
	Opening string     `json:"opening"`
	Lines   int        `json:"lines"`    // of the file of openings
	Moves   string     `json:"openings"` // a checksum of them
	Rule    string     `json:"rule"`
	Size    int        `json:"size"`
	Seed    int64      `json:"seed"`
	Turn    string     `json:"turn_time"`
	Match   string     `json:"match_time"`
	Nodes   int64      `json:"nodes"`
	Threads int        `json:"threads"`
	Hash    int64      `json:"hash"`
	Memory  int64      `json:"max_memory"`
	Late    string     `json:"tolerance"`
	DrawAt  int        `json:"draw_at"`
	Strict  bool       `json:"strict_offers"`
	Only    bool       `json:"opening_only"`

	// These came later: matches of before go on without them.
	Depth      int    `json:"depth,omitempty"`
	Gauntlet   bool   `json:"gauntlet,omitempty"`
	Order      string `json:"order,omitempty"` // "": that of the file
	Transforms bool   `json:"transforms,omitempty"`
}

const stateFormat = "1"

func (c *config) heading() heading {
	l := c.limits
	h := heading{
		Format: stateFormat, Opening: c.opening, Lines: len(c.openings),
		Rule: c.rule.String(), Size: c.size, Seed: c.seed,
		Turn: l.turn.String(), Match: l.match.String(), Depth: l.depth, Nodes: l.nodes, Threads: l.threads,
		Hash: l.hash, Memory: l.memory, Late: l.tolerance.String(), Moves: c.openingSum(),
		DrawAt: c.drawAt, Strict: c.strict, Only: c.openingOnly,
		Gauntlet: c.gauntlet && len(c.engines) > 2, Transforms: c.transforms,
	}
	if c.order != inTurn {
		h.Order = c.order
	}
	for _, e := range c.engines {
		h.Engines = append(h.Engines, e.command)
		var info []string
		for _, kv := range e.info {
			info = append(info, kv[0]+"="+kv[1])
		}
		h.Info = append(h.Info, info)
	}
	return h
}

// openingSum is a checksum of the openings, in order.
func (c *config) openingSum() string {
	sum := crc32.NewIEEE()
	for _, o := range c.openings {
		fmt.Fprintln(sum, o.Moves)
	}
	return fmt.Sprintf("%08x", sum.Sum32())
}

// openState opens the state file and returns the games it holds. Without resume
// it must be new or empty, with it there must be one. The error says what is wrong with the file.
func openState(c *config) (*stateFile, []*game, error) {
	mode := os.O_RDWR
	if !c.resume {
		mode |= os.O_CREATE
	}
	file, err := os.OpenFile(c.state, mode, 0o666)
	if err != nil {
		return nil, nil, err
	}
	s := &stateFile{file: file}
	games, err := s.read(c)
	if err != nil {
		file.Close()
		return nil, nil, fmt.Errorf("%s: %w", c.state, err)
	}
	return s, games, nil
}

func (s *stateFile) read(c *config) ([]*game, error) {
	want, err := json.Marshal(c.heading())
	if err != nil {
		return nil, err
	}
	var games []*game
	seen := map[int]bool{}
	whole := int64(0) // bytes of lines that are complete
	in := bufio.NewReader(s.file)
	for number := 1; ; number++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			break // what is left, if anything, is a line that was cut off
		}
		if err != nil {
			return nil, err
		}
		whole += int64(len(line))
		switch {
		case number == 1 && !c.resume:
			return nil, errors.New("holds a match already: --resume goes on with it")
		case number == 1:
			if !bytes.Equal(bytes.TrimSpace(line), want) {
				return nil, fmt.Errorf("holds another match than the flags say: %s", differs(line, want))
			}
			continue
		}
		g := new(game)
		if err := json.Unmarshal(line, g); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if seen[g.Number] || g.Number < 1 {
			return nil, fmt.Errorf("line %d: game %d is there twice or cannot be", number, g.Number)
		}
		if err := g.check(len(c.engines)); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		seen[g.Number] = true
		games = append(games, g)
	}
	if err := s.file.Truncate(whole); err != nil {
		return nil, err
	}
	if _, err := s.file.Seek(whole, io.SeekStart); err != nil {
		return nil, err
	}
	if whole == 0 {
		s.first = append(want, '\n')
	}
	return games, nil
}

// differs names the keys of two headings that do not agree.
func differs(line, want []byte) string {
	var a, b map[string]any
	if json.Unmarshal(line, &a) != nil || json.Unmarshal(want, &b) != nil {
		return "the first line is not a match's"
	}
	all := maps.Clone(a)
	maps.Copy(all, b)
	var keys []string
	for key := range all {
		there, ok := a[key]
		if !ok {
			keys = append(keys, key+" is not set there")
		} else if fmt.Sprint(there) != fmt.Sprint(b[key]) {
			keys = append(keys, fmt.Sprintf("%s is %v there", key, there))
		}
	}
	slices.Sort(keys)
	return fmt.Sprint(keys)
}

// add writes a game.
func (s *stateFile) add(g *game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	if _, err := s.file.Write(slices.Concat(s.first, line, []byte("\n"))); err != nil {
		return err
	}
	s.first = nil
	return nil
}

func (s *stateFile) close() error { return s.file.Close() }
