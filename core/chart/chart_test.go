package chart

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestEscaped(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty", "", ""},
		{"plain", "nova 88.0 · ü 日本", "nova 88.0 · ü 日本"},
		{"markup", `<a b="c">&'`, "&#60;a b=&#34;c&#34;&#62;&#38;'"},
		{"controls", "a\x00\x1f\tb\n", "a\ufffd\ufffd\tb\n"},
		{"no characters", "\ufffe\uffff", "\ufffd\ufffd"},
		{"no UTF-8", "a\xffb", "a\ufffdb"},
	}
	for _, tt := range tests {
		if got := Escaped(tt.text); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestFixed(t *testing.T) {
	tests := []struct {
		x        float64
		decimals int
		want     string
	}{
		{0, 2, "0"}, {1.5, 2, "1.5"}, {1.005, 1, "1"}, {-0.001, 2, "0"}, {100, 0, "100"}, {99.999, 2, "100"}, {-12.345, 2, "-12.35"}, {1e-9, 3, "0"},
	}
	for _, tt := range tests {
		if got := Fixed(tt.x, tt.decimals); got != tt.want {
			t.Errorf("%v to %d decimals: %s, want %s", tt.x, tt.decimals, got, tt.want)
		}
	}
}

// Advances of DejaVu Sans 2.37, hmtx over 2048 units, in hundredths rounded up.
func TestWidth(t *testing.T) {
	tests := []struct {
		text  string
		width int
		known bool
	}{
		{"", 0, true},
		{" ", 32, true},  // 651
		{"i", 28, true},  // 569
		{"0", 64, true},  // 1303
		{"@", 100, true}, // 2048
		{"M", 87, true},  // 1767
		{"~", 84, true},  // 1716
		{"·", 32, true},  // 651
		{"…", 100, true}, // 2048
		{"88.0", 3*64 + 32, true},
		{"é", 70, false},
		{"日", 100, false},
		{"🤖", 130, false},
		{"a\u0301", 62, false},
	}
	for _, tt := range tests {
		if w, known := Width(tt.text); w != tt.width || known != tt.known {
			t.Errorf("%q: %d, %t, want %d, %t", tt.text, w, known, tt.width, tt.known)
		}
	}
	if len(advances) != '~'-' '+1 {
		t.Errorf("%d advances, want one for each of %d characters", len(advances), '~'-' '+1)
	}
}

func TestFit(t *testing.T) {
	tests := []struct {
		name, text string
		most       int
		want       string
	}{
		{"fits", "nova", 1000, "nova"},
		{"exactly", "0000", 256, "0000"},
		{"one too many", "00000", 256, "00…"},
		{"space before the dots", "0 000000", 256, "0…"},
		{"white space", " a \t\r\nb\u00a0\u2028c ", 1000, "a b c"},
		{"control characters", "a\x00\x1b\u0085b\x7f", 1000, "a b"},
		{"direction", "\u202ea\u2067b\u200fc", 1000, "abc"},
		{"hidden", "a\u200b\ufeff\u2060\U000e0041b", 1000, "ab"},
		{"no width at all", strings.Repeat("\u0301", 100), 1000, strings.Repeat("\u0301", 70) + "…"},
		{"nothing", "\u202e \n", 1000, ""},
	}
	for _, tt := range tests {
		if got := Fit(tt.text, tt.most); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

func FuzzFit(f *testing.F) {
	for _, text := range []string{"", "nova", "日本語 👩‍👩‍👧", "\u202e<&>", "\xff\x00"} {
		f.Add(text, 1700)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 100 || most > 100_000 {
			return
		}
		got := Fit(text, most)
		if w, _ := Width(got); w > most {
			t.Errorf("%q is %d wide, want at most %d", got, w, most)
		}
		if again := Fit(got, most); again != got {
			t.Errorf("%q becomes %q, then %q", text, got, again)
		}
		if escaped := Escaped(got); !utf8.ValidString(escaped) || strings.ContainsAny(escaped, "<>\"\x00") {
			t.Errorf("escaped: %q", escaped)
		}
	})
}
