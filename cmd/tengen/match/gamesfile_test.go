package match

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/engine/record"
	"tengen/engine/renju"
)

// TestOpenGames opens files in every state in which a kill may leave them.
func TestOpenGames(t *testing.T) {
	format := func(g *game) ([]byte, error) { return fmt.Appendf(nil, "<%d>\n", g.Number), nil }
	kept := []*game{{Number: 11}, {Number: 12}, {Number: 13}}
	for _, test := range []struct{ content, want string }{
		{"", "<11>\n<12>\n<13>\n"},
		{"<11>\n<12>\n<13>\n", "<11>\n<12>\n<13>\n"},
		{"<11>\n<12>\n", "<11>\n<12>\n<13>\n"},
		{"<11>\n<12>\n<1", "<11>\n<12>\n<13>\n"},
		{"<11>\n<", "<11>\n<12>\n<13>\n"},
		{"<11", "<11>\n<12>\n<13>\n"},
		{"<7>\n<8>\n", "<7>\n<8>\n<11>\n<12>\n<13>\n"}, // of another match
		{"<7>\n<11>\n<12>\n<13", "<7>\n<11>\n<12>\n<13>\n"},
		{"<11>\n<12>\n<13>\n<7>\n", "<11>\n<12>\n<13>\n<7>\n"},
	} {
		name := filepath.Join(t.TempDir(), "games")
		if err := os.WriteFile(name, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := openGames(name, format, kept)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.add(&game{Number: 14}); err != nil {
			t.Error(err)
		}
		if err := f.close(); err != nil {
			t.Error(err)
		}
		got, err := os.ReadFile(name)
		if want := test.want + "<14>\n"; err != nil || string(got) != want {
			t.Errorf("%q becomes %q, want %q (%v)", test.content, got, want, err)
		}
	}
}

// TestFormats writes games as JSON and as PGN.
func TestFormats(t *testing.T) {
	file := &config{opening: "openings.txt", openings: []record.Opening{{}}, size: 15, rule: renju.Renju}
	played := &config{opening: taraguchi10, size: 15, rule: renju.Renju}
	long := strings.Repeat("a1", 17) // no game, but a line of comment that must be broken
	for _, test := range []struct {
		conf      *config
		names     []string
		game      game
		json, pgn string
	}{
		{file, []string{`A "quoted" \ name`, "Bob"},
			game{Number: 3, First: 1, Second: 2, Line: 7, Symmetry: 5, Black: 2, Moves: long, Times: []int64{5}, Winner: 1, Ending: onTime, Reason: "no answer", Ended: "2026-01-02T15:04:05Z", Millis: 9},
			`{"event":"A \"quoted\" \\ name against Bob","game":3,"rule":"renju","size":15,"opening":"openings.txt","line":7,"symmetry":5,` +
				`"first":"A \"quoted\" \\ name","black":"Bob","white":"A \"quoted\" \\ name","moves":"` + long + `","times_ms":[5],` +
				`"result":"white","winner":"A \"quoted\" \\ name","ending":"time","reason":"no answer","ended":"2026-01-02T15:04:05Z","ms":9}`,
			`[Event "A \"quoted\" \\ name against Bob"]
[Site "?"]
[Date "2026.01.02"]
[Round "3"]
[White "A \"quoted\" \\ name"]
[Black "Bob"]
[Result "1-0"]
[Variant "renju"]
[Termination "time forfeit"]

{a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1 a1
a1 a1}
1-0
`},
		{played, someNames,
			game{Number: 4, First: 3, Second: 1, Answers: []answer{{3, "h8", nil, 1}, {1, "swap", []string{"better so"}, 2}}, Black: 1, Winner: 1, Moves: "h8", Times: []int64{}, Ending: byFoul, Reason: "overline at h8"},
			`{"event":"round robin of 3 engines","game":4,"rule":"renju","size":15,"opening":"taraguchi10","first":"Cay",` +
				`"answers":[{"engine":"Cay","answer":"h8","ms":1},{"engine":"Ada","answer":"swap","why":["better so"],"ms":2}],` +
				`"black":"Ada","white":"Cay","moves":"h8","times_ms":[],"result":"black","winner":"Ada","ending":"foul","reason":"overline at h8","ended":"","ms":0}`,
			`[Event "round robin of 3 engines"]
[Site "?"]
[Date ""]
[Round "4"]
[White "Cay"]
[Black "Ada"]
[Result "0-1"]
[Variant "renju"]
[Termination "normal"]

{h8}
0-1
`},
		{played, someNames, game{First: 1, Second: 2, Black: 1, Ending: moveLimit}, `"result":"draw","ending"`, "[Result \"1/2-1/2\"]\n[Variant \"renju\"]\n[Termination \"normal\"]\n\n{}\n1/2-1/2\n"},
		{played, someNames, game{First: 1, Second: 2, Black: 1, Ending: notPlayed}, `"result":"none","ending"`, "[Result \"*\"]\n[Variant \"renju\"]\n[Termination \"unterminated\"]\n\n{}\n*\n"},
	} {
		if got, err := toJSON(test.conf, test.names, &test.game); err != nil || !strings.Contains(string(got), test.json) {
			t.Errorf("%v\n%s\nwant\n%s", err, got, test.json)
		}
		if got, err := toPGN(test.conf, test.names, &test.game); err != nil || !strings.HasSuffix(string(got), test.pgn+"\n") {
			t.Errorf("%v\n%s\nwant\n%s", err, got, test.pgn)
		}
	}
}
