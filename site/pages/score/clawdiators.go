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

// clawdiatorsExample returns the worked example of Clawdiators docs, Scoring: 823
// points by the document, 824 by the deployed code.
func clawdiatorsExample() score.ComputeRequest {
	return score.ComputeRequest{
		Rulebook: rulebook.ID("clawdiators"),
		Weights:  map[string]float64{"correctness": 50, "speed": 20, "methodology": 15, "completeness": 15},
		Measurements: map[string]measure.Measurement{
			"correctness":  {Score: frame.Ptr(900.0)},
			"speed":        {Score: frame.Ptr(780.0)},
			"methodology":  {Score: frame.Ptr(690.0)},
			"completeness": {Score: frame.Ptr(760.0)},
		},
	}
}

// Clawdiators returns the page of Clawdiators scores.
func Clawdiators(f *frame.Frame) ([]build.Page, error) {
	req := clawdiatorsExample()
	answer, err := breakdown.Score(req)
	if err != nil {
		return nil, err
	}
	list, err := challenges()
	if err != nil {
		return nil, err
	}
	presets, err := frame.ChallengeGroups(list, presetOption)
	if err != nil {
		return nil, err
	}
	v := markup.ClawdiatorsView{
		Page: clawdiatorsPage(f),
		Calc: parts.CalcView{ID: "score", Label: "Submission", Operation: "explain.score", Takes: "score.compute",
			OwnRules: true, Rulebooks: []string{"clawdiators", "clawdiators-live"}},
		Rules:   frame.Readings("clawdiators"),
		Presets: presets,
		Score:   frame.ScoreView(answer, results()),
		Onward: parts.CarryView{Href: "/rating/clawdiators/", Label: "See what this score does to your rating", Format: "2",
			Members: "result= score=@result/score rules=~rules verified=~verified rating=~cliff-rating matches=~cliff-matches " +
				"difficulty=~cliff-difficulty opponent=~cliff-opponent"},
		Source: clawdiatorsSource,
	}
	dimensions := append(frame.Resolve("clawdiators").Dimensions, further(list)...)
	if err := clawdiatorsAnswers(&v, req, dimensions); err != nil {
		return nil, err
	}
	v.Diff.Score, v.Diff.Both = v.Calc, answer.Readings
	for _, d := range dimensions {
		v.Dimensions = append(v.Dimensions, clawdiatorsRow(d, req, answer, v.Levers.Answer))
	}
	f.Picture(&v.Page.Layout, frame.ScorePicture(v.Page.H1, answer))
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Clawdiators(v)}}, nil
}

// clawdiatorsAnswers fills in what the engine answers of the questions that follow a score.
func clawdiatorsAnswers(v *markup.ClawdiatorsView, req score.ComputeRequest, dimensions []rulebook.Dimension) (err error) {
	if v.Beside, err = contenders(req, dimensions); err != nil {
		return err
	}
	if v.Target, err = target(req, 900, "of 1000", "1000", "10"); err != nil {
		return err
	}
	if v.Cliff, err = cliff(req); err != nil {
		return err
	}
	if v.Diff, err = diff(req); err != nil {
		return err
	}
	v.Levers, err = levers(req)
	return err
}

// clawdiatorsPage returns the head of the page.
func clawdiatorsPage(f *frame.Frame) parts.PageView {
	return parts.PageView{
		Layout: f.Layout("/score/clawdiators/", "Is this Clawdiators submission a win?",
			"Recompute a Clawdiators score from its dimensions and weights: win, draw or loss, by the document and by the "+
				"deployed code.", frame.Live),
		Tabs: pages.Tabs("/score/clawdiators/"),
		H1:   "Is this submission a win?",
	}
}

// clawdiatorsSource states where the rules of Clawdiators scores come from, and what the page does not show.
var clawdiatorsSource = parts.SourceView{
	Text: "Clawdiators’ documentation on scoring, and the answers of its deployed code of 18 March 2026. If the two " +
		"differ, the page shows both.",
	Links: []parts.LinkView{
		{Href: "/rules/clawdiators/", Label: "Every formula of the document, with its source"},
		{Href: "/rules/clawdiators-live/", Label: "What the deployed code does instead"},
	},
	Not: []string{
		"Whether the evaluator scored a dimension correctly: its scores are used as given.",
		"Which rules the arena uses today: its code may have changed since then.",
		"How the rating changes: that depends on the challenge’s difficulty.",
	},
}

// results returns the ruler of a score from 0 to 1000, with the results' thresholds.
func results() []parts.TickView {
	ticks := []parts.TickView{{At: 0, Label: "0"}}
	for _, r := range frame.Resolve("clawdiators").Results {
		if r.Min > 0 {
			ticks = append(ticks, parts.TickView{At: r.Min / 10, Label: frame.Show(r.Min)})
		}
	}
	return append(ticks, parts.TickView{At: 100, Label: "1000"})
}

// use names the control that decides whether a dimension counts.
func use(key string) string { return "use-" + key }

// newWeight is the weight in percent that a dimension asks for when it comes in.
const newWeight = 10

// clawdiatorsRow returns the controls of one dimension: whether it counts, its
// weight, and its score or what its measure reads.
func clawdiatorsRow(d rulebook.Dimension, req score.ComputeRequest, answer breakdown.ScoreResponse,
	next scores.LeversResponse) markup.WeighedRow {
	at := "/measurements/" + d.Key
	weight, on := req.Weights[d.Key]
	points := 700.0
	if m := req.Measurements[d.Key]; m.Score != nil {
		points = *m.Score
	}
	if !on {
		weight = newWeight
	}
	v := markup.WeighedRow{
		Hint: d.Description, Use: use(d.Key), On: on,
		Run: markup.RunRow{Key: d.Key, Label: d.Label, Score: parts.FieldView{Name: at + "/score", Label: d.Label,
			Key: "scores", Value: frame.Show(points), Step: "10", Least: "0", To: "1000", Absent: "700"}},
		Weight: parts.FieldView{Name: "/weights/" + d.Key, Label: d.Label, Key: "weights", Value: frame.Show(weight),
			Unit: "%", Step: "1", Least: "0", To: "100", Decide: true},
	}
	for _, p := range answer.Parts {
		if p.Key == d.Key {
			v.Run.Left = p.Left
		}
	}
	for _, r := range next.Rows {
		if r.Key == d.Key {
			v.Run.Step, v.Run.Gain = r.Step, r.Gain
		}
	}
	if e, ok := efforts[d.Key]; ok {
		v.Run.By = d.Key + "-by"
		v.Run.Modes = []parts.ChoiceView{{Value: "measured", Label: "Used of limit"},
			{Value: "score", Label: "Score", Checked: true}}
		v.Run.Measured = &parts.FieldView{Name: at + "/used", Label: d.Label, Key: d.Key + "-used", Value: e.used, Unit: e.unit,
			Step: e.step, Least: "0", To: e.limit, ToOf: at + "/limit"}
		v.Limit = &parts.FieldView{Name: at + "/limit", Label: d.Label + " limit", Key: d.Key + "-limit", Value: e.limit,
			Unit: e.unit, Step: e.step, Least: "0"}
	}
	return v
}

// effort is an example of what a submission used of a limit.
type effort struct{ unit, used, limit, step string }

// efforts are the dimensions that measure how much of a limit is used.
var efforts = map[string]effort{
	"speed":            {"s", "66", "300", "1"},
	"token_efficiency": {"tokens", "20000", "50000", "1000"},
	"call_efficiency":  {"calls", "8", "20", "1"},
}
