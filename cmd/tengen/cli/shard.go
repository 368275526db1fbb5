package cli

import (
	"fmt"
	"strconv"
	"strings"
)

// Shard is a flag for a part of a run that is split over machines, written i/n with i
// from 1. Part counts from 0. The whole is Shard{0, 1}.
type Shard struct{ Part, Of int }

func (s *Shard) String() string {
	if s.Of <= 1 {
		return ""
	}
	return fmt.Sprintf("%d/%d", s.Part+1, s.Of)
}

// Set reads a part.
func (s *Shard) Set(text string) error {
	i, n, ok := strings.Cut(text, "/")
	part, err1 := strconv.Atoi(i)
	of, err2 := strconv.Atoi(n)
	if !ok || err1 != nil || err2 != nil || of < 1 || part < 1 || part > of {
		return fmt.Errorf("%q: want i/n with i from 1 to n", text)
	}
	s.Part, s.Of = part-1, of
	return nil
}

// Type names the value in usages.
func (s *Shard) Type() string { return "i/n" }
