package score

import (
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// Sprint is the page of Sprint scores.
func Sprint(f *frame.Frame) ([]build.Page, error) {
	req := frame.SprintExample()
	answer, err := scores.Score(req)
	if err != nil {
		return nil, err
	}
	v := markup.SprintView{
		Page: parts.PageView{
			Layout: f.Layout("/score/sprint/", "What does this Sprint submission score?",
				"Recompute a Sprint score from tests passed and execution time, with every step.", frame.Live),
			Arenas: pages.Arenas("score", "sprint"),
			H1:     "What does this submission score?",
			Lede:   "Sprint combines correctness and speed to a score from 0 to 100.",
		},
		Calc:   parts.CalcView{ID: "score", Label: "Submission", Operation: "explain.score", Takes: "score.compute", Rulebooks: []string{"sprint"}},
		Score:  frame.ScoreView(answer, frame.Hundred("")),
		Source: parts.SourceView{Text: "The contributors’ guide."},
	}
	for _, d := range frame.Resolve("sprint").Dimensions {
		v.Dimensions = append(v.Dimensions, airenaInputs(d, req.Measurements[d.Key]))
	}
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Sprint(v)}}, nil
}
