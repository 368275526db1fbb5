package manager

import (
	"reflect"
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	tests := []struct {
		line    string
		escapes bool
		want    []string
	}{
		{"pbrain-tengen", true, []string{"pbrain-tengen"}},
		{"  ./engine --threads  2\t--log x ", true, []string{"./engine", "--threads", "2", "--log", "x"}},
		{`"my engine" 'it''s' ""`, true, []string{"my engine", "its", ""}},
		{`'a "b" \c' "d 'e' \"f\" \\ \g"`, true, []string{`a "b" \c`, `d 'e' "f" \ \g`}},
		{`my\ engine\\x`, true, []string{`my engine\x`}},
		{`C:\engines\pbrain-tengen.exe -n 1`, false, []string{`C:\engines\pbrain-tengen.exe`, "-n", "1"}},
		{`"C:\my engines\x.exe" "say \"hi\""`, false, []string{`C:\my engines\x.exe`, `say "hi"`}},
		{`wine "Prog Ω.exe"`, true, []string{"wine", "Prog Ω.exe"}},
	}
	for _, test := range tests {
		got, err := split(test.line, test.escapes)
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("split(%q, %v) = %q, %v, want %q", test.line, test.escapes, got, err, test.want)
		}
	}
	for line, want := range map[string]string{
		`engine "x`: `the quote at character 8 is not closed`,
		`engine 'x`: `the quote at character 8 is not closed`,
		"":          "names no program",
		"  \t":      "names no program",
		`"" x`:      "names no program",
	} {
		if _, err := split(line, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("split(%q): error %v, want %q", line, err, want)
		}
	}
}

// FuzzSplit joins arguments with quotes round each and wants them back.
func FuzzSplit(f *testing.F) {
	f.Add("engine", `a "b"`)
	f.Add(`C:\x`, `it's`)
	f.Fuzz(func(t *testing.T, a, b string) {
		a, b = strings.ToValidUTF8(a, "?"), strings.ToValidUTF8(b, "?")
		if a == "" {
			return
		}
		quote := func(s string) string { return "'" + strings.ReplaceAll(s, "'", `'"'"'`) + "'" }
		for _, escapes := range []bool{true, false} {
			got, err := split(quote(a)+" "+quote(b), escapes)
			if err != nil || !reflect.DeepEqual(got, []string{a, b}) {
				t.Errorf("split of %q and %q, quoted: %q, %v", a, b, got, err)
			}
		}
	})
}
