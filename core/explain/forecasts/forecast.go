package forecasts

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ForecastRequest is an agent's rating and the matches it plans to play, as
// elo.project takes them, but for draws in percent.
type ForecastRequest struct {
	Rulebook     rulebook.Ref         `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Rating       float64              `json:"rating" op:"min=-100000 max=100000" doc:"Rating before the plan, in Elo points; whole if the rulebook rounds ratings."`
	Matches      int                  `json:"matches" op:"min=0 max=1000000000" doc:"Matches played before the plan; they choose the K-factor."`
	Strength     *float64             `json:"strength,omitempty" op:"min=-100000 max=100000" doc:"True strength, in Elo points: the odds of every entry without odds of its own follow from it."`
	Draws        *float64             `json:"draws,omitempty" op:"min=0 max=100" doc:"Draws that go with strength, in percent of all matches; 0 by default."`
	Schedule     string               `json:"schedule,omitempty" op:"enum=even|level|climb|painted" doc:"A plan that is ready, instead of plan: even plays the rulebook's difficulty tiers in turn, level only the tier nearest to the rating, climb one tier after the other, painted what cells say. Without tiers, level plays an opponent of the same rating, and climb one 50 points higher in each quarter of the plan."`
	Cells        string               `json:"cells,omitempty" op:"maxlen=100000" doc:"The schedule painted: a digit a match, 1 being the easiest difficulty tier; without tiers a letter a match, A being an opponent of 0, each letter up to z 50 points more, and a point one of the same rating. They are played in turn if length is more."`
	Length       *int                 `json:"length,omitempty" op:"min=1 max=100000" doc:"How many matches of the schedule are played; by default 1, of painted all."`
	First        *int                 `json:"first,omitempty" op:"min=1 max=100000" doc:"Only so many of these matches are played, for a part of a long answer: it has no other readings."`
	Brief        bool                 `json:"brief,omitempty" doc:"Whether charts and other readings are left out, for a page that draws the fan."`
	Scale        []float64            `json:"scale,omitempty" op:"min=2 max=2; min=-1000000 max=1000000" doc:"Ends of the rating axis of the fan; by default they follow from the answer."`
	Plan         []forecast.PlanEntry `json:"plan,omitempty" op:"max=10000" doc:"The matches, in order; at least one without a schedule."`
	Repeat       *int                 `json:"repeat,omitempty" op:"min=1 max=100000" doc:"How many times the whole plan is played; once by default. Not with a schedule."`
	Verified     bool                 `json:"verified,omitempty" doc:"Whether every match carries a valid trajectory."`
	Memoryless   bool                 `json:"memoryless,omitempty" doc:"Whether every match is played without memory of earlier attempts."`
	FirstAttempt bool                 `json:"first_attempt,omitempty" doc:"Whether every match is a first attempt at its challenge."`
	Targets      []float64            `json:"targets,omitempty" op:"max=16; min=-100000 max=100000" doc:"Ratings to reach, from below or from above."`
	Careers      bool                 `json:"careers,omitempty" doc:"Whether to draw 20 sample careers."`
	Seed         int64                `json:"seed,omitempty" op:"min=0 max=9007199254740991" doc:"Seed of the sample careers; the same seed gives the same careers."`
}

// ForecastResponse describes where a rating will go.
type ForecastResponse struct {
	Key       string            `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief     string            `json:"brief" doc:"The median after the last match."`
	Answer    string            `json:"answer" doc:"The same."`
	Sentence  string            `json:"sentence" doc:"The answer in one or two sentences."`
	Finding   string            `json:"finding" doc:"The median and the chance of the first target, in few words: After 40 more: about 1373. 42 % touch 1400."`
	About     string            `json:"about" doc:"The words of the finding that matter most, letter for letter."`
	Basis     string            `json:"basis" doc:"How exact it is."`
	After     string            `json:"after" doc:"After how many matches: after 60 matches."`
	Assumes   string            `json:"assumes" doc:"The words before the strength: if you play like an; empty without a strength."`
	Chance    string            `json:"chance" doc:"The chance of the first target; empty without one."`
	Aim       string            `json:"aim" doc:"The first target after its chance: touch 1150; empty without one."`
	Matches   string            `json:"matches" doc:"How many matches, in words."`
	Hints     ForecastHints     `json:"hints" doc:"What the inputs mean, in words."`
	Fan       ForecastFan       `json:"fan" doc:"The picture of the answer in numbers."`
	Chart     string            `json:"chart" doc:"SVG: the rating after every match."`
	Every     string            `json:"every" doc:"Which matches are shown; empty if all are."`
	Steps     []ForecastStep    `json:"steps" doc:"The numbers of the chart."`
	Targets   []ForecastTarget  `json:"targets" doc:"The targets, in the order given."`
	Final     string            `json:"final" doc:"SVG: the odds of the rating after the last match."`
	Odds      []ForecastOdds    `json:"odds" doc:"The numbers of that chart, without impossible ratings."`
	Streaks   []ForecastOdds    `json:"streaks" doc:"Odds of losing streaks of at least that length."`
	Streaking string            `json:"streaking" doc:"The odds of a losing streak, in few words."`
	Plan      []ForecastRow     `json:"plan" doc:"The odds of the plan's rows, each time they are played."`
	Readings  []explain.Reading `json:"readings" doc:"The same plan under each reading of the arena's rules."`
	Notes     []explain.Note    `json:"notes" doc:"Warnings and limits."`
}

