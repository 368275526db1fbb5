package opening

import (
	"context"
	"math"
	"slices"
	"testing"

	"tengen/book"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
)

// A book in the making is weighed as the decisions weigh it that will be made by it.
func TestWeighIsWhatDecisionsDo(t *testing.T) {
	four := []string{"h8", "h9", "i10", "g7"}
	st := parse(t, four...)
	for salt := range 5 {
		// All are good for Black, so that offers matter.
		black := random(salt)
		values := bookOf(t, four, func(five []renju.Point) float64 { return 0.45 + 0.5*black(five) }, 1)()
		nodes := random(salt + 100)
		b := book.New(func(five []renju.Point) (book.Value, bool) {
			v, ok := values.Value(five)
			v.Nodes = 100 + int64(1e6*nodes([]renju.Point{five[4]}))
			return v, ok
		})
		fifths := b.Fifths(st.Stones())
		worth, waits := Weigh(fifths)

		d := &Decider{eval: newJudge(constant(0.5)), Book: func() *book.Book { return b }, BookOnly: true}
		a, err := d.Advise(context.Background(), st, 0, search.Limits{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if math.Abs(a.Kinds[0].Worth-worth) > 1e-9 {
			t.Errorf("four stones are worth %v to a book, %v to a decision", worth, a.Kinds[0].Worth)
		}
		root := rootOf(b, st)
		c := &decision{root: root, kinds: st.Legal()}
		want := c.wanted(root)
		least := slices.Min(waits)
		for i, f := range fifths {
			if f.Point == want.last && waits[i] > least {
				t.Errorf("a decision searches %v next, which can wait %v, not %v", f.Point, waits[i], least)
			}
		}
	}
}

func TestWeighWhatIsUnknown(t *testing.T) {
	var fifths []book.Fifth
	for _, p := range book.Candidates(parse(t, "h8", "h9", "i10", "g7").Stones()) {
		fifths = append(fifths, book.Fifth{Point: p})
	}
	worth, waits := Weigh(fifths)
	for i, wait := range waits {
		if wait != 0 {
			t.Errorf("%v waits %v, though nothing is known of it", fifths[i].Point, wait)
		}
	}
	if worth != 1 {
		t.Errorf("what is not known is worth %v, want 1", worth)
	}
	// A known one waits by its nodes; the unknown ones do not count as even or bad.
	for i := range taraguchi.Offers {
		fifths[3*i].Value = book.Value{Black: 0.7, Nodes: certain}
	}
	worth, waits = Weigh(fifths)
	if math.Abs(worth-0.7) > 0.01 || waits[3] == 0 || waits[4] != 0 {
		t.Errorf("the worth is %v, want 0.7; the waits are %v", worth, waits[:6])
	}
}
