// Package version tells the version of both programs.
package version

import (
	"fmt"
	"runtime/debug"

	"tengen/book"
	"tengen/search/eval"
)

// version is set by the linker:
//
//	go build -ldflags '-X tengen/cmd/version.version=1.0' ./cmd/...
var version string

// String is the version that the linker was given, or else that of the module
// or the commit that the program was built from.
func String() string {
	if version != "" {
		return version
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "dev"
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, dirty := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = "-" + s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	return "dev" + commit + dirty
}

// Full is the version with the names of the network and the book that the program holds.
func Full() string {
	return fmt.Sprintf("%s, network %s, book %s", String(), eval.Network().Name(), book.Embedded().Name())
}
