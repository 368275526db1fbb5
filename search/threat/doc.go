// Package threat searches threats, moves that leave the opponent no free
// choice: continuous fours, so far.
//
// A VCF (victory by continuous fours) is a win in which every move of the
// attacker makes a four. The defender's reply is then forced, or none exists:
// a second point completes the five, or the only stopping point is forbidden
// to Black. So the search has one branch a defence and goes as deep as there
// are fours, seventy moves and more in composed problems.
//
// A Solver remembers positions from which no VCF exists and those from which
// one does. A search that ran out of nodes proves nothing; it is remembered only
// so that it is not repeated with as few nodes. Replay plays a line that a
// Solver claims through the rulebook of engine/renju, every defence included.
//
// Seen from the other side, Defences and Breaks name all moves that could stop
// a win by fours which the opponent threatens.
package threat
