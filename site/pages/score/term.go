package score

import (
	"strconv"

	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// termExample returns the worked example of Term Challenge docs: 73 of 91 tasks, 80.2 %.
func termExample() score.ComputeRequest {
	return score.ComputeRequest{
		Rulebook:     rulebook.ID("term"),
		Measurements: map[string]measure.Measurement{"pass_rate": {Passed: frame.Ptr(73), Total: frame.Ptr(91)}},
	}
}

// termRanking shows both keys at work: the rate, then the earlier submission,
// then a shared rank.
func termRanking() score.RankRequest {
	agent := func(id string, rate float64, at string) score.Submission {
		return score.Submission{ID: id, SubmittedAt: at, Dimensions: map[string]float64{"pass_rate": rate}}
	}
	return score.RankRequest{
		Rulebook: rulebook.ID("term"),
		Submissions: []score.Submission{
			agent("nova", 0.8, "2026-03-02T09:30:00Z"),
			agent("atlas", 0.8, "2026-03-01T18:00:00Z"),
			agent("rook", 0.825, "2026-03-04T12:00:00Z"),
			agent("vega", 0.75, ""),
			agent("lyra", 0.75, ""),
		},
	}
}

var termSource = parts.SourceView{
	Text: "Term Challenge’s documentation, Scoring System and Scoring & Rewards. Rates are compared exactly, before " +
		"any rounding.",
	Links: []parts.LinkView{{Href: "/rules/term/", Label: "Every formula of Term Challenge, with its source"}},
	Not: []string{
		"What an agent will be paid: weights, caps and decay come after the pass rate.",
		"Whether three validators agree on it: each validator runs the tasks itself.",
		"Whether a task without a result would pass: by the documents it fails, the published code drops it.",
	},
}

// Term returns the page of Term Challenge scores.
func Term(f *frame.Frame) ([]build.Page, error) {
	req, race := termExample(), termRanking()
	answer, err := breakdown.Score(req)
	if err != nil {
		return nil, err
	}
	m := req.Measurements["pass_rate"]
	at := "/measurements/pass_rate"
	v := markup.TermView{
		Page: parts.PageView{
			Layout: f.Layout("/score/term/", "What is this pass rate, and who ranks first?",
				"Compute a Term Challenge pass rate over all tasks, and rank agents by pass rate and submission time.", frame.Live),
			Tabs: pages.Tabs("/score/term/"),
			H1:   "What is this pass rate?",
		},
		Calc: parts.CalcView{ID: "score", Label: "Benchmark run", Operation: "explain.score", Takes: "score.compute",
			OwnRules: true, Rulebooks: []string{"term"}},
		Fields: []parts.FieldView{
			{Name: at + "/passed", Label: "Tasks passed", Key: "passed", Value: frame.Show(*m.Passed), Unit: "tasks", Step: "1",
				Least: "0", To: frame.Show(*m.Total), ToOf: at + "/total"},
			{Name: at + "/total", Label: "All tasks", Key: "total", Value: frame.Show(*m.Total), Unit: "tasks", Step: "1",
				Least: "1"},
		},
		Score: frame.ScoreView(answer, frame.Hundred(" %")),
		Rank: markup.RankView{
			Calc: parts.CalcView{ID: "rank", Label: "Agents to rank", Operation: "score.rank", Takes: "score.rank",
				Rulebooks: []string{"term"}, Brief: "standings/0/name"},
			Fresh: markup.AgentView{ID: "agent #", Rate: "0.5"},
		},
		Onward: parts.CarryView{Href: "/rewards/term/", Label: "See how fast a reward decays", Members: "top=~tasks-top"},
		Source: termSource,
	}
	if err := termAnswers(&v, req, race); err != nil {
		return nil, err
	}
	v.Passed = []parts.Live{{Member: "answer", Value: answer.Answer}}
	v.Strip = []parts.Dial{
		{Of: "score", Label: "This run", Value: answer.Brief},
		{Of: v.Rate.Calc.ID, Label: "True rate", Value: v.Rate.Answer.Brief},
		{Of: v.Tasks.Calc.ID, Label: "One more task", Value: v.Tasks.Answer.Brief},
		{Of: v.Target.Calc.ID, Label: "To reach the target", Value: v.Target.Answer.Brief},
		{Of: v.Sure.Calc.ID, Label: "Ranking", Value: v.Sure.Answer.Brief},
	}
	f.Picture(&v.Page.Layout, frame.ScorePicture(v.Page.H1, answer))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Term(v)}}, nil
}

// termAnswers fills in what the engine answers of the example's ranking, and of
// the questions that follow its run.
func termAnswers(v *markup.TermView, req score.ComputeRequest, race score.RankRequest) error {
	for _, s := range race.Submissions {
		v.Rank.Agents = append(v.Rank.Agents, markup.AgentView{ID: s.ID, Rate: frame.Show(s.Dimensions["pass_rate"]),
			At: s.SubmittedAt})
	}
	ranking, err := score.Rank(race)
	if err != nil {
		return err
	}
	v.Rank.Standings = standingRows(ranking)
	if v.Rate, err = rateInterval(req); err != nil {
		return err
	}
	if v.Sure, err = rankInterval(race, 40); err != nil {
		return err
	}
	if v.Target, err = targetPercent(req, 85); err != nil {
		return err
	}
	if v.Tasks, err = tasks(req, 80); err != nil {
		return err
	}
	v.Tips, err = tips(req)
	return err
}

// standingRows translates a ranking.
func standingRows(r score.RankResponse) []markup.StandingRow {
	rows := frame.Each(r.Standings, func(s score.Standing) markup.StandingRow {
		return markup.StandingRow{Rank: strconv.Itoa(s.Rank), ID: s.ID, Score: frame.Show(s.Score)}
	})
	var scores []*string
	for i := range rows {
		scores = append(scores, &rows[i].Score)
	}
	decimals.Align(scores...)
	return rows
}
