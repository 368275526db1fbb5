package serve

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/book"
)

var hostileFor = flag.Duration("hostile", 2*time.Second, "how long TestHostile goes on")

// TestHostile sends a running server what it should not get, from many sides at once: malformed
// JSON, huge bodies, illegal moves, wrong origins, requests that never end and answers that
// nobody takes. It wants one clear error for each that is answered, and the server well at the
// end. The full measurement takes
//
//	go test ./cmd/tengen/serve -run TestHostile -hostile 10m -timeout 15m -v
func TestHostile(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(context.Background())
	var faults atomic.Int32
	h := newHouse(ctx, 2, 8<<20, book.Embedded, func(format string, args ...any) {
		faults.Add(1)
		t.Errorf(format, args...)
	})
	var err error
	if h.store, err = newStore(t.TempDir(), h.note); err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	served := make(chan error, 1)
	go func() { served <- h.serve(ctx, limit(listener, 200), guard{loopback: true}) }()

	client := &http.Client{Timeout: 30 * time.Second}
	var ids [4]string
	for i := range ids {
		g, err := gameOf("t10.h8.h9")
		if err != nil {
			t.Fatal(err)
		}
		b, err := h.open(g)
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = b.id
	}
	end := time.Now().Add(*hostileFor)
	var group sync.WaitGroup
	counts := make([]atomic.Int64, 600)
	for worker := range 8 {
		group.Go(func() {
			random := rand.New(rand.NewPCG(uint64(worker), 1))
			for time.Now().Before(end) {
				if random.IntN(6) == 0 {
					halfOpen(random, address, ids[random.IntN(len(ids))])
					continue
				}
				r := hostileRequest(random, address, ids[random.IntN(len(ids))])
				answer, err := client.Do(r)
				if err != nil {
					continue // a body that is too long may be cut off
				}
				text, err := io.ReadAll(io.LimitReader(answer.Body, 1<<20))
				answer.Body.Close()
				counts[answer.StatusCode].Add(1)
				var said struct{ Error string }
				if answer.StatusCode >= 400 && err == nil && r.Method != http.MethodHead {
					if json.Unmarshal(text, &said) != nil || said.Error == "" || strings.Contains(said.Error, "\n") || len(said.Error) > 500 {
						t.Errorf("%s %s: status %d with %.300q", r.Method, r.URL.Path, answer.StatusCode, text)
					}
				}
				if answer.StatusCode == http.StatusInternalServerError {
					t.Errorf("%s %s: %.300s", r.Method, r.URL.Path, text)
				}
			}
		})
	}
	group.Wait()
	client.CloseIdleConnections()
	for status := range counts {
		if n := counts[status].Load(); n > 0 {
			t.Logf("status %d: %d times", status, n)
		}
	}

	// It still answers, and plays.
	began := time.Now()
	answer, err := client.Get("http://" + address + "/api/about")
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("at the end: %v, %v", answer, err)
	}
	answer.Body.Close()
	client.CloseIdleConnections()
	t.Logf("about took %v, %d goroutines, %d MB resident", time.Since(began), runtime.NumGoroutine(), resident()>>20)
	cancel()
	if err := <-served; err != nil {
		t.Error(err)
	}
	h.close()
	deadline := time.Now().Add(10 * time.Second)
	for runtime.NumGoroutine() > before+2 && time.Now().Before(deadline) {
		time.Sleep(20 * time.Millisecond)
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		t.Errorf("%d goroutines are left of %d before", n, before)
	}
}

