package match

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/internal/golden"
	"tengen/cmd/version"
)

// TestShow plays a single game, which is shown in full, and keeps it.
func TestShow(t *testing.T) {
	dir := t.TempDir()
	sgf := filepath.Join(dir, "game.sgf")
	var out, errs strings.Builder
	err := Command.Run(t.Context(), cli.IO{Out: &out, Err: &errs},
		[]string{"--draw-at", "40", "--turn-time", "20", "--sgf", sgf, engine("5 talks"), engine("7 talks")})
	if err != nil {
		t.Fatal(err)
	}
	if errs.Len() > 0 {
		t.Errorf("standard error: %s", errs.String())
	}
	shown := regexp.MustCompile(`\d+\.\d s`).ReplaceAllString(out.String(), "0.0 s")
	golden.Check(t, "show.txt", shown)

	text, err := os.ReadFile(sgf)
	if err != nil {
		t.Fatal(err)
	}
	plain := regexp.MustCompile(`DT\[[-\d]+\]`).ReplaceAllString(string(text), "DT[2026-01-02]")
	golden.Check(t, "game.sgf", strings.ReplaceAll(plain, "AP[Tengen:"+version.String()+"]", "AP[Tengen:1.0]"))
}
