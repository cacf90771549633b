// Package htmltest renders pages for tests and reads them as a browser would.
package htmltest

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
)

// Unread replaces what a build computes from a file's bytes.
func Unread(name string) (string, error) { return "sha384-of-" + name, nil }

// Unmade returns a page in one file before it is put there.
func Unmade(c build.Component) (build.Single, error) {
	var b bytes.Buffer
	err := c.Render(context.Background(), &b)
	return b.Bytes(), err
}

// Document is a page as a browser reads it.
type Document struct {
	Path, Text string
	root       *html.Node
}

// Documents renders pages. It fails if there are none.
func Documents(t *testing.T, list func(*frame.Frame) ([]build.Page, error)) []Document {
	t.Helper()
	f := &frame.Frame{Asset: func(name string) (string, error) { return "/assets/" + name, nil }, Integrity: Unread,
		Single: Unmade, Add: func(name string, _ []byte) string { return "/assets/" + name }}
	pages, err := list(f)
	if err != nil {
		t.Fatal(err)
	}
	if len(pages) == 0 {
		t.Fatal("no pages")
	}
	var docs []Document
	for _, p := range pages {
		var b bytes.Buffer
		if err := p.Component.Render(context.Background(), &b); err != nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		root, err := html.Parse(bytes.NewReader(b.Bytes()))
		if err != nil {
			t.Fatalf("%s: %v", p.Path, err)
		}
		docs = append(docs, Document{p.Path, b.String(), root})
	}
	return docs
}

// Elements returns the elements of that name, "" for all.
func (d Document) Elements(name string) []*html.Node {
	var found []*html.Node
	for n := range d.root.Descendants() {
		if n.Type == html.ElementNode && (name == "" || n.Data == name) {
			found = append(found, n)
		}
	}
	return found
}

// IDs returns the ids of the elements.
func (d Document) IDs() []string {
	var ids []string
	for _, n := range d.Elements("") {
		if id := Attr(n, "id"); id != "" {
			ids = append(ids, id)
		}
	}
	return ids
}

// Words returns the text inside an element, with single spaces.
func Words(n *html.Node) string {
	if n.Type == html.TextNode {
		return n.Data
	}
	var b strings.Builder
	for c := range n.ChildNodes() {
		b.WriteString(Words(c) + " ")
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// Section returns the text from the heading of that id to the next one of its level
// or above, in the order of the document.
func (d Document) Section(t *testing.T, id string) string {
	t.Helper()
	text, from := "", ""
	for _, n := range d.inMain() {
		switch level := levelOf(n); {
		case from == "" && n.Type == html.ElementNode && Attr(n, "id") == id:
			if from = headingOf(n); from == "" {
				t.Fatalf("%s#%s is not in a heading", d.Path, id)
			}
		case from != "" && level != "" && level <= from && !has(n, id):
			return strings.Join(strings.Fields(text), " ")
		}
		if from != "" && n.Type == html.TextNode {
			text += " " + n.Data
		}
	}
	if from == "" {
		t.Fatalf("%s has no #%s", d.Path, id)
	}
	return strings.Join(strings.Fields(text), " ")
}

// inMain returns the nodes of the page's main part, in their order.
func (d Document) inMain() []*html.Node {
	root := d.root
	for _, n := range d.Elements("main") {
		root = n
	}
	return slices.Collect(root.Descendants())
}

// levelOf returns h2, h3 or h4 for a heading, and "" for anything else.
func levelOf(n *html.Node) string {
	if n.Type == html.ElementNode && (n.Data == "h2" || n.Data == "h3" || n.Data == "h4") {
		return n.Data
	}
	return ""
}

// headingOf returns the level of the heading that an element is, or is in.
func headingOf(n *html.Node) string {
	for ; n != nil; n = n.Parent {
		if level := levelOf(n); level != "" {
			return level
		}
	}
	return ""
}

// has reports whether an element has that id, or something in it has.
func has(n *html.Node, id string) bool {
	if Attr(n, "id") == id {
		return true
	}
	for child := range n.Descendants() {
		if Attr(child, "id") == id {
			return true
		}
	}
	return false
}

// PageAt returns the page with that path.
func PageAt(t *testing.T, docs []Document, path string) Document {
	t.Helper()
	for _, d := range docs {
		if d.Path == path {
			return d
		}
	}
	t.Fatalf("there is no page %s", path)
	return Document{}
}
