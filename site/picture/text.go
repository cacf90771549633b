package picture

import (
	_ "embed" // the fonts
	"image"
	"image/color"
	"image/draw"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// The site's font in the two weights that pictures need, with the letters of
// Latin scripts. It is IBM Plex Sans under another name; see font/OFL.txt.
var (
	//go:embed font/tally-400.ttf
	regularFont []byte
	//go:embed font/tally-600.ttf
	strongFont []byte
)

var fonts = sync.OnceValue(func() (all [2]*sfnt.Font) {
	for i, data := range [][]byte{regularFont, strongFont} {
		f, err := sfnt.Parse(data)
		if err != nil {
			panic("picture: a font of this package cannot be read: " + err.Error())
		}
		all[i] = f
	}
	return all
})

// face returns the font at a size in pixels. Sizes of cards are few, and a face keeps nothing
// between texts, so faces are not kept.
func face(strong bool, size float64) font.Face {
	which := 0
	if strong {
		which = 1
	}
	f, err := opentype.NewFace(fonts()[which], &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
	if err != nil {
		panic("picture: " + err.Error()) // of options that are not constant
	}
	return f
}

// width of a text in pixels.
func width(strong bool, size float64, text string) float64 {
	return float64(font.MeasureString(face(strong, size), text)) / 64
}

// Drawable reports whether the fonts have every character of a text. One that
// they do not have would be an empty box.
func Drawable(text string) bool {
	var buffer sfnt.Buffer
	for _, r := range text {
		if glyph, err := fonts()[0].GlyphIndex(&buffer, r); err != nil || glyph == 0 {
			return false
		}
	}
	return true
}

// drawText writes a text that begins at x, on the line y.
func drawText(to draw.Image, strong bool, size float64, x, y float64, text string, ink color.Color) {
	d := font.Drawer{
		Dst: to, Src: image.NewUniform(ink), Face: face(strong, size),
		Dot: fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)},
	}
	d.DrawString(text)
}

// largest limits how much a text grows to fill its length: the lengths of badges are for
// a wider font.
const largest = 1.1

// drawSpread writes a text that fills a length, as textLength says: in letters that
// are somewhat larger or smaller, and spread over what is left. A character that the
// font lacks is a box.
func drawSpread(to draw.Image, size, length, x, y float64, text string, ink color.Color) {
	letters := []rune(text)
	if long := spread(face(false, size), letters, size); long > 0 {
		size *= min(length/long, largest)
	}
	d := font.Drawer{Dst: to, Src: image.NewUniform(ink), Face: face(false, size)}
	between := 0.0
	if len(letters) > 1 {
		between = max(length-spread(d.Face, letters, size), 0) / float64(len(letters)-1)
	}
	for i, letter := range letters {
		if Drawable(string(letter)) {
			d.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
			d.DrawString(string(letter))
		} else {
			drawBox(to, size, x, y, ink)
		}
		x += spread(d.Face, letters[i:i+1], size) + between
	}
}

// boxWidth is how wide a box is, with the space around it, in the font's size.
const boxWidth = 0.7

// spread returns the width of letters, one after the other.
func spread(f font.Face, letters []rune, size float64) (long float64) {
	for _, letter := range letters {
		if Drawable(string(letter)) {
			long += float64(font.MeasureString(f, string(letter))) / 64
		} else {
			long += boxWidth * size
		}
	}
	return long
}

// drawBox draws an empty box as high as a capital.
func drawBox(to draw.Image, size, x, y float64, ink color.Color) {
	wide := max(1, int(size/11+0.5))
	box := image.Rect(int(x+0.1*size), int(y-0.7*size), int(x+0.6*size), int(y))
	for _, side := range []image.Rectangle{
		{box.Min, image.Pt(box.Max.X, box.Min.Y+wide)}, {image.Pt(box.Min.X, box.Max.Y-wide), box.Max},
		{box.Min, image.Pt(box.Min.X+wide, box.Max.Y)}, {image.Pt(box.Max.X-wide, box.Min.Y), box.Max},
	} {
		draw.Draw(to, side, image.NewUniform(ink), image.Point{}, draw.Over)
	}
}

// word is a part of a line, up to where a line may break.
type word struct {
	text   string
	strong bool
}

// wordsOf returns the words of a sentence; the words of key are strong.
func wordsOf(sentence, key string) (all []word) {
	before, after := sentence, ""
	found := false
	if key != "" {
		before, after, found = strings.Cut(sentence, key)
	}
	add := func(text string, strong bool) {
		for text != "" {
			end := strings.Index(text, " ") + 1
			if end == 0 {
				end = len(text)
			}
			all = append(all, word{text[:end], strong})
			text = text[end:]
		}
	}
	add(before, false)
	if found {
		add(key, true)
		add(after, false)
	}
	return all
}

// lines breaks words into lines of at most that width. What does not fit into
// most lines is left out, and three dots say so.
func lines(all []word, size, room float64, most int) (list [][]word) {
	var line []word
	used := 0.0
	for i, w := range all {
		long := width(w.strong, size, strings.TrimRight(w.text, " "))
		glued := i > 0 && !strings.HasSuffix(all[i-1].text, " ")
		if used > 0 && used+long > room && !glued {
			if len(list) == most-1 {
				return append(list, append(line, word{"…", false}))
			}
			list, line, used = append(list, line), nil, 0
		}
		line = append(line, w)
		used += width(w.strong, size, w.text)
	}
	if line != nil {
		list = append(list, line)
	}
	return list
}
