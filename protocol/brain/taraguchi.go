package brain

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
	"tengen/protocol"
)

// TARAGUCHI10BOARD
// answer
// …
// DONE
//
// asks for the next answer in a Taraguchi-10 opening whose answers so far are
// told, and leaves our own game alone. Each is a stone x,y, or SWAP, or ten
// offers x,y x,y …; so is ours, or it is the pick x,y x,y. An illegal
// transcript gets ERROR n: why, n its line from 1, or 0. See taraguchi10.md.
func cmdTaraguchi10Board(s *session, args string, at time.Time) {
	s.transcript(protocol.Taraguchi10Board, args, at, func(lines []string, at time.Time) {
		answers, err := readTranscript(lines)
		if err == nil {
			err = s.decide(at, answers, 0)
		}
		s.failTranscript(err)
	})
}

// TARAGUCHISTEP1 10
// x,y
// …
// DONE
//
// asks for the next stone from whoever has no choice but to place it: nobody
// has moved yet, or the other player has just swapped.
func cmdTaraguchiStep1(s *session, args string, at time.Time) {
	s.step("TARAGUCHISTEP1", args, at, func(answers []taraguchi.Answer, at time.Time) error {
		if len(answers) > 0 {
			answers = append(answers, taraguchi.Answer{Kind: taraguchi.Swap})
		}
		return s.decide(at, answers, 0)
	})
}

// TARAGUCHISTEP2 10
// x,y
// …
// DONE
//
// asks for SWAP or the next stone, or, after four stones, ten offers.
func cmdTaraguchiStep2(s *session, args string, at time.Time) {
	s.step("TARAGUCHISTEP2", args, at, func(answers []taraguchi.Answer, at time.Time) error {
		return s.decide(at, answers, 0)
	})
}

// TARAGUCHISTEP3 10
// x,y        four times
// DONE
//
// asks for ten offers.
func cmdTaraguchiStep3(s *session, args string, at time.Time) {
	s.step("TARAGUCHISTEP3", args, at, func(answers []taraguchi.Answer, at time.Time) error {
		if len(answers) != 4 {
			return &taraguchi.Error{Reason: "offers come after four stones"}
		}
		return s.decide(at, answers, taraguchi.KindsOf(taraguchi.Offer))
	})
}

// TARAGUCHISTEP4 10
// x,y        four times
// DONE
// x,y x,y …  ten times
//
// asks for a pick: one of the ten, and White's sixth stone.
func cmdTaraguchiStep4(s *session, args string, at time.Time) {
	var lines []string
	stones := -1 // how many lines came before DONE
	s.open(&block{
		name: "TARAGUCHISTEP4",
		free: true,
		take: func(text string) error {
			lines = append(lines, text)
			return nil
		},
		end: func(at time.Time) bool {
			if stones < 0 {
				stones = len(lines)
				return true
			}
			s.failTranscript(s.pick(args, lines[:stones], lines[stones:], at))
			return false
		},
	}, "", at)
}

// pick runs TARAGUCHISTEP4 on the lines before and after DONE.
func (s *session) pick(args string, stones, offers []string, at time.Time) error {
	if err := checkOffers(args); err != nil {
		return err
	}
	answers, err := readStones(stones)
	if err != nil {
		return err
	}
	if len(answers) != 4 {
		return &taraguchi.Error{Reason: "offers come after four stones"}
	}
	for _, line := range offers {
		a, err := protocol.ParseAnswer(line)
		if err == nil && a.Kind != taraguchi.Offer {
			err = errors.New("want ten offers")
		}
		if err != nil {
			return &taraguchi.Error{Line: 5, Reason: err.Error()}
		}
		answers = append(answers, a)
	}
	return s.decide(at, answers, taraguchi.KindsOf(taraguchi.Pick))
}

// transcript collects any lines up to DONE and hands them to end.
func (s *session) transcript(name, args string, at time.Time, end func(lines []string, at time.Time)) {
	var lines []string
	s.open(&block{
		name: name,
		free: true,
		take: func(text string) error {
			lines = append(lines, text)
			return nil
		},
		end: func(at time.Time) bool {
			end(lines, at)
			return false
		},
	}, args, at)
}

// step is transcript for the commands of stones alone, whose one argument is
// the number of offers.
func (s *session) step(name, args string, at time.Time, end func(answers []taraguchi.Answer, at time.Time) error) {
	s.transcript(name, "", at, func(lines []string, at time.Time) {
		err := checkOffers(args)
		if err == nil {
			var answers []taraguchi.Answer
			if answers, err = readStones(lines); err == nil {
				err = end(answers, at)
			}
		}
		s.failTranscript(err)
	})
}

