package picture

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"image/png"
	"strconv"
)

// widest is the maximum width of a badge in pixels. Badges of core/badge shorten their
// texts and stay below it.
const widest = 4096

// Badge returns the SVG of a badge, as core/chart draws it, as a PNG of so many pixels to
// a unit. It has the words and the colours of the SVG, the light ones if the SVG leaves
// them to the reader. A character that the font lacks is a box.
func Badge(svg string, scale int) ([]byte, error) {
	var size struct {
		Width  string `xml:"width,attr"`
		Height string `xml:"height,attr"`
	}
	if err := xml.Unmarshal([]byte(svg), &size); err != nil {
		return nil, fmt.Errorf("picture: %w", err)
	}
	wide, err := strconv.Atoi(size.Width)
	high, err2 := strconv.Atoi(size.Height)
	if err != nil || err2 != nil || wide*scale <= 0 || wide*scale > widest || high*scale <= 0 || high*scale > widest {
		return nil, fmt.Errorf("picture: a badge of %q by %q at %d: want whole pixels, at most %d", size.Width, size.Height,
			scale, widest)
	}
	to := blank(wide*scale, high*scale, colours["paper"])
	if err := (&canvas{to: to, scale: float64(scale), boxes: true}).draw(svg); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = png.Encode(&out, paletted(to))
	return out.Bytes(), err
}
