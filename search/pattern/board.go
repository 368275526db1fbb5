package pattern

import (
	"math/bits"

	"tengen/engine/renju"
)

// Board is a position with the patterns of every empty point at hand. It is
// not safe for concurrent use: each worker has its own.
type Board struct {
	lines [maxLines]uint64
	codes [cells]uint32 // Black's code in the low half, White's in the high
	class [Colours][cells]Class
	stone [cells]uint8 // 0 empty, 1 Black, 2 White, 3 blocked

	sets  [Colours][Classes]Set // of the tracked classes
	count [Colours][Classes]int32

	sum    [Colours]int32 // what the patterns are worth to Black when the colour is to move
	toMove int            // Black or White
	key    uint64

	tables *Tables
	geo    *geometry
	keys   *keys

	undo  []change
	moves []move
	empty int // empty points left
}

// change is what a point had before a stone changed it. It holds the classes
// too, so that Lift need not look anything up.
type change struct {
	cell  Cell
	class [Colours]Class
	code  uint32
}

// move is what Undo needs to take a move back.
type move struct {
	cell Cell           // NoCell: a pass
	mark int            // length of the undo stack before it
	near Set            // the points near a stone after it
	sum  [Colours]int32 // Board.sum before it
}

// maxMoves is more than a game and a search below its end can hold.
const maxMoves = renju.MaxSize*renju.MaxSize + 512

// New returns an empty board.
func New(size int, t *Tables) *Board {
	b := &Board{
		tables: t,
		geo:    newGeometry(size),
		keys:   newKeys(size, t.rule),
		undo:   make([]change, 0, maxMoves*4*2*reach),
		moves:  make([]move, 1, maxMoves),
	}
	b.clear()
	return b
}

func (b *Board) clear() {
	b.lines = b.geo.empty
	b.codes = [cells]uint32{}
	b.class = [Colours][cells]Class{}
	b.stone = [cells]uint8{}
	b.sets = [Colours][Classes]Set{}
	b.count = [Colours][Classes]int32{}
	b.sum, b.toMove, b.key = [Colours]int32{}, Black, b.keys.game
	b.undo, b.moves = b.undo[:0], b.moves[:1]
	b.moves[0] = move{cell: NoCell}
	b.empty = b.geo.size * b.geo.size
	for c := range Cell(b.empty) {
		b.codes[c] = b.lookUp(c)
		b.enter(c)
	}
}

// Load sets the board up as pos has it. The moves before are not kept: Undo
// goes back no further than here.
func (b *Board) Load(pos *renju.Position) {
	b.clear()
	for p := range pos.Board().Points() {
		c := CellOf(p, b.geo.size)
		switch pos.At(p) {
		case renju.Black:
			b.Place(c, Black)
		case renju.White:
			b.Place(c, White)
		case renju.Blocked:
			b.block(c)
		}
	}
	if pos.ToMove() == renju.White {
		b.toMove = White
		b.key ^= b.keys.white
	}
	// What has been set up is never taken back.
	b.undo = b.undo[:0]
	near := *b.Near()
	b.moves = b.moves[:1]
	b.moves[0] = move{cell: NoCell, near: near}
	if last, ok := pos.LastMove(); ok {
		b.moves[0].cell = CellOf(last, b.geo.size)
	}
}

// Size is the number of points on a side.
func (b *Board) Size() int { return b.geo.size }

// ToMove is the colour to move, Black or White.
func (b *Board) ToMove() int { return b.toMove }

// Empty is the number of empty points.
func (b *Board) Empty() int { return b.empty }

// Key names the position: size, rule, stones, blocked points, and whose move it
// is.
func (b *Board) Key() uint64 { return b.key }

// KeyAfter is the Key that a move of the side to move to c would give.
func (b *Board) KeyAfter(c Cell) uint64 {
	return b.key ^ b.keys.stone[b.toMove&1][c&cellMask] ^ b.keys.white
}

// Sum is what the patterns of all empty points are worth to Black, ValueUnit
// parts to a unit.
func (b *Board) Sum() int { return int(b.sum[b.toMove&1]) }

// Ply is the number of moves made since Load.
func (b *Board) Ply() int { return len(b.moves) - 1 }

// IsEmpty tells whether c is an empty point of the board.
func (b *Board) IsEmpty(c Cell) bool {
	return int(c) < b.geo.size*b.geo.size && b.stone[c&cellMask] == 0
}

// An Occupant is what stands on a point.
type Occupant uint8

// Empty is on a point that nothing stands on, and StoneOf a colour on one with its
// stone. A blocked point has another Occupant.
const Empty Occupant = bitsFree

// StoneOf is the colour's stone.
func StoneOf(colour int) Occupant { return Occupant(bitsBlack + colour) }

