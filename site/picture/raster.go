package picture

import (
	"encoding/xml"
	"fmt"
	"image"
	"image/color"
	"io"
	"math"
	"strconv"
	"strings"

	"golang.org/x/image/vector"
)

// canvas draws the SVG that core/chart and cards write: rectangles, paths of
// straight lines, texts of one line and pictures inside pictures. Everything
// else is an error, so that no picture lacks a part.
type canvas struct {
	to     *image.RGBA
	places []place // of the pictures around, the innermost last
	scale  float64 // of the outermost; 0 for 1
	boxes  bool    // a character that the font lacks is a box, and no error
}

// place is the position of a picture: its unit is scale pixels.
type place struct{ x, y, scale, size float64 }

func (p place) at(x, y float64) [2]float64 { return [2]float64{p.x + x*p.scale, p.y + y*p.scale} }

// draw draws a whole picture.
func (c *canvas) draw(svg string) error {
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		} else if err != nil {
			return fmt.Errorf("picture: %w", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			if err := c.element(d, t); err != nil {
				return fmt.Errorf("picture: <%s>: %w", t.Name.Local, err)
			}
		case xml.EndElement:
			if t.Name.Local == "svg" {
				c.places = c.places[:len(c.places)-1]
			}
		}
	}
}

func (c *canvas) element(d *xml.Decoder, start xml.StartElement) error {
	attributes := map[string]string{}
	for _, a := range start.Attr {
		attributes[a.Name.Local] = a.Value
	}
	look := painted(start.Name.Local, attributes["class"], attributes)
	switch start.Name.Local {
	case "svg":
		return c.enter(attributes)
	case "g":
		return c.group(attributes)
	case "title", "desc", "metadata", "style":
		return d.Skip()
	case "rect":
		return c.rect(attributes, look)
	case "path":
		return c.path(attributes, look)
	case "text":
		var text string
		if err := d.DecodeElement(&text, &start); err != nil {
			return err
		}
		return c.text(attributes, look, text)
	}
	return fmt.Errorf("is not drawn here")
}

// enter begins a picture, inside another one or the first.
func (c *canvas) enter(attributes map[string]string) error {
	box := strings.Fields(attributes["viewBox"])
	if attributes["viewBox"] == "" && attributes["width"] != "" && len(c.places) == 0 {
		box = []string{"0", "0", attributes["width"], attributes["height"]}
	}
	if len(box) != 4 {
		return fmt.Errorf("viewBox %q: want four numbers", attributes["viewBox"])
	}
	n, err := numbers(box[2], attributes["x"], attributes["y"], attributes["width"], attributes["font-size"])
	if err != nil {
		return err
	}
	inside := place{scale: max(c.scale, 1), size: n[4]}
	if len(c.places) > 0 {
		around := c.places[len(c.places)-1]
		corner := around.at(n[1], n[2])
		inside.x, inside.y, inside.scale = corner[0], corner[1], around.scale*n[3]/n[0]
	}
	c.places = append(c.places, inside)
	return nil
}

// group sets the size of the texts that follow.
func (c *canvas) group(attributes map[string]string) error {
	n, err := numbers(attributes["font-size"])
	if err == nil && n[0] > 0 {
		c.places[len(c.places)-1].size = n[0]
	}
	return err
}

// numbers reads attributes; "" is 0.
func numbers(texts ...string) ([]float64, error) {
	list := make([]float64, len(texts))
	for i, text := range texts {
		if text == "" {
			continue
		}
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return nil, fmt.Errorf("%q: want a number", text)
		}
		list[i] = x
	}
	return list, nil
}

func (c *canvas) rect(attributes map[string]string, look paint) error {
	n, err := numbers(attributes["x"], attributes["y"], attributes["width"], attributes["height"])
	if err != nil {
		return err
	}
	x, y, w, h := n[0], n[1], n[2], n[3]
	c.shape([][][2]float64{{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}, {x, y}}}, look)
	return nil
}

// path draws a path of straight lines and quadratic curves, perhaps moved.
func (c *canvas) path(attributes map[string]string, look paint) error {
	pieces, err := polygons(attributes["d"])
	if err != nil {
		return err
	}
	if moved, ok := strings.CutPrefix(attributes["transform"], "translate("); ok {
		by, err := numbers(strings.Fields(strings.TrimSuffix(moved, ")"))...)
		if err != nil || len(by) != 2 {
			return fmt.Errorf("transform %q: want two numbers", attributes["transform"])
		}
		for _, piece := range pieces {
			for i := range piece {
				piece[i][0], piece[i][1] = piece[i][0]+by[0], piece[i][1]+by[1]
			}
		}
	}
	c.shape(pieces, look)
	return nil
}

