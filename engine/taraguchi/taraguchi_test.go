package taraguchi

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"tengen/engine/renju"
)

// points reads "h8 h9 h7".
func points(t testing.TB, s string) []renju.Point {
	t.Helper()
	ps, err := renju.ParseMoves(s)
	if err != nil {
		t.Fatal(err)
	}
	return ps
}

// answer reads an answer as Answer.String writes it: the number of points says
// its kind.
func answer(t testing.TB, s string) Answer {
	t.Helper()
	if s == "swap" {
		return Answer{Kind: Swap}
	}
	a := Answer{Points: points(t, s)}
	switch len(a.Points) {
	case 1:
		a.Kind = Place
	case 2:
		a.Kind = Pick
	default:
		a.Kind = Offer
	}
	return a
}

// transcript reads answers separated by semicolons.
func transcript(t testing.TB, s string) []Answer {
	t.Helper()
	var as []Answer
	for part := range strings.SplitSeq(s, ";") {
		if part = strings.TrimSpace(part); part != "" {
			as = append(as, answer(t, part))
		}
	}
	return as
}

// After these four stones, Kansei and a fourth to the right, the stones have no
// symmetry by either reading, so that any ten points may be offered.
const (
	kansei = "h8; h9; h10; j8"
	ten    = "a1 a2 a3 a4 a5 a6 a7 a8 a9 a10"
)

func TestState(t *testing.T) {
	tests := []struct {
		answers string
		turn    Player
		toMove  renju.Stone
		legal   Kinds
		square  int
		stones  int
		over    bool
	}{
		{"", First, renju.Black, KindsOf(Place), 0, 0, false},

		// Before stones 2, 3 and 4: place or swap.
		{"h8", Second, renju.White, KindsOf(Place, Swap), 1, 1, false},
		{"h8; h9", First, renju.Black, KindsOf(Place, Swap), 2, 2, false},
		{"h8; h9; h10", Second, renju.White, KindsOf(Place, Swap), 3, 3, false},

		// After a swap the other player has to place, and the next stone brings
		// a new right to whoever holds its colour.
		{"h8; swap", First, renju.White, KindsOf(Place), 1, 1, false},
		{"h8; swap; h9", Second, renju.Black, KindsOf(Place, Swap), 2, 2, false},
		{"h8; swap; h9; swap", First, renju.Black, KindsOf(Place), 2, 2, false},
		{"h8; h9; swap", Second, renju.Black, KindsOf(Place), 2, 2, false},
		{"h8; h9; swap; h10", First, renju.White, KindsOf(Place, Swap), 3, 3, false},
		{"h8; h9; h10; swap", First, renju.White, KindsOf(Place), 3, 3, false},
		{"h8; h9; h10; swap; i9", Second, renju.Black, KindsOf(Place, Swap, Offer), 4, 4, false},

		// Before stone 5: option A, a swap, or option B.
		{kansei, First, renju.Black, KindsOf(Place, Swap, Offer), 4, 4, false},
		{kansei + "; swap", Second, renju.Black, KindsOf(Place), 4, 4, false},

		// Option A: White may swap once more.
		{kansei + "; j9", Second, renju.White, KindsOf(Place, Swap), 7, 5, false},
		{kansei + "; j9; swap", First, renju.White, KindsOf(Place), 7, 5, false},
		{kansei + "; j9; a1", First, renju.Black, 0, 7, 6, true},
		{kansei + "; j9; swap; a1", Second, renju.Black, 0, 7, 6, true},
		{kansei + "; swap; j9", First, renju.White, KindsOf(Place, Swap), 7, 5, false},
		{kansei + "; swap; j9; swap; a1", First, renju.Black, 0, 7, 6, true},

		// Option B: White picks, and nobody swaps.
		{kansei + "; " + ten, Second, renju.Black, KindsOf(Pick), 7, 4, false},
		{kansei + "; " + ten + "; a3 o15", First, renju.Black, 0, 7, 6, true},
		{"h8; swap; " + "h9; h10; i9; " + ten, First, renju.Black, KindsOf(Pick), 7, 4, false},

		// Swaps wherever they can be.
		{"h8; swap; h9; swap; h10; swap; i9; swap; j9; swap; a1", Second, renju.Black, 0, 7, 6, true},
	}
	for _, test := range tests {
		as := transcript(t, test.answers)
		s, err := Replay(as)
		if err != nil {
			t.Errorf("%s: %v", test.answers, err)
			continue
		}
		if s.Turn() != test.turn || s.ToMove() != test.toMove {
			t.Errorf("%s: %v answers, %v to move; want %v, %v", test.answers, s.Turn(), s.ToMove(), test.turn, test.toMove)
		}
		if s.Legal() != test.legal || s.Square() != test.square {
			t.Errorf("%s: %v in square %d; want %v in %d", test.answers, s.Legal(), s.Square(), test.legal, test.square)
		}
		if len(s.Stones()) != test.stones || s.Over() != test.over {
			t.Errorf("%s: %d stones, over %v; want %d, %v", test.answers, len(s.Stones()), s.Over(), test.stones, test.over)
		}
		if got := s.Answers(); !slices.EqualFunc(got, as, func(a, b Answer) bool { return a.String() == b.String() && a.Kind == b.Kind }) {
			t.Errorf("%s: Answers returns %v", test.answers, got)
		}
		if got := s.Position().Moves(); !slices.Equal(got, s.Stones()) {
			t.Errorf("%s: position has the moves %v, want %v", test.answers, got, s.Stones())
		}
	}
}

