// Package threat searches threats, moves that leave the opponent no free
// choice.
//
// # Fours
//
// A VCF (victory by continuous fours) is a win in which every move of the
// attacker makes a four. The defender's reply is then forced, or none exists:
// a second point completes the five, or the only stopping point is forbidden
// to Black. So the search has one branch a defence and goes as deep as there
// are fours, seventy moves and more in composed problems.
//
// A Solver remembers positions from which no VCF exists and those from which
// one does. A search that ran out of nodes proves nothing; it is remembered only
// so that it is not repeated with as few nodes.
//
// Seen from the other side, Defences and Breaks name all moves that could stop
// a win by fours which the opponent threatens.
//
// # Threats
//
// A VCT (victory by continuous threats) is a win in which each move of the
// attacker makes a four, threatens a straight four, or threatens a VCF. The
// defender then has the few replies that Defences or Breaks name, its own fours
// among them. A Prover looks for one, with a Solver to say where fours
// decide.
//
// # The shortest win
//
// Solver and Prover take the first win that they come upon, and a Prover may miss a
// threat. A Finder is for problems: it tells whether so many moves are enough, so
// that the shortest win is found and, where every threat has been tried, that there
// is none.
//
// # Proofs
//
// A Proof holds a win with an answer to every reply. Replay plays it through the
// rulebook of engine/renju, which knows nothing of the tables that the solvers
// rest on. No win that a solver finds at the root is announced or played before; those
// that the search meets deeper are values among others.
package threat
