package serve

import (
	"strings"
	"testing"
	"time"

	"tengen/book"
	"tengen/engine/renju"
)

func TestStudies(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("t10.h8.h9.i9.i8", person, person)
	p := s.watch(v.ID)
	var ignored any
	start := func(r request) { s.get("POST", "/api/games/"+v.ID+"/study", r, &ignored) }

	start(request{Mode: "lines", Lines: 3})
	p.study("three lines", func(s studyView) bool { return s.Mode == "lines" && len(s.Lines) == 3 && s.Depth >= 3 })
	s.say(v.ID, "j10")
	p.study("lines of the next position", func(s studyView) bool { return s.Line == "t10.h8.h9.i9.i8.j10" && s.Depth >= 3 })
	began := time.Now()
	start(request{})
	p.study("an end", func(s studyView) bool { return !s.Running })
	if took := time.Since(began); took > time.Second {
		t.Errorf("stop took %v", took)
	}

	s.say(v.ID, "undo")
	start(request{Mode: "heat", Seconds: 20})
	p.study("a heat map", func(s studyView) bool { return s.Mode == "heat" && len(s.Heat) == 221 })
	start(request{Mode: "fifths"})
	w := p.study("fifth stones", func(s studyView) bool {
		return s.Mode == "fifths" && s.Advice != nil && len(s.Advice.Ten) == 10 && s.Advice.Looked == len(s.Advice.Stones)
	})
	if len(w.Advice.Choices) != 3 || w.Advice.Stage != "fifth" || w.Advice.Stones[0].Black < w.Advice.Stones[1].Black {
		t.Errorf("advice %+v", w.Advice)
	}
	var a advice
	s.get("GET", "/api/games/"+v.ID+"/advice", nil, &a)
	if !a.Known || len(a.Ten) != 10 {
		t.Errorf("advice %+v", a)
	}
	// The offers that it gives are legal.
	if _, err := s.act(v.ID, action{Do: "offer", Points: a.Ten}); err != nil {
		t.Error(err)
	}
	p.study("the ten, ranked", func(s studyView) bool { return s.Advice != nil && s.Advice.Stage == "offers" && s.Advice.Looked == 10 })
	start(request{Mode: "opening", Seconds: 1})
	p.study("an opinion", func(s studyView) bool { return s.Mode == "opening" && s.Answer != "" && len(s.Said) > 0 })
	start(request{Mode: "threats"})
	p.study("threats", func(s studyView) bool { return s.Threats != nil })
}

// TestSolve finds a win by fours and proves it.
func TestSolve(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("renju15.h8.a1.i8.o1.j9.a15.j10.c15.g6.o15.f6.n3", person, person)
	p := s.watch(v.ID)
	var ignored any
	s.get("POST", "/api/games/"+v.ID+"/study", request{Mode: "solve"}, &ignored)
	w := p.study("a verdict", func(s studyView) bool { return s.Solved != nil && s.Solved.State != "seeking" && !s.Running })
	if w.Solved.State != "proved" || w.Solved.Tree == nil || w.Solved.Tree.Move != w.Solved.Moves[0] {
		t.Errorf("solved: %+v", w.Solved)
	}
}

// TestReview values every position of a game, and keeps what it finds.
func TestReview(t *testing.T) {
	s := newSite(t, "")
	v := s.begin("renju15.h8.i8.a1.i9.o15.i7", person, person)
	p := s.watch(v.ID)
	var ignored any
	s.get("POST", "/api/games/"+v.ID+"/study", request{Mode: "review"}, &ignored)
	p.study("all positions", func(s studyView) bool { return s.Checked == 6 && !s.Running })
	v = s.say(v.ID, "undo redo")
	bad := 0
	for _, st := range v.Steps {
		if st.Chance < 0 {
			t.Errorf("step %+v was not valued", st)
		}
		if st.Blunder {
			bad++
		}
	}
	if bad == 0 {
		t.Errorf("Black throws the game away, and no blunder is told: %+v", v.Steps)
	}
}

// TestAdviceFromABook wants choices for every stage out of a book.
func TestAdviceFromABook(t *testing.T) {
	s := newSite(t, "")
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		return book.Value{Black: 0.3 + float64(five[4].X+2*five[4].Y)/100, Reply: five[4], Nodes: 1000}, true
	})
	s.house.book = func() *book.Book { return b }
	for line, kinds := range map[string]string{
		"t10":                                "",
		"t10.h8":                             "place swap",
		"t10.h8.swap":                        "place",
		"t10.h8.h9.i9":                       "place swap",
		"t10.h8.h9.i9.i8":                    "offer place swap",
		"t10.h8.h9.i9.i8.j10":                "place swap",
		"t10.h8.h9.i9.i8." + ten:             "",
		"t10.h8.h9.i9.i8." + ten + ".i10.a1": "",
	} {
		v := s.begin(line, person, person)
		var a advice
		s.get("GET", "/api/games/"+v.ID+"/advice", nil, &a)
		got := map[string]bool{}
		for _, c := range a.Choices {
			got[c.Kind] = true
			if c.Chance < 0 || c.Chance > 1 {
				t.Errorf("%s: %+v", line, c)
			}
		}
		for kind := range strings.FieldsSeq(kinds) {
			if !got[kind] {
				t.Errorf("%s: no choice %s in %+v", line, kind, a.Choices)
			}
		}
		if len(got) != len(strings.Fields(kinds)) {
			t.Errorf("%s: choices %+v, want %s", line, a.Choices, kinds)
		}
	}
}
