package search

import (
	"math/bits"
	"sync/atomic"

	"tengen/search/pattern"
)

// table is the transposition table, shared by all workers without locks. A
// slot is two words, the first xor-ed with the second, so that a slot torn
// between two writers is taken for another position's (Hyatt and Mann, "A
// lockless transposition table", 2002).
type table struct {
	buckets []bucket
	age     uint8
}

// MaxTableBytes is the largest transposition table that is taken: 4 GiB, or
// 1 GiB where the machine's words have 32 bits.
const MaxTableBytes = (1 << 30) << (2 * (^uint(0) >> 63))

const bucketSlots = 4 // a bucket is a cache line

type bucket [bucketSlots]slot

type slot struct{ check, data atomic.Uint64 }

// bound tells how a stored value bounds the true one.
type bound uint8

const (
	noBound bound = iota
	upper
	lower
	exact = upper | lower
)

// record is a slot's data.
type record struct {
	value Value // mates count from the stored position, not from the root
	depth int   // in units of onePly
	move  pattern.Cell
	bound bound
	wasPV bool // the position was once on the principal variation
}

// The data word: move 9 bits, bound 2, wasPV, age 6, depth 14 (offset
// depthOffset), value 16.
const (
	boundShift = 9
	wasPVShift = 11
	ageShift   = 12
	depthShift = 18
	valueShift = 32

	ageMask     = 1<<6 - 1
	depthMask   = 1<<14 - 1
	depthOffset = 1 << 10
)

func (r record) pack(age uint8) uint64 {
	return uint64(r.move) | uint64(r.bound)<<boundShift | uint64(b2i(r.wasPV))<<wasPVShift | uint64(age&ageMask)<<ageShift |
		uint64(r.depth+depthOffset)&depthMask<<depthShift | uint64(uint16(int16(r.value)))<<valueShift
}

func unpack(data uint64) record {
	return record{
		move:  pattern.Cell(data & 511),
		bound: bound(data >> boundShift & 3),
		wasPV: data>>wasPVShift&1 != 0,
		depth: int(data>>depthShift&depthMask) - depthOffset,
		value: Value(int16(data >> valueShift)),
	}
}

func newTable(bytes int64) *table {
	const bucketBytes = bucketSlots * 16
	t := &table{buckets: make([]bucket, max(1, bytes/bucketBytes))}
	askForHugePages(t.buckets)
	return t
}

func (t *table) bucket(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// load returns what is known of a position; ply takes mates back to the root.
func (t *table) load(key uint64, ply int) (r record, ok bool) {
	b := t.bucket(key)
	for i := range b {
		data := b[i].data.Load()
		if b[i].check.Load()^data == key && data != 0 {
			r = unpack(data)
			if r.value >= MateBound {
				r.value -= Value(ply)
			} else if r.value <= -MateBound {
				r.value += Value(ply)
			}
			return r, true
		}
	}
	return record{move: pattern.NoCell}, false
}

// store keeps r. Of a full bucket it gives up the shallowest record, those of
// older searches first. A move once known is kept if r has none.
func (t *table) store(key uint64, ply int, r record) {
	b := t.bucket(key)
	var victim *slot
	worst := 1 << 30
	for i := range b {
		s := &b[i]
		data := s.data.Load()
		if s.check.Load()^data == key && data != 0 {
			old := unpack(data)
			if r.bound != exact && r.depth+tableKeep < old.depth && t.fresh(data) {
				return
			}
			if r.move == pattern.NoCell {
				r.move = old.move
			}
			victim = s
			break
		}
		worth := -1
		if data != 0 {
			worth = unpack(data).depth + depthOffset - tableAge*int((t.age-uint8(data>>ageShift))&ageMask)
		}
		if worth < worst {
			victim, worst = s, worth
		}
	}
	if r.value >= MateBound {
		r.value += Value(ply)
	} else if r.value <= -MateBound {
		r.value -= Value(ply)
	}
	data := r.pack(t.age)
	victim.data.Store(data)
	victim.check.Store(key ^ data)
}

func (t *table) fresh(data uint64) bool { return uint8(data>>ageShift)&ageMask == t.age&ageMask }

// nextSearch makes all records older by one search.
func (t *table) nextSearch() { t.age++ }

func (t *table) clear() { clear(t.buckets) }
