package bookbuild

import (
	"bufio"
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
	"strings"

	"tengen/book"
	"tengen/cmd/tengen/cli"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

const exportUsage = `
Usage: tengen book export [flags] [POSITION]

Writes what the book knows of the fifth stones, for people and other programs: a line
for each, as CSV or as JSON. With the moves of a position, such as h8h9i9i8, only what
may follow from it.

The columns, by which also the fields of JSON are named: four, the stones before;
opening, its code; fifth; inside, whether the fifth stone may be placed there, and not
only offered; black, Black's winning chance; reply, White's best move; nodes, what
was spent to find out.`

func runExport(streams cli.IO, args []string) error {
	asJSON := false
	var file cli.Book
	flags := cli.NewFlags("book export")
	flags.Var(&file, "book", cli.BookUsage)
	flags.BoolVar(&asJSON, "json", false, "JSON, an object a line, instead of CSV")
	if help, err := cli.Parse(flags, args, exportUsage, streams.Out); help || err != nil {
		return err
	}
	from, err := renju.ParseMoves(strings.Join(flags.Args(), " "))
	if err == nil {
		_, err = taraguchi.Replay(placed(from))
	}
	if err != nil {
		return &cli.UsageError{Err: err}
	}
	if len(from) > 4 {
		return cli.Usagef("%d stones: want four or fewer", len(from))
	}
	out := bufio.NewWriter(streams.Out)
	write := writeCSV(out)
	if asJSON {
		write = json.NewEncoder(out).Encode
	}
	for four, fifths := range file.Book().All() {
		if !follows(four, from) {
			continue
		}
		opening, _ := taraguchi.OpeningOf(four)
		for _, f := range fifths {
			if err := write(exported{
				Four: renju.FormatMoves(four), Opening: opening.Code, Fifth: f.Point.String(), Inside: book.Inside(f.Point),
				Black: f.Black, Reply: f.Reply.String(), Nodes: f.Nodes,
			}); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// exported is a fifth stone as it is written.
type exported struct {
	Four    string  `json:"four"`
	Opening string  `json:"opening"`
	Fifth   string  `json:"fifth"`
	Inside  bool    `json:"inside"`
	Black   float64 `json:"black"`
	Reply   string  `json:"reply"`
	Nodes   int64   `json:"nodes"`
}

// writeCSV writes lines of CSV, after one with the columns' names.
func writeCSV(out io.Writer) func(any) error {
	w := csv.NewWriter(out)
	row := func(fields ...string) error {
		if err := w.Write(fields); err != nil {
			return err
		}
		w.Flush()
		return w.Error()
	}
	named := false
	return func(v any) error {
		if !named {
			named = true
			if err := row("four", "opening", "fifth", "inside", "black", "reply", "nodes"); err != nil {
				return err
			}
		}
		e := v.(exported)
		return row(e.Four, e.Opening, e.Fifth, strconv.FormatBool(e.Inside), strconv.FormatFloat(e.Black, 'f', 4, 64), e.Reply, strconv.FormatInt(e.Nodes, 10))
	}
}

// follows tells whether four stones may follow from those of a position, whatever
// symmetry of the board either is seen by.
func follows(four, from []renju.Point) bool {
	if len(from) > len(four) {
		return false
	}
	for _, order := range [][]renju.Point{four, {four[0], four[3], four[2], four[1]}} {
		if len(from) == 0 || book.Name(order[:len(from)]) == book.Name(from) {
			return true
		}
	}
	return false
}

// placed are the answers that place the stones.
func placed(stones []renju.Point) (answers []taraguchi.Answer) {
	for _, p := range stones {
		answers = append(answers, taraguchi.PlaceOn(p))
	}
	return answers
}