// At is what stands on c.
func (b *Board) At(c Cell) Occupant { return Occupant(b.stone[c&cellMask]) }

// Made is the cell of the i-th Move, Place or Pass since Load, from 1: NoCell
// for a pass.
func (b *Board) Made(i int) Cell { return b.moves[i].cell }

// Class is what a stone of the colour would make on the empty point c. Where
// a stone stands it is what it made there when it was placed.
func (b *Board) Class(colour int, c Cell) Class { return b.class[colour&1][c&cellMask] }

// Attack is the worth of a move of the colour to the empty point c for what it
// makes there.
func (b *Board) Attack(colour int, c Cell) int {
	code := b.codes[c&cellMask] >> (16 * (colour & 1))
	return int(b.tables.scoreOf(colour&1, code).attack)
}

// MoveScore is the worth of a move of the side to move to the empty point c,
// for what it makes there and for what it prevents.
func (b *Board) MoveScore(c Cell) int {
	code := b.codes[c&cellMask]
	black, white := b.tables.scoreOf(Black, code), b.tables.scoreOf(White, code>>16)
	if b.toMove == Black {
		return int(black.attack) + int(white.defend)
	}
	return int(white.attack) + int(black.defend)
}

// Rank numbers what the colour could make on the empty point c, as the
// function Rank does.
func (b *Board) Rank(colour int, c Cell) int {
	return Rank(codeLines(int(b.codes[c&cellMask] >> (16 * (colour & 1)) & 0xffff)))
}

// Count is the number of empty points where the colour would make the class,
// which must be a tracked one.
func (b *Board) Count(colour int, class Class) int { return int(b.count[colour&1][class%Classes]) }

// Points is the set of those points. It changes with the board.
func (b *Board) Points(colour int, class Class) *Set { return &b.sets[colour&1][class%Classes] }

// Near is the set of points near a stone, taken ones included.
func (b *Board) Near() *Set {
	return &b.moves[len(b.moves)-1].near
}

// Last is the point of the move that was made n moves ago, 0 being the last:
// NoCell for a pass and for moves before the root's last.
func (b *Board) Last(n int) Cell {
	if i := len(b.moves) - 1 - n; i >= 0 {
		return b.moves[i].cell
	}
	return NoCell
}

// Move places a stone of the side to move on the empty point c.
func (b *Board) Move(c Cell) {
	b.Place(c, b.toMove)
	b.toMove ^= 1
	b.key ^= b.keys.white
}

// Undo takes the last Move back.
func (b *Board) Undo() {
	b.toMove ^= 1
	b.key ^= b.keys.white
	b.Lift()
}

// Pass lets the other side move.
func (b *Board) Pass() {
	b.moves = append(b.moves, move{cell: NoCell, mark: len(b.undo), near: *b.Near()})
	b.toMove ^= 1
	b.key ^= b.keys.white
}

// UndoPass takes back a Pass.
func (b *Board) UndoPass() {
	b.moves = b.moves[:len(b.moves)-1]
	b.toMove ^= 1
	b.key ^= b.keys.white
}

// Place puts a stone of either colour on the empty point c, whoever is to
// move. Lift takes it back.
func (b *Board) Place(c Cell, colour int) {
	last := &b.moves[len(b.moves)-1]
	b.moves = append(b.moves, move{cell: c, mark: len(b.undo), near: last.near, sum: b.sum})
	now := &b.moves[len(b.moves)-1]
	near := &b.geo.near[c&cellMask]
	for w := range now.near {
		now.near[w] |= near[w]
	}
	b.leave(c)
	b.stone[c&cellMask] = uint8(bitsBlack + colour)
	b.key ^= b.keys.stone[colour&1][c&cellMask]
	b.empty--
	b.put(c, uint64(bitsBlack+colour))
}

// Lift takes back the last Place.
func (b *Board) Lift() {
	m := &b.moves[len(b.moves)-1]
	c := m.cell
	changes := b.undo[m.mark:]
	for i := len(changes) - 1; i >= 0; i-- {
		ch := &changes[i]
		q := ch.cell & cellMask
		b.codes[q] = ch.code
		if was, is := b.class[Black][q], ch.class[Black]; was != is {
			b.reclass(Black, q, was, is)
		}
		if was, is := b.class[White][q], ch.class[White]; was != is {
			b.reclass(White, q, was, is)
		}
	}
	b.undo = b.undo[:m.mark]
	b.sum = m.sum
	b.moves = b.moves[:len(b.moves)-1]

	colour := int(b.stone[c&cellMask]) - bitsBlack
	b.stone[c&cellMask] = 0
	b.key ^= b.keys.stone[colour&1][c&cellMask]
	b.empty++
	for d := range directions {
		at := b.geo.ref[c&cellMask][d]
		b.lines[at.line] &^= bitsWall << (at.shift & 63)
	}
	b.track(c, +1)
}

