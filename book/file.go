package book

import (
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"tengen/engine/renju"
)

const magic = "TENGENB1"

// effortSteps is how many steps of effort double the nodes, and chanceSteps how many
// steps of a chance are certainty.
const (
	effortSteps = 8
	chanceSteps = math.MaxUint16
)

// Write writes the book; the package's documentation has the format.
func (b *Book) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := b.write(z); err != nil {
		return err
	}
	return z.Close()
}

// write writes the book as it is before it is compressed.
func (b *Book) write(w io.Writer) error {
	out := bufio.NewWriter(w)
	_, _ = out.WriteString(magic) // Flush tells of errors
	for four, fifths := range b.All() {
		k, _ := canonical(four)
		_, _ = out.Write([]byte{byte(len(fifths)), k[0], k[1], k[2]})
		for _, f := range fifths {
			effort := max(1, min(math.Round(effortSteps*math.Log2(float64(max(f.Nodes, 1)))), math.MaxUint8))
			chance := uint16(math.Round(f.Black * chanceSteps))
			_, _ = out.Write([]byte{cell(f.Point), cell(f.Reply), byte(effort), byte(chance), byte(chance >> 8)})
		}
	}
	return out.Flush()
}

// Name is the beginning of a hash of what the book says, twelve hexadecimal digits.
func (b *Book) Name() string {
	h := sha256.New()
	if err := b.write(h); err != nil {
		panic(err) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil)[:6])
}

// Read reads what Write wrote, and checks it.
func Read(r io.Reader) (*Book, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("not a book: %w", err)
	}
	b := &Book{fours: map[key][]Fifth{}}
	in := bufio.NewReader(z)
	begin := make([]byte, len(magic))
	if _, err := io.ReadFull(in, begin); err != nil || string(begin) != magic {
		return nil, errors.New("not a book of this version")
	}
	raw, err := io.ReadAll(in)
	if err != nil {
		return nil, fmt.Errorf("a damaged book: %w", err)
	}
	for len(raw) > 0 {
		if raw, err = b.readFour(raw); err != nil {
			return nil, fmt.Errorf("a damaged book, after %d positions: %w", len(b.fours), err)
		}
	}
	return b, nil
}

const (
	headBytes  = 4
	fifthBytes = 5
)

// readFour takes in the first of some positions of four stones, and returns the rest.
func (b *Book) readFour(raw []byte) (rest []byte, err error) {
	if len(raw) < headBytes || len(raw) < headBytes+fifthBytes*int(raw[0]) {
		return nil, io.ErrUnexpectedEOF
	}
	n := int(raw[0])
	k := key{raw[1], raw[2], raw[3]}
	raw, rest = raw[headBytes:][:fifthBytes*n], raw[headBytes+fifthBytes*n:]
	four := k.stones()
	if same, _ := canonical(four); same != k || !possible(four) || b.fours[k] != nil {
		return nil, fmt.Errorf("the four stones %v", k[:])
	}
	var taken [size * size]bool
	for _, p := range four {
		taken[cell(p)] = true
	}
	empty := func(cell uint8) bool { return int(cell) < len(taken) && !taken[cell] }
	fifths := make([]Fifth, n)
	last := -1
	for i := range fifths {
		f := raw[i*fifthBytes:][:fifthBytes]
		if !empty(f[0]) || !empty(f[1]) || f[0] == f[1] || int(f[0]) <= last {
			return nil, fmt.Errorf("the fifth stone %d with the reply %d after %s", f[0], f[1], renju.FormatMoves(four))
		}
		last = int(f[0])
		fifths[i] = Fifth{pointOf(f[0]), Value{
			Black: float64(uint16(f[3])|uint16(f[4])<<8) / chanceSteps,
			Reply: pointOf(f[1]),
			Nodes: nodesOf[f[2]],
		}}
	}
	b.fours[k] = fifths
	return rest, nil
}

// nodesOf turns an effort into nodes.
var nodesOf = func() (nodes [256]int64) {
	for effort := range nodes {
		nodes[effort] = int64(math.Round(math.Exp2(float64(effort) / effortSteps)))
	}
	return nodes
}()

// possible tells whether the opening allows the four stones.
func possible(four []renju.Point) bool {
	for i, p := range four {
		if distance(p, centre) > int8(i) || !empty(four[:i], p) {
			return false
		}
	}
	return true
}

// empty tells whether p is on the board, and no stone on it.
func empty(stones []renju.Point, p renju.Point) bool {
	return p.X >= 0 && p.X < size && p.Y >= 0 && p.Y < size && !slices.Contains(stones, p)
}
