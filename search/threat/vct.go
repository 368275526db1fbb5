package threat

import "tengen/search/pattern"

// Prover looks for VCTs. It belongs to one worker.
//
// The search is df-pn (Nagai, "Df-pn algorithm for searching AND/OR trees and its
// applications", 2002): it always goes on where a verdict looks nearest. Where
// all moves must be shown to fail they are counted as weak proof-number search
// does (Ueda, Hashimoto, Hashimoto and Iida, 2008), the hardest and one for each
// other: the same fours in another order lead to the same place and would be
// counted many times. Every position of the
// attacker is first given to the VCF solver.
type Prover struct {
	// Nodes counts the moves that were tried, those of the VCF solver included,
	// over all calls.
	Nodes int64

	vcf      *Solver
	table    []proofBucket
	attacker int
	limit    int64
	stop     func() bool
	asked    int64 // value of Nodes at which stop was asked last
	stopped  bool
	hint     func(b *pattern.Board) pattern.Cell
	options  []option // of all nodes on the way
}

// option is a move at a node, with the numbers of the position behind it.
type option struct {
	cell  pattern.Cell
	score int32
	numbers
}

// numbers tell how far a position is from a verdict, for the side to move: win
// is the number of positions at least that must still be decided to show that it
// reaches its aim, the attacker to win or the defender to hold out, and fail
// the number to show that it does not. For an attacker they are the proof and
// the disproof number, for a defender the other way round (Nagai's phi and
// delta).
type numbers struct{ win, fail uint32 }

// solved is the number of what cannot be shown any more.
const solved = 1 << 28

var (
	reached = numbers{0, solved}
	missed  = numbers{solved, 0}
)

func (n numbers) decided() bool { return n.win == 0 || n.fail == 0 }

type proofBucket [proofSlots]proofEntry

const proofSlots = 2

var attackerKeys = [pattern.Colours]uint64{pattern.Black: 0x9e3779b97f4a7c15, pattern.White: 0xd1b54a32d192ed03}

// proofEntry remembers how far a position is from being proved and disproved.
type proofEntry struct {
	key uint64
	numbers
	work uint32       // nodes that were spent on it
	move pattern.Cell // the best that is known
}

// guesses say how hard it is to show that the defence fails against a move that
// nothing is known of yet, by what the move makes; 0 is for what is not tried.
// What makes less than a three may threaten a VCF.
var guesses = [pattern.Classes]uint32{
	pattern.Two: 6, pattern.TwoTwo: 5, pattern.BlockThree: 5, pattern.BlockThreePlus: 4,
	pattern.Forbidden: 2, // it only looks so
	pattern.Three:     3, pattern.ThreePlus: 2, pattern.DoubleThree: 1,
	pattern.Four: 3, pattern.FourPlus: 2, pattern.FourThree: 1,
}

const (
	// hinted is what the guess is raised by where there is a hint.
	hinted = 20
	// vctFours is how many fours the VCF solver may try in a position of the
	// attacker, vctBreaks when it looks for the threat of a quiet move, and
	// vctCounter for a win of the defender's.
	vctFours   = 200
	vctBreaks  = 60
	vctCounter = 60
)

// NewProver returns a prover that asks vcf, and remembers up to entries
// positions (rounded up to a power of two; an entry takes 24 bytes).
func NewProver(vcf *Solver, entries int) *Prover {
	size := 1
	for size*proofSlots < entries {
		size *= 2
	}
	return &Prover{vcf: vcf, table: make([]proofBucket, size), options: make([]option, 0, 1<<14)}
}

// Clear forgets all positions, as Solver.Clear does.
func (p *Prover) Clear() { clear(p.table) }

// StopWhen makes the prover give up when stop, which it asks every 64 moves,
// says so.
func (p *Prover) StopWhen(stop func() bool) { p.stop = stop }

// Hint makes the prover ask hint for the move to try first in a position with
// the attacker to move; NoCell is no hint.
func (p *Prover) Hint(hint func(b *pattern.Board) pattern.Cell) { p.hint = hint }

