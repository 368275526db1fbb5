package record

import (
	"bufio"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"unicode/utf8"

	"tengen/engine/renju"
)

// RenjuNet's database of games comes as XML from renju.net; no description of it
// is published. Its form is known from programs that read it, such as
// github.com/renju-note/renju-note (src/database/rif.ts): tables of players,
// tournaments, rules and openings, then the games, which name them by number.
//
//	<rule id="25" name="Taraguchi-10" category="1">...</rule>
//	<opening id="19" abbr="D5" name="Zangetsu" />
//	<player id="3069" name="Ann" surname="Black" country="1" />
//	<tournament id="33" name="Open" year="2005" start="2005-08-01" />
//	<game id="171548" tournament="33" round="8" rule="25" black="3069" white="3969"
//	      bresult="1" opening="19" alt="i8" swap="R--R-">
//	<move>h8 h9 i8</move>
//	<info>...</info>
//	</game>
//
// bresult is 1, 0.5 or 0: what Black has got. alt tells the fifth stones that were
// offered besides the one that was played, and swap who swapped when, in letters
// that nobody has explained: they are kept in the comment as they are. A rule is
// that of the opening; its category is 1 for renju and 2 for gomoku, which is
// played for exactly five (github.com/wind23/whr_renju, game_base.py).

const (
	rifSize     = 15
	rifMaxRow   = 1 << 20  // bytes of a game or of another row
	rifMaxDepth = 100      // elements in each other
	rifMaxNames = 16 << 20 // bytes of all tables
)

// readRIF reads the games as they stand in the file. Players and so on must stand
// above the games; they alone are kept in memory.
func readRIF(r io.Reader) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		text := &rifText{r: bufio.NewReader(r)}
		in := &rifReader{text: text, xml: xml.NewDecoder(text), names: make(map[rifKey]string)}
		in.xml.Entity = xml.HTMLEntity
		in.xml.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
		for {
			g, err := in.next()
			if err == io.EOF {
				return
			}
			var syntax *rifSyntaxError
			broken := errors.As(err, &syntax)
			if broken {
				in.line, _ = in.xml.InputPos()
			}
			if err != nil {
				err = &Fault{Format: RIF, Line: in.line, Err: err}
			}
			if !yield(g, err) || broken {
				return
			}
		}
	}
}

type rifReader struct {
	text  *rifText
	xml   *xml.Decoder
	depth int
	line  int  // of the game read last
	root  bool // there was an element
	names map[rifKey]string
	bytes int // of names
}

// A rifKey is the number of a row in a table.
type rifKey struct{ table, id string }

// A rifRow is a row of any table but that of games.
type rifRow struct {
	ID      string `xml:"id,attr"`
	Abbr    string `xml:"abbr,attr"`
	Name    string `xml:"name,attr"`
	Surname string `xml:"surname,attr"`
	Year    string `xml:"year,attr"`
	Start   string `xml:"start,attr"`
	Kind    string `xml:"category,attr"`
}

type rifGame struct {
	Tournament string `xml:"tournament,attr"`
	Round      string `xml:"round,attr"`
	Rule       string `xml:"rule,attr"`
	Black      string `xml:"black,attr"`
	White      string `xml:"white,attr"`
	Result     string `xml:"bresult,attr"`
	Opening    string `xml:"opening,attr"`
	Alt        string `xml:"alt,attr"`
	Swap       string `xml:"swap,attr"`
	Move       string `xml:"move"`
	Info       string `xml:"info"`
}

// A rifSyntaxError is one that nothing can be read behind.
type rifSyntaxError struct{ err error }

func (e *rifSyntaxError) Error() string {
	var syntax *xml.SyntaxError
	if errors.As(e.err, &syntax) {
		return syntax.Msg // the line is told already
	}
	return e.err.Error()
}

func (e *rifSyntaxError) Unwrap() error { return e.err }

// next returns the next game, or io.EOF.
func (in *rifReader) next() (*Game, error) {
	for {
		in.text.left = rifMaxRow
		token, err := in.xml.Token()
		switch {
		case err == io.EOF && in.root:
			return nil, io.EOF
		case err == io.EOF:
			return nil, &rifSyntaxError{errors.New("not a database of games")}
		case err != nil:
			return nil, &rifSyntaxError{err}
		}
		switch t := token.(type) {
		case xml.EndElement:
			in.depth--
		case xml.StartElement:
			switch name := t.Name.Local; name {
			case "game":
				in.line, _ = in.xml.InputPos()
				var row rifGame
				if err := in.xml.DecodeElement(&row, &t); err != nil {
					return nil, &rifSyntaxError{err}
				}
				return in.game(&row)
			case "rule", "opening", "player", "tournament":
				var row rifRow
				if err := in.xml.DecodeElement(&row, &t); err != nil {
					return nil, &rifSyntaxError{err}
				}
				if err := in.keep(name, &row); err != nil {
					return nil, &rifSyntaxError{err}
				}
			default:
				in.root = true
				if in.depth++; in.depth > rifMaxDepth {
					return nil, &rifSyntaxError{fmt.Errorf("more than %d elements in each other", rifMaxDepth)}
				}
			}
		}
	}
}

