package analyze

import (
	"math"
	"slices"

	"tengen/cmd/tengen/tell"
	"tengen/search"
)

// The objects of --json, which the usage describes.
type (
	jsonPosition struct {
		Type      string   `json:"type"`
		Moves     []string `json:"moves"`
		Diagram   string   `json:"diagram"`
		Rule      string   `json:"rule"`
		Size      int      `json:"size"`
		ToMove    string   `json:"to_move"`
		Forbidden []string `json:"forbidden"`
	}
	jsonAnswer struct {
		Type  string     `json:"type"`
		Depth int        `json:"depth"`
		Nodes int64      `json:"nodes"`
		Time  float64    `json:"time"`
		Speed int64      `json:"speed"`
		Lines []jsonLine `json:"lines"`
		Heat  []jsonMove `json:"heat,omitempty"`
	}
	jsonMove struct {
		Move   string  `json:"move"`
		Chance float64 `json:"chance"`
		Value  int     `json:"value"`
		WinIn  int     `json:"win_in,omitempty"`
		LossIn int     `json:"loss_in,omitempty"`
	}
	jsonLine struct {
		jsonMove
		Depth    int      `json:"depth"`
		SelDepth int      `json:"sel_depth"`
		Line     []string `json:"line"`
	}
)

func positionJSON(a *analysis) string {
	board, fouls := a.position.Board(), []string{}
	for p := range a.board().Marks { // nothing else is marked yet
		fouls = append(fouls, p.String())
	}
	slices.Sort(fouls)
	return tell.JSON(jsonPosition{"position", tell.Names(a.position.Moves()), board.String(),
		a.position.Rule().String(), board.Size(), a.position.ToMove().String(), fouls})
}

func answerJSON(kind string) func(*analysis) string {
	return func(a *analysis) string {
		answer := jsonAnswer{Type: kind, Depth: a.depth, Nodes: a.nodes, Time: float64(a.duration.Milliseconds()) / 1000, Speed: a.speed()}
		for i, m := range jsonMoves(a.lines) {
			l := a.lines[i]
			answer.Lines = append(answer.Lines, jsonLine{m, l.Depth, l.SelDepth, tell.Names(l.Moves)})
		}
		if kind != "depth" && a.heat != nil {
			answer.Heat = jsonMoves(a.ranking())
		}
		return tell.JSON(answer)
	}
}

func jsonMoves(lines []search.Line) []jsonMove {
	moves := make([]jsonMove, len(lines))
	for i, l := range lines {
		plies, _ := l.Value.Mate()
		moves[i] = jsonMove{l.Moves[0].String(), math.Round(1e4*l.Value.WinRate()) / 1e4, int(l.Value), max(plies, 0), max(-plies, 0)}
	}
	return moves
}