// VCT tells whether the side to move wins by continuous threats, trying at most
// limit moves. No means that the prover found every threat stopped: it looks
// for a VCF with few moves only, and so may miss a threat, never a defence. What
// a search that ended early has found out helps the next.
func (p *Prover) VCT(b *pattern.Board, limit int64) Result {
	p.begin(b.ToMove(), limit)
	n := p.node(b, numbers{solved, solved})
	switch {
	case p.stopped:
		return Unknown
	case n == reached:
		return Win
	case n == missed:
		return No
	}
	return Unknown
}

// VCTAfter is VCT for the opponent of the side to move, who has just moved: Win means
// that whatever the side to move replies, it loses.
func (p *Prover) VCTAfter(b *pattern.Board, limit int64) Result {
	p.begin(b.ToMove()^1, limit)
	n := p.node(b, numbers{solved, solved})
	switch {
	case p.stopped:
		return Unknown
	case n == missed:
		return Win
	case n == reached:
		return No
	}
	return Unknown
}

func (p *Prover) begin(attacker int, limit int64) {
	p.attacker, p.stopped, p.limit = attacker, false, p.Nodes+limit
	p.asked = p.Nodes
	p.options = p.options[:0]
}

// spent tells whether the limit is reached, and asks stop now and then.
func (p *Prover) spent() bool {
	if p.stop != nil && p.Nodes >= p.asked+64 {
		p.asked = p.Nodes
		p.stopped = p.stopped || p.stop()
	}
	return p.stopped || p.Nodes >= p.limit
}

// fours tells whether the side to move wins by fours.
func (p *Prover) fours(b *pattern.Board, limit int64) bool {
	before := p.vcf.Nodes
	r, _ := p.vcf.VCF(b, limit)
	p.count(before)
	return r == Win
}

// count adds what the VCF solver has tried since it had tried before. One
// that was stopped has told nothing.
func (p *Prover) count(before int64) {
	p.Nodes += p.vcf.Nodes - before
	p.stopped = p.stopped || p.vcf.ended
}

// node goes on with a position until one of its numbers reaches that of most.
// What it says after it was stopped means nothing, and is not remembered.
func (p *Prover) node(b *pattern.Board, most numbers) numbers {
	e, known := p.find(b.Key())
	if known && e.decided() {
		return e.numbers
	}
	began := p.Nodes
	from := len(p.options)
	if n := p.expand(b, known); p.stopped || n.decided() {
		p.options = p.options[:from]
		p.store(b.Key(), n, pattern.NoCell, began)
		return n
	}
	for {
		// One move that succeeds is enough, so the easiest to show counts; all must
		// fail, so the hardest counts, and one for each other.
		n, best, second, open := missed, -1, uint32(solved), uint32(0)
		for i := from; i < len(p.options); i++ {
			o := &p.options[i]
			if o.win == 0 {
				continue
			}
			open++
			n.fail = max(n.fail, o.win)
			switch {
			case best < 0 || o.fail < n.win || o.fail == n.win && o.score > p.options[best].score:
				second, best, n.win = n.win, i, o.fail
			case o.fail < second:
				second = o.fail
			}
		}
		if open > 0 {
			n.fail += open - 1
		}
		if n.win == 0 {
			n = reached
		}
		if best < 0 || n.decided() || n.win >= most.win || n.fail >= most.fail || p.spent() {
			move := pattern.NoCell
			if best >= 0 {
				move = p.options[best].cell
			}
			p.options = p.options[:from]
			p.store(b.Key(), n, move, began)
			return n
		}
		// The child may go on until another looks easier by a quarter.
		b.Move(p.options[best].cell)
		p.Nodes++
		child := p.node(b, numbers{win: most.fail - (open - 1), fail: min(most.win, second+second/4+1)})
		b.Undo()
		p.options[best].numbers = child
	}
}

// expand adds the moves of a position to the options. It returns numbers that
// are decided where no move need be looked at.
func (p *Prover) expand(b *pattern.Board, known bool) numbers {
	if b.ToMove() == p.attacker {
		return p.attack(b, known)
	}
	return p.defend(b, known)
}

