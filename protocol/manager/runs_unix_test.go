//go:build unix

package manager

import (
	"fmt"
	"os"
	"strings"
	"syscall"
)

// runs tells whether a process exists that is not just waiting to be reaped,
// which a container without an init may leave it at for ever.
func runs(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil {
		_, state, _ := strings.Cut(string(stat), ") ")
		return !strings.HasPrefix(state, "Z")
	}
	return syscall.Kill(pid, 0) == nil
}
