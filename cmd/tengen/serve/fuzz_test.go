package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"tengen/book"
)

// FuzzRequests sends bodies and paths to all that reads them. Nothing panics or hangs, and
// what is refused is refused with one line.
func FuzzRequests(f *testing.F) {
	for _, seed := range []string{
		`{"do":"place","at":0,"point":"h8"}`, `{"do":"offer","at":0,"points":["a1"]}`, `{"do":"goto","step":-1}`, `{"line":"t10.h8.swap"}`,
		`{"mode":"lines","lines":2,"seconds":0.001}`, `{"do":"set","players":[{"engine":true,"level":0},{"match":1}]}`, `{`, `null`, `[1e999]`,
		"(;GM[4];B[hh])", "Piskvorky 15x15,", "h8i9",
	} {
		f.Add(uint8(0), seed)
		f.Add(uint8(1), seed)
		f.Add(uint8(2), seed)
		f.Add(uint8(3), seed)
	}
	ctx, cancel := context.WithCancel(context.Background())
	h := newHouse(ctx, 1, 1<<20, book.Embedded, func(string, ...any) {})
	f.Cleanup(func() { cancel(); h.close() })
	handler := h.handler(guard{loopback: true})
	var mu sync.Mutex
	f.Fuzz(func(t *testing.T, where uint8, body string) {
		mu.Lock()
		defer mu.Unlock()
		g, err := gameOf("t10.h8.h9.i9.i8")
		if err != nil {
			t.Fatal(err)
		}
		b, err := h.open(g)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = h.delete(b.id) }()
		path, kind := "/api/games", "application/json"
		switch where % 8 {
		case 1:
			path += "/" + b.id + "/act"
		case 2:
			path += "/" + b.id + "/study"
		case 3, 4, 5, 6:
			path, kind = "/api/files/x."+[]string{"sgf", "psq", "lib", "txt"}[where%8-3], "application/octet-stream"
		}
		r := httptest.NewRequest("POST", "http://127.0.0.1"+path, bytes.NewReader([]byte(body)))
		r.Header.Set("Content-Type", kind)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		var said struct{ Error, ID string }
		if err := json.Unmarshal(w.Body.Bytes(), &said); err != nil || w.Code >= 500 && w.Code != http.StatusServiceUnavailable {
			t.Fatalf("%s %q: status %d, %q", path, body, w.Code, w.Body)
		}
		if (w.Code != 200) != (said.Error != "") || strings.Contains(said.Error, "\n") {
			t.Fatalf("%s %q: status %d, %q", path, body, w.Code, w.Body)
		}
		if w.Code == 200 && said.ID != "" && where%8 == 0 {
			if _, err := fmt.Fprint(io.Discard, h.delete(said.ID)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
