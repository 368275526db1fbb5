package serve

import (
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
)

// TestRequestsAreBounded wants one clear error for each request that is not as it should be.
func TestRequestsAreBounded(t *testing.T) {
	s := newSite(t, "")
	id := s.begin("t10", person, person).ID
	for _, tt := range []struct {
		method, path string
		body         any
		status       int
		want         string
	}{
		{"POST", "/api/games", `{"line":`, 400, "JSON"},
		{"POST", "/api/games", `{"line":"t10"}{}`, 400, "more than one"},
		{"POST", "/api/games", `{"line":"t10","evil":1}`, 400, "unknown field"},
		{"POST", "/api/games", `[]`, 400, "JSON"},
		{"POST", "/api/games", `{"line":"` + strings.Repeat("a", mostBody) + `"}`, 413, "longer than"},
		{"POST", "/api/games", `{"line":"renju15` + strings.Repeat(".pass", maxSteps+1) + `"}`, 400, "too long"},
		{"POST", "/api/games", `{"line":"t10","players":[{"level":99},{}]}`, 400, "level 99"},
		{"POST", "/api/games", `{"line":"t10","players":[{"match":-1},{}]}`, 400, "clock"},
		{"POST", "/api/games", `{"line":"t10","players":[{"match":1e99},{}]}`, 400, "clock"},
		{"GET", "/api/games/nosuchgame", nil, 404, "no such game"},
		{"DELETE", "/api/games/../../etc", nil, 405, ""},
		{"DELETE", "/api/games/nosuchgame", nil, 404, "no such game"},
		{"POST", "/api/games/" + id + "/act", `{"do":"swap","at":7}`, 409, "moved on"},
		{"POST", "/api/games/" + id + "/act", `{"do":"place","at":0,"point":"` + strings.Repeat("h", 999) + `"}`, 400, "no point"},
		{"POST", "/api/games/" + id + "/study", `{"mode":"magic"}`, 400, "unknown analysis"},
		{"POST", "/api/games/" + id + "/study", `{"mode":"lines","lines":1000}`, 400, "lines"},
		{"POST", "/api/games/" + id + "/study", `{"mode":"lines","threads":1000}`, 400, "cores"},
		{"POST", "/api/games/" + id + "/study", `{"mode":"lines","seconds":-1}`, 400, "seconds"},
		{"GET", "/api/games/" + id + "/file/exe", nil, 404, "no file format"},
		{"POST", "/api/files/x.sgf", "(;GM[4]SZ[15];B[zz])", 400, "off the 15x15"},
		{"POST", "/api/files/x.sgf", "", 400, "sgf"},
		{"POST", "/api/files/x.txt", "hello", 400, "no game"},
		{"POST", "/api/files/x.lib", strings.Repeat("x", mostFile+1), 0, ""},
		{"GET", "/api/nothing", nil, 404, "no GET"},
		{"PUT", "/api/games", "{}", 404, "no PUT"},
		{"POST", "/", "{}", 405, "no"},
		{"GET", "/../serve.go", nil, 404, ""},
		{"GET", "/lang/xx.json", nil, 404, "no"},
	} {
		status, text := s.ask(tt.method, tt.path, tt.body)
		if tt.status == 0 && status >= 400 && status < 500 {
			continue
		}
		if status != tt.status || !strings.Contains(text, tt.want) || len(text) > 400 {
			t.Errorf("%s %s %.40v: status %d, %.200s, want %d %q", tt.method, tt.path, tt.body, status, text, tt.status, tt.want)
		}
	}
	// A form of another page is not JSON.
	answer, err := s.server.Client().Post(s.server.URL+"/api/games", "text/plain", strings.NewReader(`{"line":"t10"}`))
	if err != nil || answer.StatusCode != http.StatusUnsupportedMediaType {
		t.Errorf("text/plain: %v, %v", answer.StatusCode, err)
	}
}