// keep keeps what games say of a row.
func (in *rifReader) keep(table string, row *rifRow) error {
	name := join(" ", row.Abbr, row.Name, row.Surname)
	in.names[rifKey{table, row.ID}] = name
	switch table {
	case "tournament":
		date := oneLine(row.Start)
		if date == "" {
			date = oneLine(row.Year)
		}
		in.names[rifKey{"date", row.ID}] = date
	case "rule":
		in.names[rifKey{"category", row.ID}] = oneLine(row.Kind)
	}
	if in.bytes += len(name) + len(row.Start) + len(row.Year) + len(row.Kind) + 2*len(row.ID) + 200; in.bytes > rifMaxNames {
		return fmt.Errorf("the tables take more than %d MiB of memory", rifMaxNames>>20)
	}
	return nil
}

func (in *rifReader) name(table, id string) string { return in.names[rifKey{table, id}] }

// game returns the game of a row, or with the error what comes before the fault.
func (in *rifReader) game(row *rifGame) (*Game, error) {
	g := &Game{
		Size:    rifSize,
		Rule:    renju.Renju,
		Black:   in.name("player", row.Black),
		White:   in.name("player", row.White),
		Event:   in.name("tournament", row.Tournament),
		Round:   oneLine(row.Round),
		Date:    in.name("date", row.Tournament),
		Opening: join(", ", in.name("rule", row.Rule), in.name("opening", row.Opening)),
	}
	if in.name("category", row.Rule) == "2" {
		g.Rule = renju.Standard
	}
	switch row.Result {
	case "1":
		g.Result = renju.BlackWins
	case "0":
		g.Result = renju.WhiteWins
	case "0.5":
		g.Result = renju.Draw
	}
	b := newBuilder(g)
	moves, err := renju.ParseMoves(row.Move)
	if err == nil {
		err = b.moves(moves)
	}
	var notes []string
	if row.Swap != "" {
		notes = append(notes, "Swaps: "+oneLine(row.Swap))
	}
	if row.Alt != "" && !labelOffers(g, row.Alt) {
		notes = append(notes, "Alternative fifth stones: "+oneLine(row.Alt))
	}
	g.Root.Comment = strings.TrimSpace(plain(strings.Join(append(notes, row.Info), "\n")))
	return g, err
}

// labelOffers labels, in the position before the fifth stone, the others that were
// offered. It reports false if they are not points, or there is no such position.
func labelOffers(g *Game, alt string) bool {
	points, err := renju.ParseMoves(alt)
	line := g.Main()
	if err != nil || len(line) < 4 || len(points) > rifSize*rifSize {
		return false
	}
	for _, p := range points {
		if !onBoard(p, rifSize) {
			return false
		}
	}
	line[3].Labels = Lettered(points)
	return true
}

// join joins those of the texts that are not empty.
func join(separator string, texts ...string) string {
	var some []string
	for _, t := range texts {
		if t = oneLine(t); t != "" {
			some = append(some, t)
		}
	}
	return strings.Join(some, separator)
}

// A rifText makes valid UTF-8 of whatever it reads, as [plain] does, and keeps
// rows in bounds.
type rifText struct {
	r          *bufio.Reader
	char       [utf8.UTFMax]byte // that is being read
	size, done int               // bytes of char, and how many of them were read
	left       int               // characters that may still be read of this row
}

// ReadByte is what xml reads by.
func (t *rifText) ReadByte() (byte, error) {
	if t.done == t.size {
		if t.left--; t.left < 0 {
			return 0, fmt.Errorf("a row is longer than %d KiB", rifMaxRow>>10)
		}
		r, size, err := t.r.ReadRune()
		if r == utf8.RuneError && size == 1 {
			_ = t.r.UnreadRune() // it was read just now
			var b byte
			b, err = t.r.ReadByte()
			r = rune(b)
		}
		if err != nil {
			return 0, err
		}
		t.size, t.done = utf8.EncodeRune(t.char[:], r), 0
	}
	t.done++
	return t.char[t.done-1], nil
}

// Read is there because xml asks for it.
func (t *rifText) Read(p []byte) (n int, err error) {
	if len(p) > 0 {
		if p[0], err = t.ReadByte(); err == nil {
			n = 1
		}
	}
	return n, err
}
