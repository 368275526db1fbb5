package opening

import (
	"testing"
	"time"

	"tengen/search"
)

func TestAllowance(t *testing.T) {
	const second = time.Second
	tests := []struct {
		name    string
		clock   search.Clock
		share   float64
		least   time.Duration
		most    time.Duration
		limited bool
	}{
		{"no clock", search.Clock{}, 1, 0, 0, false},
		{"bulk match", search.Clock{Turn: second / 10}, 1, 50 * time.Millisecond, 75 * time.Millisecond, true},
		{"a turn", search.Clock{Turn: 5 * second}, 1, 3 * second, 4 * second, true},
		{"early stones take less", search.Clock{Turn: 5 * second}, 0.25, second / 2, second, true},
		{"all of it", search.Clock{Turn: 5 * second, Exact: true}, 0.25, 9 * second / 2, 5*second - reserve, true},
		{"the match is short", search.Clock{Turn: 30 * second, Match: 180 * second}, 1, 4 * second, 10 * second, true},
		{"the match is nearly over", search.Clock{Turn: 30 * second, Match: second / 10}, 1, 0, 5 * time.Millisecond, true},
		{"match only", search.Clock{Match: 100 * second}, 1, 2 * second, 6 * second, true},
		{"turn spent", search.Clock{Turn: -1, Match: second}, 1, 0, 0, true},
		{"match spent", search.Clock{Turn: second, Match: -1}, 1, 0, 0, true},
	}
	for _, test := range tests {
		d, limited := allowance(test.clock, test.share)
		if limited != test.limited || d < test.least || d > test.most {
			t.Errorf("%s: %v, limited %v; want %v to %v, limited %v", test.name, d, limited, test.least, test.most, test.limited)
		}
	}
}