// block makes c a point that nobody may use.
func (b *Board) block(c Cell) {
	b.leave(c)
	b.stone[c&cellMask] = bitsWall
	b.key ^= b.keys.wall[c&cellMask]
	b.empty--
	b.put(c, bitsWall)
}

// put lays two bits on c's lines and brings the empty points within reach on
// each up to date.
func (b *Board) put(c Cell, what uint64) {
	for d := range directions {
		at := b.geo.ref[c&cellMask][d]
		step := b.geo.step[d]
		line := b.lines[at.line] | what<<(at.shift&63)
		b.lines[at.line] = line

		// The eleven points around c, one bit each, set where empty. The
		// walls at a line's ends keep the shift from going below zero.
		const slots = 0x155555
		from := uint(at.shift) - 2*reach
		w := line >> (from & 63)
		todo := ^(w | w>>1) & slots
		for ; todo != 0; todo &= todo - 1 {
			slot := uint(bits.TrailingZeros64(todo))
			q := Cell(int(c)+(int(slot/2)-reach)*step) & cellMask
			t := b.tables.linesAt(line >> ((from + slot - 2*reach) & 63))
			old := b.codes[q]
			shift := uint(4*d) & 31
			diff := (old>>shift ^ (t&15 | t>>4<<16)) & 0x000f000f
			if diff == 0 {
				continue
			}
			b.undo = append(b.undo, change{q, [Colours]Class{b.class[Black][q], b.class[White][q]}, old})
			b.setCode(q, old, old^diff<<shift)
		}
	}
}

// setCode replaces the code of the empty point c.
func (b *Board) setCode(c Cell, old, code uint32) {
	c &= cellMask
	b.codes[c] = code
	if changed := old ^ code; changed&0xffff != 0 {
		was, is := b.tables.entryOf(Black, old), b.tables.entryOf(Black, code)
		b.sum[Black] += int32(is.value[ToMove]) - int32(was.value[ToMove])
		b.sum[White] += int32(is.value[Waiting]) - int32(was.value[Waiting])
		if was.class != is.class {
			b.reclass(Black, c, was.class, is.class)
		}
	}
	if changed := old ^ code; changed>>16 != 0 {
		was, is := b.tables.entryOf(White, old>>16), b.tables.entryOf(White, code>>16)
		b.sum[Black] -= int32(is.value[Waiting]) - int32(was.value[Waiting])
		b.sum[White] -= int32(is.value[ToMove]) - int32(was.value[ToMove])
		if was.class != is.class {
			b.reclass(White, c, was.class, is.class)
		}
	}
}

func (b *Board) reclass(colour int, c Cell, was, is Class) {
	colour &= 1
	b.class[colour][c&cellMask] = is
	if was >= Forbidden {
		b.sets[colour][was%Classes].flip(c)
		b.count[colour][was%Classes]--
	}
	if is >= Forbidden {
		b.sets[colour][is%Classes].flip(c)
		b.count[colour][is%Classes]++
	}
}

// leave takes an empty point out of sums and sets, for a stone comes to it. Its
// classes are kept.
func (b *Board) leave(c Cell) {
	code := b.codes[c&cellMask]
	black, white := b.tables.entryOf(Black, code), b.tables.entryOf(White, code>>16)
	b.sum[Black] += int32(white.value[Waiting]) - int32(black.value[ToMove])
	b.sum[White] += int32(white.value[ToMove]) - int32(black.value[Waiting])
	b.track(c, -1)
}

// enter takes an empty point, whose code is known, into sums and sets.
func (b *Board) enter(c Cell) {
	code := b.codes[c&cellMask]
	black, white := b.tables.entryOf(Black, code), b.tables.entryOf(White, code>>16)
	b.sum[Black] += int32(black.value[ToMove]) - int32(white.value[Waiting])
	b.sum[White] += int32(black.value[Waiting]) - int32(white.value[ToMove])
	b.class[Black][c&cellMask], b.class[White][c&cellMask] = black.class, white.class
	b.track(c, +1)
}

// track puts a point into the sets of its classes, by +1, or takes it out.
func (b *Board) track(c Cell, by int32) {
	for colour := range Colours {
		if class := b.class[colour][c&cellMask]; class >= Forbidden {
			b.sets[colour][class%Classes].flip(c)
			b.count[colour][class%Classes] += by
		}
	}
}

// lookUp reads the code of an empty point from the lines.
func (b *Board) lookUp(c Cell) uint32 {
	code := uint32(0)
	for d := range directions {
		at := b.geo.ref[c&cellMask][d]
		t := b.tables.linesAt(b.lines[at.line] >> (at.shift - 2*reach))
		code |= (t&15 | t>>4<<16) << (4 * d)
	}
	return code
}
