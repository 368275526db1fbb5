package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"tengen/engine/renju"
)

// RenLib's format is known from its source (github.com/gomoku/RenLib, LibraryFile.cpp,
// MoveNode.cpp, and AddLibrary and WriteMove in RenLibDoc.cpp). A header of 20 bytes,
// FF "RenLib" FF, the version's major and minor number and ten times FF, is
// followed by the nodes of a tree, parents before their children and siblings in
// order. A node begins with two bytes: its point and its flags.
//
// A point is 16 times the row from the top plus the column from the left, from 1:
// 78 is h8. 0 is a pass or, in the first node, the root; files before version 3.4
// may go without it and begin with Black's first move, the oldest without a header.
//
// With the extension flag two bytes follow, the second of which may have the flag
// for a text on the board. Then the texts follow, the comment first: bytes up to
// a 0, and a second 0 if it takes one to make their number even. (The comments of
// old files end with a byte that has the highest bit set.) The first line of a
// comment is separated from the others by a byte 8. A text on the board stands on
// the node's point as long as nothing is played there.
const (
	libSibling   = 0x80 // a sibling follows when all below this node has been written
	libLeaf      = 0x40 // nothing is below this node
	libOld       = 0x20 // an old comment follows
	libMark      = 0x10
	libComment   = 0x08 // a comment follows
	libNoMove    = 0x02 // the node is only there for its text on the board
	libExtension = 0x01

	libText = 0x01 // of the extension: a text on the board follows
)

const (
	libSize  = 15 // of the board
	libMagic = "\xffRenLib\xff"
	libMajor = 3
	libMinor = 4
)

// A LibNode is a node of a library.
type LibNode struct {
	Depth   int         // 0: the root, 1: Black's first move
	Point   renju.Point // the move, which may be a pass
	NoMove  bool        // nobody moves: the node is there for its text
	Leaf    bool        // no node below it follows
	Mark    bool
	Comment string
	Text    string // on the board, at Point, in the position before the move
	Offset  int64  // bytes before it in the file
}

// LibNodes reads a library of RenLib node by node, so that it may be larger than
// memory. Every node but the first is at most one deeper than the one before it.
// Whether moves can be played is not its concern. The sequence ends with the first
// error, a [*Fault] that tells the byte.
func LibNodes(r io.Reader) iter.Seq2[LibNode, error] {
	return func(yield func(LibNode, error) bool) {
		in := &libReader{r: bufio.NewReader(r)}
		if err := in.readHeader(); err != nil {
			yield(LibNode{}, in.fault(err))
			return
		}
		var siblings []int // depths at which a sibling is still to come, rising
		depth := 0
		for {
			n, sibling, err := in.readNode()
			if err == io.EOF {
				return
			}
			switch {
			case err != nil:
			case depth == 0 && n.Point != renju.Pass:
				depth = 1 // a file without a root
			case depth > maxDepth:
				err = fmt.Errorf("a line of more than %d nodes", maxDepth)
			}
			if err != nil {
				yield(LibNode{}, in.fault(err))
				return
			}
			n.Depth = depth
			if !yield(n, nil) {
				return
			}
			if sibling && depth > 0 {
				siblings = append(siblings, depth)
			}
			depth++
			if last := len(siblings) - 1; n.Leaf && last >= 0 {
				depth, siblings = siblings[last], siblings[:last]
			}
		}
	}
}

type libReader struct {
	r      *bufio.Reader
	offset int64
}

func (in *libReader) fault(err error) error {
	return &Fault{Format: LIB, Offset: in.offset, Err: err}
}

func (in *libReader) readHeader() error {
	const headerless = 0x78 // the first move, h8
	if first, err := in.r.Peek(1); err == nil && first[0] == headerless {
		return nil
	}
	var header [20]byte
	n, err := io.ReadFull(in.r, header[:])
	switch {
	case err != nil && err != io.EOF && err != io.ErrUnexpectedEOF:
		return err
	case !strings.HasPrefix(string(header[:n]), libMagic):
		return errors.New("not a library of RenLib")
	case err != nil:
		return errors.New("the file ends within the header")
	}
	if major, minor := header[8], header[9]; 100*int(major)+int(minor) > 100*libMajor+libMinor {
		return fmt.Errorf("version %d.%d of the format is not known, but up to %d.%d", major, minor, libMajor, libMinor)
	}
	in.offset = int64(n)
	return nil
}

