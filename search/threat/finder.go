package threat

import "tengen/search/pattern"

// Kind says which moves of the attacker count as threats.
type Kind uint8

// A VCF consists of fours. In a VCT there may be moves too that threaten a VCF.
const (
	VCF Kind = iota
	VCT
)

// String gives "VCF" or "VCT".
func (k Kind) String() string {
	if k == VCT {
		return "VCT"
	}
	return "VCF"
}

// Span is what is known of the least number of moves that a win takes the
// attacker, the five included: Win moves are enough, unless it is 0, and None
// moves are not. None is Never where no number of moves is enough.
type Span struct{ Win, None uint8 }

// Never is more moves than a board has room for, and MostMoves the most that a
// Finder can be asked for.
const (
	Never     = 255
	MostMoves = Never - 1
)

// Within tells whether so many moves are known to be enough.
func (s Span) Within(moves int) bool { return s.Win > 0 && int(s.Win) <= moves }

// settles tells whether the answer is known for so many moves.
func (s Span) settles(moves int) bool { return s.Within(moves) || int(s.None) >= moves }

// later is the span of a position one move of the attacker's earlier.
func (s Span) later() Span {
	if s.Win > 0 {
		s.Win++
	}
	if s.None < Never {
		s.None++
	}
	return s
}

// Finder looks for the shortest wins by continuous fours or threats, and proves
// where there is none: unlike a Prover it misses no threat. It tells for a
// number of moves whether they are enough, so that one who asks for one, two,
// three moves in turn finds the shortest win. That takes much longer than to
// find any. It belongs to one goroutine.
//
// Which quiet moves could threaten anything it learns from the fours that fail
// in the position as it is: see zone.
type Finder struct {
	// Nodes counts the moves that were tried, over all calls.
	Nodes int64

	kind     Kind
	attacker int
	limit    int64
	stop     func() bool
	ended    bool // the running search has come to an end before its time

	table   []spanBucket
	list    *Solver  // lists and orders the fours
	options []scored // moves of all nodes on the way that are no VCF's
	seen    map[uint64]int
}

type spanBucket [2]spanEntry

// spanEntry remembers what is known of a position.
type spanEntry struct {
	key uint64
	Span
	move pattern.Cell // of the attacker's win, or the reply that holds
	work uint32       // nodes that were spent on it
}

// counterMoves is how long a VCF of the defender's is looked for as an answer to
// a quiet move. Longer ones come to light as the replies that they consist of.
const counterMoves = 8

// suggestedWork is what a suggestion is worth to the memory, in nodes.
const suggestedWork = 100

// NewFinder returns a finder that remembers up to entries positions (rounded up
// to a power of two; an entry takes 16 bytes).
func NewFinder(entries int) *Finder {
	size := 1
	for size*len(spanBucket{}) < entries {
		size *= 2
	}
	return &Finder{
		table:   make([]spanBucket, size),
		list:    NewSolver(1),
		options: make([]scored, 0, 1<<12),
		seen:    map[uint64]int{},
	}
}

// StopWhen makes the finder give up when stop, which it asks every 64 moves,
// says so.
func (f *Finder) StopWhen(stop func() bool) { f.stop = stop }

// Attack tells whether the side to move wins with so many moves, trying at most
// limit of either side. Where the limit is reached before that is known, the
// span says less; what was found out helps the next search.
func (f *Finder) Attack(b *pattern.Board, kind Kind, moves int, limit int64) Span {
	f.begin(kind, b.ToMove(), limit)
	return f.attack(b, min(moves, MostMoves))
}

// Defend tells whether the opponent of the side to move, who has just moved,
// wins with so many more moves. It is otherwise like Attack.
func (f *Finder) Defend(b *pattern.Board, kind Kind, moves int, limit int64) Span {
	f.begin(kind, b.ToMove()^1, limit)
	return f.defend(b, min(moves, MostMoves))
}

