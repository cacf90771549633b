package pages

import (
	"bytes"
	"context"
	"encoding/xml"
	"io"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/build"
)

// document is a page as a browser reads it.
type document struct {
	path, text string
	root       *html.Node
}

// documents renders pages, of which there must be some.
func documents(t *testing.T, list func(*frame) ([]build.Page, error)) []document {
	t.Helper()
	f := &frame{asset: func(name string) (string, error) { return "/assets/" + name, nil }, integrity: unread, single: unmade}
	pages, err := list(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) == 0 {
		t.Fatal("no pages")
	}
	var docs []document
	for _, p := range pages {
		var b bytes.Buffer
		if err := p.Component.Render(context.Background(), &b); err != nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		root, err := html.Parse(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		docs = append(docs, document{p.Path, b.String(), root})
	}
	return docs
}

// texts are the lists of pages of text.
func texts(f *frame) ([]build.Page, error) {
	var all []build.Page
	for _, list := range []func(*frame) ([]build.Page, error){rules, docsPages, accessibility, privacy, changelog} {
		pages, err := list(f)
		if err != nil {
			return nil, err
		}
		all = append(all, pages...)
	}
	return all, nil
}

func whole(f *frame) ([]build.Page, error) { return All(f.asset, f.integrity, f.single) }

// elements are the elements of that name, "" for all.
func (d document) elements(name string) []*html.Node {
	var found []*html.Node
	for n := range d.root.Descendants() {
		if n.Type == html.ElementNode && (name == "" || n.Data == name) {
			found = append(found, n)
		}
	}
	return found
}

func (d document) ids() []string {
	var ids []string
	for _, n := range d.elements("") {
		if id := attr(n, "id"); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

func words(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(words(c) + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// section is the text from the heading of that id to the next one of its level
// or above.
func (d document) section(t *testing.T, id string) string {
	t.Helper()
	for _, n := range d.elements("") {
		if attr(n, "id") != id {
			continue
		}
		for n.Data != "h2" && n.Data != "h3" {
			if n = n.Parent; n == nil {
				t.Fatalf("%s#%s is not in a heading", d.path, id)
			}
		}
		text := words(n)
		for next := n.NextSibling; next != nil && next.Data != "h2" && next.Data != n.Data; next = next.NextSibling {
			text += " " + words(next)
		}
		return text
	}
	t.Fatalf("%s has no #%s", d.path, id)
	return ""
}

func pageAt(t *testing.T, docs []document, path string) document {
	t.Helper()
	for _, d := range docs {
		if d.path == path {
			return d
		}
	}
	t.Fatalf("there is no page %s", path)
	return document{}
}

// Every heading of these pages links to itself.
func TestHeadings(t *testing.T) {
	headings := 0
	for _, d := range documents(t, texts) {
		for _, n := range slices.Concat(d.elements("h2"), d.elements("h3")) {
			headings++
			id := attr(n, "id")
			if id == "" || !strings.Contains(d.text, `href="#`+id+`"`) {
				t.Errorf("%s: the heading %q does not link to itself", d.path, words(n))
			}
		}
		if strings.Contains(d.text, "%!") {
			t.Errorf("%s: a format verb without its argument", d.path)
		}
	}
	if headings < 200 {
		t.Errorf("%d headings were checked", headings)
	}
}

// Every link of these pages leads to a page, and every fragment to an id.
func TestLinks(t *testing.T) {
	ids := map[string][]string{}
	for _, d := range documents(t, whole) {
		ids[d.path] = d.ids()
	}
	schemas, err := Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range schemas {
		ids[p.Path] = nil
	}
	links := 0
	for _, d := range documents(t, texts) {
		for _, a := range d.elements("a") {
			href := attr(a, "href")
			to, err := url.Parse(href)
			if err != nil {
				t.Errorf("%s links to %q: %v", d.path, href, err)
				continue
			}
			if to.Host != "" || strings.HasPrefix(to.Path, "/engine/") {
				continue
			}
			links++
			path := to.Path
			if path == "" {
				path = d.path
			}
			known, ok := ids[path]
			switch {
			case !ok:
				t.Errorf("%s links to %s: there is no such page", d.path, href)
			case to.Fragment != "" && !strings.HasPrefix(to.Fragment, "1;") && !slices.Contains(known, to.Fragment):
				t.Errorf("%s links to %s: no element has that id", d.path, href)
			}
		}
	}
	if links < 200 {
		t.Errorf("%d links were checked", links)
	}
}

// children is how many elements each element of MathML wants.
var children = map[string]int{"math": 1, "mfrac": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}

// Every formula is well-formed MathML with an alternative text.
func TestMathML(t *testing.T) {
	formulas := 0
	for _, d := range documents(t, texts) {
		for rest := d.text; ; {
			_, after, found := strings.Cut(rest, "<math")
			if !found {
				break
			}
			inner, after, closed := strings.Cut(after, "</math>")
			if !closed {
				t.Fatalf("%s: a math element does not end", d.path)
			}
			checkMathML(t, d.path, "<math"+inner+"</math>")
			formulas++
			rest = after
		}
	}
	if formulas < 30 {
		t.Errorf("%d formulas were checked", formulas)
	}
}

func checkMathML(t *testing.T, path, text string) {
	t.Helper()
	decoder := xml.NewDecoder(strings.NewReader(text))
	type open struct {
		name string
		has  int
	}
	var stack []open
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatalf("%s: %v in %s", path, err, text)
		}
		switch e := token.(type) {
		case xml.StartElement:
			if len(stack) > 0 {
				stack[len(stack)-1].has++
			} else if !slices.ContainsFunc(e.Attr, func(a xml.Attr) bool { return a.Name.Local == "alttext" && a.Value != "" }) {
				t.Errorf("%s: no alttext in %s", path, text)
			}
			stack = append(stack, open{name: e.Name.Local})
		case xml.EndElement:
			top := stack[len(stack)-1]
			if want := children[top.name]; want > 0 && top.has != want {
				t.Errorf("%s: %s has %d children in %s", path, top.name, top.has, text)
			}
			stack = stack[:len(stack)-1]
		}
	}
}

func TestFormula(t *testing.T) {
	tests := []struct{ line, want string }{
		{"a + b", "<mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow>"},
		{"a · b / c", "<mrow><mi>a</mi><mo>⋅</mo><mfrac><mi>b</mi><mi>c</mi></mfrac></mrow>"},
		{"(a + b) / (c)", "<mfrac><mrow><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow></mrow><mrow><mi>c</mi></mrow></mfrac>"},
		{"−x", `<mrow><mo form="prefix">−</mo><mi>x</mi></mrow>`},
		{"x_i^2", "<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>"},
		{"S_ij", "<msub><mi>S</mi><mrow><mi>i</mi><mi>j</mi></mrow></msub>"},
		{"R_opponent", "<msub><mi>R</mi><mi>opponent</mi></msub>"},
		{`"time used"^1.5`, "<msup><mtext>time used</mtext><mn>1.5</mn></msup>"},
		{"Σ_{i = 1}^5 x_i", "<mrow><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mn>5</mn></munderover><msub><mi>x</mi><mi>i</mi></msub></mrow>"},
		{"max(0, x)", `<mrow><mi>max</mi><mo>` + applied + `</mo><mrow><mo form="prefix" fence="true">(</mo><mn>0</mn><mo>,</mo><mi>x</mi><mo form="postfix" fence="true">)</mo></mrow></mrow>`},
		{"⌊x⌋ < 2", `<mrow><mrow><mo form="prefix" fence="true">⌊</mo><mi>x</mi><mo form="postfix" fence="true">⌋</mo></mrow><mo>&lt;</mo><mn>2</mn></mrow>`},
	}
	for _, tt := range tests {
		got, err := mathML(tt.line, "block")
		if err != nil {
			t.Errorf("%s: %v", tt.line, err)
			continue
		}
		_, inner, _ := strings.Cut(got, ">")
		if inner = strings.TrimSuffix(inner, "</math>"); inner != tt.want {
			t.Errorf("%s\n got %s\nwant %s", tt.line, inner, tt.want)
		}
	}
	alt, err := mathML(`Σ_{j ≠ i} "a < b"`, "inline")
	if err != nil || !strings.HasPrefix(alt, `<math display="inline" alttext="Σ_j ≠ i a &lt; b">`) {
		t.Errorf("alternative text: %s, %v", alt, err)
	}
	for _, line := range []string{"", "a +", "(a", "a)", "x_{i", "a b", "#", "max(", "⌊x"} {
		if got, err := mathML(line, "block"); err == nil {
			t.Errorf("%q is accepted as %s", line, got)
		}
	}
}

func TestMarkdown(t *testing.T) {
	tests := []struct{ text, want string }{
		{"one\ntwo\n\nthree", "<p>one two</p><p>three</p>"},
		{"- a\n- b\n  more", "<ul><li>a</li><li>b more</li></ul>"},
		{"1. a\n2. b", "<ol><li>a</li><li>b</li></ol>"},
		{"`a < b`, **bold `code`** or *slanted*, 2 * 3", "<p><code>a &lt; b</code>, <strong>bold <code>code</code></strong> or <em>slanted</em>, 2 * 3</p>"},
		{"[the `x`](/docs/#y)", `<p><a href="/docs/#y">the <code>x</code></a></p>`},
		{"<script>alert(1)</script> & \"quotes\"", "<p>&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#34;quotes&#34;</p>"},
		{"[x](https://e.org/?a=1&b=\")", `<p><a href="https://e.org/?a=1&amp;b=&#34;">x</a></p>`},
		{"a $x$ b", `<p>a <math display="inline" alttext="x"><mi>x</mi></math> b</p>`},
	}
	for _, tt := range tests {
		if got, err := prose(tt.text); err != nil || got != tt.want {
			t.Errorf("%q\n got %s, %v\nwant %s", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{
		"[x](javascript:alert(1))", "[x](//evil.example/)", "[x](data:text/html)", "[x](http://plain.example/)",
		"```\ncode\n```", "> quote", "| a | b |", "    indented", "* star", "- a\n1. b", "- a\nb", "- a\n  - b", "text\n- item", "$a b$", "![alt](/x.png)", "title\n===",
		"# heading",
	} {
		if got, err := prose(text); err == nil {
			t.Errorf("%q is accepted as %s", text, got)
		}
	}
}

func TestChangelog(t *testing.T) {
	d := documents(t, changelog)[0]
	if got := d.section(t, "unreleased"); !strings.Contains(got, "Added") || !strings.Contains(got, "Paste a result.") {
		t.Errorf("Unreleased: %s", got)
	}
	for heading, want := range map[string]string{"Unreleased": "unreleased", "[1.2.0] - 2026-01-02": "v1-2-0-2026-01-02", "Added": "added", "!": ""} {
		if got := slug(heading); got != want {
			t.Errorf("slug(%q) = %q, want %q", heading, got, want)
		}
	}
}
