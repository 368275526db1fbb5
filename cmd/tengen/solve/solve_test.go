package solve

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
)

func solve(ctx context.Context, in string, args ...string) (string, error) {
	var out strings.Builder
	err := Command.Run(ctx, cli.IO{In: strings.NewReader(in), Out: &out, Err: &out}, append(args, "--nodes", "200000"))
	return out.String(), err
}

// threats is a position in which Black wins by threats in nine plies, but not by
// fours.
const threats = "k12j6g5f9k6f5i6e8j7d7g10e6g4c6b5c8b9k8i7i9"

func TestSolve(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // regular expressions, one a line
	}{
		{[]string{"h8a1i8a3j8a5"},
			`^h8a1i8a3j8a5: 6 stones, Black to move, renju 15x15$
^Black wins: VCF in 3 plies$
^  (g8|k8), and five at (f8|g8) or (k8|l8)$
^ 8 .*X X X`},
		{[]string{"--side", "white", "d8g4e8g5f8g6h8a1i8o15g3a15"},
			`12 stones, White to move
^White wins: VCF in 3 plies$
^  g7, and g8 is forbidden to Black \(overline\)$`},
		{[]string{"--rule", "freestyle", "--size", "20", "j10a1k10a3l10a5"}, `^Black wins: VCF in 3 plies$`},
		{[]string{"--tree", threats}, `^Black wins: VCT in 9 plies$
^  i4 i8 h4 j4 f4 e4 h6, and five at e3 or j8$
^  i4, threatens i5$
^    i8: h4, threatens f4$
^      j4: f4 e4 h6, and five at e3 or j8$`},
		{[]string{"--tree", "--depth", "1", threats}, `^  \.\.\. \d+ lines more: see --lines and --depth$`},
		{[]string{"--tree", "--lines", "3", threats}, `^  \.\.\. \d+ lines more: see --lines and --depth$`},
		{[]string{"--vcf", "h8a1i8a3j8g8"}, `^Black has no VCF: every one that there could be was tried\.$
^The nearest try is k8\. k8 makes a four\. It does not win: 1 reply holds against it\.$
^  l8   holds$`},
		{[]string{"h8i9g7"}, `^White has no VCF and no VCT: every
^No move was found that threatens anything\.$`},
		{[]string{"--nodes", "100", "--vcf", threats}, `^Black has no VCF: every`},
		{[]string{"--all", "--vcf", "h8a1i8a3j8a5"}, `^Black wins with 2 first moves:$
^  g8   VCF    3 plies   g8, and five at f8 or k8$
^  k8   VCF    3 plies   k8, and five at g8 or l8$
^No other move wins by VCF: each was tried to the end\.$`},
		{[]string{"--all", "h8i9g7"}, `^No move wins by VCF or VCT: each was tried to the end\.$`},
		{[]string{"--try", "j8", "h8a1i8a3"}, `^j8 threatens g8\. It does not win: 2 replies hold against it\.$
^  g8   holds$
^  k8   holds$`},
		{[]string{"--try", "h8", "h9a1h10a15i8o1j8o15"}, `^h8 is forbidden to Black \(double-three\)\.$`},
		{[]string{"--try", "i10", "h8a1i8a3"}, `^i10 makes no four and no threat of fours\.$`},
		{[]string{"--try", "i11", "d12e12i9f12i2g12i4h12"}, `^i11 fails: then White wins itself\.$
^  i12, five$`},
		{[]string{"--defend", "h8a1i9a3j10"}, `^If White passed, Black would win: VCF in 3 plies$
^  g7, and five at f6 or k11$
^These stop it, no VCF and no VCT is left:$
^  g7 k11$
^None of the other 218 moves does; each was tried to the end\.$`},
		{[]string{"--defend", "h8i9g7"}, `^Black has no VCF and no VCT
^White has nothing to stop\.$`},
	} {
		out, err := solve(t.Context(), "", tt.args...)
		if err != nil {
			t.Errorf("%q: %v", tt.args, err)
		}
		for want := range strings.SplitSeq(tt.want, "\n") {
			if !regexp.MustCompile("(?m)" + want).MatchString(out) {
				t.Errorf("%q: no line matches %s:\n%s", tt.args, want, out)
			}
		}
	}
}

