package rules

import (
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/content"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

func TestTokens(t *testing.T) {
	got := tokens("100 · [passed] / [tests] = [=score/parts/key=speed/score], [Verify](/verify/)")
	want := []token{{text: "100 · "}, {field: "passed"}, {text: " / "}, {field: "tests"}, {text: " = "},
		{out: "score/parts/key=speed/score"}, {text: ", "}, {text: "Verify", href: "/verify/"}}
	if len(got) != len(want) {
		t.Fatalf("got %+v, want %+v", got, want)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("piece %d: got %+v, want %+v", i, got[i], want[i])
		}
	}
}

func TestListingMistakes(t *testing.T) {
	tests := []struct{ text, want string }{
		{"", "want ends: and groups"},
		{"says: x", "want ends: or read: before the first group"},
		{"ends: x\n### Rule {#a}", "want one id, below a group"},
		{"ends: x\n## Group\nsays: y", "want ### Rule {#id} first"},
		{"ends: x\n## Group\n### Rule {#a}\nformla: y", "want formula, says, live, picture, from, holds, open or more"},
		{"ends: x\n## Group\n### Rule {#a}\nsays:", "want a name, a colon and a value"},
	}
	for _, tt := range tests {
		if _, err := readListing(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%q: %v, want %q", tt.text, err, tt.want)
		}
	}
}

func TestAt(t *testing.T) {
	data := map[string]any{"a": []any{map[string]any{"id": "x", "b": []any{"0", "1"}}}}
	for path, want := range map[string]any{"a/0/id": "x", "a/id=x/b/1": "1", "a/id=y/b": nil, "a/id=x/b/2": nil, "c/d": nil} {
		if got := at(data, path); got != want {
			t.Errorf("%s: got %v, want %v", path, got, want)
		}
	}
}

// A rule in the list that the text does not have, and the reverse, fails the build.
func TestPlaces(t *testing.T) {
	tests := []struct{ name, file, before, after, want string }{
		{"a part that is not there", "rules/airena/list.md", "holds: relative-time", "holds: relativ-time", "the text has no #relativ-time"},
		{"a part that no rule shows", "rules/airena/list.md", "holds: tiers\n", "", "no rule shows #tiers"},
		{"a part shown twice", "rules/airena/list.md", "holds: tiers\n", "holds: tiers badges\n", "#badges is shown twice"},
		{"a value that no answer has", "rules/airena/list.md", "wins: [=standing/answer]", "wins: [=standing/anser]", `"standing/anser": want a text or a number of the answers`},
		{"a number that is not there", "rules/airena/list.md", "[challenges] challenges,", "[challengs] challenges,", `the example has no field "challengs"`},
		{"a request that is refused", "rules/airena/list.md", `"average_score": "=average"`, `"average": "=average"`, "explain.standing refuses the request"},
		{"an unknown source", "rules/airena/list.md", "from: badges", "from: bages", `no source is called "bages"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b, err := readBook(changed(t, tt.file, tt.before, tt.after), rulebook.BuiltIn()[0])
			if err == nil {
				_, err = b.view()
			}
			if err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("%v, want %q", err, tt.want)
			}
		})
	}
	if _, err := readBook(content.Rules, rulebook.BuiltIn()[0]); err != nil {
		t.Fatal(err)
	}
}

// Every contradiction of AiRENA is on a rule, and counted.
func TestOpenPoints(t *testing.T) {
	d := htmltest.PageAt(t, htmltest.Documents(t, Pages), "/rules/airena/")
	points := 0
	for _, a := range d.Elements("a") {
		if htmltest.Attr(a, "class") == "rule-point" {
			points++
		}
	}
	if points != 12 || !strings.Contains(d.Text, "Twelve points stay open.") {
		t.Errorf("%d open points: want 12", points)
	}
}
