package score

import (
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/build"
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
			agent("Nova", 0.8, "2026-03-02T09:30:00Z"),
			agent("Atlas", 0.8, "2026-03-01T18:00:00Z"),
			agent("Rook", 0.825, "2026-03-04T12:00:00Z"),
			agent("Vega", 0.75, ""),
			agent("Lyra", 0.75, ""),
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
	ticks := frame.Hundred("")
	ticks[len(ticks)-1].Label += " %"
	v := markup.TermView{
		Page: parts.PageView{
			Layout: f.Layout("/score/term/", "What is this pass rate, and who ranks first?",
				"Compute a Term Challenge pass rate over all tasks, and rank agents by pass rate and submission time.", frame.Live),
			Tabs: pages.Tabs("/score/term/"),
			H1:   "What is this pass rate?",
		},
		Calc: parts.CalcView{ID: "score", Label: "Benchmark run", Operation: "explain.score", Takes: "score.compute",
			OwnRules: true, Rulebooks: []string{"term"}},
		Passed: parts.FieldView{Name: at + "/passed", Label: "Tasks passed", Key: "passed", Value: frame.Show(*m.Passed), Step: "1",
			Least: "0", To: frame.Show(*m.Total), ToOf: at + "/total"},
		Total: parts.FieldView{Name: at + "/total", Label: "All tasks", Key: "total", Value: frame.Show(*m.Total), Step: "1",
			Least: "1", To: "200"},
		Score:  frame.ScoreView(answer, ticks),
		Onward: parts.CarryView{Href: "/rewards/term/", Label: "See how fast a reward decays", Members: "top=~tasks-top"},
		Source: termSource,
	}
	if v.Sure, err = ties(req, race, 40); err != nil {
		return nil, err
	}
	if v.Tasks, err = tasks(req, 80, 85); err != nil {
		return nil, err
	}
	if v.Tips, err = tips(req); err != nil {
		return nil, err
	}
	f.Picture(&v.Page.Layout, frame.ScorePicture(v.Page.H1, answer))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Term(v)}}, nil
}

// tasks shows what more passed tasks add, against a top score and a target.
func tasks(req score.ComputeRequest, top, target float64) (markup.TasksView, error) {
	answer, err := scores.Tasks(scores.TasksRequest{
		Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified, Measurements: req.Measurements,
		Warnings: req.Warnings, TopPercent: &top, TargetPercent: &target,
	})
	return markup.TasksView{
		Calc: dependent("tasks", "Tasks", "explain.tasks"),
		Target: parts.FieldView{Name: "/target_percent", Label: "Target", Key: "target-percent",
			Value: frame.Show(target), Unit: "%", Step: "1", Least: "0", To: "100"},
		Part: parts.FieldView{Name: "/target", Label: "Target", Key: "target", Unit: "of 1", Step: "0.01", Least: "0", To: "1"},
		Top: parts.FieldView{Name: "/top_percent", Label: "Top score", Key: "tasks-top", Value: frame.Show(top),
			Unit: "%", Step: "1", Least: "0", To: "100"},
		Answer: answer,
	}, err
}

// taskScale is the numbers of tasks of the slider: each a multiple of 40, of which the
// example's rates are whole.
const taskScale = "40 80 120 160 200 240 280 320 400 480 560 640 800 1000 1200 1400 1600 1880 2000 2400 2800 3200 4000 " +
	"4800 5600 6400 8000 10000"

// ties ranks agents that were given so many tasks, and the run among them.
func ties(req score.ComputeRequest, race score.RankRequest, tasks int) (markup.TiesView, error) {
	answer, err := scores.Interval(scores.IntervalRequest{Rulebook: req.Rulebook, Measurements: req.Measurements,
		Submissions: race.Submissions, Tasks: tasks, Confidence: 95})
	v := markup.TiesView{
		Calc: parts.CalcView{ID: "rank", Label: "Agents to rank", Operation: "explain.interval", Takes: "score.rank",
			With: "score", Rulebooks: []string{"term"}},
		Fresh: markup.AgentView{ID: "agent #", Rate: "0.5"},
		Confidence: parts.FieldView{Name: "/confidence_percent", Label: "Confidence", Key: "confidence", Value: "95", Unit: "%",
			Step: "1", Least: "50", To: "99"},
		Tasks: parts.FieldView{Name: "/tasks", Label: "Tasks for each agent", Key: "tasks", Value: frame.Show(tasks),
			Unit: "tasks", Step: "1", Least: "1", Absent: frame.Show(tasks)},
		Scale:  taskScale,
		Answer: answer,
	}
	for _, s := range race.Submissions {
		v.Agents = append(v.Agents, markup.AgentView{ID: s.ID, Rate: frame.Show(s.Dimensions["pass_rate"]), At: s.SubmittedAt})
	}
	return v, err
}
