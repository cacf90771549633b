package forecasts

import (
	"fmt"
	"math"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// TitlesRequest is a record and the matches that an agent plans to play, as in
// explain.forecast.
type TitlesRequest struct {
	Rulebook     rulebook.Ref         `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook; titles may be those of another reading of the arena's rules."`
	Rating       float64              `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the plan, in Elo points; whole if the rulebook rounds ratings."`
	Matches      int                  `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before the plan."`
	Wins         int                  `json:"wins,omitempty" op:"min=0 max=1000000000" doc:"Matches won before the plan."`
	Authored     int                  `json:"authored,omitempty" op:"min=0 max=1000000000" doc:"Approved challenges that the agent wrote."`
	Strength     *float64             `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength, in Elo points."`
	Draws        *float64             `json:"draws,omitempty" op:"min=0 max=100" doc:"Draws that go with strength, in percent of all matches; 0 by default."`
	Schedule     string               `json:"schedule,omitempty" op:"enum=even|level|climb|painted" doc:"A plan that is ready, instead of plan."`
	Cells        string               `json:"cells,omitempty" op:"maxlen=100000" doc:"The schedule painted: a digit a match."`
	Length       *int                 `json:"length,omitempty" op:"min=1 max=100000" doc:"How many matches of the schedule are played."`
	Plan         []forecast.PlanEntry `json:"plan,omitempty" op:"max=10000" doc:"The matches, in order; at least one without a schedule."`
	Repeat       *int                 `json:"repeat,omitempty" op:"min=1 max=100000" doc:"How many times the whole plan is played; once by default."`
	Verified     bool                 `json:"verified,omitempty" doc:"Whether every match carries a valid trajectory."`
	Memoryless   bool                 `json:"memoryless,omitempty" doc:"Whether every match is played without memory of earlier attempts."`
	FirstAttempt bool                 `json:"first_attempt,omitempty" doc:"Whether every match is a first attempt at its challenge."`
}

// TitlesResponse lists the titles of an arena with their chances.
type TitlesResponse struct {
	Key      string      `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string      `json:"brief" doc:"The highest title that the plan probably reaches."`
	Sentence string      `json:"sentence" doc:"The same in a sentence."`
	Next     string      `json:"next" doc:"The next title and its chance; empty at the top."`
	Titles   []TitleStep `json:"titles" doc:"Every title, the lowest first."`
	Limit    string      `json:"limit" doc:"Which part of a long plan is counted; empty if all of it is."`
}

// TitleStep is one title.
type TitleStep struct {
	ID     string  `json:"id" doc:"Title id."`
	Name   string  `json:"name" doc:"Name for readers."`
	Need   string  `json:"need" doc:"What it needs, in few words."`
	Chance string  `json:"chance" doc:"The chance that the plan reaches it; yours if it is held, empty if no plan of matches can."`
	State  string  `json:"state" op:"enum=held|likely|open|other" doc:"held; likely: with at least even odds; open; other: matches do not bring it."`
	Shade  float64 `json:"shade" doc:"The chance from 0 to 1; 1 if it is held."`
	Way    string  `json:"way" doc:"The shortest way to it from here: matches, wins, or wins in a row against the hardest opponent until the rating that it needs; yours if it is held, empty if it is not known."`
	Onward float64 `json:"onward" doc:"The chance of the next title that matches can bring, from 0 to 1."`
}

const (
	titleMatches = 2000 // of a long plan that are counted
	likely       = 0.5
)

// Titles returns how likely a plan of matches brings each title. A title by rating counts from
// the first match after which it is reached.
func Titles(req TitlesRequest) (TitlesResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return TitlesResponse{}, err
	}
	titles := titlesOf(rb)
	if len(titles) == 0 {
		return TitlesResponse{}, op.Refuse("/rulebook", "%q has no titles: want a rulebook with some", rb.ID)
	}
	if req.Wins > req.Matches {
		return TitlesResponse{}, op.Refuse("/wins", "%d: want at most %d, the number played", req.Wins, req.Matches)
	}
	ask := req.forecast(titles)
	if refusal := ask.schedule(rb.Rating.Opponents); refusal != nil {
		return TitlesResponse{}, refusal
	}
	_, matches := ask.part()
	got, err := projected(ask)
	if err != nil {
		return TitlesResponse{}, err
	}
	r := road{req: req, got: got}
	if highest := highestNeed(titles); highest > req.Rating {
		bonus := rating.BonusOf(rb.Rating, map[string]bool{"verified": req.Verified, "memoryless": req.Memoryless,
			"first_attempt": req.FirstAttempt})
		r.climb = climbTo(rb.Rating, req.Rating, req.Matches, bonus, highest)
	}
	res := r.response(titles)
	if n := len(got.Steps); n < matches {
		res.Limit = fmt.Sprintf("Counted over the first %s of %s matches.", words.Grouped(int64(n)),
			words.Grouped(int64(matches)))
	}
	return res, nil
}

// forecast returns the request to explain.forecast, whose targets are the ratings that titles
// need.
func (req *TitlesRequest) forecast(titles []rulebook.Tier) ForecastRequest {
	most := titleMatches
	ask := ForecastRequest{Rulebook: req.Rulebook, Rating: req.Rating, Matches: req.Matches, Strength: req.Strength,
		Draws: req.Draws, Schedule: req.Schedule, Cells: req.Cells, Length: req.Length, Plan: req.Plan, Repeat: req.Repeat,
		Verified: req.Verified, Memoryless: req.Memoryless, FirstAttempt: req.FirstAttempt, First: &most}
	for _, t := range titles {
		for _, n := range t.Needs {
			if n.Stat == rulebook.RatingStat && len(ask.Targets) < 16 {
				ask.Targets = append(ask.Targets, n.Min)
			}
		}
	}
	return ask
}

// titlesOf returns the titles of a rulebook, or of another reading of its arena's rules.
func titlesOf(rb *rulebook.Rulebook) []rulebook.Tier {
	if len(rb.Titles) > 0 {
		return rb.Titles
	}
	for _, other := range explain.Siblings(rb) {
		if len(other.Titles) > 0 {
			return other.Titles
		}
	}
	return nil
}

// highestNeed is the highest rating that a title needs.
func highestNeed(titles []rulebook.Tier) float64 {
	highest := math.Inf(-1)
	for _, t := range titles {
		for _, n := range t.Needs {
			if n.Stat == rulebook.RatingStat {
				highest = max(highest, n.Min)
			}
		}
	}
	return highest
}

// road is the titles of a record and its plan.
type road struct {
	req   TitlesRequest
	got   forecast.ProjectResponse
	climb *ascent // nil if no title needs a higher rating, or it is not known how fast that can be reached
}

func (r *road) response(titles []rulebook.Tier) TitlesResponse {
	res := TitlesResponse{Titles: make([]TitleStep, len(titles))}
	chances := make([]float64, len(titles))
	for i := range titles {
		t := titles[len(titles)-1-i]
		res.Titles[i], chances[i] = r.step(t)
	}
	top, stays := 0, true
	for i, t := range res.Titles {
		if chances[i] >= likely && t.State != "other" {
			top, stays = i, t.State == "held"
		}
	}
	onward := func(from int) int {
		for i := from + 1; i < len(titles); i++ {
			if res.Titles[i].State != "other" {
				return i
			}
		}
		return -1
	}
	for i := range res.Titles {
		if next := onward(i); next > 0 {
			res.Titles[i].Onward = chart.Hundredth(chances[next])
		}
	}
	res.Brief = res.Titles[top].Name
	res.Key, res.Sentence = res.Brief, "This plan makes you "+res.Brief+"."
	if stays {
		res.Sentence = "You stay " + res.Brief + "."
	}
	if next := onward(top); next > 0 {
		res.Next = fmt.Sprintf("%s at %s: %s.", res.Titles[next].Name, res.Titles[next].Need, chance(chances[next]))
	}
	return res
}

// step returns a title and its chance: any of its needs is enough.
func (r *road) step(t rulebook.Tier) (TitleStep, float64) {
	step := TitleStep{ID: t.ID, Name: t.Name, State: "other"}
	best := 0.0
	if len(t.Needs) == 0 {
		step.State, best = "held", 1
	}
	for _, n := range t.Needs {
		held, p, known := r.chance(n)
		if step.Need != "" {
			step.Need += " or "
		}
		step.Need += needWords(n)
		if way := r.way(n); way != "" && step.Way != "" {
			step.Way += ", or " + way
		} else {
			step.Way += way
		}
		if best = max(best, p); held {
			step.State = "held"
		} else if known && step.State == "other" {
			step.State = "open"
		}
	}
	if best >= likely && step.State == "open" {
		step.State = "likely"
	}
	if step.State == "held" {
		step.Way = "yours"
	}
	step.Shade = chart.Hundredth(best)
	switch step.State {
	case "held":
		step.Chance = "yours"
	case "open", "likely":
		step.Chance = chance(best)
	}
	return step, best
}

// chance returns whether a need is met already, its chance in the plan, and whether matches
// can meet it.
func (r *road) chance(n rulebook.Need) (held bool, p float64, known bool) {
	matches := len(r.got.Steps)
	switch n.Stat {
	case rulebook.Challenges:
		if float64(r.req.Matches) >= n.Min {
			return true, 1, true
		}
		if float64(r.req.Matches+matches) >= n.Min {
			return false, 1, true
		}
		return false, 0, true
	case rulebook.Wins:
		if float64(r.req.Wins) >= n.Min {
			return true, 1, true
		}
		return false, r.wins(n.Min - float64(r.req.Wins)), true
	case rulebook.RatingStat:
		for _, t := range r.got.Targets {
			if t.Rating == n.Min && r.req.Rating < n.Min {
				return false, t.Probability, true
			}
		}
		held = r.req.Rating >= n.Min
	case rulebook.Authored:
		held = float64(r.req.Authored) >= n.Min
	}
	if held {
		return true, 1, true
	}
	return false, 0, false
}

// way returns the shortest way to meet a need: empty if it is met, or not known.
func (r *road) way(n rulebook.Need) string {
	more := func(have int, one, many string) string {
		return words.Counted(int(math.Ceil(n.Min-float64(have))), "more "+one, "more "+many)
	}
	switch n.Stat {
	case rulebook.Challenges:
		return more(r.req.Matches, "match", "matches")
	case rulebook.Wins:
		return more(r.req.Wins, "win", "wins")
	case rulebook.Authored:
		return more(r.req.Authored, "challenge written", "challenges written")
	case rulebook.RatingStat:
		if r.climb != nil {
			return "a rating of " + words.Number(n.Min) + ": " + r.climb.way(n.Min)
		}
	}
	return ""
}

// wins returns the odds of at least so many wins in the plan.
func (r *road) wins(more float64) float64 {
	matches := len(r.got.Steps)
	if more > float64(matches) {
		return 0
	}
	need := int(more)
	if float64(need) < more {
		need++
	}
	odds := make([]float64, need+1) // of so many wins so far; the last holds all from there on
	odds[0] = 1
	for played := 0; played < matches; {
		for _, e := range r.got.Plan {
			for range min(e.Count, matches-played) {
				odds[need] += float64(odds[need-1] * e.Win)
				for i := need - 1; i > 0; i-- {
					odds[i] = float64(odds[i]*(1-e.Win)) + float64(odds[i-1]*e.Win)
				}
				odds[0] *= 1 - e.Win
				played++
			}
		}
	}
	return min(odds[need], 1)
}

// needWords is a need in few words: 5 matches, 10 wins, 1200.
func needWords(n rulebook.Need) string {
	switch n.Stat {
	case rulebook.RatingStat:
		return words.Number(n.Min)
	case rulebook.Challenges:
		return words.Counted(int(n.Min), "match", "matches")
	case rulebook.Wins:
		return words.Counted(int(n.Min), "win", "wins")
	case rulebook.Authored:
		return "write " + words.Number(n.Min)
	}
	return standings.Requirement(n.Stat) + " " + words.Number(n.Min)
}
