package manager

import (
	"context"
	"fmt"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/protocol"
)

// NewGame sends START and waits for OK. Other lines before it, such as a banner,
// are passed over, save ERROR and UNKNOWN.
func (e *Engine) NewGame(ctx context.Context, size int, limit time.Duration) error {
	command := fmt.Sprintf("%s %d", protocol.Start, size)
	start := time.Now()
	line, _, err := e.Ask(ctx, limit, command)
	for err == nil {
		switch protocol.ParseReply(line) {
		case protocol.ReplyOK:
			return nil
		case protocol.ReplyError, protocol.ReplyUnknown:
			return &AnswerError{command, clip(line), "wanted OK"}
		}
		line, _, err = e.await(ctx, command, start, limit)
	}
	return err
}

// About asks an engine what it is.
func (e *Engine) About(ctx context.Context, limit time.Duration) (protocol.Identity, error) {
	line, _, err := e.Ask(ctx, limit, protocol.About)
	if err != nil {
		return protocol.Identity{}, err
	}
	id, ok := protocol.ParseIdentity(line)
	if !ok {
		return id, &AnswerError{protocol.About, clip(line), `wanted name="…"`}
	}
	return id, nil
}

// Info sends INFO key value, which is never answered.
func (e *Engine) Info(ctx context.Context, key, value string) error {
	return e.Send(ctx, protocol.Info+" "+key+" "+value)
}

// Begin asks for the first move of the game.
func (e *Engine) Begin(ctx context.Context, size int, limit time.Duration) (renju.Point, time.Duration, error) {
	return e.askMove(ctx, size, limit, protocol.Begin)
}

// Turn tells the opponent's move and asks for the answer to it.
func (e *Engine) Turn(ctx context.Context, size int, p renju.Point, limit time.Duration) (renju.Point, time.Duration, error) {
	return e.askMove(ctx, size, limit, protocol.Turn+" "+protocol.FormatPoint(p, size))
}

// Board tells the whole game, colours alternating from Black, and asks for the
// next move.
func (e *Engine) Board(ctx context.Context, size int, moves []renju.Point, limit time.Duration) (renju.Point, time.Duration, error) {
	lines := []string{protocol.Board}
	for i, p := range moves {
		owner := protocol.FieldOpponent
		if i%2 == len(moves)%2 {
			owner = protocol.FieldOwn
		}
		lines = append(lines, fmt.Sprintf("%s,%d", protocol.FormatPoint(p, size), owner))
	}
	return e.askMove(ctx, size, limit, append(lines, protocol.Done)...)
}

func (e *Engine) askMove(ctx context.Context, size int, limit time.Duration, lines ...string) (renju.Point, time.Duration, error) {
	line, took, err := e.Ask(ctx, limit, lines...)
	if err != nil {
		return renju.Pass, took, err
	}
	p, err := protocol.ParsePoint(line, size)
	if err != nil {
		return renju.Pass, took, &AnswerError{lines[0], clip(line), err.Error()}
	}
	return p, took, nil
}

// Opening asks for the next answer of a Taraguchi-10 opening, after those given
// so far, oldest first. Whether the answer is legal is not looked at.
func (e *Engine) Opening(ctx context.Context, answers []taraguchi.Answer, limit time.Duration) (taraguchi.Answer, time.Duration, error) {
	lines := []string{protocol.Taraguchi10Board}
	for _, a := range answers {
		lines = append(lines, protocol.FormatAnswer(a))
	}
	line, took, err := e.Ask(ctx, limit, append(lines, protocol.Done)...)
	if err != nil {
		return taraguchi.Answer{}, took, err
	}
	a, err := protocol.ParseAnswer(line)
	if err != nil {
		return taraguchi.Answer{}, took, &AnswerError{lines[0], clip(line), err.Error()}
	}
	return a, took, nil
}
