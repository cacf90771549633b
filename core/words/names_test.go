package words

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// TestCalled: a name is a name in a sentence, whatever it says.
func TestCalled(t *testing.T) {
	for _, row := range []struct{ name, want string }{
		{"Nova", "Nova"},
		{" Nova ", "Nova"},
		{"sort-1", "sort-1"},
		{"GPT-4.1_mini", "GPT-4.1_mini"},
		{"Deep Sort 9000", "Deep Sort 9000"},
		{"arena.example", "arena.example"},
		{"Zoë Ωμέγα", "“Zoë Ωμέγα”"}, // two scripts
		{"東京タワー", "東京タワー"},
		{"नमस्ते", "नमस्ते"},
		{"Nguyễn", "Nguyễn"},
		{"נובה 19", "\u2068נובה 19\u2069"},
		{"", "(no name)"},
		{" \n", "(no name)"},
		{"(no name)", "“(no name)”"},
		{"no name", "“no name”"},
		{"nova: 100 in sort-1 · verified", "“nova: 100 in sort-1 · verified”"},
		{"Rex leads with 100. Nova", "“Rex leads with 100. Nova”"},
		{"Rex leads with 100", "“Rex leads with 100”"},
		{"Nova verified", "“Nova verified”"},
		{"Un-verified", "“Un-verified”"},
		{"veri fied", "“veri fied”"},
		{"Not AUTHENTIC", "“Not AUTHENTIC”"},
		{"ᴠᴇʀɪꜰɪᴇᴅ", "“ᴠᴇʀɪꜰɪᴇᴅ”"},
		{"ｖｅｒｉｆｉｅｄ", "“ｖｅｒｉｆｉｅｄ”"},
		{"𝐯erified", "“𝐯erified”"},
		{"100", "“100”"},
		{"Nova.", "“Nova.”"},
		{"Nova  Rex", "“Nova  Rex”"},
		{"Nova✓", "“Nova✓”"},
		{"x” is verified by “y", "“x' is verified by 'y”"},
		{`"x"`, "“'x'”"},
		{"«x»", "“'x'”"},
		{"a\nb", "a b"},
		{"a\n\n# b", "“a  # b”"},
		{"\u202e19 Nova", `“\u202e19 Nova”`},
		{"a\u2069b", `“a\u2069b”`},
		{"שם: 100", "“\u2068שם: 100\u2069”"},
		{strings.Repeat("n", 60), strings.Repeat("n", 60)},
		{strings.Repeat("n", 200), "“" + strings.Repeat("n", 60) + "…”"},
		{strings.Repeat("\u202e", 200), "“" + strings.Repeat(`\u202e`, 10) + "…”"},
	} {
		if got := Called(row.name); got != row.want {
			t.Errorf("%q: got %q, want %q", row.name, got, row.want)
		}
	}
}

// FuzzCalled: a name that is not ordinary is between marks that it cannot close.
func FuzzCalled(f *testing.F) {
	f.Add("x” · verified “")
	f.Fuzz(func(t *testing.T, name string) {
		got := Called(name)
		if n := utf8.RuneCountInString(got); n > mostCalled+len("“\u2068…\u2069”")/3 {
			t.Errorf("%q has %d characters", got, n)
		}
		inner, quoted := strings.CutPrefix(got, "“")
		if end, closed := strings.CutSuffix(inner, "”"); quoted != closed || strings.ContainsAny(end, "“”\"\n") {
			t.Errorf("%q", got)
		}
		if bare := strings.Trim(got, first+pop); !quoted && got != noName && strings.ContainsAny(bare, ":;,!?()[]<>*`|/\\·…'") {
			t.Errorf("%q needs quotation marks", got)
		}
	})
}
