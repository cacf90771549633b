package all

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
	"github.com/tallyproof/tallyproof/site/twin"
	twinfiles "github.com/tallyproof/tallyproof/site/twin/files"
)

// files are the twins of all pages, by their addresses.
var files = sync.OnceValues(func() (map[string][]byte, error) {
	texts, err := rendered()
	if err != nil {
		return nil, err
	}
	var made []build.Text
	for path, text := range texts {
		made = append(made, build.Text{Path: path, Data: []byte(text)})
	}
	list, err := twinfiles.Make(made)
	all := map[string][]byte{}
	for _, p := range list {
		all[p.Path] = p.Component.(build.Plain)
	}
	return all, err
})

func twins(t *testing.T) map[string][]byte {
	t.Helper()
	all, err := files()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// markdownOf is the Markdown of a page, read by another program.
func markdownOf(t *testing.T, path string) *html.Node {
	t.Helper()
	var b bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert(twins(t)[twin.Address(path, twin.Markdown)], &b); err != nil {
		t.Fatal(err)
	}
	doc, err := html.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// said are the words of a page in Markdown, without the line that names its addresses.
func said(t *testing.T, path string) string {
	t.Helper()
	words := htmltest.Words(markdownOf(t, path))
	address := "Page: " + path
	if !strings.Contains(words, address) {
		t.Errorf("%s: its Markdown does not name %q", path, address)
	}
	return strings.Replace(words, address, "", 1)
}

var figure = regexp.MustCompile(`\d+(?:[.,]\d+)*`)

// The Markdown of every page has its numbers in its order.
func TestTwinsHaveTheSameNumbers(t *testing.T) {
	count := 0
	for path, text := range render(t) {
		if !twinfiles.Has(path) {
			if twins(t)[twin.Address(path, twin.Markdown)] != nil {
				t.Errorf("%s has a twin", path)
			}
			continue
		}
		inMarkdown := figure.FindAllString(said(t, path), -1)
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for main := range htmltest.Find(doc, "tabindex") {
			if main.Data == "main" {
				inOrderIn(t, path+" in Markdown", strings.Join(inMarkdown, " "), figure.FindAllString(readable(main), -1))
			}
		}
		count += len(inMarkdown)
	}
	if count < 5000 {
		t.Errorf("%d numbers were compared: want thousands", count)
	}
}

// unread are elements without text for a reader of the page, or with controls.
var unread = []string{"template", "script", "noscript", "button", "nav", "svg", "dialog", "label", "input", "select", "textarea"}

// readable is the text of a page that is shown without any use of it, except
// controls. A formula is the text that stands for it.
func readable(n *html.Node) string {
	switch {
	case n.Type == html.TextNode:
		return strings.NewReplacer("\u2007", "", "\u2008", "").Replace(n.Data)
	case n.Data == "math":
		return htmltest.Attr(n, "alttext")
	case slices.Contains(unread, n.Data), htmltest.Has(n, "hidden"), htmltest.Attr(n, "aria-hidden") == "true", htmltest.Has(n, "data-announce"),
		needsScript(n):
		return ""
	case htmltest.Attr(n, "class") == "unit", htmltest.Attr(n, "class") == "sr":
		return ""
	}
	var b strings.Builder
	for child := range n.ChildNodes() {
		b.WriteString(readable(child))
		if child.Type == html.ElementNode && child.Data != "b" && child.Data != "bdi" && child.Data != "a" && child.Data != "code" && child.Data != "sup" && child.Data != "sub" {
			b.WriteString(" ")
		}
	}
	return b.String()
}

func near(list []string, i int) []string {
	return list[min(max(i-2, 0), len(list)):min(i+3, len(list))]
}

// What a calculator shows is in the Markdown, in the same order.
func TestTwinsShowTheEnginesAnswers(t *testing.T) {
	cases := 0
	for path, text := range render(t) {
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		if !twinfiles.Has(path) {
			continue
		}
		for calc := range htmltest.Find(doc, "data-calc") {
			shown := placed(calc)
			inOrderIn(t, path+" "+htmltest.Attr(calc, "data-form"), said(t, path), shown)
			cases += len(shown)
		}
	}
	if cases < 500 {
		t.Errorf("%d numbers of answers were found: want hundreds", cases)
	}
}

// placed are the numbers of an answer that a calculator shows, outside of its form.
func placed(calc *html.Node) (numbers []string) {
	var texts strings.Builder
	for n := range htmltest.Find(calc, "data-out") {
		if !htmltest.Hidden(n) && !inForm(n) && !htmltest.Has(n, "data-announce") {
			if n.Data != "bdi" || n.PrevSibling == nil || n.PrevSibling.Data != "bdi" { // else a further piece of the value
				texts.WriteString(" ")
			}
			texts.WriteString(strings.NewReplacer("\u2007", "", "\u2008", "").Replace(htmltest.Content(n)))
		}
	}
	return figure.FindAllString(texts.String(), -1)
}

// needsScript reports whether an element is there with a script alone, so that no twin has it.
func needsScript(n *html.Node) bool {
	return slices.Contains(strings.Fields(htmltest.Attr(n, "class")), "js-only")
}

func inForm(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if needsScript(n) || n.Data == "form" || n.Data == "button" || n.Data == "svg" || htmltest.Attr(n, "aria-hidden") == "true" || htmltest.Has(n, "data-line") {
			return true
		}
	}
	return false
}

// inOrderIn looks for the numbers in a text, each after the one before it.
func inOrderIn(t *testing.T, name, text string, numbers []string) {
	t.Helper()
	found := figure.FindAllString(text, -1)
	at := 0
	for i, x := range numbers {
		j := slices.Index(found[at:], x)
		if j < 0 {
			t.Errorf("%s: %s, number %d of %d, is not after those before it: %v", name, x, i, len(numbers), near(numbers, i))
			return
		}
		at += j + 1
	}
}

// The list of pages leads to every twin and to nothing that is not there.
func TestIndexOfTwins(t *testing.T) {
	links := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^- \[[^\n]*?\]\(([^)]*)\): \S`).FindAllStringSubmatch(string(twins(t)[twinfiles.Index]), -1) {
		links[m[1]] = true
	}
	for path := range twins(t) {
		if strings.HasSuffix(path, twin.Markdown) != links[path] {
			t.Errorf("%s is in the list: %t", path, links[path])
		}
		delete(links, path)
	}
	for _, known := range []string{"/api/openapi.json", "/engine/engine.d.ts", "/schema/rulebook.json"} {
		delete(links, known)
	}
	if len(links) > 0 {
		t.Errorf("the list has links that lead nowhere: %v", links)
	}
}
