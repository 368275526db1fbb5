package serve

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"tengen/cmd/version"
	"tengen/engine/renju"
)

// A fault is what is wrong with a request, and the status that tells of it.
type fault struct {
	status int
	err    error
}

func (f *fault) Error() string { return f.err.Error() }
func (f *fault) Unwrap() error { return f.err }

func faultf(status int, format string, args ...any) error {
	return &fault{status, fmt.Errorf(format, args...)}
}

// statusOf is the status of an error: 400 unless it says something else.
func statusOf(err error) int {
	var f *fault
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &f):
		return f.status
	case errors.As(err, &long):
		return http.StatusRequestEntityTooLarge
	case errors.Is(err, errNoBoard), errors.Is(err, errGone):
		return http.StatusNotFound
	case errors.Is(err, errStale):
		return http.StatusConflict
	case errors.Is(err, errBusy):
		return http.StatusServiceUnavailable
	}
	return http.StatusBadRequest
}

// The most that the body of a request may hold, in bytes.
const (
	mostBody = 64 << 10
	mostFile = 8 << 20
)

// api returns what answers requests below /api/.
func (h *house) api() http.Handler {
	mux := http.NewServeMux()
	// A handler returns what is written as JSON, or an error.
	handle := func(pattern string, do func(w http.ResponseWriter, r *http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			if v, err := do(w, r); err != nil {
				writeError(w, err)
			} else if v != nil {
				writeJSON(w, http.StatusOK, v)
			}
		})
	}
	handle("GET /api/about", func(http.ResponseWriter, *http.Request) (any, error) { return h.about(), nil })
	handle("GET /api/games", func(http.ResponseWriter, *http.Request) (any, error) { return h.list(), nil })
	handle("POST /api/games", h.postGame)
	handle("POST /api/files/{name}", h.postFile)
	handle("GET /api/games/{id}", h.withBoard(func(b *board, _ http.ResponseWriter, _ *http.Request) (any, error) { return b.show(), nil }))
	handle("DELETE /api/games/{id}", func(_ http.ResponseWriter, r *http.Request) (any, error) {
		return struct{}{}, h.delete(r.PathValue("id"))
	})
	handle("POST /api/games/{id}/act", h.withBoard(postAction))
	handle("POST /api/games/{id}/study", h.withBoard(postStudy))
	handle("GET /api/games/{id}/advice", h.withBoard(func(b *board, _ http.ResponseWriter, _ *http.Request) (any, error) {
		return b.advice(), nil
	}))
	handle("GET /api/games/{id}/file/{format}", h.withBoard(getFile))
	handle("GET /api/games/{id}/events", h.withBoard(getEvents))
	handle("/api/", func(_ http.ResponseWriter, r *http.Request) (any, error) {
		return nil, faultf(http.StatusNotFound, "no %s %s here", r.Method, clip(r.URL.Path))
	})
	return mux
}

func (h *house) withBoard(do func(*board, http.ResponseWriter, *http.Request) (any, error)) func(http.ResponseWriter, *http.Request) (any, error) {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		b, ok := h.board(r.PathValue("id"))
		if !ok {
			return nil, errNoBoard
		}
		return do(b, w, r)
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil { // no value of ours
		status, text = http.StatusInternalServerError, []byte(`{"error":"the answer cannot be written"}`)
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// writeError tells what is wrong in one line.
func writeError(w http.ResponseWriter, err error) {
	text := strings.Join(strings.Fields(err.Error()), " ")
	writeJSON(w, statusOf(err), map[string]string{"error": text})
}

// readJSON reads the body of a request, which must be one value without unknown fields.
func readJSON(w http.ResponseWriter, r *http.Request, v any) error {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		return faultf(http.StatusUnsupportedMediaType, "want application/json, not %s", clip(kind))
	}
	in := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody))
	in.DisallowUnknownFields()
	err := in.Decode(v)
	if err == nil {
		if _, more := in.Token(); more != io.EOF {
			err = errors.New("more than one value")
		}
	}
	var long *http.MaxBytesError
	switch {
	case errors.As(err, &long):
		return faultf(http.StatusRequestEntityTooLarge, "the request is longer than %d bytes", long.Limit)
	case err != nil:
		return fmt.Errorf("the request's JSON: %w", err)
	}
	return nil
}

// about is what a page asks first.
type about struct {
	Version string  `json:"version"`
	Cores   int     `json:"cores"`
	Levels  []level `json:"levels"`
	Level   int     `json:"level"` // where a game begins
	Book    int     `json:"book"`  // positions of four stones that the book knows
	Kept    bool    `json:"kept"`  // games are saved
	Busy    int     `json:"busy"`  // boards that search
	Waiting int     `json:"waiting"`
}