func checkOffers(args string) error {
	if strings.TrimSpace(args) != "10" {
		return &taraguchi.Error{Reason: "want 10, the number of offers, after the command"}
	}
	return nil
}

// failTranscript answers with what is wrong with a transcript, if anything is.
func (s *session) failTranscript(err error) {
	if err == nil {
		return
	}
	var fault *taraguchi.Error
	if !errors.As(err, &fault) {
		fault = &taraguchi.Error{Reason: err.Error()}
	}
	s.fail("%d: %s", fault.Line, fault.Reason)
}

// readTranscript reads lines of a transcript up to the first that is none. What
// comes before it may be wrong too, and is then what is told.
func readTranscript(lines []string) ([]taraguchi.Answer, error) {
	var answers []taraguchi.Answer
	for i, line := range lines {
		a, err := protocol.ParseAnswer(line)
		if err != nil {
			if _, before := taraguchi.Replay(answers); before != nil {
				return nil, before
			}
			return nil, &taraguchi.Error{Line: i + 1, Reason: err.Error()}
		}
		answers = append(answers, a)
	}
	return answers, nil
}

// readStones is readTranscript for lines that must all be stones.
func readStones(lines []string) ([]taraguchi.Answer, error) {
	answers, err := readTranscript(lines)
	for i, a := range answers {
		if a.Kind != taraguchi.Place {
			return nil, &taraguchi.Error{Line: i + 1, Reason: "want a stone, x,y"}
		}
	}
	return answers, err
}

// decide finds the next answer of an opening. The error, if the transcript is
// illegal, is a [*taraguchi.Error]; there is then no answer yet.
func (s *session) decide(at time.Time, answers []taraguchi.Answer, allow taraguchi.Kinds) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("internal fault: %v", r)
		}
	}()
	if s.game.size != taraguchi.Size {
		return &taraguchi.Error{Reason: "the board must be 15x15: START 15"}
	}
	st, err := taraguchi.Replay(answers)
	if err != nil {
		return err
	}
	if st.Over() {
		return &taraguchi.Error{Line: len(answers), Reason: "the opening is over: the position comes with BOARD now"}
	}
	s.tune()
	lim := s.limits(at, false, st.Position())
	lim.Exclude = nil
	mind, out := s.mind, s.out
	s.start(job{
		at: at, clock: lim.Clock, reclock: mind.SetDecisionClock,
		think: func(ctx context.Context) (answer, error) {
			a, err := mind.Decide(ctx, st.Clone(), allow, lim, func(text string) { say(out, text) })
			if wrong := checkDecision(st, allow, a); wrong != nil {
				return answer{}, errors.Join(err, wrong)
			}
			return answer{line: protocol.FormatAnswer(a)}, err
		},
		spare: func() answer {
			return answer{line: protocol.FormatAnswer(spareDecision(st, allow))}
		},
	})
	return nil
}

// checkDecision says what is wrong with an answer of ours.
func checkDecision(st *taraguchi.State, allow taraguchi.Kinds, a taraguchi.Answer) error {
	if allow != 0 && !allow.Has(a.Kind) {
		return &taraguchi.Error{Reason: "want " + allow.String()}
	}
	return st.Check(a, true)
}

// spareDecision is a legal answer without a thought: a stone near the centre, or
// if that is not what is asked for, the first ten offers that there are, or the
// first of the ten and a sixth stone.
func spareDecision(st *taraguchi.State, allow taraguchi.Kinds) taraguchi.Answer {
	pos := st.Position()
	kinds := st.Legal()
	if allow != 0 {
		kinds &= allow
	}
	switch {
	case kinds.Has(taraguchi.Place):
		for _, p := range emptyPoints(pos, centre(pos)) {
			a := taraguchi.PlaceOn(p)
			if st.Check(a, true) == nil {
				return a
			}
		}
	case kinds.Has(taraguchi.Offer):
		points := taraguchi.Distinct(st.Stones(), true)
		return taraguchi.Answer{Kind: taraguchi.Offer, Points: points[:taraguchi.Offers]}
	case kinds.Has(taraguchi.Pick):
		fifth := st.Offers()[0]
		for _, p := range emptyPoints(pos, centre(pos)) {
			if p != fifth {
				return taraguchi.Answer{Kind: taraguchi.Pick, Points: []renju.Point{fifth, p}}
			}
		}
	}
	return taraguchi.Answer{Kind: taraguchi.Swap}
}
