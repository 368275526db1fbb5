// Package pattern is the search's own board: the fast twin of the rulebook.
//
// It answers in constant time what a search asks at every node: what would a
// stone of either colour make on this empty point? The answer is kept up to
// date move by move.
//
//   - A line of the board (row, column or diagonal) is one word of two bits a
//     point. The five points on either side of an empty point index tables that
//     say what a stone there would make on that line, for Black and for White: a
//     Line, such as three or straightFour.
//   - The four Lines through a point are its code of sixteen bits. A second
//     table turns the code into a Class, such as FourThree, into the point's
//     share of the evaluation and into its worth as a move.
//   - Points of the classes that matter are kept in sets with counts, so "has
//     the opponent a point that makes a five?" costs one comparison.
//
// A move touches at most forty points and looks each up once; what changes is
// put on a stack, from which Undo restores it.
//
// Forbidden points are found in two steps. A code with an overline, two fours
// or two threes has the class Forbidden; overline and double-four are then
// certain, and only a double-three is looked into, by placing the stone and
// asking for each three whether its straight-four point is real (RIF rule
// 9.3). The package's tests hold it to the rulebook in engine/renju.
//
// Shapes follow the lines of a board for a network (package net), which wants to know
// more of a line than what a stone would make there. They are no part of the Board,
// for most positions are never evaluated.
//
// The idea of a line table with codes over four directions is Rapfi's
// (github.com/dhbloo/rapfi); tables and definitions are derived here from the
// rules.
package pattern