func (h *house) about() about {
	fours, _ := h.book().Len()
	waiting, running := h.queue.length()
	return about{
		Version: version.String(), Cores: h.cores, Levels: levels, Level: defaultLevel,
		Book: fours, Kept: h.store != nil, Busy: running, Waiting: waiting,
	}
}

// newGameAsk is a request for a new game: the line of one, which may have been played in part
// or, pasted, moves alone.
type newGameAsk struct {
	Line    string     `json:"line"`
	Players *[2]player `json:"players"`
	Strict  bool       `json:"strict"`
	Paused  bool       `json:"paused"`
}

// gameOf reads a line, or moves such as h8i9g7: those are plain renju.
func gameOf(text string) (*game, error) {
	text = strings.TrimPrefix(strings.TrimSpace(text), "#")
	h, words, err := parseLine(text)
	if err != nil {
		moves, plain := renju.ParseMoves(text)
		if plain != nil || len(moves) == 0 {
			return nil, err
		}
		h, words = heading{Rule: renju.Renju, Size: 15}, nil
		for _, p := range moves {
			w := word{points: []renju.Point{p}}
			if p == renju.Pass {
				w = word{verb: pass}
			}
			words = append(words, w)
		}
	}
	if len(words) > maxSteps {
		return nil, fmt.Errorf("a game of %d steps is too long", len(words))
	}
	return newGame(h, words)
}

func (h *house) postGame(w http.ResponseWriter, r *http.Request) (any, error) {
	var ask newGameAsk
	if err := readJSON(w, r, &ask); err != nil {
		return nil, err
	}
	g, err := gameOf(ask.Line)
	if err != nil {
		return nil, err
	}
	if ask.Players != nil {
		for _, p := range ask.Players {
			if err := p.check(); err != nil {
				return nil, err
			}
		}
		g.players = *ask.Players
	}
	g.strict, g.paused = ask.Strict, ask.Paused
	b, err := h.open(g)
	if err != nil {
		return nil, err
	}
	return b.show(), nil
}

var errFiles = faultf(http.StatusServiceUnavailable, "other files are being read or written: try again")

// fileTold is a game that was loaded, and what of its file was lost.
type fileTold struct {
	Game view     `json:"game"`
	Lost []string `json:"lost"`
}

func (h *house) postFile(w http.ResponseWriter, r *http.Request) (any, error) {
	// A page of another origin could send a form's kinds of body without being asked.
	if kind := r.Header.Get("Content-Type"); kind != "application/octet-stream" {
		return nil, faultf(http.StatusUnsupportedMediaType, "want application/octet-stream, not %s", clip(kind))
	}
	release, ok := h.files.take()
	if !ok {
		return nil, errFiles
	}
	defer release()
	l, err := load(r.PathValue("name"), http.MaxBytesReader(w, r.Body, mostFile))
	if err != nil {
		return nil, err
	}
	b, err := h.open(l.game)
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	b.own = true // whoever loads a file wants it again after a restart
	h.keep(b)
	b.mu.Unlock()
	if l.lost == nil {
		l.lost = []string{}
	}
	return fileTold{b.show(), l.lost}, nil
}

// show is the view of a board for anybody.
func (b *board) show() view {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.view()
}

func postAction(b *board, w http.ResponseWriter, r *http.Request) (any, error) {
	var a action
	if err := readJSON(w, r, &a); err != nil {
		return nil, err
	}
	do, ok := actions[a.Do]
	if !ok {
		return nil, fmt.Errorf("unknown action %s", clip(a.Do))
	}
	if err := b.act(a, do); err != nil {
		return nil, err
	}
	return b.show(), nil
}

// postStudy starts an analysis, or stops it where no mode is given.
func postStudy(b *board, w http.ResponseWriter, r *http.Request) (any, error) {
	var ask request
	if err := readJSON(w, r, &ask); err != nil {
		return nil, err
	}
	if ask.Mode != "" {
		if err := b.startStudy(ask); err != nil {
			return nil, err
		}
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if ask.Mode == "" {
		b.stopStudy()
	}
	if v := b.studyView(); v != nil {
		return v, nil
	}
	return struct{}{}, nil
}

func getFile(b *board, w http.ResponseWriter, r *http.Request) (any, error) {
	format := r.PathValue("format")
	s, ok := savers[format]
	if !ok {
		return nil, faultf(http.StatusNotFound, "no file format %s: want sgf, psq, lib, txt, svg or png", clip(format))
	}
	release, ok := b.house.files.take()
	if !ok {
		return nil, errFiles
	}
	defer release()
	b.mu.Lock()
	g := b.game.copied()
	b.mu.Unlock()
	var out strings.Builder
	if err := s.write(&out, g); err != nil {
		return nil, err
	}
	w.Header().Set("Content-Type", s.kind)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", "tengen-"+b.id[:6]+"."+format))
	_, _ = io.WriteString(w, out.String())
	return nil, nil
}
