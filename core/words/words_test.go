package words

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/tallyproof/tallyproof/testdata"
)

func TestPlain(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"ASCII", `Nova <b> "19"`, `Nova <b> "19"`},
		{"accents", "Zoë Ωmega 平仮名 नमस्ते", "Zoë Ωmega 平仮名 नमस्ते"},
		{"override", "score \u202e19", `score \u202e19`},
		{"isolates and marks", "\u2066a\u2069\u200e\u200f\u061c", `\u2066a\u2069\u200e\u200f\u061c`},
		{"controls", "a\x00\x1b[1m\x7f\u0085", `a\u0000\u001b[1m\u007f `},
		{"lines", "a\r\nb\u2028c\u00a0d\u3000e\u202ff", "a  b c d e f"},
		{"zero width", "no\u200bva\u2060\ufeff", `no\u200bva\u2060\ufeff`},
		{"a joiner between Latin letters", "no\u200dva", `no\u200dva`},
		{"joiners where they belong", "नमस्\u200dते می\u200cخواهم", "नमस्\u200dते می\u200cخواهم"},
		{"emoji", "👩\u200d💻 ❤\ufe0f", "👩\u200d💻 ❤\ufe0f"},
		{"fillers", "a\u115f\u1160\u17b5\u3164\uffa0\u2800\u034f", `a\u115f\u1160\u17b5\u3164\uffa0\u2800\u034f`},
		{"tags", "a\U000e0041\U000e0101", `a\udb40\udc41\udb40\udd01`},
		{"unassigned and private", "\u0378\ue000\U0010ffff", `\u0378\ue000\udbff\udfff`},
		{"a stack of marks", "a" + strings.Repeat("\u0301", 6), "a\u0301\u0301\u0301\u0301" + `\u0301\u0301`},
		{"a byte that is no UTF-8", "a\xff", "a\ufffd"},
	} {
		if got := Plain(row.text); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

// A JSON text that is shown in lines says what it said.
func TestLines(t *testing.T) {
	text, err := json.Marshal(map[string]string{"name\u202e": "\u00a0Zoë \u3164\U000e0041 👩\u200d💻"})
	if err != nil {
		t.Fatal(err)
	}
	got := Lines("{\n\t" + string(text[1:]))
	if want := "{\n\t" + `"name\u202e":"\u00a0Zoë \u3164\udb40\udc41 ` + "👩\u200d💻" + `"}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var said, shown map[string]string
	if err := json.Unmarshal([]byte(got), &shown); err != nil || json.Unmarshal(text, &said) != nil || !maps.Equal(said, shown) {
		t.Errorf("%v: %q and %q", err, said, shown)
	}
}

func TestIsolate(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"left to right", "Nova 19", "Nova 19"},
		{"Hebrew", "נובה 19", "\u2068נובה 19\u2069"},
		{"Arabic digits", "٣", "\u2068٣\u2069"},
		{"an end of its own", "נ\u2069\u202ex", "\u2068נ\\u2069\\u202ex\u2069"},
		{"empty", "", ""},
	} {
		if got := Isolate(row.text); got != row.want {
			t.Errorf("%s: got %q, want %q", row.name, got, row.want)
		}
	}
}

func TestMixed(t *testing.T) {
	for _, row := range []struct {
		text    string
		scripts string
	}{
		{"nova-2", "Latin"},
		{"19 · –", ""},
		{"nоva", "Latin Cyrillic"}, // its o is Cyrillic
		{"Νova", "Greek Latin"},    // its N is Greek
		{"Нова", "Cyrillic"},
		{"東京タワーとソウル서울", "Han"},
		{"nova৪", "Latin Bengali"},
		{"𝐍ova", "Letterlike Latin"},
		{"Zoë\u0301", "Latin"},
	} {
		if got := strings.Join(Scripts(row.text), " "); got != row.scripts || Mixed(row.text) != strings.Contains(row.scripts, " ") {
			t.Errorf("%s: got %q, want %q", row.text, got, row.scripts)
		}
	}
}

// TestMixedWithEachScript: testdata/scripts.json has a character of each script, with
// which e2e/node/mixed-scripts.test.mjs holds the modules of pages to the same rule.
func TestMixedWithEachScript(t *testing.T) {
	text, err := testdata.FS.ReadFile("scripts.json")
	if err != nil {
		t.Fatal(err)
	}
	var characters map[string]string
	if err := json.Unmarshal(text, &characters); err != nil {
		t.Fatal(err)
	}
	if got, want := len(characters), len(unicode.Scripts)-2; got != want { // without Common and Inherited
		t.Errorf("%d scripts, want %d", got, want)
	}
	for script, character := range characters {
		want := []string{"Latin", script}
		switch {
		case script == "Latin":
			want = want[:1]
		case slices.Contains(eastAsian, script):
			want[1] = "Han"
		}
		if got := Scripts("N" + character + "va"); !slices.Equal(got, want) {
			t.Errorf("with %s, %q: got %q, want %q", script, character, got, want)
		}
	}
}

// A share that is nearly nothing or nearly all does not look like it.
func TestShares(t *testing.T) {
	for _, row := range []struct {
		x             float64
		rate, percent string
	}{
		{0, "0.0 %", "0 %"},
		{0.0004, "0.04 %", "0.04 %"},
		{0.00004, "0.004 %", "0.004 %"},
		{0.12345, "12.3 %", "12.35 %"},
		{0.9996, "99.96 %", "99.96 %"},
		{0.99996, "99.996 %", "99.996 %"},
		{1, "100.0 %", "100 %"},
	} {
		if rate, percent := Rate(row.x), Percent(row.x); rate != row.rate || percent != row.percent {
			t.Errorf("%v: %q and %q, want %q and %q", row.x, rate, percent, row.rate, row.percent)
		}
	}
}

// The name of one agent does not look like the names of an arena and an agent.
func TestUnseparated(t *testing.T) {
	for _, sign := range "·¦\u0387\u2027\u2219\u22c5ꞏ⸱ᐧ・･•᛫⸳ㆍ∘٠⠂⬝ˑ▪丶\u0307–" {
		for _, text := range []string{"airena %s Bob", "арена\u00a0%s\u2003Боб", "Zoë \u200b%s\u200b é", " %s Bob"} {
			if got, want := Unseparated(strings.Replace(text, "%s", string(sign), 1)), strings.Replace(text, "%s", "-", 1); got != want {
				t.Errorf("%U: got %q, want %q", sign, got, want)
			}
		}
		if got := Unseparated("아레나 " + string(sign) + " 밥"); got != "아레나 - 밥" && !strings.ContainsRune("丶ꞏᐧ᛫٠", sign) {
			t.Errorf("%U among letters without case: %q", sign, got)
		}
	}
	for _, text := range []string{"", "Nova", "Col·lecció", "ジョン・スミス", "🤖 Nova", "Nova 🤖 2", "👩\u200d💻 ❤\ufe0f x", "Voilà à Bob", "я и ты", "মা ও মেয়ে", "집 그 집", "O’Neil “Nova”", "¿Nova? yes…", "Nova 改", "Агент № 5", "50 € Nova", "Nova × Vega", "Nova ½ Vega", "Nova ② Vega"} {
		if got := Unseparated(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// Of every character, alone and between others, nothing is left that turns the
// direction, hides or controls.
func TestEveryCharacter(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if r == 0x40000 {
			r = 0xE0000 // no character is in the planes between, nor will be soon
		}
		if !utf8.ValidRune(r) {
			continue
		}
		for _, text := range []string{string(r), "a" + string(r) + "9"} {
			got := Plain(text)
			if got == "" || strings.ContainsFunc(got, hides) {
				t.Fatalf("%U: %q", r, got)
			}
			if Plain(got) != got || Isolate(text) != got && Isolate(text) != first+got+pop {
				t.Fatalf("%U: %q and %q", r, Plain(got), Isolate(text))
			}
			turns := unicode.In(r, unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko) && unicode.IsLetter(r)
			if turns && Isolate(text) == got {
				t.Fatalf("%U is not isolated", r)
			}
		}
	}
}

// hides tells, by Unicode's own tables, what must not be left.
func hides(r rune) bool {
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Co, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

func FuzzPlain(f *testing.F) {
	f.Add("Nova \u202e19")
	f.Fuzz(func(t *testing.T, text string) {
		got := Isolate(text)
		if !utf8.ValidString(got) || strings.ContainsAny(got, "\n\r\x00\u202a\u202b\u202c\u202d\u202e\u2066\u2067") {
			t.Errorf("%q", got)
		}
		inner := strings.TrimSuffix(strings.TrimPrefix(got, first), pop)
		if strings.ContainsAny(inner, first+pop) || slices.Contains(Scripts(text), "") {
			t.Errorf("%q", got)
		}
	})
}
