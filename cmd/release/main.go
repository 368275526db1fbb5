// Release builds the zips that users get: for each system one with both programs, and one
// for the Gomocup tournament.
//
//	go run ./cmd/release --out dist --version 1.0
//
// It wants to be run in the root of the module. The same sources, version and Go give the
// same zips, byte for byte.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/pflag"

	"tengen/cmd/version"
)

func main() {
	out := pflag.StringP("out", "o", "dist", "`folder` for the zips")
	as := pflag.String("version", version.String(), "version that the programs and the names of the zips tell")
	pflag.Parse()
	if err := run(*out, *as, pflag.Args()); err != nil {
		fmt.Fprintf(os.Stderr, "release: %v\n", err)
		os.Exit(1)
	}
}

// targets are the systems that there are zips for.
var targets = []target{
	{"windows", "amd64"}, {"windows", "386"}, {"windows", "arm64"},
	{"linux", "amd64"}, {"linux", "386"}, {"linux", "arm64"},
	{"darwin", "amd64"}, {"darwin", "arm64"},
}

type target struct{ system, arch string }

func (t target) String() string { return t.system + "-" + t.arch }

// exe is the name of a program's file there.
func (t target) exe(name string) string {
	if t.system == "windows" {
		return name + ".exe"
	}
	return name
}

const (
	tool   = "tengen"
	engine = "pbrain-tengen"
)

// gomocupMost is the largest zip that Gomocup takes without asking, in bytes.
const gomocupMost = 8 << 20

func run(out, version string, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("unexpected argument %q", args[0])
	}
	if filepath.Base(version) != version {
		return fmt.Errorf("version %q: it becomes part of files' names", version)
	}
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	built, err := os.MkdirTemp("", "tengen-release-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(built) }()
	when := commitTime()
	for _, t := range targets {
		files := []entry{{name: "README.md", from: "README.md"}, {name: "LICENSE", from: "LICENSE"}, {name: "yixin-board.txt", text: yixinBoard}}
		for _, program := range []string{tool, engine} {
			file := filepath.Join(built, t.String(), program)
			if err := build(t, program, file, version); err != nil {
				return err
			}
			files = append(files, entry{name: t.exe(program), from: file, program: true})
		}
		if _, err := writeZip(filepath.Join(out, fmt.Sprintf("tengen-%s-%v.zip", version, t)), files, when); err != nil {
			return err
		}
	}
	// The tournament looks in the root for pbrain-*.exe, and on Windows of 64 bits for
	// 64 in the name.
	size, err := writeZip(filepath.Join(out, fmt.Sprintf("%s-%s-gomocup.zip", engine, version)), []entry{
		{name: engine + ".exe", from: filepath.Join(built, "windows-386", engine), program: true},
		{name: engine + "64.exe", from: filepath.Join(built, "windows-amd64", engine), program: true},
	}, when)
	if err == nil && size > gomocupMost {
		err = fmt.Errorf("the zip for Gomocup takes %d bytes, more than %d", size, gomocupMost)
	}
	return err
}

// build builds a program.
func build(t target, program, file, version string) error {
	flags := "-s -w -X tengen/cmd/version.version=" + version
	c := exec.Command("go", "build", "-trimpath", "-ldflags", flags, "-o", file, "./cmd/"+program)
	c.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS="+t.system, "GOARCH="+t.arch)
	if said, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("%s for %v: %w\n%s", program, t, err, said)
	}
	return nil
}

// commitTime is when the sources were committed, for the files in a zip; if that is not to
// be found out, the beginning of what a zip can tell.
func commitTime() time.Time {
	said, err := exec.Command("git", "log", "-1", "--format=%cI").Output()
	if err == nil {
		if when, err := time.Parse(time.RFC3339+"\n", string(said)); err == nil {
			return when.UTC()
		}
	}
	return time.Date(1980, 1, 1, 0, 0, 0, 0, time.UTC)
}

// yixinBoard tells how to use the engine in that program.
const yixinBoard = `Tengen in Yixin-Board

Yixin-Board starts the engine that lies beside it as "engine.exe" (on Linux "engine").
Copy pbrain-tengen there under that name, in place of the one that came with it.
The rows of the texts that it shows are numbered from the top then; "--labels top" makes
Tengen number them so too where an engine's arguments can be set.
Rules: freestyle, standard and renju. The number of threads, the hash size, the levels,
the best N moves, the balanced moves and the forbidden points are obeyed.
`
