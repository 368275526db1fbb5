package serve

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"tengen/cmd/tengen/tell"
	"tengen/engine/renju"
	"tengen/engine/taraguchi"
)

// A line is a whole game as one text, which may stand in an address: what is
// played, and then what was said, in order, with dots between:
//
//	t10.h8.i9.swap.g7          renju with the Taraguchi-10 opening
//	renju15.h8.h9.i9.resign2   plain renju; the second player gave up
//	freestyle20.j10            rule and size
//
// Ten offers are joined by "+". After them come White's pick and stone 6, a point
// each. "pass" is a move without a stone, "time1" the fall of the first player's
// flag.

// A heading is what is played.
type heading struct {
	Taraguchi bool
	Rule      renju.Rule
	Size      int
}

var taraguchi10 = heading{Taraguchi: true, Rule: renju.Renju, Size: taraguchi.Size}

const taraguchiName = "t10"

func (h heading) String() string {
	if h.Taraguchi {
		return taraguchiName
	}
	return h.Rule.String() + strconv.Itoa(h.Size)
}

func parseHeading(text string) (heading, error) {
	if text == taraguchiName {
		return taraguchi10, nil
	}
	name := strings.TrimRight(text, "0123456789")
	rule, err := renju.ParseRule(name)
	size, errSize := strconv.Atoi(text[len(name):])
	if err != nil || errSize != nil || size < renju.MinSize || size > renju.MaxSize {
		return heading{}, fmt.Errorf("%s is no game: want t10, or rule and size such as freestyle20", clip(text))
	}
	return heading{Rule: rule, Size: size}, nil
}

// A verb is a kind of step of a game.
type verb uint8

const (
	stone  verb = iota // a stone, or White's pick of one that was offered
	pass               // a move without a stone
	swap               // the colours change hands
	offer              // ten points for stone 5
	resign             // a player gives up
	timeUp             // a player's time has run out
)

// A word is a step of a game without its circumstances.
type word struct {
	verb   verb
	points []renju.Point    // stone: one; offer: ten
	player taraguchi.Player // resign, timeUp
}

var verbNames = [...]string{pass: "pass", swap: "swap", resign: "resign", timeUp: "time"}

func (w word) String() string {
	switch w.verb {
	case stone, offer:
		return strings.Join(tell.Names(w.points), "+")
	case resign, timeUp:
		return verbNames[w.verb] + strconv.Itoa(int(w.player)+1)
	}
	return verbNames[w.verb]
}

func parseWord(text string) (word, error) {
	switch text {
	case "pass":
		return word{verb: pass}, nil
	case "swap":
		return word{verb: swap}, nil
	case "resign1", "time1", "resign2", "time2":
		w := word{verb: resign, player: taraguchi.Player(text[len(text)-1] - '1')}
		if text[0] == 't' {
			w.verb = timeUp
		}
		return w, nil
	}
	points, err := parsePoints(strings.Split(text, "+"))
	switch {
	case err != nil:
		return word{}, err
	case len(points) == 1:
		return word{points: points}, nil
	}
	return word{verb: offer, points: points}, nil
}

func parsePoints(list []string) ([]renju.Point, error) {
	if len(list) > taraguchi.Offers {
		return nil, fmt.Errorf("%d points are too many", len(list))
	}
	points := make([]renju.Point, len(list))
	for i, name := range list {
		p, err := renju.ParsePoint(name)
		if err != nil {
			return nil, fmt.Errorf("%s is no point", clip(name))
		}
		points[i] = p
	}
	return points, nil
}

// parseLine reads a line. Whether the words can be played is not its concern.
func parseLine(text string) (heading, []word, error) {
	head, rest, _ := strings.Cut(text, ".")
	h, err := parseHeading(head)
	if err != nil || rest == "" {
		return h, nil, err
	}
	list := strings.Split(rest, ".")
	if len(list) > maxSteps {
		return h, nil, fmt.Errorf("a game of %d steps is too long", len(list))
	}
	words := make([]word, len(list))
	for i, t := range list {
		if words[i], err = parseWord(t); err != nil {
			return h, nil, fmt.Errorf("step %d: %w", i+1, err)
		}
	}
	return h, words, nil
}

// maxSteps bounds a game: as many stones as fit on the largest board, and what
// else may be said.
const maxSteps = renju.MaxSize*renju.MaxSize + 64

// clip quotes what somebody has sent, cut short: errors are one clear line.
func clip(text string) string {
	const most = 40
	if r := []rune(text); len(r) > most {
		text = string(slices.Concat(r[:most], []rune("…")))
	}
	return strconv.Quote(text)
}
