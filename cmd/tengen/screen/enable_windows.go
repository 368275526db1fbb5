package screen

import (
	"os"

	"golang.org/x/sys/windows"
)

// enable makes a console obey ANSI's sequences, as those of Windows 10 and later can.
func enable(f *os.File) bool {
	var mode uint32
	console := windows.Handle(f.Fd())
	return windows.GetConsoleMode(console, &mode) == nil &&
		windows.SetConsoleMode(console, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
