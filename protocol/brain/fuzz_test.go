package brain

import (
	"bytes"
	"io"
	"strings"
	"testing"

	"tengen/protocol"
)

// FuzzServe throws any text at a brain: it must end with its input, write lines
// of the protocol and no others, and never give more than one answer to a line.
func FuzzServe(f *testing.F) {
	for _, s := range []string{
		"START 15\nINFO rule 4\nBOARD\n7,7,1\n7,6,2\nDONE\nTURN 3,3\nTAKEBACK 3,3\nEND\n",
		"START 20\r\nBEGIN\r\nTURN 9,8\r\nRESTART\r\nABOUT\r\n",
		"start 15\ryxboard 7,7,1 8,8,2 DONE\ryxnbest 2\ryxstop\ryxshowforbid\r",
		"INFO rule 4\nYXBOARD\n6,7,1\n0,0,2\n5,7,1\n14,0,2\n7,8,1\n0,14,2\n7,9,1\n14,14,2\nDONE\nYXSHOWFORBID\n",
		"TARAGUCHI10BOARD\n7,7\nSWAP\nDONE\nTARAGUCHISTEP4 10\n7,7\n7,6\n7,8\n7,9\nDONE\n0,1 1,2 2,3 3,4 4,5 5,6 8,9 9,10 10,11 11,12\n",
		"SWAP2BOARD\n7,7\n8,7\n9,9\nDONE\nyxshowinfo\nyxquerydatabaseallt\n7,7\ndone\nyxhashload\nx\nyxswap2step1\n",
		"BOARD\n7,7,1\n7,7,2\n8,8,3\n-1,-1,1\nDONE\nBOARD\n7,7,1\nEND\n",
		"START 5\nINFO show_detail 3\nINFO timeout_turn 0\nBEGIN\nyxblock\n2,2\ndone\nyxbalancetwo 0\nyxbalanceone 5\n",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		commands := 0
		for r := protocol.NewLineReader(strings.NewReader(text)); ; commands++ {
			if _, err := r.ReadLine(); err != nil {
				break
			}
		}
		var out bytes.Buffer
		if err := serve(strings.NewReader(text), &out, Options{Threads: 1}, &dummy{}); err != nil {
			t.Fatalf("Serve returned %v", err)
		}
		answers := 0
		for {
			line, err := out.ReadString('\n')
			if err == io.EOF {
				if line != "" {
					t.Errorf("the last line, %q, is cut off", line)
				}
				break
			}
			line = strings.TrimSuffix(line, "\n")
			checkLine(t, line)
			if !isComment(line) {
				answers++
			}
			if strings.HasPrefix(line, "MESSAGE internal fault") {
				t.Errorf("%q", line)
			}
		}
		if answers > commands {
			t.Errorf("%d answers to %d lines", answers, commands)
		}
	})
}
