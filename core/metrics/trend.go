package metrics

import (
	"github.com/tallyproof/tallyproof/core/exact"
)

// The deployed Clawdiators code: at most the last three scores, and a change
// of more than 50 points of 1000.
const (
	trendWindow    = 3
	trendThreshold = 50
	trendRule      = "of the last 3 scores: improving when none is below the one before it and they rise by more than " +
		"50 in all, declining when none is above it and they fall by more than 50, else a plateau"
)

// TrendRequest is an agent's scores.
type TrendRequest struct {
	Scores []float64 `json:"scores" op:"max=100000; min=0 max=1000000000" doc:"Scores in time order, latest last, 0 to 1000."`
}

// TrendResponse is which way they go.
type TrendResponse struct {
	Trend  string   `json:"trend,omitempty" op:"enum=improving|declining|plateau" doc:"Absent with fewer than two scores."`
	Change *float64 `json:"change,omitempty" doc:"Last score minus the first score that counts, in points."`
	Rule   string   `json:"rule" doc:"The rule, in words."`
}

// Trend looks at the last three scores: improving if no score is below its predecessor
// and they rise by more than 50 in all, declining if no score is above its predecessor
// and they fall by more than 50, else a plateau. Differences are exact.
func Trend(req TrendRequest) (*TrendResponse, error) {
	last := req.Scores[max(0, len(req.Scores)-trendWindow):]
	res := &TrendResponse{Rule: trendRule}
	if len(last) < 2 {
		return res, nil
	}
	rises, falls := false, false
	for i := 1; i < len(last); i++ {
		rises = rises || last[i] > last[i-1]
		falls = falls || last[i] < last[i-1]
	}
	change := exact.Of(last[len(last)-1]).Sub(exact.Of(last[0])).Float()
	res.Change, res.Trend = &change, "plateau"
	switch {
	case change > trendThreshold && !falls:
		res.Trend = "improving"
	case change < -trendThreshold && !rises:
		res.Trend = "declining"
	}
	return res, nil
}
