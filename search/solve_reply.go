package search

import (
	"context"
	"slices"
	"time"

	"tengen/engine/renju"
	"tengen/search/pattern"
	"tengen/search/threat"
)

// A Trial is a first move looked at closely.
type Trial struct {
	Move renju.Point
	Answer

	Foul    renju.Foul    // it is forbidden; nothing else is told then
	Four    bool          // it makes a four
	Threat  []renju.Point // the VCF that it threatens, if it makes no four
	Counter []renju.Point // a five or VCF with which the opponent wins instead
	Replies []Choice      // all that could stop what it threatens
}

// Threatens tells whether the opponent must reply to the move at all, as far as
// is known.
func (t *Trial) Threatens() bool { return t.Four || len(t.Threat) > 0 }

// Holding counts the replies against which no win is known.
func (t *Trial) Holding() int {
	n := 0
	for _, r := range t.Replies {
		if r.Win == nil {
			n++
		}
	}
	return n
}

// triesShare is how much of the limits Try spends on the question whether the move
// wins; the rest is for its replies.
const triesShare = 2

// Try tells whether a move of the side to move wins too, and if not, what stops
// it. The error may also say that the point is not empty.
func (s *Solver) Try(ctx context.Context, pos *renju.Position, move renju.Point, lim SolveLimits) (Trial, error) {
	t := Trial{Move: move}
	if t.Foul = foul(pos, move); t.Foul != 0 {
		return t, nil
	}
	if err := pos.Clone().Play(move); err != nil {
		return t, err
	}
	s.begin(ctx, pos, lim)
	q := &question{pos: pos, first: pattern.CellOf(move, pos.Size())}
	rest := s.part(triesShare)
	err := s.answer(q, lim.Kind, true)
	rest()
	if err != nil || q.win != nil {
		t.Answer = s.report(q)
		return t, err
	}
	replies, err := s.replies(pos, &t, lim.Kind)
	if err == nil {
		err = s.answerAll(replies, lim.Kind, false)
	}
	s.judge(&t, replies)
	if err == nil && len(t.Replies) > 0 && t.Holding() == 0 {
		err = s.won(q, lim.Kind, t.proof())
	}
	t.Answer = s.report(q)
	return t, err
}

// proof is the trial's move with a win against every reply.
func (t *Trial) proof() *threat.Proof {
	p := &threat.Proof{Move: t.Move, Threat: t.Threat}
	for _, r := range t.Replies {
		p.Replies = append(p.Replies, threat.Reply{Move: r.Move, Then: r.Win.Proof})
	}
	return p
}

func foul(pos *renju.Position, move renju.Point) renju.Foul {
	if pos.IsFoul(move) {
		return pos.Board().Foul(move)
	}
	return 0
}

// threatNodes is how many moves it may take to see whether a move threatens a
// VCF or leaves the opponent one.
const threatNodes = 20_000

// replies fills in what a trial's move threatens, and asks about every reply.
func (s *Solver) replies(pos *renju.Position, t *Trial, kind threat.Kind) ([]*question, error) {
	after := pos.Clone()
	if err := after.Play(t.Move); err != nil {
		return nil, err
	}
	s.load(after)
	b := s.board
	me := b.ToMove()
	t.Four = b.Count(me^1, pattern.Five) > 0
	if b.Count(me, pattern.Five) > 0 || !t.Four {
		if s.finder.Attack(b, threat.VCF, threat.MostMoves, s.left(threatNodes)).Win > 0 {
			if p := s.finder.Proof(b, threat.VCF, pattern.NoCell, threat.MostMoves, false, threatNodes); p != nil {
				t.Counter = p.Line()
			}
		}
	}
	var set pattern.Set
	line, ok := s.finder.Replies(b, kind, threat.MostMoves, s.left(threatNodes), &set)
	if !ok {
		t.Four = false
		return nil, nil
	}
	t.Threat = pattern.PointsOf(line, b.Size())
	var questions []*question
	for c := range set.All() {
		then := after.Clone()
		if err := then.Play(pattern.PointOf(c, b.Size())); err != nil {
			return nil, err
		}
		questions = append(questions, &question{pos: then, first: pattern.NoCell})
	}
	return questions, nil
}

