package changes

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// FieldRequest is the submissions of a challenge under rules that a designer tunes by eye.
type FieldRequest struct {
	RulesRequest
	TimeLimit *float64 `json:"time_limit,omitempty" op:"min=0.000001 max=1000000000" doc:"One limit for all submissions, in the unit of the dimension whose curve is drawn. Under the changed rules it stands for theirs, and a submission that took longer has expired: it gets no score."`
	Curve     string   `json:"curve,omitempty" op:"maxlen=60" doc:"Key of the dimension whose curve is drawn; by default the first with a target and a limit, else the first that counts a time."`
	Agent     string   `json:"agent,omitempty" op:"maxlen=200" doc:"The submission to explain; by default the nearest below a win."`
	Share     *float64 `json:"share,omitempty" op:"min=0 max=100" doc:"How many should win, in percent: adds the thresholds for it as goal."`
	Home      *float64 `json:"home,omitempty" op:"min=0 max=1000000000" doc:"Where a draw begins as long as a win begins above it; by default where it begins now."`
}

// FieldResponse is the field of agents under the changed rules.
type FieldResponse struct {
	Sentence string `json:"sentence" doc:"How many win, and the rest."`
	Key      string `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string `json:"brief" doc:"The share that wins."`
	Answer   string `json:"answer" doc:"The same as a whole number of percent, without its sign."`
	Count    string `json:"count" doc:"How many win: 24 of 60 win."`
	From     string `json:"from" doc:"The score from which they do."`
	Rest     string `json:"rest" doc:"The shares of the others."`
	Before   string `json:"before" doc:"The share that wins by the rules to compare with."`

	Start  string `json:"start" doc:"The rules to compare with."`
	Agents string `json:"agents" doc:"How many submissions there are."`
	Unit   string `json:"unit" doc:"What a score is out of."`

	Dots   FieldDots    `json:"dots" doc:"One dot a submission, at its score."`
	Ticks  []FieldMark  `json:"ticks" doc:"Scores along the picture."`
	Ribbon []FieldShare `json:"ribbon" doc:"Results below the picture, from the lowest score on."`
	Ghosts []FieldMark  `json:"ghosts" doc:"Thresholds of the rules to compare with."`
	Win    FieldHandle  `json:"win" doc:"Where a win begins; not on without results."`
	Draw   FieldHandle  `json:"draw" doc:"Where a draw begins; not on if no score is one."`
	Agent  FieldAgent   `json:"agent" doc:"The submission that is explained."`
	More   *FieldGoal   `json:"more,omitempty" doc:"Thresholds at which the next more win; absent if no more can."`
	Fewer  *FieldGoal   `json:"fewer,omitempty" doc:"Thresholds at which the next fewer win; absent if no fewer can."`
	Goal   *FieldGoal   `json:"goal,omitempty" doc:"Thresholds at which the share that should win does, or as near as possible."`

	Curve      FieldCurve       `json:"curve" doc:"Points of one dimension against what was measured; not on if no curve belongs to it."`
	Season     FieldSeason      `json:"season" doc:"Ratings after one season; not on if the rules do not rate."`
	Dimensions []FieldDimension `json:"dimensions" doc:"The dimensions of the changed rules, in their order."`

	Changed string         `json:"changed" doc:"How many ranks and results differ from the rules to compare with."`
	Rows    []RulesRow     `json:"rows" doc:"The submissions by both rules, best first by the changed ones."`
	Notes   []explain.Note `json:"notes" doc:"Dimensions that some submissions lack."`
}

// FieldMark is a place in a picture with its label.
type FieldMark struct {
	ID    string  `json:"id" doc:"What it marks."`
	At    float64 `json:"at" doc:"Place in percent."`
	Label string  `json:"label" doc:"Label; empty without."`
	Side  string  `json:"side" op:"enum=start|middle|end" doc:"Where its label has the place: at its start, middle or end."`
}

// FieldShare is a result, from where to where its scores are.
type FieldShare struct {
	ID     string  `json:"id" doc:"win, draw or loss."`
	Start  float64 `json:"start" doc:"Where it begins, in percent of the picture."`
	Width  float64 `json:"width" doc:"How wide it is."`
	Middle float64 `json:"middle" doc:"Its middle."`
	Share  string  `json:"share" doc:"The share of the submissions; empty if it has no room."`
	Label  string  `json:"label" doc:"What they do: win, draw or lose."`
}

// FieldDimension is a dimension in the changed rules.
type FieldDimension struct {
	Key     string  `json:"key" doc:"Dimension key."`
	Dim     string  `json:"dim" doc:"The dimension whose colour it has."`
	Label   string  `json:"label" doc:"Its name."`
	Percent float64 `json:"percent" doc:"Its weight in percent."`
	Formula string  `json:"formula" doc:"How it gets its score, in one line."`
}

// field is submissions under two rulebooks.
type field struct {
	compared
	req    *FieldRequest
	dims   []rulebook.Weighted // of the changed rules
	drawn  int                 // the dimension of them whose curve is drawn; −1 without
	given  []scores.Rival      // the submissions with their own limits
	order  []int               // the submissions, best first
	chosen int                 // the one that is explained
}

// Field places the submissions of a challenge by their scores under changed rules, beside other
// rules. It refuses what [Rules] refuses, but for a submission that took longer than its limit.
func Field(req FieldRequest) (*FieldResponse, error) {
	f := &field{req: &req}
	var err error
	if f.rb, err = req.Rulebook.Resolve(); err != nil {
		return nil, err
	}
	if f.base, err = resolveBase(req.Base); err != nil {
		return nil, err
	}
	if refusal := f.score(); refusal != nil {
		return nil, refusal
	}
	res := &FieldResponse{Dots: f.dots(), Ticks: f.ticks(), Ribbon: f.ribbon(), Ghosts: f.ghosts(), Agent: f.agent(),
		Curve: f.curve(), Season: f.season(), Dimensions: f.dimensions(), Notes: lacking(f.now, f.was)}
	res.Win, res.Draw = f.thresholds()
	f.say(res)
	f.goals(res)
	var counts [3]int
	res.Rows, counts, _ = f.rows()
	res.Changed = words.Counted(counts[1], "new rank", "new ranks") + ", " + words.Counted(counts[0], "new result", "new results")
	return res, nil
}

// score reads the submissions and scores them by both rules.
func (f *field) score() (refusal *op.Error) {
	req := &f.req.RulesRequest
	if f.all, refusal = rivalsIn(req, f.rb, f.base); refusal != nil {
		return refusal
	}
	if f.dims, refusal = f.rb.Weigh(nil); refusal != nil {
		return op.Refuse("/rulebook", "%s", refusal.Message)
	}
	if f.drawn, refusal = f.toDraw(); refusal != nil {
		return refusal
	}
	mine := f.limited()
	if f.now, refusal = inTime(req, f.rb, nil, mine); refusal != nil {
		return refusal
	}
	if f.was, refusal = byBase(req, f.base, f.all, inTime); refusal != nil {
		return refusal
	}
	f.given, f.all = f.all, mine
	f.order = make([]int, len(f.all))
	for i := range f.order {
		f.order[i] = i
	}
	slices.SortStableFunc(f.order, func(i, j int) int { return cmp.Compare(f.now[j].Score, f.now[i].Score) })
	f.chosen = f.choose()
	return nil
}

// limited returns the submissions with the one time limit for all of them.
func (f *field) limited() []scores.Rival {
	if f.req.TimeLimit == nil || f.drawn < 0 {
		return f.all
	}
	key, list := f.dims[f.drawn].Key, slices.Clone(f.all)
	for i := range list {
		m, given := list[i].Measurements[key]
		if !given {
			continue
		}
		list[i].Measurements = measure.Copy(list[i].Measurements)
		m.Limit = f.req.TimeLimit
		list[i].Measurements[key] = m
	}
	return list
}

const expired = "expired"

// gone is the answer for a submission that has expired: below all scores.
func gone() score.ComputeResponse {
	return score.ComputeResponse{Score: -1, Result: expired}
}

// out reports whether a submission has expired.
func out(got *score.ComputeResponse) bool { return got.Result == expired }

func shownScore(rb *rulebook.Rulebook, got *score.ComputeResponse) string {
	if out(got) {
		return "–"
	}
	return explain.Points(rb, got.Score)
}

// inTime is [byRules], but for submissions that have expired: they get no score.
func inTime(req *RulesRequest, rb *rulebook.Rulebook, weights map[string]float64,
	all []scores.Rival) ([]score.ComputeResponse, *op.Error) {
	left, places := []scores.Rival{}, []int{}
	got := make([]score.ComputeResponse, len(all))
	for i := range all {
		if late(rb, &all[i]) {
			got[i] = gone()
			continue
		}
		left, places = append(left, all[i]), append(places, i)
	}
	if len(left) == 0 {
		return got, nil
	}
	in, refusal := byRules(req, rb, weights, left)
	if refusal != nil {
		return nil, refusal
	}
	for k, i := range places {
		got[i] = in[k]
	}
	return got, nil
}

// late reports whether a submission took longer than the limit that it has.
func late(rb *rulebook.Rulebook, r *scores.Rival) bool {
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		m, given := r.Measurements[d.Key]
		if took := tookOf(&m); given && m.Limit != nil && *m.Limit > 0 && took != nil && *took > *m.Limit && clocked(d) {
			return true
		}
	}
	return false
}

// clocked reports whether a dimension counts a time, or a value that falls from a target to a limit.
func clocked(d *rulebook.Dimension) bool {
	return slices.Contains([]measure.ID{"time-budget", "time-curve", "target-limit", "relative-time"}, d.Measure)
}

// tookOf returns what a measurement counts along a curve.
func tookOf(m *measure.Measurement) *float64 {
	switch {
	case m.Value != nil:
		return m.Value
	case m.Used != nil:
		return m.Used
	}
	return m.TimeMs
}

// count returns how many submissions have each result, or none.
func (f *field) count(all []score.ComputeResponse) map[string]int {
	n := map[string]int{}
	for i := range all {
		n[all[i].Result]++
	}
	return n
}

// percent is a share of the submissions, as a whole number.
func (f *field) percent(n int) string {
	return words.Fixed(100*float64(n)/float64(len(f.all)), 0)
}

// points is a score with its unit.
func (f *field) points(x float64) string {
	text := explain.Points(f.rb, x)
	if strings.HasSuffix(text, "%") {
		return text
	}
	return text + " points"
}

// say writes how many win.
func (f *field) say(res *FieldResponse) {
	now, was := f.count(f.now), f.count(f.was)
	n := strconv.Itoa(len(f.all))
	res.Start, res.Agents, res.Unit = f.baseName(), n, explain.Unit(f.rb)
	if len(f.rb.Results) == 0 {
		best := f.order[0]
		res.Key = words.Called(f.all[best].ID)
		res.Sentence = res.Key + " leads with " + shownScore(f.rb, &f.now[best]) + ". These rules have no results."
		res.Answer, res.Brief, res.Count, res.From = "", shownScore(f.rb, &f.now[best]), "No results yet", "of "+n+" agents"
	} else {
		won := now["win"]
		res.Answer = f.percent(won)
		res.Brief = res.Answer + " %"
		res.Count = strconv.Itoa(won) + " of " + n + " win"
		if won == 1 {
			res.Count = "1 of " + n + " wins"
		}
		res.Key = res.Count
		res.From = "from " + f.points(f.rb.Results[0].Min)
		var rest []string
		for _, r := range f.rb.Results[1:] {
			rest = append(rest, f.percent(now[r.ID])+" % "+verb(r.ID))
		}
		if late := now[expired]; late > 0 {
			rest = append(rest, f.percent(late)+" % expire")
		}
		res.Rest = strings.Join(rest, ", ")
		res.Sentence = res.Count + " " + res.From + "."
		if res.Rest != "" {
			res.Sentence = fmt.Sprintf("%s %s; %s.", res.Count, res.From, res.Rest)
		}
	}
	if len(f.base.Results) > 0 {
		res.Before = fmt.Sprintf("%s: %s %% win", f.baseName(), f.percent(was["win"]))
	}
}

// baseName is the name of the rules to compare with; names of others may not speak.
func (f *field) baseName() string {
	if explain.Whole(f.req.Base) {
		return words.Called(f.base.Name)
	}
	return f.base.Name
}

// verb says what agents with a result do.
func verb(result string) string {
	if result == "loss" {
		return "lose"
	}
	return result
}

// noun says what one with a result has.
func noun(result string) string { return "a " + result }

// colors are the dimensions whose colours those of the changed rules have.
func (f *field) colors() []string {
	keys := make([]string, len(f.dims))
	for i := range f.dims {
		keys[i] = f.dims[i].Key
	}
	return explain.Colors(keys)
}

// dimensions describes the dimensions of the changed rules, in the order of the rulebook.
func (f *field) dimensions() []FieldDimension {
	list, colors := []FieldDimension{}, f.colors()
	for _, d := range f.rb.Dimensions {
		one := FieldDimension{Key: d.Key, Label: d.Label, Formula: f.formula(&d)}
		if k := slices.IndexFunc(f.dims, func(w rulebook.Weighted) bool { return w.Key == d.Key }); k >= 0 {
			one.Dim = colors[k]
			one.Percent = f.dims[k].W.Mul(exact.Int(100)).Float()
		}
		list = append(list, one)
	}
	return list
}

// formula is how a dimension gets its score, in one line.
func (f *field) formula(d *rulebook.Dimension) string {
	switch m := measure.Of(d.Measure); {
	case m.Direct():
		return "as measured"
	case m.Ends:
		return m.Between(words.Number(f.rb.Scale), d.Shape, f.rb.Scale)
	}
	return f.rule(d)
}

// rule is the rule of a dimension's measure, with the scale in numbers.
func (f *field) rule(d *rulebook.Dimension) string {
	m := measure.Of(d.Measure)
	return strings.ReplaceAll(m.Tell(m.Rule.Line, d.Decay), "scale", words.Number(f.rb.Scale))
}
