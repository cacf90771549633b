package prose

import (
	"context"
	"regexp"
	"strings"
	"testing"
)

const head = "# Title\n\nThe answer.\n\n"

// section is what a document says below a heading, as HTML.
func section(t *testing.T, text string) string {
	t.Helper()
	doc, err := Read(head + "## Section {#s}\n\n" + text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	var b strings.Builder
	for _, block := range doc.Sections[0].Blocks {
		if err := block.Render(context.Background(), &b); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func TestRead(t *testing.T) {
	doc, err := Read("# A & B\n\nThe \"answer\".\n\nMore `code`.\n\n## C {#c}\n\ntext\n\n### D {#d}\n\n### E e {.e_e}, F {.f} {#g}\n")
	if err != nil {
		t.Fatal(err)
	}
	if doc.Title != "A & B" || doc.Answer != `The "answer".` || doc.Lede != "<p>More <code>code</code>.</p>" || len(doc.Sections) != 1 {
		t.Errorf("got %+v", doc)
	}
	c := doc.Sections[0]
	if c.ID != "c" || c.Title != "C" || len(c.Blocks) != 1 || len(c.Parts) != 2 || c.Parts[0].Title != "D" {
		t.Fatalf("got %+v", c)
	}
	if names := c.Parts[1].Named; len(names) != 2 || names[0].Label != "E e" || names[0].Dim != "e_e" || names[1].ID != "f" || c.Parts[1].ID != "g" {
		t.Errorf("got %+v", c.Parts[1])
	}
	if v := (Document{}).View(); v.Lede != nil {
		t.Error("a page without a lede has one")
	}
}

// tight is a sign of an element with the spaces around it.
var tight = regexp.MustCompile(`(?: class="")? *([<>]) *`)

func TestBlocks(t *testing.T) {
	const sources = "Table: Sources\n| Source |\n|---|\n| The \"docs\" {#source-docs} |\n\n"
	tests := []struct{ name, text, want string }{
		{"a formula", "$$a_1 · b$$", `<div class="formula"><math display="block" alttext="a_1 · b">`},
		{"a quotation", sources + "> one | \"two\"\n> three_x_y\n> — docs", `<blockquote cite="#source-docs"><p>one | &#34;two&#34;</p><p>three_x_y</p></blockquote><figcaption><a href="#source-docs"><cite>The &#34;docs&#34;</cite></a>`},
		{"a quotation of code", sources + "> `a = b * c`\n> — docs", `<p><code>a = b * c</code></p>`},
		{"a note", "> [!trap]\n> See [it](#x).\n>\n> More.", `<div class="note" data-kind="trap"><p>See <a href="#x">it</a>.</p><p>More.</p></div>`},
		{"a conclusion", "> [!conclusion]\n> It’s 5.", `<p class="conclusion">It’s 5.</p>`},
		{"a table", "Table: What {titled wide} Small.\n| a | b |\n|---|---:|\n| x {.speed} {#row} // low | [y](/z/) |", `<div class="scroll" role="region" aria-label="What, table" tabindex="0"><table><caption><span class="sr">What</span> <small>Small.</small></caption>`},
		{"a row with an id and a dimension", "Table: What\n| a | b |\n|---|---:|\n| x {.speed} {#row} // low | `y` |", `<tr id="row"><th scope="row"><span class="dot" data-dim="speed"></span>x<small class="how">low</small></th><td class="num"><code>y</code></td></tr>`},
		{"even numbers", "Table: What {even}\n| a | b |\n|---|---:|\n| x | 1.25 % |\n| y | 7 % |", `<td class="num">7.00 %</td>`},
		{"readings", "Readings: At 5 %\n| a | b | c |\n|---|---|---|\n| x | 1 % | so |", "<caption>At 5\u00a0%</caption>"},
		{"an answer and its reason", "Readings: At 5 %\n| a | b | c |\n|---|---|---|\n| x | 1 % | so |", "<b>1\u00a0%</b></td><td class=\"how\">so</td>"},
		{"steps", "Steps:\n| a | b | c |\n|---|---|---|\n| x | \\|y\\| | z |", `<ol class="steps"><li><span class="label">x</span> <span>|y|</span> <span class="value">z</span></li></ol>`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := section(t, tt.text)
			if !strings.Contains(tight.ReplaceAllString(got, "$1"), tight.ReplaceAllString(tt.want, "$1")) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// What cannot be read is refused, with its line.
func TestFaults(t *testing.T) {
	const in = head + "## S {#s}\n\n"
	tests := []struct{ name, text, want string }{
		{"nothing", "", "want a title and a paragraph with the answer"},
		{"a link in the answer", "# A\n\n[b](#c)", "want words alone here"},
		{"no answer", "# A", "want a title and a paragraph with the answer"},
		{"a heading without an id", head + "## C", `"## C": the heading "C": want ## or ### and an id`},
		{"a deep heading", in + "#### C {#c}", `"#### C {#c}": the heading "C": want ## or ### and an id`},
		{"a quotation before the sections", head + "> [!trap]\n> a", "pages do not have this part of Markdown"},
		{"a part before the sections", head + "### C {#c}", "want ## or ### and an id"},
		{"a table without a caption", in + "| a |\n|---|\n| b |", "want a line above it that begins with Table, Readings, Steps"},
		{"a caption without a table", in + "Table: What\n\nText.", "a caption without its table"},
		{"an unknown option", in + "Table: What {broad}\n| a |\n|---|\n| b |", `no option of a table is called "broad": want titled, wide, even, align, quiet`},
		{"readings of two columns", in + "Readings: What\n| a | b |\n|---|---|\n| b | c |", "Readings with 2 columns: want 3"},
		{"a quotation without a source", in + "> a\n> b", "a quotation without its source"},
		{"an unknown source", in + "> a\n> — docs", `no source is called "docs"`},
		{"a link in a quotation", in + "Table: S\n| a |\n|---|\n| b {#source-b} |\n\n> [a](#b)\n> — b", "want words alone here"},
		{"an unknown note", in + "> [!trp]\n> a", `a note of the kind "trp": want one of trap, warning, source, limit, conclusion`},
		{"a broken formula", in + "first\n\n$$a +$$\n", `"$$a +$$": formula`},
		{"other Markdown", in + "---", "pages do not have this part of Markdown"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if _, err := Read(tt.text); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("error %v: want %q", err, tt.want)
			}
		})
	}
}
