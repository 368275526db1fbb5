package taraguchi

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
)

const (
	Size   = 15 // of the board, in points along an edge
	Offers = 10 // points that option B offers
)

// A Player is one of the two, whatever colour they hold at the moment.
type Player uint8

const (
	First  Player = iota // places stone 1
	Second               // the other
)

// String returns "first" or "second".
func (p Player) String() string {
	if p == First {
		return "first"
	}
	return "second"
}

// Other returns the other player.
func (p Player) Other() Player { return p ^ 1 }

// A Kind is a kind of answer.
type Kind uint8

const (
	Place Kind = iota // a stone of the colour to move
	Swap              // the colours change hands
	Offer             // ten points for stone 5
	Pick              // one of the ten as stone 5, and stone 6
)

var kindNames = [...]string{"place", "swap", "offer", "pick"}

// String returns "place", "swap", "offer" or "pick".
func (k Kind) String() string {
	if int(k) >= len(kindNames) {
		return fmt.Sprintf("Kind(%d)", uint8(k))
	}
	return kindNames[k]
}

// Kinds is a set of kinds of answer.
type Kinds uint8

// KindsOf returns the set of the given kinds.
func KindsOf(kinds ...Kind) Kinds {
	var ks Kinds
	for _, k := range kinds {
		ks |= 1 << k
	}
	return ks
}

// Has reports whether k is in the set.
func (ks Kinds) Has(k Kind) bool { return ks>>k&1 != 0 }

// String returns the names of the kinds in the set, such as "place or swap".
func (ks Kinds) String() string {
	var names []string
	for k, name := range kindNames {
		if ks.Has(Kind(k)) {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, " or ")
}

// An Answer is what one player says in their turn.
type Answer struct {
	Kind   Kind
	Points []renju.Point // Place: the stone; Swap: none; Offer: the ten; Pick: stones 5 and 6
}

// PlaceOn returns the answer that places a stone on p.
func PlaceOn(p renju.Point) Answer {
	return Answer{Kind: Place, Points: []renju.Point{p}}
}

// String returns "swap" or the names of the points, separated by spaces.
func (a Answer) String() string {
	if a.Kind == Swap {
		return "swap"
	}
	names := make([]string, len(a.Points))
	for i, p := range a.Points {
		names[i] = p.String()
	}
	return strings.Join(names, " ")
}

func (a Answer) clone() Answer {
	a.Points = append([]renju.Point(nil), a.Points...)
	return a
}

// An Error says why an answer is illegal.
type Error struct {
	Line   int    // which answer of the opening, from 1; 0 where none is at fault
	Reason string // one line
}

// Error returns "answer 3: " and the reason, or the reason alone where no
// answer is at fault.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Reason
	}
	return fmt.Sprintf("answer %d: %s", e.Line, e.Reason)
}
