package book

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"tengen/engine/renju"
)

// A Journal is a book in the making: what searches have found of positions with five
// stones, of each the longest and latest, or the one that proves who wins.
//
// Its file is text. After the line "tengen book journal 1" it has a line for each search:
// the five stones in an order of play, Black's winning chance, White's reply and the
// nodes that the search took, such as
//
//	h8h9i9i8j10 0.5312 j8 4096
//
// Journals are merged by appending one to the other. A last line without an end was
// cut off, and does not count.
type Journal struct {
	values map[key]Value // laid out as the key is
	Lines  int           // of searches that were read or added
	Nodes  int64         // that they took
}

// JournalHeader is the first line of a journal.
const JournalHeader = "tengen book journal 1\n"

// NewJournal returns an empty journal.
func NewJournal() *Journal { return &Journal{values: map[key]Value{}} }

// Add takes in what a search has found of five stones. It returns the line that tells
// of it. What a longer search has found before is kept, unless only this one proves anything.
func (j *Journal) Add(five []renju.Point, v Value) string {
	v.Black = math.Round(v.Black*1e5) / 1e5 // as it will be read again
	line := fmt.Sprintf("%s %.5f %v %d\n", renju.FormatMoves(five), v.Black, v.Reply, v.Nodes)
	j.Lines++
	j.Nodes += v.Nodes
	k, turns := canonical(five)
	if v.outdoes(j.values[k]) {
		v.Reply = turns[0].Apply(v.Reply, size)
		j.values[k] = v
	}
	return line
}

// Value returns what is known of five stones. It reports false if that is nothing.
func (j *Journal) Value(five []renju.Point) (Value, bool) {
	k, turns := canonical(five)
	v, ok := j.values[k]
	if !ok {
		return Value{}, false
	}
	v.Reply = turns[0].Inverse().Apply(v.Reply, size)
	return v, true
}

// Len returns how many positions the journal knows of.
func (j *Journal) Len() int { return len(j.values) }

// Read takes in a journal's file. It returns how many of its bytes are whole lines. Of a
// damaged file what stands before the damage is taken in; the error names the line.
func (j *Journal) Read(r io.Reader) (whole int64, err error) {
	in := bufio.NewReader(r)
	for number := 1; ; number++ {
		line, err := in.ReadString('\n')
		switch {
		case err == io.EOF:
			return whole, nil
		case err != nil:
			return whole, err
		case number == 1 && line != JournalHeader:
			return whole, fmt.Errorf("not a journal: its first line is not %q", strings.TrimSpace(JournalHeader))
		case line != JournalHeader:
			if err := j.take(line); err != nil {
				return whole, fmt.Errorf("line %d: %w", number, err)
			}
		}
		whole += int64(len(line))
	}
}

// take takes in a line.
func (j *Journal) take(line string) error {
	fields := strings.Fields(line)
	if len(fields) != 4 {
		return fmt.Errorf("%q: want stones, chance, reply and nodes", strings.TrimSpace(line))
	}
	five, err := renju.ParseMoves(fields[0])
	if err != nil {
		return err
	}
	if len(five) != 5 || !possible(five[:4]) || !empty(five[:4], five[4]) {
		return fmt.Errorf("%s: not five stones of the opening", fields[0])
	}
	var v Value
	if v.Black, err = strconv.ParseFloat(fields[1], 64); err != nil || !(v.Black >= 0 && v.Black <= 1) {
		return fmt.Errorf("chance %q: want 0 to 1", fields[1])
	}
	if v.Reply, err = renju.ParsePoint(fields[2]); err != nil || !empty(five, v.Reply) {
		return fmt.Errorf("reply %q: want an empty point", fields[2])
	}
	if v.Nodes, err = strconv.ParseInt(fields[3], 10, 64); err != nil || v.Nodes < 1 {
		return fmt.Errorf("%q: want a number of nodes", fields[3])
	}
	j.Add(five, v)
	return nil
}
