package match

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/match/elo"
)

// Command is "tengen match".
var Command = cli.Command{
	Name:    "match",
	Summary: "let two engines play, the whole Taraguchi-10 opening included",
	Run:     run,
}

func run(ctx context.Context, streams cli.IO, args []string) error {
	c, help, err := parse(args, streams)
	if help || err != nil {
		return err
	}
	out := streams.Out
	if c.json {
		out = streams.Err
	}
	m := &matcher{
		conf:      c,
		report:    newReport(c, out, streams.Err),
		standings: newStandings(),
		played:    map[int]bool{},
		began:     time.Now(),
	}
	defer m.close()
	if err := m.open(); err != nil {
		return err
	}
	if err := m.play(ctx); err != nil {
		return err
	}
	m.report.setBelow("")
	if m.standings.played() > 0 && !c.single() {
		m.report.print("\n" + m.standings.summary(c, m.report.names))
	}
	if c.json {
		text, err := json.MarshalIndent(m.standings.result(c, m.report.names), "", "  ")
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(streams.Out, "%s\n", text); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		if c.state != "" {
			return fmt.Errorf("interrupted after %s: --resume goes on", cli.Plural(m.standings.played(), "game"))
		}
		return fmt.Errorf("interrupted after %s", cli.Plural(m.standings.played(), "game"))
	}
	return nil
}

// matcher is a match under way.
type matcher struct {
	conf   *config
	report *report
	log    *logs
	began  time.Time

	mu        sync.Mutex // guards what follows
	next      int        // the number before the next game to be given out
	played    map[int]bool
	fresh     int // games played by this run
	standings *standings
	state     *stateFile // nil: none
	sgf       *sgfFile   // nil: none
	kept      []*game    // games from the state file, until the SGF file is made
}

// open opens the files of the match and takes up what they hold.
func (m *matcher) open() (err error) {
	if m.log, err = openLogs(m.conf); err != nil {
		return err
	}
	if m.conf.state == "" {
		return nil
	}
	if m.state, m.kept, err = openState(m.conf); err != nil {
		return err
	}
	for _, g := range m.kept {
		m.played[g.Number] = true
		if err := m.standings.add(g); err != nil {
			return fmt.Errorf("%s: %w", m.conf.state, err)
		}
	}
	return nil
}

func (m *matcher) close() {
	if m.state != nil {
		_ = m.state.close() // each line was checked when it was written
	}
	if m.sgf != nil {
		_ = m.sgf.close()
	}
	m.log.close()
}

// play plays the games that are left. It returns nil when they are played, the
// test is decided, or ctx ends.
func (m *matcher) play(ctx context.Context) error {
	games, stop := context.WithCancel(ctx)
	defer stop()
	workers := make([]*referee, m.conf.concurrency)
	for w := range workers {
		r, err := m.newReferee(w)
		if err != nil {
			return err
		}
		defer r.close()
		workers[w] = r
	}
	if err := m.introduce(games, workers[0]); err != nil {
		return err
	}
	if !m.conf.show {
		m.report.setBelow(m.standings.line(m.conf))
	}
	group, games := errgroup.WithContext(games)
	for _, r := range workers {
		group.Go(func() error { return m.work(games, r, stop) })
	}
	err := group.Wait()
	if games.Err() != nil && (err == nil || err == context.Canceled) {
		return nil
	}
	return err
}

// introduce has the engines of a worker tell their names and prove that they know
// the opening.
func (m *matcher) introduce(ctx context.Context, r *referee) error {
	names := &m.report.names
	for i, p := range r.players {
		name, err := p.introduce(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("interrupted")
			}
			return fmt.Errorf("engine %d (%s): %w", i+1, p.engine.command, err)
		}
		if name == "" {
			name = strings.TrimSuffix(filepath.Base(p.engine.argv[0]), ".exe")
		}
		names[i] = name
	}
	if names[0] == names[1] {
		names[0], names[1] = names[0]+" 1", names[1]+" 2"
	}
	m.report.print(fmt.Sprintf("%s against %s: %s\n", names[0], names[1], conditions(m.conf)))
	if n := len(m.kept); n > 0 {
		m.report.print(fmt.Sprintf("%s in %s already.\n", cli.Plural(n, "game"), m.conf.state))
	}
	if m.conf.sgf == "" {
		return nil
	}
	var err error
	m.sgf, err = createSGF(m.conf.sgf, m.conf, *names, m.kept)
	return err
}

// work is a worker: it plays games until there are none left.
func (m *matcher) work(ctx context.Context, r *referee, stop func()) error {
	for {
		f, ok := m.take()
		if !ok {
			return nil
		}
		g, err := r.play(ctx, f)
		if err != nil {
			return err
		}
		decided, err := m.finish(g)
		if err != nil {
			return err
		}
		if decided {
			stop()
			return nil
		}
	}
}

// take gives out the next game.
func (m *matcher) take() (fixture, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.decided() {
		return fixture{}, false
	}
	for {
		m.next++
		if m.conf.games > 0 && m.next > m.conf.games {
			return fixture{}, false
		}
		if !m.played[m.next] {
			return m.conf.fixture(m.next), true
		}
	}
}

// decided tells whether the test has come to its end.
func (m *matcher) decided() bool {
	s := m.conf.sprt
	return s != nil && s.Verdict(s.Ratio(m.standings.tally)) != elo.Undecided
}

// finish counts and keeps a game, and tells whether the match is decided.
func (m *matcher) finish(g *game) (decided bool, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.played[g.Number] = true
	m.fresh++
	if err := m.standings.add(g); err != nil {
		return false, err
	}
	if m.state != nil {
		if err := m.state.add(g); err != nil {
			return false, err
		}
	}
	if m.sgf != nil {
		if err := m.sgf.add(m.conf, m.report.names, g); err != nil {
			return false, err
		}
	}
	m.report.result(g, m.standings)
	if !m.conf.show {
		m.report.setBelow(m.standings.line(m.conf) + m.remaining())
	}
	return m.decided(), nil
}

// remaining says about how long the rest of the games will take.
func (m *matcher) remaining() string {
	rest := m.conf.games - len(m.played)
	if rest <= 0 {
		return ""
	}
	left := time.Since(m.began) / time.Duration(m.fresh) * time.Duration(rest)
	return fmt.Sprintf("  %v left", left.Round(time.Second))
}

// newReferee makes a worker's referee and its two players.
func (m *matcher) newReferee(worker int) (*referee, error) {
	r := &referee{conf: m.conf}
	for i := range r.players {
		label := fmt.Sprintf("engine%d", i+1)
		if m.conf.concurrency > 1 {
			label += fmt.Sprintf("-%d", worker+1)
		}
		log, err := m.log.writer(label)
		if err != nil {
			return nil, err
		}
		r.players[i] = &player{
			conf:   m.conf,
			engine: &m.conf.engines[i],
			label:  label,
			log:    log,
		}
	}
	if m.conf.show {
		r.watch = &show{report: m.report}
	}
	return r, nil
}

func (r *referee) close() {
	var group sync.WaitGroup
	for _, p := range r.players {
		group.Go(p.close)
	}
	group.Wait()
}
