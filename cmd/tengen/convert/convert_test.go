package convert

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
)

// convert runs the command in a directory with the given files.
func convert(t *testing.T, files map[string]string, stdin string, args ...string) (out, errs string, err error) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var o, e strings.Builder
	err = run(t.Context(), cli.IO{In: strings.NewReader(stdin), Out: &o, Err: &e}, args)
	return o.String(), e.String(), err
}

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const twoGames = "(;PB[Ann];B[hh]C[yes];W[ig])(;RE[0];B[hh](;W[hg])(;W[gg]))"

func TestConvert(t *testing.T) {
	for _, test := range []struct {
		args       string
		in         string // what in.sgf, or the standard input, holds
		want, note string
	}{
		{"in.sgf out.moves --to moves", twoGames, "h8i9\nh8h9\n",
			"tengen: moves cannot hold: comments (in 1 game), the players' names (in 1 game), variations (in 1 game), the result (in 1 game)\n"},
		{"in.sgf out.psq", "(;B[hh];W[ig])", "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\n-1\n", ""},
		{"in.sgf out.psq", twoGames, "Piskvorky 15x15, 0:0, 0\n8,8,0\n9,7,0\nAnn\nhomo-2\n-1\n",
			"tengen: psq cannot hold: comments, more than one game (1 game left out)\n"},
		{"--from moves - out.sgf", "h8i9\n", "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]RE[?]\n;B[hh]\n;W[ig])\n", ""},
		{"--from moves --size 6 --rule Standard - out.sgf", "a1\n", "(;FF[4]GM[4]CA[UTF-8]SZ[6]RU[standard]RE[?]\n;B[af])\n", ""},
		{"--from openings --to moves - -", "0,0,1,-1\nh7\n", "h8i9\nh9\n", ""},
	} {
		out, errs, err := convert(t, map[string]string{"in.sgf": test.in}, test.in, strings.Fields(test.args)...)
		if err != nil || errs != test.note {
			t.Errorf("%s: %v, said %q, want %q", test.args, err, errs, test.note)
		}
		for _, name := range strings.Fields(test.args) {
			if strings.HasPrefix(name, "out.") {
				out = read(t, name)
			}
		}
		if out != test.want {
			t.Errorf("%s: wrote %q, want %q", test.args, out, test.want)
		}
	}
}

// Of a broken file what could be read is written, and the fault is told.
func TestBrokenFile(t *testing.T) {
	_, errs, err := convert(t, map[string]string{"in.sgf": "(;B[hh];W[hg])\n(;B[hh];W[hh])"}, "", "--to", "moves", "in.sgf", "out")
	const want = "in.sgf: sgf line 2: h8 is taken by a black stone; what could be read was written: 2 games"
	if err == nil || err.Error() != want || errs != "" {
		t.Errorf("%v, said %q, want %s", err, errs, want)
	}
	if got := read(t, "out"); got != "h8h9\nh8\n" {
		t.Errorf("wrote %q", got)
	}
	_, _, err = convert(t, nil, "h8\nzz\nh8h8\n", "--from", "moves", "-", "out.sgf")
	const faults = `-: moves line 2: move 1 is not a point: "zz"; and 1 fault more; what could be read was written: 2 games`
	if err == nil || err.Error() != faults {
		t.Errorf("%v, want %s", err, faults)
	}
}

// If nothing can be read, what stood in the file before is still there.
func TestNothingToWrite(t *testing.T) {
	for in, want := range map[string]string{
		"":               "in.sgf: no game in the file",
		"(;GM[1])":       "in.sgf: sgf line 1: the game is GM[1]: gomoku and renju are GM[4]; nothing was written",
		"(;SZ[9];B[aa])": "in.sgf: lib: the board is 9x9: only 15x15 can be written; nothing was written",
	} {
		_, _, err := convert(t, map[string]string{"in.sgf": in, "out.lib": "old"}, "", "in.sgf", "out.lib")
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", in, err, want)
		}
		if got := read(t, "out.lib"); got != "old" {
			t.Errorf("%q: out.lib is %q now", in, got)
		}
		if names, err := filepath.Glob("*"); err != nil || len(names) != 2 {
			t.Errorf("%q: files %v, %v", in, names, err)
		}
	}
}

func TestUsage(t *testing.T) {
	for args, want := range map[string]string{
		"":                      "convert: two files are wanted, IN and OUT",
		"a.sgf":                 "convert: two files are wanted, IN and OUT",
		"a.sgf b.rif":           "rif is only read, not written",
		"- b.sgf":               "--from is wanted: - has no ending that tells the format",
		"a.sgf -":               "--to is wanted: - has no ending that tells the format",
		"a.txt b.sgf":           `the name "a.txt" does not tell the format: want the ending psq, rec, sgf, lib, rif, or the format itself, which may also be moves or openings: see --from`,
		"--from txt a b.sgf":    `--from: unknown format "txt": want moves, openings, psq, rec, sgf, lib, rif`,
		"--rule go a.sgf b.lib": `unknown rule "go": want freestyle, standard or renju`,
		"--size 30 a.sgf b.lib": "--size 30: want 5 to 22",
		"in.sgf ./in.sgf":       "in.sgf and ./in.sgf are the same file",
	} {
		_, _, err := convert(t, map[string]string{"in.sgf": twoGames}, "", strings.Fields(args)...)
		var usage *cli.UsageError
		if !errors.As(err, &usage) || err.Error() != want {
			t.Errorf("%q: %v, want %s", args, err, want)
		}
	}
	if _, _, err := convert(t, nil, "", "no.sgf", "b.lib"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}
