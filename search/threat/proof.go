package threat

import (
	"errors"
	"fmt"
	"slices"

	"tengen/engine/renju"
	"tengen/search/pattern"
)

// Proof is a win of the side to move, with an answer to every defence. Where the
// same position comes about in different ways, the Proofs share what follows.
type Proof struct {
	Move    renju.Point
	Threat  []renju.Point // what would follow if the defender passed: a VCF; empty after a four
	Replies []Reply       // all that could stop it; none after a five, or a four without a stop
}

// Reply is a defence and what wins against it.
type Reply struct {
	Move renju.Point
	Then *Proof
}

// FromLine makes a Proof of a VCF, the attacker's moves and the replies in turn.
func FromLine(line []renju.Point) *Proof {
	var proof *Proof
	for i := (len(line) - 1) &^ 1; i >= 0; i -= 2 {
		step := &Proof{Move: line[i]}
		if i+1 < len(line) {
			step.Replies = []Reply{{line[i+1], proof}}
		}
		proof = step
	}
	return proof
}

// Line is the longest of the proof's lines, as Solver.Line gives a VCF: without
// the five after a four that cannot be stopped.
func (p *Proof) Line() []renju.Point {
	lengths := map[*Proof]int{}
	p.length(lengths)
	line := []renju.Point{p.Move}
	for len(p.Replies) > 0 {
		r := slices.MaxFunc(p.Replies, func(a, b Reply) int { return lengths[a.Then] - lengths[b.Then] })
		line = append(line, r.Move, r.Then.Move)
		p = r.Then
	}
	return line
}

// length is the number of moves in the longest line.
func (p *Proof) length(known map[*Proof]int) int {
	n, ok := known[p]
	if !ok {
		for _, r := range p.Replies {
			n = max(n, 1+r.Then.length(known))
		}
		n++
		known[p] = n
	}
	return n
}

// Longest is the line in which the defence lasts longest, written as Solver.Line
// gives a VCF, and the plies that the win takes from pos up to the five. Where the
// defence does best to let a threat be carried out, the line has a pass.
func (p *Proof) Longest(pos *renju.Position) (line []renju.Point, plies int) {
	l := longest{pos: pos.Clone(), known: map[*Proof]int{}}
	plies = l.plies(p)
	for {
		line = append(line, p.Move)
		if err := l.pos.Play(p.Move); err != nil {
			return line, plies
		}
		next := l.best(p)
		if next.Then == nil {
			return line, plies
		}
		if err := l.pos.Play(next.Move); err != nil {
			return line, plies
		}
		line = append(line, next.Move)
		p = next.Then
	}
}

// longest counts the plies of a proof's lines.
type longest struct {
	pos   *renju.Position
	known map[*Proof]int
}

// plies is how long the win takes from the position, 0 where a move of it cannot
// be played.
func (l *longest) plies(p *Proof) int {
	if n, ok := l.known[p]; ok {
		return n
	}
	if l.pos.Board().MakesFive(p.Move, l.pos.ToMove(), l.pos.Rule()) {
		return 1
	}
	if l.pos.Play(p.Move) != nil {
		return 0
	}
	defer l.pos.TakeBack()
	n := 3 // a four that cannot be stopped
	if next := l.best(p); next.Then != nil {
		n = 2 + l.after(next)
	}
	l.known[p] = n
	return n
}

// best is the reply that lasts longest after the proof's first move, a pass where
// its threat does; there is none after a four that cannot be stopped.
func (l *longest) best(p *Proof) Reply {
	var best Reply
	most := 0
	if len(p.Threat) > 0 {
		best = Reply{renju.Pass, FromLine(p.Threat)}
		most = l.after(best)
	}
	for _, r := range p.Replies {
		if n := l.after(r); n >= most {
			best, most = r, n
		}
	}
	return best
}

// after is how long the win takes after a reply.
func (l *longest) after(r Reply) int {
	if l.pos.Play(r.Move) != nil {
		return 0
	}
	defer l.pos.TakeBack()
	return l.plies(r.Then)
}

// Replay plays the proof from pos through the rulebook and returns nil if it
// holds: each of the attacker's moves is allowed, and makes a four or threatens
// the VCF that it says it does; after a four the defender can neither win at once
// nor stop it elsewhere; and whatever the defender tries of what is listed, the
// line ends with a five or a four that cannot be stopped. pos is left as it was.
// stop, unless nil, is asked before each move, for a large proof takes its time;
// where it says so, the error is ErrStopped.
func (p *Proof) Replay(pos *renju.Position, stop func() bool) error {
	if stop == nil {
		stop = func() bool { return false }
	}
	r := replay{pos: pos.Clone(), stop: stop, held: map[*Proof]bool{}}
	return r.play(p)
}

// ErrStopped says that a proof was not played to its end.
var ErrStopped = errors.New("stopped before the end of the proof")

// replay is a proof being played.
type replay struct {
	pos  *renju.Position
	stop func() bool
	held map[*Proof]bool // what has been played
}

// line plays a line that stands alone.
func (r *replay) line(moves []renju.Point) error {
	alone := replay{pos: r.pos, stop: r.stop, held: map[*Proof]bool{}}
	return alone.play(FromLine(moves))
}

