// Package eval is the static evaluation: what a position is worth before
// anything in it is searched.
//
// It is a sum over the empty points: a weight for what Black could make there
// in the four directions together, less one for what White could. The board
// keeps that sum (package pattern), so that evaluating costs next to nothing.
// Added is what the kinds of threats that either side has are worth together
// (pattern.Board.Threats). A unit is the search's Value: WinScale of them make the
// odds of winning grow by a factor of e. Moves are put in order by weights of the
// same kind.
//
// A State evaluates the positions of one board. The network of renju (package net,
// tengen train) follows the stones there: it corrects what the weights say of the
// position and of its moves. It is embedded, and used where the processor has AVX2;
// with kernels in plain Go it would cost more than it brings, so there the weights
// decide alone. tengen bench always uses it.
//
// # The network of renju
//
// Its shape is told in package net: 14,520 shapes of lines with 32 + 32 numbers each, and
// for each side to move and each of four kinds of threats layers of 32, 32 and 1 neurons
// for the value and of 32 for the policy; 0.9 MB as it is embedded. Its name, the
// beginning of a hash, is what tengen train prints and net.Net.Name gives.
//
// It comes from 243,000 games of the engine against itself: 86,000 of 1,000 nodes a move
// with the weights alone, 15,000 of 600 to 1,000 nodes with the first network that had
// learned from those, 57,000 of 400 to 800 nodes with the second, and 85,000 of 400 with
// the third. Of the 5.3 million positions before the end is in sight a tenth were held
// out, game by game. The value's target is the search's own of the positions that follow,
// the nearer the more (lambda 0.8), and the result at the end. Cross-entropies of the
// held-out positions:
//
//	                       value   move    first choice
//	weights alone          0.5891  2.374   35 %
//	the network            0.5580  1.892   40 %
//	the same, those of the fit
//	                       0.5562  1.878   40 %
//
// What the targets leave open is some 0.49. How the value's loss falls below that of the
// weights with the number of games, with 17,000, 40,000, 86,000, 101,000 and 158,000 of
// them: by 0.010, 0.013, 0.020, 0.022 and 0.028, and with 243,000 by 0.031; the last
// games are the network's own for the most part. Layers for each kind of threats came with
// the last: with 29,000 games, three passes and no policy they took the loss from 0.5753
// to 0.5727. Layers for each of nine kinds took it to 0.5729, for each of four numbers of
// stones to 0.5765. With 101,000 games 64 channels for the value fitted them better, but
// said no more about others.
//
// It is 44 Elo (0 to 88, 160 games of 30,000 nodes a move) above the network before it, with
// which the engine was 121 Elo (86 to 158, 320 games at 0.5 s a move) above the one with the
// weights alone, which searched a fifth slower.
//
// To train it anew, which takes some two hours on two processors (--shard i/n spreads
// the games over more):
//
//	tengen selfplay --out a.games --games 100000 --nodes 1000
//	tengen train --out search/eval/renju.net a.games
//	go install ./cmd/...
//
// # The weights
//
// The weights of renju have been fitted by logistic regression to games of
// self-play (tengen selfplay, tengen tune) and are embedded; those of the
// other rules are set by hand. The fit's target is what the search said later in
// the game too, and how it ended: weights that were fitted to the search's value of
// the position alone won against those before, but lost to other engines, for
// they had learned to agree with the search instead of with the game.
package eval