// ForecastStep is the distribution after one match, as text.
type ForecastStep struct {
	Match string `json:"match" doc:"Matches of the plan played so far; 0 is the start."`
	P05   string `json:"p05" doc:"5 % of careers are at or below this rating."`
	P25   string `json:"p25" doc:"25 % of careers are at or below this rating."`
	P50   string `json:"p50" doc:"The median."`
	P75   string `json:"p75" doc:"75 % of careers are at or below this rating."`
	P95   string `json:"p95" doc:"95 % of careers are at or below this rating."`
}

// ForecastTarget is a rating to reach, as text.
type ForecastTarget struct {
	Rating   string `json:"rating" doc:"The target."`
	Chance   string `json:"chance" doc:"The chance to reach it at least once."`
	Expected string `json:"expected" doc:"Mean number of matches until then, over the careers that reach it; – if none does."`
	Median   string `json:"median" doc:"Matches after which half of all careers have reached it; – if fewer than half ever do."`
}

const (
	sampleCareers = 20
	mostShown     = 240 // points of a chart
	mostPlanned   = 100_000
)

// Forecast describes where a rating will go. It refuses what elo.project refuses.
func Forecast(req ForecastRequest) (ForecastResponse, error) {
	rb, err := req.Rulebook.Rated()
	if err != nil {
		return ForecastResponse{}, err
	}
	if refusal := req.schedule(rb.Rating.Opponents); refusal != nil {
		return ForecastResponse{}, refusal
	}
	plans, matches := req.part()
	if len(req.Scale) == 2 && req.Scale[1] <= req.Scale[0] {
		return ForecastResponse{}, op.Refuse("/scale", "want its lower end first, and below the upper one")
	}
	got, err := projected(req)
	if err != nil {
		return ForecastResponse{}, err
	}
	f := outlook{req: req, got: got, own: explain.Whole(req.Rulebook), rated: rb.Rating, plans: plans, of: matches}
	f.shown(func(i int) { f.dots = append(f.dots, f.point(i)) })
	sentence, key := f.sentence()
	fan, final := f.fan(sentence), f.final()
	fan.Ends = final
	res := ForecastResponse{
		Key:       key,
		Sentence:  sentence,
		Brief:     f.show(got.Steps[len(got.Steps)-1].P50),
		Answer:    f.show(got.Steps[len(got.Steps)-1].P50),
		Basis:     f.basis(),
		After:     f.after(),
		Assumes:   f.assumes(),
		Matches:   words.Counted(matches, f.noun(), words.Plural(2, f.noun())),
		Hints:     f.hints(),
		Fan:       f.picture(),
		Every:     f.everyText(),
		Targets:   f.targets(),
		Plan:      f.plan(),
		Streaks:   f.streaks(),
		Streaking: f.streaking(),
		Readings:  []explain.Reading{},
		Notes:     f.notes(),
	}
	res.Chance, res.Aim = f.aim()
	res.Finding, res.About = f.finding()
	if !req.Brief {
		res.Chart, res.Final = fan.SVG(), final.SVG()
		if req.First == nil {
			res.Readings = f.readings(rb)
		}
	}
	for _, row := range fan.Table().Rows {
		res.Steps = append(res.Steps, ForecastStep{Match: row[0], P05: row[1], P25: row[2], P50: row[3], P75: row[4],
			P95: row[5]})
	}
	for i, row := range final.Table().Rows {
		if final.Points[i].Value > 0 {
			res.Odds = append(res.Odds, ForecastOdds{Label: row[0], Chance: row[1]})
		}
	}
	return res, nil
}

