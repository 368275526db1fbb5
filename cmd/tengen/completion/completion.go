// Package completion is "tengen completion": scripts by which shells complete tengen's
// command lines.
package completion

import (
	"context"
	_ "embed"
	"io"

	"tengen/cmd/tengen/cli"
)

const usage = `
Usage: tengen completion bash|zsh|fish

Writes a script by which the shell completes commands, flags and files. It asks tengen's
own help, so it need not be written anew for a new version. To have it in every shell:

  bash  echo 'source <(tengen completion bash)' >> ~/.bashrc
  zsh   echo 'source <(tengen completion zsh)' >> ~/.zshrc
  fish  tengen completion fish > ~/.config/fish/completions/tengen.fish`

// Command is "tengen completion".
var Command = cli.Command{
	Name:    "completion",
	Summary: "scripts by which bash, zsh and fish complete the command line",
	Run:     run,
}

//go:embed tengen.bash
var bash string

//go:embed tengen.fish
var fish string

// zsh takes bash's script.
const zsh = "autoload -Uz compinit bashcompinit && compinit && bashcompinit\n"

func run(_ context.Context, streams cli.IO, args []string) error {
	flags := cli.NewFlags("completion")
	if help, err := cli.Parse(flags, args, usage, streams.Out); help || err != nil {
		return err
	}
	scripts := map[string]string{"bash": bash, "zsh": zsh + bash, "fish": fish}
	script, ok := scripts[flags.Arg(0)]
	if !ok || flags.NArg() != 1 {
		return cli.Usagef("completion: want one of bash, zsh and fish")
	}
	_, err := io.WriteString(streams.Out, script)
	return err
}
