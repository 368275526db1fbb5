package threat

import "tengen/search/pattern"

// zone gathers the points where a stone more of the attacker's could turn its
// fours, all of which fail, into a VCF. A stone elsewhere leaves every four, every
// reply and every end of them as they are; so a quiet move there threatens
// nothing.
//
// In each position that the fours lead to, a stone can matter where it
//   - makes a three or more together with the stones there: a new four, a new
//     five, or what is one already,
//   - takes a five of the defender's away,
//   - changes whether Black may play on a point: where a four of Black's is
//     forbidden or a stop only looks so, any point may do.
type zone struct {
	finder *Finder
	points pattern.Set
	all    bool // every point
	cut    bool // fours are left that would take more moves
}

// search gathers the zone of a position with the attacker to move, who has no
// VCF of so many moves.
func (z *zone) search(b *pattern.Board, moves int) {
	f := z.finder
	if was, ok := f.seen[b.Key()]; ok && was >= moves {
		return
	}
	f.seen[b.Key()] = moves
	me := b.ToMove()
	for c := range b.Near().All() {
		if b.IsEmpty(c) && b.Class(me, c) >= pattern.BlockThree {
			z.points.Add(c)
		}
	}
	z.points.Union(b.Points(me^1, pattern.Five))
	if b.Count(me^1, pattern.Five) > 1 {
		return
	}
	from := len(f.list.moves)
	defer func() { f.list.moves = f.list.moves[:from] }()
	if forced := b.Points(me^1, pattern.Five).First(); forced == pattern.NoCell {
		f.list.candidates(b, me, pattern.NoCell, pattern.NoCell)
	} else if b.MakesFour(me, forced) {
		f.list.moves = append(f.list.moves, scored{cell: forced})
	}
	for i := from; i < len(f.list.moves) && !z.all; i++ {
		c := f.list.moves[i].cell
		switch {
		case me == pattern.Black && b.Forbidden(c):
			z.all = true
		case moves < 2:
			z.cut = true
			return
		case !f.count():
			return
		default:
			b.Move(c)
			z.reply(b, moves-1)
			b.Undo()
		}
	}
}

// reply goes on after a four.
func (z *zone) reply(b *pattern.Board, moves int) {
	me := b.ToMove()
	reply := b.Points(me^1, pattern.Five).First()
	if b.Count(me, pattern.Five) > 0 || reply == pattern.NoCell {
		return
	}
	if me == pattern.Black && b.Class(me, reply) == pattern.Forbidden {
		z.all = true
		return
	}
	b.Move(reply)
	z.search(b, moves)
	b.Undo()
}
