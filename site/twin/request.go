package twin

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// calculators asks the questions of a page: each is read from its form as
// form/read.mjs reads it when somebody uses the page.
func calculators(main *html.Node, ask Engine) ([]Calculator, error) {
	var all []Calculator
	for n := range main.Descendants() {
		if n.Type != html.ElementNode || !has(n, "data-calc") || attr(n, "data-operation") == "" || !seen(n, main) {
			continue
		}
		c := Calculator{ID: attr(n, "data-form"), Operation: attr(n, "data-operation")}
		request, err := requestOf(main, n)
		if err == nil {
			c.Request, err = plainJSON(request)
		}
		if err == nil {
			c.Answer, err = answerOf(ask(c.Operation, c.Request))
		}
		if err != nil {
			return nil, fmt.Errorf("calculator %q: %w", c.ID, err)
		}
		all = append(all, c)
	}
	return all, nil
}

// answerOf is the answer in an envelope, in the engine's own bytes.
func answerOf(envelope []byte) ([]byte, error) {
	answer, ok := bytes.CutPrefix(envelope, []byte(`{"ok":`))
	if !ok {
		return nil, fmt.Errorf("the engine refuses the example: %s", envelope)
	}
	return answer[:len(answer)-1], nil
}

// plainJSON writes markup as it is.
func plainJSON(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	err := e.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// requestOf is what a calculator asks: what it reads of the form that it goes
// with, and its own.
func requestOf(main, calc *html.Node) (any, error) {
	own, with, reads := attr(calc, "data-form"), attr(calc, "data-with"), attr(calc, "data-reads")
	from := own
	if with != "" {
		from = with
	}
	first, err := formOf(main, from)
	if err != nil {
		return nil, err
	}
	request := taken(fill(map[string]any{}, first), reads)
	if with == "" {
		return request, nil
	}
	second, err := formOf(main, own)
	if err != nil {
		return nil, err
	}
	return fill(request, second), nil
}

func formOf(main *html.Node, id string) (*html.Node, error) {
	if form := first(main, func(n *html.Node) bool { return n.DataAtom == atom.Form && attr(n, "id") == id }); form != nil {
		return form, nil
	}
	return nil, fmt.Errorf("there is no form %q", id)
}

// taken are the members that a calculator reads of a form's request, by its names
// for them: "rating matches=challenges".
func taken(request any, reads string) any {
	members, ok := request.(map[string]any)
	if reads == "" || !ok {
		return request
	}
	some := map[string]any{}
	for _, one := range strings.Fields(reads) {
		from, to, renamed := strings.Cut(one, "=")
		if !renamed {
			to = from
		}
		if value, given := members[from]; given {
			some[to] = value
		}
	}
	return some
}

// fill puts the values of a form into a request, by the JSON Pointers that are the
// names of its controls.
func fill(request any, form *html.Node) any {
	for n := range form.Descendants() {
		if n.Type != html.ElementNode || !isControl(n) || !strings.HasPrefix(attr(n, "name"), "/") || !active(n, form) {
			continue
		}
		path := strings.Split(attr(n, "name"), "/")[1:]
		for i, name := range path {
			path[i] = strings.NewReplacer("~1", "/", "~0", "~").Replace(name)
		}
		value, given := valueOf(n)
		if _, err := strconv.Atoi(path[len(path)-1]); given || err == nil {
			request = put(request, path, value)
		}
	}
	return request
}

// active reports whether a control counts: nothing around it is hidden.
func active(n, form *html.Node) bool {
	for ; n != nil && n != form; n = n.Parent {
		if has(n, "hidden") || has(n, "disabled") || n.DataAtom == atom.Template {
			return false
		}
	}
	return true
}

// valueOf is the value of a control, unless the request does without it.
func valueOf(n *html.Node) (value any, given bool) {
	text := attr(n, "value")
	switch {
	case n.DataAtom == atom.Select:
		option := chosen(n)
		if option == nil {
			return nil, false
		}
		text = attr(option, "value")
	case n.DataAtom == atom.Textarea:
		text = strings.TrimPrefix(content(n), "\n")
	case attr(n, "type") == "checkbox":
		on := has(n, "checked")
		return on, on || !has(n, "data-omit")
	case attr(n, "type") == "radio" && !has(n, "checked"):
		return nil, false
	}
	if attr(n, "data-type") == "number" {
		return number(text)
	}
	return text, text != "" || !has(n, "data-omit")
}

// number is the number in a text, or the text for the engine to refuse.
func number(text string) (value any, given bool) {
	text = strings.ReplaceAll(strings.TrimSpace(text), "−", "-")
	if text == "" {
		return nil, false
	}
	if json.Valid([]byte(text)) {
		return json.Number(text), true
	}
	return text, true
}

// put sets a value at a path, and makes lists where a name is a number.
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
