package match

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/randombrain"
	"tengen/protocol"
)

// The test binary doubles as the engines under test: "double SEED [FAULT [N]]" is
// an engine that answers at random and, at its Nth answer (the first, if N is
// not given), does what FAULT says. "referee FLAGS" is "tengen match FLAGS".
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "double" {
		double(os.Args[2:])
		return
	}
	if len(os.Args) > 2 && os.Args[1] == "referee" {
		if err := Command.Run(context.Background(), cli.IO{Out: os.Stdout, Err: os.Stderr}, os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// engine is the command line of a double.
func engine(arguments string) string { return fmt.Sprintf("'%s' double %s", os.Args[0], arguments) }

func double(args []string) {
	seed, err := strconv.ParseUint(args[0], 10, 64)
	if err != nil {
		panic(err)
	}
	// A process that is started anew is not to go the way of the one before.
	d := &misbehaving{random: rand.New(rand.NewPCG(seed, uint64(os.Getpid()))), at: 1}
	if len(args) > 1 {
		d.fault = args[1]
	}
	if len(args) > 2 {
		if d.at, err = strconv.Atoi(args[2]); err != nil {
			panic(err)
		}
	}
	if err := randombrain.Serve(os.Stdin, d, seed); err != nil {
		panic(err)
	}
}

// misbehaving passes the lines of an engine on, save when it is time for its
// fault. It counts answers to questions, not OK or the answer to ABOUT.
type misbehaving struct {
	random  *rand.Rand
	fault   string
	at      int
	answers int
}

func (d *misbehaving) Write(line []byte) (int, error) {
	text := strings.TrimSpace(string(line))
	n := len(line)
	switch protocol.ParseReply(text) {
	case protocol.ReplyPoints, protocol.ReplySwap:
		d.answers++
	case protocol.ReplyAbout:
		if d.fault == "nameless" {
			text = "UNKNOWN command"
		}
	}
	fault, due := d.fault, d.answers == d.at
	if fault == "chaos" { // from the second answer on, the first being that to the introduction
		fault, due = "", d.answers > 1 && d.random.IntN(100) == 0
		if due {
			fault = []string{"crash", "crash", "hang", "late", "garbage", "occupied"}[d.random.IntN(6)]
		}
	}
	if due && protocol.ParseReply(text) != protocol.ReplyOK {
		switch fault {
		case "crash":
			fmt.Fprintln(os.Stderr, "double: this is the end")
			os.Exit(3)
		case "hang":
			time.Sleep(time.Minute)
		case "late":
			time.Sleep(600 * time.Millisecond)
		case "garbage":
			text = "what shall I do?"
		case "error":
			text = "ERROR no idea"
		case "occupied":
			text = "7,7"
		case "off":
			text = "15,15"
		}
	}
	switch {
	case fault == "unknown" && d.answers > 0:
		text = "UNKNOWN command"
	case fault == "slow" && d.answers > 0:
		time.Sleep(30 * time.Millisecond)
	case fault == "talks" && d.answers > 0:
		text = fmt.Sprintf("MESSAGE answer %d: I throw dice\nDEBUG nothing else\n%s", d.answers, text)
	}
	_, err := io.WriteString(os.Stdout, text+"\n")
	return n, err
}
