package renju

import "fmt"

// A Result says who has won.
type Result uint8

const (
	Ongoing Result = iota
	BlackWins
	WhiteWins
	Draw
)

var resultNames = [...]string{"ongoing", "black wins", "white wins", "draw"}

// String returns "ongoing", "black wins", "white wins" or "draw".
func (r Result) String() string {
	if int(r) >= len(resultNames) {
		return fmt.Sprintf("Result(%d)", uint8(r))
	}
	return resultNames[r]
}

// A Reason says how a game ended on the board.
type Reason uint8

const (
	NotOver Reason = iota
	Five           // the last stone made a row that wins
	ByFoul         // Black's last stone was a foul, and White wins
	Full           // no empty point is left
)

var reasonNames = [...]string{"not over", "five", "foul", "full board"}

// String returns "not over", "five", "foul" or "full board".
func (r Reason) String() string {
	if int(r) >= len(reasonNames) {
		return fmt.Sprintf("Reason(%d)", uint8(r))
	}
	return reasonNames[r]
}

// An Outcome is how a game stands: who has won, and how.
type Outcome struct {
	Result Result
	Reason Reason
	Row    []Point // the row that won, end to end, when Reason is Five
	Foul   Foul    // the kinds of foul, when Reason is ByFoul
}

// Over reports whether the game has ended.
func (o Outcome) Over() bool { return o.Result != Ongoing }

// Outcome judges the game by its last move: a stone that makes a row that wins,
// a stone that is a foul, or no empty point left for the next. A position
// without moves is ongoing: what stands in a set-up is nobody's win.
func (p *Position) Outcome() Outcome {
	last, ok := p.LastMove()
	if !ok {
		return Outcome{}
	}
	if last != Pass {
		mover := p.board.At(last)
		if row := p.board.WinningRow(last, p.rule); row != nil {
			return Outcome{Result: winFor(mover), Reason: Five, Row: row}
		}
		if p.rule == Renju && mover == Black {
			before := p.board
			before.Set(last, Empty)
			if f := before.Foul(last); f != 0 {
				return Outcome{Result: WhiteWins, Reason: ByFoul, Foul: f}
			}
		}
	}
	if p.board.Count(Empty) == 0 {
		return Outcome{Result: Draw, Reason: Full}
	}
	return Outcome{}
}

func winFor(s Stone) Result {
	if s == Black {
		return BlackWins
	}
	return WhiteWins
}
