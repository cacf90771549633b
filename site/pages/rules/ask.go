package rules

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/url"
	"strconv"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
)

// ask returns the answer of an operation: {{(ask "elo.update" `{"rating": 1000, …}`).rating}}.
// Of several requests, members of the later replace those of the earlier.
func (p *page) ask(name string, requests ...string) (any, error) {
	p.asked = name
	answer, refusal, err := answerOf(name, requests)
	if err != nil {
		return nil, err
	}
	if refusal != nil {
		return nil, fmt.Errorf("%s refuses the request: %s: %s", name, refusal.Field, refusal.Message)
	}
	var value any
	err = json.Unmarshal(answer, &value)
	return value, err
}

// refused returns the reason for which an operation refuses a request.
func refused(name string, requests ...string) (string, error) {
	answer, refusal, err := answerOf(name, requests)
	if err == nil && refusal == nil {
		return "", fmt.Errorf("%s answers %s: want a request that it refuses", name, answer)
	}
	if err != nil {
		return "", err
	}
	return refusal.Message, nil
}

// answerOf asks an operation: its answer or its refusal.
func answerOf(name string, requests []string) ([]byte, *op.Error, error) {
	o, found := engine.Find(name)
	if !found {
		return nil, nil, fmt.Errorf("no operation is called %q: want one of those in /docs/operations/", name)
	}
	whole := map[string]any{}
	for _, text := range requests {
		var request map[string]any
		if err := json.Unmarshal([]byte(text), &request); err != nil {
			return nil, nil, fmt.Errorf("the request %s: want a JSON object: %w", text, err)
		}
		merge(whole, request)
	}
	text, err := json.Marshal(whole)
	if err != nil {
		return nil, nil, err
	}
	answer, refusal := o.Answer(text)
	return answer, refusal, nil
}

// merge puts members into an object: objects are merged, anything else is replaced.
func merge(into, from map[string]any) {
	for name, value := range from {
		inner, ok := value.(map[string]any)
		if before, was := into[name].(map[string]any); ok && was {
			before = maps.Clone(before)
			merge(before, inner)
			value = before
		}
		into[name] = value
	}
}

// link leads to the calculator at href, and fills in a request.
func link(href, operation, request string) (string, error) {
	var text bytes.Buffer
	if err := json.Compact(&text, []byte(request)); err != nil {
		return "", fmt.Errorf("the request %s: want JSON: %w", request, err)
	}
	if _, err := new(page).ask(operation, request); err != nil {
		return "", err
	}
	return href + "#1;op=" + operation + ";json=" + url.PathEscape(text.String()) + ";end", nil
}

// measured returns the score that a rulebook's arithmetic gives for one measurement.
func (p *page) measured(rb *rulebook.Rulebook, kind, measurement string, more ...string) (any, error) {
	one := 1.0
	alone, err := op.Encode(rulebook.Rulebook{
		ID: "one-measure", Name: rb.Name, Source: rb.Source, Arithmetic: rb.Arithmetic, Scale: rb.Scale,
		Dimensions: []rulebook.Dimension{{Key: "it", Label: "It", Measure: measure.ID(kind), Weight: &one}},
		Composite:  rulebook.Composite{Rounding: rulebook.RoundNone},
	})
	if err != nil {
		return nil, err
	}
	request := fmt.Sprintf(`{"rulebook": %s, "measurements": {"it": %s}}`, alone, measurement)
	answer, err := p.ask("explain.score", append([]string{request}, more...)...)
	if err != nil {
		return nil, err
	}
	return answer.(map[string]any)["answer"], nil
}

// miners returns a request for one competition of miners 1, 2, 3, … with these scores.
func miners(scores ...any) string {
	list := []any{}
	for i, score := range scores {
		list = append(list, map[string]any{"miner": strconv.Itoa(i + 1), "score": score})
	}
	return object("competitions", []any{map[string]any{"id": "c", "alpha": 100, "miners": list}})
}

// validators returns a request about one miner, whom validators of equal stake give
// these scores.
func validators(scores ...any) string {
	var who, what []any
	for i, score := range scores {
		name := "v" + strconv.Itoa(i+1)
		who = append(who, map[string]any{"id": name, "stake": 100})
		what = append(what, map[string]any{"validator": name, "miner": "m", "score": score})
	}
	return object("validators", who, "scores", what)
}

// object writes a JSON object of names and values.
func object(members ...any) string {
	o := map[string]any{}
	for i := 0; i+1 < len(members); i += 2 {
		o[members[i].(string)] = members[i+1]
	}
	text, err := json.Marshal(o)
	if err != nil {
		panic("rules: numbers and texts are always JSON: " + err.Error())
	}
	return string(text)
}

// operation links to the page of an operation.
func operation(name string) (string, error) {
	if _, found := engine.Find(name); !found {
		return "", fmt.Errorf("no operation is called %q", name)
	}
	return "[`" + name + "`](" + frame.OperationPath(name) + ")", nil
}
