package breakdown

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// early notes what the last tenth of a time limit cost: Clawdiators docs,
// Scoring, advise to submit partial work early.
func early(rb *rulebook.Rulebook, req score.ComputeRequest, got score.ComputeResponse) []explain.Note {
	for _, p := range got.Breakdown {
		d, _ := rb.Dimension(p.Key)
		m := req.Measurements[p.Key]
		if measure.Of(d.Measure).Rule.Pace == "" || m.Used == nil || m.Limit == nil || *m.Used == 0 {
			continue
		}
		before := exact.Of(*m.Used).Sub(exact.Of(*m.Limit).Mul(exact.Of(0.1))).Max(exact.Num{}).Float()
		m.Used = &before
		res, err := score.Compute(With(req, p.Key, m))
		if err != nil || res.Score <= got.Score {
			continue
		}
		total := explain.Total(rb, res.Score)
		if res.Result != got.Result {
			total += ", " + explain.AResult(rb, res.Result)
		}
		return []explain.Note{{Kind: "limit", Field: "/measurements/" + p.Key + "/used", Text: fmt.Sprintf(
			"At %s of %s the same work scores %s. The time since then costs %s: work in it must add more.",
			words.Number(before), words.Number(*m.Limit), total, pointsOf(rb, res.Score-got.Score))}}
	}
	return nil
}

// pointsOf returns a difference of scores: 1 point, 30 points, 2.5 points.
func pointsOf(rb *rulebook.Rulebook, x float64) string {
	text := explain.AsPoints(explain.Points(rb, x))
	switch {
	case text == "1":
		return "1 point"
	case rb.Scale == 1:
		return text
	}
	return text + " points"
}
