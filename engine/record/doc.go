// Package record reads and writes what is kept of games.
//
// A [Game] is written in the Smart Game Format (SGF), which most programs that
// show games of go or renju read. Its nodes hold the moves and, in words, what
// has no place on the board: the answers of the opening, as [OpeningNodes]
// tells them, and what an engine said.
//
// [ReadOpenings] reads the files of openings that matches begin from.
package record
