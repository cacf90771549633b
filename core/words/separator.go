package words

import (
	"strings"
	"unicode"
)

// dots are drawn like the dot that separates the parts of a label. In a word they
// stay: in Latin as in col·lecció, and the last ones, of East Asia, between letters
// of it.
const (
	dots     = "·\u0387\u2027\u2219\u22c5" + eastDots
	eastDots = "\u30fb\u318d\uff65"
	east     = 0x2e80 // the first of the characters of East Asia
)

// Unseparated returns a text in which nothing passes for the separator of labels, " · ".
// A hyphen replaces each dot outside a word, and each character alone between two words
// that cannot be a word itself: a sign outside of ASCII, or a letter without upper and
// lower case among letters that have both. Emoji stay, and signs such as № and €.
func Unseparated(text string) string {
	if isPlain(text) {
		return text
	}
	all := []rune(text)
	cased := strings.IndexFunc(text, isCased) >= 0
	for i, r := range all {
		first, last := i == 0, i == len(all)-1
		switch {
		case strings.ContainsRune(dots, r):
			if first || last || !joined(all[i-1], r) || !joined(all[i+1], r) {
				all[i] = '-'
			}
		case r < 0x80 || first || last || isBlank(r) || !isBlank(all[i-1]) || !isBlank(all[i+1]) || isCased(r) ||
			isEmoji(r) || isSymbol(r):
		case cased || isSign(r):
			all[i] = '-'
		}
	}
	return string(all)
}

// joined reports whether a dot next to a letter is inside a word.
func joined(letter, dot rune) bool {
	if strings.ContainsRune(eastDots, dot) {
		return letter >= east && Visible(letter)
	}
	return letter >= 'a' && letter <= 'z' || letter >= 'A' && letter <= 'Z' || letter >= 0xC0 && letter < 0x250
}

func isBlank(r rune) bool { return !Visible(r) }

func isCased(r rune) bool { return unicode.ToLower(r) != r || unicode.ToUpper(r) != r }

// isSign reports whether r is from a block of signs, not letters.
func isSign(r rune) bool { return r < 0x370 || r >= 0x2000 && r < 0x2c00 || r >= 0x2e00 && r < 0x3040 }

// isEmoji tells the pictures from the small signs, which are elsewhere.
func isEmoji(r rune) bool {
	return r >= 0x2600 && r < 0x27c0 || r >= 0x1f000 && (r < 0x1f780 || r >= 0x1f7e0)
}

// isSymbol tells the signs that are read as words, as of money and numbers, from those
// that only separate.
func isSymbol(r rune) bool {
	return r >= 0x20a0 && r < 0x20d0 || r >= 0x2100 && r < 0x2190 || r >= 0x2460 && r < 0x2500 || r < 0x100 &&
		strings.ContainsRune("¢£¤¥§©®±²³¹¼½¾×", r)
}