// Replies puts into set the side to move's replies to its opponent's last move
// that could keep it from a win with so many more moves, and returns the VCF
// that it threatens, if that is no four. ok is false where nothing is
// threatened, or not within limit.
func (f *Finder) Replies(b *pattern.Board, kind Kind, moves int, limit int64, set *pattern.Set) (line []pattern.Cell, ok bool) {
	f.begin(kind, b.ToMove()^1, limit)
	me := b.ToMove()
	switch {
	case b.Count(me, pattern.Five) > 0:
		return nil, false
	case b.Count(f.attacker, pattern.Five) > 1:
		return nil, true
	case b.Count(f.attacker, pattern.Five) == 1:
		*set = *b.Points(f.attacker, pattern.Five)
	case kind == VCF:
		return nil, false
	default:
		var span Span
		if line, span = f.threat(b, min(moves, MostMoves), set); !span.Within(moves) {
			return nil, false
		}
	}
	var legal pattern.Set
	for c := range set.All() {
		if f.canReply(b, c) {
			legal.Add(c)
		}
	}
	*set = legal
	return line, true
}

// Proof is the win with so many moves at most that begins with c, or with any move
// where c is NoCell. In it every answer is the one that wins soonest, if least is
// wanted. It is nil if there is none, or not within limit.
func (f *Finder) Proof(b *pattern.Board, kind Kind, c pattern.Cell, moves int, least bool, limit int64) *Proof {
	f.begin(kind, b.ToMove(), limit)
	g := gathering{f, least, map[uint64]*Proof{}}
	if c == pattern.NoCell {
		return g.proof(b, min(moves, MostMoves))
	}
	return g.proofOf(b, c, min(moves, MostMoves))
}

// gathering is a Finder's Proof on the way.
type gathering struct {
	*Finder
	least bool
	known map[uint64]*Proof
}

func (g *gathering) proof(b *pattern.Board, moves int) *Proof {
	if p, ok := g.known[b.Key()]; ok {
		return p
	}
	n := moves
	if g.least {
		n = 1
	}
	span := g.attack(b, n)
	for !g.ended && !span.Within(n) && n < moves {
		n = max(n+1, int(span.None)+1)
		span = g.attack(b, min(n, moves))
	}
	if g.ended || !span.Within(moves) {
		return nil
	}
	n = int(span.Win)
	var p *Proof
	if g.fours(b, n).Within(n) {
		if line := g.line(b, n); line != nil {
			p = FromLine(pattern.PointsOf(line, b.Size()))
		}
	} else if !g.ended {
		p = g.proofOf(b, g.find(b.Key()^attackerKeys[g.attacker]).move, n)
	}
	if p != nil {
		g.known[b.Key()] = p
	}
	return p
}

// proofOf is the win that begins with c.
func (g *gathering) proofOf(b *pattern.Board, c pattern.Cell, moves int) *Proof {
	p := &Proof{Move: pattern.PointOf(c, b.Size())}
	if b.Class(g.attacker, c) == pattern.Five {
		return p
	}
	b.Move(c)
	defer b.Undo()
	var replies pattern.Set
	switch {
	case b.Count(g.attacker^1, pattern.Five) > 0:
		return nil
	case b.Count(g.attacker, pattern.Five) > 1:
		return p
	case b.Count(g.attacker, pattern.Five) == 1:
		replies = *b.Points(g.attacker, pattern.Five)
	default:
		n := moves - 1
		if g.least {
			n = 2
		}
		line, span := g.threat(b, n, &replies)
		for !g.ended && line == nil && n < moves-1 {
			n = min(max(n, int(span.None))+1, moves-1)
			line, span = g.threat(b, n, &replies)
		}
		if line == nil {
			return nil
		}
		p.Threat = pattern.PointsOf(line, b.Size())
		if !g.anyLegal(b, &replies) {
			// Nothing stops all threats at once, but this one may be stopped.
			b.Pass()
			breaks(b, line, &replies)
			b.UndoPass()
		}
	}
	for r := range replies.All() {
		if !g.canReply(b, r) {
			continue
		}
		b.Move(r)
		then := g.proof(b, moves-1)
		b.Undo()
		if then == nil {
			return nil
		}
		p.Replies = append(p.Replies, Reply{pattern.PointOf(r, b.Size()), then})
	}
	return p
}

