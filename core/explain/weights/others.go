package weights

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/table"
	"github.com/tallyproof/tallyproof/core/words"
)

// OthersRequest is a table, its weights and up to four other weightings.
type OthersRequest struct {
	Text string `json:"text" op:"maxlen=64000000" doc:"The agents and their scores, as in explain.weights."`
	table.Reading
	Weights []live.Weight `json:"weights,omitempty" op:"max=64" doc:"The present weights, as in explain.weights."`
	Equal   bool          `json:"equal,omitempty" doc:"Whether all weights are equal, as in explain.weights."`
	Pinned  []live.Weight `json:"pinned,omitempty" op:"max=64" doc:"The first of the other weightings, A."`
	Others  []string      `json:"others,omitempty" op:"max=3; maxlen=2000" doc:"The next ones, B to D: a percentage for each column, in their order and with spaces between them; equal for equal weights; empty for none."`
}

// OthersResponse compares the present ranking with those under other weightings.
type OthersResponse struct {
	Sentence   string      `json:"sentence" doc:"Under how many of the weightings the first one is first, and which is least like the present one."`
	Key        string      `json:"key" doc:"The words of the sentence that matter most."`
	Brief      string      `json:"brief" doc:"Which is least like the present one."`
	Weightings []Weighting `json:"weightings" doc:"The other weightings."`
	Rows       []OtherRow  `json:"rows" doc:"The first 20 agents of the present ranking."`
}

// Weighting is another weighting and what it changes.
type Weighting struct {
	Letter  string `json:"letter" doc:"A for the pinned one, then B to D."`
	Weights string `json:"weights" doc:"Its weights, in the order of the columns."`
	First   string `json:"first" doc:"Who is first."`
	Tau     string `json:"tau" doc:"Kendall's tau-b between the ranks under it and the present ones, −1 to 1, with two decimals."`
	Moved   string `json:"moved" doc:"Who moves most from the present ranking, and by how many ranks."`
	Fill    string `json:"fill" doc:"JSON: these weights, by their place in the request."`
}

// OtherRow is the rank of an agent under each weighting.
type OtherRow struct {
	ID    string   `json:"id" doc:"Id of the agent."`
	Name  string   `json:"name" doc:"Name for readers."`
	Ranks []string `json:"ranks" doc:"Its rank now, then under the other weightings, with ▲ or ▼ and by how much it is better or worse."`
}

// MostOthers is the number of weightings compared with the present weights.
const MostOthers = 4

// Others compares rankings under several weightings.
func Others(req OthersRequest) (res OthersResponse, err error) {
	s, err := ranked(Request{Text: req.Text, Reading: req.Reading, Weights: req.Weights, Equal: req.Equal})
	if err != nil {
		return res, err
	}
	step, refusal := s.rank(s.weighting)
	if refusal != nil {
		return res, refusal
	}
	res.Weightings = []Weighting{}
	now, order := ranksOf(step), append([]int{}, step.Order...)
	for _, i := range order[:min(len(order), heatRows)] {
		res.Rows = append(res.Rows, OtherRow{ID: s.Table.IDs[i], Name: s.Table.Names[i],
			Ranks: []string{strconv.Itoa(now[i])}})
	}
	least, same := 2.0, 0
	compare := func(letter string, w weighting) {
		var stays bool
		if least, stays = res.compare(s, letter, w, now, order, least); stays {
			same++
		}
	}
	if g, refusal := s.order(req.Pinned, false, "pinned"); refusal == nil && len(req.Pinned) > 0 { // else of another table
		compare("A", g.weighting)
	}
	for i, typed := range req.Others {
		if strings.TrimSpace(typed) == "" {
			continue
		}
		w, problem := s.typed(typed)
		if problem != "" {
			return OthersResponse{}, op.Refuse(op.Pointer("others", i), "%s", problem)
		}
		compare(string(rune('B'+i)), w)
	}
	res.say(words.Called(s.Table.Names[order[0]]), same)
	return res, nil
}

func ranksOf(step *live.Step) []int {
	ranks := make([]int, len(step.Rank))
	for i, r := range step.Rank {
		ranks[i] = int(r)
	}
	return ranks
}

// typed are weights that were typed, or what is wrong with them.
func (s *study) typed(typed string) (w weighting, problem string) {
	list, text := equalWeights(s.keys), typed
	for _, mark := range []string{"%", "·", ";", "\u00a0"} {
		text = strings.ReplaceAll(text, mark, " ")
	}
	fields := strings.Fields(text)
	if len(fields) == 1 && fields[0] == "equal" {
		return equalWeighting(len(list)), ""
	}
	if len(fields) != len(list) {
		return w, fmt.Sprintf("%s: want %d percentages with spaces between them, or equal", op.Quote(typed), len(list))
	}
	for k, field := range fields {
		x, err := strconv.ParseFloat(strings.Replace(field, ",", ".", 1), 64)
		if err != nil || !(x >= 0 && x <= 100) { // or it is no number
			return w, op.Quote(field) + ": want 0 to 100"
		}
		list[k].Percent = x
	}
	g, refusal := s.order(list, false, "others")
	if refusal != nil {
		return w, refusal.Message
	}
	return g.weighting, ""
}

// compare adds the ranking under a weighting, and returns the least τ and whether the
// first row is first in it, too. now has the present rank of each row, order the rows
// by these.
func (r *OthersResponse) compare(s *study, letter string, w weighting, now, order []int,
	least float64) (float64, bool) {
	step, refusal := s.rank(w)
	if refusal != nil {
		return least, false // it was checked
	}
	then, farthest, who := ranksOf(step), 0, -1
	for p, i := range order {
		up := now[i] - then[i]
		if far := max(up, -up); far > farthest {
			farthest, who = far, i
		}
		if p < len(r.Rows) {
			r.Rows[p].Ranks = append(r.Rows[p].Ranks, strings.TrimSpace(strconv.Itoa(then[i])+" "+moved(up)))
		}
	}
	tau := ranking.Kendall(now, then)
	one := Weighting{Letter: letter, Weights: w.text(), First: words.Called(s.Table.Names[step.Order[0]]),
		Tau: words.Fixed(tau, 2), Moved: "nobody", Fill: s.fill(w)}
	if who >= 0 {
		one.Moved = words.Called(s.Table.Names[who]) + " " + moved(now[who]-then[who])
	}
	if r.Weightings = append(r.Weightings, one); tau < least {
		least, r.Brief = tau, letter+", τ "+one.Tau
	}
	return least, then[order[0]] == 1
}

func (r *OthersResponse) say(first string, same int) {
	n := len(r.Weightings)
	if r.Key = fmt.Sprintf("%d of %d", same, n); n == 0 {
		r.Key, r.Brief = "another weighting", "nothing"
		r.Sentence = "Pin these weights or type another weighting to compare."
		return
	}
	r.Sentence = fmt.Sprintf("%s is first under %s other %s. Least like now: %s.", first, r.Key,
		words.Plural(n, "weighting"), r.Brief)
}
