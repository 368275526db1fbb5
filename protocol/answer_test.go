package protocol

import (
	"os"
	"strings"
	"testing"

	"tengen/engine/taraguchi"
)

func TestAnswers(t *testing.T) {
	const ten = "0,0 1,2 2,4 3,6 4,8 5,10 6,12 7,14 8,1 9,3"
	for _, c := range []struct {
		line, canonical string
		kind            taraguchi.Kind
	}{
		{"7,7", "7,7", taraguchi.Place},
		{"7,7,1", "7,7", taraguchi.Place},
		{"7 7", "7,7", taraguchi.Place},
		{" 7, 7 ", "7,7", taraguchi.Place},
		{"SWAP", "SWAP", taraguchi.Swap},
		{"swap ", "SWAP", taraguchi.Swap},
		{"8,6 0,14", "8,6 0,14", taraguchi.Pick},
		{ten, ten, taraguchi.Offer},
		{"0,0 1,1 2,2", "0,0 1,1 2,2", taraguchi.Offer}, // too few, but not for us to say
	} {
		a, err := ParseAnswer(c.line)
		if err != nil || a.Kind != c.kind {
			t.Errorf("%q: %v, %v, want %v", c.line, a.Kind, err, c.kind)
			continue
		}
		if got := FormatAnswer(a); got != c.canonical {
			t.Errorf("%q is written as %q, want %q", c.line, got, c.canonical)
		}
	}
	for line, want := range map[string]string{
		"":          "neither points nor SWAP",
		"h8":        "neither points nor SWAP",
		"SWAP 7,7":  "neither points nor SWAP",
		"7":         "not x,y",
		"7,7 8":     "not x,y",
		"1 2 3 4":   "not x,y",
		"15,7":      "off the 15x15 board",
		"7,7 15,7":  "off the 15x15 board",
		"-1,-1":     "off the 15x15 board",
		"7,7,1 8,8": "not x,y",
	} {
		if a, err := ParseAnswer(line); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, %v, want an error with %q", line, a, err, want)
		}
	}
}

// The opening in taraguchi10.md is legal, its offers by the strict reading too.
func TestPublishedExample(t *testing.T) {
	page, err := os.ReadFile("taraguchi10.md")
	if err != nil {
		t.Fatal(err)
	}
	const (
		offers = "5,6 9,5 6,6 5,5 8,4 9,8 5,4 10,6 4,6 8,9"
		pick   = "8,9 9,7"
	)
	for _, line := range []string{offers, pick} {
		if !strings.Contains(string(page), "< "+line+"\n") {
			t.Errorf("the page no longer has %q", line)
		}
	}
	st := taraguchi.New()
	for _, line := range []string{"7,7", "SWAP", "8,6", "7,5", "6,8", offers, pick} {
		a, err := ParseAnswer(line)
		if err == nil {
			err = st.Check(a, true)
		}
		if err == nil {
			err = st.Apply(a)
		}
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
	}
	if !st.Over() {
		t.Error("the opening is not over")
	}
}

func FuzzParseAnswer(f *testing.F) {
	for _, s := range []string{"7,7", "SWAP", "7,7,1", "8,6 0,14", "0,0 1,2 2,4 3,6 4,8 5,10 6,12 7,14 8,1 9,3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		a, err := ParseAnswer(line)
		if err != nil {
			return
		}
		again, err := ParseAnswer(FormatAnswer(a))
		if err != nil || again.String() != a.String() || again.Kind != a.Kind {
			t.Errorf("%q is %v, written as %q, which is %v, %v", line, a, FormatAnswer(a), again, err)
		}
		for _, p := range a.Points {
			if x, y := p.Wire(taraguchi.Size); x < 0 || y < 0 || x >= taraguchi.Size || y >= taraguchi.Size {
				t.Errorf("%q holds %v, off the board", line, p)
			}
		}
	})
}