// shape fills and strokes pieces of straight lines, in units of the picture.
func (c *canvas) shape(pieces [][][2]float64, look paint) {
	p := c.places[len(c.places)-1]
	var scaled [][][2]float64
	for _, piece := range pieces {
		var points [][2]float64
		for _, at := range piece {
			points = append(points, p.at(at[0], at[1]))
		}
		scaled = append(scaled, points)
	}
	if look.fill.A > 0 {
		c.fill(scaled, look.fill)
	}
	if look.stroke.A == 0 {
		return
	}
	if look.dashed {
		scaled = dashes(scaled, 4*p.scale, 3*p.scale)
	}
	var strokes [][][2]float64
	for _, piece := range scaled {
		for i := 1; i < len(piece); i++ {
			strokes = append(strokes, bar(piece[i-1], piece[i], look.width*p.scale))
		}
	}
	c.fill(strokes, look.stroke)
}

// fill fills polygons with one colour, so that where they overlap it is not darker.
func (c *canvas) fill(polygons [][][2]float64, ink color.NRGBA) {
	part := around(polygons).Intersect(c.to.Bounds())
	if part.Empty() {
		return
	}
	r := vector.NewRasterizer(part.Dx(), part.Dy())
	for _, points := range polygons {
		for i, at := range points {
			x, y := float32(at[0]-float64(part.Min.X)), float32(at[1]-float64(part.Min.Y))
			if i == 0 {
				r.MoveTo(x, y)
				continue
			}
			r.LineTo(x, y)
		}
		r.ClosePath()
	}
	r.Draw(c.to, part, image.NewUniform(ink), image.Point{})
}

// around returns the pixels that polygons reach.
func around(polygons [][][2]float64) image.Rectangle {
	low, high := [2]float64{math.Inf(1), math.Inf(1)}, [2]float64{math.Inf(-1), math.Inf(-1)}
	for _, points := range polygons {
		for _, at := range points {
			for i := range at {
				low[i], high[i] = min(low[i], at[i]), max(high[i], at[i])
			}
		}
	}
	if !(low[0] <= high[0]) {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(low[0])), int(math.Floor(low[1])), int(math.Ceil(high[0])), int(math.Ceil(high[1])))
}

func (c *canvas) text(attributes map[string]string, look paint, text string) error {
	n, err := numbers(attributes["x"], attributes["y"], attributes["font-size"], attributes["textLength"])
	if err != nil {
		return err
	}
	if !c.boxes && !Drawable(text) {
		return fmt.Errorf("%q has characters that the font lacks", text)
	}
	p := c.places[len(c.places)-1]
	size := n[2]
	if size == 0 {
		size = p.size
	}
	size *= p.scale
	at := p.at(n[0], n[1])
	if n[3] > 0 {
		drawSpread(c.to, size, n[3]*p.scale, at[0], at[1], text, look.fill)
		return nil
	}
	switch long := width(look.strong, size, text); attributes["text-anchor"] {
	case "end":
		at[0] -= long
	case "middle":
		at[0] -= long / 2
	}
	drawText(c.to, look.strong, size, at[0], at[1], text, look.fill)
	return nil
}

// bar returns a line of that width, always wound the same way round.
func bar(a, b [2]float64, wide float64) [][2]float64 {
	dx, dy := b[0]-a[0], b[1]-a[1]
	long := math.Hypot(dx, dy)
	if long == 0 {
		return nil
	}
	// Half a pixel more at both ends closes the corners of a bent line.
	ex, ey := dx/long*min(wide/2, 0.5), dy/long*min(wide/2, 0.5)
	nx, ny := -dy/long*wide/2, dx/long*wide/2
	a[0], a[1], b[0], b[1] = a[0]-ex, a[1]-ey, b[0]+ex, b[1]+ey
	return [][2]float64{{a[0] + nx, a[1] + ny}, {b[0] + nx, b[1] + ny}, {b[0] - nx, b[1] - ny}, {a[0] - nx, a[1] - ny}}
}

// dashes cuts lines into pieces of length on, off apart.
func dashes(pieces [][][2]float64, on, off float64) (cut [][][2]float64) {
	for _, piece := range pieces {
		for i := 1; i < len(piece); i++ {
			a, b := piece[i-1], piece[i]
			long := math.Hypot(b[0]-a[0], b[1]-a[1])
			for from := 0.0; from < long; from += on + off {
				to := min(from+on, long)
				cut = append(cut, [][2]float64{between(a, b, from/long), between(a, b, to/long)})
			}
		}
	}
	return cut
}

func between(a, b [2]float64, share float64) [2]float64 {
	return [2]float64{a[0] + (b[0]-a[0])*share, a[1] + (b[1]-a[1])*share}
}
