// Package forecasts answers forecasts of a rating whose inputs are in an address: the
// parameters of its query are members of the request of explain.forecast.
package forecasts

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Parameters are the members of the request that an address may have. Lists have commas
// between their items. A row of the plan is a difficulty, or the rating of an opponent
// where the rules have no difficulties, and * before the number of its matches:
// veteran*10. As in the calculator there is a target.
var Parameters = []string{"rating", "matches", "strength", "draws", "schedule", "length", "plan", "repeat", "targets",
	"verified", "memoryless", "first_attempt"}

// What fits into a document of 25 KiB. The calculator, which the forecast links to, has
// as many targets.
const (
	mostTargets   = 8
	mostRows      = 10
	longestNumber = 24 // characters: all digits of a float64
)

// Rules returns the rulebook with that id, nil if there is none that has ratings.
func Rules(id string) *rulebook.Rulebook {
	for _, rb := range rated() {
		if rb.ID == id {
			return rb
		}
	}
	return nil
}

// IDs returns the ids of the rulebooks that have ratings.
func IDs() (ids []string) {
	for _, rb := range rated() {
		ids = append(ids, rb.ID)
	}
	return ids
}

func rated() []*rulebook.Rulebook {
	return slices.DeleteFunc(rulebook.BuiltIn(), func(rb *rulebook.Rulebook) bool { return rb.Rating == nil })
}

var schema = op.LazySchema[forecasts.ForecastRequest]()

// read reads the request of an address, also as JSON. Its refusals name the parameter
// first; of theme it sees only how often it is there.
func read(rules *rulebook.Rulebook, query url.Values) (req forecasts.ForecastRequest, text []byte, refusal *op.Error) {
	object := map[string]any{"rulebook": rules.ID}
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names) // all hosts refuse the same one
	for _, name := range names {
		if name != "theme" && !slices.Contains(Parameters, name) {
			return req, nil, op.Refuse("", "%s is no parameter: want %s or theme", op.Quote(name),
				strings.Join(Parameters, ", "))
		}
		if n := len(query[name]); n > 1 {
			return req, nil, op.Refuse(op.Pointer(name), "%s and %d more: want it once", op.Quote(query[name][0]), n-1)
		}
		if name == "theme" {
			continue
		}
		if object[name], refusal = member(rules, name, query[name][0]); refusal != nil {
			return req, nil, refusal
		}
	}
	text, err := json.Marshal(object)
	if err != nil {
		panic("forecasts: texts and numbers are always JSON: " + err.Error())
	}
	if refusal = schema().Decode(text, &req); refusal == nil && len(req.Targets) == 0 {
		refusal = op.Refuse("/targets", "missing: want at least one rating")
	}
	return req, text, refusal
}

// member returns the JSON of a parameter's value.
func member(rules *rulebook.Rulebook, name, text string) (any, *op.Error) {
	switch name {
	case "schedule":
		return text, nil
	case "verified", "memoryless", "first_attempt":
		if text == "true" || text == "false" {
			return text == "true", nil
		}
		return text, nil
	case "targets":
		items, refusal := items(name, text, mostTargets)
		list := make([]any, len(items))
		for i, item := range items {
			list[i] = number(item)
		}
		return list, refusal
	case "plan":
		return plan(text, len(rules.Rating.Opponents) > 0)
	}
	return number(text), nil
}

// items returns the parts of a list.
func items(name, text string, most int) ([]string, *op.Error) {
	if n := strings.Count(text, ",") + 1; n > most {
		return nil, op.Refuse(op.Pointer(name), "%s, a list of %d: want at most %d", op.Quote(text), n, most)
	}
	return strings.Split(text, ","), nil
}

// plan reads the rows of a plan: of difficulties, newcomer*5,veteran, or of opponents,
// 1200*5,1350.
func plan(text string, difficulties bool) (any, *op.Error) {
	items, refusal := items("plan", text, mostRows)
	rows := make([]map[string]any, len(items))
	for i, item := range items {
		what, count, counted := strings.Cut(item, "*")
		row := map[string]any{"opponent": number(what)}
		if difficulties {
			row = map[string]any{"difficulty": what}
		}
		if counted {
			row["count"] = number(count)
		}
		rows[i] = row
	}
	return rows, refusal
}

// number returns a number as it is written in JSON; a text that is none stays a text, which
// the engine refuses where it wants a number.
func number(text string) any {
	var n json.Number
	if len(text) > longestNumber || strings.TrimLeft(text, "-0123456789") == text || json.Unmarshal([]byte(text),
		&n) != nil {
		return text
	}
	if _, err := strconv.ParseFloat(text, 64); err != nil || n.String() != text {
		return text
	}
	return n
}
