// Package record reads and writes what is kept of games.
//
// A [Game] is a tree of moves with what there is to say about them: the first
// child of each [Node] goes on with the game as it was played, the others are
// variations. [Read] yields the games of a file in any [Format], [Write] writes
// one, and [Lost] tells beforehand what a format cannot hold. From a broken file
// comes what stood before the fault, together with a [Fault] that says where it
// is. All lines of a game that was read can be played: their points lie on the
// board and are empty.
//
// The formats, and what they keep:
//
//	moves     "h8i9g7", a game a line: moves and passes
//	openings  the openings of c-gomoku-cli, one a line: moves
//	psq       Piskvork: moves and their times, the board's size, players
//	rec       Gomotur, as Piskvork writes it: the same, on 20x20 only
//	sgf       Smart Game Format: all but the times of moves
//	lib       RenLib, 15x15: moves, passes, variations, comments, labels, marks
//	rif       RenjuNet's database, read only: moves, players, event, opening, result
//
// What a file has besides is lost: the levels of Piskvork's players and how its
// game ended, SGF's other properties, where RenLib begins to show a library, the
// players' countries and times in RenjuNet's games.
//
// Where each description comes from stands above its reader. Text is UTF-8 in a
// Game; files whose bytes are not are read as Latin-1, whatever they are.
//
// SGF knows no swaps and no offers: [OpeningNodes] tells the answers of a
// Taraguchi-10 opening in words, as remarks between the moves.
//
// A hostile file costs time in proportion to its length and no more than 256 MB
// of memory: a game may hold about a million nodes. Larger libraries can be read
// node by node, with [LibNodes].
package record
