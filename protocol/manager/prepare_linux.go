package manager

import (
	"os/exec"
	"syscall"
)

// prepare makes the engine the leader of a process group, so that the terminal's
// Ctrl-C is the manager's alone, and lets the kernel kill it when the manager is
// killed.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}
