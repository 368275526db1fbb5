package record

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// readSGF reads the game trees of a collection. Of the properties it knows
// moves, set-up stones in the first node, comments, labels and marks, and what a
// Game has a field for; the others are left out. It takes what programs for renju
// write against the rules: points as "h8", moves in the first node, several moves
// in one, GM[5] and the property 5A (both in games of ORC Game Center).
func readSGF(r io.Reader, size int, rule renju.Rule) iter.Seq2[*Game, error] {
	return func(yield func(*Game, error) bool) {
		in := &sgfReader{r: bufio.NewReader(r), line: 1}
		for {
			err := in.skipToTree()
			if err == io.EOF {
				return
			}
			in.game = &Game{Size: size, Rule: rule}
			in.tree = &builder{game: in.game, path: []*Node{&in.game.Root}}
			in.onBoard = nil
			if err == nil {
				err = in.readTree()
			}
			if err == io.EOF {
				err = errors.New("the file ends within a game")
			}
			if err != nil {
				if in.tree.board.Size() == 0 { // not even the first node is complete
					in.game = nil
				}
				yield(in.game, &Fault{Format: SGF, Line: in.line, Err: err})
				return
			}
			if !yield(in.game, nil) {
				return
			}
		}
	}
}

type sgfReader struct {
	r    *bufio.Reader
	line int
	game *Game
	tree *builder

	depth   int        // of the node that is being read or was read last, the first one's being 0
	inNode  bool       // a node is being read
	onBoard []sgfValue // of the first node, until the size of the board is known
}

// An sgfValue is one of the values of a property.
type sgfValue struct{ property, text string }

// readTree reads a game tree, of which "(;" is read already.
func (in *sgfReader) readTree() error {
	in.depth, in.inNode = 0, true
	open := []int{0} // for each open bracket the depth before it
	for {
		c, err := in.nextVisible()
		if err != nil {
			return err
		}
		if c == ';' || c == '(' || c == ')' {
			if err := in.endNode(); err != nil {
				return err
			}
		}
		switch {
		case c == ';':
			if err := in.beginNode(); err != nil {
				return err
			}
		case c == '(':
			if open = append(open, in.depth); len(open) > maxDepth {
				return fmt.Errorf("more than %d brackets in each other", maxDepth)
			}
		case c == ')':
			in.depth = open[len(open)-1]
			if open = open[:len(open)-1]; len(open) == 0 {
				return nil
			}
			in.tree.goTo(in.depth)
		case inName(c) && in.inNode:
			if err := in.readProperty(c); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%q where a node, a property or a bracket is wanted", c)
		}
	}
}

func (in *sgfReader) beginNode() error {
	in.depth++
	in.inNode = true
	return in.tree.down()
}

// endNode does, behind the first node, what has to wait until all of it is known.
func (in *sgfReader) endNode() error {
	first := in.inNode && in.depth == 0
	in.inNode = false
	if !first {
		return nil
	}
	if _, err := renju.NewPosition(in.game.Size, in.game.Rule); err != nil {
		return err
	}
	if len(in.game.Answers) > 0 {
		if _, err := taraguchi.Replay(in.game.Answers); err != nil {
			return fmt.Errorf("TARAGUCHI: %w", err)
		}
	}
	in.tree.setUp()
	for _, v := range in.onBoard {
		if err := in.putOnBoard(v); err != nil {
			return err
		}
	}
	if in.tree.board != renju.NewBoard(in.game.Size) {
		setup := in.tree.board
		in.game.Setup = &setup
	}
	return nil
}

