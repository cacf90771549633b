package htmltest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/site/decimals"
)

// Compare visits what answer/place.mjs would place, and counts the places.
func Compare(t *testing.T, n *html.Node, data any) int {
	t.Helper()
	if n.Type == html.ElementNode {
		if places, ok := compareElement(t, n, data); ok {
			return places
		}
	}
	places := 0
	for child := range n.ChildNodes() {
		if child.Type != html.ElementNode || !Has(child, "data-of") {
			places += Compare(t, child, data)
		}
	}
	return places
}

// compareElement compares what is placed in an element itself. It reports false
// if there may be places inside the element.
func compareElement(t *testing.T, n *html.Node, data any) (places int, ok bool) {
	t.Helper()
	if path := Attr(n, "data-if"); path != "" && Has(n, "hidden") != empty(At(data, path)) {
		t.Errorf("<%s data-if=%q>: hidden is %t", n.Data, path, Has(n, "hidden"))
	}
	if Has(n, "data-if") && Has(n, "hidden") && n.Namespace == "svg" {
		return 0, true // a part of a picture that is not there has nothing to show
	}
	compareAttributes(t, n, data)
	if path := Attr(n, "data-svg"); path != "" {
		if got, want := drawing(t, n), again(t, shown(At(data, path))); got != want {
			t.Errorf("data-svg=%q shows %q: want %q", path, got, want)
		}
		return 1, true
	}
	if path := Attr(n, "data-out"); path != "" {
		if got, want := plain(Content(n)), plain(shown(At(data, path))); got != want {
			t.Errorf("data-out=%q shows %q: want %q", path, got, want)
		}
		if accent := Attr(n, "data-accent"); accent != "" {
			compareAccent(t, n, shown(At(data, accent)))
		}
		return 1, true
	}
	if path := Attr(n, "data-each"); path != "" {
		return compareList(t, n, At(data, path)), true
	}
	return 0, false
}

// compareAccent compares the words of a text that are set apart.
func compareAccent(t *testing.T, n *html.Node, want string) {
	t.Helper()
	for child := range n.ChildNodes() {
		if child.Type == html.ElementNode && Attr(child, "class") == "key" {
			if got := Content(child); got != want {
				t.Errorf("the accent is on %q: want %q", got, want)
			}
			return
		}
	}
	t.Errorf("no part of %q has the accent", Content(n))
}

// drawing returns the only picture inside an element, as the parser writes it. The
// engine's picture is written in the same way, so that both can be compared.
func drawing(t *testing.T, n *html.Node) string {
	t.Helper()
	var b strings.Builder
	for child := range n.ChildNodes() {
		if err := html.Render(&b, child); err != nil {
			t.Fatal(err)
		}
	}
	return b.String()
}

func again(t *testing.T, svg string) string {
	t.Helper()
	doc, err := html.Parse(strings.NewReader(svg))
	if err != nil {
		t.Fatal(err)
	}
	for body := range Find(doc, "xmlns") {
		return drawing(t, body.Parent)
	}
	return svg
}

func compareList(t *testing.T, list *html.Node, data any) int {
	t.Helper()
	items, _ := data.([]any)
	places, i := 0, 0
	if len(items) == 0 && Hidden(list) { // in a picture the first row is the pattern of others
		return 0
	}
	for child := range list.ChildNodes() {
		if child.Type != html.ElementNode || child.Data == "template" {
			continue
		}
		if i == len(items) {
			t.Errorf("data-each=%q has more than %d rows", Attr(list, "data-each"), len(items))
			break
		}
		places += Compare(t, child, items[i])
		i++
	}
	if i < len(items) && !Has(list, "data-late") { // more come when they are opened
		t.Errorf("data-each=%q has %d rows: want %d", Attr(list, "data-each"), i, len(items))
	}
	return places
}

var pair = regexp.MustCompile(`^([\w-]+)=([\w/]+)(.*)$`)

func compareAttributes(t *testing.T, n *html.Node, data any) {
	t.Helper()
	for _, text := range strings.Fields(Attr(n, "data-attr")) {
		m := pair.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("data-attr %q: want name=path", text)
		}
		if got, want := Attr(n, m[1]), shown(At(data, m[2]))+m[3]; got != want {
			t.Errorf("%s is %q: want %q", text, got, want)
		}
	}
}

func shown(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any: // with commas, as a script writes a list
		texts := make([]string, len(v))
		for i := range v {
			texts[i] = shown(v[i])
		}
		return strings.Join(texts, ",")
	}
	return fmt.Sprint(value)
}

func empty(value any) bool {
	list, isList := value.([]any)
	return value == nil || value == "" || value == false || isList && len(list) == 0
}

// plain returns a text without the spaces that align it.
func plain(s string) string {
	return strings.NewReplacer(decimals.PointSpace, "", decimals.FigureSpace, "").Replace(s)
}
