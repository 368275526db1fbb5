package golden

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// A told test keeps what it is told.
type told struct {
	testing.TB
	said string
}

func (t *told) Helper()                           {}
func (t *told) Errorf(format string, args ...any) { t.said += fmt.Sprintf(format, args...) }
func (t *told) Fatal(args ...any)                 { panic(fmt.Sprint(args...)) }

func check(name, got string) string {
	t := new(told)
	Check(t, name, got)
	return t.said
}

func TestCheck(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.Mkdir("testdata", 0o777); err != nil {
		t.Fatal(err)
	}
	defer func(was bool) { *update = was }(*update)

	*update = true
	if said := check("a.txt", "one\ntwo\n"); said != "" {
		t.Errorf("a file that is made anew differs: %s", said)
	}
	*update = false
	for got, want := range map[string]string{
		"one\ntwo\n":        "",
		"one\n2\n":          "line 2\ngot  2\nwant two\n",
		"one\ntwo":          "got 2 lines, want 3",
		"one\ntwo\nthree\n": "line 3\ngot  three\nwant \n",
		"":                  "line 1",
	} {
		if said := check("a.txt", got); (said == "") != (want == "") || !strings.Contains(said, want) {
			t.Errorf("%q: said %q, want %q", got, said, want)
		}
	}
	defer func() {
		if recover() == nil {
			t.Error("a file that is not there is no fault")
		}
	}()
	check("none.txt", "")
}
