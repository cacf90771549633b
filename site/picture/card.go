// Package picture draws the pictures that other sites show beside a link to this
// one: the question, the answer and what it is made of, as a PNG of 1200 × 630
// pixels (Open Graph). A card is composed as SVG with the means of core/chart, and
// this package turns the SVG that core/chart writes into pixels.
//
// It is for programs with files and time: the build, and the app of stored proofs.
// The fonts and the decoder of SVG would be too much for the engine.
package picture

import (
	"bytes"
	"context"
	"image/png"
	"io"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
)

// Width and Height of a card in pixels, which most sites show whole.
const Width, Height = 1200, 630

// Card is the content of a picture.
type Card struct {
	Question string   // quiet
	Answer   string   // one sentence, loud
	Key      string   // the words of Answer that have the accent, or ""
	Parts    []Part   // of a stacked bar below, or nil
	Chart    string   // SVG of core/chart, at the right, or ""
	Verdict  *Verdict // instead of Answer, or nil
	Foot     string   // where the picture comes from, and from when
}

// Part is one part of a stacked bar.
type Part struct {
	Key, Label, Value string  // Key is the dimension's
	Start, Width      float64 // in percent of the whole
}

// Verdict is the verdict on a proof, with its frame.
type Verdict struct {
	State   string // "authentic" has solid ground; all others have a frame only
	Heading string
	Words   string // below the heading, one line
	Who     string // whose record it is
	Total   string // its signed number, or "", as for all proofs that are not authentic
}

const (
	margin   = 72.0
	inner    = Width - 2*margin
	halfRoom = 520.0 // beside a chart
	mark     = "M3 3h3v20H3zM8.7 3h3v20h-3zM14.4 3h3v20h-3zM20.1 3h3v20h-3z"
	stroke   = "M.5 13.2l6.8 5.6L25.5 5.5"
)

// PNG returns the picture.
func (c Card) PNG() ([]byte, error) {
	to := blank(Width, Height, colours["paper"])
	if err := (&canvas{to: to}).draw(c.SVG()); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err := png.Encode(&out, paletted(to))
	return out.Bytes(), err
}

// Render writes the picture, as a file of the site.
func (c Card) Render(_ context.Context, w io.Writer) error {
	data, err := c.PNG()
	if err == nil {
		_, err = w.Write(data)
	}
	return err
}

// SVG returns the picture before it has pixels.
func (c Card) SVG() string {
	d := &drawing{}
	d.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><rect class="ink" width="1200" height="8"/>`)
	d.brand()
	d.text("head", margin, 192, 30, c.Question)
	switch {
	case c.Verdict != nil:
		d.verdict(*c.Verdict)
	case c.Chart != "":
		d.sentence(c, halfRoom, 46, 6)
		d.add(`<svg x="620" y="168" width="540"%`, strings.TrimPrefix(c.Chart, "<svg"))
	default:
		d.sentence(c, inner, 60, 3)
		d.bar(c.Parts)
	}
	d.text("", margin, 586, 24, c.Foot)
	d.add("</svg>")
	return d.String()
}

// drawing is a card being composed.
type drawing struct{ strings.Builder }

func (d *drawing) add(markup string, texts ...string) { d.WriteString(chart.Add(markup, texts...)) }

// brand is the sign and the name of the site.
func (d *drawing) brand() {
	d.add(`<svg x="72" y="56" width="52" viewBox="0 0 26 26"><path class="post" d="%"/><path class="gap" d="%"/><path class="check" d="%"/></svg>`, mark, stroke, stroke)
	d.text("strong", 140, 94, 34, "Tallyproof")
}

// text writes one line from x, shortened to the room up to the margin. Characters
// that the font lacks are left out.
func (d *drawing) text(class string, x, y, size float64, text string) {
	text = drawable(text)
	text = fit(classes["text "+class].strong, size, Width-margin-x, text)
	if text == "" {
		return
	}
	d.add(`<text class="%" x="%" y="%" font-size="%">%</text>`, class, chart.Fixed(x, 1), chart.Fixed(y, 1),
		chart.Fixed(size, 1), chart.Escaped(text))
}

// sentence is the answer, with its key in the accent's colour. The longer it is,
// the smaller, from size down to two thirds.
func (d *drawing) sentence(c Card, room, size float64, most int) {
	all := wordsOf(drawable(c.Answer), c.Key)
	least := size * 2 / 3
	for size > least && len(lines(all, size, room, most+1)) > most {
		size -= 2
	}
	y := 200 + size*1.1
	for _, line := range lines(all, size, room, most) {
		x := margin
		for _, w := range line {
			class := "ink"
			if w.strong {
				class = "accent"
			}
			d.text(class, x, y, size, w.text)
			x += width(w.strong, size, w.text)
		}
		y += size * 1.16
	}
}

// bar is a stacked bar with its parts' names and values in it, if there is room.
func (d *drawing) bar(all []Part) {
	if all == nil {
		return
	}
	const y, high = 436.0, 88.0
	d.add(`<rect class="base" x="72" y="436" width="1056" height="88"/>`)
	for _, p := range all {
		x, wide := margin+p.Start*inner/100, p.Width*inner/100-2
		if wide <= 0 {
			continue
		}
		d.add(`<rect class="seg" data-dim="%" x="%" y="436" width="%" height="88"/>`, chart.Escaped(p.Key),
			chart.Fixed(x, 1), chart.Fixed(wide, 1))
		if width(false, 22, p.Label)+24 <= wide {
			d.text("on", x+12, y+34, 22, p.Label)
		}
		if width(true, 28, p.Value)+24 <= wide {
			d.text("bright", x+12, y+high-18, 28, p.Value)
		}
	}
}

// verdict is the frame with a verdict, below whose record it is.
func (d *drawing) verdict(v Verdict) {
	d.text("strong", margin, 262, 50, v.Who)
	heading, says := "strong", ""
	if v.State == "authentic" {
		heading, says = "bright", "on"
		d.add(`<rect class="good" x="72" y="396" width="1056" height="132"/>`)
		d.add(`<svg x="104" y="422" width="80" viewBox="0 0 26 26"><path class="posts" d="%"/><path class="hole" d="%"/><path class="on" d="%"/></svg>`, mark, stroke, stroke)
	} else {
		d.add(`<rect class="edge" x="72" y="396" width="1056" height="132"/><rect class="paper" x="76" y="400" width="1048" height="124"/>`)
	}
	x := margin + 32
	if v.State == "authentic" {
		x = 212
	}
	d.text(heading, x, 458, 46, v.Heading)
	d.text(says, x, 500, 26, v.Words)
	if v.Total != "" {
		d.text("accent", margin, 352, 84, v.Total)
	}
}

// drawable returns a text without what the font lacks.
func drawable(text string) string {
	return strings.Map(func(r rune) rune {
		if Drawable(string(r)) {
			return r
		}
		return -1
	}, text)
}

// fit shortens a text to a room.
func fit(strong bool, size, room float64, text string) string {
	if width(strong, size, text) <= room {
		return text
	}
	short := []rune(text)
	for len(short) > 0 && width(strong, size, string(short)+"…") > room {
		short = short[:len(short)-1]
	}
	return strings.TrimRight(string(short), " ") + "…"
}
