package record

import (
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"tengen/engine/renju"
)

// What one game may cost. Twice maxBytes, as much as the garbage collector may
// let lie, stays well below 256 MB; no game has as many moves as maxDepth.
const (
	maxBytes = 96 << 20
	maxDepth = 2048
	maxText  = 1 << 20 // of a single comment or other value, in bytes
	nodeCost = 112     // of a Node and of its place in its parent, in bytes
)

var errLongText = fmt.Errorf("a text is longer than %d KiB", maxText>>10)

// A builder makes the tree of a game while it is read, and sees to it that all
// its moves can be played.
type builder struct {
	game  *Game
	board renju.Board // after the moves of path
	path  []*Node     // from the root to the node added last
	bytes int
}

// newBuilder returns a builder for a game of which size and set-up are known.
func newBuilder(g *Game) *builder {
	b := &builder{game: g, path: []*Node{&g.Root}}
	b.setUp()
	return b
}

// setUp takes size and set-up from the game.
func (b *builder) setUp() {
	if b.board = renju.NewBoard(b.game.Size); b.game.Setup != nil {
		b.board = *b.game.Setup
	}
}

// at returns the node added last, at first the root.
func (b *builder) at() *Node { return b.path[len(b.path)-1] }

// goTo goes back up to the node at a depth, the root's being 0.
func (b *builder) goTo(depth int) {
	for len(b.path)-1 > depth {
		if n := b.at(); n.Stone != renju.Empty && n.Point != renju.Pass {
			b.board.Set(n.Point, renju.Empty)
		}
		b.path = b.path[:len(b.path)-1]
	}
}

// down adds a node below the one added last or gone to.
func (b *builder) down() error {
	if len(b.path) > maxDepth {
		return fmt.Errorf("a line of more than %d nodes", maxDepth)
	}
	if err := b.grow(nodeCost); err != nil {
		return err
	}
	n := new(Node)
	parent := b.at()
	parent.Children = append(parent.Children, n)
	b.path = append(b.path, n)
	return nil
}

// play gives the node added last its move. If it cannot be played, the node is
// gone.
func (b *builder) play(s renju.Stone, p renju.Point) error {
	n := b.at()
	if p != renju.Pass {
		var err error
		switch at := b.board.At(p); {
		case !b.board.Contains(p):
			err = offBoard(p, b.game.Size)
		case at != renju.Empty:
			err = fmt.Errorf("%v is taken by a %v stone", p, at)
		}
		if err != nil {
			b.drop()
			return err
		}
		b.board.Set(p, s)
	}
	n.Stone, n.Point = s, p
	return nil
}

// drop takes away the node added last, which has no move.
func (b *builder) drop() {
	b.path = b.path[:len(b.path)-1]
	parent := b.at()
	if parent.Children = parent.Children[:len(parent.Children)-1]; len(parent.Children) == 0 {
		parent.Children = nil
	}
}

// move adds a node with a move.
func (b *builder) move(s renju.Stone, p renju.Point) error {
	if err := b.down(); err != nil {
		return err
	}
	return b.play(s, p)
}

// moves adds moves in turn, Black's first.
func (b *builder) moves(points []renju.Point) error {
	turn := renju.Black
	for i, p := range points {
		if err := b.move(turn, p); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		turn = turn.Opponent()
	}
	return nil
}

// comment says something about the node added last, unless it was said already.
func (b *builder) comment(s string) error {
	if len(s) > maxText {
		return errLongText
	}
	n := b.at()
	if n.Comment != "" {
		return nil
	}
	n.Comment = s
	return b.grow(len(s))
}

// label puts a label on a node of the path.
func (b *builder) label(n *Node, l Label) error {
	if !b.board.Contains(l.Point) {
		return fmt.Errorf("label: %w", offBoard(l.Point, b.game.Size))
	}
	n.Labels = append(n.Labels, l)
	return b.grow(48 + len(l.Text))
}

func (b *builder) grow(bytes int) error {
	if b.bytes += bytes; b.bytes > maxBytes {
		return errors.New("the game is too large: it takes more than 96 MiB of memory")
	}
	return nil
}

var lineBreaks = strings.NewReplacer("\r\n", "\n", "\n\r", "\n", "\r", "\n")

// plain makes text out of bytes from a file: valid UTF-8, lines separated by
// "\n", no other control characters of ASCII.
func plain(s string) string {
	if !utf8.ValidString(s) {
		runes := make([]rune, len(s))
		for i := range len(s) {
			runes[i] = rune(s[i])
		}
		s = string(runes)
	}
	if !strings.ContainsFunc(s, isControl) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isControl(r) && r != '\n' {
			return ' '
		}
		return r
	}, lineBreaks.Replace(s))
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }

// oneLine is plain for a value of one line, without space round it.
func oneLine(s string) string {
	return strings.TrimFunc(strings.ReplaceAll(plain(s), "\n", " "), unicode.IsSpace)
}
