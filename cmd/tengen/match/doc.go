// Package match is "tengen match": it lets engines play each other and watches
// over the rules.
//
// A match is a schedule of games, numbered from 1, which follows from the flags
// alone ([config.fixture]): who plays whom, who begins, from which opening. Two
// engines play a match; of more each plays each other one, or the first all
// others. Workers take the games off the schedule in order. Each has engines of
// its own ([player]), which play one game after the other in the same processes;
// an engine that crashed, overstepped or answered nonsense is started anew for the
// next game, and one that did so too often in a row is out ([discipline]).
//
// The referee ([referee]) leads a game: the Taraguchi-10 opening, every answer
// checked by package taraguchi, or the stones of an opening from a file; then the
// moves, checked by package renju. Each answer is on the clock of its player,
// whatever colour that player holds by then. A foul, an illegal answer, a crash
// or a fallen flag loses the game.
//
// What comes out is a [game], and everything else is made from games alone: the
// score and the table ([standings]), the count of branches of the opening, who is
// out, the files for other programs ([gamesFile]), what is shown, and the state
// file, which holds them one a line, so that a match that was cut short goes on
// where it stopped.
package match
