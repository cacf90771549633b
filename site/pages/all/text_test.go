package all

import (
	"encoding/xml"
	"io"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/docs"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// whole is every page, made once.
func whole(t *testing.T) []htmltest.Document {
	t.Helper()
	made.Do(func() {
		all = htmltest.Documents(t, Pages)
	})
	return all
}

var (
	made sync.Once
	all  []htmltest.Document
)

// texts are the pages of text.
func texts(t *testing.T) []htmltest.Document {
	t.Helper()
	return slices.DeleteFunc(slices.Clone(whole(t)), func(d htmltest.Document) bool {
		of, _ := pages.Of(d.Path)
		return !slices.Contains([]string{pages.Text, pages.Rulebook, pages.Operation}, of.Kind)
	})
}

// Every heading of these pages links to itself, or elsewhere. The summary of a fold opens it;
// it has an id, so that links lead there.
func TestHeadings(t *testing.T) {
	headings := 0
	for _, d := range texts(t) {
		for _, n := range slices.Concat(d.Elements("h2"), d.Elements("h3")) {
			headings++
			id := htmltest.Attr(n, "id")
			if links(n) || n.Parent.Data == "summary" && id != "" {
				continue
			}
			if id == "" || !strings.Contains(d.Text, `href="#`+id+`"`) {
				t.Errorf("%s: the heading %q does not link to itself", d.Path, htmltest.Words(n))
			}
		}
		if strings.Contains(d.Text, "%!") {
			t.Errorf("%s: a format verb without its argument", d.Path)
		}
	}
	if headings < 200 {
		t.Errorf("%d headings were checked", headings)
	}
}

// links reports whether there is a link in a heading.
func links(heading *html.Node) bool {
	for n := range heading.Descendants() {
		if n.Data == "a" && htmltest.Has(n, "href") {
			return true
		}
	}
	return false
}

// Every link of these pages leads to a page, and every fragment to an id.
func TestLinks(t *testing.T) {
	ids := map[string][]string{}
	for _, d := range whole(t) {
		ids[d.Path] = d.IDs()
	}
	schemas, err := docs.Schemas()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range schemas {
		ids[p.Path] = nil
	}
	for path := range twins(t) {
		ids[path] = nil
	}
	links := 0
	for _, d := range texts(t) {
		for _, a := range d.Elements("a") {
			href := htmltest.Attr(a, "href")
			to, err := url.Parse(href)
			if err != nil {
				t.Errorf("%s links to %q: %v", d.Path, href, err)
				continue
			}
			if to.Host != "" || strings.HasPrefix(to.Path, "/engine/") {
				continue
			}
			links++
			path := to.Path
			if path == "" {
				path = d.Path
			}
			known, ok := ids[path]
			switch {
			case !ok:
				t.Errorf("%s links to %s: there is no such page", d.Path, href)
			case to.Fragment != "" && !strings.HasPrefix(to.Fragment, "1;") && !slices.Contains(known, to.Fragment):
				t.Errorf("%s links to %s: no element has that id", d.Path, href)
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
	for _, d := range texts(t) {
		for rest := d.Text; ; {
			_, after, found := strings.Cut(rest, "<math")
			if !found {
				break
			}
			inner, after, closed := strings.Cut(after, "</math>")
			if !closed {
				t.Fatalf("%s: a math element does not end", d.Path)
			}
			checkMathML(t, d.Path, "<math"+inner+"</math>")
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
