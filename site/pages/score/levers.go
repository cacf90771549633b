package score

import (
	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// dependent returns a calculator about the values in the page's score form.
func dependent(id, label, operation string) parts.CalcView {
	return parts.CalcView{ID: id, Label: label, Operation: operation, With: "score"}
}

// folded returns a calculator whose answer is closed at first.
func folded(v parts.CalcView) parts.CalcView {
	v.Folded = true
	return v
}

// target asks what it takes to reach a score, in a unit and up to a scale, with
// the control's step.
func target(req score.ComputeRequest, to float64, unit, scale, step string) (markup.TargetView, error) {
	ask := targetOf(req)
	ask.Target = &to
	return targetView(ask, parts.FieldView{Name: "/target", Label: "Target", Key: "target", Value: frame.Show(to),
		Unit: unit, Step: step, Least: "0", To: scale})
}

func targetOf(req score.ComputeRequest) scores.TargetRequest {
	return scores.TargetRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings}
}

func targetView(ask scores.TargetRequest, field parts.FieldView) (markup.TargetView, error) {
	answer, err := scores.Target(ask)
	return markup.TargetView{Calc: dependent("target", "Target", "explain.target"), Field: field,
		Answer: answer}, err
}

// levers shows the gain from one more step of each measurement.
func levers(req score.ComputeRequest) (markup.LeversView, error) {
	answer, err := scores.Levers(score.MarginalRequest{
		Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified, Measurements: req.Measurements,
		Warnings: req.Warnings,
	})
	return markup.LeversView{
		Calc:   dependent("levers", "Marginal values", "explain.levers"),
		Answer: answer,
	}, err
}

// tips returns the arena's advice with the numbers of a pass rate.
func tips(req score.ComputeRequest) (markup.TipsView, error) {
	answer, err := rewards.Tips(req)
	return markup.TipsView{
		Calc:   folded(dependent("tips", "Advice", "explain.tips")),
		Answer: answer,
	}, err
}

// cliff shows where one more point changes the rating, for a newcomer's tenth match
// against an equal.
func cliff(req score.ComputeRequest) (markup.CliffView, error) {
	match := scores.CliffRequest{
		Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified, Measurements: req.Measurements,
		Warnings: req.Warnings,
		Rating:   1000, Matches: 9, Difficulty: "contender",
	}
	answer, err := scores.Cliff(match)
	return markup.CliffView{
		Calc: dependent("cliff", "Match", "explain.cliff"),
		Fields: []parts.FieldView{
			{Name: "/rating", Label: "Rating before", Key: "cliff-rating", Value: frame.Show(match.Rating), Unit: "points",
				Step: "10", Least: "100", To: "2400"},
			{Name: "/matches", Label: "Matches before", Key: "cliff-matches", Value: frame.Show(match.Matches), Step: "1",
				Least: "0", To: "60"},
		},
		Difficulties: frame.Difficulties(match.Difficulty),
		Opponent: parts.FieldView{Name: "/opponent", Label: "Its rating", Key: "cliff-opponent", Value: "1100",
			Unit: "points", Step: "10", Least: "0", To: "2400"},
		Answer: answer,
	}, err
}

// diff compares the document's reading with the deployed code's.
func diff(req score.ComputeRequest) (markup.DiffView, error) {
	answer, err := scores.Diff(req)
	return markup.DiffView{
		Calc:   folded(dependent("diff", "Both readings", "explain.diff")),
		Answer: answer,
	}, err
}

// otherRuns returns four other runs, whose order a run of 500 ms changes.
func otherRuns(req score.ComputeRequest) (markup.RivalsView, error) {
	v := markup.RivalsView{
		Name: "Run", Add: "Add a run",
		Columns: []markup.RivalColumn{
			{Label: "Tests, %", Spoken: "Tests passed by run #, in percent", Member: "correctness/score",
				Key: "rival-tests"},
			{Label: "Time, ms", Spoken: "Time of run #, in ms", Member: "speed/time_ms", Key: "rival-times"},
			{Label: "Quality", Spoken: "Quality of run #", Member: "quality/score", Key: "rival-quality"},
			{Label: "Process", Spoken: "Process of run #", Member: "process/score", Key: "rival-process"},
		},
		Posted: &parts.FieldView{Name: "/posted_ms", Label: "Someone runs", Key: "posted", Value: "500", Unit: "ms",
			Step: "20", Least: "20", To: "5000"},
		Fresh: markup.RivalView{ID: "run #", Cells: []string{"90", "1500", "80", "80"}},
	}
	ask := scores.RivalsRequest{Rulebook: req.Rulebook, Weights: req.Weights, Measurements: req.Measurements,
		PostedMs: frame.Ptr(500.0)}
	for _, r := range []struct {
		id                            string
		tests, time, quality, process float64
	}{
		{"Carina", 100, 1200, 95, 92}, {"Nova", 99, 1080, 93, 88}, {"Orion", 100, 1620, 90, 87}, {"Draco", 76, 1040, 62, 58},
	} {
		v.Rivals = append(v.Rivals, markup.RivalView{ID: r.id, Cells: []string{frame.Show(r.tests), frame.Show(r.time),
			frame.Show(r.quality), frame.Show(r.process)}})
		ask.Rivals = append(ask.Rivals, scores.Rival{ID: r.id, Measurements: map[string]measure.Measurement{
			"correctness": given(r.tests), "speed": {TimeMs: &r.time}, "quality": given(r.quality), "process": given(r.process),
		}})
	}
	return rivals(v, ask)
}

func carefulAndHasty() []scores.Rival {
	return []scores.Rival{
		{ID: "Careful", Measurements: map[string]measure.Measurement{"correctness": given(920), "speed": given(310),
			"methodology": given(880), "completeness": given(950)}},
		{ID: "Hasty", Measurements: map[string]measure.Measurement{"correctness": given(640), "speed": given(990),
			"methodology": given(500), "completeness": given(610)}},
	}
}

// contenders returns two more submissions of a challenge with the dimensions of req
// that have weights: one is more careful and slow, one is fast and shallow.
func contenders(req score.ComputeRequest, dimensions []rulebook.Dimension) (markup.RivalsView, error) {
	two := carefulAndHasty()
	v := markup.RivalsView{
		Name: "Submission", Add: "Add a submission",
		Rivals: []markup.RivalView{{ID: two[0].ID}, {ID: two[1].ID}},
		Fresh:  markup.RivalView{ID: "submission #"},
	}
	const usual = "700"
	for _, d := range dimensions {
		_, on := req.Weights[d.Key]
		v.Columns = append(v.Columns, markup.RivalColumn{
			Label: d.Label, Spoken: d.Label + " of submission #", Member: d.Key + "/score", Key: "rival-" + d.Key,
			When: "score:" + use(d.Key), Off: !on,
		})
		for i, r := range two {
			cell := usual
			if on {
				cell = frame.Show(*r.Measurements[d.Key].Score)
			}
			v.Rivals[i].Cells = append(v.Rivals[i].Cells, cell)
		}
		v.Fresh.Cells = append(v.Fresh.Cells, usual)
	}
	return rivals(v, scores.RivalsRequest{Rulebook: req.Rulebook, Weights: req.Weights, Measurements: req.Measurements,
		Rivals: two})
}

// rivals adds the answer to what v's form asks.
func rivals(v markup.RivalsView, req scores.RivalsRequest) (markup.RivalsView, error) {
	answer, err := scores.Rivals(req)
	v.Calc = dependent("beside", "Other submissions of the challenge", "explain.rivals")
	v.Answer = answer
	return v, err
}

func given(x float64) measure.Measurement { return measure.Measurement{Score: &x} }