// TestForeignersAreRefused tries requests of other sites' pages.
func TestForeignersAreRefused(t *testing.T) {
	s := newSite(t, "")
	host := strings.TrimPrefix(s.server.URL, "http://")
	for _, tt := range []struct {
		path, host, origin, site, mode string
		status                         int
	}{
		{"/api/about", host, "", "", "", 200},
		{"/api/about", host, "http://" + host, "same-origin", "cors", 200},
		{"/api/about", "localhost:1234", "", "", "", 200},
		{"/api/about", "[::1]:1234", "", "", "", 200},
		{"/api/about", "evil.example", "", "", "", 403},
		{"/api/about", "127.0.0.1.evil.example:80", "", "", "", 403},
		{"/api/about", host, "http://evil.example", "", "", 403},
		{"/api/about", host, "null", "", "", 403},
		{"/api/about", host, "", "cross-site", "no-cors", 403},
		{"/api/about", host, "", "same-site", "no-cors", 403},
		{"/", host, "", "cross-site", "navigate", 200},
		{"/api/about", host, "", "cross-site", "navigate", 403},
	} {
		r, err := http.NewRequest("GET", s.server.URL+tt.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = tt.host
		for key, value := range map[string]string{"Origin": tt.origin, "Sec-Fetch-Site": tt.site, "Sec-Fetch-Mode": tt.mode} {
			if value != "" {
				r.Header.Set(key, value)
			}
		}
		answer, err := s.server.Client().Do(r)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != tt.status {
			t.Errorf("%+v: status %d", tt, answer.StatusCode)
		}
		if csp := answer.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "default-src 'self'") {
			t.Errorf("%s has the policy %q", tt.path, csp)
		}
	}
}

