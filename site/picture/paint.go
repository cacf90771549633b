package picture

import (
	"image/color"
	"strconv"
	"strings"
)

// The colours of the site on a light ground, by the names of its stylesheet.
var colours = map[string]color.NRGBA{
	"paper": hex(0xffffff), "rail": hex(0xe9e9e4), "ink": hex(0x15181c), "quiet": hex(0x565d65), "line": hex(0xe2e2dc),
	"edge": hex(0x7d838a), "accent": hex(0x2440d6), "good": hex(0x0a6b3d), "bad": hex(0xb3201f),
}

// dimensions are the colours of parts of a score, by the dimension's key.
var dimensions = map[string]color.NRGBA{
	"correctness": hex(0x00656b), "pass_rate": hex(0x00656b), "speed": hex(0xaf5800), "quality": hex(0x96287f),
	"precision": hex(0x96287f), "token_efficiency": hex(0x96287f), "process": hex(0x4a2c8f), "methodology": hex(0x4a2c8f),
	"analysis": hex(0x1f6fb5), "electron_push": hex(0x1f6fb5), "code_quality": hex(0x9a3412),
	"completeness": hex(0x66700a), "call_efficiency": hex(0x66700a),
}

func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff}
}

// paint is how a shape is drawn.
type paint struct {
	fill, stroke color.NRGBA // transparent: not at all
	width        float64     // of the stroke, in units of the picture
	dashed       bool
	strong       bool // of a text
}

// classes maps the classes of core/chart and of cards to the stylesheet's paint. What
// they do not name is drawn as the site does it: text quiet, shapes in ink.
var classes = map[string]paint{
	"path rule":   {stroke: colours["line"], width: 1},
	"path band":   {fill: see(colours["accent"], 0.3)},
	"path heat":   {fill: see(colours["accent"], 1)},
	"path wide":   {fill: see(colours["accent"], 0.18)},
	"path line":   {stroke: colours["accent"], width: 2},
	"path sample": {stroke: see(colours["ink"], 0.35), width: 0.6},
	"path mark":   {stroke: colours["ink"], width: 1, dashed: true},
	"path post":   {fill: colours["ink"]},
	"path gap":    {stroke: colours["paper"], width: 6},
	"path check":  {stroke: colours["accent"], width: 3},
	"path on":     {stroke: colours["paper"], width: 3},
	"path posts":  {fill: colours["paper"]},
	"path hole":   {stroke: colours["good"], width: 6},
	"rect base":   {fill: colours["rail"]},
	"rect paper":  {fill: colours["paper"]},
	"rect ink":    {fill: colours["ink"]},
	"rect good":   {fill: colours["good"]},
	"rect edge":   {fill: colours["edge"]},
	"rect at":     {},
	"text mark":   {fill: colours["ink"]},
	"text end":    {fill: colours["ink"], strong: true},
	"text ink":    {fill: colours["ink"]},
	"text accent": {fill: colours["accent"], strong: true},
	"text strong": {fill: colours["ink"], strong: true},
	"text on":     {fill: colours["paper"]},
	"text bright": {fill: colours["paper"], strong: true},
	"text head":   {fill: colours["quiet"], strong: true},
	"text bad":    {fill: colours["bad"], strong: true},
}

// see returns a colour that what is behind it shows through.
func see(c color.NRGBA, opacity float64) color.NRGBA {
	c.A = uint8(opacity*255 + 0.5)
	return c
}

// painted returns the paint of an element: of its last class that has one.
func painted(element, class string, attributes map[string]string) paint {
	p := paint{fill: colours["ink"]}
	if element == "text" {
		p.fill = colours["quiet"]
	}
	for _, name := range strings.Fields(class) {
		if known, ok := classes[element+" "+name]; ok {
			p = known
		}
	}
	if dim, ok := attributes["data-dim"]; ok && class == "seg" {
		p.fill = colours["accent"]
		if c, ok := dimensions[dim]; ok {
			p.fill = c
		}
	}
	p.own(attributes)
	if weight, err := strconv.Atoi(attributes["font-weight"]); err == nil && weight >= 600 {
		p.strong = true
	}
	return p
}

// own paints as an element's own attributes say.
func (p *paint) own(attributes map[string]string) {
	for name, to := range map[string]*color.NRGBA{"fill": &p.fill, "stroke": &p.stroke} {
		switch text := attributes[name]; {
		case text == "none":
			*to = color.NRGBA{}
		case text != "":
			*to = written(text)
		}
	}
	if attributes["stroke"] != "" {
		p.width, p.dashed = 1, attributes["stroke-dasharray"] != ""
	}
}

// written returns a colour as #rgb or #rrggbb; black if it is neither.
func written(text string) color.NRGBA {
	digits := strings.TrimPrefix(text, "#")
	if len(digits) == 3 {
		digits = string([]byte{digits[0], digits[0], digits[1], digits[1], digits[2], digits[2]})
	}
	rgb, _ := strconv.ParseUint(digits, 16, 24)
	return hex(uint32(rgb))
}
