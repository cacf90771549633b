package chart

import "strconv"

// Badge is a picture of one line: whose, what, since when. Texts that are too
// long are shortened; an empty one is left out.
//
// How a badge that carries what it was made from is drawn is version 1 and stays as it is: it is
// drawn again to see whether somebody edited it.
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
	Claim = "claim" // posts without a tick on ink
	Warn  = "warn"  // an exclamation mark
	Ask   = "ask"   // a question mark in a dashed frame
	Wrong = "wrong" // a cross on red
)

// shape returns a mark in a square of 12.
func shape(mark string) string {
	switch mark {
	case Sound:
		return "M0 6.5 2 4.5l2.5 3L10 1l2 1.5-7.5 9z"
	case Claim:
		return "M1 1h2v10H1zM5 1h2v10H5zM9 1h2v10H9z"
	case Warn:
		return "M5 1h2v6H5zM5 9h2v2H5z"
	case Ask:
		return "M3 4q0-3 3-3t3 3-2 3.5H5Q7 5 7 4T6 3 5 4zM5 9h2v2H5z"
	}
	return "M2 3.5 3.5 2 6 4.5 8.5 2 10 3.5 7.5 6 10 8.5 8.5 10 6 7.5 3.5 10 2 8.5 4.5 6z"
}

// paint is a colour in both schemes, and the class that turns one into the other.
type paint struct{ class, light, dark string }

// dark are the rules of the classes.
const dark = "@media(prefers-color-scheme:dark){.p{fill:#121517}.t{fill:#272d32}.i{fill:#e8ebed}.q{fill:#a3adb5}.g{fill:#17b781}.r{fill:#ff9d92}}"

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

// Words returns the title on one line.
func (b *Badge) Words() string { return Fit(b.Title, widestTitle) }

// Color returns the light-scheme colour behind the message, for clients that draw the
// badge themselves. Grey is the default.
func (b *Badge) Color() string {
	ground, _ := b.ground()
	if ground == &paper {
		ground = &quiet
	}
	return ground.light
}

// ground returns the paint behind the message, and the paint of its text.
func (b *Badge) ground() (ground, text *paint) {
	switch b.Mark {
	case Sound:
		return &green, &paper
	case Claim:
		return &ink, &paper
	case Wrong:
		return &red, &paper
	}
	return &paper, &ink
}

// SVG returns the badge, and its width in pixels.
func (b *Badge) SVG() (svg string, width int) {
	in := brush{scheme: b.Scheme}
	ground, text := b.ground()
	in.zone(Fit(b.Label, widestLabel), "", &tint, &ink)
	in.zone(Fit(b.Message, widestMessage), b.Mark, ground, text)
	in.zone(Fit(b.Note, widestMessage), "", &paper, &quiet)

	carried, style, dashes := "", "", ""
	if b.Carried != "" {
		carried = "<metadata>" + Escaped(b.Carried) + "</metadata>"
	}
	if b.Scheme == "" {
		style = "<style>" + dark + "</style>"
	}
	if b.Mark == Ask {
		dashes = ` stroke-dasharray="3"`
	}
	return Add(`<svg xmlns="http://www.w3.org/2000/svg" width="%" height="20" role="img"><title>%</title>%%<g font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">%</g><rect x=".5" y=".5" width="%" height="19" fill="none" stroke="#7f8990"%/></svg>`,
		strconv.Itoa(in.x), Escaped(b.Words()), carried, style, in.svg, strconv.Itoa(in.x-1), dashes), in.x
}

// brush draws a badge from left to right.
type brush struct {
	svg, scheme string
	x           int
}

// zone returns a text on its ground, after the mark if it is not empty.
func (in *brush) zone(text, mark string, ground, colour *paint) {
	hundredths, known := Width(text)
	if hundredths == 0 {
		return
	}
	length, start, from := (hundredths*badgeFont+99)/100, in.x+badgePad, strconv.Itoa(in.x)
	drawn, adjust, fill := "", "", in.fill(colour)
	if mark != "" {
		drawn = Add(`<path d="%" transform="translate(% 4)"%/>`, shape(mark), strconv.Itoa(start), fill)
		start += badgeMark
	}
	if !known { // letters that join must not be pulled apart
		adjust = ` lengthAdjust="spacingAndGlyphs"`
	}
	in.x = start + length + badgePad
	in.svg += Add(`<path d="M% 0H%v20H%"%/>%<text x="%" y="14" textLength="%"%%>%</text>`,
		from, strconv.Itoa(in.x), from, in.fill(ground), drawn, strconv.Itoa(start), strconv.Itoa(length), adjust, fill,
		Escaped(text))
}

// fill returns a colour as attributes: the colour of a fixed scheme, or the light colour
// with a class for the dark scheme.
func (in *brush) fill(p *paint) string {
	switch in.scheme {
	case "dark":
		return ` fill="` + p.dark + `"`
	case "light":
		return ` fill="` + p.light + `"`
	}
	return ` class="` + p.class + `" fill="` + p.light + `"`
}
