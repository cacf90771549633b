package weights

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// EditRequest is a table with its weights, and one change.
type EditRequest struct {
	Text    string        `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights."`
	Agent   string        `json:"agent,omitempty" op:"maxlen=200" doc:"Add a hypothetical agent of this name, or change it: its name ends with (hypothetical). Without scores, remove it."`
	Scores  []float64     `json:"scores,omitempty" op:"max=64" doc:"Its score in each column, in their order."`
	Start   *rulebook.Ref `json:"start,omitempty" doc:"Take these weights instead: id of a built-in rulebook that has its own, slug of a challenge (rulebook.presets), or a whole rulebook."`
	Add     string        `json:"add,omitempty" op:"maxlen=50" doc:"Add a dimension of this name: its weight is 0, and each agent has half of the scale in it."`
	Remove  string        `json:"remove,omitempty" op:"maxlen=60" doc:"Remove the dimension with this key or name: the others keep their proportions, locked ones their weights unless all are locked."`
}

// EditResponse is the table and the weights after the change.
type EditResponse struct {
	Sentence string        `json:"sentence" doc:"What was changed, and what could not be taken over."`
	Text     string        `json:"text" doc:"The table: as it was given, or with the dimension or the agent added or removed, as CSV of names and scores."`
	Weights  []live.Weight `json:"weights" doc:"The weights of its columns."`
}

// Edit takes the weights of an arena for a table, or adds or removes a dimension or a
// hypothetical agent.
func Edit(req EditRequest) (res EditResponse, err error) {
	s, err := read(Request{Text: req.Text, Weights: req.Weights})
	if err != nil {
		return res, err
	}
	res.Text = req.Text
	var refusal *op.Error
	switch label := strings.TrimSpace(req.Add); {
	case req.Start != nil:
		refusal = res.start(s, req.Start)
	case req.Agent != "":
		refusal = res.agent(s, req.Agent, req.Scores)
	case label != "" && s.columnOf(keyOf(label)) < 0:
		refusal = res.rewrite(s, -1, label)
		res.Sentence = fmt.Sprintf("%s is added with weight 0. All agents have %s in it: edit their scores under Agents.",
			words.Called(label), op.Show(s.scale/2))
	case req.Remove != "":
		at := max(s.columnOf(req.Remove), slices.Index(s.sheet.labels, req.Remove))
		if at < 0 || len(s.list) == 1 {
			return res, op.Refuse("/remove", "%s: want the name of a column, and another one that stays", op.Quote(req.Remove))
		}
		refusal = res.rewrite(s, at, "")
		res.Sentence = words.Called(s.sheet.labels[at]) + " is removed. " + kept(res.Weights)
	default:
		refusal = op.Refuse("/add", "%s: want a name that no column has", op.Quote(label))
	}
	if refusal != nil {
		return EditResponse{}, refusal
	}
	return res, nil
}

// kept says what stays of weights when one is removed.
func kept(list []live.Weight) string {
	locked := 0
	for _, w := range list {
		if w.Locked {
			locked++
		}
	}
	if locked == 0 || locked == len(list) {
		return "The others keep their proportions."
	}
	return "Locked weights stay, the others keep their proportions."
}

// start takes the weights of a rulebook or of a challenge for the columns that the
// table has.
func (r *EditResponse) start(s *study, ref *rulebook.Ref) *op.Error {
	name, weights, refusal := startOf(ref)
	if refusal != nil {
		return refusal
	}
	if len(weights) == 0 {
		return op.Refuse("/start", "%s: want the id of a rulebook with weights or the slug of a challenge", op.Quote(name))
	}
	missing := []string{}
	found := false
	r.Weights = equalWeights(s.sheet.keys)
	for k := range r.Weights {
		r.Weights[k].Percent = 0
	}
	for _, key := range slices.Sorted(maps.Keys(weights)) {
		if k := s.columnOf(key); k >= 0 {
			r.Weights[k].Percent, found = float64(100*weights[key]), true
		} else {
			missing = append(missing, key+" ("+words.Percent(weights[key])+")")
		}
	}
	if !found {
		return op.Refuse("/start", "%s weighs %s: want a table with one of these columns", name, words.Join(missing))
	}
	live.Balance(r.Weights, -1)
	r.Sentence = fmt.Sprintf("These are the weights of %s.", name)
	if len(missing) > 0 {
		r.Sentence = fmt.Sprintf("These are the weights of %s in proportion, without %s, which the table does not have.",
			name, words.Join(missing))
	}
	return nil
}

