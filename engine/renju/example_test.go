package renju_test

import (
	"fmt"

	"tengen/engine/renju"
)

// Black's h8 would be the corner of two threes.
func ExampleBoard_Foul() {
	board, err := renju.ParseDiagram(`
		9 . . . . . . . . .
		8 . . . . . . . . .
		7 . . . . X . . . .
		6 . . . . X . . . .
		5 . . X X . . . . .
		4 . . . . . . . . .
		3 . . . . . . . . .
		2 . . . . . . . . .
		1 . . . . . . . . .
		  a b c d e f g h i`)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, foul := range board.Forbidden() {
		fmt.Println(p, foul)
	}
	// Output: e5 double-three
}

func ExamplePosition_Outcome() {
	position, err := renju.PositionFromMoves(15, renju.Renju, "h8h9i8i9j8j9k8k9l8")
	if err != nil {
		fmt.Println(err)
		return
	}
	outcome := position.Outcome()
	fmt.Println(outcome.Result, "by", outcome.Reason, outcome.Row)
	// Output: black wins by five [h8 i8 j8 k8 l8]
}

func ExampleFromWire() {
	p := renju.FromWire(6, 8, 15)
	fmt.Println(p)
	fmt.Println(p.Wire(15))
	// Output:
	// g7
	// 6 8
}

func ExampleBoard_Diagram() {
	board := renju.NewBoard(5)
	last := renju.Point{X: 2, Y: 2}
	board.Set(last, renju.Black)
	board.Set(renju.Point{X: 3, Y: 3}, renju.White)
	fmt.Print(board.Diagram(renju.Mark{Point: last}))
	// Output:
	// 5 . . . . .
	// 4 . . . O .
	// 3 . .(X). .
	// 2 . . . . .
	// 1 . . . . .
	//   a b c d e
}
