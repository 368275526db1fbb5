package match

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
)

// logs are where the engines' dialogues go: a file, or a file for each engine in
// a folder.
type logs struct {
	folder string
	mode   int // for opening: a match that goes on adds to what is there

	mu    sync.Mutex
	files []*os.File
}

func openLogs(c *config) (*logs, error) {
	l := &logs{mode: os.O_WRONLY | os.O_CREATE | os.O_TRUNC}
	if c.resume {
		l.mode = os.O_WRONLY | os.O_CREATE | os.O_APPEND
	}
	if c.log == "" {
		return l, nil
	}
	info, err := os.Stat(c.log)
	if err == nil && info.IsDir() || strings.HasSuffix(c.log, "/") || strings.HasSuffix(c.log, string(os.PathSeparator)) {
		l.folder = c.log
		return l, os.MkdirAll(l.folder, 0o777)
	}
	file, err := os.OpenFile(c.log, l.mode, 0o666)
	l.files = append(l.files, file)
	return l, err
}

// writer is where an engine's dialogue goes; nil if there is no log.
func (l *logs) writer(label string) (io.Writer, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.folder != "" {
		file, err := os.OpenFile(filepath.Join(l.folder, label+".log"), l.mode, 0o666)
		if err != nil {
			return nil, err
		}
		l.files = append(l.files, file)
		return file, nil
	}
	if len(l.files) == 0 {
		return nil, nil
	}
	return l, nil // shared by all engines
}

// Write writes a line to the one file there is.
func (l *logs) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.files[0].Write(line)
}

func (l *logs) close() {
	if l == nil {
		return
	}
	for _, f := range l.files {
		_ = f.Close()
	}
}
