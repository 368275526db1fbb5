package protocol

import "tengen/engine/renju"

// RuleNumber returns the number that stands for the rule in INFO rule.
func RuleNumber(r renju.Rule) int {
	switch r {
	case renju.Standard:
		return 1
	case renju.Renju:
		return 4
	}
	return 0
}

// ParseRule returns the rule that a number in INFO rule stands for: 0, 1 and 4,
// and 2, which is renju in Yixin's dialect. For caro (8 and 9), which is not
// played here, it is freestyle and known is false. Any other number has no
// meaning, and ok is false.
func ParseRule(number int) (r renju.Rule, known, ok bool) {
	switch number {
	case 0:
		return renju.Freestyle, true, true
	case 1:
		return renju.Standard, true, true
	case 2, 4:
		return renju.Renju, true, true
	case 8, 9:
		return renju.Freestyle, false, true
	}
	return renju.Freestyle, false, false
}