// readNode returns io.EOF at the end of the file.
func (in *libReader) readNode() (n LibNode, sibling bool, err error) {
	n.Offset = in.offset
	point, flags, err := in.pair()
	if err != nil {
		return n, false, err
	}
	n.Point = renju.Pass
	if point != 0 {
		n.Point = renju.FromWire(int(point&15)-1, int(point>>4), libSize)
		if !onBoard(n.Point, libSize) {
			in.offset = n.Offset
			return n, false, fmt.Errorf("%#02x is not a point", point)
		}
	}
	n.NoMove, n.Leaf, n.Mark = flags&libNoMove != 0, flags&libLeaf != 0, flags&libMark != 0
	var extension byte
	if flags&libExtension != 0 {
		_, extension, err = in.pair()
	}
	var comment string
	switch {
	case err != nil:
	case flags&libOld != 0:
		comment, err = in.oldText()
	case flags&libComment != 0:
		comment, err = in.text()
	}
	n.Comment = plain(strings.Replace(comment, "\b", "\n", 1))
	if err == nil && extension&libText != 0 {
		n.Text, err = in.text()
		n.Text = oneLine(n.Text)
	}
	if err == io.EOF {
		err = errors.New("the file ends within a node")
	}
	return n, flags&libSibling != 0, err
}

// text reads pairs of bytes up to one with a 0.
func (in *libReader) text() (string, error) {
	var text []byte
	for {
		a, b, err := in.pair()
		switch {
		case err != nil || a == 0:
			return string(text), err
		case b == 0:
			return string(append(text, a)), nil
		case len(text) > maxText:
			return "", errLongText
		}
		text = append(text, a, b)
	}
}

