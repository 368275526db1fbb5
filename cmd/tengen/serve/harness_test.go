package serve

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"tengen/book"
)

// A site is a server under test and its house.
type site struct {
	t *testing.T
	*house
	server *httptest.Server
	stop   func() // ends it, and waits for all that it does
}

// newSite serves a house with two cores that keeps its games in a folder, "" for none.
func newSite(t *testing.T, folder string) *site {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	h := newHouse(ctx, 2, 8<<20, book.Embedded, t.Logf)
	if folder != "" {
		var err error
		if h.store, err = newStore(folder, t.Logf); err != nil {
			t.Fatal(err)
		}
		if err := h.load(); err != nil {
			t.Fatal(err)
		}
	}
	s := &site{t: t, house: h, server: httptest.NewServer(h.handler(guard{loopback: true}))}
	stopped := false
	s.stop = func() {
		if !stopped {
			stopped = true
			cancel()
			s.server.Close()
			h.close()
		}
	}
	t.Cleanup(s.stop)
	return s
}

// ask sends a request and returns status and body. A body of text is sent as it is.
func (s *site) ask(method, path string, body any) (int, string) {
	s.t.Helper()
	var in io.Reader
	switch b := body.(type) {
	case nil:
	case string:
		in = strings.NewReader(b)
	default:
		text, err := json.Marshal(b)
		if err != nil {
			s.t.Fatal(err)
		}
		in = bytes.NewReader(text)
	}
	r, err := http.NewRequest(method, s.server.URL+path, in)
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if strings.HasPrefix(path, "/api/files/") {
		r.Header.Set("Content-Type", "application/octet-stream")
	}
	answer, err := s.server.Client().Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}

// get is ask for what must succeed; the answer is read into v.
func (s *site) get(method, path string, body, v any) {
	s.t.Helper()
	status, text := s.ask(method, path, body)
	if status != http.StatusOK {
		s.t.Fatalf("%s %s %v: status %d, %s", method, path, body, status, text)
	}
	if err := json.Unmarshal([]byte(text), v); err != nil {
		s.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
}

// person and weak are players of tests.
var (
	person = player{Level: 0}
	weak   = player{Engine: true, Level: 0}
)

// begin makes a game.
func (s *site) begin(line string, first, second player) view {
	s.t.Helper()
	var v view
	s.get("POST", "/api/games", newGameAsk{Line: line, Players: &[2]player{first, second}}, &v)
	return v
}

// act does something to a game as it stands, and returns how it stands then.
func (s *site) act(id string, a action) (view, error) {
	s.t.Helper()
	var v view
	s.get("GET", "/api/games/"+id, nil, &v)
	a.At = v.Version
	status, text := s.ask("POST", "/api/games/"+id+"/act", a)
	if status != http.StatusOK {
		var e struct{ Error string }
		if err := json.Unmarshal([]byte(text), &e); err != nil || e.Error == "" || strings.Contains(e.Error, "\n") {
			s.t.Fatalf("%+v: status %d with %q, want one clear line", a, status, text)
		}
		return v, fmt.Errorf("%d %s", status, e.Error)
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		s.t.Fatal(err)
	}
	return v, nil
}

// say does what the words of a line stand for, as a person would.
func (s *site) say(id string, words string) view {
	s.t.Helper()
	var v view
	for _, text := range strings.Fields(words) {
		a := action{Do: "place", Point: text}
		switch {
		case text == "swap" || text == "undo" || text == "redo" || text == "offer":
			a = action{Do: text}
		case text == "collect":
			a = action{Do: "collect", On: true}
		case strings.Contains(text, "+"):
			a = action{Do: "offer", Points: strings.Split(text, "+")}
		}
		var err error
		if v, err = s.act(id, a); err != nil {
			s.t.Fatalf("%s after %s: %v", text, v.Line, err)
		}
	}
	return v
}

// refused wants an action to be refused with a reason that holds the text.
func (s *site) refused(id string, a action, want string) {
	s.t.Helper()
	if v, err := s.act(id, a); err == nil || !strings.Contains(err.Error(), want) {
		s.t.Errorf("%+v after %s: error %v, want one with %q", a, v.Line, err, want)
	}
}

// A page listens to a board.
type page struct {
	t      *testing.T
	events chan told
	end    func()
}

type told struct {
	name string
	data string
	when time.Time
}

// watch opens a page.
func (s *site) watch(id string) *page {
	s.t.Helper()
	ctx, cancel := context.WithCancel(s.t.Context())
	r, err := http.NewRequestWithContext(ctx, "GET", s.server.URL+"/api/games/"+id+"/events", nil)
	if err != nil {
		s.t.Fatal(err)
	}
	answer, err := s.server.Client().Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	if answer.StatusCode != http.StatusOK {
		s.t.Fatalf("events of %s: status %d", id, answer.StatusCode)
	}
	p := &page{t: s.t, events: make(chan told, 4096), end: cancel}
	s.t.Cleanup(cancel)
	go func() {
		defer answer.Body.Close()
		defer close(p.events)
		lines := bufio.NewScanner(answer.Body)
		lines.Buffer(nil, 1<<20)
		var e told
		for lines.Scan() {
			key, value, _ := strings.Cut(lines.Text(), ": ")
			switch key {
			case "event":
				e.name = value
			case "data":
				e.data, e.when = value, time.Now()
			case "":
				if e.name != "" {
					p.events <- e
				}
				e = told{}
			}
		}
	}()
	return p
}

const patience = 60 * time.Second

// until waits for a game that is as wanted.
func (p *page) until(want string, ok func(v view) bool) view {
	p.t.Helper()
	return wait(p, "game", want, ok)
}

// study waits for an analysis that is as wanted.
func (p *page) study(want string, ok func(v studyView) bool) studyView {
	p.t.Helper()
	return wait(p, "study", want, ok)
}

func wait[T any](p *page, name, want string, ok func(T) bool) T {
	p.t.Helper()
	deadline := time.After(patience)
	last := ""
	for {
		select {
		case e, open := <-p.events:
			if !open {
				p.t.Fatalf("the events end before %s; last %s", want, last)
			}
			if e.name != name || e.data == "null" {
				continue
			}
			last = e.data
			var v T
			if err := json.Unmarshal([]byte(e.data), &v); err != nil {
				p.t.Fatal(err)
			}
			if ok(v) {
				return v
			}
		case <-deadline:
			p.t.Fatalf("no %s within %v; last %s", want, patience, last)
		}
	}
}
