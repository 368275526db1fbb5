package manager

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// The test binary doubles as the engine under test: started with this variable
// set, it is an engine that behaves as the variable says.
const doubleVariable = "TENGEN_MANAGER_DOUBLE"

func TestMain(m *testing.M) {
	if manner, ok := os.LookupEnv(doubleVariable); ok {
		double(manner)
		return
	}
	os.Exit(m.Run())
}

// double is an engine with one manner.
func double(manner string) {
	if manner == "mute" {
		time.Sleep(time.Hour)
	}
	in := bufio.NewScanner(os.Stdin)
	for in.Scan() {
		line := strings.TrimSpace(in.Text())
		word, _, _ := strings.Cut(line, " ")
		switch {
		case word == "END" && manner == "never ends":
			time.Sleep(time.Hour)
		case word == "END":
			return
		case word == "START" && manner == "banner":
			fmt.Println("Welcome to the double 1.0\nOK")
		case word == "START" && manner == "refuses":
			fmt.Println("ERROR unsupported board size")
		case word == "START":
			fmt.Println("OK")
		case word == "ABOUT":
			fmt.Println(`name="Double", version="1.0", author="nobody"`)
		case word == "INFO":
		case word == "TURN", word == "BEGIN", word == "DONE":
			answerMove(manner, line)
		}
	}
}

func answerMove(manner, line string) {
	switch manner {
	case "hangs":
		time.Sleep(time.Hour)
	case "late":
		time.Sleep(150 * time.Millisecond)
	case "crashes":
		fmt.Fprintln(os.Stderr, "first words")
		fmt.Fprintln(os.Stderr, "panic: out of ideas")
		os.Exit(3)
	case "closes":
		os.Stdout.Close()
		time.Sleep(time.Hour)
	case "garbage":
		fmt.Println("I resign")
		return
	case "off the board":
		fmt.Println("15,3")
		return
	case "floods":
		for {
			fmt.Println("MESSAGE " + strings.Repeat("x", 1000))
		}
	case "long line":
		fmt.Println(strings.Repeat("7", 1<<20))
		return
	case "twice":
		fmt.Println("7,7\n7,8")
		return
	case "comments":
		fmt.Print("MESSAGE depth 3\r\n\r\nmessage  depth 4\nDEBUG well\nMESSAGE\n")
	case "children":
		// A child that keeps our output open and outlives us.
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), doubleVariable+"=mute")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			fmt.Println(err)
		}
		fmt.Println("MESSAGE", child.Process.Pid)
	case "echoes":
		fmt.Println("MESSAGE", line)
	}
	fmt.Print("7,7\r\n")
}
