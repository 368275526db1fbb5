// Pbrain-tengen is the engine that a manager of the Gomocup protocol loads: a
// tournament, or a board such as Piskvork, qpiskvork or Yixin-Board.
//
//	pbrain-tengen [flags]
//
// It reads commands from its standard input and answers on its standard output.
// It never writes to standard error, which some managers read as answers. No
// flag is ever needed:
//
//	--threads n          search threads, until the manager sets them (1)
//	--hash MiB           transposition table (from the manager's max_memory)
//	--level n            strength, 0 to 100, until the manager sets it (100)
//	--log file           write the whole dialogue there, with times
//	--book file          book of the opening to use, as tengen book writes it
//	--book-only          decide at once in the opening where the book knows enough
//	--net file           evaluate renju with this network, as tengen train writes it
//	--labels bottom|top  where MESSAGE lines number the rows from (bottom)
//	--version            print the version and exit
package main

import (
	"os"

	"tengen/cmd/pbrain"
)

func main() {
	os.Exit(pbrain.Run(os.Args[1:], os.Stdin, os.Stdout))
}
