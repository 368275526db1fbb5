package protocol

import (
	"strings"
	"testing"

	"tengen/engine/renju"
)

func point(t *testing.T, name string) renju.Point {
	t.Helper()
	p, err := renju.ParsePoint(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestPoints(t *testing.T) {
	for _, c := range []struct {
		name string
		size int
		wire string
	}{
		{"h8", 15, "7,7"},
		{"g7", 15, "6,8"},
		{"a1", 15, "0,14"},
		{"o15", 15, "14,0"},
		{"a1", 20, "0,19"},
		{"t20", 20, "19,0"},
	} {
		if got := FormatPoint(point(t, c.name), c.size); got != c.wire {
			t.Errorf("%s on %d: %q, want %q", c.name, c.size, got, c.wire)
		}
		if got, err := ParsePoint(c.wire, c.size); got != point(t, c.name) || err != nil {
			t.Errorf("%q on %d: %v, %v, want %s", c.wire, c.size, got, err, c.name)
		}
	}
	for _, text := range []string{"6,8", " 6 , 8 ", "6, 8", "6 8", "6\t8"} {
		if got, err := ParsePoint(text, 15); got != point(t, "g7") || err != nil {
			t.Errorf("%q: %v, %v, want g7", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"":             "not x,y",
		"7":            "not x,y",
		"7,":           "not x,y",
		"a,b":          "not x,y",
		"7,,7":         "not x,y",
		"7,7,1":        "not x,y",
		"7,7 foo":      "not x,y",
		"15,0":         "off the 15x15 board",
		"0,15":         "off the 15x15 board",
		"-1,3":         "off the 15x15 board",
		"-1,-1":        "off the 15x15 board",
		"263,7":        "off the 15x15 board", // 263 is 7 in eight bits
		"4294967303,7": "off the 15x15 board", // and this in 32
	} {
		if got, err := ParsePoint(text, 15); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want an error with %q", text, got, err, want)
		}
	}
}

func TestPointLists(t *testing.T) {
	points := []renju.Point{point(t, "h8"), point(t, "g7"), point(t, "a15")}
	const text = "7,7 6,8 0,0"
	if got := FormatPoints(points, 15); got != text {
		t.Errorf("FormatPoints = %q, want %q", got, text)
	}
	got, err := ParsePoints("  7,7   6,8\t0,0 ", 15)
	if err != nil || FormatPoints(got, 15) != text {
		t.Errorf("ParsePoints = %v, %v", got, err)
	}
	for _, bad := range []string{"", "7,7 8", "7,7 99,1"} {
		if got, err := ParsePoints(bad, 15); err == nil {
			t.Errorf("ParsePoints(%q) = %v, want an error", bad, got)
		}
	}
}

func TestParseField(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  renju.Point
		field int
	}{
		{"6,8,2", point(t, "g7"), 2},
		{"6, 8, 2", point(t, "g7"), 2},
		{"6 8 3", point(t, "g7"), 3},
		{"-1,-1,1", renju.Pass, 1},
	} {
		if p, f, err := ParseField(c.text, 15); p != c.want || f != c.field || err != nil {
			t.Errorf("%q: %v, %d, %v", c.text, p, f, err)
		}
	}
	for _, bad := range []string{"6,8", "6,8,2,1", "6,8,x", "-1,3,1", "15,15,1"} {
		if p, f, err := ParseField(bad, 15); err == nil {
			t.Errorf("%q: %v, %d, want an error", bad, p, f)
		}
	}
}

func TestRuleNumbers(t *testing.T) {
	for _, c := range []struct {
		number    int
		rule      renju.Rule
		known, ok bool
	}{
		{0, renju.Freestyle, true, true},
		{1, renju.Standard, true, true},
		{2, renju.Renju, true, true},
		{4, renju.Renju, true, true},
		{8, renju.Freestyle, false, true},
		{9, renju.Freestyle, false, true},
		{3, renju.Freestyle, false, false},
		{5, renju.Freestyle, false, false},
		{12, renju.Freestyle, false, false},
		{-1, renju.Freestyle, false, false},
	} {
		if r, known, ok := ParseRule(c.number); r != c.rule || known != c.known || ok != c.ok {
			t.Errorf("ParseRule(%d) = %v, %v, %v", c.number, r, known, ok)
		}
	}
	for _, r := range []renju.Rule{renju.Freestyle, renju.Standard, renju.Renju} {
		if got, known, ok := ParseRule(RuleNumber(r)); got != r || !known || !ok {
			t.Errorf("%v is number %d, which is %v", r, RuleNumber(r), got)
		}
	}
}
