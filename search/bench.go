package search

import (
	"context"
	"fmt"
	"hash/fnv"
	"time"

	"tengen/engine/renju"
	"tengen/search/eval"
	"tengen/search/pattern"
)

// benchDepth is how deep Bench searches each position, in plies.
const benchDepth = 13

// benchPositions are openings and middle games of our own.
var benchPositions = []string{
	"h8",
	"h8i9g7",
	"h8h9j8g8i10",
	"h8i9h6h9j9f8",
	"h8i9g7h9h7f7i8",
	"h8h9i9i8j8g10h10f9",
	"h8g9i7g7i9i8h9h10j8g8",
	"h8i9i8j8g7f6g9h9g8g6",
	"h8h9g9i7f8g8f10e11i9h7g7",
	"h8i10g8i8h6i7i9h7g7f8h9h10",
}

// BenchResult is what Bench measured.
type BenchResult struct {
	Signature           string  // of moves, values and node counts: changes when play does
	Nodes               int64   // moves made
	NodesPerSecond      float64 //
	MakeUnmakePerSecond float64 // moves made and taken back on the bare board
}

// Bench searches a fixed set of positions to a fixed depth on one thread and
// measures its speed. It evaluates with the network also where that is slow: the
// signature is the same on every machine.
func Bench(ctx context.Context) (BenchResult, error) {
	var result BenchResult
	s := New(Options{Threads: 1, TableBytes: 16 << 20, Net: eval.Network()})
	sign := fnv.New64a()
	began := time.Now()
	for _, moves := range benchPositions {
		pos, err := renju.PositionFromMoves(15, renju.Renju, moves)
		if err != nil {
			return result, err
		}
		s.Clear()
		r, err := s.Search(ctx, pos, Limits{Depth: benchDepth}, nil)
		if err != nil {
			return result, err
		}
		if err := ctx.Err(); err != nil {
			return result, err
		}
		fmt.Fprintln(sign, r.Best, r.Lines[0].Value, r.Nodes)
		result.Nodes += r.Nodes
	}
	result.NodesPerSecond = float64(result.Nodes) / time.Since(began).Seconds()
	result.Signature = fmt.Sprintf("%016x", sign.Sum64())
	result.MakeUnmakePerSecond = makeUnmake()
	return result, nil
}

// makeUnmake makes and takes back moves around a middle game for a while.
func makeUnmake() float64 {
	pos, err := renju.PositionFromMoves(15, renju.Renju, benchPositions[len(benchPositions)-1])
	if err != nil {
		panic(err) // the position is a constant
	}
	b := pattern.New(15, pattern.NewTables(renju.Renju, eval.For(renju.Renju).Weights()))
	b.Load(pos)
	var around []pattern.Cell
	for c := range b.Near().All() {
		if b.IsEmpty(c) {
			around = append(around, c)
		}
	}
	const rounds = 4000
	began := time.Now()
	for range rounds {
		for _, c := range around {
			b.Move(c)
			b.Undo()
		}
	}
	return float64(rounds*len(around)) / time.Since(began).Seconds()
}
