package metrics

import (
	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
)

// The deployed Clawdiators code: at most the last three scores, and a change
// of more than 50 points of 1000.
const (
	trendWindow    = 3
	trendThreshold = 50
)

// TrendRequest is an agent's scores.
type TrendRequest struct {
	Scores    []float64 `json:"scores" op:"max=100000; min=0 max=1000000000" doc:"Scores in time order, latest last."`
	Window    *int      `json:"window,omitempty" op:"min=2 max=100000" doc:"How many of the last scores count; 3 by default."`
	Threshold *float64  `json:"threshold,omitempty" op:"min=0 max=1000000000" doc:"Points that the change must exceed; 50 by default, of 1000."`
}

// TrendResponse is which way they go.
type TrendResponse struct {
	Trend  string   `json:"trend,omitempty" op:"enum=improving|declining|plateau" doc:"Absent with fewer than two scores."`
	Change *float64 `json:"change,omitempty" doc:"Last score less the first that counts, in points."`
	Scores int      `json:"scores" doc:"How many scores counted."`
	Rule   string   `json:"rule" doc:"The rule, in one sentence."`
}

// Trend looks at the last scores: improving when none is below the one before
// it and they rise by more than the threshold in all, declining when none is
// above and they fall by more, else a plateau. Differences are exact.
func Trend(req TrendRequest) (TrendResponse, error) {
	window, threshold := trendWindow, float64(trendThreshold)
	if req.Window != nil {
		window = *req.Window
	}
	if req.Threshold != nil {
		threshold = *req.Threshold
	}
	last := req.Scores[max(0, len(req.Scores)-window):]
	res := TrendResponse{Scores: len(last), Rule: message.Sprintf(
		"of the last %d scores, improving when they never fall and rise by more than %s in all, declining when they never rise and fall by more than %s, else a plateau",
		window, op.Show(threshold), op.Show(threshold))}
	if len(last) < 2 {
		return res, nil
	}
	rises, falls := false, false
	for i := 1; i < len(last); i++ {
		rises = rises || last[i] > last[i-1]
		falls = falls || last[i] < last[i-1]
	}
	change := exact.Of(last[len(last)-1]).Sub(exact.Of(last[0]))
	enough := change.Max(change.Neg()).Cmp(exact.Of(threshold)) > 0
	switch {
	case enough && !falls:
		res.Trend = "improving"
	case enough && !rises:
		res.Trend = "declining"
	default:
		res.Trend = "plateau"
	}
	points := change.Float()
	res.Change = &points
	return res, nil
}
