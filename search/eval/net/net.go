package net

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"unsafe"

	"tengen/search/pattern"
)

const (
	// BoardSize is the size of the boards that a Net knows.
	BoardSize = 15
	// Channels is the number of numbers that describe an empty point for the value, and
	// of those that describe it for the policy.
	Channels = 32
	// Hidden is the size of both hidden layers.
	Hidden = 32
)

// What one is in the net's integers.
const (
	CellUnit    = 128  // of a point's channels, and of the rows and biases that make them up
	SquareUnit  = 128  // of the channels' squares, and of their sums
	InputUnit   = 1024 // of the first layer's input: such a sum, divided by InputDivisor
	FirstUnit   = 512  // of the first layer's weights
	WeightUnit  = 1024 // of the other layers'
	HiddenUnit  = 1024 // of the hidden layers
	ContextUnit = 128  // of the policy's context

	InputDivisor = InputUnit / SquareUnit

	// BiasMost bounds the biases of points, so that a bias and four rows stay in their
	// bits.
	BiasMost = 1 << 14
)

// Row is what the shape of a line says of an empty point on it, channel by channel.
type Row [Channels]int8

// Point is the channels of a point, or a part of them.
type Point [Channels]int16

// Net is a trained network. Each number is explained where it is used (State).
type Net struct {
	// Value and Policy hold the rows of each shape, ValueBias and PolicyBias what is
	// said of every empty point.
	Value, Policy         [pattern.ShapeCount]Row
	ValueBias, PolicyBias Point
	// Heads read the sums: HeadOf tells which of them.
	Heads [HeadCount]Head
}

// HeadCount is the number of heads: for each side to move four kinds of threats.
const HeadCount = 4 * pattern.Colours

// HeadOf tells which head reads a position, by who is to move and by the threats on
// the board (Board.Threats): whether a four that makes more is at hand, and whether
// the opponent threatens a straight four. What the same sums mean differs much between
// these. Heads apart for more kinds of threats say no more, and heads apart for the
// number of stones say less.
func HeadOf(toMove, threats int) int {
	mine, theirs := pattern.StrongestThreats(threats)
	head := toMove & 1
	if mine >= pattern.FourPlus {
		head += pattern.Colours
	}
	if theirs >= pattern.Straight {
		head += 2 * pattern.Colours
	}
	return head
}

// Head is the part of a net that reads the sums. The weights of a layer come in pairs
// of inputs: first those from inputs 0 and 1 to neuron 0, then to neuron 1, and so on.
// All that a kernel loads at once lies within a cache line, if the Net begins at one.
type Head struct {
	First      [Channels / 2][Hidden][2]int16
	FirstBias  [Hidden]int32 // in InputUnit * FirstUnit
	Second     [Hidden / 2][Hidden][2]int16
	SecondBias [Hidden]int32 // in HiddenUnit * WeightUnit
	Out        [Hidden]int16
	// OutBias goes by the set of threats on the board (Board.Threats).
	OutBias    [pattern.ThreatSets]int32 // in HiddenUnit * WeightUnit
	Policy     [Hidden / 2][Channels][2]int16
	PolicyBias [Channels]int32 // in HiddenUnit * WeightUnit
}

// Check tells whether a sum could leave its bits on any board.
func (n *Net) Check() error {
	abs := func(v int64) int64 { return max(v, -v) }
	for i, v := range n.ValueBias {
		if most := max(abs(int64(v)), abs(int64(n.PolicyBias[i]))); most > BiasMost {
			return fmt.Errorf("a bias of %d, more than %d", most, BiasMost)
		}
	}
	// sum is the largest that a neuron's sum can be, with inputs up to most.
	sum := func(bias int32, weights [][Hidden][2]int16, j int, most int64) int64 {
		all := abs(int64(bias))
		for i := range weights {
			for _, w := range weights[i][j] {
				all += most * abs(int64(w))
			}
		}
		return all
	}
	const sumMost = BoardSize * BoardSize * SquareUnit
	for i := range n.Heads {
		h := &n.Heads[i]
		out := int64(0)
		for j := range Hidden {
			if sum(h.FirstBias[j], h.First[:], j, sumMost) > math.MaxInt32 ||
				sum(h.SecondBias[j], h.Second[:], j, HiddenUnit) > math.MaxInt32 ||
				sum(h.PolicyBias[j], h.Policy[:], j, HiddenUnit) > math.MaxInt32 {
				return fmt.Errorf("the sum of neuron %d could leave its bits", j)
			}
			out += HiddenUnit * abs(int64(h.Out[j]))
		}
		for _, v := range h.OutBias {
			if out+abs(int64(v)) > math.MaxInt32 {
				return errors.New("the value could leave its bits")
			}
		}
	}
	return nil
}

