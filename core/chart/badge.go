package chart

import "strconv"

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

// paint is a colour in both schemes, and the class that changes one to the
// other.
type paint struct{ class, light, dark string }

var (
	paper = paint{"p", "#fff", "#121517"}
	tint  = paint{"t", "#e6eaeb", "#272d32"}
	ink   = paint{"i", "#15191c", "#e8ebed"}
	quiet = paint{"q", "#55606a", "#a3adb5"}
	green = paint{"g", "#074a33", "#17b781"}
	red   = paint{"r", "#b3201f", "#ff9d92"}
	on    = paper // on green or red
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
)

// brush draws a badge from left to right.
type brush struct {
	Canvas
	scheme string
	x      int
	used   []paint
}

// Width of the badge in pixels.
func (b Badge) Width() int {
	_, width := b.draw()
	return width
}

// SVG is the badge.
func (b Badge) SVG() string {
	svg, _ := b.draw()
	return svg
}

// Color is that of the message's ground in light colours, for those who draw the
// badge themselves; grey where it is none.
func (b Badge) Color() string {
	if ground := b.ground(); ground != paper {
		return ground.light
	}
	return quiet.light
}

func (b Badge) ground() paint {
	switch b.Mark {
	case Sound:
		return green
	case Wrong:
		return red
	}
	return paper
}

func (b Badge) draw() (svg string, width int) {
	in := brush{scheme: b.Scheme}
	ground, text := b.ground(), on
	if ground == paper {
		text = ink
	}
	in.zone(Fit(b.Label, widestLabel), "", tint, ink)
	in.zone(Fit(b.Message, widestMessage), b.Mark, ground, text)
	in.zone(Fit(b.Note, widestMessage), "", paper, quiet)
	width = in.x

	out := Canvas{}
	w, h := strconv.Itoa(width), strconv.Itoa(BadgeHeight)
	out.Open("svg", "xmlns", "http://www.w3.org/2000/svg", "width", w, "height", h, "role", "img")
	out.Words("title", b.Title)
	if b.Carried != "" {
		out.Words("metadata", b.Carried)
	}
	if b.Scheme == "" {
		out.Words("style", "@media(prefers-color-scheme:dark){"+rules(in.used)+"}")
	}
	out.Open("g", "font-family", "Verdana,DejaVu Sans,sans-serif", "font-size", strconv.Itoa(badgeFont))
	out.text = append(out.text, in.text...)
	out.Close("g")
	frame := []string{"x", ".5", "y", ".5", "width", strconv.Itoa(width - 1), "height", strconv.Itoa(BadgeHeight - 1), "fill", "none", "stroke", "#7f8990"}
	if b.Mark == Ask {
		frame = append(frame, "stroke-dasharray", "3")
	}
	out.Shape("rect", frame...)
	out.Close("svg")
	return out.String(), width
}

// zone is a text on its ground, behind a mark if there is one.
func (in *brush) zone(text, mark string, ground, colour paint) {
	if text == "" {
		return
	}
	hundredths, known := Width(text)
	length := (hundredths*badgeFont + 99) / 100
	from := in.x + badgePad
	if mark != "" {
		from += badgeMark
	}
	to := from + length + badgePad
	in.Shape("path", in.painted(ground, "fill", "d", "M"+strconv.Itoa(in.x)+" 0H"+strconv.Itoa(to)+"v20H"+strconv.Itoa(in.x))...)
	if mark != "" {
		in.Shape("path", in.painted(colour, "stroke", "d", strokes(mark), "transform", "translate("+strconv.Itoa(in.x+badgePad)+" 4)", "fill", "none", "stroke-width", "2")...)
	}
	fit := []string{"x", strconv.Itoa(from), "y", "14", "textLength", strconv.Itoa(length)}
	if !known { // letters that join must not be pulled apart
		fit = append(fit, "lengthAdjust", "spacingAndGlyphs")
	}
	in.Words("text", text, in.painted(colour, "fill", fit...)...)
	in.x = to
}

// painted adds a colour to attributes: the one of the scheme, or the light one
// with the class that turns dark.
func (in *brush) painted(p paint, property string, attributes ...string) []string {
	colour := p.light
	if in.scheme == "dark" {
		colour = p.dark
	}
	if in.scheme == "" {
		if property == "stroke" {
			p.class += "s"
		}
		in.use(p)
		attributes = append(attributes, "class", p.class)
	}
	return append(attributes, property, colour)
}

func (in *brush) use(p paint) {
	for _, known := range in.used {
		if known == p {
			return
		}
	}
	in.used = append(in.used, p)
}

// rules are what classes change in the dark.
func rules(used []paint) string {
	css := ""
	for _, p := range used {
		property := "fill"
		if len(p.class) > 1 {
			property = "stroke"
		}
		css += "." + p.class + "{" + property + ":" + p.dark + "}"
	}
	return css
}
