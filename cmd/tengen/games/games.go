// Package games holds the record of self-play: games as training wants them,
// each move with what the search thought of it.
//
// A file is a header and any number of records, so files are merged by
// appending the records of one to another. All numbers are little-endian.
//
//	header  "TENGEN" and a version byte, 1
//	record  length of the payload (2 bytes), payload, CRC-32 (IEEE) of the payload
//	payload size of the board (1 byte), rule (1), result (1: 0 draw, 1 Black,
//	        2 White), moves of the opening (1), then for each move of the game
//	        the point, y*size+x from a1 (2), and its value (2)
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
const Header = "TENGEN\x01"

// Game is one game of self-play.
type Game struct {
	Size    int
	Rule    renju.Rule
	Result  renju.Result
	Opening int // moves that were drawn by lot
	Moves   []Move
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
	payload := []byte{byte(g.Size), byte(g.Rule), resultByte(g.Result), byte(g.Opening)}
	for _, m := range g.Moves {
		payload = binary.LittleEndian.AppendUint16(payload, uint16(int(m.Point.Y)*g.Size+int(m.Point.X)))
		payload = binary.LittleEndian.AppendUint16(payload, uint16(m.Value))
	}
	record := binary.LittleEndian.AppendUint16(nil, uint16(len(payload)))
	record = append(record, payload...)
	record = binary.LittleEndian.AppendUint32(record, crc32.ChecksumIEEE(payload))
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
		if _, err := io.ReadFull(in, head); err != nil || string(head) != Header {
			yield(Entry{}, errors.New("not a file of games: the header is missing"))
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

func readRecord(in io.Reader) (g Game, n int, err error) {
	var length [2]byte
	if _, err := io.ReadFull(in, length[:]); err != nil {
		if err == io.ErrUnexpectedEOF {
			err = ErrCut
		}
		return g, 0, err
	}
	body := make([]byte, int(binary.LittleEndian.Uint16(length[:]))+crc32.Size)
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
	if len(payload) < 4 || len(payload)%4 != 0 {
		return g, fmt.Errorf("a payload of %d bytes", len(payload))
	}
	g.Size, g.Rule, g.Opening = int(payload[0]), renju.Rule(payload[1]), int(payload[3])
	if g.Size < renju.MinSize || g.Size > renju.MaxSize || g.Rule > renju.Renju || payload[2] > 2 {
		return g, fmt.Errorf("size %d, rule %d or result %d does not exist", g.Size, payload[1], payload[2])
	}
	g.Result = [3]renju.Result{renju.Draw, renju.BlackWins, renju.WhiteWins}[payload[2]]
	for b := payload[4:]; len(b) > 0; b = b[4:] {
		at := int(binary.LittleEndian.Uint16(b))
		if at >= g.Size*g.Size {
			return g, fmt.Errorf("point %d is off the board", at)
		}
		g.Moves = append(g.Moves, Move{
			Point: renju.Point{X: int8(at % g.Size), Y: int8(at / g.Size)},
			Value: int16(binary.LittleEndian.Uint16(b[2:])),
		})
	}
	return g, nil
}
