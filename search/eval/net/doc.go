// Package net is the network behind the evaluation of renju: by how much the
// pattern weights are wrong about a position, and which moves to look at first.
//
// # From stones to value and policy
//
// Each empty point lies on four lines. What both colours see along a line is its
// shape (pattern.Shape), and for each shape the network has a row of numbers. The
// four rows of a point and a bias, added up and clipped to 0 and 1, are the point's
// channels: 32 for the value and 32 for the policy. The value's channels of the points of
// each of nine regions are added up: 288 inputs, which two small layers turn into the
// value. The policy meets each point's channels with a context that comes from the
// first of these layers. The layers are there once for each side to move, for renju is
// not symmetric in colour. Both value and policy are added to what the weights say.
//
// # At work
//
// A State follows a board. It does so when it is asked for a value, so that
// positions which nobody evaluates cost nothing. A stone then changes the rows of
// some thirty points; taking it back restores what was saved. All arithmetic is of
// integers: a Net gives the same bits on every machine. The work is done by four
// kernels, in plain Go (kernel.go) and, on amd64, in assembly for AVX2 and VNNI
// (kernel_amd64.s), chosen by what the processor has; the build tag purego leaves only
// the former.
//
// A Net is trained by tengen train. Check says what its numbers must keep for no sum
// to leave its bits.
package net
