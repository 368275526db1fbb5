package brain

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search/level"
)

// A session is all that a brain knows between two lines of its manager. One
// goroutine owns it.
type session struct {
	opts     Options
	mind     thinker
	out      *writer
	game     game
	clock    clock
	settings settings
	tuned    tuning        // what the thinker was last configured for
	task     *task         // what is being thought about, or nil
	ponder   *ponder       // or what is, on the opponent's time
	block    *block        // the lines that are being collected, or nil
	stray    stray         // what to make of lines that follow an unknown command
	notices  []string      // to be said before the next answer that takes thought
	kept     []renju.Point // off these points our moves are kept
	gui      bool          // Yixin-Board is there: it takes no UNKNOWN
	quit     bool          // END has come
}

func newSession(opts Options, mind thinker, out *writer) *session {
	return &session{
		opts:     opts,
		mind:     mind,
		out:      out,
		game:     newGame(defaultSize),
		clock:    newClock(),
		settings: newSettings(opts),
		tuned:    tuning{level: level.Full},
	}
}

// stray is what may follow a command that is not known here: lines that belong
// to it, and would each be answered by a complaint if they were taken for
// commands.
type stray uint8

const (
	strayNothing stray = iota
	strayBlock         // points up to DONE
	strayPath          // one line of any text, or points up to DONE
)

// line does what a line says.
func (s *session) line(l input) {
	c := protocol.ParseCommand(l.text)
	if c.Name == "" {
		return
	}
	s.stopPondering()
	thinks := commands[c.Name].thinks || s.block != nil && s.block.thinks
	s.guard(thinks, func() {
		if s.block == nil || !s.collect(c, l) {
			s.dispatch(c, l)
		}
	})
}

// dispatch runs a command.
func (s *session) dispatch(c protocol.Command, l input) {
	cmd, ok := commands[c.Name]
	if !ok {
		s.unknown(c, l.text)
		return
	}
	s.stray = strayNothing
	if !cmd.atOnce {
		s.endTask()
	}
	cmd.run(s, c.Args, l.at)
}

// unknown answers a line that is no command.
func (s *session) unknown(c protocol.Command, text string) {
	belongs := protocol.IsNumbers(text) || c.Name == protocol.Done || c.Name == protocol.Swap
	switch {
	case s.stray != strayNothing && belongs:
		s.stray = strayBlock
	case s.stray == strayPath:
		s.stray = strayNothing
	case c.Name == protocol.Done:
		// The end of a block that was given up.
	case s.gui && strings.HasPrefix(c.Name, "YX"):
		s.stray = strayPath
	default:
		s.out.answer(protocol.Unknown + " command " + echo(c.Name))
		s.stray = strayBlock
	}
}

// fail answers with an ERROR line.
func (s *session) fail(format string, args ...any) {
	s.out.answer(protocol.Error + " " + oneLine(fmt.Sprintf(format, args...)))
}

// say writes a MESSAGE line.
func (s *session) say(text string) { say(s.out, text) }

// notice keeps a text for the next answer that takes thought.
func (s *session) notice(text string) {
	for _, n := range s.notices {
		if n == text {
			return
		}
	}
	s.notices = append(s.notices, text)
}

func (s *session) flushNotices() {
	for _, n := range s.notices {
		s.say(n)
	}
	s.notices = nil
}

// guard runs a step and keeps a panic in it from the manager: it becomes a
// MESSAGE line and, if the step owed a move, a legal one.
func (s *session) guard(thinks bool, step func()) {
	defer func() {
		if r := recover(); r != nil {
			s.block = nil
			s.say(fmt.Sprintf("internal fault: %v", r))
			if thinks && s.task == nil {
				s.finish(s.spareMove())
			}
		}
	}()
	step()
}

// spareMove is the answer of a game that nobody could think about. It must not
// panic, whatever made its caller.
func (s *session) spareMove() (a answer) {
	defer func() {
		if recover() != nil {
			a = answer{}
		}
	}()
	return moveAnswer(s.game.position(s.settings.rule))
}
