package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// SVG writes a picture as SVG. Its width in pixels, MinWidth to MaxWidth, is how
// large it shows itself; it can be scaled to any other.
func SVG(w io.Writer, p Picture, width int) error {
	if err := checkWidth(width); err != nil {
		return err
	}
	across, down := p.extent()
	var s svg
	s.printf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %v %v" width="%d" height="%.0f"`+
		` fill="none" stroke-linecap="round" stroke-linejoin="round" font-family="Arial, Helvetica, sans-serif" text-anchor="middle">`+"\n",
		number(across), number(down), width, float64(width)*down/across)
	p.paint(&s)
	s.printf("</svg>\n")
	_, err := w.Write(s.out.Bytes())
	return err
}

// svg is a canvas that writes an element a shape.
type svg struct{ out bytes.Buffer }

func (s *svg) printf(format string, args ...any) { fmt.Fprintf(&s.out, format, args...) }

func (s *svg) rect(at xy, width, height, radius float64, fill colour) {
	s.printf(`<rect x="%v" y="%v" width="%v" height="%v"`, number(at.x), number(at.y), number(width), number(height))
	if radius > 0 {
		s.printf(` rx="%v"`, number(radius))
	}
	s.end(pen{fill: fill})
}

func (s *svg) poly(points []xy, closed bool, p pen) {
	steps := make([]string, len(points))
	for i, at := range points {
		steps[i] = fmt.Sprintf("%v %v", number(at.x), number(at.y))
	}
	s.printf(`<path d="M%s`, strings.Join(steps, "L"))
	if closed {
		s.printf("Z")
	}
	s.printf(`"`)
	s.end(p)
}

func (s *svg) circle(centre xy, radius float64, p pen) {
	s.printf(`<circle cx="%v" cy="%v" r="%v"`, number(centre.x), number(centre.y), number(radius))
	s.end(p)
}

func (s *svg) text(at xy, size float64, flush bool, c colour, text string) {
	s.printf(`<text x="%v" y="%v" font-size="%v"`, number(at.x), number(at.y+capital/2*size), number(size))
	if flush {
		s.printf(` text-anchor="end"`)
	}
	s.printf(` fill="%v">`, hex(c))
	_ = xml.EscapeText(&s.out, []byte(text)) // a buffer takes everything
	s.printf("</text>\n")
}

// end says how an element is painted and closes it.
func (s *svg) end(p pen) {
	if p.fill != 0 {
		s.printf(` fill="%v"`, hex(p.fill))
	}
	if p.edge != 0 {
		s.printf(` stroke="%v" stroke-width="%v"`, hex(p.edge), number(p.width))
	}
	s.printf("/>\n")
}

// number writes itself with no more than two decimals.
type number float64

func (n number) String() string {
	return strconv.FormatFloat(math.Round(float64(n)*100)/100, 'f', -1, 64)
}

func hex(c colour) string { return fmt.Sprintf("#%06x", uint32(c)&0xffffff) }
