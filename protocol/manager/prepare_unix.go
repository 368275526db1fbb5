//go:build unix && !linux

package manager

import (
	"os/exec"
	"syscall"
)

// prepare makes the engine the leader of a process group, so that the terminal's
// Ctrl-C is the manager's alone.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
}
