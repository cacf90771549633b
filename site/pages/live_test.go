package pages

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/site/decimals"
)

// TestExamplesAreTheEngines does at build time what calculator.mjs does live:
// it reads each form as form.mjs reads it, asks the engine, and compares every
// place with what the page shows. So the first live answer changes nothing.
func TestExamplesAreTheEngines(t *testing.T) {
	calculators := 0
	for path, text := range render(t) {
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for calc := range find(doc, "data-calc") {
			calculators++
			operation := attr(calc, "data-operation")
			t.Run(path+" "+operation, func(t *testing.T) {
				answer := ask(t, operation, requestOf(t, doc, calc))
				if places := compare(t, calc, answer); places < 3 {
					t.Errorf("%d places for the answer: want the page to show it", places)
				}
			})
		}
	}
	if calculators < 8 {
		t.Errorf("%d calculators: want those of six pages", calculators)
	}
}

func ask(t *testing.T, operation string, request any) any {
	t.Helper()
	text, err := json.Marshal(request)
	if err != nil {
		t.Fatal(err)
	}
	var envelope struct {
		OK    any
		Error any
	}
	if err := json.Unmarshal(engine.Call(operation, text), &envelope); err != nil {
		t.Fatal(err)
	}
	if envelope.Error != nil {
		t.Fatalf("%s %s: %v", operation, text, envelope.Error)
	}
	return envelope.OK
}

// requestOf reads a form as form.mjs does, and before it the one it goes with.
func requestOf(t *testing.T, doc, calc *html.Node) any {
	t.Helper()
	var root any = map[string]any{}
	if with := attr(calc, "data-with"); with != "" {
		root = fieldsOf(t, root, formOf(t, doc, with))
	}
	return fieldsOf(t, root, calc)
}

func formOf(t *testing.T, doc *html.Node, id string) *html.Node {
	t.Helper()
	for form := range find(doc, "novalidate") {
		if attr(form, "id") == id {
			return form
		}
	}
	t.Fatalf("data-with=%q: no such form", id)
	return nil
}

func fieldsOf(t *testing.T, root any, in *html.Node) any {
	t.Helper()
	for field := range find(in, "name") {
		name := attr(field, "name")
		value, given := valueOf(t, field)
		if !strings.HasPrefix(name, "/") || hidden(field) || !given {
			continue
		}
		root = put(root, strings.Split(name, "/")[1:], value)
	}
	return root
}

func valueOf(t *testing.T, field *html.Node) (any, bool) {
	t.Helper()
	value := attr(field, "value")
	switch {
	case field.Data == "select":
		for option := range find(field, "selected") {
			return attr(option, "value"), true
		}
		return nil, false
	case field.Data == "textarea":
		return content(field), true
	case attr(field, "type") == "radio":
		return value, has(field, "checked")
	case attr(field, "type") == "checkbox":
		return true, has(field, "checked")
	case attr(field, "data-type") == "number" && value == "":
		return nil, false
	case attr(field, "data-type") == "number":
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Errorf("%s: %v", attr(field, "name"), err)
		}
		return x, true
	}
	return value, value != "" || !has(field, "data-omit")
}

// put sets a value at a path, making arrays where a name is a number.
func put(into any, path []string, value any) any {
	if len(path) == 0 {
		return value
	}
	if i, err := strconv.Atoi(path[0]); err == nil {
		list, _ := into.([]any)
		for len(list) <= i {
			list = append(list, nil)
		}
		list[i] = put(list[i], path[1:], value)
		return list
	}
	members, ok := into.(map[string]any)
	if !ok {
		members = map[string]any{}
	}
	members[path[0]] = put(members[path[0]], path[1:], value)
	return members
}

// compare walks what place.mjs would place, and counts the places.
func compare(t *testing.T, n *html.Node, data any) int {
	t.Helper()
	if n.Type == html.ElementNode {
		if path := attr(n, "data-if"); path != "" && has(n, "hidden") != empty(at(data, path)) {
			t.Errorf("<%s data-if=%q>: hidden is %t", n.Data, path, has(n, "hidden"))
		}
		compareAttributes(t, n, data)
		if path := attr(n, "data-svg"); path != "" {
			if got, want := drawing(t, n), again(t, shown(at(data, path))); got != want {
				t.Errorf("data-svg=%q shows %q: want %q", path, got, want)
			}
			return 1
		}
		if path := attr(n, "data-out"); path != "" {
			if got, want := plain(content(n)), plain(shown(at(data, path))); got != want {
				t.Errorf("data-out=%q shows %q: want %q", path, got, want)
			}
			return 1
		}
		if path := attr(n, "data-each"); path != "" {
			return compareList(t, n, at(data, path))
		}
	}
	places := 0
	for child := range n.ChildNodes() {
		places += compare(t, child, data)
	}
	return places
}

// drawing is the one picture inside an element, as the parser writes it again;
// what the engine drew is written the same way.
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
	for body := range find(doc, "xmlns") {
		return drawing(t, body.Parent)
	}
	return svg
}

func compareList(t *testing.T, list *html.Node, data any) int {
	t.Helper()
	items, _ := data.([]any)
	places, i := 0, 0
	for child := range list.ChildNodes() {
		if child.Type != html.ElementNode || child.Data == "template" {
			continue
		}
		if i == len(items) {
			t.Errorf("data-each=%q has more than %d rows", attr(list, "data-each"), len(items))
			break
		}
		places += compare(t, child, items[i])
		i++
	}
	if i < len(items) {
		t.Errorf("data-each=%q has %d rows: want %d", attr(list, "data-each"), i, len(items))
	}
	return places
}

var pair = regexp.MustCompile(`^([\w-]+)=([\w/]+)(.*)$`)

func compareAttributes(t *testing.T, n *html.Node, data any) {
	t.Helper()
	for _, text := range strings.Fields(attr(n, "data-attr")) {
		m := pair.FindStringSubmatch(text)
		if m == nil {
			t.Fatalf("data-attr %q: want name=path", text)
		}
		if got, want := attr(n, m[1]), shown(at(data, m[2]))+m[3]; got != want {
			t.Errorf("%s is %q: want %q", text, got, want)
		}
	}
}

func at(data any, path string) any {
	if path == "." {
		return data
	}
	for _, name := range strings.Split(path, "/") {
		members, _ := data.(map[string]any)
		data = members[name]
	}
	return data
}

func shown(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	}
	return fmt.Sprint(value)
}

func empty(value any) bool {
	list, isList := value.([]any)
	return value == nil || value == "" || value == false || isList && len(list) == 0
}

// plain is a text without the spaces that align it.
func plain(s string) string {
	return strings.NewReplacer(decimals.PointSpace, "", decimals.FigureSpace, "").Replace(s)
}