// attack is expand with the attacker to move. What is known was given to the
// VCF solver before.
func (p *Prover) attack(b *pattern.Board, known bool) numbers {
	me := p.attacker
	if b.Count(me, pattern.Five) > 0 {
		return reached
	}
	forced := pattern.NoCell
	switch b.Count(me^1, pattern.Five) {
	case 0:
		if b.Count(me, pattern.Straight) > 0 {
			return reached
		}
	case 1:
		forced = b.Points(me^1, pattern.Five).First()
		if me == pattern.Black && b.Forbidden(forced) {
			return missed
		}
	default:
		return missed
	}
	if !known && p.fours(b, vctFours) {
		return reached
	}
	if forced != pattern.NoCell {
		p.option(b, forced, 1, 0)
	} else {
		p.attacks(b)
	}
	return numbers{1, 1}
}

// defend is expand with the defender to move.
func (p *Prover) defend(b *pattern.Board, known bool) numbers {
	var replies pattern.Set
	if !p.replies(b, &replies) {
		return reached
	}
	if !known && b.Count(p.attacker, pattern.Five) == 0 && p.fours(b, vctCounter) {
		return reached
	}
	for c := range replies.All() {
		if p.canReply(b, c) {
			p.option(b, c, 1, int32(b.Attack(p.attacker^1, c)))
		}
	}
	return numbers{1, 1}
}

// replies puts into set all that the defender can try, and tells whether the
// attacker threatens anything at all.
func (p *Prover) replies(b *pattern.Board, set *pattern.Set) bool {
	me := b.ToMove()
	if b.Count(me, pattern.Five) > 0 {
		return false
	}
	switch b.Count(p.attacker, pattern.Five) {
	case 0:
	case 1:
		*set = *b.Points(p.attacker, pattern.Five)
		return true
	default:
		return true // no reply
	}
	if b.Count(p.attacker, pattern.Straight) > 0 {
		Defences(b, set)
		return true
	}
	before := p.vcf.Nodes
	won, _ := p.vcf.Breaks(b, vctBreaks, set)
	p.count(before)
	return won
}

// canReply tells whether the defender may play on c.
func (p *Prover) canReply(b *pattern.Board, c pattern.Cell) bool {
	return b.IsEmpty(c) && (p.attacker == pattern.Black || !b.Forbidden(c))
}

// attacks adds the attacker's moves, with a guess of how hard each is to prove.
func (p *Prover) attacks(b *pattern.Board) {
	me := p.attacker
	hint := pattern.NoCell
	if p.hint != nil {
		hint = p.hint(b)
	}
	for c := range b.Near().All() {
		if !b.IsEmpty(c) {
			continue
		}
		class := b.Class(me, c)
		guess := guesses[class]
		switch {
		case me == pattern.Black && b.Forbidden(c):
			continue
		case c == hint:
			p.option(b, c, 1, 1<<20)
		case guess > 0 && hint != pattern.NoCell:
			p.option(b, c, guess+hinted, int32(b.Attack(me, c)))
		case guess > 0:
			p.option(b, c, guess, int32(b.Attack(me, c)))
		}
	}
}

// option adds a move with what is known of it, or else a guess.
func (p *Prover) option(b *pattern.Board, c pattern.Cell, guess uint32, score int32) {
	o := option{cell: c, score: score, numbers: numbers{win: 1, fail: guess}}
	if e, ok := p.find(b.KeyAfter(c)); ok {
		o.numbers = e.numbers
	}
	p.options = append(p.options, o)
}

// bucket is where a position is remembered, and under which key: one of its own
// for either attacker.
func (p *Prover) bucket(key uint64) (*proofBucket, uint64) {
	key ^= attackerKeys[p.attacker]
	return &p.table[key&uint64(len(p.table)-1)], key
}

func (p *Prover) find(key uint64) (proofEntry, bool) {
	bucket, key := p.bucket(key)
	for _, e := range bucket {
		if e.key == key {
			return e, true
		}
	}
	return proofEntry{}, false
}

// store keeps what is known of a position, in place of what took less work.
func (p *Prover) store(key uint64, n numbers, move pattern.Cell, began int64) {
	if p.stopped {
		return
	}
	bucket, key := p.bucket(key)
	work := uint32(min(p.Nodes-began, 1<<30))
	victim := &bucket[0]
	for i := range bucket {
		e := &bucket[i]
		if e.key == key {
			victim = e
			work = min(work+e.work, 1<<30)
			break
		}
		if e.work < victim.work {
			victim = e
		}
	}
	*victim = proofEntry{key, numbers{min(n.win, solved), min(n.fail, solved)}, work, move}
}
