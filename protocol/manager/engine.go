package manager

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"tengen/protocol"
)

// Options say how an engine is started. The zero value is sound.
type Options struct {
	Name    string                  // its name in the log; "" = the program's base name
	Dir     string                  // working folder; "" = the manager's own
	Env     []string                // environment; nil = the manager's own
	Log     io.Writer               // gets every line with its time, one Write a line; nil = no log
	Comment func(word, text string) // gets MESSAGE and DEBUG lines: the word, and what follows it; from the reading goroutine
}

// Engine is a running engine. Its methods are for one goroutine at a time, save
// Kill and Alive, which any may call.
type Engine struct {
	opts   Options
	cmd    *exec.Cmd
	log    *dialogue
	stderr tail

	stdin   *os.File
	out     chan request
	answers chan answer   // closed when the engine's output ends
	errDone chan struct{} // closed when its standard error ends
	done    chan struct{} // closed when the process has ended and its tree is gone

	mu     sync.Mutex // guards tree and reaped
	tree   processTree
	reaped bool
	status string // how it ended; to be read after done is closed

	closeStdin sync.Once
}

// Start starts an engine: argv is the program and its arguments, see [Split]. A
// program without a path that is not in PATH is looked for in the current
// folder. The engine is killed when ctx ends.
func Start(ctx context.Context, argv []string, opts Options) (*Engine, error) {
	if len(argv) == 0 {
		return nil, errors.New("no engine command")
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	program := argv[0]
	if !strings.ContainsAny(program, `/\`) {
		if _, err := exec.LookPath(program); err != nil {
			if here := "." + string(filepath.Separator) + program; isFile(here) {
				program = here
			}
		}
	}
	if opts.Name == "" {
		opts.Name = filepath.Base(program)
	}
	e := &Engine{
		opts:    opts,
		cmd:     exec.Command(program, argv[1:]...),
		log:     &dialogue{w: opts.Log, name: opts.Name, start: time.Now()},
		out:     make(chan request),
		answers: make(chan answer, queueLength),
		errDone: make(chan struct{}),
		done:    make(chan struct{}),
	}
	e.cmd.Dir, e.cmd.Env = opts.Dir, opts.Env

	// Pipes of our own: those of exec would tie the end of the process to the
	// end of its output, which a grandchild may hold open.
	var ours, theirs [3]*os.File // standard input, output and error
	var err error
	for i := range ours {
		if ours[i], theirs[i], err = os.Pipe(); err != nil {
			closeAll(ours[:i])
			closeAll(theirs[:i])
			return nil, fmt.Errorf("starting %s: %w", opts.Name, err)
		}
	}
	ours[0], theirs[0] = theirs[0], ours[0] // the first is read by them
	e.cmd.Stdin, e.cmd.Stdout, e.cmd.Stderr = theirs[0], theirs[1], theirs[2]
	e.stdin = ours[0]

	started := make(chan error, 1)
	go e.supervise(started)
	err = <-started
	closeAll(theirs[:])
	if err != nil {
		closeAll(ours[:])
		return nil, fmt.Errorf("starting %s: %w", opts.Name, err)
	}
	go e.write()
	go e.read(ours[1])
	go e.readErr(ours[2])
	unwatch := context.AfterFunc(ctx, e.Kill)
	go func() {
		<-e.done
		unwatch()
	}()
	return e, nil
}

// supervise starts the process, waits for its end and clears away what it left
// behind. It holds one thread throughout: on Linux a child is killed when the
// thread that started it ends, which then means: when the manager ends.
func (e *Engine) supervise(started chan<- error) {
	runtime.LockOSThread()
	prepare(e.cmd)
	if err := e.cmd.Start(); err != nil {
		started <- err
		return
	}
	e.mu.Lock()
	e.tree = adopt(e.cmd.Process)
	e.mu.Unlock()
	started <- nil

	err := e.cmd.Wait()
	e.status = "exit status 0"
	if err != nil {
		e.status = err.Error()
	}
	e.mu.Lock()
	e.reaped = true
	e.tree.kill()
	e.tree.release()
	e.mu.Unlock()
	e.log.line('#', "ended: "+e.status)
	close(e.done)
	e.closeStdin.Do(func() { e.stdin.Close() }) // frees a blocked write
}

// Alive tells whether the process still runs.
func (e *Engine) Alive() bool {
	select {
	case <-e.done:
		return false
	default:
		return true
	}
}

// Name is the engine's name in the log.
func (e *Engine) Name() string { return e.opts.Name }

// Close ends the engine: END, the time grace to obey, then Kill. It returns when
// the process is gone.
func (e *Engine) Close(grace time.Duration) {
	ctx, cancel := context.WithTimeout(context.Background(), grace)
	defer cancel()
	if e.Send(ctx, protocol.End) == nil {
		e.closeStdin.Do(func() { e.stdin.Close() })
		select {
		case <-e.done:
		case <-ctx.Done():
		}
	}
	e.Kill()
}

// Kill ends the process at once, with all that it started, and returns when it
// is gone.
func (e *Engine) Kill() {
	e.mu.Lock()
	if !e.reaped {
		e.log.line('#', "killed")
		e.tree.kill()
	}
	e.mu.Unlock()
	<-e.done
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func closeAll(files []*os.File) {
	for _, f := range files {
		f.Close()
	}
}
