package brain

import (
	"time"

	"tengen/protocol"
)

// A command is what a brain does at a manager's word.
type command struct {
	// run obeys. args is the rest of the line, at when it came.
	run func(s *session, args string, at time.Time)
	// atOnce marks a command that leaves alone what is being thought about.
	// Every other one ends that first, with its answer.
	atOnce bool
	// thinks marks a command whose answer is a move.
	thinks bool
}

// commands are all that a brain understands, by name.
var commands = map[string]command{
	// The game.
	protocol.Start:     {run: cmdStart},
	protocol.RectStart: {run: cmdRectStart},
	protocol.Restart:   {run: cmdRestart},
	protocol.Begin:     {run: cmdBegin, thinks: true},
	protocol.Turn:      {run: cmdTurn, thinks: true},
	protocol.Board:     {run: cmdBoard},
	protocol.TakeBack:  {run: cmdTakeBack},

	// The talk around it.
	protocol.Info:   {run: cmdInfo, atOnce: true},
	protocol.About:  {run: cmdAbout, atOnce: true},
	protocol.Stop:   {run: cmdStop, atOnce: true},
	protocol.YxStop: {run: cmdStop, atOnce: true},
	protocol.End:    {run: cmdEnd, atOnce: true},

	// Openings.
	protocol.Swap2Board:       {run: cmdSwap2Board},
	protocol.Taraguchi10Board: {run: cmdTaraguchi10Board},
	"TARAGUCHISTEP1":          {run: cmdTaraguchiStep1},
	"TARAGUCHISTEP2":          {run: cmdTaraguchiStep2},
	"TARAGUCHISTEP3":          {run: cmdTaraguchiStep3},
	"TARAGUCHISTEP4":          {run: cmdTaraguchiStep4},

	// Yixin-Board.
	protocol.YxBoard:      {run: cmdYxBoard},
	protocol.YxShowForbid: {run: cmdYxShowForbid, atOnce: true},
	"YXNBEST":             {run: cmdYxNBest, thinks: true},
	"YXSHOWINFO":          {run: cmdYxShowInfo, atOnce: true},
	"YXHASHCLEAR":         {run: cmdYxHashClear},
	"YXBALANCEONE":        {run: cmdYxBalanceOne},
	"YXBALANCETWO":        {run: cmdYxBalanceTwo},
	"YXSWAP2STEP1":        {run: cmdYxSwap2Step1},
	"YXSWAP2STEP2":        {run: cmdYxSwap2Step2},
	"YXSWAP2STEP3":        {run: cmdYxSwap2Step3},
	"YXBLOCK":             {run: cmdYxBlock},
	"YXBLOCKUNDO":         {run: cmdYxBlockUndo},
	"YXBLOCKRESET":        {run: cmdYxBlockReset},
}
