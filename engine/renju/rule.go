package renju

import "fmt"

// A Rule says which rows win and whether points are forbidden to Black.
type Rule uint8

const (
	Freestyle Rule = iota // five or more wins
	Standard              // exactly five wins
	Renju                 // Black: exactly five, with forbidden points; White: five or more
)

var ruleNames = [...]string{"freestyle", "standard", "renju"}

// String returns "freestyle", "standard" or "renju".
func (r Rule) String() string {
	if int(r) >= len(ruleNames) {
		return fmt.Sprintf("Rule(%d)", uint8(r))
	}
	return ruleNames[r]
}

// ParseRule reads the name that [Rule.String] writes.
func ParseRule(name string) (Rule, error) {
	for r, n := range ruleNames {
		if n == name {
			return Rule(r), nil
		}
	}
	return 0, fmt.Errorf("unknown rule %q: want freestyle, standard or renju", name)
}

// wins reports whether an unbroken row of so many stones of colour s wins.
func (r Rule) wins(s Stone, length int) bool {
	if r == Standard || r == Renju && s == Black {
		return length == 5
	}
	return length >= 5
}
