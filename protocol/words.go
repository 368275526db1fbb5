package protocol

// Commands and replies. They are compared without regard to case, and written
// in the case given here.
const (
	Start     = "START"
	RectStart = "RECTSTART"
	Restart   = "RESTART"
	Begin     = "BEGIN"
	Turn      = "TURN"
	Board     = "BOARD"
	Done      = "DONE" // ends a block of lines
	TakeBack  = "TAKEBACK"
	Info      = "INFO"
	About     = "ABOUT"
	Stop      = "STOP"
	End       = "END"

	Swap2Board       = "SWAP2BOARD"
	Taraguchi10Board = "TARAGUCHI10BOARD"
	Swap             = "SWAP" // an answer: the colours change hands

	YxBoard      = "YXBOARD"
	YxStop       = "YXSTOP"
	YxShowForbid = "YXSHOWFORBID"

	OK      = "OK"
	Message = "MESSAGE"
	Debug   = "DEBUG"
	Error   = "ERROR"
	Unknown = "UNKNOWN"
)

// Keys of INFO lines.
const (
	InfoTimeoutTurn  = "timeout_turn"  // most for a move, ms
	InfoTimeoutMatch = "timeout_match" // most for a game, ms
	InfoTimeLeft     = "time_left"     // left of the game's time, ms
	InfoMaxMemory    = "max_memory"    // bytes
	InfoGameType     = "game_type"
	InfoRule         = "rule"
	InfoFolder       = "folder"
	InfoMaxDepth     = "max_depth"  // plies
	InfoMaxNode      = "max_node"   // moves made in the search
	InfoThreadNum    = "thread_num" // search threads
	InfoHashSize     = "hash_size"  // KiB
	InfoShowDetail   = "show_detail"
	InfoSeed         = "seed"      // of the variety in openings, 0: none; Tengen's own
	InfoStrength     = "strength"  // 0 to 100, the most
	InfoPondering    = "pondering" // 1: think on the opponent's time, 0: do not
)

// Values of INFO game_type.
const (
	GameHuman      = 0 // the opponent is a person
	GameBrain      = 1 // or another engine
	GameTournament = 2
	GameNetwork    = 3 // a tournament over the network
)

// UnlimitedTime is the time_left, in milliseconds, of a game without a limit.
const UnlimitedTime = 1<<31 - 1

// Values of the third field of a line of BOARD.
const (
	FieldOwn      = 1 // a stone of the engine that is asked
	FieldOpponent = 2 // a stone of the other
	FieldBlocked  = 3 // a point that nobody may use any more
)