// The holder of a colour changes with each swap and with nothing else.
func TestHolder(t *testing.T) {
	s := New()
	black := First
	for _, a := range transcript(t, "h8; swap; h9; h10; swap; i9; swap; j9; swap; a1") {
		if err := s.Apply(a); err != nil {
			t.Fatal(err)
		}
		if a.Kind == Swap {
			black = black.Other()
		}
		if s.Holder(renju.Black) != black || s.Holder(renju.White) != black.Other() {
			t.Errorf("after %v Black is %v and White is %v; want %v, %v",
				s.Answers(), s.Holder(renju.Black), s.Holder(renju.White), black, black.Other())
		}
	}
}

func TestOffers(t *testing.T) {
	s, err := Replay(transcript(t, kansei))
	if err != nil {
		t.Fatal(err)
	}
	if s.Offers() != nil {
		t.Errorf("before the offer: %v", s.Offers())
	}
	offer := answer(t, ten)
	if err := s.Apply(offer); err != nil {
		t.Fatal(err)
	}
	want := slices.Clone(offer.Points)
	offer.Points[0] = renju.Point{X: 7, Y: 0} // what the caller does later is not the state's business
	if got := s.Offers(); !slices.Equal(got, want) {
		t.Errorf("Offers = %v, want %v", got, want)
	}
	if err := s.Apply(answer(t, "a3 o15")); err != nil {
		t.Fatal(err)
	}
	if s.Offers() != nil {
		t.Errorf("after the pick: %v", s.Offers())
	}
	if got, want := s.Stones(), points(t, "h8 h9 h10 j8 a3 o15"); !slices.Equal(got, want) {
		t.Errorf("Stones = %v, want %v", got, want)
	}
}

// A strict referee asks Check; Apply lets pass what only the strict reading
// forbids. The stones h8 h9 h10 i9 look the same above and below row 9.
func TestStrictOffers(t *testing.T) {
	s, err := Replay(transcript(t, "h8; h9; h10; i9"))
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		answer       string
		weak, strict string // errors
	}{
		{"a1 b2 c3 d4 e5 f6 g7 g8 g9 i8", "", ""},
		{"a1 b2 c3 d4 e5 f6 g7 g8 g9 g10", "", "answer 5: offers g8 and g10 are symmetric"},
	} {
		for strict, want := range map[bool]string{false: test.weak, true: test.strict} {
			got := ""
			if err := s.Check(answer(t, test.answer), strict); err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%s, strict %v: %q, want %q", test.answer, strict, got, want)
			}
		}
		if err := s.Clone().Apply(answer(t, test.answer)); err != nil {
			t.Errorf("Apply %s: %v", test.answer, err)
		}
	}
}

