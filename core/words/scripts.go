package words

import (
	"slices"
	"unicode"
)

// eastAsian are the scripts that Chinese, Japanese and Korean mix, and that no
// letter of another imitates.
var eastAsian = []string{"Bopomofo", "Han", "Hangul", "Hiragana", "Katakana"}

// Scripts returns the scripts of a text's letters, in order of appearance. East Asian
// scripts count as "Han"; characters that all scripts share, for example ASCII digits, do
// not count. Mathematical letters count as a script.
func Scripts(text string) (scripts []string) {
	for _, r := range text {
		script := scriptOf(r)
		if script != "" && !slices.Contains(scripts, script) {
			scripts = append(scripts, script)
		}
	}
	return scripts
}

// Mixed reports whether the letters of a text are of several scripts, as where a
// Cyrillic letter stands for a Latin one that looks the same.
func Mixed(text string) bool { return len(Scripts(text)) > 1 }

func scriptOf(r rune) string {
	switch {
	case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z':
		return "Latin"
	case r < 0x80:
		return ""
	case unicode.Is(unicode.Common, r):
		if unicode.IsLetter(r) && (r >= 0x2100 && r < 0x2150 || r >= 0x1d400 && r < 0x1d800) {
			return "Letterlike"
		}
		return ""
	case unicode.Is(unicode.Inherited, r):
		return ""
	}
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) {
			if slices.Contains(eastAsian, name) {
				return "Han"
			}
			return name
		}
	}
	return ""
}
