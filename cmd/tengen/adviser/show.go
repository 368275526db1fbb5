package adviser

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/search/opening"
)

// fewStones is how many stones are listed where not all are asked for.
const fewStones = 12

// writeText tells people.
func writeText(w io.Writer, c config, st *taraguchi.State, a opening.Advice) error {
	var out strings.Builder
	stones := st.Stones()
	if named, ok := taraguchi.OpeningOf(stones); ok {
		fmt.Fprintf(&out, "%v %s\n\n", named, named.Kanji)
	}
	if err := draw.Text(&out, picture(st, a), c.colour); err != nil {
		return err
	}
	side := st.ToMove()
	if st.Legal().Has(taraguchi.Pick) {
		side = renju.White // picks for Black
	}
	fmt.Fprintf(&out, "\nThe %v player, %s, may %v.\n", st.Turn(), cli.Side(side), st.Legal())
	if a.Here.Nodes > 0 {
		fmt.Fprintf(&out, "Black's winning chance is %s.\n", chance(a.Here))
	}
	for _, k := range a.Kinds {
		fmt.Fprintf(&out, "  to %-5v is worth %.1f %%\n", k.Kind, 100*k.Worth)
	}
	fmt.Fprintf(&out, "Our answer: %s.\n", answer(a.Answer))
	if list := a.Stones; len(list) > 0 && len(stones) > 0 {
		if !c.fifths {
			list = list[:min(fewStones, len(list))]
		}
		out.WriteByte('\n')
		table(&out, len(stones), list)
		if left := len(a.Stones) - len(list); left > 0 {
			fmt.Fprintf(&out, "… and %d more: --fifths shows them\n", left)
		}
	}
	if st.Legal().Has(taraguchi.Offer) && len(a.Offers) == taraguchi.Offers {
		fmt.Fprintf(&out, "\nThe ten to offer: %s. White would take the worst for Black: %s.\n", points(a.Offers), a.Offers[taraguchi.Offers-1].Point)
	}
	_, err := io.WriteString(w, out.String())
	return err
}

// table lists stones that may follow so many.
func table(out io.Writer, stones int, list []opening.Stone) {
	if stones < 4 {
		fmt.Fprintf(out, "%5s  %-6s  %-8s  %s\n", "stone", "worth", "nodes", "the same")
	} else {
		fmt.Fprintf(out, "%5s  %-12s  %-6s  %-8s  %-5s  %s\n", "stone", "Black's", "even", "nodes", "reply", "the same")
	}
	for _, s := range list {
		same := tell.Moves(s.Twins)
		switch {
		case stones < 4:
			fmt.Fprintf(out, "%5v  %5.1f %%  %-8s  %s\n", s.Point, 100*s.Worth, effort(s.Nodes), same)
		default:
			even := "offer"
			if s.Inside {
				even = fmt.Sprintf("%.1f %%", 100*s.Worth)
			}
			fmt.Fprintf(out, "%5v  %-12s  %-6s  %-8s  %-5s  %s\n", s.Point, chance(s), even, effort(s.Nodes), reply(s.Reply), same)
		}
	}
}

// chance is Black's chance and how sure it is.
func chance(s opening.Stone) string {
	if s.Nodes == 0 {
		return "not known"
	}
	if s.Black == 0 || s.Black == 1 {
		return fmt.Sprintf("%.0f %%, proved", 100*s.Black)
	}
	return fmt.Sprintf("%.1f ± %.0f %%", 100*s.Black, 100*s.Doubt)
}

// effort is what was spent to find out.
func effort(nodes int64) string {
	if nodes == 0 {
		return "-"
	}
	return tell.Count(nodes)
}

func reply(p renju.Point) string {
	if p == renju.Pass {
		return "-"
	}
	return p.String()
}

func points(stones []opening.Stone) string {
	list := make([]renju.Point, len(stones))
	for i, s := range stones {
		list[i] = s.Point
	}
	return tell.Moves(list)
}

// answer is an answer as a sentence goes on.
func answer(a taraguchi.Answer) string {
	switch a.Kind {
	case taraguchi.Swap:
		return "swap"
	case taraguchi.Offer:
		return "offer " + a.String()
	case taraguchi.Pick:
		return fmt.Sprintf("take %v for Black, and play %v", a.Points[0], a.Points[1])
	}
	return a.String()
}

// picture is the board with what the stones that may follow are worth: before the fourth
// stone to who places them, then to Black.
func picture(st *taraguchi.State, a opening.Advice) *draw.Board {
	b := draw.FromPosition(st.Position())
	b.NumberMoves(st.Stones())
	b.Values = map[renju.Point]draw.Value{}
	for _, s := range a.Stones {
		v := s.Worth
		if len(st.Stones()) == 4 {
			v = s.Black
		}
		if s.Nodes == 0 {
			continue
		}
		for _, p := range append([]renju.Point{s.Point}, s.Twins...) {
			b.Values[p] = draw.Value{Chance: v}
		}
	}
	return b
}

type jsonStone struct {
	Point  string   `json:"point"`
	Twins  []string `json:"twins,omitempty"`
	Inside bool     `json:"inside"`
	Worth  float64  `json:"worth"`
	Black  *float64 `json:"black,omitempty"`
	Doubt  *float64 `json:"doubt,omitempty"`
	Nodes  int64    `json:"nodes"`
	Reply  string   `json:"reply,omitempty"`
}

func toJSON(s opening.Stone, five bool) jsonStone {
	j := jsonStone{Point: s.Point.String(), Inside: s.Inside, Worth: round(s.Worth), Nodes: s.Nodes}
	for _, p := range s.Twins {
		j.Twins = append(j.Twins, p.String())
	}
	if five {
		black, doubt := round(s.Black), round(s.Doubt)
		j.Black, j.Doubt = &black, &doubt
	}
	if s.Reply != renju.Pass {
		j.Reply = s.Reply.String()
	}
	return j
}

// round keeps four decimals of a chance.
func round(v float64) float64 { return math.Round(v*1e4) / 1e4 }

func writeJSON(w io.Writer, st *taraguchi.State, a opening.Advice) error {
	type choice struct {
		Kind  string  `json:"kind"`
		Worth float64 `json:"worth"`
	}
	var told struct {
		Turn    string      `json:"turn"`
		Colour  string      `json:"colour"`
		Code    string      `json:"code,omitempty"`
		Name    string      `json:"name,omitempty"`
		Kanji   string      `json:"kanji,omitempty"`
		Legal   string      `json:"legal"`
		Answer  string      `json:"answer"`
		Choices []choice    `json:"choices"`
		Here    *jsonStone  `json:"here,omitempty"`
		Stones  []jsonStone `json:"stones"`
		Offers  []jsonStone `json:"offers,omitempty"`
	}
	told.Turn, told.Colour = st.Turn().String(), st.ToMove().String()
	if named, ok := taraguchi.OpeningOf(st.Stones()); ok {
		told.Code, told.Name, told.Kanji = named.Code, named.Name, named.Kanji
	}
	told.Legal, told.Answer = st.Legal().String(), a.Answer.String()
	for _, k := range a.Kinds {
		told.Choices = append(told.Choices, choice{k.Kind.String(), round(k.Worth)})
	}
	five := len(st.Stones()) >= 4
	if a.Here.Nodes > 0 {
		here := toJSON(a.Here, true)
		told.Here = &here
	}
	for _, s := range a.Stones {
		told.Stones = append(told.Stones, toJSON(s, five))
	}
	for _, s := range a.Offers {
		told.Offers = append(told.Offers, toJSON(s, five))
	}
	return json.NewEncoder(w).Encode(told)
}
