package manager

import (
	"fmt"
	"runtime"
	"strings"
)

// Split cuts a command line into its arguments as a shell does: blanks
// separate, single quotes keep everything, double quotes keep everything but
// \" and \\. Outside quotes a backslash keeps the next character, save on
// Windows, where it separates folders and stands for itself. Nothing is
// expanded.
//
// The error says that a quote is not closed or that the line holds no command.
func Split(line string) ([]string, error) {
	return split(line, runtime.GOOS != "windows")
}

// split is Split for a given meaning of the backslash outside quotes.
func split(line string, escapes bool) ([]string, error) {
	var (
		args   []string
		arg    strings.Builder
		inArg  bool
		quote  rune
		opened int
	)
	runes := []rune(line)
	for i := 0; i < len(runes); i++ {
		c := runes[i]
		next := rune(0)
		if i+1 < len(runes) {
			next = runes[i+1]
		}
		switch {
		case quote == '\'' && c != '\'',
			quote == '"' && c != '"' && c != '\\':
			arg.WriteRune(c)
		case quote != 0 && c == quote:
			quote = 0
		case c == '\\' && quote == '"':
			if next == '"' || next == '\\' && escapes {
				c = next
				i++
			}
			arg.WriteRune(c)
		case c == '\\' && escapes && next != 0:
			arg.WriteRune(next)
			inArg = true
			i++
		case c == '\'' || c == '"':
			quote, opened, inArg = c, i, true
		case c == ' ' || c == '\t':
			if inArg {
				args = append(args, arg.String())
				arg.Reset()
				inArg = false
			}
		default:
			arg.WriteRune(c)
			inArg = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("command %q: the quote at character %d is not closed", line, opened+1)
	}
	if inArg {
		args = append(args, arg.String())
	}
	if len(args) == 0 || args[0] == "" {
		return nil, fmt.Errorf("command %q names no program", line)
	}
	return args, nil
}
