package cli

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that could not be written whole leaves the old one, and nothing else.
func TestWriteFileLosesNothing(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "net")
	write := func(text string, fail error) error {
		return WriteFile(name, func(w io.Writer) error {
			_, err := io.WriteString(w, text)
			return errors.Join(err, fail)
		})
	}
	if err := write("old", nil); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	if err := write("half of the n", broken); !errors.Is(err, broken) {
		t.Errorf("error %v, want %v", err, broken)
	}
	got, err := os.ReadFile(name)
	if err != nil || string(got) != "old" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if err := write("new", nil); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != "new" {
		t.Errorf("the file holds %q, %v", got, err)
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 1 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

func TestCanWriteNamesWhatItCannot(t *testing.T) {
	dir := t.TempDir()
	if err := CanWrite(filepath.Join(dir, "new")); err != nil {
		t.Error(err)
	}
	missing := filepath.Join(dir, "no", "net")
	for _, name := range []string{dir, missing} {
		if err := CanWrite(name); err == nil || !strings.Contains(err.Error(), name+":") {
			t.Errorf("%s: error %v", name, err)
		}
	}
	if left, err := os.ReadDir(dir); err != nil || len(left) != 0 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

func TestSameFile(t *testing.T) {
	dir := t.TempDir()
	a, link := filepath.Join(dir, "a"), filepath.Join(dir, "link")
	if err := os.WriteFile(a, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Link(a, link); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{a, link, true},
		{a, dir + "/./a", true},
		{a, filepath.Join(dir, "b"), false},
		{filepath.Join(dir, "b"), dir + "//b", true},
		{"", "", false},
	} {
		if got := SameFile(tt.a, tt.b); got != tt.want {
			t.Errorf("%q and %q: %v", tt.a, tt.b, got)
		}
	}
}
