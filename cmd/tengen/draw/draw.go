// Package draw makes pictures of boards and of games. A picture is described
// once, as a [Board] or a [Chart], and written as SVG, as PNG or as text for a
// terminal.
//
// A picture lays itself out in units of its own on a canvas. SVG and PNG are two
// such canvases, so that they look alike at every width. Both bring their own
// background and do not mind what surrounds them.
package draw

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"tengen/cmd/tengen/cli"
)

// A Picture is a [Board] or a [Chart].
type Picture interface {
	extent() (width, height float64)
	paint(c canvas)
	sheet(ansi bool) sheet
}

// The widths that a picture may have, in pixels.
const (
	MinWidth = 64
	MaxWidth = 4096
)

func checkWidth(width int) error {
	if width < MinWidth || width > MaxWidth {
		return fmt.Errorf("width %d is out of range: want %d to %d pixels", width, MinWidth, MaxWidth)
	}
	return nil
}

// CheckFile tells whether [WriteFile] knows what to write: the name ends with
// .svg or .png and the width is in range.
func CheckFile(name string, width int) error {
	if format(name) == nil {
		return fmt.Errorf("%s: want a name that ends with .svg or .png", name)
	}
	return checkWidth(width)
}

// WriteFile writes a picture to a file, as SVG or PNG by the name's extension,
// so many pixels wide. If it fails, a file that was there is left as it was.
func WriteFile(name string, p Picture, width int) error {
	if err := CheckFile(name, width); err != nil {
		return err
	}
	return cli.WriteFile(name, func(w io.Writer) error { return format(name)(w, p, width) })
}

// format returns what writes files of the name's extension, nil for none.
func format(name string) func(io.Writer, Picture, int) error {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".svg":
		return SVG
	case ".png":
		return PNG
	}
	return nil
}

// A canvas takes shapes in a picture's units, the origin at the top left. Later
// shapes cover earlier ones.
type canvas interface {
	rect(at xy, width, height, radius float64, fill colour)
	poly(points []xy, closed bool, p pen)
	circle(centre xy, radius float64, p pen)
	// text writes one line of letters size units high, its middle at a point or,
	// if flush, its right end.
	text(at xy, size float64, flush bool, c colour, text string)
}

type xy struct{ x, y float64 }

// A pen fills a shape and draws its edge, width units wide. A colour of 0 does
// neither.
type pen struct {
	fill, edge colour
	width      float64
}

// capital is how high a capital letter or a digit is, as a part of the size of
// the font. It is much the same in all plain fonts.
const capital = 0.72
