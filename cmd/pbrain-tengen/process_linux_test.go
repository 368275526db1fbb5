package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// peak is the most memory that a process has had in RAM, in bytes.
func peak(t *testing.T, pid int) int64 {
	t.Helper()
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip(err)
	}
	for _, line := range strings.Split(string(text), "\n") {
		if f := strings.Fields(line); len(f) >= 2 && f[0] == "VmHWM:" {
			kib, err := strconv.ParseInt(f[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			return kib << 10
		}
	}
	t.Skip("no VmHWM")
	return 0
}

// The process keeps to INFO max_memory, with games in between that have other
// settings.
func TestMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector takes memory of its own")
	}
	for _, limit := range []int64{367001600, 83886080} {
		t.Run(strconv.FormatInt(limit, 10), func(t *testing.T) {
			p := start(t)
			for _, begin := range []string{"START 15", "START 20", "RESTART"} {
				p.send(begin, fmt.Sprintf("INFO max_memory %d", limit), "INFO rule 4", "INFO timeout_turn 300", "BEGIN")
				p.want("^OK$")
				p.want(move)
				for _, m := range []string{"1,1", "13,1", "1,13", "13,13"} {
					p.send("TURN " + m)
					p.want(move)
				}
			}
			p.send("START 15", "TARAGUCHISTEP3 10", "7,7", "8,6", "7,5", "6,8", "DONE")
			p.want("^OK$")
			p.want(`^\d+,\d+( \d+,\d+){9}$`)
			// A table that asks for more than there is.
			p.send("INFO hash_size 4194304", "TURN 1,7")
			p.want(move)
			got := peak(t, p.cmd.Process.Pid)
			t.Logf("at most %d MiB of %d", got>>20, limit>>20)
			if got > limit {
				t.Errorf("%d bytes, allowed are %d", got, limit)
			}
		})
	}
}

// Referees stop the process while the other plays. That time is not ours.
func TestSuspended(t *testing.T) {
	p := start(t)
	p.send("START 15", "INFO rule 4", "INFO timeout_turn 300", "INFO timeout_match 2000", "INFO time_left 2000", "BEGIN")
	p.want("^OK$")
	p.want(move)
	for _, m := range []string{"1,1", "13,1"} {
		if err := p.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		time.Sleep(1500 * time.Millisecond)
		if err := p.cmd.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		p.send("INFO time_left 1500", "TURN "+m)
		begun := time.Now()
		p.want(move)
		// On the match's clock as it would be with the pauses in it, nothing
		// would be left to think with.
		if took := time.Since(begun); took < 20*time.Millisecond {
			t.Errorf("answered after %v", took)
		}
	}
	p.send("END")
	p.over()
}
