package protocol

import "testing"

func TestParseReply(t *testing.T) {
	for line, want := range map[string]ReplyKind{
		"OK":                      ReplyOK,
		"ok ":                     ReplyOK,
		"OK - everything is fine": ReplyOther,
		"7,7":                     ReplyPoints,
		"7,7 8,8 9,9":             ReplyPoints,
		"SWAP":                    ReplySwap,
		"MESSAGE Depth 3-7":       ReplyComment,
		"DEBUG 7,7":               ReplyComment,
		"MESSAGES":                ReplyOther,
		"ERROR TURN: off":         ReplyError,
		"UNKNOWN command FOO":     ReplyUnknown,
		`name="Tengen"`:           ReplyAbout,
		`name="A b", version="1"`: ReplyAbout,
		"SUGGEST 7,7":             ReplyOther,
		"":                        ReplyOther,
	} {
		if got := ParseReply(line); got != want {
			t.Errorf("ParseReply(%q) = %d, want %d", line, got, want)
		}
	}
}

func TestIdentity(t *testing.T) {
	id := Identity{Name: "Tengen", Version: `1.0 "beta"`, Author: "The Tengen authors"}
	const line = `name="Tengen", version="1.0 _beta_", author="The Tengen authors"`
	if got := id.String(); got != line {
		t.Errorf("got %s, want %s", got, line)
	}
	for _, c := range []struct {
		line string
		want Identity
		ok   bool
	}{
		{line, Identity{Name: "Tengen", Version: "1.0 _beta_", Author: "The Tengen authors"}, true},
		{`name="A",version="2",author="B, C",country="D",www="http://e/?x=1",email="f@g"`,
			Identity{"A", "2", "B, C", "D", "http://e/?x=1", "f@g"}, true},
		{`NAME="A", mood="good", VERSION="2"`, Identity{Name: "A", Version: "2"}, true},
		{`version="2"`, Identity{Version: "2"}, false},
		{`name="A`, Identity{}, false},
		{`name=A`, Identity{}, false},
		{``, Identity{}, false},
	} {
		if got, ok := ParseIdentity(c.line); got != c.want || ok != c.ok {
			t.Errorf("ParseIdentity(%s) = %q, %v, want %q, %v", c.line, got, ok, c.want, c.ok)
		}
	}
}

func FuzzParseIdentity(f *testing.F) {
	f.Add(`name="Tengen", version="1.0", author="The Tengen authors"`)
	f.Add(`a="b"c="`)
	f.Fuzz(func(t *testing.T, line string) {
		id, ok := ParseIdentity(line)
		if !ok {
			return
		}
		// What is written reads back as what was written.
		again, ok := ParseIdentity(id.String())
		if !ok || again.String() != id.String() {
			t.Errorf("%q: %q, and again %q, %v", line, id, again, ok)
		}
	})
}
