package threat

import "tengen/search/pattern"

// Result is what a solver came to.
type Result uint8

// Unknown means that the limit was reached before the answer was known.
const (
	Unknown Result = iota
	No
	Win
)

// Solver looks for VCFs. It belongs to one worker.
type Solver struct {
	// Nodes counts the attacker's moves that were tried, over all calls.
	Nodes int64

	table []entry
	stop  func() bool // ends a search early, may be nil
	ended bool        // it has
	limit int64       // value of Nodes at which the running search ends

	moves []scored // candidate moves of all plies on the way
	path  []pattern.Cell
	line  []pattern.Cell
	plies int
	full  bool // the whole line is wanted, not only the verdict
}

type scored struct {
	cell  pattern.Cell
	score int
}

// entry remembers a position with its attacker to move: what is proved, or with
// how many nodes a search from there has failed to prove anything.
type entry struct {
	key   uint64
	move  pattern.Cell // of a win
	plies uint16       // to the end of a win; of an Unknown the limit that was too low
	known Result
}

// NewSolver returns a solver that remembers up to entries positions (rounded
// up to a power of two; an entry takes 16 bytes).
func NewSolver(entries int) *Solver {
	size := 1
	for size < entries {
		size *= 2
	}
	return &Solver{
		table: make([]entry, size),
		moves: make([]scored, 0, 1<<12),
		path:  make([]pattern.Cell, 0, 512),
		line:  make([]pattern.Cell, 0, 512),
	}
}

// Clear forgets all positions.
func (s *Solver) Clear() { clear(s.table) }

// VCF tells whether the side to move wins by continuous fours, trying at most
// limit moves, and in how many plies. The opponent may have a four of its own
// on the board; then it must be stopped by a four.
func (s *Solver) VCF(b *pattern.Board, limit int64) (r Result, plies int) {
	s.full = false
	return s.run(b, limit)
}

// Line is like VCF and gives the line of a win: the attacker's moves and the
// forced replies in turn, up to the five or to a four that cannot be stopped.
// It is valid until the next call.
func (s *Solver) Line(b *pattern.Board, limit int64) (r Result, line []pattern.Cell) {
	s.full = true
	if r, _ = s.run(b, limit); r != Win {
		return r, nil
	}
	return Win, s.line
}

// Plies is the length of that win, up to the five.
func (s *Solver) Plies() int { return s.plies }

// StopWhen makes the solver give up when stop, which it asks every 64 moves,
// says so.
func (s *Solver) StopWhen(stop func() bool) { s.stop = stop }

// stopped asks stop now and then.
func (s *Solver) stopped() bool {
	if s.Nodes%64 == 0 && s.stop != nil && s.stop() {
		s.ended = true
	}
	return s.ended
}

// First is the first move of the win that was found last.
func (s *Solver) First() pattern.Cell { return s.line[0] }

func (s *Solver) run(b *pattern.Board, limit int64) (Result, int) {
	limit = max(limit, 0)
	s.limit, s.ended = s.Nodes+limit, false
	s.moves, s.path, s.line = s.moves[:0], s.path[:0], s.line[:0]
	e := &s.table[b.Key()&uint64(len(s.table)-1)]
	if e.key == b.Key() && e.known == Unknown && limit <= int64(e.plies) {
		return Unknown, 0
	}
	r := s.attack(b, b.Last(1))
	if r == Unknown && !s.ended && e.known == Unknown {
		*e = entry{key: b.Key(), plies: uint16(min(limit, 1<<16-1))}
	}
	return r, s.plies
}

// won ends the search: the moves on the path, and those given, are the line.
// total is the number of plies of the line's rest up to the five.
func (s *Solver) won(total int, rest ...pattern.Cell) Result {
	s.line = append(append(s.line[:0], s.path...), rest...)
	s.plies = len(s.path) + total
	return Win
}

