package forecasts

import (
	"encoding/json"
	"fmt"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/engine"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/templates/stored"
)

// operation answers forecasts.
const operation = "explain.forecast"

// mostMemory is less than over HTTP: the Worker answers with a program of its own, beside an
// engine that may have 80 MiB of the 128 MB of both.
const mostMemory = 40 << 20

// View returns the forecast of an address, without what only its host knows. admit is that of
// [op.Limits].
func View(rules *rulebook.Rulebook, query url.Values,
	admit func(op.Cost) *op.Error) (v stored.ForecastView, refusal *op.Error) {
	req, text, refusal := read(rules, query)
	if refusal != nil {
		return v, refusal
	}
	o, ok := engine.Find(operation)
	if !ok {
		return v, &op.Error{Code: op.Internal, Message: operation + " is missing"}
	}
	limits := op.OverHTTP()
	limits.Memory, limits.Admit = mostMemory, admit
	said, refusal := o.AnswerWithin(limits, text)
	if refusal != nil {
		return v, named(refusal, query)
	}
	var answer forecasts.ForecastResponse
	if err := json.Unmarshal(said, &answer); err != nil {
		return v, &op.Error{Code: op.Internal, Message: err.Error()}
	}
	v = stored.ForecastView{
		In: "rules " + rules.Name, Key: unbroken(answer.Key), Chart: withoutPlaces(answer.Chart), Targets: answer.Targets,
		Steps:  some(answer.Steps),
		Inputs: inputs(req), As: asOf(rules), Href: link(rules, req),
	}
	// The targets are in a table, and the reader of another site is not who plays.
	v.Sentence, _, _ = strings.Cut(unbroken(answer.Sentence), " You")
	return v, nil
}

// named returns a refusal with what decides the work of a forecast: in an address that is the
// length of its schedule, or its plan.
func named(refusal *op.Error, query url.Values) *op.Error {
	if refusal.Code != op.TooLarge {
		return refusal
	}
	name := "plan"
	if query.Has("schedule") {
		name = "length"
	}
	return op.Refuse(op.Pointer(name), "%s: %s", op.Quote(query.Get(name)), refusal.Message)
}

var day = regexp.MustCompile(`\b\d{4}-\d\d-\d\d\b`)

// asOf is how old the rules are, where they say so, and that nobody vouches for the inputs.
func asOf(rules *rulebook.Rulebook) string {
	if date := day.FindString(rules.Source); date != "" {
		return "Rules as of " + date + ". These inputs are not signed."
	}
	return "These inputs are not signed."
}

// unbroken keeps percent signs on the line of their number.
func unbroken(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }

// withoutPlaces returns a chart without the places that a pointer finds, which are for the
// script of a page and most of its bytes.
func withoutPlaces(svg string) string {
	before, places, ok := strings.Cut(svg, `<g class="places">`)
	_, after, closed := strings.Cut(places, "</g>")
	if !ok || !closed {
		return svg
	}
	return before + after
}

// mostSteps limits the matches in the table.
const mostSteps = 4

// some returns the steps after round numbers of matches, and the last.
func some(steps []forecasts.ForecastStep) (list []forecasts.ForecastStep) {
	last := len(steps) - 1
	matches, every := matchOf(steps[last]), 1
	for times := []int{2, 5, 10}; (matches+every-1)/every > mostSteps; times = append(times[1:], 10*times[0]) {
		every = times[0]
	}
	for _, s := range steps[1:last] {
		if matchOf(s)%every == 0 {
			list = append(list, s)
		}
	}
	return append(list, steps[last])
}

func matchOf(s forecasts.ForecastStep) int {
	n, err := strconv.Atoi(s.Match)
	if err != nil {
		panic("forecasts: a match is counted " + s.Match)
	}
	return n
}

// inputs returns the inputs of a forecast in words.
func inputs(req forecasts.ForecastRequest) string {
	text := fmt.Sprintf("%s, from %s after %s.", planned(req), words.Number(req.Rating),
		words.Counted(req.Matches, "match", "matches"))
	if req.Strength != nil {
		text += " True strength " + words.Number(*req.Strength)
		if req.Draws != nil {
			text += ", " + words.Number(*req.Draws) + "\u00a0% draws"
		}
		text += "."
	}
	var all []string
	for _, c := range []struct {
		holds bool
		name  string
	}{{req.Verified, "verified"}, {req.Memoryless, "memoryless"}, {req.FirstAttempt, "a first attempt"}} {
		if c.holds {
			all = append(all, c.name)
		}
	}
	if len(all) > 0 {
		text += " Every match is " + words.Join(all) + "."
	}
	return text
}

// planned returns the plan in words.
func planned(req forecasts.ForecastRequest) string {
	switch req.Schedule {
	case "even":
		return words.Counted(valueOf(req.Length), "match", "matches") + ", each difficulty in turn"
	case "level":
		return words.Counted(valueOf(req.Length), "match", "matches") + " at the agent’s level"
	}
	var rows []string
	for _, e := range req.Plan {
		what := e.Difficulty
		if e.Opponent != nil {
			what = words.Number(*e.Opponent)
		}
		rows = append(rows, what+"\u00a0×\u00a0"+strconv.Itoa(valueOf(e.Count)))
	}
	text := "Plan: " + strings.Join(rows, ", ")
	if n := valueOf(req.Repeat); n > 1 {
		text += ", all " + strconv.Itoa(n) + " times"
	}
	return text
}

// valueOf returns a count, which is 1 by default.
func valueOf(n *int) int {
	if n == nil {
		return 1
	}
	return *n
}

// link opens the page with the calculator, with the same inputs: also those that are left
// out here and that the example of the page has.
func link(rules *rulebook.Rulebook, req forecasts.ForecastRequest) string {
	if req.Draws == nil {
		req.Draws = new(float64)
	}
	for i := range req.Plan {
		n := valueOf(req.Plan[i].Count)
		req.Plan[i].Count = &n
	}
	n, times := valueOf(req.Length), valueOf(req.Repeat)
	if req.Schedule != "" {
		req.Length = &n
	} else {
		req.Repeat = &times
	}
	text, err := op.Encode(req)
	if err != nil {
		panic("forecasts: a request is always JSON: " + err.Error())
	}
	return "/rating/" + rules.Arena + "/#1;op=" + operation + ";json=" + strings.ReplaceAll(url.QueryEscape(string(text)),
		"+", "%20") + ";end"
}
