package match

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"tengen/cmd/version"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// toSGF is a game as SGF.
func toSGF(c *config, names []string, g *game) ([]byte, error) {
	r, err := toRecord(c, names, g)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = r.WriteSGF(&out)
	return out.Bytes(), err
}

// toRecord turns a game into one for a file. The answers of the opening become
// nodes with the engine's reasons as comments.
func toRecord(c *config, names []string, g *game) (*record.Game, error) {
	st, moves, err := g.replay()
	if err != nil {
		return nil, err
	}
	r := &record.Game{
		Size:    c.size,
		Rule:    c.rule,
		Black:   names[g.Black-1],
		White:   names[g.white()-1],
		Event:   encounter(c, names),
		Round:   strconv.Itoa(g.Number),
		Program: "Tengen:" + version.String(),
		Result:  g.result(),
		Root:    record.Node{Comment: verdict(g, names)},
	}
	if date, _, ok := strings.Cut(g.Ended, "T"); ok {
		r.Date = date
	}
	switch g.Ending {
	case onTime:
		r.Ending = record.OnTime
	case byCrash, byAnswer, byForfeit:
		r.Ending = record.Forfeit
	}
	var opened int // stones that the opening has nodes for
	if len(g.Answers) > 0 {
		r.Opening = "Taraguchi-10"
		if o, ok := taraguchi.OpeningOf(st.Stones()); ok {
			r.Opening += ", " + o.String()
		}
		var remarks []string
		for _, a := range g.Answers {
			remarks = append(remarks, strings.Join(a.Why, "\n"))
		}
		players := [2]string{names[g.First-1], names[g.Second-1]}
		r.Append(record.OpeningNodes(st, players, remarks)...)
		opened = len(st.Stones())
	} else if g.Line > 0 {
		r.Opening = fmt.Sprintf("%s line %d", c.opening, g.Line)
		if g.Symmetry > 0 {
			r.Opening += fmt.Sprintf(", symmetry %d", g.Symmetry)
		}
	}
	for i, p := range moves[min(opened, len(moves)):] {
		colour := renju.Black
		if (opened+i)%2 == 1 {
			colour = renju.White
		}
		r.Append(record.Node{Stone: colour, Point: p})
	}
	return r, nil
}
