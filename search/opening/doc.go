// Package opening chooses in the openings in which the players choose their
// colours: Taraguchi-10 above all, and Swap2 and the balanced moves that
// Yixin's dialect of the protocol asks for.
//
// # The tree
//
// Every decision follows from one number: Black's winning chance V in a
// position from which plain renju is played on. Call the worth of a position
// the winning chance of the player who is to answer in it, with all the rights
// that the opening still gives. It is found backwards, from the last choice to
// the first.
//
// With five stones on the board White may swap or go on:
//
//	worth = max(V, 1-V)
//
// so placing the fifth stone is worth min(V, 1-V) to the placer, who wants the
// most even of the fifth stones. Call the best of them m, which is at most 1/2.
// With four stones the player may place (worth m), swap, so that the other one
// has to place (worth 1-m), or offer ten points, of which White takes the worst
// for Black (worth the tenth best V among fifth stones that are not symmetric):
//
//	worth = max(m, 1-m, tenth best V)
//
// With one, two or three stones a player places or makes the other one place:
//
//	worth = max(1-w, w), w the least worth among the positions after one more stone
//
// Here w is at least 1/2, since every worth is: the placer never gains, and
// makes do with the stone that leaves the least to whoever chooses next. Where
// the two are equal we swap. The values are guesses, and it is the one who
// chooses last who profits from wrong guesses.
//
// # The values
//
// V is the value of a search, turned into a winning chance. There are some 80
// fifth stones to each of some 40 fourth stones, so most positions get only a
// short look. The package keeps a tree of positions ([study]) and gives its
// time to them in small steps: everything is looked at once, and then the next
// search goes to the position for which effort times rank is the least, where
// the rank says how near a position is to the decision: the most even fifth
// stones for placing, those about the tenth best for offering, the worst for
// Black when White picks, the least worth where a stone is to be placed. So
// effort falls off as one over the rank, and the answer may be asked for at any
// moment.
//
// A position with fewer than five stones that has no tree below it yet goes by
// its own V. With four stones Black can do no better than V, and if that is
// less than 1/2 the one who swaps has the rest: worth 1-V. If it is more there
// is an even fifth stone to be found, and ten offers are worth a little less
// than the best fifth ([tenthDrop]): worth max(1/2, V-drop). With three stones
// White can always find a worse fourth than the best, but perhaps no better
// one: worth max(1/2, V-drop) again. With one and two stones: 1/2, there is
// always an even way on. This is all that a tenth of a second pays for; with
// more time the real trees replace the guesses, the most promising first.
//
// Where a [Decider] has a book (package tengen/book), the positions of five stones have
// values from the beginning, by which those of fewer stones are known too, before
// anything is searched. Then the search goes deeper into what is near the
// decision: with more nodes than the book has spent there, or not at all. What was found
// with more nodes replaces what the book says.
//
// V is uncertain by an amount that falls with the nodes that were spent on it ([doubt]).
// So a position that looks even is worth a little less than half to the one who makes it,
// and the tenth best V, of which the other side picks with a second opinion, is reckoned
// a little lower than it looks: a deep value weighs more than a shallow one.
//
// # The clock
//
// A [Decider] stays well inside its turn and has a legal answer from the start;
// when the time is nearly out, the context ends or a search fails, it answers
// from what it knows by then. Offers obey the strict reading of symmetry, so
// that they are legal under either.
//
// # Variety
//
// With exact values every game would have the same opening. A seed adds a small
// random amount ([variety]) to what each choice is worth, so that choices which
// are nearly as good as the best are taken too, and the more rarely the more
// they cost. The same seed, transcript and values give the same answer.
package opening
