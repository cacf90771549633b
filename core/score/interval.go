package score

import (
	"cmp"
	"math"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
)

// IntervalRequest counts the tasks that each entrant passed.
type IntervalRequest struct {
	Entrants   []Passes `json:"entrants" op:"min=1 max=200" doc:"Who passed how many tasks, in any order."`
	Confidence float64  `json:"confidence,omitempty" op:"min=0.5 max=0.9999" doc:"Probability that an interval holds; 0.95 by default."`
}

// Passes is an entrant's tasks.
type Passes struct {
	ID     string `json:"id" op:"maxlen=200" doc:"Unique id."`
	Passed int    `json:"passed" op:"min=0 max=100000" doc:"Tasks passed."`
	Total  int    `json:"total" op:"min=1 max=100000" doc:"All tasks."`
}

// IntervalResponse holds the intervals of the pass rates and the order that they support.
type IntervalResponse struct {
	Confidence float64    `json:"confidence" doc:"Probability that an interval holds."`
	Entrants   []Interval `json:"entrants" doc:"By pass rate, best first; equal rates in the order given."`
	Pairs      []Lead     `json:"pairs" doc:"Each entrant with the next entrant."`
}

// Interval is a pass rate and the ranks it leaves open.
type Interval struct {
	ID       string  `json:"id" doc:"Its id."`
	Rate     float64 `json:"rate" doc:"Tasks passed of all tasks."`
	Low      float64 `json:"low" doc:"Lower end of the Wilson score interval."`
	High     float64 `json:"high" doc:"Upper end of the Wilson score interval."`
	Rank     int     `json:"rank" doc:"Place by pass rate; equal ranks leave a gap after them."`
	RankBest int     `json:"rank_best" doc:"The best place it may truly have: one more than the number of entrants that are significantly ahead of it."`
	RankLast int     `json:"rank_last" doc:"The last place it may truly have: the number of all entrants minus those that are significantly behind it."`
}

// Lead is how sure it is that one entrant is ahead of the next.
type Lead struct {
	Ahead       string  `json:"ahead" doc:"Id of the entrant with the higher pass rate."`
	Behind      string  `json:"behind" doc:"Id of the next."`
	Difference  float64 `json:"difference" doc:"Difference of their pass rates."`
	Low         float64 `json:"low" doc:"Lower end of Newcombe's interval of the difference."`
	High        float64 `json:"high" doc:"Upper end of Newcombe's interval of the difference."`
	Tie         bool    `json:"tie" doc:"Whether the interval contains 0: the tasks are too few to separate them."`
	Probability float64 `json:"probability" doc:"Probability that the first is truly better, if all pass rates are equally likely beforehand."`
}

// Intervals describes how far pass rates, and ranks by them, can be trusted. With z
// of the confidence and p = passed/n, the interval of a rate is Wilson's (1927):
//
//	(p + z²/2n ± z·√(p(1−p)/n + z²/4n²)) / (1 + z²/n)
//
// and that of a difference p₁ − p₂ is Newcombe's (1998, method 10), from the
// ends l and u of both:
//
//	d − √((p₁−l₁)² + (u₂−p₂)²)  to  d + √((u₁−p₁)² + (p₂−l₂)²)
//
// The probability of being ahead is the probability that Beta(passed+1, failed+1) exceeds
// the other entrant's. The tasks count as a random sample of all possible tasks.
//
// Errors: an id twice, more passed than there are.
func Intervals(req IntervalRequest) (IntervalResponse, error) {
	res := IntervalResponse{Confidence: req.Confidence, Entrants: []Interval{}, Pairs: []Lead{}}
	if req.Confidence == 0 {
		res.Confidence = 0.95
	}
	if refusal := checkPasses(req.Entrants); refusal != nil {
		return IntervalResponse{}, refusal
	}
	z := fmath.NormalQuantile((1 + res.Confidence) / 2)
	order := Order(len(req.Entrants), func(a, b int) int {
		x, y := req.Entrants[a], req.Entrants[b]
		return cmp.Or(cmp.Compare(y.Passed*x.Total, x.Passed*y.Total), cmp.Compare(a, b))
	})
	for at, i := range order {
		p := req.Entrants[i]
		low, high := wilson(p, z)
		in := Interval{ID: p.ID, Rate: p.rate(), Low: low, High: high, Rank: at + 1}
		if at > 0 && !ahead(req.Entrants[order[at-1]], p) {
			in.Rank = res.Entrants[at-1].Rank
		}
		res.Entrants = append(res.Entrants, in)
	}
	for at, i := range order {
		in := &res.Entrants[at]
		in.RankBest, in.RankLast = ranksOf(req.Entrants, i, z)
		if at+1 < len(order) {
			next := req.Entrants[order[at+1]]
			lead := newcombe(req.Entrants[i], next, z)
			lead.Probability = better(req.Entrants[i], next)
			res.Pairs = append(res.Pairs, lead)
		}
	}
	return res, nil
}

