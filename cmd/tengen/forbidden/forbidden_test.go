package forbidden

import (
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
)

func TestForbidden(t *testing.T) {
	tests := []struct {
		position string
		want     []string // lines
		not      string
	}{
		{"h8", []string{"h8: no point is forbidden to Black"}, "double"},
		{"h9a1h10a15i8o1j8o15", []string{
			"h9a1h10a15i8o1j8o15: 1 point is forbidden to Black",
			"  h8   double-three",
			" 8 . . . . . . . 3 X X . . . . .",
		}, "overline\n"},
		// h8 joins three and two to six; the column makes a three with it, which
		// alone is allowed.
		{"e8a1f8a3g8a5i8a7j8a9", []string{
			"  h8   overline",
			" 8 . . . . X X X 6 X X . . . . .",
		}, "double-three\n"},
		// Two fours at once in one row: at h8.
		{"d8a1f8a3g8a5j8a7", []string{
			"  h8   double-four",
			" 8 . . . X . X X 4 . X . . . . .",
		}, "overline\n"},
	}
	for _, test := range tests {
		var out strings.Builder
		if err := Command.Run(t.Context(), cli.IO{Out: &out}, []string{test.position}); err != nil {
			t.Errorf("%s: %v", test.position, err)
		}
		for _, line := range test.want {
			if !strings.Contains(out.String(), line+"\n") {
				t.Errorf("%s: no line %q:\n%s", test.position, line, out.String())
			}
		}
		if strings.Contains(out.String(), test.not) {
			t.Errorf("%s: %q:\n%s", test.position, test.not, out.String())
		}
	}
	if err := Command.Run(t.Context(), cli.IO{Out: new(strings.Builder)}, []string{"x"}); err == nil {
		t.Error("no error for a position that is none")
	}
}
