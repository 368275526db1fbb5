package match

import (
	"fmt"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/taraguchi"
)

// branches counts which ways the openings took, by who took them.
type branches struct {
	games   int
	engines []ways
}

// ways is which ways an engine took.
type ways struct {
	swaps [7]count // before stones 2 to 6
	own   count    // option A by placing stone 5
	ten   count    // option B
}

// count is how often something was done, of how often it could have been.
type count struct {
	Done int `json:"done"`
	Of   int `json:"of"`
}

func (c *count) add(done bool) {
	c.Of++
	if done {
		c.Done++
	}
}

// add counts the opening of a game, if it has one.
func (b *branches) add(g *game) error {
	if len(g.Answers) == 0 {
		return nil
	}
	st, _, err := g.replay()
	if err != nil {
		return err
	}
	b.games++
	so := taraguchi.New()
	for i, a := range st.Answers() {
		took := &b.engines[g.Answers[i].Engine-1]
		legal, stone := so.Legal(), len(so.Stones())+1
		if legal.Has(taraguchi.Swap) {
			took.swaps[stone].add(a.Kind == taraguchi.Swap)
		}
		if legal.Has(taraguchi.Offer) {
			took.own.add(a.Kind == taraguchi.Place)
			took.ten.add(a.Kind == taraguchi.Offer)
		}
		if err := so.Apply(a); err != nil {
			return err
		}
	}
	return nil
}

// branch is a row of the count as JSON has it.
type branch struct {
	Branch  string  `json:"branch"`
	Engines []count `json:"engines"`
}

// rows lists the count.
func (b *branches) rows() []branch {
	row := func(name string, of func(*ways) count) branch {
		r := branch{Branch: name}
		for i := range b.engines {
			r.Engines = append(r.Engines, of(&b.engines[i]))
		}
		return r
	}
	var rows []branch
	for stone := 2; stone <= 6; stone++ {
		name := fmt.Sprintf("swap before stone %d", stone)
		if stone == 5 {
			name += " (option A)"
		}
		rows = append(rows, row(name, func(w *ways) count { return w.swaps[stone] }))
	}
	return append(rows,
		row("stone 5 in the 9x9 (option A)", func(w *ways) count { return w.own }),
		row("ten offers (option B)", func(w *ways) count { return w.ten }))
}

// table is the count as a table: how often each engine took a branch, of how
// often it could have.
func (b *branches) table(names []string) string {
	var out strings.Builder
	title := "Branches of " + cli.Plural(b.games, "opening")
	width := len(title)
	for _, row := range b.rows() {
		width = max(width, len(row.Branch))
	}
	fmt.Fprintf(&out, "%-*s", width, title)
	for _, name := range names {
		fmt.Fprintf(&out, "  %16s", name)
	}
	out.WriteByte('\n')
	for _, row := range b.rows() {
		fmt.Fprintf(&out, "%-*s", width, row.Branch)
		for i, c := range row.Engines {
			fmt.Fprintf(&out, "  %*s", max(16, len(names[i])), fmt.Sprintf("%d of %d", c.Done, c.Of))
		}
		out.WriteByte('\n')
	}
	return out.String()
}
