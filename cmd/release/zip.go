package main

import (
	"archive/zip"
	"errors"
	"io"
	"os"
	"strings"
	"time"
)

// entry is a file in a zip: that of a name here, or a text.
type entry struct {
	name    string
	from    string
	text    string
	program bool // may be executed
}

// writeZip writes a zip and returns its size in bytes.
func writeZip(name string, files []entry, when time.Time) (size int64, err error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	z := zip.NewWriter(f)
	for _, e := range files {
		if err := add(z, e, when); err != nil {
			return 0, err
		}
	}
	if err := z.Close(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

func add(z *zip.Writer, e entry, when time.Time) error {
	header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: when}
	header.SetMode(0o644)
	if e.program {
		header.SetMode(0o755)
	}
	w, err := z.CreateHeader(header)
	if err != nil {
		return err
	}
	var from io.Reader = strings.NewReader(e.text)
	if e.from != "" {
		f, err := os.Open(e.from)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		from = f
	}
	_, err = io.Copy(w, from)
	return err
}
