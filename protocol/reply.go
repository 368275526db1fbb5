package protocol

import (
	"strings"
)

// A ReplyKind is what an engine's line is.
type ReplyKind uint8

const (
	ReplyOther   ReplyKind = iota // none of the others
	ReplyOK                       // OK
	ReplyPoints                   // one point or several
	ReplySwap                     // SWAP
	ReplyComment                  // MESSAGE or DEBUG: never an answer
	ReplyError                    // ERROR
	ReplyUnknown                  // UNKNOWN
	ReplyAbout                    // name="…", …
)

// ParseReply tells what an engine's line is.
func ParseReply(line string) ReplyKind {
	c := ParseCommand(line)
	switch {
	case c.Name == Message, c.Name == Debug:
		return ReplyComment
	case c.Name == OK && c.Args == "":
		return ReplyOK
	case c.Name == Swap && c.Args == "":
		return ReplySwap
	case c.Name == Error:
		return ReplyError
	case c.Name == Unknown:
		return ReplyUnknown
	case strings.HasPrefix(c.Name, "NAME="):
		return ReplyAbout
	case IsNumbers(line):
		return ReplyPoints
	}
	return ReplyOther
}

// Identity is what an engine says of itself in answer to ABOUT. Empty fields
// are left out.
type Identity struct {
	Name, Version, Author, Country, WWW, Email string
}

// String returns the line that answers ABOUT.
func (id Identity) String() string {
	var fields []string
	for _, f := range [...]struct{ key, value string }{
		{"name", id.Name},
		{"version", id.Version},
		{"author", id.Author},
		{"country", id.Country},
		{"www", id.WWW},
		{"email", id.Email},
	} {
		if f.value != "" {
			// Readers cut at quotes and line ends: neither may occur within.
			value := strings.Map(func(c rune) rune {
				if c == '"' || c < ' ' {
					return '_'
				}
				return c
			}, f.value)
			fields = append(fields, f.key+`="`+value+`"`)
		}
	}
	return strings.Join(fields, ", ")
}

// ParseIdentity reads an answer to ABOUT. Keys that it does not know, and text
// that is no key="value", are skipped: every engine writes this line in its own
// way. It reports false if there is no name.
func ParseIdentity(line string) (Identity, bool) {
	var id Identity
	fields := map[string]*string{
		"name": &id.Name, "version": &id.Version, "author": &id.Author,
		"country": &id.Country, "www": &id.WWW, "email": &id.Email,
	}
	for {
		key, rest, ok := strings.Cut(line, `="`)
		if !ok {
			return id, id.Name != ""
		}
		value, rest, ok := strings.Cut(rest, `"`)
		if !ok {
			return id, id.Name != ""
		}
		key = strings.ToLower(strings.TrimLeft(key, ", \t"))
		if f := fields[key]; f != nil {
			*f = value
		}
		line = rest
	}
}
