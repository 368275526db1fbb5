package serve

import (
	"flag"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

var (
	loadBoards = flag.Int("boards", 12, "boards of TestManyBoards")
	loadFor    = flag.Duration("load", 3*time.Second, "how long TestManyBoards goes on")
)

// TestManyBoards lets many boards analyse at once and wants none to wait more than twice its
// fair share, and memory and goroutines bounded. The full measurement takes
//
//	go test ./cmd/tengen/serve -run TestManyBoards -boards 50 -load 10m -timeout 15m -v
func TestManyBoards(t *testing.T) {
	folder := t.TempDir()
	s := newSite(t, folder)
	s.house.queue = newQueue(2, defaultHash, sliceOfQueue, mostWaiting)
	boundMemory(defaultHash)
	defer debug.SetMemoryLimit(math.MaxInt64)
	before := runtime.NumGoroutine()
	var group sync.WaitGroup
	var mu sync.Mutex
	var worst time.Duration
	var slices, least int
	end := time.Now().Add(*loadFor)
	lines := map[string]bool{}
	for i := range *loadBoards {
		v := s.begin("renju15.h8", person, person)
		v = s.say(v.ID, "i9 "+[]string{"j8", "g7", "g9", "h10", "i7"}[i%5])
		lines[v.ID] = true
		p := s.watch(v.ID)
		var ignored any
		s.get("POST", "/api/games/"+v.ID+"/study", request{Mode: []string{"lines", "heat"}[i%2], Lines: 3}, &ignored)
		group.Go(func() {
			mine := 0
			waiting := true
			since := time.Now()
			for time.Now().Before(end) {
				var place int
				select {
				case e, ok := <-p.events:
					if !ok {
						t.Errorf("board %d: its page was cut off", i)
						return
					}
					if e.name != "study" || e.data == "null" {
						continue
					}
					_, rest, _ := strings.Cut(e.data, `"place":`)
					digits, _, _ := strings.Cut(rest, ",")
					place, _ = strconv.Atoi(digits)
				case <-time.After(time.Until(end)):
					continue
				}
				switch {
				case place > 0 && !waiting:
					waiting, since = true, time.Now()
				case place == 0 && waiting:
					waiting = false
					mine++
					mu.Lock()
					worst = max(worst, time.Since(since))
					mu.Unlock()
				}
			}
			mu.Lock()
			defer mu.Unlock()
			if waiting {
				worst = max(worst, time.Since(since))
			}
			slices += mine
			if least == 0 || mine < least {
				least = mine
			}
		})
	}
	group.Wait()
	fair := time.Duration(*loadBoards) * sliceOfQueue / 2
	memory := resident()
	t.Logf("%d boards on 2 cores for %v: %d slices, %d for the last of them; the longest wait %v, fair %v; %d MB resident; %d goroutines",
		*loadBoards, *loadFor, slices, least, worst, fair, memory>>20, runtime.NumGoroutine())
	if worst > 2*fair+2*time.Second {
		t.Errorf("a board has waited %v, fair is %v", worst, fair)
	}
	if memory > 500<<20 && *loadFor >= time.Minute { // not for the race detector
		t.Errorf("%d MB resident", memory>>20)
	}
	// A server that knows nothing of the first's end finds every game.
	again := newSite(t, folder)
	for id := range lines {
		if b, ok := again.board(id); !ok || b.game.done != 3 {
			t.Errorf("game %s is lost", id)
		}
	}
	s.stop()
	s.server.Client().CloseIdleConnections()
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before+4 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+4 {
		t.Errorf("%d goroutines are left of %d before", n, before)
	}
}

// resident is the memory that the process takes, 0 where the system does not tell.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(text))
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}

// TestMoveIsShownAtOnce wants an engine's move at the page soon after it was decided, be the
// cores at work or not.
func TestMoveIsShownAtOnce(t *testing.T) {
	s := newSite(t, "")
	for range 2 { // both cores are busy
		v := s.begin("renju15.h8.i9", person, person)
		s.watch(v.ID)
		var ignored any
		s.get("POST", "/api/games/"+v.ID+"/study", request{Mode: "lines"}, &ignored)
	}
	var late []time.Duration
	for range 5 {
		v := s.begin("renju15.h8", person, player{Engine: true, Level: 1})
		b, _ := s.board(v.ID)
		p := s.watch(v.ID)
		decided := make(chan time.Time, 1)
		go func() {
			for {
				b.mu.Lock()
				done := b.game.done
				b.mu.Unlock()
				if done == 2 {
					decided <- time.Now()
					return
				}
				time.Sleep(time.Millisecond)
			}
		}()
		for e := range p.events {
			if e.name == "game" && strings.Contains(e.data, `"done":2`) {
				late = append(late, e.when.Sub(<-decided))
				break
			}
		}
		p.end()
	}
	t.Logf("after the decision: %v", late)
	for _, d := range late {
		if d > 500*time.Millisecond { // 50 ms are meant, but tests run on busy machines
			t.Errorf("a move was shown %v after its decision", d)
		}
	}
}
