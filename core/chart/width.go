package chart

import "strings"

// advances holds the widths of the characters from space to tilde in DejaVu Sans, which
// has the widths of Verdana, in hundredths of the font's size, rounded up: each letter's
// code less 20. Most other sans fonts are narrower.
const advances = "4=BhTtb0<<Fh4946TTTTTTTTTT66hhhJxYYZbTNb`22VLk_cQcZTR^YwYRY<6<hFFRTKTR8TT00N0vTRTT>I<TPfPPIT6Th"

// Width of a text in hundredths of the font's size. known is false if it
// holds a character whose width is not known: that one counts as wide as the
// wide ones of its script.
func Width(text string) (hundredths int, known bool) {
	known = true
	for _, r := range text {
		w, ok := advance(r)
		hundredths += w
		known = known && ok
	}
	return hundredths, known
}

func advance(r rune) (hundredths int, known bool) {
	switch {
	case r >= ' ' && r <= '~':
		return int(advances[r-' ']) - 20, true
	case r == '·' || r == '’':
		return 32, true
	case r == '…':
		return 100, true
	case 0x300 <= r && r < 0x370, r == 0x200d, 0xfe00 <= r && r < 0xfe10: // drawn over the one before
		return 0, false
	case r < 0x250: // Latin
		return 70, false
	case 0x590 <= r && r < 0x900: // Hebrew, Arabic
		return 60, false
	case r < 0x1100: // Greek, Cyrillic, Indic
		return 90, false
	case r >= 0x1f000: // pictures
		return 130, false
	}
	return 100, false
}

// Fit cleans a text for one line and shortens it to at most that width in
// hundredths, and to a number of characters, since some have no width. White
// space becomes one space; control characters, and those that turn the direction
// of what follows, are left out.
func Fit(text string, most int) string {
	const ellipsis = 100
	mostRunes := 60 + most/100
	text = clean(text)
	width, runes, end := 0, 0, 0
	for i, r := range text {
		w, _ := advance(r)
		width += w
		runes++
		if width > most || runes > mostRunes {
			return strings.TrimRight(text[:end], " ") + "…"
		}
		if width <= most-ellipsis {
			end = i + len(string(r))
		}
	}
	return text
}

func clean(text string) string {
	var b strings.Builder
	space := false
	for _, r := range text {
		switch {
		case r == ' ' || r >= '\t' && r <= '\r' || r == 0x85 || r == 0xa0 || r == 0x2028 || r == 0x2029 || r == 0x3000:
			space = b.Len() > 0
			continue
		case r < ' ', 0x7f <= r && r < 0xa0, turns(r):
			continue
		}
		if space {
			b.WriteByte(' ')
			space = false
		}
		b.WriteRune(r)
	}
	return b.String()
}

// turns reports whether a character only directs or hides text (Unicode
// Annex 9, section 2): marks, embeddings, overrides, isolates, no-width spaces.
func turns(r rune) bool {
	return r == 0x61c || r == 0x200b || r == 0x200e || r == 0x200f || r == 0xfeff ||
		0x202a <= r && r <= 0x202e || 0x2060 <= r && r <= 0x206f || 0xe0000 <= r && r < 0xe0080
}