var swedish = strings.NewReplacer("}", "å", "{", "ä", "|", "ö", "]", "Å", "[", "Ä", `\`, "Ö")

// oldText reads pairs of bytes up to one with the highest bit set. Six characters
// of ASCII stand for Swedish letters.
func (in *libReader) oldText() (string, error) {
	var text []byte
	for {
		a, b, err := in.pair()
		if err != nil {
			return "", err
		}
		if len(text) > maxText {
			return "", errLongText
		}
		text = append(text, a)
		if a < 0x80 {
			text = append(text, b)
		}
		if last := len(text) - 1; text[last] >= 0x80 {
			text[last] &= 0x7f
			return swedish.Replace(string(text)), nil
		}
	}
}

// pair reads two bytes, or returns io.EOF if there are none.
func (in *libReader) pair() (a, b byte, err error) {
	if a, err = in.r.ReadByte(); err != nil {
		return 0, 0, err
	}
	if b, err = in.r.ReadByte(); err == io.EOF {
		err = errors.New("the file ends within a pair of bytes")
	}
	if err == nil {
		in.offset += 2
	}
	return a, b, err
}

// readLib reads a library as one game, the first of all lines being the main one.
func readLib(r io.Reader, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		b := newBuilder(&Game{Size: libSize, Rule: rule})
		begun := false
		for n, err := range LibNodes(r) {
			if err != nil && !begun {
				yield(nil, err)
				return
			}
			begun = true
			if err == nil {
				if err = b.addLibNode(n); err != nil {
					err = &Fault{Format: LIB, Offset: n.Offset, Err: err}
				}
			}
			if err != nil {
				yield(b.game, err)
				return
			}
		}
		yield(b.game, nil)
	}
}

func (b *builder) addLibNode(n LibNode) error {
	b.goTo(max(0, n.Depth-1))
	if n.Text != "" && n.Point != renju.Pass {
		if err := b.label(b.at(), Label{n.Point, n.Text}); err != nil {
			return err
		}
	}
	switch {
	case n.NoMove && n.Leaf && n.Comment == "":
		return nil // it was there for the label
	case n.Depth == 0:
	case n.NoMove:
		if err := b.down(); err != nil {
			return err
		}
	default:
		turn := renju.Black
		if n.Depth%2 == 0 {
			turn = renju.White
		}
		if err := b.move(turn, n.Point); err != nil {
			return err
		}
	}
	b.at().Mark = n.Mark
	return b.comment(n.Comment)
}

// writeLib writes a library with a root. Remarks between moves are said of the
// move before them.
func writeLib(w *bufio.Writer, g *Game) error {
	switch {
	case g.Size != libSize:
		return fmt.Errorf("the board is %dx%d: only %dx%d can be written", g.Size, g.Size, libSize, libSize)
	case g.Setup != nil:
		return errors.New("the game begins from a set-up position")
	}
	if err := g.check(); err != nil {
		return err
	}
	out := libWriter{w}
	out.WriteString(libMagic)
	out.Write([]byte{libMajor, libMinor})
	out.WriteString(strings.Repeat("\xff", 10))
	root := gather(&g.Root)
	out.node(renju.Pass, root.flags(), root.comment(), "")
	out.children(root, renju.Black)
	return nil
}

// A libMove is a move with the remarks that follow it.
type libMove struct {
	comments []string
	labels   []Label
	mark     bool
	children []*Node
}

func gather(n *Node) *libMove {
	m := new(libMove)
	m.add(n)
	return m
}

func (m *libMove) add(n *Node) {
	if n.Comment != "" {
		m.comments = append(m.comments, n.Comment)
	}
	for _, l := range n.Labels {
		if l.Text = oneLine(l.Text); l.Text != "" {
			m.labels = append(m.labels, l)
		}
	}
	m.mark = m.mark || n.Mark
	for _, c := range n.Children {
		if c.Stone == renju.Empty {
			m.add(c)
		} else {
			m.children = append(m.children, c)
		}
	}
}

func (m *libMove) flags() byte {
	if m.mark {
		return libMark
	}
	return 0
}

// comment returns the comment as it stands in the file.
func (m *libMove) comment() string {
	first, rest, several := strings.Cut(plain(strings.Join(m.comments, "\n")), "\n")
	if several {
		first += "\b" + strings.ReplaceAll(rest, "\n", "\r\n")
	}
	return first
}

// A libWriter writes nodes. What it writes to keeps the errors.
type libWriter struct{ *bufio.Writer }

// children writes what is below a move: the moves, each with the label that
// stands on its point, and the labels that are left.
func (out libWriter) children(m *libMove, turn renju.Stone) {
	texts := make(map[renju.Point]string, len(m.labels))
	var left []renju.Point
	for _, l := range m.labels {
		if texts[l.Point] == "" {
			texts[l.Point] = l.Text
			left = append(left, l.Point)
		}
	}
	if len(left) > 0 {
		played := make(map[renju.Point]bool)
		for _, c := range m.children {
			played[c.Point] = played[c.Point] || c.Stone == turn
		}
		left = slices.DeleteFunc(left, func(p renju.Point) bool { return played[p] })
	}
	for i, c := range m.children {
		sibling := i < len(m.children)-1 || len(left) > 0
		text := ""
		if c.Stone == turn {
			text = texts[c.Point]
			delete(texts, c.Point)
		}
		out.move(c, turn, sibling, text)
	}
	for i, p := range left {
		flags := byte(libNoMove | libLeaf)
		if i < len(left)-1 {
			flags |= libSibling
		}
		out.node(p, flags, "", texts[p])
	}
}

// move writes a move and what is below it. If it is the other's turn, they pass.
func (out libWriter) move(n *Node, turn renju.Stone, sibling bool, text string) {
	var flags byte
	if sibling {
		flags = libSibling
	}
	if n.Stone != turn {
		out.node(renju.Pass, flags, "", "")
		flags, turn = 0, n.Stone
	}
	m := gather(n)
	if len(m.children) == 0 && len(m.labels) == 0 {
		flags |= libLeaf
	}
	out.node(n.Point, flags|m.flags(), m.comment(), text)
	out.children(m, turn.Opponent())
}

// node writes one node.
func (out libWriter) node(p renju.Point, flags byte, comment, text string) {
	point := byte(0)
	if p != renju.Pass {
		x, y := p.Wire(libSize)
		point = byte(16*y + x + 1)
	}
	if comment != "" {
		flags |= libComment
	}
	if text != "" {
		flags |= libExtension
	}
	out.Write([]byte{point, flags})
	if text != "" {
		out.Write([]byte{0, libText})
	}
	out.text(comment)
	out.text(text)
}

// text writes a text, if there is one: in Latin-1, which the RenLib of Western
// countries knows, unless it has other characters, or what was written could be
// taken for UTF-8.
func (out libWriter) text(s string) {
	if s == "" {
		return
	}
	var latin []byte
	for _, r := range s {
		if r > 0xff {
			latin = nil
			break
		}
		latin = append(latin, byte(r))
	}
	if latin == nil || utf8.Valid(latin) {
		latin = []byte(s)
	}
	out.Write(latin)
	out.WriteByte(0)
	if len(latin)%2 == 0 {
		out.WriteByte(0)
	}
}
