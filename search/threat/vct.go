package threat

import "tengen/search/pattern"

// Prover looks for a VCT (victory by continuous threats): a win in which each
// move of the attacker makes a four, threatens a straight four, or threatens a
// win by continuous fours. It belongs to one worker.
//
// The search is df-pn (Nagai, "Df-pn algorithm for searching AND/OR trees",
// 2002): it always goes on where a proof or a disproof looks nearest. A node's
// hard children are counted as weak proof numbers count them (Ueda et al. 2008),
// the largest and one for each other, for the same fours in another order lead
// to the same place and would be counted many times. Every position of the
// attacker is first given to the VCF solver.
type Prover struct {
	// Nodes counts the moves that were tried, those of the VCF solver included,
	// over all calls.
	Nodes int64

	vcf      *Solver
	table    []proofBucket
	attacker int
	limit    int64
	ended    bool
	stop     func() bool
	hint     func(b *pattern.Board) pattern.Cell
	options  []option // of all nodes on the way
}

// option is a move at a node, with the proof numbers of what it leads to.
type option struct {
	cell            pattern.Cell
	score           int32
	proof, disproof uint32
}

type proofBucket [proofSlots]proofEntry

const proofSlots = 2

var attackerKeys = [pattern.Colours]uint64{pattern.Black: 0x9e3779b97f4a7c15, pattern.White: 0xd1b54a32d192ed03}

// proofEntry remembers how far a position is from being proved and disproved.
type proofEntry struct {
	key             uint64
	proof, disproof uint32
	work            uint32 // nodes that were spent on it
	move            pattern.Cell
}

// guesses are the proof numbers of moves that nothing is known of yet, by what
// they make; 0 is for what is not tried. What makes less than a three may
// threaten a VCF.
var guesses = [pattern.Classes]uint32{
	pattern.Two: 6, pattern.TwoTwo: 5, pattern.BlockThree: 5, pattern.BlockThreePlus: 4,
	pattern.Forbidden: 2, // it only looks so
	pattern.Three:     3, pattern.ThreePlus: 2, pattern.DoubleThree: 1,
	pattern.Four: 3, pattern.FourPlus: 2, pattern.FourThree: 1,
}

const (
	// hinted is what the guess is raised by where there is a hint.
	hinted = 20
	// solved is the proof number of what is disproved, and the disproof number
	// of what is proved.
	solved = 1 << 28
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
	proof, disproof := p.attack(b, solved, solved)
	switch {
	case proof == 0:
		return Win
	case disproof == 0:
		return No
	}
	return Unknown
}

func (p *Prover) begin(attacker int, limit int64) {
	p.attacker, p.ended, p.limit = attacker, false, p.Nodes+limit
	p.options = p.options[:0]
}

// spent counts nodes, and tells whether the limit is reached.
func (p *Prover) spent() bool {
	if p.Nodes >= p.limit || p.stop != nil && p.Nodes&63 == 0 && p.stop() {
		p.ended = true
	}
	return p.ended
}

// fours asks the VCF solver.
func (p *Prover) fours(b *pattern.Board, limit int64) bool {
	before := p.vcf.Nodes
	r, _ := p.vcf.VCF(b, limit)
	p.Nodes += p.vcf.Nodes - before
	return r == Win
}