func TestToken(t *testing.T) {
	s := newSite(t, "")
	server := httptest.NewServer(s.handler(guard{token: "secret"}))
	defer server.Close()
	client := server.Client()
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	get := func(path string, header ...string) *http.Response {
		t.Helper()
		r, err := http.NewRequest("GET", server.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; i < len(header); i += 2 {
			r.Header.Set(header[i], header[i+1])
		}
		answer, err := client.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
		return answer
	}
	for _, path := range []string{"/", "/app.js", "/api/about", "/?token=wrong", "/api/about?token=secret"} {
		if a := get(path); a.StatusCode != http.StatusUnauthorized {
			t.Errorf("%s: status %d", path, a.StatusCode)
		}
	}
	a := get("/?token=secret")
	cookies := a.Cookies()
	if a.StatusCode != http.StatusSeeOther || len(cookies) != 1 || !cookies[0].HttpOnly || a.Header.Get("Location") != "/" {
		t.Fatalf("status %d, cookies %v", a.StatusCode, cookies)
	}
	if a := get("/api/about", "Cookie", cookies[0].Name+"="+cookies[0].Value); a.StatusCode != 200 {
		t.Errorf("with the cookie: status %d", a.StatusCode)
	}
	if a := get("/api/about", "Authorization", "Bearer secret"); a.StatusCode != 200 {
		t.Errorf("with the bearer's: status %d", a.StatusCode)
	}
	if a := get("/api/about", "Authorization", "Bearer secret", "Origin", "http://evil.example"); a.StatusCode != 403 {
		t.Errorf("of a foreign page: status %d", a.StatusCode)
	}
}

// TestResume loses the connection and comes back to the game as it stands.
func TestResume(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("t10", person, person)
	p := s.watch(v.ID)
	p.until("a game", func(v view) bool { return v.Line == "t10" })
	s.say(v.ID, "h8")
	p.until("a stone", func(v view) bool { return v.Line == "t10.h8" })
	p.end()
	s.say(v.ID, "swap h9")
	s.watch(v.ID).until("the game", func(v view) bool { return v.Line == "t10.h8.swap.h9" })
	if err := s.house.delete(v.ID); err != nil {
		t.Error(err)
	}
}

// TestRestart ends the server in the middle of games, without a word, and wants all of them
// back.
func TestRestart(t *testing.T) {
	folder := t.TempDir()
	s := newSite(t, folder)
	want := map[string]string{}
	for _, words := range []string{"h8", "h8 swap h9", "h8 h9 i9 i8 " + ten + " i10", "h8 h9 undo"} {
		v := s.begin("t10", person, player{Engine: false, Match: 60})
		v = s.say(v.ID, words)
		want[v.ID] = v.Line
	}
	fleeting := s.begin("t10.h8", person, person)
	// What a crash may leave behind harms nothing.
	for name, text := range map[string]string{
		strings.Repeat("x", idLength) + gameEnding:           `{"tengen_game":1,"game":"t10","steps":[{"sa`,
		strings.Repeat("y", idLength) + gameEnding:           `{"tengen_game":1,"game":"t10","done":5}`,
		strings.Repeat("z", idLength) + gameEnding + ".1234": `{`,
		"readme.txt": "",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}

	again := newSite(t, folder) // while the first is still there, as after a SIGKILL
	var list []brief
	again.get("GET", "/api/games", nil, &list)
	if len(list) != len(want) {
		t.Errorf("%d games are there, want %d", len(list), len(want))
	}
	for _, b := range list {
		if b.Line != want[b.ID] || b.Players[1].Match != 60 {
			t.Errorf("game %s is %s, want %s", b.ID, b.Line, want[b.ID])
		}
	}
	if _, ok := again.board(fleeting.ID); ok {
		t.Error("a game that nobody has played on was kept")
	}
	id := list[0].ID
	if status, text := again.ask("DELETE", "/api/games/"+id, nil); status != 200 {
		t.Error(text)
	}
	if _, err := os.Stat(filepath.Join(folder, id+gameEnding)); !os.IsNotExist(err) {
		t.Errorf("its file is still there: %v", err)
	}
}

// TestNothingIsLeftBehind lets many boards play, analyse and be watched, ends the server, and
// wants no goroutine left.
func TestNothingIsLeftBehind(t *testing.T) {
	before := runtime.NumGoroutine()
	s := newSite(t, t.TempDir())
	var pages []*page
	for i := range 12 {
		v := s.begin("t10", weak, weak)
		pages = append(pages, s.watch(v.ID))
		if i%2 == 0 {
			v = s.begin("renju15.h8", person, person)
			pages = append(pages, s.watch(v.ID))
			var ignored any
			s.get("POST", "/api/games/"+v.ID+"/study", request{Mode: []string{"lines", "heat", "solve"}[i/2%3]}, &ignored)
		}
	}
	for _, p := range pages[:4] {
		p.until("a game", func(view) bool { return true })
		p.end()
	}
	time.Sleep(200 * time.Millisecond)
	s.stop()
	s.server.Client().CloseIdleConnections()
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before+2 {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<20)
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, buf[:runtime.Stack(buf, true)])
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// TestCommand runs "tengen serve" itself, and ends it as a signal does.
func TestCommand(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out, in := io.Pipe()
	done := make(chan error, 1)
	go func() {
		done <- Command.Run(ctx, cli.IO{Out: in, Err: io.Discard}, []string{"--listen", "127.0.0.1:0", "--data", t.TempDir(), "--hash", "8M"})
	}()
	line := make([]byte, 200)
	n, err := out.Read(line)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, out) }()
	_, address, ok := strings.Cut(strings.TrimSpace(strings.Split(string(line[:n]), "\n")[0]), "board: ")
	if !ok {
		t.Fatalf("it says %q", line[:n])
	}
	answer, err := http.Get(address + "api/about")
	if err != nil || answer.StatusCode != 200 {
		t.Fatalf("%s: %v, %v", address, answer, err)
	}
	answer.Body.Close()
	// A page that listens does not keep it from ending.
	stream, err := http.Post(address+"api/games", "application/json", strings.NewReader(`{"line":"t10"}`))
	if err != nil {
		t.Fatal(err)
	}
	var v view
	if err := json.NewDecoder(stream.Body).Decode(&v); err != nil {
		t.Fatal(err)
	}
	stream.Body.Close()
	events, err := http.Get(address + "api/games/" + v.ID + "/events")
	if err != nil {
		t.Fatal(err)
	}
	defer events.Body.Close()
	began := time.Now()
	cancel()
	if err := <-done; err != nil || time.Since(began) > 2*time.Second {
		t.Errorf("it ended with %v after %v", err, time.Since(began))
	}
	for _, args := range [][]string{
		{"--listen", "nowhere"}, {"--threads", "0"}, {"--hash", "1"}, {"extra"}, {"--listen", "127.0.0.1:99999", "--no-save"},
		{"--data", string([]byte{0})},
	} {
		if err := Command.Run(t.Context(), cli.IO{Out: io.Discard, Err: io.Discard}, args); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: error %v", args, err)
		}
	}
	if got := addressesOf(&net.TCPAddr{IP: net.IPv4zero, Port: 80}, "abc")[0]; got != "http://localhost:80/?token=abc" {
		t.Errorf("the address is %s", got)
	}
}
