package completion

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
)

func script(t *testing.T, shell string) string {
	t.Helper()
	var out bytes.Buffer
	if err := Command.Run(context.Background(), cli.IO{Out: &out}, []string{shell}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// In a real bash the script completes from what tengen's help says.
func TestBashCompletes(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("no bash here")
	}
	const tengen = `
tengen() {
	case $* in
	help) printf 'Commands:\n  match      plays\n  bench      speed\n  book       the book\n' ;;
	'match --help') printf 'Flags:\n  -o, --out file   x\n      --opening f  such as --out\n' ;;
	esac
}
`
	for _, test := range []struct{ line, want string }{
		{"tengen b", "bench book"},
		{"tengen ", "match bench book"},
		{"tengen match --o", "--opening --out"},
		{"tengen match --op", "--opening"},
		{"tengen match completion_t", "completion_test.go"},
	} {
		words := strings.Split(test.line, " ")
		ask := "COMP_WORDS=('" + strings.Join(words, "' '") + "'); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _tengen; echo \"${COMPREPLY[@]}\""
		out, err := exec.Command(shell, "-c", tengen+script(t, "bash")+ask).CombinedOutput()
		if got := strings.TrimSpace(string(out)); err != nil || got != test.want {
			t.Errorf("%q is completed by %q, want %q (%v)", test.line, got, test.want, err)
		}
	}
}

func TestShells(t *testing.T) {
	if s := script(t, "zsh"); !strings.Contains(s, "bashcompinit") || !strings.Contains(s, "complete -o") {
		t.Errorf("zsh: %q", s)
	}
	if s := script(t, "fish"); !strings.Contains(s, "complete -c tengen") {
		t.Errorf("fish: %q", s)
	}
	for _, args := range [][]string{nil, {"cmd"}, {"bash", "zsh"}} {
		if err := Command.Run(context.Background(), cli.IO{Out: new(bytes.Buffer)}, args); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