func TestIllegalAnswers(t *testing.T) {
	tests := []struct{ before, answer, want string }{
		// Squares: 1, 3x3, 5x5, 7x7, 9x9.
		{"", "h9", "stone 1 must be on the centre, h8, not on h9"},
		{"h8", "h10", "stone 2 must be in the central 3x3 square: h10 is outside it"},
		{"h8", "f8", "stone 2 must be in the central 3x3 square: f8 is outside it"},
		{"h8; h9", "k8", "stone 3 must be in the central 5x5 square: k8 is outside it"},
		{"h8; h9; h10", "h4", "stone 4 must be in the central 7x7 square: h4 is outside it"},
		{kansei, "m8", "stone 5 must be in the central 9x9 square: m8 is outside it"},
		{kansei + "; swap", "c3", "stone 5 must be in the central 9x9 square: c3 is outside it"},

		// Points.
		{"h8", "h8", "h8 is taken by stone 1"},
		{kansei, "h10", "h10 is taken by stone 3"},
		{kansei + "; j9", "j9", "j9 is taken by stone 5"},
		{kansei + "; j9", "p1", "p1 is off the board"},
		{"h8", "pass", "pass is off the board"},
		{kansei, "a1 a2 a3 a4 a5 a6 a7 a8 a9 a16", "a16 is off the board"},
		{kansei, "a1 a2 a3 a4 a5 a6 a7 a8 a9 j8", "j8 is taken by stone 4"},
		{kansei, "a1 a2 a3 a4 a5 a6 a7 a8 a9 a1", "a1 is named twice"},

		// Swaps.
		{"", "swap", "no swap before stone 1"},
		{"h8; swap", "swap", "no second swap before stone 2: it must be placed"},
		{"h8; h9; swap", "swap", "no second swap before stone 3: it must be placed"},
		{"h8; h9; h10; swap", "swap", "no second swap before stone 4: it must be placed"},
		{kansei + "; swap", "swap", "no second swap before stone 5: it must be placed"},
		{kansei + "; j9; swap", "swap", "no second swap before stone 6: it must be placed"},
		{kansei + "; " + ten, "swap", "the offers wait for a pick: one of the ten, and stone 6"},
		{kansei + "; j9; a1", "swap", "the opening is over: stone 6 is on the board"},
		{kansei + "; " + ten + "; a1 b1", "swap", "the opening is over: stone 6 is on the board"},

		// Offers.
		{"h8; h9; h10", ten, "no offers before stone 4: they come after stone 4"},
		{kansei + "; swap", ten, "no offers after a swap: stone 5 must be placed"},
		{kansei + "; j9", ten, "no offers after stone 5"},
		{kansei + "; j9; swap", ten, "no offers after stone 5"},
		{kansei + "; " + ten, ten, "the offers wait for a pick: one of the ten, and stone 6"},
		{kansei, "a1 a2 a3 a4 a5 a6 a7 a8 a9", "offer wants 10 points, not 9"},
		{kansei, ten + " a11", "offer wants 10 points, not 11"},
		{"h8; h9; h7; h6", "a1 a2 a3 a4 a5 a6 a7 a8 a9 o4", "offers a4 and o4 are symmetric"},

		// Picks.
		{kansei, "j9 a1", "no offers to pick from"},
		{kansei + "; " + ten, "a1", "the offers wait for a pick: one of the ten, and stone 6"},
		{kansei + "; " + ten, "b1 b2", "b1 was not offered"},
		{kansei + "; " + ten, "a1 a1", "a1 is named twice"},
		{kansei + "; " + ten, "a1 h8", "h8 is taken by stone 1"},
		{kansei + "; j9; a1", "b1 b2", "the opening is over: stone 6 is on the board"},
		{kansei + "; j9; a1", "b1", "the opening is over: stone 6 is on the board"},
	}
	for _, test := range tests {
		as := transcript(t, test.before)
		s, err := Replay(as)
		if err != nil {
			t.Errorf("%s: %v", test.before, err)
			continue
		}
		a := answer(t, test.answer)
		err = s.Apply(a)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s; then %s: error %v, want %q", test.before, test.answer, err, test.want)
			continue
		}
		if e.Line != len(as)+1 || e.Reason != test.want {
			t.Errorf("%s; then %s: line %d %q, want line %d %q", test.before, test.answer, e.Line, e.Reason, len(as)+1, test.want)
		}
		if len(s.Answers()) != len(as) {
			t.Errorf("%s; then %s: the state changed", test.before, test.answer)
		}
		if _, again := Replay(append(as, a)); again == nil || again.Error() != err.Error() {
			t.Errorf("%s; then %s: Replay says %v, want %v", test.before, test.answer, again, err)
		}
	}
	if err := New().Apply(Answer{Kind: 9}); err == nil {
		t.Error("an answer of no kind is legal")
	}
	if err := New().Apply(Answer{Kind: Place}); err == nil {
		t.Error("a stone without a point is legal")
	}
}

