package score

import (
	"math"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// trial is a submission whose measurements are moved to see what the score
// becomes.
type trial struct {
	req  ComputeRequest
	rb   *rulebook.Rulebook
	dims []rulebook.Weighted
	got  ComputeResponse // as the request has them
}

func newTrial(req ComputeRequest) (*trial, error) {
	got, err := Compute(req)
	if err != nil {
		return nil, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return nil, refusal
	}
	return &trial{req, rb, dims, got}, nil
}

// lever is an input that moves the score of a dimension, with its range. Its values are
// best, best ∓ unit, best ∓ 2·unit …, up to where it stands; or, if levers are to move by
// the same amount, where it stands ± unit, ± 2·unit …, up to the best.
type lever struct {
	measure.Lever
	key   string     // of the dimension
	kind  measure.ID // of the dimension
	steps int        // from where it stands to the best
	same  bool       // whether steps are counted from where it stands
}

// levers returns the levers of the weighed dimensions, in display order. It omits
// immovable dimensions, for example the efficiency of an unverified match.
func (t *trial) levers() []lever {
	unit := t.rb.Scale / 10000
	if t.rb.Composite.Rounding != rulebook.RoundNone {
		unit = 1 // arenas that round deal in whole points
	}
	var all []lever
	for i := range t.dims {
		d := &t.dims[i]
		m, given := t.req.Measurements[d.Key]
		kind := measure.Of(d.Measure)
		if !given || kind.Verified && !t.req.Verified {
			continue
		}
		moves := kind.Lever(&m, d.Shape, t.rb.Scale, unit)
		if moves == nil {
			continue
		}
		l := lever{Lever: *moves, key: d.Key, kind: d.Measure}
		l.steps = l.count()
		if m.TimedOut != nil && *m.TimedOut {
			l.steps = max(l.steps, 1) // in time, with what passes already
		}
		all = append(all, l)
	}
	return all
}

// count returns the number of steps of unit between from and best; the first may be
// shorter. It is 0 for a value past the best, for example a time below the fastest.
func (l *lever) count() int {
	way := math.Abs(l.Best - l.From)
	if l.From > l.Best != l.Falls || way == 0 {
		return 0
	}
	return int(math.Ceil(min(exact.Of(way).Quo(exact.Of(l.Unit)).Float(), 1<<40)))
}

// at returns the value after n steps.
func (l *lever) at(n int) float64 {
	if n <= 0 || l.steps == 0 {
		return l.From
	}
	start, units := exact.Of(l.Best), min(n-l.steps, 0)
	if l.same && n < l.steps {
		start, units = exact.Of(l.From), n
	}
	way := exact.Int(int64(units)).Mul(exact.Of(l.Unit))
	if l.Falls {
		way = way.Neg()
	}
	return start.Add(way).Float()
}

// move returns the score after levers have gone some steps each.
func (t *trial) move(levers []lever, steps func(l *lever) int) ComputeResponse {
	req := t.req
	req.Measurements = measure.Copy(req.Measurements)
	for i := range levers {
		l := &levers[i]
		if n := steps(l); n > 0 {
			req.Measurements[l.key] = l.Put(req.Measurements[l.key], l.at(n))
		}
	}
	got, err := Compute(req)
	if err != nil {
		panic("score: a better measurement was refused: " + err.Error())
	}
	return got
}

// Bystander describes the effect of another agent's faster answer on a score that depends
// on the fastest time.
type Bystander struct {
	Dimension string  `json:"dimension" doc:"The dimension scored relative to the fastest."`
	FastestMs float64 `json:"fastest_ms" doc:"A fastest time half of what it is now, in milliseconds."`
	Score     float64 `json:"score" doc:"The composite if somebody posted it."`
}

// outpaced halves the fastest time of the first dimension that is relative to it, or
// returns nil.
func outpaced(req ComputeRequest, dims []rulebook.Weighted) *Bystander {
	for i := range dims {
		m, given := req.Measurements[dims[i].Key]
		if !given || m.FastestMs == nil {
			continue
		}
		half := *m.FastestMs / 2
		if half == 0 {
			return nil
		}
		m.FastestMs = &half
		req.Measurements = measure.Copy(req.Measurements)
		req.Measurements[dims[i].Key] = m
		got, err := Compute(req)
		if err != nil {
			return nil
		}
		return &Bystander{Dimension: dims[i].Key, FastestMs: half, Score: got.Score}
	}
	return nil
}

// Cliff is a place where a little more changes a lot.
type Cliff struct {
	Kind         string   `json:"kind" op:"enum=result|tests" doc:"result: a threshold of the match's result; tests: a dimension that counts only when every test passes."`
	Dimension    string   `json:"dimension,omitempty" doc:"The dimension, for kind tests."`
	Result       string   `json:"result,omitempty" doc:"The result that begins there, for kind result: win or draw."`
	At           float64  `json:"at" doc:"Its position: a composite, or the number of tests."`
	Missing      float64  `json:"missing" doc:"How far below it the submission is; negative if it is above."`
	Gain         float64  `json:"gain" doc:"What reaching it adds to the composite, for kind tests; 0 for kind result."`
	RatingChange *float64 `json:"rating_change,omitempty" doc:"What reaching it adds to the change of the rating, K·ΔS before bonus and rounding, if a solo rating follows from results."`
}

// cliffs returns the thresholds of results, highest first, then the dimensions
// that are all or nothing.
func (t *trial) cliffs(matches int) []Cliff {
	all := []Cliff{}
	for i := 0; i+1 < len(t.rb.Results); i++ {
		at, below := t.rb.Results[i], t.rb.Results[i+1]
		c := Cliff{Kind: "result", Result: at.ID, At: at.Min, Missing: minus(at.Min, t.got.Score)}
		if r := t.rb.Rating; r != nil && r.Scheme == rulebook.Solo {
			change := float64(r.KAt(matches) * (at.Actual() - below.Actual()))
			c.RatingChange = &change
		}
		all = append(all, c)
	}
	for _, l := range t.levers() {
		d, _ := t.rb.Dimension(l.key)
		if !measure.Of(d.Measure).AllTests || l.Field != "passed" {
			continue
		}
		full := t.move([]lever{l}, func(l *lever) int { return l.steps })
		all = append(all, Cliff{Kind: "tests", Dimension: l.key, At: l.Best, Missing: l.Best - l.From,
			Gain: minus(full.Score, t.got.Score)})
	}
	return all
}

// minus subtracts numbers as the decimals they are written as.
func minus(a, b float64) float64 { return exact.Of(a).Sub(exact.Of(b)).Float() }

// plus adds numbers as the decimals they are written as.
func plus(a, b float64) float64 { return exact.Of(a).Add(exact.Of(b)).Float() }