// projection returns the request to elo.project.
func projection(req ForecastRequest) forecast.ProjectRequest {
	ask := forecast.ProjectRequest{
		Rulebook: req.Rulebook, Rating: req.Rating, Matches: req.Matches, Strength: req.Strength,
		Plan: req.Plan, Repeat: req.Repeat, Targets: req.Targets,
		Verified: req.Verified, Memoryless: req.Memoryless, FirstAttempt: req.FirstAttempt,
		LongestLosingStreak: true, TouchCurve: true,
	}
	if req.Draws != nil {
		draw := *req.Draws / 100
		ask.Draw = &draw
	}
	if req.Careers {
		ask.SampleCareers, ask.Seed = sampleCareers, req.Seed
	}
	return ask
}

// projected asks elo.project; its refusals name the members of this request.
func projected(req ForecastRequest) (forecast.ProjectResponse, error) {
	got, err := forecast.Project(projection(req))
	if refusal, ok := err.(*op.Error); ok {
		switch {
		case refusal.Field == "/sample_careers":
			refusal.Field = "/careers"
		case req.Schedule != "" && (refusal.Field == "/repeat" || strings.HasPrefix(refusal.Field, "/plan")):
			refusal.Field = "/length"
		}
	}
	return got, err
}

// outlook is a plan and where it leads.
type outlook struct {
	req ForecastRequest
	got forecast.ProjectResponse
	own bool // the rules are the request's own, whatever they are called

	rated *rulebook.Rating
	plans []forecast.PlanEntry // the rows of the whole plan
	of    int                  // its matches, repeats included
	dots  []chart.FanPoint     // of the matches that are shown
}

// noun is what is played: a challenge, where opponents are those of challenges and have no tiers.
func (f *outlook) noun() string {
	if len(f.rated.Opponents) == 0 {
		return "challenge"
	}
	return "match"
}

// show writes a rating: whole if ratings are.
func (f *outlook) show(x float64) string {
	if f.got.Exact {
		return words.Short(x)
	}
	return words.Fixed(x, 1)
}

func (f *outlook) sentence() (sentence, key string) {
	last := f.got.Steps[len(f.got.Steps)-1]
	key, rest := "median "+f.show(last.P50), fmt.Sprintf("; 90 %% of outcomes lie between %s and %s.", f.show(last.P05),
		f.show(last.P95))
	switch {
	case len(f.got.Final.Distribution) == 1:
		key, rest = f.show(last.P50)+" in any case", "."
	case f.show(last.P05) == f.show(last.P95):
		key, rest = f.show(last.P50)+" in at least 90 %", " of outcomes."
	}
	sentence = fmt.Sprintf("After %s: %s%s", words.Counted(last.Match, "match", "matches"), key, rest)
	if len(f.got.Targets) > 0 {
		sentence += " " + touch(f.got.Targets[0])
	}
	return sentence, key
}

// touch describes how likely a target is.
func touch(t forecast.ProjectTarget) string {
	target, way := words.Number(t.Rating), "reach "
	if t.Direction == "down" {
		way = "fall to "
	}
	way += target
	switch {
	case t.Direction == "start":
		return "You start at " + target + "."
	case t.Probability == 0:
		return "You cannot " + way + "."
	case t.Probability == 1:
		return "You " + way + " in any case."
	}
	return "Your chance to " + way + " is " + oddsOf(t) + "."
}

// leastChance is the smallest one that is not 0.0 % to one decimal.
const leastChance = 0.0005

