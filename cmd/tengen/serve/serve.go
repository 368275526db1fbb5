// Package serve is "tengen serve": a board in the browser.
//
// The server holds the truth. A game is a sequence of words (line.go) that the rules judge
// (standing.go, game.go); a board (board.go) is a game with clocks, the engine and an analysis
// (study.go). A page is told what stands there and what may be done (view.go) by
// server-sent events (events.go), shows it, and sends back what its user wants (api.go). No rule
// is written in JavaScript.
//
// Whoever searches does so in slices of a queue (queue.go), which shares the cores. Games are
// kept in a folder (store.go).
//
// browser/run.js plays from the page in a headless Chromium, through every branch of the opening,
// and looks at it with axe-core.
package serve

import (
	"context"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"time"

	"tengen/cmd/tengen/cli"
)

const usage = `
Usage: tengen serve [flags]

Serves a board to the browser: play against the engine or another person, the
whole Taraguchi-10 opening included, analyse, prepare openings, load and save
games. It needs no network.

It listens on this machine only, unless --listen says otherwise; then whoever
wants in needs the token in the address that it prints. Games are saved with
every move, in the folder of --data. Ctrl-C ends it.

Examples:
  tengen serve
  tengen serve --browser --threads 4
  tengen serve --listen 0.0.0.0:8010`

// Command is "tengen serve".
var Command = cli.Command{
	Name:    "serve",
	Summary: "a board in the browser: play, analyse, prepare openings",
	Run:     run,
}

// Limits of the server.
const (
	sliceOfQueue    = 500 * time.Millisecond
	mostWaiting     = 200 // boards that want to search
	mostStreams     = 256 // pages
	mostFiles       = 3   // read or written at a time; one may take 100 MB of memory
	mostConnections = 1024
	headerWait      = 5 * time.Second  // for the head of a request
	bodyWait        = 20 * time.Second // for all of it
	answerWait      = 30 * time.Second
	idleWait        = 2 * time.Minute
	mostHead        = 16 << 10 // bytes
	endWait         = 3 * time.Second
)

//go:embed web
var web embed.FS

func run(ctx context.Context, streams cli.IO, args []string) error {
	hash := cli.Bytes(defaultHash)
	var ownBook cli.Book
	f := cli.NewFlags("serve")
	listen := f.String("listen", "127.0.0.1:8010", "`address` to listen on; port 0: any that is free")
	browser := f.Bool("browser", false, "open the board in the browser")
	threads := f.Int("threads", runtime.NumCPU(), "`cores` that the engine may use, all boards together")
	f.Var(&hash, "hash", "transposition tables, all together")
	f.Var(&ownBook, "book", cli.BookUsage)
	data := f.String("data", "", "`folder` for the games (default: where this user's programs keep their state)")
	noSave := f.Bool("no-save", false, "do not save games")
	if help, err := cli.Parse(f, args, usage, streams.Out); help || err != nil {
		return err
	}
	switch {
	case f.NArg() > 0:
		return cli.Usagef("unexpected argument %q", f.Arg(0))
	case *threads < 1 || *threads > mostThreads:
		return cli.Usagef("--threads %d: want 1 to %d", *threads, mostThreads)
	case hash < leastTable || hash > mostHash:
		least, most := cli.Bytes(leastTable), cli.Bytes(mostHash)
		return cli.Usagef("--hash %v: want %v to %v", &hash, &least, &most)
	}
	loopback, err := checkListen(*listen)
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	note := func(format string, args ...any) {
		_, _ = fmt.Fprintf(streams.Err, "tengen serve: "+format+"\n", args...)
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	boundMemory(int64(hash))
	h := newHouse(ctx, *threads, int64(hash), ownBook.Book, note)
	if !*noSave {
		folder := *data
		if folder == "" {
			state, err := stateFolder()
			if err != nil {
				return fmt.Errorf("%w: say --data FOLDER or --no-save", err)
			}
			folder = filepath.Join(state, "games")
		}
		if h.store, err = newStore(folder, note); err != nil {
			return err
		}
		if err := h.load(); err != nil {
			return err
		}
	}

	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		return err
	}
	g := guard{loopback: loopback}
	if !loopback {
		g.token = newToken()
	}
	if !loopback {
		note("listening beyond this machine: whoever has the token in an address below gets in, and nothing is encrypted")
	}
	addresses := addressesOf(listener.Addr(), g.token)
	if _, err := fmt.Fprintf(streams.Out, "Tengen's board: %s\nCtrl-C ends it.\n", strings.Join(addresses, "\n                ")); err != nil {
		return err
	}
	if *browser {
		if err := openBrowser(addresses[0]); err != nil {
			note("no browser was opened: %v", err)
		}
	}
	err = h.serve(ctx, limit(listener, mostConnections), g)
	stop()
	h.close()
	return err
}