const magic = "TENGENN4"

// Write writes the net, compressed: after eight bytes that name the format, the
// numbers in the order of the fields, little-endian.
func (n *Net) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := z.Write(append([]byte(magic), n.bytes()...)); err != nil {
		return err
	}
	return z.Close()
}

// Read reads what Write wrote.
func Read(r io.Reader) (*Net, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, fmt.Errorf("not a network: %w", err)
	}
	size := len(magic) + int(unsafe.Sizeof(Net{}))
	raw := make([]byte, size+1)
	read, err := io.ReadFull(z, raw)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, fmt.Errorf("a damaged network: %w", err)
	}
	if read != size || string(raw[:len(magic)]) != magic {
		return nil, errors.New("not a network of this version")
	}
	n := new(Net)
	rest := raw[len(magic):size]
	for _, f := range n.fields() {
		for i := range f.bytes {
			f.bytes[i] = int8(rest[i])
		}
		rest = rest[len(f.bytes):]
		for i := range f.words {
			f.words[i] = int16(binary.LittleEndian.Uint16(rest[2*i:]))
		}
		rest = rest[2*len(f.words):]
		for i := range f.longs {
			f.longs[i] = int32(binary.LittleEndian.Uint32(rest[4*i:]))
		}
		rest = rest[4*len(f.longs):]
	}
	if err := n.Check(); err != nil {
		return nil, err
	}
	return n, nil
}

// Name is the beginning of a hash of the net's numbers, twelve hexadecimal digits.
func (n *Net) Name() string {
	sum := sha256.Sum256(n.bytes())
	return hex.EncodeToString(sum[:6])
}

// bytes are the net's numbers as Write writes them.
func (n *Net) bytes() (raw []byte) {
	for _, f := range n.fields() {
		for _, v := range f.bytes {
			raw = append(raw, byte(v))
		}
		for _, v := range f.words {
			raw = binary.LittleEndian.AppendUint16(raw, uint16(v))
		}
		for _, v := range f.longs {
			raw = binary.LittleEndian.AppendUint32(raw, uint32(v))
		}
	}
	return raw
}

// field is some of the net's numbers that stand in a row: bytes, words or longs.
type field struct {
	bytes []int8
	words []int16
	longs []int32
}

// fields are all of the net, in order. A program reads its network when it starts:
// encoding/binary would take 20 ms for it.
func (n *Net) fields() []field {
	all := []field{
		{bytes: row[int8](&n.Value)}, {bytes: row[int8](&n.Policy)},
		{words: n.ValueBias[:]}, {words: n.PolicyBias[:]},
	}
	for i := range n.Heads {
		h := &n.Heads[i]
		all = append(all,
			field{words: row[int16](&h.First)}, field{longs: row[int32](&h.FirstBias)},
			field{words: row[int16](&h.Second)}, field{longs: row[int32](&h.SecondBias)},
			field{words: row[int16](&h.Out)}, field{longs: row[int32](&h.OutBias)},
			field{words: row[int16](&h.Policy)}, field{longs: row[int32](&h.PolicyBias)})
	}
	return all
}

// row is all of an array, or of a struct of arrays, with nothing but numbers of type
// N in it.
func row[N int8 | int16 | int32, A any](a *A) []N {
	var number N
	return unsafe.Slice((*N)(unsafe.Pointer(a)), unsafe.Sizeof(*a)/unsafe.Sizeof(number))
}
