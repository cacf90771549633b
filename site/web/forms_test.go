package web

import (
	"bytes"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/testdata"
)

// A leaderboard names the entries of the log that it follows from, also if there is one.
func TestEntriesOfABoard(t *testing.T) {
	app := newLogged(t, nil)
	for i, want := range []string{"follows from the first entry of the host’s log", "follows from the first 2 entries of the host’s log"} {
		keep(t, app, runner.sign(t, nova.like(record{"submission_id": strconv.Itoa(i)})))
		if got := ask(app, "GET", "/challenges/open/sort-1.md", "").Body.String(); !strings.Contains(got, want) {
			t.Errorf("want %q, got %s", want, got)
		}
	}
}

// A page is also Markdown and JSON, at addresses of their own or if the client asks.
func TestForms(t *testing.T) {
	app := newLogged(t, nil)
	id := keep(t, app, runner.sign(t, nova))
	keep(t, app, runner.sign(t, nova.like(record{"agent_id": "Zoë 2.md", "agent_name": "Zoë", "submission_id": "2"})))
	const page, text, data = "text/html; charset=utf-8", "text/markdown; charset=utf-8", "application/json"
	for address, json := range map[string]string{
		"/p/" + id: "/p/" + id + ".json", "/challenges/open/sort-1": "/challenges/open/sort-1.json", "/agents/open/nova": "/agents/open/nova.json",
		"/agents/open/Zo%C3%AB%202%2Emd": "/agents/open/Zo%C3%AB%202%2Emd.json", "/challenges/": "/challenges/index.json", "/log/": "/log/index.json",
	} {
		markdown := strings.TrimSuffix(json, ".json") + ".md"
		tags := map[string]bool{}
		for _, row := range []struct{ target, accept, media, location string }{
			{address, "", page, ""}, {address, "*/*", page, ""}, {address, "text/html, text/markdown", page, ""},
			{address, "text/markdown", text, markdown}, {address, "text/markdown, text/html", text, markdown}, {address, "application/json", data, json},
			{markdown, "text/html", text, ""}, {json, "text/markdown", data, ""},
		} {
			w := ask(app, "GET", row.target, "", "Accept: "+row.accept)
			h := w.Header()
			if w.Code != 200 || h.Get("Content-Type") != row.media || h.Get("Content-Location") != row.location || (h.Get("Vary") == "Accept") != (row.target == address) {
				t.Errorf("%s for %q: %d %v", row.target, row.accept, w.Code, h)
			}
			if open := h.Get("Access-Control-Allow-Origin") == "*" && h.Get("Cross-Origin-Resource-Policy") == "cross-origin"; open == (row.media == page) {
				t.Errorf("%s for %q: other sites read it: %t", row.target, row.accept, open)
			}
			tags[h.Get("ETag")] = true
			if again := ask(app, "GET", row.target, "", "Accept: "+row.accept, "If-None-Match: "+h.Get("ETag")); again.Code != 304 {
				t.Errorf("%s for %q: %d to a client that has it", row.target, row.accept, again.Code)
			}
		}
		if at := ask(app, "GET", address+"?utm=1&after=", "", "Accept: application/json").Header().Get("Content-Location"); at != json {
			t.Errorf("%s with a query that nothing reads: at %s", address, at)
		}
		if len(tags) != 3 {
			t.Errorf("%s: %d tags of three forms", address, len(tags))
		}
		body := ask(app, "GET", address, "").Body.String()
		for _, link := range []string{`type="application/json" href="` + json, `type="text/markdown" href="` + markdown} {
			if !regexp.MustCompile(`<link rel="alternate" ` + regexp.QuoteMeta(link) + `"|<link rel="alternate" href="` + regexp.QuoteMeta(strings.SplitN(link, `href="`, 2)[1])).MatchString(body) {
				t.Errorf("%s does not name %s", address, link)
			}
		}
		if got, want := ask(app, "GET", markdown, "").Body.String(), ask(app, "GET", address, "", "Accept: text/markdown").Body.String(); got != want || !strings.Contains(got, "("+json+")") {
			t.Errorf("%s: %s", markdown, got)
		}
	}
	for _, page := range []string{Challenges, Log} { // as with all pages, .md or .json may stand for the slash at the end
		for _, form := range []string{".md", ".json"} {
			short, named := strings.TrimSuffix(page, "/")+form, page+"index"+form
			if got, want := ask(app, "GET", short, ""), ask(app, "GET", named, ""); got.Code != 200 || got.Body.String() != want.Body.String() || got.Header().Get("Content-Type") != want.Header().Get("Content-Type") || !Handles(short) {
				t.Errorf("%s: %d %s", short, got.Code, got.Body)
			}
		}
	}
	for _, missing := range []string{"/p/" + strings.Repeat("a", 26), "/p/no-id"} {
		w := ask(app, "GET", missing, "", "Accept: text/markdown")
		if h := w.Header(); w.Code != 404 || h.Get("Content-Type") != "application/problem+json" || h.Get("Content-Location") != "" || h.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("no proof: %d %v", w.Code, h)
		}
	}
}

