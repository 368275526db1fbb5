package threat

import (
	"fmt"

	"tengen/engine/renju"
)

// Replay plays a VCF line from pos through the rulebook and returns nil if it
// is a proof: each of the attacker's moves is allowed and makes a four, the
// defender can neither win at once nor stop the four elsewhere than where the
// line says, and the last move makes a five or a four that cannot be stopped.
// pos is left as it was.
func Replay(pos *renju.Position, line []renju.Point) error {
	pos = pos.Clone()
	rule, attacker := pos.Rule(), pos.ToMove()
	for i := 0; i < len(line); i += 2 {
		p := line[i]
		if pos.At(p) != renju.Empty {
			return fmt.Errorf("move %d, %v, is on a taken point", i+1, p)
		}
		if pos.Board().MakesFive(p, attacker, rule) {
			return nil
		}
		if pos.IsFoul(p) {
			return fmt.Errorf("move %d, %v, is forbidden", i+1, p)
		}
		if err := pos.Play(p); err != nil {
			return err
		}
		stops, lost := fivePoints(pos, attacker), fivePoints(pos, attacker.Opponent())
		switch {
		case len(lost) > 0:
			return fmt.Errorf("after move %d, %v, the defender makes a five at %v", i+1, p, lost[0])
		case len(stops) == 0:
			return fmt.Errorf("move %d, %v, makes no four", i+1, p)
		case len(stops) > 1, pos.IsFoul(stops[0]):
			return nil
		case i+1 == len(line):
			return fmt.Errorf("the line ends, but %v stops the four", stops[0])
		case line[i+1] != stops[0]:
			return fmt.Errorf("move %d is %v, but %v stops the four", i+2, line[i+1], stops[0])
		}
		if err := pos.Play(line[i+1]); err != nil {
			return err
		}
	}
	return fmt.Errorf("the line ends without a win")
}

// fivePoints are the empty points where a stone of the colour makes a five.
func fivePoints(pos *renju.Position, stone renju.Stone) []renju.Point {
	var points []renju.Point
	board := pos.Board()
	for p := range board.Points() {
		if board.At(p) == renju.Empty && board.MakesFive(p, stone, pos.Rule()) {
			points = append(points, p)
		}
	}
	return points
}
