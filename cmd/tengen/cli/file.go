package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// WriteFile writes a file in one piece: if anything goes wrong, what stood there
// before is still there.
func WriteFile(name string, write func(io.Writer) error) error {
	f, err := beside(name)
	if err != nil {
		return err
	}
	err = write(f)
	if err = errors.Join(err, f.Chmod(0o644), f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
	return err
}

// ReadFile reads a file; what is wrong with it is told with its name.
func ReadFile[T any](name string, read func(io.Reader) (T, error)) (v T, err error) {
	f, err := os.Open(name)
	if err != nil {
		return v, err
	}
	defer func() { _ = f.Close() }()
	if v, err = read(f); err != nil {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return v, err
}

// beside makes a file for what is to become the file of the name.
func beside(name string) (*os.File, error) {
	f, err := os.CreateTemp(filepath.Dir(name), filepath.Base(name)+".*")
	var at *os.PathError
	if errors.As(err, &at) {
		at.Path = name // the temporary name tells nobody anything
	}
	return f, err
}

// CanWrite tells, before there is anything to lose, whether WriteFile could write
// the file.
func CanWrite(name string) error {
	f, err := beside(name)
	if err != nil {
		return err
	}
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		_ = f.Close()
		_ = os.Remove(f.Name())
		return &os.PathError{Op: "write", Path: name, Err: errors.New("is a directory")}
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// SameFile tells whether two names mean one file.
func SameFile(a, b string) bool {
	if a == "" || b == "" {
		return false
	}
	if filepath.Clean(a) == filepath.Clean(b) {
		return true
	}
	ia, err1 := os.Stat(a)
	ib, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(ia, ib)
}
