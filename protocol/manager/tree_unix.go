//go:build unix

package manager

import (
	"os"
	"syscall"
)

// processTree is the process group that the engine leads: it and all that it
// started, unless they left the group on purpose.
type processTree struct{ leader *os.Process }

func adopt(p *os.Process) processTree { return processTree{p} }

func (t processTree) kill() { _ = syscall.Kill(-t.leader.Pid, syscall.SIGKILL) }

func (t processTree) release() {}
