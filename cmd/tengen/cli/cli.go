// Package cli is what the commands of tengen share: streams, flags and how they
// read, errors and how they are told.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/pflag"
)

// IO are the streams of a command.
type IO struct {
	In       io.Reader
	Out, Err io.Writer
}

// A Command is one word after "tengen".
type Command struct {
	Name    string
	Summary string // one line for "tengen help"
	Hidden  bool   // not listed there
	Run     func(ctx context.Context, io IO, args []string) error
}

// A UsageError is a mistake in the command line: tengen then exits with 2.
type UsageError struct{ Err error }

func (e *UsageError) Error() string { return e.Err.Error() }
func (e *UsageError) Unwrap() error { return e.Err }

// ErrTold ends a command that has said itself what is wrong: tengen exits with 2
// and adds nothing.
var ErrTold = errors.New("told already")

// Usagef makes a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Errorf(format, args...)}
}

// NewFlags returns an empty set of flags for a command.
func NewFlags(name string) *pflag.FlagSet {
	flags := pflag.NewFlagSet(name, pflag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.SortFlags = false
	flags.Usage = func() {}
	return flags
}

// Parse reads the arguments. If they ask for help, it writes the usage, which
// ends with the flags, and reports true.
func Parse(flags *pflag.FlagSet, args []string, usage string, out io.Writer) (help bool, err error) {
	switch err := flags.Parse(args); {
	case errors.Is(err, pflag.ErrHelp):
		_, err = fmt.Fprintf(out, "%s\n\nFlags:\n%s", strings.TrimSpace(usage), flags.FlagUsages())
		return true, err
	case err != nil:
		return false, &UsageError{err}
	}
	return false, nil
}

// Terminal tells whether somebody is likely to look at what is written to w.
func Terminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// Pace is how many things are done in a second if done took so long, and when the
// others that are left will be.
func Pace(done, left int, took time.Duration) (rate float64, forecast time.Duration) {
	rate = float64(done) / took.Seconds()
	return rate, time.Duration(float64(left) / max(rate, 1e-9) * float64(time.Second)).Round(time.Second)
}

// Duration is a flag for a time: a number of seconds, such as 0.5, or one with a
// unit, such as 500ms. It is not negative.
type Duration time.Duration

func (d *Duration) String() string { return time.Duration(*d).String() }

// Set reads a time.
func (d *Duration) Set(text string) error {
	value, err := time.ParseDuration(text)
	if seconds, numErr := strconv.ParseFloat(text, 64); numErr == nil {
		value, err = time.Duration(seconds*float64(time.Second)), nil
		if !(seconds < 1e9) {
			err = errors.New("too long")
		}
	}
	if err != nil || value < 0 {
		return fmt.Errorf("%q is no time: want seconds such as 0.5, or 500ms", text)
	}
	*d = Duration(value)
	return nil
}

// Type names the value in usages.
func (d *Duration) Type() string { return "time" }

// Bytes is a flag for an amount of memory: bytes, or a number with K, M or G
// behind it, each 1024 times the one before. It is not negative.
type Bytes int64

func (b *Bytes) String() string {
	n := int64(*b)
	for i, unit := range []string{"G", "M", "K"} {
		if size := int64(1) << (30 - 10*i); n != 0 && n%size == 0 {
			return strconv.FormatInt(n/size, 10) + unit
		}
	}
	return strconv.FormatInt(n, 10)
}

// Set reads an amount.
func (b *Bytes) Set(text string) error {
	number, shift := strings.ToUpper(text), 0
	number = strings.TrimSuffix(strings.TrimSuffix(number, "B"), "I")
	for unit, s := range map[string]int{"K": 10, "M": 20, "G": 30} {
		if n, ok := strings.CutSuffix(number, unit); ok {
			number, shift = n, s
			break
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
	if err != nil || n < 0 || n > (1<<62)>>shift {
		return fmt.Errorf("%q is no amount of memory: want bytes, or such as 64M", text)
	}
	*b = Bytes(n << shift)
	return nil
}

// Type names the value in usages.
func (b *Bytes) Type() string { return "bytes" }
