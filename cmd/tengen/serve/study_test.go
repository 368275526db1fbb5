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

// TestAdviceOfWhatIsFound wants advice out of what a study has found beside the book, far from
// the stones too, with how sure it is, and no more than is known.
func TestAdviceOfWhatIsFound(t *testing.T) {
	at := func(line string) *standing {
		t.Helper()
		h, words, err := parseLine(line)
		if err != nil {
			t.Fatal(err)
		}
		so, err := newStanding(h)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range words {
			if err := so.say(w, true); err != nil {
				t.Fatal(err)
			}
		}
		return so
	}
	reply := renju.Point{X: 14, Y: 14}
	b := book.New(func(five []renju.Point) (book.Value, bool) {
		return book.Value{Black: 0.5, Reply: reply, Nodes: 4000}, five[4] != renju.Point{X: 9, Y: 9} // j10
	})
	four := at("t10.h8.h9.i9.g7")
	found := map[renju.Point]book.Value{
		{X: 9, Y: 8}: {Black: 0.75, Reply: reply, Nodes: 9000}, // j9
		{X: 8, Y: 6}: {Black: 1, Reply: reply, Nodes: 5000},    // i7
		{X: 6, Y: 7}: {Black: 0.1, Reply: reply, Nodes: 40},    // g8, of which the book knows more
	}
	a := advise(four.opening, knownBy(b, four, found))
	stones := map[string]stoneAdvice{}
	for _, s := range a.Stones {
		stones[s.Point] = s
	}
	for point, want := range map[string]stoneAdvice{
		"j9":  {Black: 0.75, Nodes: 9000, Doubt: 0.10},
		"i7":  {Black: 1, Nodes: 5000},
		"g8":  {Black: 0.5, Nodes: 4000, Doubt: 0.105},
		"j10": {},
	} {
		s := stones[point]
		if s.Point == "" || s.Black != want.Black || s.Nodes != want.Nodes || s.Doubt < want.Doubt-0.01 || s.Doubt > want.Doubt+0.01 {
			t.Errorf("%+v, want %+v", s, want)
		}
		if s.Chance > 0.5-s.Doubt/4 && s.Doubt > 0 {
			t.Errorf("%+v: the doubt does not lessen the chance", s)
		}
	}
	if last := a.Stones[len(a.Stones)-1]; a.Stones[0].Point != "i7" || last.Point != "j10" || a.Looked != len(a.Stones)-1 {
		t.Errorf("the first is %s and the last %s, %d are known", a.Stones[0].Point, last.Point, a.Looked)
	}
	if len(a.Choices) > 0 || !a.Known {
		t.Errorf("choices %v before all stones are known", a.Choices)
	}
	found[renju.Point{X: 9, Y: 9}] = book.Value{Black: 0.5, Reply: reply, Nodes: 1500}
	if a = advise(four.opening, knownBy(b, four, found)); len(a.Choices) != 3 || a.Looked != len(a.Stones) {
		t.Errorf("choices %v when all are known", a.Choices)
	}

	far := at("t10.h8.h9.i9.g7.a1+a2+a3+a4+a5+a6+a7+a8+a9+a10")
	if a := advise(far.opening, b); a.Stage != "offers" || a.Known || len(a.Stones) != 10 {
		t.Errorf("%+v of offers that the book does not know", a)
	}
	a = advise(far.opening, knownBy(b, far, map[renju.Point]book.Value{{X: 0, Y: 4}: {Black: 0.3, Reply: reply, Nodes: 1500}}))
	if s := a.Stones[0]; !a.Known || a.Looked != 1 || s.Point != "a5" || s.Black != 0.3 || s.Reply != "o15" {
		t.Errorf("%+v, want a5 first", a)
	}

	five := at("t10.h8.h9.i9.g7.j9")
	a = advise(five.opening, knownBy(b, five, map[renju.Point]book.Value{{X: 9, Y: 8}: {Black: 0.75, Reply: reply, Nodes: 9000}}))
	if len(a.Choices) != 2 || a.Choices[0] != (choice{"swap", 0.75}) || len(a.Stones) != 1 || a.Stones[0].Chance != 0.25 || a.Stones[0].Doubt == 0 {
		t.Errorf("with five stones %+v", a)
	}
	if a := advise(at("t10").opening, nil); a.Stage != "place" || a.Known || a.Choices == nil || a.Ten == nil {
		t.Errorf("before the first stone %+v", a)
	}
}