func (g *gathering) anyLegal(b *pattern.Board, replies *pattern.Set) bool {
	for r := range replies.All() {
		if g.canReply(b, r) {
			return true
		}
	}
	return false
}

// Suggest names the move that the side to move is to try first in a VCT.
func (f *Finder) Suggest(b *pattern.Board, c pattern.Cell) {
	f.store(b.Key()^attackerKeys[b.ToMove()], Span{}, c, f.Nodes-suggestedWork)
}

func (f *Finder) begin(kind Kind, attacker int, limit int64) {
	f.kind, f.attacker, f.limit, f.ended = kind, attacker, f.Nodes+limit, false
	f.options, f.list.moves = f.options[:0], f.list.moves[:0]
}

// count counts a move, and tells whether it may still be tried.
func (f *Finder) count() bool {
	if f.Nodes >= f.limit || f.Nodes%64 == 0 && f.stop != nil && f.stop() {
		f.ended = true
	}
	f.Nodes++
	return !f.ended
}

// fours tells whether the side to move wins by fours.
func (f *Finder) fours(b *pattern.Board, moves int) Span {
	me := b.ToMove()
	span, forced := glance(b)
	if span.settles(moves) || moves < 2 {
		return span
	}
	e := f.find(b.Key())
	if e.settles(moves) {
		return e.Span
	}
	began := f.Nodes
	from := len(f.list.moves)
	defer func() { f.list.moves = f.list.moves[:from] }()
	if forced == pattern.NoCell {
		f.list.candidates(b, me, b.Last(1), e.move)
	} else if b.MakesFour(me, forced) {
		f.list.moves = append(f.list.moves, scored{cell: forced})
	}
	span = Span{None: Never}
	for i := from; i < len(f.list.moves); i++ {
		f.list.pickBest(i)
		c := f.list.moves[i].cell
		if me == pattern.Black && b.Forbidden(c) {
			continue
		}
		if !f.count() {
			return Span{}
		}
		b.Move(c)
		after := f.afterFour(b, moves-1).later()
		b.Undo()
		switch {
		case f.ended:
			return Span{}
		case after.Within(moves):
			return f.store(b.Key(), Span{Win: after.Win}, c, began)
		}
		span.None = min(span.None, after.None)
	}
	return f.store(b.Key(), span, pattern.NoCell, began)
}

// afterFour is what fours is for the attacker, after its four.
func (f *Finder) afterFour(b *pattern.Board, moves int) Span {
	me := b.ToMove()
	fives := b.Count(me^1, pattern.Five)
	if b.Count(me, pattern.Five) > 0 || fives == 0 {
		return Span{None: Never}
	}
	reply := b.Points(me^1, pattern.Five).First()
	if fives > 1 || me == pattern.Black && b.Forbidden(reply) {
		return Span{Win: 1}
	}
	b.Move(reply)
	defer b.Undo()
	return f.fours(b, moves)
}

// glance is what a look at the board tells the side to move, and the point where
// it must stop a four, if there is one. None is at least 1 where it has no five.
func glance(b *pattern.Board) (Span, pattern.Cell) {
	me := b.ToMove()
	if b.Count(me, pattern.Five) > 0 {
		return Span{Win: 1}, pattern.NoCell
	}
	forced := b.Points(me^1, pattern.Five).First()
	switch {
	case b.Count(me^1, pattern.Five) > 1, forced != pattern.NoCell && me == pattern.Black && b.Forbidden(forced):
		return Span{None: Never}, forced
	case forced == pattern.NoCell && b.Count(me, pattern.Straight) > 0:
		return Span{Win: 2, None: 1}, forced
	}
	return Span{None: 1}, forced
}

