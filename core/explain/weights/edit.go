package weights

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// EditRequest is a table with its weights, and one change.
type EditRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Agent   string        `json:"agent,omitempty" op:"maxlen=200" doc:"Add a hypothetical agent of this name, or change it: its name ends with (hypothetical). Without scores, remove it."`
	Scores  []float64     `json:"scores,omitempty" op:"max=64" doc:"Its number in each dimension, in their order."`
	Start   *rulebook.Ref `json:"start,omitempty" doc:"Take these weights instead: id of a built-in rulebook that has its own, slug of a challenge (rulebook.presets), or a whole rulebook."`
	Said    string        `json:"said,omitempty" op:"maxlen=20000" doc:"Take these weights instead: a text as explain.export writes it in the forms dims, json, yaml and go."`
	Add     string        `json:"add,omitempty" op:"maxlen=50" doc:"Add a dimension of this name: its weight is 0, and each agent has half of the scale in it."`
	Remove  string        `json:"remove,omitempty" op:"maxlen=60" doc:"Remove the dimension with this key or name: the others keep their proportions, locked ones their weights unless all are locked."`
}

// EditResponse is the table and the weights after the change.
type EditResponse struct {
	Sentence string         `json:"sentence" doc:"What was changed, and what could not be taken over."`
	Text     string         `json:"text" doc:"The table: as it was given, or with the dimension or the agent added or removed. Then it is CSV with the same cells, and needs no list."`
	Columns  []table.Choice `json:"columns,omitempty" doc:"How to read its columns: the request's choices, and a choice for the dimension that was added."`
	Weights  []live.Weight  `json:"weights" doc:"The weights of its columns."`
	Equal    bool           `json:"equal,omitempty" doc:"Whether they are equal, each exactly 1/n."`
}

// Edit takes the weights of an arena for a table, or adds or removes a dimension or a
// hypothetical agent.
func Edit(req EditRequest) (res EditResponse, err error) {
	how := req.Reading
	how.Duplicates = "" // so that all rows stay
	s, err := read(Request{Text: req.Text, Reading: how, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return res, err
	}
	res.Text, res.Columns = req.Text, req.Columns
	var refusal *op.Error
	switch label := strings.TrimSpace(req.Add); {
	case req.Start != nil:
		refusal = res.start(s, req.Start)
	case req.Said != "":
		refusal = res.said(s, req.Said)
	case req.Agent != "":
		refusal = res.agent(s, how, req.Agent, req.Scores)
	case label != "" && !s.has(label):
		refusal = res.add(s, how, label)
	case req.Remove != "":
		at := s.find(req.Remove)
		if at < 0 || len(s.list) == 1 {
			return res, op.Refuse("/remove", "%s: want the name of a column, and another one that stays", op.Quote(req.Remove))
		}
		refusal = res.remove(s, how, at)
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
	return r.take(s, name, "/start", weights)
}

// said takes the weights of a text for the columns that the table has.
func (r *EditResponse) said(s *study, text string) *op.Error {
	weights, refusal := readWeights(text)
	if refusal != nil {
		return refusal
	}
	return r.take(s, "the text", "/said", weights)
}

// take takes the weights of a source for the columns that the table has.
func (r *EditResponse) take(s *study, name, field string, weights map[string]float64) *op.Error {
	missing := []string{}
	found := false
	r.Weights = equalWeights(s.keys)
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
		return op.Refuse(field, "%s weighs %s: want a table with one of these columns", name, words.Join(missing))
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
