package all

import (
	"encoding/json"
	"maps"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/internal/htmltest"
)

// TestExamplesEqualTheEnginesAnswers does at build time what calculator.mjs does live:
// it reads each form as form/read.mjs reads it, asks the engine, and compares every
// place with what the page shows. So the first live answer changes nothing.
func TestExamplesEqualTheEnginesAnswers(t *testing.T) {
	calculators := 0
	for path, text := range render(t) {
		doc, err := html.Parse(strings.NewReader(text))
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		for calc := range htmltest.Find(doc, "data-calc") {
			if htmltest.Has(calc, "hidden") {
				continue // the example has nothing that it could answer
			}
			calculators++
			operation := htmltest.Attr(calc, "data-operation")
			t.Run(path+" "+operation, func(t *testing.T) {
				answer := htmltest.Ask(t, operation, rated(t, requestOf(t, doc, calc)))
				if places := htmltest.Compare(t, calc, answer); places < 3 {
					t.Errorf("%d places for the answer: want the page to show it", places)
				}
				for elsewhere := range htmltest.Find(doc, "data-of") {
					if htmltest.Attr(elsewhere, "data-of") == htmltest.Attr(calc, "data-form") {
						htmltest.Compare(t, elsewhere, answer)
					}
				}
			})
		}
	}
	if calculators < 8 {
		t.Errorf("%d calculators: want those of six pages", calculators)
	}
}

// requestOf reads a form as form/read.mjs does, and before it the one it goes with.
func requestOf(t *testing.T, doc, calc *html.Node) any {
	t.Helper()
	var root any = map[string]any{}
	own, with := htmltest.Attr(calc, "data-form"), htmltest.Attr(calc, "data-with")
	if with == "" {
		return taken(fieldsOf(t, root, formOf(t, doc, own)), htmltest.Attr(calc, "data-reads"))
	}
	root = taken(fieldsOf(t, root, formOf(t, doc, with)), htmltest.Attr(calc, "data-reads"))
	return fieldsOf(t, root, formOf(t, doc, own))
}

// rated gives a rulebook the rating of the one that the page starts from, as rules/rules.mjs does, but
// for the numbers that the form has.
func rated(t *testing.T, request any) any {
	t.Helper()
	all, _ := request.(map[string]any)
	mine, _ := all["rulebook"].(map[string]any)
	shown, _ := mine["rating"].(map[string]any)
	base, _ := all["base"].(string)
	if shown == nil || base == "" {
		return request
	}
	start, err := rulebook.ID(base).Resolve()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(start.Rating)
	if err != nil {
		t.Fatal(err)
	}
	var whole map[string]any
	if err := json.Unmarshal(text, &whole); err != nil {
		t.Fatal(err)
	}
	whole["start"] = shown["start"]
	maps.Copy(whole["k"].([]any)[0].(map[string]any), shown["k"].([]any)[0].(map[string]any))
	mine["rating"] = whole
	return request
}

// taken are the members that a calculator reads of a form, by their names in its request.
func taken(all any, reads string) any {
	if reads == "" {
		return all
	}
	some := map[string]any{}
	for _, one := range strings.Fields(reads) {
		from, to, renamed := strings.Cut(one, "=")
		if !renamed {
			to = from
		}
		if value, given := all.(map[string]any)[from]; given {
			some[to] = value
		}
	}
	return some
}

func formOf(t *testing.T, doc *html.Node, id string) *html.Node {
	t.Helper()
	for form := range htmltest.Find(doc, "novalidate") {
		if htmltest.Attr(form, "id") == id {
			return form
		}
	}
	t.Fatalf("%q: no such form", id)
	return nil
}

func fieldsOf(t *testing.T, root any, in *html.Node) any {
	t.Helper()
	for field := range htmltest.Find(in, "name") {
		name := htmltest.Attr(field, "name")
		value, given := valueOf(t, field)
		if !strings.HasPrefix(name, "/") || htmltest.Hidden(field) || !given {
			continue
		}
		root = put(root, strings.Split(name, "/")[1:], value)
	}
	return root
}

func valueOf(t *testing.T, field *html.Node) (any, bool) {
	t.Helper()
	value := htmltest.Attr(field, "value")
	switch {
	case field.Data == "select":
		for option := range htmltest.Find(field, "selected") {
			chosen := htmltest.Attr(option, "value")
			if x, err := strconv.ParseFloat(chosen, 64); err == nil && htmltest.Attr(field, "data-type") == "number" {
				return x, true
			}
			return chosen, chosen != "" || !htmltest.Has(field, "data-omit")
		}
		return nil, false
	case field.Data == "textarea":
		text := htmltest.Content(field)
		return text, text != "" || !htmltest.Has(field, "data-omit")
	case htmltest.Attr(field, "type") == "radio":
		return value, htmltest.Has(field, "checked") && (value != "" || !htmltest.Has(field, "data-omit"))
	case htmltest.Attr(field, "type") == "checkbox":
		return true, htmltest.Has(field, "checked")
	case htmltest.Attr(field, "data-type") == "number" && value == "":
		return nil, false
	case htmltest.Attr(field, "data-type") == "number":
		x, err := strconv.ParseFloat(value, 64)
		if err != nil {
			t.Errorf("%s: %v", htmltest.Attr(field, "name"), err)
		}
		return x, true
	}
	return value, value != "" || !htmltest.Has(field, "data-omit")
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
