package screen

import (
	"strings"
	"testing"
)

func TestLive(t *testing.T) {
	var out strings.Builder
	text := ""
	l := NewLive(&out, func() string { return text })
	l.Stop() // from here on nothing happens by itself
	if out.Len() > 0 {
		t.Errorf("shown before there was anything: %q", &out)
	}
	text = "one\ntwo\n"
	l.Changed()
	text = "three\n"
	l.Changed() // that is left for later
	l.show(l.text)
	l.show(func() string { return "" })
	const wrapOff, wrapOn = "\x1b[?7l", "\x1b[?7h"
	want := "\r" + wrapOff + "one\x1b[K\ntwo\x1b[K\n\x1b[J" + wrapOn +
		"\r\x1b[2A" + wrapOff + "three\x1b[K\n\x1b[J" + wrapOn +
		"\r\x1b[1A" + wrapOff + "\x1b[J" + wrapOn
	if out.String() != want {
		t.Errorf("shown\n%q, want\n%q", out.String(), want)
	}
	new(Live).Stop()
}

func TestANSI(t *testing.T) {
	if ANSI(&strings.Builder{}) {
		t.Error("a builder is no terminal")
	}
}
