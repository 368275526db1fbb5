package brain

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/protocol"
	"tengen/search"
)

// START size
// START width height
//
// begins a game on an empty board. OK, or ERROR if the size is not to be had,
// and then all is as before.
func cmdStart(s *session, args string, _ time.Time) {
	n, err := sizes(args)
	switch {
	case err != nil:
		s.fail("START: %v", err)
	case len(n) == 2 && n[0] != n[1]:
		s.fail("rectangular board is not supported")
	default:
		s.newGame(n[0])
	}
}

// RECTSTART width,height
//
// is START for a board that need not be square. Here it must.
func cmdRectStart(s *session, args string, at time.Time) {
	if n, err := sizes(args); err == nil && len(n) != 2 {
		s.fail("RECTSTART: want width,height")
		return
	}
	cmdStart(s, args, at)
}

// sizes reads one or two sizes of a board.
func sizes(args string) ([]int, error) {
	fields := strings.FieldsFunc(args, func(c rune) bool { return c == ',' || c == ' ' || c == '\t' })
	if len(fields) != 1 && len(fields) != 2 {
		return nil, fmt.Errorf("want the size of the board")
	}
	n := make([]int, len(fields))
	for i, f := range fields {
		v, err := strconv.Atoi(f)
		if err != nil || v < renju.MinSize || v > renju.MaxSize {
			return nil, fmt.Errorf("unsupported board size %s: want %d to %d", echo(f), renju.MinSize, renju.MaxSize)
		}
		n[i] = v
	}
	return n, nil
}

// RESTART
//
// begins another game on a board of the same size. OK.
func cmdRestart(s *session, _ string, _ time.Time) { s.newGame(s.game.size) }

func (s *session) newGame(size int) {
	s.game = newGame(size)
	s.clock.newGame()
	s.out.answer(protocol.OK)
	s.prepare()
}

// BEGIN
//
// asks for the first move of a game.
func cmdBegin(s *session, _ string, at time.Time) {
	if !s.game.empty() {
		s.fail("BEGIN: the board is not empty")
		return
	}
	s.move(at)
}

// TURN x,y
//
// tells the opponent's move and asks for ours. ERROR if there can be no stone,
// and then all is as before.
func cmdTurn(s *session, args string, at time.Time) {
	p, err := protocol.ParsePoint(args, s.game.size)
	if err == nil {
		err = s.game.free(p)
	}
	if err != nil {
		s.fail("TURN: %v", err)
		return
	}
	s.game.play(p)
	s.move(at)
}

// BOARD
// x,y,field
// …
// DONE
//
// tells a position, its moves in order, and asks for a move. The field is 1 for
// a stone of ours, 2 for one of the opponent's, 3 for a point that nobody may
// use. The first stone is Black's. Where the colours do not alternate, or the
// last stone is our own, somebody has passed; a pass may also be told, as
// -1,-1,field. No move at all is as BEGIN.
//
// The first line that is wrong is told in an ERROR; the others up to DONE are
// then passed over, and all is as before.
func cmdBoard(s *session, args string, at time.Time) {
	b := newBoardReader(s.game.size)
	s.open(&block{
		name:   protocol.Board,
		thinks: true,
		take:   b.take,
		end: func(at time.Time) bool {
			s.game = b.game
			// It is our turn, whoever moved last.
			if b.first != 0 && b.first != protocol.FieldOwn {
				s.game.toMove = renju.White
			} else {
				s.game.toMove = renju.Black
			}
			s.move(at)
			return false
		},
	}, args, at)
}

// A boardReader gathers the lines of BOARD and YXBOARD.
type boardReader struct {
	game
	first int // the field of the first stone, which is Black's; 0 if there is none
}

func newBoardReader(size int) *boardReader { return &boardReader{game: newGame(size)} }

