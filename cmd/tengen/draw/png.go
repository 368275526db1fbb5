package draw

import (
	"image"
	"image/png"
	"io"
	"math"
	"slices"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes a picture as PNG, so many pixels wide, MinWidth to MaxWidth.
func PNG(w io.Writer, p Picture, width int) error {
	if err := checkWidth(width); err != nil {
		return err
	}
	across, down := p.extent()
	scale := float64(width) / across
	f, err := opentype.Parse(goregular.TTF)
	if err != nil {
		return err
	}
	r := &raster{
		image: image.NewRGBA(image.Rect(0, 0, width, int(math.Round(down*scale)))),
		scale: scale,
		font:  f,
		faces: make(map[float64]font.Face),
	}
	if p.paint(r); r.err != nil {
		return r.err
	}
	return png.Encode(w, r.image)
}

// raster is a canvas of pixels. Every shape becomes polygons, which are filled
// with smooth edges.
type raster struct {
	image *image.RGBA
	scale float64 // pixels a unit
	font  *opentype.Font
	faces map[float64]font.Face // by size
	fresh vector.Rasterizer
	err   error // the first
}

func (r *raster) rect(at xy, width, height, radius float64, fill colour) {
	var outline []xy
	for i, corner := range []xy{{width, height}, {0, height}, {0, 0}, {width, 0}} {
		inner := xy{
			at.x + min(max(corner.x, radius), width-radius),
			at.y + min(max(corner.y, radius), height-radius),
		}
		outline = append(outline, arc(inner, radius, i, i+1)...)
	}
	r.fill(fill, outline)
}

func (r *raster) circle(centre xy, radius float64, p pen) {
	if p.fill != 0 {
		r.fill(p.fill, arc(centre, radius, 0, 4))
	}
	if p.edge != 0 {
		hole := arc(centre, radius-p.width/2, 0, 4)
		slices.Reverse(hole)
		r.fill(p.edge, arc(centre, radius+p.width/2, 0, 4), hole)
	}
}

func (r *raster) poly(points []xy, closed bool, p pen) {
	if p.fill != 0 {
		r.fill(p.fill, points)
	}
	if p.edge == 0 {
		return
	}
	if closed {
		points = append(slices.Clone(points), points[0])
	}
	if len(points) == 2 && (points[0].x == points[1].x || points[0].y == points[1].y) {
		r.straight(points[0], points[1], p)
		return
	}
	half := p.width / 2
	outlines := [][]xy{arc(points[0], half, 0, 4)}
	for i, b := range points[1:] {
		a := points[i]
		if length := math.Hypot(b.x-a.x, b.y-a.y); length > 0 {
			side := xy{(a.y - b.y) * half / length, (b.x - a.x) * half / length}
			outlines = append(outlines, []xy{
				{a.x - side.x, a.y - side.y}, {b.x - side.x, b.y - side.y},
				{b.x + side.x, b.y + side.y}, {a.x + side.x, a.y + side.y},
			})
		}
		outlines = append(outlines, arc(b, half, 0, 4))
	}
	r.fill(p.edge, outlines...)
}

// straight draws a line along the pixels, which would be a blur in between.
func (r *raster) straight(a, b xy, p pen) {
	thick := max(1, math.Round(p.width*r.scale))
	snap := func(v float64) float64 { return math.Round(v*r.scale - thick/2) }
	left, top := snap(min(a.x, b.x)), snap(min(a.y, b.y))
	right, bottom := snap(max(a.x, b.x))+thick, snap(max(a.y, b.y))+thick
	area := image.Rect(int(left), int(top), int(right), int(bottom)).Intersect(r.image.Bounds())
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			r.image.Set(x, y, p.edge)
		}
	}
}

func (r *raster) text(at xy, size float64, flush bool, c colour, text string) {
	size *= r.scale
	face, ok := r.faces[size]
	if !ok {
		var err error
		if face, err = opentype.NewFace(r.font, &opentype.FaceOptions{Size: size, DPI: 72}); err != nil {
			r.err = err
			return
		}
		r.faces[size] = face
	}
	start := fixed26(at.x * r.scale)
	if width := font.MeasureString(face, text); flush {
		start -= width
	} else {
		start -= width / 2
	}
	d := font.Drawer{
		Dst:  r.image,
		Src:  image.NewUniform(c),
		Face: face,
		Dot:  fixed.Point26_6{X: start, Y: fixed26(at.y*r.scale + capital/2*size)},
	}
	d.DrawString(text)
}

func fixed26(v float64) fixed.Int26_6 { return fixed.Int26_6(math.Round(64 * v)) }

// fill fills outlines: where they run the same way round, all that any of them
// holds; one that runs the other way round is a hole.
func (r *raster) fill(c colour, outlines ...[]xy) {
	low, high := xy{math.Inf(1), math.Inf(1)}, xy{math.Inf(-1), math.Inf(-1)}
	for _, outline := range outlines {
		for _, p := range outline {
			low = xy{min(low.x, p.x), min(low.y, p.y)}
			high = xy{max(high.x, p.x), max(high.y, p.y)}
		}
	}
	area := image.Rect(
		int(math.Floor(low.x*r.scale)), int(math.Floor(low.y*r.scale)),
		int(math.Ceil(high.x*r.scale)), int(math.Ceil(high.y*r.scale)),
	).Intersect(r.image.Bounds())
	if area.Empty() {
		return
	}
	r.fresh.Reset(area.Dx(), area.Dy())
	for _, outline := range outlines {
		for i, p := range outline {
			x, y := float32(p.x*r.scale-float64(area.Min.X)), float32(p.y*r.scale-float64(area.Min.Y))
			if i == 0 {
				r.fresh.MoveTo(x, y)
			} else {
				r.fresh.LineTo(x, y)
			}
		}
		r.fresh.ClosePath()
	}
	r.fresh.Draw(r.image, area, image.NewUniform(c), image.Point{})
}

// arc is part of a circle, from one quarter to another: 0 is on the right, 1
// below. So many corners look round at every width.
func arc(centre xy, radius float64, from, to int) []xy {
	const corners = 24 // a quarter
	points := make([]xy, 0, corners*(to-from)+1)
	for i := corners * from; i <= corners*to; i++ {
		y, x := math.Sincos(float64(i) / corners * math.Pi / 2)
		points = append(points, xy{centre.x + radius*x, centre.y + radius*y})
	}
	return points
}
