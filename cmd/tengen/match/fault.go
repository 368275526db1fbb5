package match

import (
	"errors"

	"tengen/engine/taraguchi"
	"tengen/protocol/manager"
)

// An ending is how a game came to its end.
type ending string

const (
	byFive      ending = "five"
	byFoul      ending = "foul"
	fullBoard   ending = "full board"
	moveLimit   ending = "move limit" // --draw-at
	onTime      ending = "time"
	byCrash     ending = "crash"
	byAnswer    ending = "bad answer" // what the engine said is no answer, or an illegal one
	byForfeit   ending = "forfeit"    // the loser is out
	notPlayed   ending = "not played"
	openingOver ending = "opening over"
)

// endings lists those of games that end with a result or for want of engines.
func endings() []ending {
	return []ending{byFive, byFoul, moveLimit, fullBoard, onTime, byCrash, byAnswer, byForfeit, notPlayed}
}

// ownDoing lists how an engine loses otherwise than to a better move.
func ownDoing() []ending { return []ending{byFoul, onTime, byCrash, byAnswer, byForfeit} }

// fault is what an error of a player means for the game, and what to say of it.
func fault(err error) (ending, string) {
	var (
		timeout *manager.TimeoutError
		crash   *manager.CrashError
		answer  *manager.AnswerError
		opening *taraguchi.Error
		move    *illegalMove
	)
	switch {
	case errors.As(err, &timeout):
		return onTime, timeout.Error()
	case errors.As(err, &crash):
		return byCrash, crash.Error()
	case errors.As(err, &answer):
		return byAnswer, answer.Error()
	case errors.As(err, &opening):
		return byAnswer, "illegal answer: " + opening.Reason
	case errors.As(err, &move):
		return byAnswer, move.Error()
	}
	return byCrash, err.Error() // it could not be started
}