// What Legal and Square promise is what Apply takes: random answers of all
// kinds, legal and not, until the opening is over.
func TestRandomOpenings(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	seen := make(map[string]int)
	for range 3000 {
		s := New()
		for !s.Over() {
			kind := Kind(rng.IntN(4))
			a := Answer{Kind: kind}
			for range [...]int{Place: 1, Offer: Offers, Pick: 2}[kind] {
				p := renju.Point{X: int8(rng.IntN(17) - 1), Y: int8(rng.IntN(17) - 1)}
				if kind != Offer && rng.IntN(2) == 0 {
					p = renju.Point{X: int8(5 + rng.IntN(5)), Y: int8(5 + rng.IntN(5))}
				}
				a.Points = append(a.Points, p)
			}
			if kind == Pick && s.Offers() != nil {
				a.Points[0] = s.Offers()[rng.IntN(Offers)]
			}
			board, square, turn := s.Position().Board(), s.Square(), s.Turn()
			legal := s.Legal().Has(kind)
			for i, p := range a.Points {
				legal = legal && board.At(p) == renju.Empty && !slices.Contains(a.Points[:i], p)
				if kind == Place {
					legal = legal && max(p.X-7, 7-p.X, p.Y-7, 7-p.Y) <= int8(square)
				}
				for _, q := range a.Points[:i] {
					legal = legal && (kind != Offer || !Symmetric(s.Stones(), p, q, false))
				}
			}
			err := s.Apply(a)
			if (err == nil) != legal {
				t.Fatalf("after %v, %v %v: %v, want legal %v", s.Answers(), kind, a, err, legal)
			}
			if err != nil {
				continue
			}
			seen[fmt.Sprint(kind, len(s.Stones()))]++
			if kind == Swap && s.Turn() == turn {
				t.Fatalf("after %v it is still %v's turn", s.Answers(), turn)
			}
		}
		if _, err := Replay(s.Answers()); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []string{
		"place 1", "swap 1", "place 2", "swap 2", "place 3", "swap 3", "place 4", "swap 4",
		"offer 4", "place 5", "swap 5", "place 6", "pick 6",
	} {
		if seen[want] == 0 {
			t.Errorf("%s never occurred", want)
		}
	}
}

func TestCloneSharesNothing(t *testing.T) {
	s, err := Replay(transcript(t, kansei))
	if err != nil {
		t.Fatal(err)
	}
	c := s.Clone()
	if err := c.Apply(answer(t, ten)); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(Answer{Kind: Swap}); err != nil {
		t.Fatal(err)
	}
	if got := c.Answers()[4].Kind; got != Offer {
		t.Errorf("the clone's fifth answer is %v, want offer", got)
	}
	if c.Holder(renju.Black) != First || s.Holder(renju.Black) != Second {
		t.Error("a swap in one changed the other")
	}
}

func TestStrings(t *testing.T) {
	for _, want := range []string{"h8", "swap", "h9 g7", ten} {
		if got := answer(t, want).String(); got != want {
			t.Errorf("Answer.String = %q, want %q", got, want)
		}
	}
	if got, want := KindsOf(Place, Swap, Offer).String(), "place or swap or offer"; got != want {
		t.Errorf("Kinds.String = %q, want %q", got, want)
	}
	if got, want := (&Error{Line: 3, Reason: "why"}).Error(), "answer 3: why"; got != want {
		t.Errorf("Error = %q, want %q", got, want)
	}
	if got, want := (&Error{Reason: "why"}).Error(), "why"; got != want {
		t.Errorf("Error = %q, want %q", got, want)
	}
}
