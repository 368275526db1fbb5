package cli

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
)

// Plural is a number and a noun.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Side is a colour as the name of a player: "Black" or "White".
func Side(s renju.Stone) string {
	name := s.String()
	return strings.ToUpper(name[:1]) + name[1:]
}