// judge fills in a trial's replies, those that hold first, and of the others
// those that hold longest.
func (s *Solver) judge(t *Trial, questions []*question) {
	t.Replies = nil
	for _, q := range questions {
		move, _ := q.pos.LastMove()
		t.Replies = append(t.Replies, Choice{move, q.verdict()})
	}
	length := func(r Choice) int {
		if r.Win == nil {
			return EveryLength
		}
		return r.Win.Plies
	}
	slices.SortStableFunc(t.Replies, func(a, b Choice) int { return length(b) - length(a) })
}

// nearSlice is how many moves WhyNot gives a reply to every first move, before it
// looks closely at one of them.
const nearSlice = 1000

// WhyNot looks, where no win was found, for the first move that comes nearest to
// one, the one that fewest replies stop, and tells what stops it. ok is false
// where no move threatens anything. A win that turns up after all is the trial's.
func (s *Solver) WhyNot(ctx context.Context, pos *renju.Position, lim SolveLimits) (nearest Trial, ok bool, err error) {
	s.begin(ctx, pos, lim)
	rest := s.part(triesShare)
	least := 0
	for p := range pos.Board().Points() {
		if s.ended() {
			break
		}
		if pos.At(p) != renju.Empty || pos.IsFoul(p) {
			continue
		}
		t := Trial{Move: p}
		questions, err := s.replies(pos, &t, lim.Kind)
		if err != nil {
			return t, false, err
		}
		if !t.Threatens() {
			continue
		}
		for _, q := range questions {
			if err := s.advance(q, lim.Kind, false, nearSlice); err != nil {
				return t, false, err
			}
		}
		s.judge(&t, questions)
		// Of moves that as few replies stop, the one that threatens more of them is nearer.
		distance := 1000*t.Holding() - len(t.Replies)
		if len(t.Counter) > 0 {
			distance += 1e6
		}
		if !ok || distance < least {
			nearest, ok, least = t, true, distance
		}
	}
	rest()
	if !ok {
		return nearest, false, nil
	}
	used := s.spent() - s.from
	remaining := SolveLimits{Kind: lim.Kind}
	if lim.Nodes > 0 {
		remaining.Nodes = max(1, lim.Nodes-used)
	}
	if lim.Time > 0 {
		remaining.Time = max(1, lim.Time-time.Since(s.begun))
	}
	nearest, err = s.Try(ctx, pos, nearest.Move, remaining)
	nearest.Nodes += used
	return nearest, true, err
}

// Defences are what Defend came to.
type Defences struct {
	Threat  Answer        // the opponent's win if the side to move passed
	Own     []renju.Point // a five or VCF of the side to move's own
	Replies []Choice      // every move that it may make, those that hold first; none where nothing is threatened
	Nodes   int64
}

// Defend tells which moves of the side to move stop the win that its opponent
// would have if it were to move. Each is tried.
func (s *Solver) Defend(ctx context.Context, pos *renju.Position, lim SolveLimits) (Defences, error) {
	var d Defences
	s.begin(ctx, pos, lim)
	passed := pos.Clone()
	if err := passed.Play(renju.Pass); err != nil {
		return d, err
	}
	threatened := &question{pos: passed, first: pattern.NoCell}
	rest := s.part(triesShare)
	err := s.answer(threatened, lim.Kind, true)
	rest()
	d.Threat = s.report(threatened)
	defer func() { d.Nodes = s.spent() - s.from }()
	if err != nil || d.Threat.Win == nil {
		return d, err
	}
	s.load(pos)
	if s.finder.Attack(s.board, threat.VCF, threat.MostMoves, s.left(threatNodes)).Win > 0 {
		if p := s.finder.Proof(s.board, threat.VCF, pattern.NoCell, threat.MostMoves, false, threatNodes); p != nil {
			d.Own = p.Line()
		}
	}
	var questions []*question
	for p := range pos.Board().Points() {
		if pos.At(p) == renju.Empty && !pos.IsFoul(p) {
			then := pos.Clone()
			if err := then.Play(p); err != nil {
				return d, err
			}
			questions = append(questions, &question{pos: then, first: pattern.NoCell, guide: d.Threat.Win})
		}
	}
	err = s.answerAll(questions, lim.Kind, false)
	var t Trial
	s.judge(&t, questions)
	d.Replies = t.Replies
	return d, err
}
