package score

import (
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
)

// mostTasks is the largest number of tasks that [Separate] considers.
const mostTasks = 10_000_000

// SeparateRequest is two pass rates.
type SeparateRequest struct {
	Ahead      Passes  `json:"ahead" doc:"The higher pass rate, as tasks passed of all tasks."`
	Behind     Passes  `json:"behind" doc:"The lower one."`
	Confidence float64 `json:"confidence,omitempty" op:"min=0.5 max=0.9999" doc:"Probability that an interval holds; 0.95 by default."`
}

// SeparateResponse says how many tasks make a lead sure.
type SeparateResponse struct {
	Confidence float64 `json:"confidence" doc:"Probability that an interval holds."`
	Step       int     `json:"step" doc:"The fewest tasks of which both rates pass a whole number; every number considered is a multiple of it."`
	Tasks      int     `json:"tasks,omitempty" doc:"The fewest tasks for each from which the lead is sure; absent if the rates are equal, or if not even 10 million are enough."`
	Low        float64 `json:"low,omitempty" doc:"Lower end of Newcombe's interval of the difference with that many tasks; above 0."`
}

// Separate returns the fewest tasks from which a lead is sure, if both keep their pass
// rates and have the same tasks: Newcombe's interval of the difference then lies above 0.
// Only numbers of tasks count at which both rates are whole numbers of tasks. The interval
// of two fixed rates narrows as tasks are added, so that every larger number is enough too.
//
// Errors: more passed than there are, a rate ahead that is the lower one.
func Separate(req SeparateRequest) (SeparateResponse, error) {
	res := SeparateResponse{Confidence: req.Confidence}
	if req.Confidence == 0 {
		res.Confidence = 0.95
	}
	for _, p := range []struct {
		member string
		Passes
	}{{"ahead", req.Ahead}, {"behind", req.Behind}} {
		if p.Passed > p.Total {
			return SeparateResponse{}, op.Refuse(op.Pointer(p.member, "passed"), "%d passed: want at most total, %d", p.Passed,
				p.Total)
		}
	}
	if ahead(req.Behind, req.Ahead) {
		return SeparateResponse{}, op.Refuse("/behind", "its pass rate is higher: want the lower one of two")
	}
	a, b := reduced(req.Ahead), reduced(req.Behind)
	res.Step = a.Total / gcd(a.Total, b.Total) * b.Total
	if !ahead(a, b) {
		return res, nil
	}
	z := fmath.NormalQuantile((1 + res.Confidence) / 2)
	low := func(times int) float64 {
		n := res.Step * times
		return newcombe(Passes{Passed: n / a.Total * a.Passed, Total: n}, Passes{Passed: n / b.Total * b.Passed, Total: n}, z).Low
	}
	from, to := 1, mostTasks/res.Step+1
	for from < to {
		if middle := (from + to) / 2; low(middle) > 0 {
			to = middle
		} else {
			from = middle + 1
		}
	}
	if from <= mostTasks/res.Step {
		res.Tasks, res.Low = res.Step*from, low(from)
	}
	return res, nil
}

// reduced returns the same rate with the fewest tasks.
func reduced(p Passes) Passes {
	by := gcd(p.Passed, p.Total)
	return Passes{Passed: p.Passed / by, Total: p.Total / by}
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
