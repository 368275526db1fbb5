// Package randombrain is an engine that answers at random among the legal
// answers. It plays badly and obeys every rule: a partner that leads a match
// into each corner of the Taraguchi-10 opening, and a double for tests.
//
// In the opening each legal kind of answer (stone, swap, ten offers) is as
// likely as any other, so that no branch is rare. Offers are drawn from points
// that are distinct by the strict reading of symmetry. Later every empty point
// is as likely as any other, save that Black avoids forbidden points while
// there are others.
package randombrain

import (
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/protocol"
)

// Serve speaks the protocol on in and out until END or the end of the input. It
// knows START, RESTART, INFO rule, BEGIN, TURN, BOARD, TARAGUCHI10BOARD, ABOUT
// and END. The same seed and the same input give the same answers. The error is
// that of writing.
func Serve(in io.Reader, out io.Writer, seed uint64) error {
	b := &brain{
		lines:  protocol.NewLineReader(in),
		out:    out,
		random: rand.New(rand.NewPCG(seed, 0)),
		rule:   renju.Freestyle,
	}
	b.begin(taraguchi.Size)
	for {
		line, err := b.lines.ReadLine()
		if err != nil {
			return nil // the manager is gone
		}
		c := protocol.ParseCommand(line)
		if c.Name == protocol.End {
			return nil
		}
		if answer := b.obey(c); answer != "" {
			if _, err := io.WriteString(out, answer+"\n"); err != nil {
				return err
			}
		}
	}
}

type brain struct {
	lines  *protocol.LineReader
	out    io.Writer
	random *rand.Rand
	rule   renju.Rule
	game   *renju.Position // by any rule: b.rule holds
}

// obey does what a command says and returns the answer, "" for none.
func (b *brain) obey(c protocol.Command) string {
	switch c.Name {
	case "":
		return ""
	case protocol.About:
		return protocol.Identity{Name: "Random", Version: "1"}.String()
	case protocol.Start:
		size, err := strconv.Atoi(c.Args)
		if err != nil || size < renju.MinSize || size > renju.MaxSize {
			return protocol.Error + " unsupported board size"
		}
		b.begin(size)
		return protocol.OK
	case protocol.Restart:
		b.begin(b.game.Size())
		return protocol.OK
	case protocol.Info:
		key, value, _ := strings.Cut(c.Args, " ")
		if n, err := strconv.Atoi(value); err == nil && strings.EqualFold(key, protocol.InfoRule) {
			if rule, _, ok := protocol.ParseRule(n); ok {
				b.rule = rule
			}
		}
		return ""
	case protocol.Begin:
		return b.move()
	case protocol.Turn:
		p, err := protocol.ParsePoint(c.Args, b.game.Size())
		if err == nil {
			err = b.game.Play(p)
		}
		if err != nil {
			return protocol.Error + " " + err.Error()
		}
		return b.move()
	case protocol.Board:
		return b.board()
	case protocol.Taraguchi10Board:
		return b.opening()
	}
	return protocol.Unknown + " command"
}

func (b *brain) begin(size int) {
	game, err := renju.NewPosition(size, renju.Renju)
	if err != nil {
		panic("randombrain: " + err.Error()) // callers have checked the size
	}
	b.game = game
}

// block reads the lines up to DONE.
func (b *brain) block() []string {
	var block []string
	for {
		line, err := b.lines.ReadLine()
		if err != nil || protocol.ParseCommand(line).Name == protocol.Done {
			return block
		}
		block = append(block, line)
	}
}

// board is BOARD: the stones in order, colours alternating.
func (b *brain) board() string {
	block := b.block()
	b.begin(b.game.Size())
	for _, line := range block {
		p, _, err := protocol.ParseField(line, b.game.Size())
		if err == nil {
			err = b.game.Play(p)
		}
		if err != nil {
			return protocol.Error + " " + err.Error()
		}
	}
	return b.move()
}

// move plays a stone and returns the answer that tells it.
func (b *brain) move() string {
	var sound, all []renju.Point
	position := b.game.WithRule(b.rule)
	for p := range position.Board().Points() {
		if position.At(p) != renju.Empty {
			continue
		}
		all = append(all, p)
		if !position.IsFoul(p) {
			sound = append(sound, p)
		}
	}
	if len(sound) == 0 {
		sound = all
	}
	if len(sound) == 0 {
		return protocol.Error + " the board is full"
	}
	p := pick(b.random, sound)
	if err := b.game.Play(p); err != nil {
		panic("randombrain: " + err.Error()) // p is empty
	}
	return protocol.FormatPoint(p, b.game.Size())
}

// opening is TARAGUCHI10BOARD.
func (b *brain) opening() string {
	st := taraguchi.New()
	for i, line := range b.block() {
		a, err := protocol.ParseAnswer(line)
		if err == nil {
			err = st.Apply(a)
		}
		if err != nil {
			return fmt.Sprintf("%s %d: %v", protocol.Error, i+1, err)
		}
	}
	if st.Over() {
		return protocol.Error + " 0: the opening is over"
	}
	return protocol.FormatAnswer(taraguchi.RandomAnswer(b.random, st))
}

func pick[T any](random *rand.Rand, from []T) T { return from[random.IntN(len(from))] }