// boundMemory lets the garbage collector work harder before the heap, of which the tables are
// most, has doubled.
func boundMemory(tables int64) { debug.SetMemoryLimit(tables + besidesTables) }

// besidesTables is the memory that all else takes, with room to spare: the searchers' boards
// and solvers, 1200 games, 256 pages.
const besidesTables = 160 << 20

// Bounds of flags.
const (
	defaultHash = 128 << 20
	mostThreads = 256
	mostHash    = 1 << 36
)

// newHouse returns a house without a store.
func newHouse(ctx context.Context, cores int, bytes int64, book bookOf, note func(string, ...any)) *house {
	return &house{
		ctx: ctx, queue: newQueue(cores, bytes, sliceOfQueue, mostWaiting), cores: cores,
		book: book, note: note, boards: map[string]*board{}, streams: make(crowd, mostStreams), files: make(crowd, mostFiles),
	}
}

// handler answers all requests.
func (h *house) handler(g guard) http.Handler {
	files, err := fs.Sub(web, "web")
	if err != nil {
		panic(err) // it is part of the program
	}
	mux := http.NewServeMux()
	mux.Handle("/api/", h.api())
	mux.Handle("/", static(files))
	return g.protect(h.survive(mux))
}

// survive tells of a fault in an answer, instead of cutting the connection without a word.
func (h *house) survive(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() {
			if p := recover(); p != nil {
				h.note("%s %s: %v\n%s", r.Method, r.URL.Path, p, debug.Stack())
				writeError(w, faultf(http.StatusInternalServerError, "a fault of the server: %v", p))
			}
		}()
		next.ServeHTTP(w, r)
	})
}

// serve answers requests until ctx ends, and then lets those under way end.
func (h *house) serve(ctx context.Context, l net.Listener, g guard) error {
	server := &http.Server{
		Handler: h.handler(g), ReadHeaderTimeout: headerWait, ReadTimeout: bodyWait, WriteTimeout: answerWait,
		IdleTimeout: idleWait, MaxHeaderBytes: mostHead,
		ErrorLog: log.New(io.Discard, "", 0), // what others do wrong; our own faults are noted
		// Requests end with the server, streams of events among them.
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	until, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWait)
	defer cancel()
	if err := server.Shutdown(until); err != nil {
		_ = server.Close()
	}
	if err := <-done; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// addressesOf are what to type into a browser: on this machine first, then on others.
func addressesOf(a net.Addr, token string) []string {
	hosts := []string{a.String()}
	if tcp, ok := a.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		port := fmt.Sprint(tcp.Port)
		hosts = []string{net.JoinHostPort("localhost", port)}
		all, _ := net.InterfaceAddrs() // the first will do where there are no others
		for _, i := range all {
			if ip, ok := i.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() {
				hosts = append(hosts, net.JoinHostPort(ip.IP.String(), port))
			}
		}
	}
	for i, host := range hosts {
		hosts[i] = "http://" + host + "/"
		if token != "" {
			hosts[i] += "?token=" + token
		}
	}
	return hosts
}

// openBrowser shows an address to the user.
func openBrowser(address string) error {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "darwin":
		name = "open"
	}
	return exec.Command(name, args...).Start()
}