// chance shows a probability in percent: 0 and 100 % only if they are meant.
func chance(p float64) string {
	switch {
	case p == 0 || p == 1:
		return words.Percent(p)
	case p < leastChance:
		return "under 0.1 %"
	case p >= 1-leastChance:
		return "over 99.9 %"
	}
	return words.Fixed(100*p, 1) + " %"
}

func (f *outlook) basis() string {
	if f.got.Exact {
		return fmt.Sprintf("Exact: %s, no simulation.", words.Counted(len(f.got.Final.Distribution), "possible rating",
			"possible ratings"))
	}
	return fmt.Sprintf("Accurate to %s points, no simulation.", words.Fixed(math.Ceil(f.got.ErrorBound*1000)/1000, 3))
}

// every returns the distance between the matches that are shown.
func (f *outlook) every() int {
	for power := 1; ; power *= 10 {
		for _, times := range [...]int{1, 2, 5} {
			if len(f.got.Steps) <= times*power*mostShown {
				return times * power
			}
		}
	}
}

func (f *outlook) everyText() string {
	if f.every() == 1 {
		return ""
	}
	return fmt.Sprintf("Every %s of the %d matches is shown.", words.Ordinal(f.every()), len(f.got.Steps))
}

// shown calls f for the start, which is −1, and for the steps that are shown,
// the last among them.
func (f *outlook) shown(each func(i int)) {
	each(-1)
	every, n := f.every(), len(f.got.Steps)
	for i := every - 1; i < n-1; i += every {
		each(i)
	}
	each(n - 1)
}

func (f *outlook) fan(sentence string) *chart.Fan {
	fan := &chart.Fan{
		Title: "The rating after each match", Desc: sentence, X: "matches", Y: "rating",
		Caption: "The rating after each match", Head: [6]string{"Match", "5 %", "25 %", "Median", "75 %", "95 %"},
		Courses: make([][]float64, len(f.got.SampleCareers)),
	}
	fan.Points = f.dots
	f.shown(func(i int) {
		for c, career := range f.got.SampleCareers {
			at := f.req.Rating
			if i >= 0 {
				at = career[i]
			}
			fan.Courses[c] = append(fan.Courses[c], at)
		}
	})
	for _, t := range f.got.Targets {
		fan.Lines = append(fan.Lines, chart.Mark{At: t.Rating, Text: "target " + words.Number(t.Rating)})
	}
	return fan
}

func (f *outlook) point(i int) chart.FanPoint {
	if i < 0 {
		start := f.show(f.req.Rating)
		return chart.FanPoint{
			Name: "0", Words: fmt.Sprintf("Start: %s.", start),
			Levels: [5]float64{f.req.Rating, f.req.Rating, f.req.Rating, f.req.Rating, f.req.Rating},
			Texts:  [5]string{start, start, start, start, start},
		}
	}
	s := f.got.Steps[i]
	point := chart.FanPoint{At: float64(s.Match), Name: strconv.Itoa(s.Match), Levels: [5]float64{s.P05, s.P25, s.P50,
		s.P75, s.P95}}
	for level, x := range point.Levels {
		point.Texts[level] = f.show(x)
	}
	point.Words = "Match " + point.Name + ": median " + point.Texts[2] + "; 90 % between " + point.Texts[0] + " and " + point.Texts[4] + "."
	return point
}

func (f *outlook) targets() []ForecastTarget {
	list := []ForecastTarget{}
	for _, t := range f.got.Targets {
		row := ForecastTarget{Rating: words.Number(t.Rating), Chance: oddsOf(t), Expected: "–", Median: "–"}
		if t.ExpectedMatches != nil {
			row.Expected = words.Fixed(*t.ExpectedMatches, 1)
		}
		if t.MedianMatches != nil {
			row.Median = strconv.Itoa(*t.MedianMatches)
		}
		list = append(list, row)
	}
	return list
}

// oddsOf shows the chance of a target, or the two that it is known to lie between.
func oddsOf(t forecast.ProjectTarget) string {
	p := t.Probability
	if t.Low == nil || p == 0 || p == 1 {
		return chance(p)
	}
	low, high := "under 0.1 %", "over 99.9 %"
	if *t.Low > 0 {
		low = chance(*t.Low)
	}
	if *t.High < 1 {
		high = chance(*t.High)
	}
	if low == high {
		return low
	}
	return low + " to " + high
}
