package eval

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"encoding/binary"
	"errors"
	"io"
	"sync"

	"tengen/engine/renju"
	"tengen/search/pattern"
)

// Params are the numbers of the evaluation and of the order of moves.
type Params struct {
	Patterns pattern.Weights
	// Threats is what a set of threats is worth to the colour to move, the
	// right to move included. Board.Threats numbers the sets.
	Threats [pattern.Colours][pattern.ThreatSets]int16
}

const magic = "TENGENW2"

// Write writes the params, compressed, as Read reads them: after eight bytes
// that name the format, the numbers in the order of the fields, 16 bits each,
// little-endian.
func (p *Params) Write(w io.Writer) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(z, magic); err != nil {
		return err
	}
	if err := binary.Write(z, binary.LittleEndian, p); err != nil {
		return err
	}
	return z.Close()
}

// Read reads what Write wrote.
func Read(r io.Reader) (*Params, error) {
	z, err := gzip.NewReader(r)
	if err != nil {
		return nil, err
	}
	head := make([]byte, len(magic))
	if _, err := io.ReadFull(z, head); err != nil {
		return nil, err
	}
	if string(head) != magic {
		return nil, errors.New("eval: not a file of weights")
	}
	p := new(Params)
	if err := binary.Read(z, binary.LittleEndian, p); err != nil {
		return nil, err
	}
	if n, err := z.Read(head); n != 0 || err != io.EOF {
		return nil, errors.New("eval: the file of weights does not end where it should")
	}
	return p, nil
}

//go:embed renju.weights
var renjuWeights []byte

// fitted returns the embedded weights of renju.
var fitted = sync.OnceValue(func() *Params {
	p, err := Read(bytes.NewReader(renjuWeights))
	if err != nil {
		panic(err) // the file is part of the program
	}
	return p
})

// Hand returns params set by hand. They serve rules for which no games have
// fitted any, and begin the fit for those.
func Hand(rule renju.Rule) *Params {
	p := &Params{Patterns: *pattern.HandWeights(rule)}
	for set := range pattern.ThreatSets {
		mine, theirs := pattern.StrongestThreats(set)
		v := handTempo + handToMove[mine] - handWaiting[theirs]
		for colour := range pattern.Colours {
			p.Threats[colour][set] = v
		}
	}
	return p
}

// What the right to move is worth, and the strongest class that the side to
// move, or the other, could make.
const handTempo int16 = 30

var (
	handToMove = [pattern.Classes]int16{
		pattern.FourThree: 300, pattern.DoubleThree: 150, pattern.FourPlus: 40, pattern.ThreePlus: 40, pattern.Three: 15,
	}
	handWaiting = [pattern.Classes]int16{
		pattern.Straight: 150, pattern.FourThree: 80, pattern.DoubleThree: 40, pattern.FourPlus: 10,
	}
)