// attack searches a position with the attacker to move; last is its move
// before.
func (s *Solver) attack(b *pattern.Board, last pattern.Cell) Result {
	me := b.ToMove()
	if b.Count(me, pattern.Five) > 0 {
		return s.won(1, b.Points(me, pattern.Five).First())
	}
	forced := pattern.NoCell
	switch b.Count(me^1, pattern.Five) {
	case 0:
		if b.Count(me, pattern.Straight) > 0 {
			return s.won(3, b.Points(me, pattern.Straight).First())
		}
	case 1:
		forced = b.Points(me^1, pattern.Five).First()
	default:
		return No
	}

	e := &s.table[b.Key()&uint64(len(s.table)-1)]
	hint := pattern.NoCell
	if e.key == b.Key() {
		switch {
		case e.known == No:
			return No
		case e.known == Win && !s.full:
			return s.won(int(e.plies), e.move)
		case e.known == Win:
			hint = e.move
		}
	}

	from := len(s.moves)
	if forced != pattern.NoCell {
		if b.Class(me, forced) >= pattern.Four || b.MakesFour(me, forced) {
			s.moves = append(s.moves, scored{cell: forced})
		}
	} else {
		s.candidates(b, me, last, hint)
	}
	unknown := false
	for i := from; i < len(s.moves); i++ {
		s.pickBest(i)
		c := s.moves[i].cell
		if me == pattern.Black && b.Forbidden(c) {
			continue
		}
		if s.Nodes >= s.limit || s.stopped() {
			unknown = true
			break
		}
		s.Nodes++
		b.Move(c)
		r := s.defend(b, c)
		b.Undo()
		if r == Win {
			*e = entry{key: b.Key(), known: Win, move: c, plies: uint16(s.plies - len(s.path))}
			s.moves = s.moves[:from]
			return Win
		}
		unknown = unknown || r == Unknown
	}
	s.moves = s.moves[:from]
	if unknown {
		return Unknown
	}
	*e = entry{key: b.Key(), known: No}
	return No
}

// defend searches a position after the attacker's four on c.
func (s *Solver) defend(b *pattern.Board, c pattern.Cell) Result {
	me := b.ToMove()
	fives := b.Points(me^1, pattern.Five)
	if b.Count(me, pattern.Five) > 0 || b.Count(me^1, pattern.Five) == 0 {
		return No
	}
	reply := fives.First()
	if b.Count(me^1, pattern.Five) > 1 || me == pattern.Black && b.Forbidden(reply) {
		return s.won(3, c)
	}
	s.path = append(s.path, c, reply)
	b.Move(reply)
	r := s.attack(b, c)
	b.Undo()
	s.path = s.path[:len(s.path)-2]
	return r
}

// candidates adds the fours of the side to move, best first chances first.
func (s *Solver) candidates(b *pattern.Board, me int, last, hint pattern.Cell) {
	for _, class := range [...]pattern.Class{pattern.FourThree, pattern.FourPlus, pattern.Four} {
		if b.Count(me, class) == 0 {
			continue
		}
		for c := range b.Points(me, class).All() {
			s.moves = append(s.moves, scored{c, s.score(b, me, c, last, hint)})
		}
	}
	if me == pattern.Black && b.Count(me, pattern.Forbidden) > 0 {
		// A four with two threes of which one is not real is allowed.
		for c := range b.Points(me, pattern.Forbidden).All() {
			if b.MakesFour(me, c) {
				s.moves = append(s.moves, scored{c, s.score(b, me, c, last, hint)})
			}
		}
	}
}

// score orders fours: the one that won before, then by what they make besides,
// then those near the attacker's last move, for lines go on where they are.
func (s *Solver) score(b *pattern.Board, me int, c, last, hint pattern.Cell) int {
	if c == hint {
		return 1 << 20
	}
	n := 4 * b.Attack(me, c)
	if last != pattern.NoCell {
		size := b.Size()
		dx := int(c)%size - int(last)%size
		dy := int(c)/size - int(last)/size
		n -= 24 * max(dx, -dx, dy, -dy)
	}
	return n
}

// pickBest brings the best of the moves from i on to i; of equals the lowest
// cell, so that a search is repeatable.
func (s *Solver) pickBest(i int) {
	best := i
	for j := i + 1; j < len(s.moves); j++ {
		if m, top := s.moves[j], s.moves[best]; m.score > top.score || m.score == top.score && m.cell < top.cell {
			best = j
		}
	}
	s.moves[i], s.moves[best] = s.moves[best], s.moves[i]
}
