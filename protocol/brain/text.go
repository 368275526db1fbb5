package brain

import (
	"regexp"
	"strings"

	"tengen/protocol"
)

// unfit finds what a MESSAGE must not hold: managers exist that look for these
// anywhere in a line, and take what follows for a complaint or an answer to
// ABOUT.
var unfit = regexp.MustCompile(`(?i)error|unknown|name\s*=`)

// oneLine is text without line ends and other control characters.
func oneLine(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c < ' ' || c == 0x7f {
			return ' '
		}
		return c
	}, text))
}

// comment is text made fit for a MESSAGE line.
func comment(text string) string {
	return unfit.ReplaceAllStringFunc(oneLine(text), func(word string) string {
		switch word[0] | 0x20 {
		case 'e':
			return "fault"
		case 'u':
			return "unheard-of"
		}
		return "name:"
	})
}

// say writes a MESSAGE line, or nothing if there is no text: a MESSAGE without
// text would be taken for an answer.
func say(out *writer, text string) {
	if text = comment(text); text != "" {
		out.comment(protocol.Message + " " + text)
	}
}

// echo is a word of the manager's, short enough and clean enough to be sent
// back.
func echo(word string) string {
	const most = 32
	clean := strings.Map(func(c rune) rune {
		if c <= ' ' || c > '~' {
			return '?'
		}
		return c
	}, word)
	if len(clean) > most {
		clean = clean[:most] + "..."
	}
	return clean
}
