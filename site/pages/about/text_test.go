package about

import (
	"strings"
	"testing"
)

func TestText(t *testing.T) {
	v, err := text("# What’s *this*?\n\nA \"page\".\n\n## One & two {#one}\n\nText.\n\n- item\n")
	if err != nil || v.H1 != "What’s <em>this</em>?" || v.Answer != `A "page".` || len(v.Sections) != 1 {
		t.Fatalf("%+v, %v", v, err)
	}
	if s := v.Sections[0]; s.ID != "one" || s.Title != "One & two" || len(s.Blocks) != 2 {
		t.Errorf("section %+v", s)
	}
	for _, row := range []struct{ name, text, want string }{
		{"nothing", "", "want a title"},
		{"no answer", "# A\n\n## B {#b}\n", "want a title and a paragraph"},
		{"a heading without an id", "# A\n\nB\n\n## C\n", "want ## and an id"},
		{"a deep heading", "# A\n\nB\n\n### C {#c}\n", "want ## and an id"},
		{"text before the sections", "# A\n\nB\n\nC\n", "before the first section"},
		{"code", "# A\n\nB\n\n## C {#c}\n\n```\nd\n```\n", "pages do not have this"},
	} {
		t.Run(row.name, func(t *testing.T) {
			if _, err := text(row.text); err == nil || !strings.Contains(err.Error(), row.want) {
				t.Errorf("error %v: want %q", err, row.want)
			}
		})
	}
}
