package match

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	killedGames = flag.Int("killed.games", 60, "games of TestKilled")
	kills       = flag.Int("killed.kills", 2, "how often its referee is killed")
)

// TestKilled lets engines that crash, hang, answer late, talk nonsense and play
// illegal moves now and then play a match whose referee is killed in its midst:
// every game is accounted for, once, in every file.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	n := *killedGames
	args := []string{"--games", fmt.Sprint(n), "--concurrency", "2", "--turn-time", "0.2", "--tolerance", "0.1", "--max-faults", "0",
		"--state", file("state"), "--sgf", file("sgf"), "--jsonl", file("jsonl"), "--pgn", file("pgn"), engine("1 chaos"), engine("2 chaos")}
	var before []byte
	for k := range *kills {
		killReferee(t, args, file("state"), n*(k+1)/(*kills+1))
		state, err := os.ReadFile(file("state"))
		if err != nil {
			t.Fatal(err)
		}
		if whole := before[:bytes.LastIndexByte(before, '\n')+1]; !bytes.HasPrefix(state, whole) {
			t.Error("a referee that went on changed what was kept")
		}
		before = state
		if k == 0 {
			args = append([]string{"--resume"}, args...)
		}
	}
	r, _, err := play(t, args...)
	if err != nil {
		t.Fatal(err)
	}

	games := readState(t, file("state"))
	seen := map[int]bool{}
	for _, g := range games {
		if seen[g.Number] || g.Number < 1 || g.Number > n {
			t.Errorf("game %d is there twice, or cannot be", g.Number)
		}
		seen[g.Number] = true
		if _, _, err := g.replay(); err != nil {
			t.Error(err)
		}
	}
	ended, pairs := 0, 0
	for _, c := range r.Endings {
		ended += c
	}
	for _, c := range r.Pairs {
		pairs += c
	}
	if len(games) != n || r.Games != n || r.Wins+r.Draws+r.Losses != n || ended != n || pairs != n/2 {
		t.Errorf("%d games kept, %d counted, %d by their endings, %d pairs, want %d", len(games), r.Games, ended, pairs, n)
	}
	if r.Endings[byCrash] == 0 || r.Endings[onTime] == 0 || r.Endings[byAnswer] == 0 {
		t.Errorf("endings %v: not every fault occurred", r.Endings)
	}
	t.Logf("endings %v", r.Endings)

	for name, start := range map[string]string{"sgf": "(;FF[4]", "jsonl": `{"event":`, "pgn": "[Event "} {
		text, err := os.ReadFile(file(name))
		if got := strings.Count(string(text), start); err != nil || got != n {
			t.Errorf("%s: %d games, want %d (%v)", name, got, n, err)
		}
		if name != "jsonl" {
			continue
		}
		for line := range strings.Lines(string(text)) {
			if !json.Valid([]byte(line)) {
				t.Errorf("no JSON: %s", line)
			}
		}
	}
}

// killReferee starts a referee and kills it as soon as the state file holds so
// many games.
func killReferee(t *testing.T, args []string, state string, games int) {
	t.Helper()
	referee := exec.Command(os.Args[0], append([]string{"referee"}, args...)...)
	var out bytes.Buffer
	referee.Stdout, referee.Stderr = &out, &out
	if err := referee.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- referee.Wait() }()
	look := time.NewTicker(2 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case err := <-ended:
			t.Fatalf("the referee ended by itself (%v):\n%s", err, &out)
		case <-look.C:
		}
		text, err := os.ReadFile(state)
		if err == nil && bytes.Count(text, []byte("\n")) > games {
			break
		}
	}
	if err := referee.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	<-ended
}