func (r *replay) play(p *Proof) error {
	if r.held[p] {
		return nil
	}
	if r.stop() {
		return ErrStopped
	}
	pos := r.pos
	rule, attacker := pos.Rule(), pos.ToMove()
	fail := func(format string, args ...any) error {
		return fmt.Errorf("after %s: %s", renju.FormatMoves(pos.Moves()), fmt.Sprintf(format, args...))
	}
	switch {
	case p == nil:
		return fail("nothing wins")
	case pos.At(p.Move) != renju.Empty:
		return fail("%v is taken", p.Move)
	case pos.Board().MakesFive(p.Move, attacker, rule):
		return nil
	case pos.IsFoul(p.Move):
		return fail("%v is forbidden", p.Move)
	}
	if err := pos.Play(p.Move); err != nil {
		return err
	}
	defer pos.TakeBack()
	stops, lost := fivePoints(pos, attacker), fivePoints(pos, attacker.Opponent())
	switch {
	case len(lost) > 0:
		return fail("the defender makes a five at %v", lost[0])
	case len(stops) > 1, len(stops) == 1 && pos.IsFoul(stops[0]):
		return nil
	case len(stops) == 1 && len(p.Replies) == 0:
		return fail("%v stops the four", stops[0])
	case len(stops) == 1 && (len(p.Replies) > 1 || p.Replies[0].Move != stops[0]):
		return fail("%v stops the four, not %v", stops[0], p.Replies[0].Move)
	case len(stops) == 0:
		if err := r.threatens(p.Threat); err != nil {
			return err
		}
	}
	if len(p.Replies) == 0 {
		// Nothing is said to stop the threat, not even for a while.
		for at := range pos.Board().Points() {
			if pos.At(at) == renju.Empty && !pos.IsFoul(at) && !r.beats(p.Threat, at) {
				return fail("nothing wins against %v", at)
			}
		}
	}
	for _, reply := range p.Replies {
		if pos.At(reply.Move) != renju.Empty || pos.IsFoul(reply.Move) {
			return fail("%v is no reply", reply.Move)
		}
		if err := pos.Play(reply.Move); err != nil {
			return err
		}
		err := r.play(reply.Then)
		pos.TakeBack()
		if err != nil {
			return err
		}
	}
	r.held[p] = true
	return nil
}

// threatens returns nil if the attacker would win by the threat, were the
// defender to pass.
func (r *replay) threatens(threat []renju.Point) error {
	if err := r.pos.Play(renju.Pass); err != nil {
		return err
	}
	defer r.pos.TakeBack()
	return r.line(threat)
}

// beats tells whether the threat still wins after the defender's move.
func (r *replay) beats(threat []renju.Point, move renju.Point) bool {
	if r.pos.Play(move) != nil {
		return false
	}
	defer r.pos.TakeBack()
	return r.line(threat) == nil
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

// proofFours is how many fours the VCF solver may try to find again the end of a
// proof.
const proofFours = 100_000

// Proof is the win that VCT has found in the position, nil if it is lost
// from memory and not found again with limit moves.
func (p *Prover) Proof(b *pattern.Board, limit int64) *Proof {
	p.begin(b.ToMove(), limit)
	return p.proof(b, map[uint64]*Proof{})
}

func (p *Prover) proof(b *pattern.Board, known map[uint64]*Proof) *Proof {
	if proof, ok := known[b.Key()]; ok {
		return proof
	}
	e, ok := p.find(b.Key())
	if !ok || e.win > 0 {
		// Lost from memory, unless it was too plain to be kept.
		if p.node(b, numbers{solved, solved}) != reached || p.stopped {
			return nil
		}
		e, ok = p.find(b.Key())
	}
	if !ok || e.move == pattern.NoCell {
		line := p.line(b)
		if line == nil {
			return nil
		}
		return FromLine(line)
	}
	proof := p.proofOf(b, e.move, known)
	known[b.Key()] = proof
	return proof
}

// ProofAfter is the win that begins with c, a move of the side to move, as VCTAfter
// has found it, nil as for Proof.
func (p *Prover) ProofAfter(b *pattern.Board, c pattern.Cell, limit int64) *Proof {
	p.begin(b.ToMove(), limit)
	return p.proofOf(b, c, map[uint64]*Proof{})
}

// proofOf is the win that begins with the move.
func (p *Prover) proofOf(b *pattern.Board, move pattern.Cell, known map[uint64]*Proof) *Proof {
	proof := &Proof{Move: pattern.PointOf(move, b.Size())}
	if b.Class(p.attacker, move) == pattern.Five {
		return proof
	}
	b.Move(move)
	defer b.Undo()
	if b.Count(p.attacker, pattern.Five) == 0 {
		b.Pass()
		proof.Threat = p.line(b)
		b.UndoPass()
	}
	var replies pattern.Set
	if !p.replies(b, &replies) || p.stopped {
		return nil
	}
	for range 2 {
		for c := range replies.All() {
			if !p.canReply(b, c) {
				continue
			}
			b.Move(c)
			then := p.proof(b, known)
			b.Undo()
			if then == nil {
				return nil
			}
			proof.Replies = append(proof.Replies, Reply{pattern.PointOf(c, b.Size()), then})
		}
		if len(proof.Replies) > 0 || proof.Threat == nil {
			break
		}
		// Nothing stops all threats at once, but this one may be stopped.
		replies = pattern.Set{}
		before := p.vcf.Nodes
		p.vcf.Breaks(b, proofFours, &replies)
		p.count(before)
	}
	return proof
}

// line is the VCF of the side to move, nil if there is none.
func (p *Prover) line(b *pattern.Board) []renju.Point {
	before := p.vcf.Nodes
	r, cells := p.vcf.Line(b, proofFours)
	p.count(before)
	if r != Win {
		return nil
	}
	return pattern.PointsOf(cells, b.Size())
}
