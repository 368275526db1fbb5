// Package taraguchi is the Taraguchi-10 opening of renju: who answers next,
// which answers are legal, and who holds which colour.
//
// The opening settles the first five or six stones of a game between two
// players, so that a strong first player has no use for Black's advantage. The
// players answer one after the other. Stone 1 is put on the centre, and stones
// 2 to 5 inside a square about it that grows with each stone: 3x3, 5x5, 7x7,
// 9x9. Before each of the stones 2 to 5 whoever is to place it may swap
// instead: the colours change hands and the other player has to place it.
//
// For the fifth stone, which is Black's, there are two ways. By option A Black
// places it in the 9x9 square, and White may swap once more before stone 6. By
// option B Black offers ten points anywhere on the board, no two of them
// symmetric; White picks one of them as the fifth stone and places stone 6, and
// nobody swaps any more. A swap before stone 5 is a choice of option A: the new
// Black places, and may not offer. With stone 6 the opening is over, and
// ordinary renju begins.
//
// A [State] is the opening after some answers. It is driven by [State.Apply],
// one answer after the other, or by [Replay], from the list of all of them; each
// illegal answer is told by an [Error] that says which rule it breaks.
//
// Two readings are current of when two offers are symmetric; see [Symmetric].
package taraguchi
