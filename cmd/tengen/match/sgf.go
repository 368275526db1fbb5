package match

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"tengen/cmd/version"
	"tengen/engine/record"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// sgfFile collects the games of a match as they end.
type sgfFile struct{ file *os.File }

// createSGF creates the file and writes the games that were played already.
func createSGF(name string, c *config, names [2]string, games []*game) (*sgfFile, error) {
	file, err := os.Create(name)
	if err != nil {
		return nil, err
	}
	s := &sgfFile{file}
	for _, g := range games {
		if err := s.add(c, names, g); err != nil {
			file.Close()
			return nil, err
		}
	}
	return s, nil
}

func (s *sgfFile) add(c *config, names [2]string, g *game) error {
	r, err := toRecord(c, names, g)
	if err != nil {
		return err
	}
	return r.WriteSGF(s.file)
}

func (s *sgfFile) close() error { return s.file.Close() }

// toRecord turns a game into one for a file. The answers of the opening become
// nodes with the engine's reasons as comments.
func toRecord(c *config, names [2]string, g *game) (*record.Game, error) {
	st, moves, err := g.replay()
	if err != nil {
		return nil, err
	}
	r := &record.Game{
		Size:    c.size,
		Rule:    c.rule,
		Black:   names[g.Black-1],
		White:   names[g.white()-1],
		Event:   names[0] + " against " + names[1],
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
	case byCrash, byAnswer:
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
		players := [2]string{names[g.First-1], names[2-g.First]}
		r.Append(record.OpeningNodes(st, players, remarks)...)
		opened = len(st.Stones())
	} else if g.Line > 0 {
		r.Opening = fmt.Sprintf("%s line %d", c.opening, g.Line)
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
