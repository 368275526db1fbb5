package brain

import (
	"fmt"
	"io"
	"time"

	"tengen/book"
	"tengen/search/eval/net"
	"tengen/search/opening"
)

// Labels says how MESSAGE lines number the rows of the board.
type Labels uint8

const (
	LabelsBottom Labels = iota // from the bottom, as everywhere in renju
	LabelsTop                  // from the top, as some managers read them
)

// ParseLabels reads "bottom" or "top".
func ParseLabels(name string) (Labels, error) {
	switch name {
	case "bottom":
		return LabelsBottom, nil
	case "top":
		return LabelsTop, nil
	}
	return 0, fmt.Errorf("labels %q: want bottom or top", name)
}

// Options are what a user, not a manager, decides about a brain.
type Options struct {
	Threads int       // search threads until INFO thread_num comes; 0 means 1
	Hash    int64     // bytes of the transposition table until INFO hash_size comes; 0: as max_memory allows
	Log     io.Writer // gets every line of the dialogue and when it passed; nil: no log
	Labels  Labels    // in MESSAGE lines
	Net     *net.Net  // to evaluate renju with; nil: the engine's own
	Opening Opening
	Version string // told by ABOUT

	// Handicap is how many levels below full strength moves are chosen, until
	// INFO strength comes.
	Handicap int
}

// Opening says how the answers of an opening are decided.
type Opening struct {
	Book     func() *book.Book // tells what is known beforehand; nil: nothing is
	BookOnly bool              // decide at once where the book knows enough
	Style    opening.Style
}

// flushTime is how long Serve waits at its end for a manager that does not read
// what is still to be written.
const flushTime = 50 * time.Millisecond

// Serve speaks the protocol on in and out until the manager says END, the input
// ends, or nobody reads the output any more. All of these are orderly ends; a
// running search is then abandoned without an answer. The error is that of a
// broken input.
//
// A read that is under way when Serve returns goes on until in yields.
func Serve(in io.Reader, out io.Writer, opts Options) error {
	return serve(in, out, opts, newThinker(opts.Opening))
}

func serve(in io.Reader, out io.Writer, opts Options, mind thinker) error {
	log := newDialogue(opts.Log)
	stop := make(chan struct{})
	defer close(stop)
	lines := readLines(in, log, stop)
	w := newWriter(out, log)
	defer w.close(flushTime)
	s := newSession(opts, mind, w)
	defer s.abandon()

	for !s.quit {
		select {
		case <-w.broken:
			return nil
		case a := <-s.answers():
			s.guard(false, func() {
				s.finish(a)
				if a.ponder {
					s.startPondering()
				}
			})
		case l := <-lines:
			if l.err != nil {
				if l.err == io.EOF {
					return nil
				}
				return fmt.Errorf("reading commands: %w", l.err)
			}
			s.line(l)
		}
	}
	return nil
}
