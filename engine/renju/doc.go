// Package renju is the rulebook: stones, points and boards, what makes five,
// which points are forbidden to Black, and how a game stands.
//
// Two players, Black and White, put stones on the crossings of a square grid
// in turn, Black first, and the first to make a row of five wins. Three rules
// say what a row of five is:
//
//   - freestyle: five or more, for both colours;
//   - standard: exactly five, for both colours;
//   - renju: exactly five for Black, five or more for White; and Black loses
//     with a stone that makes an overline, a double-four or a double-three,
//     unless that same stone makes five.
//
// The package follows the rules of the Renju International Federation (RIF),
// the recursive definition of the three (rule 9.3) included; the file
// forbidden.go gives them in words above each function. It is meant to be read
// next to the rules: it is plain and literal, keeps no tables and remembers
// nothing between calls. Faster programs are tested against it.
//
// Nothing here searches, keeps time, or does input and output.
//
// A [Board] is a value with stones on it and knows no history; a [Position] is
// a game so far, with its rule and its moves. Points are named as players name
// them: a letter for the column from the left and a number for the row from
// the bottom, so that h8 is the centre of the 15x15 board.
package renju
