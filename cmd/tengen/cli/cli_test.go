package cli

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"
)

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"1": time.Second, "0.05": 50 * time.Millisecond, "0": 0, "100ms": 100 * time.Millisecond,
		"1m30s": 90 * time.Second, ".5": 500 * time.Millisecond,
	} {
		var d Duration
		if err := d.Set(text); err != nil || time.Duration(d) != want {
			t.Errorf("Set(%q) = %v, %v, want %v", text, time.Duration(d), err, want)
		}
	}
	for _, text := range []string{"", "-1", "-3ms", "x", "1 s", "NaN", "Inf", "1e300"} {
		d := Duration(7)
		if err := d.Set(text); err == nil || d != 7 {
			t.Errorf("Set(%q) = %v, %v, want an error", text, d, err)
		}
	}
}

func TestBytes(t *testing.T) {
	for text, want := range map[string]Bytes{
		"0": 0, "1000": 1000, "64M": 64 << 20, "64m": 64 << 20, "1G": 1 << 30, "16K": 16 << 10,
		"350MiB": 350 << 20, "350MB": 350 << 20,
	} {
		var b Bytes
		if err := b.Set(text); err != nil || b != want {
			t.Errorf("Set(%q) = %d, %v, want %d", text, b, err, want)
		}
	}
	for _, text := range []string{"", "M", "-1", "1.5G", "9999999999G", "64X"} {
		b := Bytes(7)
		if err := b.Set(text); err == nil || b != 7 {
			t.Errorf("Set(%q) = %d, %v, want an error", text, b, err)
		}
	}
	for b, want := range map[Bytes]string{0: "0", 1000: "1000", 64 << 20: "64M", 1 << 30: "1G", 1536: "1536"} {
		if got := b.String(); got != want {
			t.Errorf("String() of %d = %q, want %q", int64(b), got, want)
		}
	}
}

func TestParse(t *testing.T) {
	var out strings.Builder
	flags := NewFlags("x")
	n := flags.Int("number", 3, "how `many`")
	help, err := Parse(flags, []string{"--number", "4", "rest"}, "Usage: x", &out)
	if help || err != nil || *n != 4 || flags.Arg(0) != "rest" || out.Len() > 0 {
		t.Errorf("Parse: %v, %v, number %d, %q, output %q", help, err, *n, flags.Args(), out.String())
	}
	help, err = Parse(flags, []string{"--help"}, "Usage: x", &out)
	if !help || err != nil || !strings.HasPrefix(out.String(), "Usage: x\n\nFlags:\n") || !strings.Contains(out.String(), "--number many") {
		t.Errorf("help: %v, %v, output %q", help, err, out.String())
	}
	var usage *UsageError
	if _, err = Parse(flags, []string{"--nonsense"}, "", &out); !errors.As(err, &usage) {
		t.Errorf("unknown flag: %v", err)
	}
}

func TestTerminal(t *testing.T) {
	f, err := os.Create(t.TempDir() + "/file")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if Terminal(f) || Terminal(new(strings.Builder)) {
		t.Error("a file or a buffer is taken for a terminal")
	}
}
