// Package net is the network behind the evaluation of renju: by how much the
// pattern weights are wrong about a position, and which moves to look at first.
//
// # From stones to value and policy
//
// Each empty point lies on four lines. What both colours see along a line is its
// shape (pattern.Shape), and for each shape the network has two rows of 32 numbers:
// what it says of the point for the value, and for the policy. The four rows of a kind
// and a bias, added up, clipped to 0 and 1 and squared, are the point's channels: the
// square of a sum tells what two lines are together, a four and a three, say. The
// value's channels of all points are added up: 32 inputs, which two small layers turn
// into the value. The policy meets each point's channels with a context that comes
// from the first of these layers. The layers are there once for each side to move, for
// renju is not symmetric in colour, and once for each of four kinds of threats
// (HeadOf). Both value and policy are added to what the weights say.
//
// Sums over nine parts of the board, each with inputs of its own, were tried first:
// they learn less than half as much from the same games.
//
// # At work
//
// A State follows a board. It does so when it is asked for a value, so that
// positions which nobody evaluates cost nothing. A stone then changes the value's
// channels of some thirty points; taking it back restores what was saved. The policy's
// are worked out for the moves that it is asked about. All arithmetic is of
// integers: a Net gives the same bits on every machine. The work is done by four
// kernels, in plain Go (kernel.go) and, on amd64, in assembly for AVX2 and VNNI
// (kernel_amd64.s), chosen by what the processor has; the build tag purego leaves only
// the former.
//
// A Net is trained by tengen train. Check says what its numbers must keep for no sum
// to leave its bits.
package net
