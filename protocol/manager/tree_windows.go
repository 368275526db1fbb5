package manager

import (
	"encoding/binary"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

var (
	kernel32                 = syscall.NewLazyDLL("kernel32.dll")
	createJobObject          = kernel32.NewProc("CreateJobObjectW")
	setInformationJobObject  = kernel32.NewProc("SetInformationJobObject")
	assignProcessToJobObject = kernel32.NewProc("AssignProcessToJobObject")
	terminateJobObject       = kernel32.NewProc("TerminateJobObject")
)

// prepare keeps the console's Ctrl-C from the engine: it is the manager's alone.
func prepare(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: syscall.CREATE_NEW_PROCESS_GROUP}
}

// processTree is the job object that holds the engine and all that it started.
// It is closed, and its processes end, when the manager ends in whatever way.
type processTree struct {
	leader *os.Process
	job    syscall.Handle // 0: no job could be made, the leader alone is killed
}

func adopt(p *os.Process) processTree {
	t := processTree{leader: p}
	job, _, _ := createJobObject.Call(0, 0)
	if job == 0 {
		return t
	}
	// JOBOBJECT_EXTENDED_LIMIT_INFORMATION, of which LimitFlags alone is set:
	// it lies behind two 64-bit fields whatever the size of a pointer.
	const (
		extendedLimitInformation = 9
		limitKillOnJobClose      = 0x2000
	)
	info := make([]byte, 144)
	if unsafe.Sizeof(uintptr(0)) == 4 {
		info = info[:112]
	}
	binary.LittleEndian.PutUint32(info[16:], limitKillOnJobClose)
	_, _, _ = setInformationJobObject.Call(job, extendedLimitInformation,
		uintptr(unsafe.Pointer(&info[0])), uintptr(len(info)))

	assigned := uintptr(0)
	_ = p.WithHandle(func(handle uintptr) {
		assigned, _, _ = assignProcessToJobObject.Call(job, handle)
	})
	if assigned == 0 {
		_ = syscall.CloseHandle(syscall.Handle(job))
		return t
	}
	t.job = syscall.Handle(job)
	return t
}

func (t processTree) kill() {
	if t.job != 0 {
		_, _, _ = terminateJobObject.Call(uintptr(t.job), 1)
		return
	}
	_ = t.leader.Kill()
}

func (t processTree) release() {
	if t.job != 0 {
		_ = syscall.CloseHandle(t.job)
	}
}
