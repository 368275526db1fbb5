package randombrain

import (
	"strings"
	"testing"
)

func serve(t *testing.T, seed uint64, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := Serve(strings.NewReader(strings.Join(lines, "\r\n")+"\r\n"), &out, seed); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestServe(t *testing.T) {
	tests := []struct {
		lines []string
		want  []string // "*" stands for any answer
	}{
		{[]string{"START 15", "about", "FOO", "START 3", "", "END", "START 15"},
			[]string{"OK", `name="Random", version="1"`, "UNKNOWN command", "ERROR unsupported board size"}},
		{[]string{"START 15", "TARAGUCHI10BOARD", "DONE"}, []string{"OK", "7,7"}},
		{[]string{"TARAGUCHI10BOARD", "7,7", "3,3", "DONE"},
			[]string{"ERROR 2: answer 2: stone 2 must be in the central 3x3 square: d12 is outside it"}},
		{[]string{"TARAGUCHI10BOARD", "nonsense", "DONE"}, []string{`ERROR 1: "nonsense" is neither points nor SWAP`}},
		{[]string{"START 15", "BEGIN", "TURN 99,0"}, []string{"OK", "*", "ERROR 99,0 is off the 15x15 board"}},
		{[]string{"START 5", "INFO rule 4", "BOARD", "0,0,1", "1,0,2", "DONE", "RESTART", "BEGIN"}, []string{"OK", "*", "OK", "*"}},
	}
	for _, test := range tests {
		got := serve(t, 1, test.lines...)
		if len(got) != len(test.want) {
			t.Errorf("%q: answers %q, want %q", test.lines, got, test.want)
			continue
		}
		for i, want := range test.want {
			if got[i] != want && want != "*" {
				t.Errorf("%q: answers %q, want %q", test.lines, got, test.want)
			}
		}
	}
	first := serve(t, 7, "BEGIN", "RESTART", "BEGIN")
	if again := serve(t, 7, "BEGIN", "RESTART", "BEGIN"); strings.Join(first, " ") != strings.Join(again, " ") {
		t.Errorf("the same seed gave %q and %q", first, again)
	}
}

// TestMoveAvoidsFouls has Black to move where e5 would be a double-three: drawn
// once in 73 times, unless it is avoided.
func TestMoveAvoidsFouls(t *testing.T) {
	played := 0
	for _, rule := range []string{"4", "0"} {
		for seed := range uint64(1000) {
			got := serve(t, seed, "START 9", "INFO rule "+rule, "BOARD",
				"4,3,1", "0,0,2", "4,2,1", "0,8,2", "3,4,1", "8,0,2", "2,4,1", "8,8,2", "DONE")
			if got[1] == "4,4" {
				played++
			}
		}
		if rule == "4" && played > 0 {
			t.Errorf("renju: Black plays the forbidden point %d times", played)
		}
	}
	if played == 0 {
		t.Error("freestyle: the point is never drawn, so that this test shows nothing")
	}
}
