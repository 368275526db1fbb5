package book

import (
	"strings"
	"testing"

	"tengen/engine/renju"
)

func TestJournalKeepsTheLongestSearch(t *testing.T) {
	j := NewJournal()
	five := moves(t, "h8h9i9i8j9")
	value := func(black float64, reply string, nodes int64) Value {
		return Value{black, moves(t, reply)[0], nodes}
	}
	line := j.Add(five, value(0.53123456, "j8", 4096))
	if want := "h8h9i9i8j9 0.53123 j8 4096\n"; line != want {
		t.Errorf("line %q, want %q", line, want)
	}
	j.Add(five, value(0.7, "k9", 100))
	if v, ok := j.Value(five); !ok || v != value(0.53123, "j8", 4096) {
		t.Errorf("%v, want the longer search's value", v)
	}
	won := moves(t, "h8h9i9i8k9")
	j.Add(won, value(0.6, "k9", 4000))
	j.Add(won, value(1, "k10", 1000)) // a proof, which a longer search may well have missed
	j.Add(won, value(0.7, "k11", 16000))
	if v, _ := j.Value(won); v != value(1, "k10", 1000) {
		t.Errorf("%v, want the proof", v)
	}
	j.Add(moves(t, "h8i8i9h9j9"), value(0.6, "a1", 200)) // the same stones in another order
	for turn := range renju.Symmetry(renju.Symmetries) {
		v, ok := j.Value(turned(five, turn))
		if want := turn.Apply(moves(t, "j8")[0], size); !ok || v.Reply != want {
			t.Errorf("turn %d: %v, want the reply %v", turn, v, want)
		}
	}
	if _, ok := j.Value(moves(t, "h8h9i9i8j10")); ok {
		t.Error("a value of what was not searched")
	}
}

func TestJournalIsReadAgain(t *testing.T) {
	first := "h8h9i9i8j10 0.53123 j8 4096\n"
	tests := []struct {
		name, text string
		lines      int
		whole      int // bytes
		wrong      string
	}{
		{"empty", "", 0, 0, ""},
		{"header alone", JournalHeader, 0, len(JournalHeader), ""},
		{"a line", JournalHeader + first, 1, len(JournalHeader + first), ""},
		{"a line cut off", JournalHeader + first + first[:20], 1, len(JournalHeader + first), ""},
		{"two files in one", JournalHeader + first + JournalHeader + first, 2, 2 * len(JournalHeader+first), ""},
		{"no header", first, 0, 0, "not a journal"},
		{"nonsense", JournalHeader + first + "nonsense\n" + first, 1, len(JournalHeader + first), "line 3"},
		{"four stones", JournalHeader + "h8h9i9i8 0.5 j8 1\n", 0, len(JournalHeader), "line 2: h8h9i9i8: not five stones"},
		{"not the opening", JournalHeader + "a1h9i9i8j10 0.5 j8 1\n", 0, len(JournalHeader), "not five stones"},
		{"a stone on a stone", JournalHeader + "h8h9i9i8h8 0.5 j8 1\n", 0, len(JournalHeader), "not five stones"},
		{"a chance of 2", JournalHeader + "h8h9i9i8j10 2 j8 1\n", 0, len(JournalHeader), `chance "2"`},
		{"a chance that is no number", JournalHeader + "h8h9i9i8j10 NaN j8 1\n", 0, len(JournalHeader), `chance "NaN"`},
		{"a reply on a stone", JournalHeader + "h8h9i9i8j10 0.5 h8 1\n", 0, len(JournalHeader), `reply "h8"`},
		{"a reply off the board", JournalHeader + "h8h9i9i8j10 0.5 p16 1\n", 0, len(JournalHeader), `reply "p16"`},
		{"no nodes", JournalHeader + "h8h9i9i8j10 0.5 j8 0\n", 0, len(JournalHeader), `"0": want a number of nodes`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			j := NewJournal()
			whole, err := j.Read(strings.NewReader(test.text))
			if j.Lines != test.lines || whole != int64(test.whole) {
				t.Errorf("%d lines, %d bytes, want %d, %d", j.Lines, whole, test.lines, test.whole)
			}
			if (err == nil) != (test.wrong == "") || err != nil && !strings.Contains(err.Error(), test.wrong) {
				t.Errorf("error %v, want %q", err, test.wrong)
			}
		})
	}
}

// What was added is what is read again, to the last bit: what a run does next follows
// from its journal.
func TestJournalLosesNothing(t *testing.T) {
	j := NewJournal()
	text := JournalHeader
	var fives [][]renju.Point
	for _, four := range Fours()[:50] {
		for _, p := range Candidates(four) {
			five := append(four[:4:4], p)
			fives = append(fives, five)
			v := secret(five)
			v.Black /= 3
			text += j.Add(five, v)
		}
	}
	again := NewJournal()
	if _, err := again.Read(strings.NewReader(text)); err != nil {
		t.Fatal(err)
	}
	if again.Lines != j.Lines || again.Nodes != j.Nodes || again.Len() != j.Len() {
		t.Errorf("%d lines, %d nodes read, %d and %d written", again.Lines, again.Nodes, j.Lines, j.Nodes)
	}
	for _, five := range fives {
		v, _ := j.Value(five)
		if w, ok := again.Value(five); !ok || w != v {
			t.Fatalf("%s: read %v, written %v", renju.FormatMoves(five), w, v)
		}
	}
}

func FuzzJournal(f *testing.F) {
	f.Add(JournalHeader + "h8h9i9i8j10 0.53123 j8 4096\n")
	f.Fuzz(func(t *testing.T, text string) {
		j := NewJournal()
		whole, _ := j.Read(strings.NewReader(text))
		again := NewJournal()
		if n, err := again.Read(strings.NewReader(text[:whole])); err != nil || n != whole || again.Lines != j.Lines {
			t.Errorf("the whole lines read again: %d bytes of %d, %d lines of %d, error %v", n, whole, again.Lines, j.Lines, err)
		}
	})
}
