package taraguchi_test

import (
	"fmt"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// The second player takes Black after the third stone, so that the first has to
// place the fourth, and inside its square.
func Example() {
	at := func(name string) taraguchi.Answer {
		p, err := renju.ParsePoint(name)
		if err != nil {
			panic(err)
		}
		return taraguchi.PlaceOn(p)
	}
	swap := taraguchi.Answer{Kind: taraguchi.Swap}

	state, err := taraguchi.Replay([]taraguchi.Answer{at("h8"), at("h9"), at("i9"), swap})
	if err != nil {
		fmt.Println(err)
		return
	}
	opening, _ := taraguchi.OpeningOf(state.Stones())
	fmt.Println(opening)
	fmt.Println(state.Holder(renju.Black), "holds Black,", state.Turn(), "has to", state.Legal())
	fmt.Println(state.Apply(swap))
	fmt.Println(state.Apply(at("h12")))
	// Output:
	// D4 Kagetsu
	// second holds Black, first has to place
	// answer 5: no second swap before stone 4: it must be placed
	// answer 5: stone 4 must be in the central 7x7 square: h12 is outside it
}

func ExampleTwins() {
	stones, err := renju.ParseMoves("h8h9h7h6")
	if err != nil {
		fmt.Println(err)
		return
	}
	g8 := renju.Point{X: 6, Y: 7}
	fmt.Println(taraguchi.Twins(stones, g8, false))
	fmt.Println(len(taraguchi.Twins(stones, g8, true)))
	// Output:
	// [g8 i8]
	// 4
}