// attack tells whether the attacker, who is to move, wins.
func (f *Finder) attack(b *pattern.Board, moves int) Span {
	if f.kind == VCF {
		return f.fours(b, moves)
	}
	me := f.attacker
	span, forced := glance(b)
	if span.settles(moves) || moves < 1 {
		return span
	}
	key := b.Key() ^ attackerKeys[me]
	e := f.find(key)
	if e.settles(moves) {
		return e.Span
	}
	span = f.fours(b, moves)
	switch {
	case f.ended:
		return Span{}
	case span.Within(moves):
		return Span{Win: span.Win}
	case moves < 3: // a quiet move, a four and the five are three
		return Span{None: 2}
	}
	began := f.Nodes
	from := len(f.options)
	defer func() { f.options = f.options[:from] }()
	if forced != pattern.NoCell {
		f.options = append(f.options, scored{cell: forced})
		span.None = Never
	} else if cut := f.attacks(b, moves-1, e.move); cut {
		span.None = uint8(moves) // a longer threat has not been looked for
	}
	if f.ended {
		return Span{}
	}
	for i := from; i < len(f.options); i++ {
		pick(f.options[i:])
		c := f.options[i].cell
		if me == pattern.Black && b.Forbidden(c) {
			continue
		}
		if !f.count() {
			return Span{}
		}
		b.Move(c)
		after := f.defend(b, moves-1).later()
		b.Undo()
		switch {
		case f.ended:
			return Span{}
		case after.Within(moves):
			return f.store(key, Span{Win: after.Win}, c, began)
		}
		span.None = min(span.None, after.None)
	}
	return f.store(key, span, pattern.NoCell, began)
}

// attacks adds the attacker's fours, and all moves that could threaten a VCF of
// so many moves. cut tells that others could threaten a longer one.
func (f *Finder) attacks(b *pattern.Board, moves int, hint pattern.Cell) (cut bool) {
	clear(f.seen)
	z := zone{finder: f}
	z.search(b, moves)
	for c := range pattern.Cell(b.Size() * b.Size()) {
		if !b.IsEmpty(c) || !z.all && !z.points.Has(c) {
			continue
		}
		score := b.Attack(f.attacker, c)
		switch {
		case c == hint:
			score = 1 << 20
		case b.MakesFour(f.attacker, c):
			score += 1 << 10
		}
		f.options = append(f.options, scored{c, score})
	}
	return z.cut
}

// defend tells whether the attacker, who has just moved, wins with so many more
// moves.
func (f *Finder) defend(b *pattern.Board, moves int) Span {
	me := b.ToMove()
	if b.Count(me, pattern.Five) > 0 {
		return Span{None: Never}
	}
	switch b.Count(f.attacker, pattern.Five) {
	case 0:
	case 1:
		reply := b.Points(f.attacker, pattern.Five).First()
		if !f.canReply(b, reply) {
			return Span{Win: 1}
		}
		b.Move(reply)
		defer b.Undo()
		return f.attack(b, moves)
	default:
		return Span{Win: 1}
	}
	if f.kind == VCF {
		return Span{None: Never}
	}
	if moves < 2 { // a four and the five
		return Span{None: 1}
	}
	key := b.Key() ^ attackerKeys[f.attacker]
	e := f.find(key)
	if e.settles(moves) {
		return e.Span
	}
	began := f.Nodes
	var replies pattern.Set
	line, span := f.threat(b, moves, &replies)
	switch {
	case f.ended:
		return Span{}
	case line == nil:
		return f.store(key, span, pattern.NoCell, began)
	}
	counter := f.fours(b, counterMoves)
	switch {
	case f.ended:
		return Span{}
	case counter.Within(counterMoves):
		return f.store(key, Span{None: Never}, f.find(b.Key()).move, began)
	}
	from := len(f.options)
	defer func() { f.options = f.options[:from] }()
	for c := range replies.All() {
		if !f.canReply(b, c) {
			continue
		}
		score := b.MoveScore(c)
		if c == e.move {
			score = 1 << 20
		}
		f.options = append(f.options, scored{c, score})
	}
	for i := from; i < len(f.options); i++ {
		pick(f.options[i:])
		c := f.options[i].cell
		if !f.count() {
			return Span{}
		}
		b.Move(c)
		after := f.attack(b, moves)
		b.Undo()
		switch {
		case f.ended:
			return Span{}
		case !after.Within(moves):
			return f.store(key, Span{None: after.None}, c, began)
		}
		span.Win = max(span.Win, after.Win)
	}
	return f.store(key, span, pattern.NoCell, began)
}

