package bookbuild

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search"
	"tengen/search/opening"
)

const verdictUsage = `
Usage: tengen book verdict [flags]

Tells what the book makes of the 26 openings, with best play of both sides: the fourth
stone that leaves the least to the one who chooses then, what that choice is and what
it is worth, the most even fifth stone with Black's winning chance, and the tenth best for
Black. At the end the openings that leave the least are told: those that the tree leads to.`

// verdict is what the book makes of an opening.
type verdict struct {
	opening taraguchi.Opening
	fourth  renju.Point
	advice  opening.Advice // after the fourth stone
	even    opening.Stone  // the most even fifth
	worth   float64        // of the choice after the fourth stone
}

func runVerdict(ctx context.Context, streams cli.IO, args []string) error {
	var file cli.Book
	flags := cli.NewFlags("book verdict")
	flags.Var(&file, "book", cli.BookUsage)
	if help, err := cli.Parse(flags, args, verdictUsage, streams.Out); help || err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return cli.Usagef("book verdict: unexpected argument %q", flags.Arg(0))
	}
	if fours, _ := file.Book().Len(); fours != 998 {
		return cli.Usagef("the book knows %d of the 998 positions of four stones: a verdict wants all", fours)
	}
	d := &opening.Decider{Searcher: search.New(search.Options{}), Book: file.Book, BookOnly: true}
	var verdicts []verdict
	for _, o := range taraguchi.Openings() {
		v, err := judge(ctx, d, o)
		if err != nil {
			return err
		}
		verdicts = append(verdicts, v)
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%-15s  %-6s  %-6s  %-6s  %-5s  %-11s  %s\n", "opening", "fourth", "choice", "worth", "fifth", "Black's", "tenth")
	for _, v := range verdicts {
		fmt.Fprintf(&out, "%-15v  %-6v  %-6v  %.1f %%  %-5v  %4.1f ± %.0f %%  %.1f %%\n", v.opening, v.fourth, v.advice.Answer.Kind,
			100*v.worth, v.even.Point, 100*v.even.Black, 100*v.even.Doubt, 100*v.advice.Offers[len(v.advice.Offers)-1].Black)
	}
	slices.SortStableFunc(verdicts, func(a, b verdict) int { return int(1e6 * (a.worth - b.worth)) })
	var best []string
	for _, v := range verdicts[:5] {
		best = append(best, v.opening.String())
	}
	fmt.Fprintf(&out, "\nThe most even: %s.\n", strings.Join(best, ", "))
	_, err := fmt.Fprint(streams.Out, out.String())
	return err
}

func judge(ctx context.Context, d *opening.Decider, o taraguchi.Opening) (v verdict, err error) {
	v.opening = o
	st, err := taraguchi.Replay(placed(o.Stones()))
	if err != nil {
		return v, err
	}
	fourths, err := d.Advise(ctx, st, 0, search.Limits{}, nil)
	if err != nil {
		return v, err
	}
	v.fourth = fourths.Stones[0].Point
	if err := st.Apply(taraguchi.PlaceOn(v.fourth)); err != nil {
		return v, err
	}
	if v.advice, err = d.Advise(ctx, st, 0, search.Limits{}, nil); err != nil {
		return v, err
	}
	v.worth = v.advice.Kinds[0].Worth
	for _, s := range v.advice.Stones {
		if s.Inside && (v.even.Nodes == 0 || s.Worth > v.even.Worth) {
			v.even = s
		}
	}
	return v, nil
}
