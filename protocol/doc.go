// Package protocol holds the words of the Gomocup text protocol that both ends
// share: the engine's ([tengen/protocol/brain]) and the manager's
// ([tengen/protocol/manager]).
//
// A manager and an engine exchange lines of text. The manager's lines are
// commands, a word and its arguments ([ParseCommand]); some commands are
// followed by a block of lines that ends with DONE. The engine's lines are
// replies ([ParseReply]). A line may end with LF, CR LF or a lone CR
// ([LineReader]); what is written here ends with LF.
//
// Points travel as "x,y", both from 0, x from the left and y from the top, and
// are turned into [renju.Point] at once ([ParsePoint], [FormatPoint]): nothing
// but this package counts rows from the top.
//
// The rule of the game is a number ([ParseRule], [RuleNumber]). The answers of
// a Taraguchi-10 opening are lines of their own ([ParseAnswer],
// [FormatAnswer]); taraguchi10.md beside this file publishes that part of the
// protocol.
package protocol
