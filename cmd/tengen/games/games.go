// Package games holds the record of self-play: games as training wants them,
// each move with what the search thought of it.
//
// A file is a header and any number of records, so files are merged by
// appending the records of one to another. All numbers are little-endian.
//
//	header  "TENGEN" and a version byte, 2
//	record  length of the payload (4 bytes), payload, CRC-32 (IEEE) of the payload
//	payload size of the board (1 byte), rule (1), result (1: 0 draw, 1 Black,
//	        2 White), moves of the opening (1), number of moves of the game (2) and
//	        the moves, then the samples, in the order of the game
//	move    the point, y*size+x from a1 (2), and its value (2)
//	sample  number of the game's moves before it (2), length of the path (1), the points
//	        of the path (2 each), the move
//
// The value is the search's for the side that makes the move, 0 in the opening.
// A file that was cut off loses only its last record.
package games

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"

	"tengen/engine/renju"
)

// Header begins each file.
const Header = "TENGEN\x02"

const version = len(Header) - 1 // where it stands

// Game is one game of self-play.
type Game struct {
	Size    int
	Rule    renju.Rule
	Result  renju.Result
	Opening int // moves that were drawn by lot
	Moves   []Move
	Samples []Sample
}

// Sample is a position that the search came to while it thought about a move of the
// game, and what a search of that position said: the game did not go there.
type Sample struct {
	After int           // moves of the game before it
	Path  []renju.Point // that lead on to the position
	Move  Move
}

// Move is a move and its value for the side that makes it.
type Move struct {
	Point renju.Point
	Value int16
}

// WriteHeader begins a file.
func WriteHeader(w io.Writer) error {
	_, err := io.WriteString(w, Header)
	return err
}

// Append writes one record.
func Append(w io.Writer, g *Game) error {
	le := binary.LittleEndian
	payload := []byte{byte(g.Size), byte(g.Rule), resultByte(g.Result), byte(g.Opening)}
	point := func(p renju.Point) { payload = le.AppendUint16(payload, uint16(int(p.Y)*g.Size+int(p.X))) }
	move := func(m Move) {
		point(m.Point)
		payload = le.AppendUint16(payload, uint16(m.Value))
	}
	payload = le.AppendUint16(payload, uint16(len(g.Moves)))
	for _, m := range g.Moves {
		move(m)
	}
	for _, s := range g.Samples {
		payload = append(le.AppendUint16(payload, uint16(s.After)), byte(len(s.Path)))
		for _, p := range s.Path {
			point(p)
		}
		move(s.Move)
	}
	record := le.AppendUint32(nil, uint32(len(payload)))
	record = append(record, payload...)
	record = le.AppendUint32(record, crc32.ChecksumIEEE(payload))
	_, err := w.Write(record)
	return err
}

func resultByte(r renju.Result) byte {
	switch r {
	case renju.BlackWins:
		return 1
	case renju.WhiteWins:
		return 2
	}
	return 0
}

// ErrCut is the error of a file whose last record is not whole.
var ErrCut = errors.New("the last record is cut off")

// Read ranges over a file's games, and the offset behind each. The first error
// ends it: ErrCut for a file that was cut off, or what is wrong and where.
func Read(r io.Reader) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		in := bufio.NewReaderSize(r, 1<<16)
		head := make([]byte, len(Header))
		if _, err := io.ReadFull(in, head); err != nil || string(head[:version]) != Header[:version] {
			yield(Entry{}, errors.New("not a file of games: the header is missing"))
			return
		}
		if head[version] != Header[version] {
			yield(Entry{}, fmt.Errorf("a file of games of version %d, not %d", head[version], Header[version]))
			return
		}
		offset := int64(len(Header))
		for {
			g, n, err := readRecord(in)
			if err == io.EOF {
				return
			}
			if err != nil && !errors.Is(err, ErrCut) {
				err = fmt.Errorf("record at offset %d: %w", offset, err)
			}
			offset += int64(n)
			if !yield(Entry{Game: g, End: offset}, err) || err != nil {
				return
			}
		}
	}
}

// Entry is a game and where its record ends.
type Entry struct {
	Game Game
	End  int64
}

// longest is more than the payload of any game takes.
const longest = 1 << 24

func readRecord(in io.Reader) (g Game, n int, err error) {
	var length [4]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = ErrCut
		}
		return g, 0, err
	}
	most := binary.LittleEndian.Uint32(length[:])
	if most > longest {
		return g, 0, fmt.Errorf("a record of %d bytes", most)
	}
	body := make([]byte, int(most)+crc32.Size)
	if _, err := io.ReadFull(in, body); err != nil {
		if err == io.EOF || err == io.ErrUnexpectedEOF {
			err = ErrCut
		}
		return g, 0, err
	}
	payload, sum := body[:len(body)-crc32.Size], body[len(body)-crc32.Size:]
	if crc32.ChecksumIEEE(payload) != binary.LittleEndian.Uint32(sum) {
		return g, 0, errors.New("the checksum does not fit")
	}
	g, err = decode(payload)
	return g, len(length) + len(body), err
}

func decode(payload []byte) (g Game, err error) {
	in := reader{rest: payload}
	size, rule, result, opening, moves := in.byte(), in.byte(), in.byte(), in.byte(), in.word()
	g.Size, g.Rule, g.Opening = size, renju.Rule(rule), opening
	if g.Size < renju.MinSize || g.Size > renju.MaxSize || g.Rule > renju.Renju || result > 2 {
		return g, fmt.Errorf("size %d, rule %d or result %d does not exist", size, rule, result)
	}
	g.Result = [3]renju.Result{renju.Draw, renju.BlackWins, renju.WhiteWins}[result]
	in.size = g.Size
	for range moves {
		g.Moves = append(g.Moves, in.move())
	}
	last := 0
	for len(in.rest) > 0 && in.err == nil {
		s := Sample{After: in.word()}
		for range in.byte() {
			s.Path = append(s.Path, in.point())
		}
		s.Move = in.move()
		if s.After > moves || s.After < last {
			in.fail("a sample after %d of %d moves behind one after %d", s.After, moves, last)
		}
		last = s.After
		g.Samples = append(g.Samples, s)
	}
	return g, in.err
}

// reader takes a payload apart, up to the first error.
type reader struct {
	rest []byte
	size int // of the board
	err  error
}

func (r *reader) fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf(format, args...)
	}
	r.rest = nil
}

func (r *reader) byte() int {
	if len(r.rest) < 1 {
		r.fail("a payload that ends too soon")
		return 0
	}
	b := r.rest[0]
	r.rest = r.rest[1:]
	return int(b)
}

func (r *reader) word() int { return r.byte() | r.byte()<<8 }

func (r *reader) point() renju.Point {
	at := r.word()
	if at >= r.size*r.size {
		r.fail("point %d is off the board", at)
		return renju.Point{}
	}
	return renju.Point{X: int8(at % r.size), Y: int8(at / r.size)}
}

func (r *reader) move() Move { return Move{Point: r.point(), Value: int16(r.word())} }