// Hypothetical ends the name of an agent that is not in the challenge.
const Hypothetical = " (hypothetical)"

// agent gives a hypothetical agent these scores, or without any removes it.
func (r *EditResponse) agent(s *study, name string, scores []float64) *op.Error {
	given := name
	name = strings.TrimSuffix(name, Hypothetical) + Hypothetical
	rows, at := s.sheet.rows, 0
	for at < len(rows) && rows[at].ID != name {
		at++
	}
	switch {
	case at < len(rows):
	case len(scores) == 0 || name == Hypothetical:
		return op.Refuse("/agent", "%s: want the name of a hypothetical agent", op.Quote(given))
	default:
		rows = append(rows, score.Submission{ID: name, Dimensions: map[string]float64{}})
	}
	if len(scores) == 0 {
		copy(rows[at:], rows[at+1:])
		rows, r.Sentence = rows[:len(rows)-1], words.Called(name)+" is removed."
	} else {
		if len(scores) != len(s.list) {
			return op.Refuse("/scores", "%d items: want %d, a score for each column", len(scores), len(s.list))
		}
		for k, x := range scores {
			if !(x >= 0 && x <= s.scale) {
				return op.Refuse(op.Pointer("scores", k), "%s: want a score from 0 to %s", op.Show(x), op.Show(s.scale))
			}
			rows[at].Dimensions[s.sheet.keys[k]] = x
		}
		r.Sentence = words.Called(name) + " is in the table now."
	}
	s.sheet.rows = rows
	return r.rewrite(s, -1, "")
}

// startOf returns the name and the weights, if any, of a rulebook or challenge.
func startOf(ref *rulebook.Ref) (string, map[string]float64, *op.Error) {
	rb, err := ref.Resolve()
	if err != nil {
		id, named := ref.OpShape().(string)
		if !named {
			refusal := err.(*op.Error)
			refusal.Field = "/start" + strings.TrimPrefix(refusal.Field, "/rulebook")
			return "", nil, refusal
		}
		if res, err := rulebook.Presets(rulebook.PresetsRequest{Slug: id}); err == nil && id != "" {
			return words.Called(res.Presets[0].Title()), res.Presets[0].Weights, nil
		}
		return id, nil, nil
	}
	return rb.Called(), rb.OwnWeights(), nil
}

// rewrite writes the table as CSV without the column at without, if it is not −1, and
// with a column called label, if not empty, in which every agent has half of the scale.
// It reads its output again: names and columns must be the same.
func (r *EditResponse) rewrite(s *study, without int, label string) *op.Error {
	text := s.csv(without, label)
	again, refusal := readSheet(text)
	if refusal != nil {
		return refusal
	}
	for k := range s.list {
		if k != without {
			r.Weights = append(r.Weights, s.list[k])
		}
	}
	if label != "" {
		r.Weights = append(r.Weights, live.Weight{})
	}
	if len(again.keys) != len(r.Weights) {
		return op.Refuse("/add", "%s: want the name of a score, not of an agent, a rank or a time", op.Quote(label))
	}
	for i := range s.sheet.rows {
		if again.rows[i].ID != s.sheet.rows[i].ID {
			return op.Refuse("/text", "row %d: CSV cannot hold the name %s", i+1, op.Quote(s.sheet.rows[i].ID))
		}
	}
	for k := range r.Weights {
		r.Weights[k].Dimension = again.keys[k]
	}
	r.Text = text
	live.Balance(r.Weights, -1)
	return nil
}

// csv is that table.
func (s *study) csv(without int, label string) string {
	text := []byte{}
	for i := -1; i < len(s.sheet.rows); i++ { // −1 is the header
		name, last := "agent", label
		if i >= 0 {
			name, last = s.sheet.rows[i].ID, op.Show(s.scale/2)
		}
		text = appendCell(text, name)
		for k, key := range s.sheet.keys {
			cell := s.sheet.given[k]
			if i >= 0 {
				cell = op.Show(s.sheet.rows[i].Dimensions[key])
			}
			if k != without {
				text = appendCell(text, cell)
			}
		}
		if label != "" {
			text = appendCell(text, last)
		}
		text[len(text)-1] = '\n'
	}
	return string(text)
}

// appendCell appends a cell and a comma.
func appendCell(text []byte, cell string) []byte {
	if strings.ContainsAny(cell, ",;\t\r\n\"") {
		cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
	}
	return append(append(text, cell...), ',')
}