// hostileRequest makes a request that is wrong in some way, or only odd.
func hostileRequest(random *rand.Rand, address, id string) *http.Request {
	game := "/api/games/" + id
	one := func(list ...string) string { return list[random.IntN(len(list))] }
	points := func() string { return fmt.Sprintf("%c%d", 'a'+random.IntN(17), random.IntN(18)) }
	bodies := []string{
		`{`, `null`, `[]`, `{"do":1}`, `{"do":"place"`, `{"line":"t10"}`, `{"line":"t10.h8.swap.h9","players":[{"engine":true},{"engine":true}]}`,
		`{"mode":"` + one("lines", "heat", "solve", "fifths", "opening", "threats", "review", "") + `","lines":2,"seconds":0.05}`,
		fmt.Sprintf(`{"do":"place","at":%d,"point":%q}`, random.IntN(9), points()),
		fmt.Sprintf(`{"do":%q,"at":%d}`, one("swap", "undo", "redo", "collect", "offer", "pass", "resign", "pause"), random.IntN(9)),
		fmt.Sprintf(`{"do":"offer","at":%d,"points":[%q,%q,%q]}`, random.IntN(9), points(), points(), points()),
		fmt.Sprintf(`{"do":"goto","at":%d,"step":%d}`, random.IntN(9), random.IntN(9)-2),
		strings.Repeat(`[`, 10_000), strings.Repeat("x", mostBody+10), `{"line":"` + strings.Repeat("h8.", 3000) + `"}`, "\x00\xff\xfe",
	}
	body := bodies[random.IntN(len(bodies))]
	if random.IntN(3) == 0 && len(body) > 2 { // a byte that is wrong
		b := []byte(body)
		b[random.IntN(len(b))] = byte(random.IntN(256))
		body = string(b)
	}
	method, path := "POST", one("/api/games", game+"/act", game+"/act", game+"/study")
	switch random.IntN(8) {
	case 0:
		path = "/api/files/x." + one("sgf", "psq", "lib", "rec", "rif", "txt", "%00", "sgf%2f..")
		body = one("(;GM[4];B[hh]", "\xffRenLib\xff", "Piskvorky 15x15, 11:11, 0\n8,8,0\n", strings.Repeat("(;B[hh]", 20_000), body, strings.Repeat("\x00", mostFile+1))
	case 1:
		method, path, body = "GET", one("/", "/../x", "/app.js", "/api/games", "/api/about", game, game+"/advice", game+"/file/"+one("sgf", "png", "svg", "lib", "exe"), "/api/games/"+strings.Repeat("z", 3000)), ""
	case 2:
		method = one("PUT", "DELETE", "OPTIONS", "PATCH", "HEAD", "TRACE")
		path = one("/", "/api/games", "/api/games/none", game+"/act")
	}
	r, err := http.NewRequest(method, "http://"+address+path, strings.NewReader(body))
	if err != nil {
		r, _ = http.NewRequest("GET", "http://"+address+"/", nil)
	}
	r.Header.Set("Content-Type", one("application/json", "application/json", "application/json", "text/plain", ""))
	if strings.HasPrefix(path, "/api/files/") {
		r.Header.Set("Content-Type", "application/octet-stream")
	}
	if random.IntN(6) == 0 {
		r.Header.Set("Origin", one("http://evil.example", "null", "http://"+address, "://", "file://"))
	}
	if random.IntN(8) == 0 {
		r.Host = one("evil.example", "localhost", "[::1", "127.0.0.1:1:2", "LOCALHOST:80")
	}
	return r
}

// halfOpen opens a connection and does not do its part: it sends half a request, or takes
// half an answer, or none, and goes away, sometimes without a word.
func halfOpen(random *rand.Rand, address, id string) {
	c, err := net.DialTimeout("tcp", address, 5*time.Second)
	if err != nil {
		return
	}
	requests := []string{
		"", "GE", "GET / HTTP/1.1\r\n", "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"line\"",
		"GET /api/games/" + id + "/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", "\x16\x03\x01\x02", "GET / HTTP/9.9\r\n\r\n",
		"POST /api/files/x.sgf HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/octet-stream\r\nTransfer-Encoding: chunked\r\n\r\nffffffff\r\n(;",
	}
	_ = c.SetDeadline(time.Now().Add(time.Second))
	_, _ = io.WriteString(c, requests[random.IntN(len(requests))])
	if random.IntN(2) == 0 {
		_, _ = bufio.NewReader(c).ReadByte()
	}
	if tcp, ok := c.(*net.TCPConn); ok && random.IntN(2) == 0 {
		_ = tcp.SetLinger(0) // a reset
	}
	if random.IntN(20) == 0 { // it stays for a while
		time.AfterFunc(time.Duration(random.IntN(3000))*time.Millisecond, func() { _ = c.Close() })
		return
	}
	_ = c.Close()
}
