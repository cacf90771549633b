package rules

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// worked is the example that runs through the rules of a page: numbers that the
// reader changes, and what the engine is asked about them, one after the other. In a
// request, the text "=name" stands for a number, and "=call/path" for a member of an
// earlier answer. The page has it as JSON, for site/assets/examples/worked.mjs.
type worked struct {
	Fields map[string]*field `json:"fields"`
	Calls  []call            `json:"calls"`
	Flow   *flow             `json:"flow,omitempty"`
}

// field is a number of the example. Most may be the name of another one: "=tests".
type field struct {
	Label string      `json:"label,omitempty"`
	Value json.Number `json:"value"`
	Step  json.Number `json:"step"`
	Least json.Number `json:"least"`
	Most  any         `json:"most"`
}

type call struct {
	As        string `json:"as"`
	Operation string `json:"operation"`
	Request   any    `json:"request"`
}

// flow is the picture of the example: from its dimensions to what comes of them.
type flow struct {
	From []node `json:"from"`
	Main node   `json:"main"`
	Then []node `json:"then"`
}

// node is a value in the flow: its name, where it is in the answers, and its rule.
type node struct {
	Label, Dim, Out, Small, Rule string
}

// readWorked reads the example of a page, and asks the engine.
func readWorked(text string) (*worked, map[string]any, error) {
	w := &worked{}
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(w); err != nil {
		return nil, nil, fmt.Errorf("the example of the page: want JSON with fields, calls and a flow: %w", err)
	}
	if w.Flow == nil {
		return nil, nil, errors.New("the example of the page: want a flow")
	}
	answers := map[string]any{}
	for name, f := range w.Fields {
		value, err := f.Value.Float64()
		if err != nil || f.Label == "" {
			return nil, nil, fmt.Errorf("the field %q: want a label and a number", name)
		}
		answers[name] = value
	}
	for _, c := range w.Calls {
		if _, taken := answers[c.As]; taken || c.As == "" {
			return nil, nil, fmt.Errorf("the call %q: want a name of its own", c.As)
		}
		request, err := filled(c.Request, answers)
		if err != nil {
			return nil, nil, fmt.Errorf("the call %q: %w", c.As, err)
		}
		text, err := json.Marshal(request)
		if err != nil {
			return nil, nil, err
		}
		if answers[c.As], err = new(page).ask(c.Operation, string(text)); err != nil {
			return nil, nil, fmt.Errorf("the call %q: %w", c.As, err)
		}
	}
	return w, answers, nil
}

// filled puts numbers and answers into a request.
func filled(value any, answers map[string]any) (any, error) {
	switch v := value.(type) {
	case string:
		path, ok := strings.CutPrefix(v, "=")
		if !ok {
			return v, nil
		}
		found := at(answers, path)
		if found == nil {
			return nil, fmt.Errorf("%q: want a field, or a member of an earlier answer", v)
		}
		return found, nil
	case []any:
		list := make([]any, len(v))
		for i := range v {
			var err error
			if list[i], err = filled(v[i], answers); err != nil {
				return nil, err
			}
		}
		return list, nil
	case map[string]any:
		object := map[string]any{}
		for name := range v {
			var err error
			if object[name], err = filled(v[name], answers); err != nil {
				return nil, err
			}
		}
		return object, nil
	}
	return value, nil
}

// at returns the value at a path of member names, as answer/place.mjs reads it: of a
// list, key=speed is the element whose member key is speed. It is nil if there is none.
func at(data any, path string) any {
	for _, name := range strings.Split(path, "/") {
		switch v := data.(type) {
		case map[string]any:
			data = v[name]
		case []any:
			data = element(v, name)
		default:
			return nil
		}
	}
	return data
}

func element(list []any, name string) any {
	if i, err := strconv.Atoi(name); err == nil && i >= 0 && i < len(list) {
		return list[i]
	}
	member, value, named := strings.Cut(name, "=")
	for _, item := range list {
		if object, ok := item.(map[string]any); named && ok && object[member] == value {
			return item
		}
	}
	return nil
}

// said returns the text at a path of the answers.
func said(answers map[string]any, path string) (string, error) {
	switch v := at(answers, path).(type) {
	case string:
		return v, nil
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64), nil
	}
	return "", fmt.Errorf("%q: want a text or a number of the answers", path)
}
