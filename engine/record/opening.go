package record

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// OpeningNodes tells the answers of a Taraguchi-10 opening: a node for each, two
// for a pick (stones 5 and 6). Nodes say in words who did what; the ten offers
// are labelled on the board. Names are the players', first and second; remarks,
// if there are any, are what the player said to answer i, and stand below.
func OpeningNodes(st *taraguchi.State, names [2]string, remarks []string) []Node {
	var nodes []Node
	so := taraguchi.New()
	for i, a := range st.Answers() {
		who := names[so.Turn()]
		stone := len(so.Stones()) + 1
		node := Node{}
		switch a.Kind {
		case taraguchi.Place:
			node = Node{Stone: so.ToMove(), Point: a.Points[0],
				Comment: fmt.Sprintf("%s places stone %d on %v.", who, stone, a.Points[0])}
		case taraguchi.Swap:
			node.Comment = fmt.Sprintf("%s swaps before stone %d and holds %v now.", who, stone, so.ToMove().Opponent())
		case taraguchi.Offer:
			node.Comment = fmt.Sprintf("%s offers ten points for stone %d: %v.", who, stone, a)
			node.Labels = Lettered(a.Points)
		case taraguchi.Pick:
			nodes = append(nodes, Node{Stone: renju.Black, Point: a.Points[0],
				Comment: fmt.Sprintf("%s picks %v as stone 5.", who, a.Points[0])})
			node = Node{Stone: renju.White, Point: a.Points[1],
				Comment: fmt.Sprintf("%s places stone 6 on %v.", who, a.Points[1])}
		}
		if i < len(remarks) {
			node.Comment = strings.TrimSpace(node.Comment + "\n" + remarks[i])
		}
		nodes = append(nodes, node)
		if err := so.Apply(a); err != nil {
			panic("record: " + err.Error()) // st took the same answers
		}
	}
	return nodes
}
