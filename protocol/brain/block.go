package brain

import (
	"strings"
	"time"

	"tengen/protocol"
)

// A block is a command whose lines are being collected up to DONE.
type block struct {
	name   string
	thinks bool // its answer is a move
	free   bool // any text is a line of it: what is wrong is told at its end

	// take gets each entry as it comes: a line of a free block, a point with
	// its field otherwise. The first error is the command's answer, and the
	// rest of the block is dropped.
	take func(text string) error
	// end runs the command. It returns true if it wants one more line, which
	// is then given to take, and end called again.
	end func(at time.Time) (more bool)

	failed bool // the error has been told
	after  bool // DONE has come, and one more line is due
}

// open begins a block. args are what stood on the command's own line: the whole
// block may.
func (s *session) open(b *block, args string, at time.Time) {
	s.block = b
	if args != "" {
		s.feed(args, at)
	}
}

// collect gives a line to the open block, or reports false if the line is to be
// run as a command.
func (s *session) collect(c protocol.Command, l input) bool {
	b := s.block
	switch c.Name {
	case protocol.End, protocol.Info, protocol.Stop, protocol.YxStop:
		return false // obeyed at any time; the block goes on
	case protocol.Start, protocol.RectStart, protocol.Restart:
		s.block = nil // a new game: nobody waits for this block's answer
		return false
	case protocol.Done:
		if !b.after {
			s.endBlock(l.at)
		}
		return true
	}
	switch _, known := commands[c.Name]; {
	case b.after:
		s.take(l.text)
		s.endBlock(l.at)
	case known && !b.free:
		// DONE is missing. The command is taken for the end of the block,
		// and swallowed with it if that has no answer yet.
		s.block = nil
		if b.failed {
			return false
		}
		s.fail("%s: want a point or DONE, not %s", b.name, echo(c.Name))
	default:
		s.feed(l.text, l.at)
	}
	return true
}

// feed gives a line to the block.
func (s *session) feed(text string, at time.Time) {
	entries := []string{text}
	done := false
	if !s.block.free {
		entries, done = splitEntries(text)
	}
	for _, e := range entries {
		s.take(e)
	}
	if done {
		s.endBlock(at)
	}
}

// splitEntries cuts a line into points with their fields, of which there may be
// several, and tells whether DONE follows them. A line that is one entry with
// blanks in it, "7, 7, 1" or "7 7 1", is left whole.
func splitEntries(text string) (entries []string, done bool) {
	words := strings.Fields(text)
	if n := len(words); n > 0 && strings.EqualFold(words[n-1], protocol.Done) {
		words, done = words[:n-1], true
	}
	for _, w := range words {
		if i := strings.IndexByte(w, ','); i <= 0 || strings.HasSuffix(w, ",") {
			return []string{strings.Join(words, " ")}, done
		}
	}
	return words, done
}

// take gives an entry to the block and tells its first error.
func (s *session) take(text string) {
	b := s.block
	if b.failed {
		return
	}
	if err := b.take(text); err != nil {
		b.failed = true
		s.fail("%s: %v", b.name, err)
	}
}

func (s *session) endBlock(at time.Time) {
	b := s.block
	if !b.failed && b.end(at) {
		b.after = true
		return
	}
	s.block = nil
}
