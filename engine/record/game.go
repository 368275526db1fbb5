package record

import (
	"fmt"
	"time"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// An Ending is how a game that has a winner was decided.
type Ending uint8

const (
	OnBoard  Ending = iota // by five or by a foul
	Resigned               // the loser gave up
	OnTime                 // the loser's time ran out
	Forfeit                // the loser crashed or broke the rules of the match
)

// A Game is a game to be kept. The zero value of a field says that nothing is
// known about it.
type Game struct {
	Size  int // points along an edge
	Rule  renju.Rule
	Setup *renju.Board // stones that stood there before the first move; nil: none

	Black, White string // names of the players: who holds the colour in the end
	Event        string // the match or tournament
	Round        string // which game of it
	Date         string // as 2006-01-02
	Opening      string // how the game was opened, such as "Taraguchi-10, D4 Kagetsu"
	Program      string // what wrote this down, such as "Tengen:1.0"

	Answers []taraguchi.Answer // of the Taraguchi-10 opening, nil if there was none

	Result renju.Result // Ongoing: not finished, or not known how
	Ending Ending

	Root Node // moves nothing; what is said here is said of the game as a whole
}

// A Node is a move of a game, or a remark between moves.
type Node struct {
	Stone    renju.Stone   // who moves, Black or White; Empty: nobody
	Point    renju.Point   // the move, which may be a pass, if somebody moves
	Mark     bool          // the position is to be found again
	Took     time.Duration // that the move took, if somebody measured
	Comment  string        // what there is to say, in lines
	Labels   []Label       // on points of the board
	Children []*Node       // what was played next, and then the variations
}

// A Label is a short text that stands on a point of the board.
type Label struct {
	Point renju.Point
	Text  string
}

// Lettered labels points A, B, C and so on.
func Lettered(points []renju.Point) []Label {
	labels := make([]Label, len(points))
	for i, p := range points {
		labels[i] = Label{p, letter(i)}
	}
	return labels
}

// letter returns the label with index i: A to Z, then numbers.
func letter(i int) string {
	if i < 26 {
		return string(rune('A' + i))
	}
	return fmt.Sprint(i + 1)
}

// MoveNodes returns a node for each move of pos, without comments.
func MoveNodes(pos *renju.Position) []Node {
	colour := pos.ToMove()
	moves := pos.Moves()
	if len(moves)%2 == 1 {
		colour = colour.Opponent()
	}
	return alternate(moves, colour)
}

// alternate returns a node for each move, the first of the given colour.
func alternate(moves []renju.Point, colour renju.Stone) []Node {
	nodes := make([]Node, len(moves))
	for i, m := range moves {
		nodes[i] = Node{Stone: colour, Point: m}
		colour = colour.Opponent()
	}
	return nodes
}

// Append puts nodes at the end of the main line, one below the other.
func (g *Game) Append(nodes ...Node) {
	at := &g.Root
	for len(at.Children) > 0 {
		at = at.Children[0]
	}
	for _, n := range nodes {
		at.Children = append(at.Children, &n)
		at = &n
	}
}

// Main returns the nodes of the main line, the root left out.
func (g *Game) Main() []*Node {
	var line []*Node
	for at := &g.Root; len(at.Children) > 0; {
		at = at.Children[0]
		line = append(line, at)
	}
	return line
}

// Position plays a line from the start of the game: for the end of the game,
// g.Position(g.Main()...). Where one colour moves twice the other passes between.
// The error names the move that cannot be played.
func (g *Game) Position(line ...*Node) (*renju.Position, error) {
	pos, err := renju.NewPosition(g.Size, g.Rule)
	if err != nil {
		return nil, err
	}
	if g.Setup != nil {
		pos = renju.SetUp(*g.Setup, g.Rule, g.first(line))
	}
	for _, n := range line {
		if n.Stone == renju.Empty {
			continue
		}
		if n.Stone != pos.ToMove() {
			if err := pos.Play(renju.Pass); err != nil {
				return nil, err
			}
		}
		if err := pos.Play(n.Point); err != nil {
			return nil, fmt.Errorf("move %d: %w", len(pos.Moves())+1, err)
		}
	}
	return pos, nil
}

// first returns who moves first after the set-up: as the line says or, if it is
// empty, who has fewer stones.
func (g *Game) first(line []*Node) renju.Stone {
	for _, n := range line {
		if n.Stone != renju.Empty {
			return n.Stone
		}
	}
	if g.Setup.Count(renju.Black) > g.Setup.Count(renju.White) {
		return renju.White
	}
	return renju.Black
}

// walk calls visit for every node below n, parents first.
func (n *Node) walk(visit func(*Node)) {
	for at := n; ; at = at.Children[0] {
		if at != n {
			visit(at)
		}
		if len(at.Children) != 1 { // deep only where the tree branches
			for _, c := range at.Children {
				visit(c)
				c.walk(visit)
			}
			return
		}
	}
}

// check returns an error for the first move or label that is off the board.
func (g *Game) check() (err error) {
	look := func(n *Node) {
		if n.Stone != renju.Empty && n.Point != renju.Pass && !onBoard(n.Point, g.Size) && err == nil {
			err = offBoard(n.Point, g.Size)
		}
		for _, l := range n.Labels {
			if !onBoard(l.Point, g.Size) && err == nil {
				err = fmt.Errorf("label %q: %w", l.Text, offBoard(l.Point, g.Size))
			}
		}
	}
	look(&g.Root)
	g.Root.walk(look)
	return err
}
