package main

import (
	"archive/zip"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestWriteZip(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "built")
	if err := os.WriteFile(program, []byte("machine code"), 0o600); err != nil {
		t.Fatal(err)
	}
	when := time.Date(2026, 11, 29, 10, 20, 30, 0, time.UTC)
	files := []entry{{name: "README", text: "read me"}, {name: "engine.exe", from: program, program: true}}
	var first []byte
	for _, name := range []string{"a.zip", "b.zip"} {
		file := filepath.Join(dir, name)
		size, err := writeZip(file, files, when)
		if err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(file)
		if err != nil || int64(len(data)) != size {
			t.Errorf("%d bytes, said to be %d, %v", len(data), size, err)
		}
		if first != nil && !bytes.Equal(first, data) {
			t.Error("the same files make another zip")
		}
		first = data
	}
	z, err := zip.NewReader(bytes.NewReader(first), int64(len(first)))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		name, text string
		mode       os.FileMode
	}{{"README", "read me", 0o644}, {"engine.exe", "machine code", 0o755}} {
		f := z.File[i]
		in, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(in)
		if f.Name != want.name || string(text) != want.text || f.Mode() != want.mode || !f.Modified.Equal(when) || err != nil {
			t.Errorf("%s of mode %v, %v: %q, %v", f.Name, f.Mode(), f.Modified, text, err)
		}
	}
	if _, err := writeZip(filepath.Join(dir, "c.zip"), []entry{{name: "x", from: filepath.Join(dir, "missing")}}, when); err == nil {
		t.Error("a file that is missing is no error")
	}
}
