package chart

import (
	"strconv"
	"strings"
)

// Badge is a picture of one line: whose, what, since when. Texts that are too
// long are shortened; an empty one is left out.
//
// How it is drawn is version 1 and stays as it is: a badge that carries what it
// was made from is drawn again to see whether somebody edited it.
type Badge struct {
	Label   string // whose it is
	Message string // what it says
	Note    string // since when
	Title   string // all of it in words, for whoever does not see the picture
	Mark    string // how far to trust it: see marks; "" for nothing to trust or doubt
	Scheme  string // "light" or "dark"; "" for the reader's own
	Carried string // what it was made from, kept inside; "" for nothing
}

// Marks, each with a shape and a ground of its own, so that they differ without
// colour.
const (
	Sound = "sound" // a tick on dark green
	Warn  = "warn"  // an exclamation mark
	Ask   = "ask"   // a question mark in a dashed frame
	Wrong = "wrong" // a cross on red
)

// strokes are the marks in a square of 12.
func strokes(mark string) string {
	switch mark {
	case Sound:
		return "M1 6.5 4.5 10 11 2"
	case Warn:
		return "M6 1v6M6 9v2"
	case Ask:
		return "M3 4q0-3 3-3t3 3q0 1.5-3 3M6 9v2"
	}
	return "M2 2l8 8M10 2l-8 8"
}

// paint is a colour in both schemes. Its class turns a light fill dark, and its
// class with an s a light stroke.
type paint struct{ class, light, dark string }

var (
	paper = paint{"p", "#fff", "#121517"}
	tint  = paint{"t", "#e6eaeb", "#272d32"}
	ink   = paint{"i", "#15191c", "#e8ebed"}
	quiet = paint{"q", "#55606a", "#a3adb5"}
	green = paint{"g", "#074a33", "#17b781"}
	red   = paint{"r", "#b3201f", "#ff9d92"}
)

// Sizes in pixels.
const (
	BadgeHeight = 20

	badgeFont = 11
	badgePad  = 6
	badgeMark = 16 // a mark and the space behind it
)

// Widest texts, in hundredths of the font's size.
const (
	widestLabel   = 1700
	widestMessage = 2300
	widestTitle   = 12000
)

// Words are the title on one line.
func (b *Badge) Words() string { return Fit(b.Title, widestTitle) }

// Color is that of the message's ground in light colours, for those who draw the
// badge themselves; grey where it is none.
func (b *Badge) Color() string {
	ground, _ := b.ground()
	if ground == &paper {
		ground = &quiet
	}
	return ground.light
}

// ground is what the message stands on, and its colour.
func (b *Badge) ground() (ground, text *paint) {
	switch b.Mark {
	case Sound:
		return &green, &paper
	case Wrong:
		return &red, &paper
	}
	return &paper, &ink
}

// SVG is the badge, and its width in pixels.
func (b *Badge) SVG() (svg string, width int) {
	in := brush{scheme: b.Scheme}
	ground, text := b.ground()
	in.zone(Fit(b.Label, widestLabel), "", &tint, &ink)
	in.zone(Fit(b.Message, widestMessage), b.Mark, ground, text)
	in.zone(Fit(b.Note, widestMessage), "", &paper, &quiet)

	var c Canvas
	c.Add(`<svg xmlns="http://www.w3.org/2000/svg" width="%" height="20" role="img"><title>%</title>`, strconv.Itoa(in.x), Escaped(b.Words()))
	if b.Carried != "" {
		c.Add("<metadata>%</metadata>", Escaped(b.Carried))
	}
	if in.rules != "" {
		c.Add("<style>@media(prefers-color-scheme:dark){%}</style>", in.rules)
	}
	dashes := ""
	if b.Mark == Ask {
		dashes = ` stroke-dasharray="3"`
	}
	c.Add(`<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">%</g><rect x=".5" y=".5" width="%" height="19" fill="none" stroke="#7f8990"%/></svg>`,
		in.String(), strconv.Itoa(in.x-1), dashes)
	return c.String(), in.x
}

// brush draws a badge from left to right.
type brush struct {
	Canvas
	scheme, rules string // rules turn what is drawn dark
	x             int
}

// zone is a text on its ground, behind a mark if there is one.
func (in *brush) zone(text, mark string, ground, colour *paint) {
	hundredths, known := Width(text)
	if hundredths == 0 {
		return
	}
	length, start := (hundredths*badgeFont+99)/100, in.x+badgePad
	end, from := start+length+badgePad, strconv.Itoa(in.x)
	if mark != "" {
		end += badgeMark
	}
	in.Add(`<path d="M% 0H%v20H%"%/>`, from, strconv.Itoa(end), from, in.painted(ground, "fill"))
	if mark != "" {
		in.Add(`<path d="%" transform="translate(% 4)" fill="none" stroke-width="2"%/>`, strokes(mark), strconv.Itoa(start), in.painted(colour, "stroke"))
		start += badgeMark
	}
	adjust := ""
	if !known { // letters that join must not be pulled apart
		adjust = ` lengthAdjust="spacingAndGlyphs"`
	}
	in.Add(`<text x="%" y="14" textLength="%"%%>%</text>`, strconv.Itoa(start), strconv.Itoa(length), adjust, in.painted(colour, "fill"), Escaped(text))
	in.x = end
}

// painted are the attributes that give a colour to a property: the one of the
// scheme, or the light one with the class that turns it dark.
func (in *brush) painted(p *paint, property string) string {
	if in.scheme == "dark" {
		return " " + property + `="` + p.dark + `"`
	}
	set := " " + property + `="` + p.light + `"`
	if in.scheme != "" {
		return set
	}
	class := p.class
	if property == "stroke" {
		class += "s"
	}
	if rule := "." + class + "{" + property + ":" + p.dark + "}"; !strings.Contains(in.rules, rule) {
		in.rules += rule
	}
	return ` class="` + class + `"` + set
}