// readProperty reads a property that begins with c. Of its name only capital
// letters count, as long as there was a version of the format that said so.
func (in *sgfReader) readProperty(c byte) error {
	var name []byte
	var err error
	for ; inName(c) && err == nil; c, err = in.nextVisible() {
		if c <= 'Z' && len(name) < 16 {
			name = append(name, c)
		}
	}
	if err == nil && c != '[' {
		err = fmt.Errorf("%q where a value of %s is wanted", c, name)
	}
	for ; err == nil && c == '['; c, err = in.nextVisible() {
		var text string
		if text, err = in.readValue(); err != nil {
			return err
		}
		if err = in.take(sgfValue{string(name), text}); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	return in.back(c)
}

// readValue reads a value up to its bracket, without backslashes.
func (in *sgfReader) readValue() (string, error) {
	var text []byte
	for {
		c, err := in.next()
		if err == nil && c == '\\' {
			if c, err = in.next(); c == '\r' && err == nil {
				if c, err = in.next(); c != '\n' && err == nil {
					err = in.back(c)
					c = '\n'
				}
			}
			if c == '\n' && err == nil {
				continue // the line only had to be broken
			}
		} else if c == ']' && err == nil {
			return string(text), nil
		}
		if err != nil {
			return "", err
		}
		if len(text) >= maxText {
			return "", errLongText
		}
		text = append(text, c)
	}
}

// take takes a value of the node.
func (in *sgfReader) take(v sgfValue) error {
	switch v.property {
	case "B", "W":
		return in.takeMove(v)
	case "C":
		return in.tree.comment(strings.TrimSpace(plain(v.text)))
	case "HO":
		in.tree.at().Mark = true
		return nil
	case "AB", "AW", "AE":
		if in.depth > 0 {
			return errors.New("stones are set up after the first node")
		}
	case "LB", "MA", "TR", "CR", "SQ":
	default:
		if in.depth == 0 {
			return in.takeInfo(v)
		}
		return nil
	}
	if in.depth > 0 {
		return in.putOnBoard(v)
	}
	in.onBoard = append(in.onBoard, v)
	return in.tree.grow(64 + len(v.text))
}

func (in *sgfReader) takeMove(v sgfValue) error {
	if in.depth == 0 || in.tree.at().Stone != renju.Empty {
		if err := in.endNode(); err != nil {
			return err
		}
		if err := in.beginNode(); err != nil {
			return err
		}
	}
	stone := renju.Black
	if v.property == "W" {
		stone = renju.White
	}
	if v.text == "" || v.text == "tt" && in.game.Size <= 19 {
		return in.tree.play(stone, renju.Pass)
	}
	p, err := parseSGFPoint(v.text, in.game.Size)
	if err != nil {
		in.tree.drop()
		return err
	}
	return in.tree.play(stone, p)
}

// putOnBoard takes stones and labels. Points may be given as rectangles.
func (in *sgfReader) putOnBoard(v sgfValue) error {
	text := map[string]string{"MA": "X", "TR": "△", "CR": "○", "SQ": "□"}[v.property]
	point, rest, pair := strings.Cut(v.text, ":")
	from, err := parseSGFPoint(point, in.game.Size)
	if err != nil {
		return err
	}
	to := from
	switch {
	case v.property == "LB":
		text = oneLine(rest)
	case pair:
		if to, err = parseSGFPoint(rest, in.game.Size); err != nil {
			return err
		}
	}
	for y := min(from.Y, to.Y); y <= max(from.Y, to.Y); y++ {
		for x := min(from.X, to.X); x <= max(from.X, to.X); x++ {
			p := renju.Point{X: x, Y: y}
			switch v.property {
			case "AB":
				in.tree.board.Set(p, renju.Black)
			case "AW":
				in.tree.board.Set(p, renju.White)
			case "AE":
				in.tree.board.Set(p, renju.Empty)
			default:
				if err := in.tree.label(in.tree.at(), Label{p, text}); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// takeInfo takes what the first node says about the game.
func (in *sgfReader) takeInfo(v sgfValue) error {
	g, line := in.game, oneLine(v.text)
	switch v.property {
	case "GM":
		if line != "4" && line != "5" {
			return fmt.Errorf("the game is GM[%s]: gomoku and renju are GM[4]", line)
		}
	case "SZ":
		width, height, pair := strings.Cut(line, ":")
		size, err := strconv.Atoi(width)
		if err != nil || pair && height != width {
			return fmt.Errorf("SZ[%s] is not the size of a square board", line)
		}
		g.Size = size
	case "RU":
		if rule, err := renju.ParseRule(strings.ToLower(line)); err == nil {
			g.Rule = rule
		}
	case "RE":
		g.Result, g.Ending = parseResult(line)
	case "PB":
		g.Black = line
	case "PW":
		g.White = line
	case "EV":
		g.Event = line
	case "RO":
		g.Round = line
	case "DT":
		g.Date = line
	case "ON":
		g.Opening = line
	case "AP":
		g.Program = line
	case "TARAGUCHI":
		return in.takeAnswer(line)
	}
	return nil
}

// takeAnswer takes an answer of the opening as [taraguchi.Answer.String] writes
// it.
func (in *sgfReader) takeAnswer(text string) error {
	if len(in.game.Answers) == 16 {
		return errors.New("TARAGUCHI: more answers than an opening takes")
	}
	if text == taraguchi.Swap.String() {
		in.game.Answers = append(in.game.Answers, taraguchi.Answer{Kind: taraguchi.Swap})
		return nil
	}
	points, err := renju.ParseMoves(text)
	if err != nil {
		return fmt.Errorf("TARAGUCHI: %w", err)
	}
	kind := taraguchi.Offer
	switch len(points) {
	case 1:
		kind = taraguchi.Place
	case 2:
		kind = taraguchi.Pick
	}
	in.game.Answers = append(in.game.Answers, taraguchi.Answer{Kind: kind, Points: points})
	return nil
}

// parseResult reads the property RE.
func parseResult(text string) (renju.Result, Ending) {
	who, how, _ := strings.Cut(strings.ToUpper(text), "+")
	var ending Ending
	switch {
	case strings.HasPrefix(how, "R"):
		ending = Resigned
	case strings.HasPrefix(how, "T"):
		ending = OnTime
	case strings.HasPrefix(how, "F"):
		ending = Forfeit
	}
	switch who {
	case "B":
		return renju.BlackWins, ending
	case "W":
		return renju.WhiteWins, ending
	case "0", "DRAW":
		return renju.Draw, OnBoard
	}
	return renju.Ongoing, OnBoard
}

// parseSGFPoint reads two letters, or a letter and a number as renju players
// write.
func parseSGFPoint(text string, size int) (renju.Point, error) {
	text = strings.TrimSpace(text)
	p, err := renju.ParsePoint(text)
	if len(text) == 2 && isLetter(text[0]) && isLetter(text[1]) {
		p, err = renju.FromWire(int(text[0])-'a', int(text[1])-'a', size), nil
	}
	if err == nil && !onBoard(p, size) {
		err = fmt.Errorf("%q is off the %dx%d board", text, size, size)
	}
	return p, err
}

// skipToTree reads up to and with "(;", by which a game tree begins. Whatever else
// stands there is no part of the collection.
func (in *sgfReader) skipToTree() error {
	bracket := false
	for {
		c, err := in.nextVisible()
		if err != nil || bracket && c == ';' {
			return err
		}
		bracket = c == '('
	}
}

// nextVisible returns the next byte that is no white space.
func (in *sgfReader) nextVisible() (byte, error) {
	for {
		if c, err := in.next(); err != nil || c > ' ' {
			return c, err
		}
	}
}

func (in *sgfReader) next() (byte, error) {
	c, err := in.r.ReadByte()
	if c == '\n' && err == nil {
		in.line++
	}
	return c, err
}

// back makes the byte read last the next one.
func (in *sgfReader) back(c byte) error {
	if c == '\n' {
		in.line--
	}
	return in.r.UnreadByte()
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
func inName(c byte) bool   { return isLetter(c) || c >= '0' && c <= '9' }
