package match

import (
	"context"
	"encoding/json"
	"fmt"
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
	Summary: "let engines play, the whole Taraguchi-10 opening included",
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
		standings: newStandings(len(c.engines)),
		faults:    newDiscipline(c),
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
		text, err := json.MarshalIndent(m.result(), "", "  ")
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
	faults    *discipline
	state     *stateFile   // nil: none
	outputs   []*gamesFile // for the games as they end
	kept      []*game      // games from the state file
}

// open opens the files of the match and takes up what they hold.
func (m *matcher) open() (err error) {
	if m.conf.state != "" {
		if m.state, m.kept, err = openState(m.conf); err != nil {
			return err
		}
	}
	for _, g := range m.kept {
		m.played[g.Number] = true
		if err := m.standings.add(g); err != nil {
			return fmt.Errorf("%s: %w", m.conf.state, err)
		}
		m.faults.add(g)
	}
	m.log, err = openLogs(m.conf)
	return err
}

func (m *matcher) close() {
	if m.state != nil {
		_ = m.state.close() // each line was checked when it was written
	}
	for _, f := range m.outputs {
		_ = f.close() // likewise
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
	m.showStandings()
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
	var names []string
	for i, p := range r.players {
		name, err := p.introduce(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("interrupted")
			}
			return fmt.Errorf("engine %d (%s): %w", i+1, p.engine.command, err)
		}
		if name == "" {
			name = p.engine.program()
		}
		if p.engine.name != "" {
			name = p.engine.name
		}
		names = append(names, name)
		if len(r.players) > 2 {
			p.close() // all at once might be too much for the memory
		}
	}
	names = distinct(names)
	m.report.names = names
	text := encounter(m.conf, names)
	if len(names) > 2 {
		text += " (" + strings.Join(names, ", ") + ")"
	}
	m.report.print(fmt.Sprintf("%s: %s\n", text, conditions(m.conf)))
	if n := len(m.kept); n > 0 {
		m.report.print(fmt.Sprintf("%s in %s already.\n", cli.Plural(n, "game"), m.conf.state))
	}
	for i, out := range m.faults.out {
		if out {
			m.report.print(m.faults.tell(names[i]))
		}
	}
	var err error
	m.outputs, err = openOutputs(m.conf, names, m.kept)
	return err
}

// distinct adds their numbers to names that are there more than once.
func distinct(names []string) []string {
	times := map[string]int{}
	for _, name := range names {
		times[name]++
	}
	var all []string
	for i, name := range names {
		if times[name] > 1 {
			name += fmt.Sprintf(" %d", i+1)
		}
		all = append(all, name)
	}
	return all
}

// work is a worker: it plays games until there are none left.
func (m *matcher) work(ctx context.Context, r *referee, stop func()) error {
	for {
		f, g, ok := m.take()
		if !ok {
			return nil
		}
		if g == nil {
			var err error
			if g, err = r.play(ctx, f); err != nil {
				return err
			}
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

// take gives out the next game, with its end if it is forfeited.
func (m *matcher) take() (f fixture, forfeited *game, ok bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.decided() || m.conf.games == 0 && m.faults.left() == 0 {
		return f, nil, false
	}
	for {
		m.next++
		if m.conf.games > 0 && m.next > m.conf.games {
			return f, nil, false
		}
		if !m.played[m.next] {
			f = m.conf.fixture(m.next)
			return f, m.faults.forfeit(f), true
		}
	}
}

// decided tells whether the test has come to its end.
func (m *matcher) decided() bool {
	s := m.conf.sprt
	return s != nil && s.Verdict(s.Ratio(m.standings.duel())) != elo.Undecided
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
	for _, f := range m.outputs {
		if err := f.add(g); err != nil {
			return false, err
		}
	}
	m.report.result(g, m.standings)
	if out := m.faults.add(g); out > 0 {
		m.report.print(m.faults.tell(m.report.names[out-1]))
	}
	m.showStandings()
	return m.decided(), nil
}

// showStandings shows how the match stands: below the results where that can be,
// and otherwise the table after each round.
func (m *matcher) showStandings() {
	names, s := m.report.names, m.standings
	table := ""
	if len(names) > 2 && s.scored() > 0 {
		table = "\n" + s.table(names) + "\n"
	}
	if m.report.terminal != nil && !m.conf.show {
		m.report.setBelow(table + s.line(m.conf) + m.remaining() + "\n")
		return
	}
	games, round := s.played(), 2*len(m.conf.pairings)
	if table != "" && m.fresh > 0 && games%round == 0 && games != m.conf.games {
		m.report.print(table)
	}
}

// remaining says about how long the rest of the games will take.
func (m *matcher) remaining() string {
	rest := m.conf.games - len(m.played)
	if rest <= 0 || m.fresh == 0 {
		return ""
	}
	left := time.Since(m.began) / time.Duration(m.fresh) * time.Duration(rest)
	return fmt.Sprintf("  %v left", left.Round(time.Second))
}

// newReferee makes a worker's referee and its players.
func (m *matcher) newReferee(worker int) (*referee, error) {
	r := &referee{conf: m.conf}
	for i := range m.conf.engines {
		label := fmt.Sprintf("engine%d", i+1)
		if m.conf.concurrency > 1 {
			label += fmt.Sprintf("-%d", worker+1)
		}
		log, err := m.log.writer(label)
		if err != nil {
			return nil, err
		}
		r.players = append(r.players, &player{
			conf:   m.conf,
			engine: &m.conf.engines[i],
			label:  label,
			log:    log,
		})
	}
	if m.conf.show {
		r.watch = &show{report: m.report}
	}
	return r, nil
}
