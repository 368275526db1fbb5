// Package book holds what is known of the opening Taraguchi-10: how good the fifth
// stones are.
//
// Up to the fifth stone a game of Taraguchi-10 is a small tree. There are 998 positions
// of four stones, if only the colours count and what the board's symmetries make of each
// other is one; some 65,000 positions follow from them with a fifth stone in the square
// that the rule gives it. From what these are worth every decision before the sixth stone
// follows (package search/opening). A [Book] holds their values: Black's winning chance,
// how many nodes a search has spent to find it, and White's best reply. To the fifth stones
// of the square it adds those outside that are near a stone, since they may be offered.
//
// Values are merged by the symmetries of the board alone. Which fifth stones may be
// offered together is another matter: see [tengen/engine/taraguchi.Symmetric].
//
// # The file
//
// A book is a gzip file, whose checksum covers all of it. After the eight bytes TENGENB1
// come the positions of four stones, in the order of their bytes:
//
//	1 byte   n, how many fifth stones follow
//	3 bytes  Black's stone that is not on the centre, then White's two
//	n times
//	  1 byte   the fifth stone
//	  1 byte   White's reply
//	  1 byte   the effort: 8 times the binary logarithm of the nodes, rounded
//	  2 bytes  Black's winning chance in parts of 65,535, the lower byte first
//
// A point is a byte: 15 times the row, counted from the bottom, plus the column, both from
// 0. The stones are written as that symmetry of the board puts them which makes the bytes
// the least, White's in order; a fifth stone as the least of its twins.
//
// A [Journal] is the same for a book in the making: a text file to which a line is
// added for each search.
package book