func (b *boardReader) take(text string) error {
	p, field, err := protocol.ParseField(text, b.size)
	switch {
	case err != nil:
		return err
	case field < protocol.FieldOwn || field > protocol.FieldBlocked:
		return fmt.Errorf("field %d: want 1, 2 or 3", field)
	case p == renju.Pass && field == protocol.FieldBlocked:
		return fmt.Errorf("field 3 for a pass")
	case p != renju.Pass:
		if err := b.free(p); err != nil {
			return err
		}
	}
	if field == protocol.FieldBlocked {
		b.blocked = append(b.blocked, p)
		return nil
	}
	if b.first == 0 {
		b.first = field
	}
	b.toMove = renju.White
	if field == b.first {
		b.toMove = renju.Black
	}
	b.play(p)
	return nil
}

// TAKEBACK x,y
//
// removes a stone, the last as a rule. OK, or ERROR if there is none on the
// point.
func cmdTakeBack(s *session, args string, _ time.Time) {
	p, err := protocol.ParsePoint(args, s.game.size)
	if err == nil {
		err = s.game.takeBack(p)
	}
	if err != nil {
		s.fail("TAKEBACK: %v", err)
		return
	}
	s.out.answer(protocol.OK)
}

// ABOUT
//
// asks who we are.
func cmdAbout(s *session, _ string, _ time.Time) {
	s.out.answer(protocol.Identity{
		Name:    "Tengen",
		Version: s.opts.Version,
		Author:  "The Tengen authors",
	}.String())
}

// STOP
// YXSTOP
//
// has what is being thought about answered now. No answer of its own.
func cmdStop(s *session, _ string, _ time.Time) { s.endTask() }

// END
//
// ends the brain. No answer.
func cmdEnd(s *session, _ string, _ time.Time) { s.quit = true }

// move has our move found and made, its clock running since at.
func (s *session) move(at time.Time) {
	s.best(at, false, 1)
}

// best finds the best move and makes it, and reports the best lines.
func (s *session) best(at time.Time, analysis bool, lines int) {
	pos := s.game.position(s.settings.rule)
	spare := func() answer { return moveAnswer(pos) }
	switch o := pos.Outcome(); {
	case pos.Board().Count(renju.Empty) == 0:
		// The manager knows, and waits for nothing.
		s.say("the board is full")
		return
	case o.Reason == renju.Five:
		// Nor does anybody wait for this, but a manager may send the move
		// that beats us before it looks at it.
		s.finish(spare())
		return
	}
	s.tune()
	lim := s.limits(at, analysis, pos)
	lim.MultiPV = lines
	rep := newReport(s, lines)
	mind := s.mind
	s.start(job{
		at: at, analysis: analysis, clock: lim.Clock, reclock: mind.SetClock,
		think: func(ctx context.Context) (answer, error) {
			res, err := mind.Search(ctx, pos, lim, rep.progress)
			rep.finish(res)
			best, ok := sound(pos, res.Best)
			if !ok && err == nil {
				err = fmt.Errorf("%v was the search's move", res.Best)
			}
			return answer{
				line: protocol.FormatPoint(best, pos.Size()),
				play: []renju.Point{best}, ponder: !analysis,
			}, err
		},
		spare: spare,
	})
}

// limits are those of INFO for a search whose clock runs since at.
func (s *session) limits(at time.Time, analysis bool, pos *renju.Position) search.Limits {
	return search.Limits{
		Clock:   s.clock.limits(at, analysis),
		Depth:   s.settings.maxDepth,
		Nodes:   s.settings.maxNodes,
		Exclude: s.excluded(pos),
	}
}

// sound returns p if it may be played, otherwise some move that may, and false.
func sound(pos *renju.Position, p renju.Point) (renju.Point, bool) {
	if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
		return p, true
	}
	spare, ok := anyMove(pos)
	if !ok {
		return p, false
	}
	// With nothing but fouls left, one foul is as good as another.
	if pos.At(p) == renju.Empty && pos.IsFoul(spare) {
		return p, true
	}
	return spare, false
}

// moveAnswer is a move made without a thought.
func moveAnswer(pos *renju.Position) answer {
	p, ok := anyMove(pos)
	if !ok {
		return answer{}
	}
	return answer{line: protocol.FormatPoint(p, pos.Size()), play: []renju.Point{p}}
}