// ranksOf returns the best and the last rank that an entrant may really have.
func ranksOf(entrants []Passes, i int, z float64) (best, last int) {
	best, last = 1, len(entrants)
	for _, other := range entrants {
		switch d := newcombe(entrants[i], other, z); {
		case d.Low > 0:
			last--
		case d.High < 0:
			best++
		}
	}
	return best, last
}

func checkPasses(entrants []Passes) *op.Error {
	first := make(map[string]int, len(entrants))
	for i, p := range entrants {
		if p.Passed > p.Total {
			return op.Refuse(op.Pointer("entrants", i, "passed"), "%d passed: want at most total, %d", p.Passed, p.Total)
		}
		if before, taken := first[p.ID]; taken {
			return op.Refuse(op.Pointer("entrants", i, "id"), "%s is also entrant %d: want each id once", op.Quote(p.ID), before)
		}
		first[p.ID] = i
	}
	return nil
}

func (p Passes) rate() float64 { return float64(p.Passed) / float64(p.Total) }

// ahead compares pass rates by cross-multiplication.
func ahead(a, b Passes) bool { return a.Passed*b.Total > b.Passed*a.Total }

// wilson returns the score interval of a rate; its ends at 0 and 1 are exact.
func wilson(p Passes, z float64) (low, high float64) {
	n, rate := float64(p.Total), p.rate()
	zz := float64(z * z)
	middle := rate + zz/(2*n)
	half := float64(z * math.Sqrt(float64(rate*(1-rate))/n+zz/float64(4*float64(n*n))))
	low, high = (middle-half)/(1+zz/n), (middle+half)/(1+zz/n)
	if p.Passed == 0 {
		low = 0
	}
	if p.Passed == p.Total {
		high = 1
	}
	return low, high
}

// newcombe returns the interval of the difference of two rates.
func newcombe(a, b Passes, z float64) Lead {
	lowA, highA := wilson(a, z)
	lowB, highB := wilson(b, z)
	d := a.rate() - b.rate()
	lead := Lead{Ahead: a.ID, Behind: b.ID, Difference: d}
	lead.Low = d - hypot(a.rate()-lowA, highB-b.rate())
	lead.High = d + hypot(highA-a.rate(), b.rate()-lowB)
	lead.Tie = lead.Low <= 0 && lead.High >= 0
	return lead
}

func hypot(x, y float64) float64 { return math.Sqrt(float64(x*x) + float64(y*y)) }

// better is P(X > Y) for X ~ Beta(a, b) and Y ~ Beta(c, d), all whole: with
// a = passed+1, b = failed+1 of the one and c, d of the other,
//
//	Σ_{i=0}^{a−1} B(c+i, b+d) / ((b+i)·B(1+i, b)·B(c, d))
//
// whose terms follow one another by a factor. The sum is taken in units of its
// first term, whose logarithm is a sum of logarithms.
func better(x, y Passes) float64 {
	a, b := x.Passed+1, x.Total-x.Passed+1
	c, d := y.Passed+1, y.Total-y.Passed+1
	log := 0.0 // of B(c, b+d) / B(c, d) = Π (d+j)/(c+d+j)
	for j := range b {
		log += fmath.Log(float64(d+j) / float64(c+d+j))
	}
	sum, scale := 0.0, 0.0 // the sum is sum·exp(scale) in units of the first term
	term := 1.0
	for i := range a {
		sum += term
		if sum > 1e200 {
			sum, term = sum*1e-200, term*1e-200
			scale += 200
		}
		// B(c+i+1, b+d)/B(c+i, b+d) · B(1+i, b)·(b+i) / (B(2+i, b)·(b+i+1))
		term = float64(term * (float64(c+i) / float64(c+i+b+d)))
		term = float64(term * (float64(b+i) / float64(1+i)))
	}
	log += fmath.Log(sum) + float64(scale*math.Ln10)
	return min(1, fmath.Exp(log))
}
