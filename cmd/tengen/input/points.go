package input

import (
	"fmt"
	"strings"

	"tengen/engine/renju"
)

// Points is a flag for points, such as h8,i9, and rectangles of them between two
// corners, such as g7-i9.
type Points []renju.Point

func (p *Points) String() string {
	names := make([]string, len(*p))
	for i, q := range *p {
		names[i] = q.String()
	}
	return strings.Join(names, ",")
}

// Set adds points.
func (p *Points) Set(text string) error {
	for item := range strings.SplitSeq(text, ",") {
		name, other, rectangle := strings.Cut(item, "-")
		a, err := renju.ParsePoint(strings.TrimSpace(name))
		b := a
		if err == nil && rectangle {
			b, err = renju.ParsePoint(strings.TrimSpace(other))
		}
		if err != nil {
			return fmt.Errorf("%w, or two with - between", err)
		}
		for y := min(a.Y, b.Y); y <= max(a.Y, b.Y); y++ {
			for x := min(a.X, b.X); x <= max(a.X, b.X); x++ {
				*p = append(*p, renju.Point{X: x, Y: y})
			}
		}
	}
	return nil
}

// Type names the value in usages.
func (p *Points) Type() string { return "points" }
