package protocol

import (
	"bufio"
	"io"
	"strings"
)

// MaxLine is the number of bytes of a line that a [LineReader] keeps. What
// follows, up to the end of the line, is dropped.
const MaxLine = 64 << 10

// A LineReader cuts a stream into lines that end with LF, CR LF or a lone CR,
// in any mixture.
type LineReader struct {
	r     *bufio.Reader
	line  []byte
	skip  bool // the last line ended with CR: a LF that follows belongs to it
	ended error
}

// NewLineReader returns a LineReader that reads from r.
func NewLineReader(r io.Reader) *LineReader {
	return &LineReader{r: bufio.NewReader(r)}
}

// ReadLine returns the next line without its end. A line is returned as soon as
// its CR or LF has come: it never waits for what may follow. Text between the
// last line and the end of the stream is a line too. After that the error is
// that of the stream, io.EOF at its end.
func (l *LineReader) ReadLine() (string, error) {
	if l.ended != nil {
		return "", l.ended
	}
	l.line = l.line[:0]
	for {
		c, err := l.r.ReadByte()
		if err != nil {
			l.ended = err
			if len(l.line) == 0 {
				return "", err
			}
			return string(l.line), nil
		}
		afterCR := l.skip
		l.skip = c == '\r'
		switch {
		case c == '\n' && afterCR:
		case c == '\n', c == '\r':
			return string(l.line), nil
		case len(l.line) < MaxLine:
			l.line = append(l.line, c)
		}
	}
}

// A Command is a manager's line: a word and the rest.
type Command struct {
	Name string // in upper case, "" for an empty line
	Args string // without blanks at either end
}

// ParseCommand splits a line at its first blank.
func ParseCommand(line string) Command {
	line = strings.TrimSpace(line)
	name, args := line, ""
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		name, args = line[:i], strings.TrimSpace(line[i:])
	}
	return Command{Name: strings.ToUpper(name), Args: args}
}