// attack goes on with a position with the attacker to move until its proof
// number reaches most, or its disproof number mostNot.
func (p *Prover) attack(b *pattern.Board, most, mostNot uint32) (proof, disproof uint32) {
	me := p.attacker
	if b.Count(me, pattern.Five) > 0 {
		return 0, solved
	}
	forced := pattern.NoCell
	switch b.Count(me^1, pattern.Five) {
	case 0:
		if b.Count(me, pattern.Straight) > 0 {
			return 0, solved
		}
	case 1:
		forced = b.Points(me^1, pattern.Five).First()
		if me == pattern.Black && b.Forbidden(forced) {
			return solved, 0
		}
	default:
		return solved, 0
	}
	e, known := p.find(b.Key())
	if known && (e.proof == 0 || e.disproof == 0) {
		return e.proof, e.disproof
	}
	began := p.Nodes
	if !known && p.fours(b, vctFours) {
		p.store(b.Key(), 0, solved, pattern.NoCell, began)
		return 0, solved
	}

	from := len(p.options)
	if forced != pattern.NoCell {
		p.option(b, forced, 1, 0)
	} else {
		p.attacks(b)
	}
	proof, disproof = solved, 0
	move := pattern.NoCell
	for {
		// The easiest child to prove is enough; all must be disproved.
		best, second := -1, uint32(solved)
		open := uint32(0)
		proof, disproof = solved, 0
		for i := from; i < len(p.options); i++ {
			o := &p.options[i]
			if o.disproof == 0 {
				continue
			}
			open++
			disproof = max(disproof, o.disproof)
			switch {
			case best < 0 || o.proof < proof || o.proof == proof && o.score > p.options[best].score:
				second = proof
				best, proof = i, o.proof
			case o.proof < second:
				second = o.proof
			}
		}
		if open > 0 && disproof < solved {
			disproof += open - 1
		}
		if best >= 0 {
			move = p.options[best].cell
		}
		if best < 0 || proof == 0 || proof >= most || disproof >= mostNot || p.spent() {
			break
		}
		o := p.options[best]
		b.Move(o.cell)
		p.Nodes++
		pn, dn := p.defend(b, min(most, second+second/4+1), mostNot-(open-1))
		b.Undo()
		p.options[best].proof, p.options[best].disproof = pn, dn
	}
	p.options = p.options[:from]
	if proof == 0 {
		disproof = solved
	}
	p.store(b.Key(), proof, disproof, move, began)
	return proof, disproof
}

// defend is attack for a position with the defender to move.
func (p *Prover) defend(b *pattern.Board, most, mostNot uint32) (proof, disproof uint32) {
	e, known := p.find(b.Key())
	if known && (e.proof == 0 || e.disproof == 0) {
		return e.proof, e.disproof
	}
	began := p.Nodes
	var replies pattern.Set
	if !p.replies(b, &replies) {
		p.store(b.Key(), solved, 0, pattern.NoCell, began)
		return solved, 0
	}
	if !known && b.Count(p.attacker, pattern.Five) == 0 && p.fours(b, vctCounter) {
		p.store(b.Key(), solved, 0, pattern.NoCell, began)
		return solved, 0
	}
	from := len(p.options)
	for c := range replies.All() {
		if p.canReply(b, c) {
			p.option(b, c, 1, int32(b.Attack(p.attacker^1, c)))
		}
	}
	for {
		best, second := -1, uint32(solved)
		open := uint32(0)
		proof, disproof = 0, solved
		for i := from; i < len(p.options); i++ {
			o := &p.options[i]
			if o.proof == 0 {
				continue
			}
			open++
			proof = max(proof, o.proof)
			switch {
			case best < 0 || o.disproof < disproof || o.disproof == disproof && o.score > p.options[best].score:
				second = disproof
				best, disproof = i, o.disproof
			case o.disproof < second:
				second = o.disproof
			}
		}
		if open > 0 && proof < solved {
			proof += open - 1
		}
		if best < 0 || disproof == 0 || proof >= most || disproof >= mostNot || p.spent() {
			break
		}
		o := p.options[best]
		b.Move(o.cell)
		p.Nodes++
		pn, dn := p.attack(b, most-(open-1), min(mostNot, second+second/4+1))
		b.Undo()
		p.options[best].proof, p.options[best].disproof = pn, dn
	}
	p.options = p.options[:from]
	if disproof == 0 {
		proof = solved
	}
	p.store(b.Key(), proof, disproof, pattern.NoCell, began)
	return proof, disproof
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
	p.Nodes += p.vcf.Nodes - before
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
	o := option{cell: c, score: score, proof: 1, disproof: 1}
	if b.ToMove() == p.attacker {
		o.proof = guess
	}
	if e, ok := p.find(b.KeyAfter(c)); ok {
		o.proof, o.disproof = e.proof, e.disproof
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
func (p *Prover) store(key uint64, proof, disproof uint32, move pattern.Cell, began int64) {
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
	*victim = proofEntry{key: key, proof: min(proof, solved), disproof: min(disproof, solved), work: work, move: move}
}
