package twin

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"github.com/JohannesKaufmann/dom"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/testdata"
)

func read(t *testing.T, main string) Twin {
	t.Helper()
	p, err := Page{Path: "/a/b/"}.Read([]byte("<!doctype html><title>T</title><meta name=description content=D><main>" + main + "</main>"))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// body is the Markdown without the lines that every page has.
func body(t *testing.T, main string) string {
	t.Helper()
	_, text, found := strings.Cut(string(read(t, "<h1>H</h1>"+main).Text), "Page: [/a/b/](/a/b/)\n\n")
	if !found {
		t.Fatalf("%q: want the line with the addresses", text)
	}
	return strings.TrimSpace(regexp.MustCompile(` +\n`).ReplaceAllString(text, "\n"))
}

func TestMarkdown(t *testing.T) {
	for _, test := range []struct{ name, html, want string }{
		{"paragraphs", "<p>One\n  two.</p><p>Three.</p>", "One two.\n\nThree."},
		{"bold and code", `<p>It scores <b class=key>88.00</b> of <code>a|b</code>.</p>`, "It scores **88.00** of `a|b`."},
		{"a link from the root", `<p><a href="#x">here</a>, <a href="/docs/">there</a>, <a href="javascript:x">nowhere</a></p>`, "[here](/a/b/#x), [there](/docs/), nowhere"},
		{"a link with parts", `<p><a href="/x/">A <b>9</b></a></p>`, "[A **9**](/x/)"},
		{"neighbours without a space", `<p><span>A</span><span>9</span> x<sup>2</sup></p>`, "A 9 x2"},
		{"a list", "<ol><li>a</li><li>b<ul><li>c</ul></li></ol>", "1. a\n2. b\n\n   - c"},
		{"terms", "<dl><dt>Rank</dt><dd>2</dd><div><dt>Time</dt><dd>now</dd></div></dl>", "- **Rank:** 2\n- **Time:** now"},
		{"a table", `<table><caption>C</caption><thead><tr><th>A<th><button>B</button><th></tr></thead><tbody><tr><th>x|y <code>p|q</code><td><b>1</b><td><button>z</button></tr></tbody></table>`, "**C**\n\n| A | B |  |\n|---|---|---|\n| x\\|y `p\\|q` | **1** |  |"},
		{"cells that take two columns", `<table><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>`, "|  |  |  |\n|---|---|---|\n| a |  | b |\n| 1 | 2 | 3 |"},
		{"code", "<pre>a\n```\nb</pre>", "````\na\n```\nb\n````"},
		{"a quotation", "<blockquote><p>a</p><p>b</p></blockquote>", "> a\n>\n> b"},
		{"a fold", "<details><summary>Why<span>9</span></summary><p>So.</p></details>", "**Why 9**\n\nSo."},
		{"a formula", `<p><math alttext="a / b"><mi>x</mi></math></p>`, "`a / b`"},
		{"a picture with a text", `<p>x</p><svg role=img><title>Rating</title><desc>Up.</desc><text>9</text></svg><svg><text>8</text></svg>`, "x\n\nPicture: Rating. Up."},
		{"a picture in a cell", `<table><tr><td>a<td><svg role=img aria-label="Speed 9"><title>T</title></svg></table>`, "|  |  |\n|---|---|\n| a | Speed 9 |"},
		{"the pages of a list", `<nav aria-label=x data-pages><ul><li><a href="/b/?after=c">Next</a></ul></nav>`, "- [Next](/b/?after=c)"},
		{"what is not read", `<p>a</p><p hidden>b</p><template><p>c</p></template><script>d</script><button>e</button><noscript>f</noscript><p aria-hidden=true>g</p><nav><a href=/>h</a></nav><p class=js-only>i</p>`, "a"},
		{"the strip", `<nav data-strip><a href="#s"><span>Score</span> <b>88</b></a><a href="#t">T</a></nav>`, "- [Score **88**](/a/b/#s)\n- [T](/a/b/#t)"},
		{"a number", `<form><div class=field><label for=i>Time</label> <input type=range value=9><input id=i name=/t value=9> <span class=unit>ms</span></div></form>`, "- Time: 9 ms"},
		{"choices", `<form><fieldset aria-label=Rules><label><input type=radio>Doc</label><label><input type=radio checked>Code</label></fieldset><label><input type=checkbox checked>Draw</label><select aria-label=S><option>a<option selected>b</select><input type=radio hidden checked></form>`, "- Rules: Code\n- Draw: yes\n- S: b"},
		{"a long text", "<form><label for=p>Proof</label><textarea id=p>{\n}</textarea></form>", "- Proof:\n\n  ```\n  {\n  }\n  ```"},
		{"inputs in cells", `<table><tr><td><input aria-label="Time of B" value=1800><td><select><option selected>won</select></table>`, "|  |  |\n|---|---|\n| 1800 | won |"},
		{"a fold with a heading", "<details><summary><h2><a href='#x'>Why</a></h2></summary><p>So.</p></details>", "## Why\n\nSo."},
		{"a heading that ends with a mark", "<h2>Why C#</h2>", `## Why C\#`},
		{"lines in a cell", `<table><tr><td><p>a</p><ul><li>b<li>c</ul><pre>d
e</pre><td>f</table>`, "|  |  |\n|---|---|\n| a b c `d e` | f |"},
		{"names of elements", `<table><tr><td><code>td</code> code dt</table><dl><dt>dt<dd>dd</dl>`, "|  |\n|---|\n| `td` code dt |\n\n- **dt:** dd"},
		{"two lists", "<ul><li>a</ul><ul><li>b</ul>", "- a\n\n<!--THE END-->\n\n- b"},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := body(t, test.html); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// hostile are texts that could be markup, with what they must be read as.
func hostile(t *testing.T) (texts []string) {
	t.Helper()
	data, err := testdata.FS.ReadFile("markdown.json")
	if err != nil {
		t.Fatal(err)
	}
	var rows [][2]string
	if err := json.Unmarshal(data, &rows); err != nil || len(rows) < 20 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	for _, row := range rows {
		if strings.TrimSpace(row[0]) != "" && !strings.ContainsAny(row[0], "\u2067\u202e\u0000\u200b\u2028@") { // those are written as escapes
			texts = append(texts, row[0])
		}
	}
	return texts
}

// A text of a stranger is that text in Markdown, wherever it stands: it makes no
// element but those around it.
func TestHostileTextStaysText(t *testing.T) {
	texts := append(hostile(t), "</p><script>alert(1)</script>", "```\ncode", "| a | b |\n| - | - |", "[x]: /y", "<!-- -->", "![x](https://evil.example/x.png)", "__b__", "a\\|b", "C#", "td", "code")
	for _, text := range texts {
		e := html.EscapeString(text)
		p := read(t, "<h1>"+e+"</h1><p>"+e+"</p><p>a "+e+"</p><ul><li>"+e+"</li></ul><table><caption>"+e+"</caption><tr><th>"+e+"<td>"+e+"</table><pre>"+e+"</pre><p><code>"+e+"</code></p><label for=i>"+e+"</label><input id=i value=\""+e+"\"><p><b>"+e+"</b></p>")
		doc := reread(t, p.Text)
		for n := range doc.Descendants() {
			if n.Type == html.ElementNode && !strings.Contains(" html head body h1 p ul li table thead tbody tr th td pre code strong a ", " "+n.Data+" ") {
				t.Errorf("%q makes a <%s> of Markdown", text, n.Data)
			}
			if n.Data == "a" && !strings.HasPrefix(attr(n, "href"), "/a/b") {
				t.Errorf("%q makes a link to %s", text, attr(n, "href"))
			}
		}
		all := squeezed(dom.CollectText(doc))
		if got, want := strings.Count(all, squeezed(text)), 9; got < want {
			t.Errorf("%q is %d times in the Markdown: want %d\n%s", text, got, want, p.Text)
		}
	}
}

// Characters that the library takes for its own marks of lines are shown as escapes.
func TestInvisibleCharactersMakeNoLines(t *testing.T) {
	e := "a&#xf002;&#xf002;# b&#13;&#13;# c\a"
	text := read(t, "<p>"+e+"</p><p><code>"+e+"</code></p><ul><li><pre>"+e+"</pre></ul>").Text
	for n := range reread(t, text).Descendants() {
		if n.Data == "h1" {
			t.Errorf("%q has a heading", text)
		}
	}
	if bytes.ContainsAny(text, "\uf002\a\r") {
		t.Errorf("%q has invisible characters", text)
	}
}

func reread(t *testing.T, markdown []byte) *html.Node {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(markdown, &b); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

func TestAddress(t *testing.T) {
	for page, want := range map[string]string{"/": "/index.md", "/verify/": "/verify.md", "/docs/operations/elo.expected/": "/docs/operations/elo.expected.md"} {
		if got := Address(page, Markdown); got != want {
			t.Errorf("%s: %s, want %s", page, got, want)
		}
	}
}