// threat looks for the VCF that the attacker, who has no four on the board,
// would win by if the defender passed. It returns it, nil for none, and how many
// moves it takes, and puts into set all replies that could stop it: any other
// leaves it as it is.
func (f *Finder) threat(b *pattern.Board, moves int, set *pattern.Set) ([]pattern.Cell, Span) {
	b.Pass()
	span := f.fours(b, moves)
	var line []pattern.Cell
	if span.Within(moves) {
		line = f.line(b, int(span.Win))
	}
	var stops pattern.Set
	sure := line != nil && breaks(b, line, &stops)
	b.UndoPass()
	switch {
	case line == nil:
		return nil, Span{None: span.None}
	case b.Count(f.attacker, pattern.Straight) > 0:
		Defences(b, set)
	case sure:
		*set = stops
	default:
		for c := range pattern.Cell(b.Size() * b.Size()) {
			set.Add(c)
		}
	}
	return line, Span{Win: span.Win}
}

// line is the VCF of the side to move that fours has found, as Solver.Line gives
// it. It is nil where the search comes to its end before it is found again.
func (f *Finder) line(b *pattern.Board, moves int) []pattern.Cell {
	var line []pattern.Cell
	made := 0
	defer func() {
		for range made {
			b.Undo()
		}
	}()
	for {
		me := b.ToMove()
		span := f.fours(b, moves)
		if f.ended || !span.Within(moves) {
			return nil
		}
		if b.Count(me, pattern.Five) > 0 {
			return append(line, b.Points(me, pattern.Five).First())
		}
		if now, _ := glance(b); now.Win == 2 {
			return append(line, b.Points(me, pattern.Straight).First())
		}
		c := f.find(b.Key()).move
		line = append(line, c)
		b.Move(c)
		made++
		fives := b.Points(me, pattern.Five)
		reply := fives.First()
		if fives.Len() > 1 || me == pattern.White && b.Forbidden(reply) {
			return line
		}
		line = append(line, reply)
		b.Move(reply)
		made++
		moves = int(span.Win) - 1
	}
}

// canReply tells whether the defender may play on c.
func (f *Finder) canReply(b *pattern.Board, c pattern.Cell) bool {
	return b.IsEmpty(c) && (f.attacker == pattern.Black || !b.Forbidden(c))
}

// pick brings the best of the moves to the front; of equals the first comes.
func pick(moves []scored) {
	best := 0
	for i, m := range moves {
		if m.score > moves[best].score {
			best = i
		}
	}
	moves[0], moves[best] = moves[best], moves[0]
}

func (f *Finder) find(key uint64) spanEntry {
	for _, e := range f.table[key&uint64(len(f.table)-1)] {
		if e.key == key {
			return e
		}
	}
	return spanEntry{move: pattern.NoCell}
}

// store remembers what is known of a position, in place of what took less work,
// and returns it.
func (f *Finder) store(key uint64, span Span, move pattern.Cell, began int64) Span {
	bucket := &f.table[key&uint64(len(f.table)-1)]
	e := spanEntry{key, span, move, uint32(min(f.Nodes-began, 1<<30))}
	victim := &bucket[0]
	for i := range bucket {
		old := &bucket[i]
		if old.key == key {
			victim = old
			e.None, e.work = max(e.None, old.None), min(e.work+old.work, 1<<30)
			if e.Win == 0 {
				e.Win = old.Win
			}
			if e.move == pattern.NoCell {
				e.move = old.move
			}
			break
		}
		if old.work < victim.work {
			victim = old
		}
	}
	*victim = e
	return span
}