// numbersOf are the numbers in a text, as they are written.
func numbersOf(text string) []string {
	return regexp.MustCompile(`\d+(\.\d+)?`).FindAllString(text, -1)
}

// A leaderboard and a proof in Markdown have the numbers of their JSON, in its order.
func TestMarkdownHasTheNumbers(t *testing.T) {
	app := newLogged(t, nil)
	var first string
	for i := range 60 {
		id := keep(t, app, runner.sign(t, record{"version": "tallyproof-score/1", "arena": "open", "challenge_id": "c", "agent_name": fmt.Sprintf("Agent %c%c", 'A'+i/26, 'a'+i%26), "submission_id": fmt.Sprint(i), "final_score": 99.75 - float64(i*7%60)/4}))
		if i == 0 {
			first = id
		}
	}
	for _, query := range []string{"", "?after="} {
		if query != "" {
			query += read[List](t, ask(app, "GET", "/challenges/open/c.json", "")).Entries[49].ID
		}
		l := read[List](t, ask(app, "GET", "/challenges/open/c.json"+query, ""))
		doc := rendered(t, ask(app, "GET", "/challenges/open/c.md"+query, "").Body.Bytes())
		var rows []string
		for n := range doc.Descendants() {
			if n.Data == "tr" && n.Parent.Data == "tbody" {
				rows = append(rows, textOf(n))
			}
		}
		if len(rows) != len(l.Entries) || len(rows) < 10 {
			t.Fatalf("%d rows of %d entries", len(rows), len(l.Entries))
		}
		for i, e := range l.Entries {
			if got, want := numbersOf(rows[i]), []string{fmt.Sprint(e.Rank), number(e.Total)}; !strings.Contains(rows[i], e.Name) || got[0] != want[0] || !slices.ContainsFunc(got, func(x string) bool {
				return strings.TrimRight(strings.TrimRight(x+" ", "0 "), ".") == want[1] || x == want[1]
			}) {
				t.Errorf("row %d is %q: want %s, %s", i, rows[i], e.Name, want)
			}
		}
		if all := textOf(doc); !strings.Contains(all, "/challenges/open/c"+query) || (query == "") != strings.Contains(all, "Next proofs") {
			t.Errorf("%s: %s", query, all)
		}
	}
	keep(t, app, runner.sign(t, nova)) // 90 · 0.4, 80 · 0.2, 85 · 0.2, 80 · 0.2
	if board := textOf(rendered(t, ask(app, "GET", "/challenges/open/sort-1.md", "").Body.Bytes())); !strings.Contains(board, "Correctness 36, Speed 16, Quality 17, Process 16") {
		t.Errorf("the points of Nova are not in %s", board)
	}
	var said []string
	for _, p := range read[List](t, ask(app, "GET", "/challenges/open/sort-1.json", "")).Entries[0].Parts {
		said = append(said, p.Label+" "+number(&p.Points))
	}
	for _, address := range []string{"/challenges/open/sort-1", "/challenges/open/sort-1.md"} {
		if board := ask(app, "GET", address, "").Body.String(); len(said) != 4 || !strings.Contains(board, strings.Join(said, ", ")) {
			t.Errorf("the points of the JSON, %q, are not in %s", said, board)
		}
	}
	s := read[Stored](t, ask(app, "GET", "/p/"+first+".json", ""))
	all := textOf(rendered(t, ask(app, "GET", "/p/"+first+".md", "").Body.Bytes()))
	for _, want := range []string{"This host found it " + strings.ToLower(s.Answer.Heading), s.Answer.Sentence, "99.75", s.Answer.Key.PublicKey, s.Text} {
		if !strings.Contains(strings.Join(strings.Fields(all), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%q is not in %s", want, all)
		}
	}
}

// Texts of strangers make nothing in Markdown: no link, no picture, no heading, no
// table and no HTML.
func TestHostileMarkdown(t *testing.T) {
	var rows [][2]string
	data, err := testdata.FS.ReadFile("markdown.json")
	if err == nil {
		err = json.Unmarshal(data, &rows)
	}
	if err != nil || len(rows) < 20 {
		t.Fatal(len(rows), err)
	}
	texts := []string{"[x](https://evil.example)", "![x](https://evil.example/x.png)", "<img src=https://evil.example/x onerror=alert(1)>", "# heading", "| a | b |\n| - | - |", "```\n# x\n```", "<!-- -->", "a\n\n# b", "[x]: https://evil.example", "https://evil.example", "evil@evil.example", "a|b", "`a` **b**", "</bdi></code></pre><h1>x</h1>", "1. x", "- x", "\\[x](y)"}
	for _, row := range rows {
		if strings.TrimSpace(row[0]) != "" {
			texts = append(texts, row[0])
		}
	}
	app := newApp(t, nil)
	plain := map[string][]string{}
	for i, text := range slices.Insert(texts, 0, "Nova") {
		arena := fmt.Sprintf("a%d", i)
		id := keep(t, app, anywhere.sign(t, record{"version": "tallyproof-score/1", "arena": arena, "challenge_id": "c", "challenge_name": text, "agent_id": "a", "agent_name": text, "submission_id": fmt.Sprint(i), "evaluator": text, "tier": text, "final_score": 85, text + " x": text}))
		for kind, path := range map[string]string{"proof": "/p/" + id + ".md", "board": "/challenges/" + arena + "/c.md", "agent": "/agents/" + arena + "/a.md"} {
			w := ask(app, "GET", path, "")
			got := shape(t, app.host, rendered(t, w.Body.Bytes()))
			if plain[kind] == nil {
				plain[kind] = got
			} else if !slices.Equal(got, plain[kind]) {
				t.Errorf("%q changes the %s: %v, want %v\n%s", text, kind, got, plain[kind], w.Body)
			}
		}
	}
}

// TestMarkdownToCopy: a name of a stranger in a line to copy stays that text.
func TestMarkdownToCopy(t *testing.T) {
	app := newApp(t, nil)
	for i, name := range []string{"Nova 99 &rlm;", "Nova 99 &#x202e;", "a ](https://evil.example) b", "https://evil.example/x", "@all", "*Nova* <b>$x$ #1", "\u05d0\u05d1 &rlm;", "Nova."} {
		keep(t, app, runner.sign(t, nova.like(record{"agent_name": name, "submission_id": fmt.Sprint(i)})))
	}
	joiner := strings.NewReplacer("\u2060", "")
	for _, p := range read[BadgeList](t, ask(app, "GET", BadgeIndex, "")).Proofs {
		for _, b := range p.Badges {
			said, _, ok := strings.Cut(strings.TrimPrefix(b.Markdown, "[!"), "]("+b.SVG+")]("+p.URL+")")
			link := said + "](" + p.URL + ")" // of a picture's text nothing else is seen
			doc := rendered(t, []byte(link))
			if got := joiner.Replace(strings.TrimSpace(textOf(doc))); !ok || got != strings.TrimSuffix(p.Title, " in Sorting") || !slices.Equal(shape(t, app.host, doc), []string{"html", "head", "body", "a"}) {
				t.Errorf("%q: got %q by %s", p.Title, got, link)
			}
		}
	}
}

// shape are the elements of a document that stand for something, and that lead
// somewhere else.
func shape(t *testing.T, host string, doc *html.Node) (all []string) {
	t.Helper()
	for n := range doc.Descendants() {
		if n.Type != html.ElementNode || n.Data == "p" {
			continue
		}
		name := n.Data
		for _, a := range n.Attr {
			if (a.Key == "href" || a.Key == "src") && !strings.HasPrefix(a.Val, "/") && !strings.HasPrefix(a.Val, "https://"+host) {
				name += " to " + a.Val
			}
		}
		all = append(all, name)
	}
	return all
}

// rendered is Markdown as GitHub reads it, HTML in it included.
func rendered(t *testing.T, markdown []byte) *html.Node {
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

func textOf(n *html.Node) string {
	var b strings.Builder
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