func TestJSON(t *testing.T) {
	for _, tt := range []struct {
		args []string
		want string // regular expression
	}{
		{[]string{"h8a1i8a3j8a5"}, `"position":"h8a1i8a3j8a5","side":"black","kind":"VCF","move":"[gk]8","plies":3,"shortest":true,"line":\["[gk]8"\],"nodes":\d+`},
		{[]string{"h8i9g7"}, `"side":"white","no_vcf":-1,"no_vct":-1,"nodes"`},
		{[]string{"--tree", "--depth", "2", threats}, `"tree":{"move":"i4","threat":\[.*\],"replies":\[{"move":"..","then":{"move":"..`},
		{[]string{"--all", "--vcf", "h8a1i8a3j8a5"}, `"wins":\[{"kind":"VCF","move":"g8",.*"open":\[\]}`},
		{[]string{"--try", "j8", "h8a1i8a3"}, `"try":{"move":"j8","then":{"no_vcf":-1,.*"replies":\[{"move":"g8","then":{"no_vcf":-1,"no_vct":-1}}`},
		{[]string{"--defend", "h8a1i9a3j10"}, `"threat":{"kind":"VCF",.*"stops":\["g7","k11"\],"open":\[\],"fails":\[{"move":"b1","then":{"kind":"VCF"`},
	} {
		out, err := solve(t.Context(), "", append(tt.args, "--json")...)
		if err != nil || !json.Valid([]byte(out)) || strings.Count(out, "\n") != 1 || !regexp.MustCompile(tt.want).MatchString(out) {
			t.Errorf("%q: error %v, output does not match %s:\n%s", tt.args, err, tt.want, out)
		}
	}
}

func TestFile(t *testing.T) {
	const problems = `# ours
h8a1i8a3j8a5 ; a three ; VCF 3 k8,g8

h8i9g7	an opening	none
` + threats + "\nd8g4e8g5f8g6h8a1i8o15g3;overline;win g7\n"
	out, err := solve(t.Context(), problems, "--file", "-")
	if err != nil {
		t.Error(err)
	}
	for _, want := range []string{
		`^name        kind  plies  move +nodes   seconds$`,
		`^a three     VCF       3  [gk]8 `,
		`^an opening  none {14} +\d+ `,
		`^3           VCT       9  i4 `,
		`^overline    VCF       3  g7 `,
		`^3 of 4 problems solved, \d+ nodes, \d+\.\d s; 3 of 3 answers as expected$`,
	} {
		if !regexp.MustCompile("(?m)" + want).MatchString(out) {
			t.Errorf("no line matches %s:\n%s", want, out)
		}
	}

	name := filepath.Join(t.TempDir(), "problems")
	if err := os.WriteFile(name, []byte("h8a1i8a3j8a5 ; a three ; VCF 5\nh8a1i8a3j8a5;;none\nh8;;win\nh8;;none"), 0o666); err != nil {
		t.Fatal(err)
	}
	out, err = solve(t.Context(), "", "--file", name, "--vcf")
	if err == nil || !strings.Contains(err.Error(), "3 of 4 problems not answered as expected") || !strings.Contains(out, "  expected VCF 5\n") {
		t.Errorf("error %v, output:\n%s", err, out)
	}
	out, err = solve(t.Context(), problems, "--file", "-", "--json")
	if err != nil || strings.Count(out, "\n") != 4 || !strings.Contains(out, `"expected":"win g7","met":true}`) {
		t.Errorf("error %v, output:\n%s", err, out)
	}
}

func TestErrors(t *testing.T) {
	for _, tt := range []struct {
		args  []string
		want  string
		usage bool
	}{
		{nil, "a position is wanted", true},
		{[]string{"h8h8"}, "h8 is taken", true},
		{[]string{"--side", "red", "h8"}, "--side red: want black or white", true},
		{[]string{"--try", "h8", "h8"}, "--try: h8 is taken", true},
		{[]string{"--try", "", "h8"}, "--try: ", true},
		{[]string{"--try", "h9", "--all", "h8"}, "only one goes", true},
		{[]string{"--depth", "-1", "h8"}, "want 0 or more", true},
		{[]string{"--file", "x", "h8"}, "unexpected argument", true},
		{[]string{"--file", "no such file"}, "no such file", false},
		{[]string{"--file", "-"}, "no problems", false},
		{[]string{"h8a1i8b1j8c1k8e1l8"}, "the game is over: black wins (five)", false},
	} {
		_, err := solve(t.Context(), "", tt.args...)
		var usage *cli.UsageError
		if err == nil || !strings.Contains(err.Error(), tt.want) || errors.As(err, &usage) != tt.usage {
			t.Errorf("%q: error %v, want %q", tt.args, err, tt.want)
		}
	}
	for _, tt := range []struct{ line, want string }{
		{"h8;a;VCF;b", "line 1: want a position, a name and an answer"},
		{"h8;a;VCX", `line 1: answer "VCX": "VCX" is no kind of win`},
		{"h8;a;VCF 4", "line 1: answer"},
		{"h8h8", "line 1: position"},
	} {
		if _, err := solve(t.Context(), tt.line, "--file", "-"); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: error %v, want %q", tt.line, err, tt.want)
		}
	}
}

// TestInterrupt ends a search that has no limit.
func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out strings.Builder
	err := Command.Run(ctx, cli.IO{Out: &out}, []string{"--time", "0", threats})
	if err != nil || !strings.Contains(out.String(), "No VCT was found within") && !strings.Contains(out.String(), "no VCF and no VCT was found within") {
		t.Errorf("error %v, output:\n%s", err, out.String())
	}
}
