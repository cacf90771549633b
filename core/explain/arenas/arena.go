package arenas

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// What is known of a run.
const (
	Unverified = "unverified"
	Verified   = "verified"
	First      = "first" // verified, and the first try
)

// ArenaRequest is a rulebook and a run.
type ArenaRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook, with weights of its own."`
	Run      []Reached    `json:"run,omitempty" op:"max=64" doc:"What the run reached, by the order of the dimensions; without it, four fifths of the most."`
	Opponent int          `json:"opponent,omitempty" op:"min=0 max=63" doc:"Which of the rulebook's opponents it meets, counted from 0; the last if there are fewer."`
	Rating   float64      `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the run, in Elo points."`
	Matches  int          `json:"matches,omitempty" op:"min=0 max=1000000" doc:"Matches played before it."`
	How      string       `json:"how,omitempty" op:"enum=unverified|verified|first" doc:"unverified (default), verified, or first: verified and the first try."`
}

// Reached is what a run reached in a dimension.
type Reached struct {
	Value *float64 `json:"value,omitempty" op:"min=0 max=1000000000" doc:"A score up to the scale; of 10 tests those passed; of 300 seconds those used; of 100 tokens those used; for a target and a limit, what was measured. More than the most counts as the most."`
}

// ArenaResponse is the run by the rules.
type ArenaResponse struct {
	Sentence string `json:"sentence" doc:"The score, the result and the rating after it."`
	Key      string `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string `json:"brief" doc:"The score, and the result if there is one."`
	Score    string `json:"score" doc:"The score."`
	Of       string `json:"of" doc:"Out of what."`
	Against  string `json:"against" doc:"The opponent and the number of the match."`
	Result   string `json:"result" doc:"The result; empty if the rules have none."`
	Results  []Kind `json:"results" doc:"A win, a draw and a loss by these rules."`
	Before   string `json:"before" doc:"The rating before, with an arrow; empty if the run moves no rating."`
	After    string `json:"after" doc:"The rating after it."`
	Was      string `json:"was" doc:"The rating and the matches before it."`
	Change   string `json:"change" doc:"The change, with ▲, ▼ or =."`

	Run       []Row    `json:"run" doc:"What the run reached, by the order of the dimensions."`
	Marks     []Mark   `json:"marks" doc:"The scores from which on results hold, on the bar."`
	Steps     []Line   `json:"steps" doc:"The steps, each with the clause of the rules that it follows."`
	Opponents []Choice `json:"opponents" doc:"The opponents to choose from."`
	Next      string   `json:"next" doc:"How many equal runs reach the next title; empty without titles by rating."`
	NextKey   string   `json:"next_key" doc:"The words of it that matter most, letter for letter."`

	Field   string `json:"field" doc:"How many opponents there are, and how strong."`
	Bonuses string `json:"bonuses" doc:"The bonuses in a few words."`
	Titles  string `json:"titles" doc:"The titles in a few words."`
	Tiers   string `json:"tiers" doc:"The tiers in a few words."`
	Ties    string `json:"ties" doc:"The order of equal scores in a few words."`
}

// Row is a dimension of the run: its control, and its part of the bar.
type Row struct {
	Key     string  `json:"key" doc:"The dimension's key."`
	Dim     string  `json:"dim" doc:"The dimension whose colour it has."`
	Label   string  `json:"label" doc:"Name for readers."`
	Value   string  `json:"value" doc:"What was reached, with its unit."`
	Unit    string  `json:"unit" doc:"Its unit, with a space before it; empty for scores."`
	Most    float64 `json:"most" doc:"The most that can be reached."`
	Step    string  `json:"step" doc:"A step of it."`
	Weight  float64 `json:"weight" doc:"The dimension's weight, in percent."`
	Reached float64 `json:"reached" doc:"What was reached, as the request has it."`
	At      float64 `json:"at" doc:"What was reached, in percent of the most."`
	Start   float64 `json:"start" doc:"Where its part of the bar begins, in percent of the scale."`
	Width   float64 `json:"width" doc:"Its width, in percent of the scale."`
}

// Kind is a result by an arena's own name and worth.
type Kind struct {
	ID    string `json:"id" doc:"win, draw or loss."`
	Label string `json:"label" doc:"What the arena calls it, in a sentence: a win."`
	Head  string `json:"head" doc:"The same at the beginning of a sentence: A win."`
	Worth string `json:"worth" doc:"What it is worth in an update, as the end of a sentence: worth 0.5."`
}

// kinds adds them.
func (r *ArenaResponse) kinds(rb *rulebook.Rulebook) {
	for _, id := range []string{"win", "draw", "loss"} {
		result := rb.Result(id)
		r.Results = append(r.Results, Kind{ID: id, Label: explain.AResult(rb, id), Head: words.Capital(explain.AResult(rb, id)), Worth: "worth " + worth(result.Actual()) + "."})
	}
}

// Mark is a score from which on a result holds.
type Mark struct {
	ID    string  `json:"id" doc:"The result."`
	At    float64 `json:"at" doc:"Its place on the bar, in percent."`
	Label string  `json:"label" doc:"The result and the score; empty where it would not fit."`
	Side  string  `json:"side" doc:"start, middle or end: the side of the label that is at the place."`
	Held  string  `json:"held" doc:"held if it is the run's result."`
}

// Line is a step.
type Line struct {
	ID     string `json:"id" doc:"Its name, each once."`
	Clause string `json:"clause" doc:"The clause that it follows: score, results, opponents, rating or bonuses."`
	Dim    string `json:"dim" doc:"The dimension whose colour it has; empty for other steps."`
	explain.Step
}

// Choice is an opponent.
type Choice struct {
	Value string `json:"value" doc:"Its number, counted from 0."`
	Label string `json:"label" doc:"Its name."`
}

// mostRuns is how many equal runs are followed.
const mostRuns = 1000

// Arena explains a run by the rules. It refuses what score.compute and elo.update refuse.
func Arena(req ArenaRequest) (ArenaResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return ArenaResponse{}, err
	}
	compute := score.ComputeRequest{Rulebook: rulebook.Resolved(rb), Verified: req.How == Verified || req.How == First,
		Measurements: map[string]measure.Measurement{}}
	res := ArenaResponse{Run: []Row{}, Marks: []Mark{}, Steps: []Line{}, Opponents: []Choice{}}
	keys := make([]string, len(rb.Dimensions))
	for i := range rb.Dimensions {
		keys[i] = rb.Dimensions[i].Key
	}
	colors := explain.Colors(keys)
	for i := range rb.Dimensions {
		d := &rb.Dimensions[i]
		row, m := reach(rb, d, req.at(i))
		row.Dim = colors[i]
		compute.Measurements[d.Key] = m
		res.Run = append(res.Run, row)
	}
	got, err := breakdown.Score(compute)
	if err != nil {
		return ArenaResponse{}, err
	}
	res.Score, res.Of = got.Answer, "of "+words.Number(rb.Scale)
	res.score(rb, got)
	res.kinds(rb)
	res.Result = words.Capital(explain.ResultName(rb, got.Result.Result))
	res.Brief = res.Score
	if res.Result != "" {
		res.Brief += ", " + explain.ResultName(rb, got.Result.Result)
	}
	res.Sentence, res.Key = got.Sentence, got.Key
	res.marks(rb, got.Result.Result)
	res.Field, res.Bonuses = fieldBrief(rb.Rating), bonusesBrief(rb.Rating)
	res.Titles, res.Tiers, res.Ties = titlesBrief(rb.Titles), tiersBrief(rb.Tiers), tiesBrief(rb.Ties)
	if rb.Rating == nil || rb.Rating.Scheme != rulebook.Solo || got.Result.Result == "" {
		return res, nil
	}
	res.rate(rb, &req, got.Result.Result)
	return res, nil
}

// at returns what the run reached in a dimension, or nil.
func (r *ArenaRequest) at(i int) *float64 {
	if i < len(r.Run) {
		return r.Run[i].Value
	}
	return nil
}

// score adds the parts of the bar, and the steps of the score.
func (r *ArenaResponse) score(rb *rulebook.Rulebook, got breakdown.ScoreResponse) {
	for i, p := range got.Parts {
		for j := range r.Run {
			if r.Run[j].Key == p.Key {
				r.Run[j].Start, r.Run[j].Width = p.Start, p.Width
				r.Run[j].Weight = words.Shown(100*got.Result.Breakdown[i].Weight, 9)
				step := explain.Step{Label: r.Run[j].Label, Formula: p.Score + " × " + p.Weight, Value: p.Weighted}
				r.Steps = append(r.Steps, Line{ID: "part-" + strconv.Itoa(i), Clause: "score", Dim: r.Run[j].Dim, Step: step})
			}
		}
	}
	for _, result := range rb.Results {
		if result.ID != got.Result.Result {
			continue
		}
		from := "below"
		if result.Min > 0 {
			from = "from " + words.Number(result.Min)
		}
		r.Steps = append(r.Steps, Line{ID: "result", Clause: "results", Step: explain.Step{Label: words.Capital(explain.ResultName(rb, result.ID)),
			Formula: from, Value: "worth " + worth(result.Actual())}})
	}
}

// marks places the results on the bar. Only the run's and the one above it, or for the
// highest the one below it, have room for a label.
func (r *ArenaResponse) marks(rb *rulebook.Rulebook, held string) {
	at := slices.IndexFunc(rb.Results, func(result rulebook.Result) bool { return result.ID == held })
	other := at - 1
	if at == 0 {
		other = 1
	}
	for i, result := range rb.Results {
		if result.Min <= 0 {
			continue
		}
		m := Mark{ID: result.ID, At: float64(100*result.Min) / rb.Scale, Side: "middle"}
		switch {
		case m.At > 88:
			m.Side = "end"
		case m.At < 12:
			m.Side = "start"
		}
		if i == at {
			m.Held = "held"
		}
		if i == at || i == other {
			m.Label = explain.ResultName(rb, result.ID) + " " + words.Number(result.Min)
		}
		r.Marks = append(r.Marks, m)
	}
}

// rate adds what the run does to the rating, and how many of them reach the next title.
func (r *ArenaResponse) rate(rb *rulebook.Rulebook, req *ArenaRequest, outcome string) {
	scheme := rb.Rating
	for i, o := range scheme.Opponents {
		r.Opponents = append(r.Opponents, Choice{Value: strconv.Itoa(i), Label: words.Capital(o.Difficulty)})
	}
	who, plays := "An equal", req.Rating
	if n := len(scheme.Opponents); n > 0 {
		o := scheme.Opponents[min(req.Opponent, n-1)]
		who, plays = words.Capital(o.Difficulty), o.Rating
	}
	r.Against = who + ", match " + words.Grouped(int64(req.Matches)+1)
	bonus := rating.BonusOf(scheme, map[string]bool{"verified": req.How == Verified || req.How == First,
		"first_attempt": req.How == First})
	got := rating.Step(scheme, req.Rating, plays, req.Matches, outcome, bonus)
	r.Before, r.After = words.Short(req.Rating)+" →", words.Short(got.Rating)
	r.Was = words.Short(req.Rating) + ", " + matches(req.Matches)
	if req.How == Verified || req.How == First {
		r.Was += ", verified"
	}
	sign := "="
	if moves := got.Moves(); moves > 0 {
		sign = "▲"
	} else if moves < 0 {
		sign = "▼"
	}
	r.Change = sign + " " + words.Short(math.Abs(got.Moves()))
	expected := words.Fixed(got.Expected, 3)
	r.step("opponent", "opponents", who+" plays", "", words.Number(plays))
	r.step("expected", "rating", "Expected", "", expected)
	r.step("change", "rating", fmt.Sprintf("%s × (%s − %s)", words.Number(got.K), worth(got.Actual), expected), "",
		words.Signed(float64(got.K*(got.Actual-got.Expected))))
	if req.How == Verified || req.How == First {
		applied := "none"
		if got.Bonus != 1 {
			applied = words.Signed(got.Change)
		}
		r.step("bonus", "bonuses", "Bonus", "× "+words.Number(bonus), applied)
	}
	if got.Floored {
		r.step("floor", "rating", "Floor", "", words.Number(*scheme.Floor))
	}
	r.Sentence = fmt.Sprintf("%s of %s: %s moves the rating from %s to %s.", r.Score, words.Number(rb.Scale),
		explain.AResult(rb, outcome), words.Short(req.Rating), r.After)
	r.Key = r.After
	r.next(rb, req, plays, outcome, bonus)
}

// worth writes what a result is worth: 0.333 for a third.
func worth(x float64) string { return words.Number(words.Shown(x, 3)) }

func matches(n int) string {
	if n == 1 {
		return "1 match"
	}
	return words.Grouped(int64(n)) + " matches"
}

func (r *ArenaResponse) step(id, clause, label, formula, value string) {
	r.Steps = append(r.Steps, Line{ID: id, Clause: clause, Step: explain.Step{Label: label, Formula: formula, Value: value}})
}

// next counts the equal runs until the next title by rating, or tier if there is none.
func (r *ArenaResponse) next(rb *rulebook.Rulebook, req *ArenaRequest, plays float64, outcome string, bonus float64) {
	name, least := "", math.Inf(1)
	for _, list := range [][]rulebook.Tier{rb.Titles, rb.Tiers} {
		for _, t := range list {
			for _, need := range t.Needs {
				if need.Stat == rulebook.RatingStat && need.Min > req.Rating && need.Min < least {
					name, least = words.Called(t.Name), need.Min
				}
			}
		}
	}
	if name == "" {
		if len(rb.Titles) > 0 {
			r.Next = "No title is higher."
		}
		return
	}
	now := req.Rating
	for n := 1; n <= mostRuns; n++ {
		now = rating.Step(rb.Rating, now, plays, req.Matches+n-1, outcome, bonus).Rating
		if now >= least {
			r.NextKey = words.Grouped(int64(n))
			r.Next = r.NextKey + " such runs reach " + name + "."
			if n == 1 {
				r.Next = r.NextKey + " such run reaches " + name + "."
			}
			return
		}
	}
	r.NextKey = "never"
	r.Next = "Runs like this never reach " + name + "."
}

func titlesBrief(list []rulebook.Tier) string {
	if len(list) == 0 {
		return "none"
	}
	return strconv.Itoa(len(list)) + ", up to " + words.Called(list[0].Name)
}

func tiersBrief(list []rulebook.Tier) string {
	if len(list) == 0 {
		return "none"
	}
	return strconv.Itoa(len(list)) + ", up to " + words.Called(list[len(list)-1].Name)
}

func tiesBrief(ties string) string {
	if ties == rulebook.TiesByOrder {
		return "the order given stays"
	}
	return "the earlier run leads"
}
