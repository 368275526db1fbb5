// Package tell is how the commands say what they have found.
package tell

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"tengen/cmd/tengen/cli"
	"tengen/cmd/tengen/draw"
	"tengen/engine/renju"
	"tengen/search"
)

// Names are the names of points.
func Names(points []renju.Point) []string {
	names := make([]string, len(points))
	for i, p := range points {
		names[i] = p.String()
	}
	return names
}

// Moves are the names of points with spaces between.
func Moves(points []renju.Point) string { return strings.Join(Names(points), " ") }

// Percent is a chance in five letters and a percent sign.
func Percent(chance float64) string { return fmt.Sprintf("%5.1f %%", 100*chance) }

// Count is a large number in short, such as "35 k".
func Count(n int64) string {
	switch {
	case n >= 10_000_000:
		return fmt.Sprintf("%.0f M", float64(n)/1e6)
	case n >= 1_000_000:
		return fmt.Sprintf("%.1f M", float64(n)/1e6)
	case n >= 10_000:
		return fmt.Sprintf("%.0f k", float64(n)/1e3)
	}
	return fmt.Sprint(n)
}

// Bad and Good are what a terminal writes in red and in green.
const (
	Plain = ""
	Bad   = "31"
	Good  = "32"
)

// Coloured is a text in a colour of a terminal.
func Coloured(text, colour string) string {
	if colour == Plain {
		return text
	}
	return "\x1b[" + colour + "m" + text + "\x1b[0m"
}

// After is what a move is worth to who plays it, if what follows is worth v to the
// opponent: the negative, and what is decided takes one ply more.
func After(v search.Value) search.Value {
	switch _, decided := v.Mate(); {
	case decided && v > 0:
		return -v + 1
	case decided:
		return -v - 1
	}
	return -v
}

// CanDraw tells, before there is anything to lose, whether a picture can be written
// to the file that a flag names; "" is none.
func CanDraw(flag, name string, width int) error {
	if name == "" {
		return nil
	}
	if err := cmp.Or(draw.CheckFile(name, width), cli.CanWrite(name)); err != nil {
		return cli.Usagef("%s %w", flag, err)
	}
	return nil
}

// JSON is a value as a line of JSON. It must be one that JSON can hold.
func JSON(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text) + "\n"
}
