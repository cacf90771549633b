package score

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/message"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Measurement is what was observed of one dimension: either its score, or the
// inputs of its measure.
type Measurement struct {
	Score     *float64  `json:"score,omitempty" doc:"The dimension's score as the arena gave it, 0 to the rulebook's scale; stands for any measure's inputs."`
	Passed    *int      `json:"passed,omitempty" op:"min=0" doc:"Tests or tasks passed (pass-ratio, all-or-nothing)."`
	Total     *int      `json:"total,omitempty" op:"min=1" doc:"All tests or tasks (pass-ratio, all-or-nothing)."`
	TimedOut  *bool     `json:"timed_out,omitempty" doc:"Whether the time ran out (all-or-nothing)."`
	TimeMs    *float64  `json:"time_ms,omitempty" op:"min=0" doc:"Execution time in milliseconds (relative-time)."`
	FastestMs *float64  `json:"fastest_ms,omitempty" op:"min=0" doc:"Fastest submission's execution time in milliseconds, above 0 (relative-time)."`
	Used      *float64  `json:"used,omitempty" op:"min=0" doc:"Time, tokens or calls used, in the unit of limit (time-budget, time-curve, budget)."`
	Limit     *float64  `json:"limit,omitempty" op:"min=0" doc:"Time, tokens or calls allowed, in the unit of used (time-budget, time-curve, budget)."`
	Items     []float64 `json:"items,omitempty" op:"min=5 max=5; min=0 max=20" doc:"The five rubric items, 0 to 20 each (rubric)."`
}

// measured is a dimension's score before weighting.
type measured struct {
	score exact.Num // in exact arithmetic
	float float64   // in float64 arithmetic, in the published order
	// fraction is score/scale where the published code weighs the fraction
	// first: round(fraction·weight·scale). NaN elsewhere.
	fraction float64
}

// inputs are the members a measure reads, in display order.
func inputs(measure string) []string {
	switch measure {
	case "direct":
		return []string{"score"}
	case "pass-ratio":
		return []string{"passed", "total"}
	case "all-or-nothing":
		return []string{"passed", "total", "timed_out"}
	case "relative-time":
		return []string{"time_ms", "fastest_ms"}
	case "time-budget", "time-curve", "budget":
		return []string{"used", "limit"}
	case "rubric":
		return []string{"items"}
	}
	return nil
}

// optional inputs may be left out: a task without word of a timeout ended in
// time, and a budget without a limit scores 0 (001: only scored when the
// challenge defines constraints).
func optional(measure, input string) bool {
	return input == "timed_out" || measure == "budget" && input == "limit"
}

// given lists the members present, by name.
func (m *Measurement) given() []string {
	names := make([]string, 0, 3) // no measure reads more
	for _, input := range [...]struct {
		name    string
		present bool
	}{
		{"fastest_ms", m.FastestMs != nil}, {"items", m.Items != nil}, {"limit", m.Limit != nil},
		{"passed", m.Passed != nil}, {"score", m.Score != nil}, {"time_ms", m.TimeMs != nil},
		{"timed_out", m.TimedOut != nil}, {"total", m.Total != nil}, {"used", m.Used != nil},
	} {
		if input.present {
			names = append(names, input.name)
		}
	}
	return names
}

// judge turns measurements into scores under one rulebook.
type judge struct {
	rb       *rulebook.Rulebook
	verified bool
	warnings []op.Warning
}

func (j *judge) warn(code, field, format string, args ...any) {
	j.warnings = append(j.warnings, op.Warnf(code, field, format, args...))
}

// pointer is where a dimension's measurement stands in the request.
func pointer(d *rulebook.Dimension) string { return op.Pointer("measurements", d.Key) }

// measure scores one dimension. Errors point into /measurements/<key>.
func (j *judge) measure(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	given := m.given()
	if len(given) == 1 && m.Score != nil {
		return j.direct(d, *m.Score)
	}
	if err := suits(d, given); err != nil {
		return measured{}, err
	}
	switch d.Measure {
	case "pass-ratio":
		return j.passRatio(d, m)
	case "all-or-nothing":
		return j.allOrNothing(d, m)
	case "relative-time":
		return j.relativeTime(d, m)
	case "time-budget", "time-curve":
		return j.time(d, m)
	case "rubric":
		return j.rubric(m), nil
	case "budget":
		return j.budget(d, m)
	}
	return measured{}, op.Invalidf(pointer(d), "missing: want the dimension's score, 0 to %s", op.Show(j.rb.Scale))
}

// suits refuses members the measure does not read and names those it misses.
func suits(d *rulebook.Dimension, given []string) *op.Error {
	want := inputs(d.Measure)
	for _, name := range given {
		if !slices.Contains(want, name) {
			return op.Invalidf(pointer(d)+"/"+name, "the measure %q does not read it: want %s, or score alone", d.Measure, strings.Join(want, ", "))
		}
	}
	for _, name := range want {
		if !slices.Contains(given, name) && !optional(d.Measure, name) {
			return op.Invalidf(pointer(d)+"/"+name, "missing: the measure %q reads %s, or score alone", d.Measure, strings.Join(want, ", "))
		}
	}
	return nil
}

func (j *judge) exact(x exact.Num) measured {
	return measured{x, x.Float(), math.NaN()}
}

// direct takes a score as given; it must be inside 0…scale. Efficiency
// dimensions of an unverified match are 0 whatever was reported (001).
func (j *judge) direct(d *rulebook.Dimension, score float64) (measured, *op.Error) {
	if score < 0 || score > j.rb.Scale {
		return measured{}, op.Invalidf(pointer(d)+"/score", "%s: want a score from 0 to %s", op.Show(score), op.Show(j.rb.Scale))
	}
	if d.Measure == "budget" && !j.verified && score != 0 {
		j.warn("unverified", pointer(d), "%s counts only in a verified match: scored 0", d.Label)
		score = 0
	}
	return measured{exact.Of(score), score, math.NaN()}, nil
}

// passRatio is scale · passed/total (000, 003, 004).
func (j *judge) passRatio(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	if *m.Total < 1 { // import.detect reads it from a text, past the schema
		return measured{}, op.Invalidf(pointer(d)+"/total", "%d: want at least 1", *m.Total)
	}
	if *m.Passed > *m.Total {
		return measured{}, op.Invalidf(pointer(d)+"/passed", "%d passed: want at most total, %d", *m.Passed, *m.Total)
	}
	return j.exact(exact.Of(j.rb.Scale).Mul(exact.Frac(int64(*m.Passed), int64(*m.Total)))), nil
}

// allOrNothing is scale when every test passes in time, else 0 (003).
func (j *judge) allOrNothing(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	if *m.Passed > *m.Total {
		return measured{}, op.Invalidf(pointer(d)+"/passed", "%d passed: want at most total, %d", *m.Passed, *m.Total)
	}
	if *m.Passed < *m.Total || m.TimedOut != nil && *m.TimedOut {
		return j.exact(exact.Num{}), nil
	}
	return j.exact(exact.Of(j.rb.Scale)), nil
}

// relativeTime is scale/100 · max(0, 100 − (time/fastest − 1)·50) (000): zero
// from three times the fastest. A time below the fastest is the fastest.
func (j *judge) relativeTime(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	if *m.FastestMs <= 0 {
		return measured{}, op.Invalidf(pointer(d)+"/fastest_ms", "%s: want a time above 0", op.Show(*m.FastestMs))
	}
	if *m.TimeMs < *m.FastestMs {
		j.warn("new-fastest", pointer(d)+"/time_ms", "%s ms is below the fastest, %s ms: it is the fastest, and every other speed score falls", op.Show(*m.TimeMs), op.Show(*m.FastestMs))
		return j.exact(exact.Of(j.rb.Scale)), nil
	}
	slower := exact.Of(*m.TimeMs).Quo(exact.Of(*m.FastestMs)).Sub(exact.Int(1))
	points := exact.Int(100).Sub(slower.Mul(exact.Int(50))).Max(exact.Num{})
	return j.exact(exact.Of(j.rb.Scale).Mul(points).Mul(exact.Of(0.01))), nil
}

// time is scale · (1 − used/limit) for time-budget (001), and
// round(scale · (1 − used/limit)^1.5) for time-curve (live). After the limit
// the submission has expired: it cannot be scored at all.
func (j *judge) time(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	if *m.Limit <= 0 {
		return measured{}, op.Invalidf(pointer(d)+"/limit", "%s: want a time limit above 0", op.Show(*m.Limit))
	}
	if *m.Used > *m.Limit {
		return measured{}, &op.Error{
			Code:    op.Expired,
			Field:   pointer(d) + "/used",
			Message: message.Sprintf("%s used of %s: the submission has expired, want at most the limit", op.Show(*m.Used), op.Show(*m.Limit)),
		}
	}
	if d.Measure == "time-curve" {
		left := 1 - *m.Used / *m.Limit
		curve := fmath.RoundHalfUp(float64(j.rb.Scale * fmath.Pow(left, 1.5)))
		return measured{exact.Of(curve), curve, math.NaN()}, nil
	}
	left := exact.Int(1).Sub(exact.Of(*m.Used).Quo(exact.Of(*m.Limit)))
	return j.exact(exact.Of(j.rb.Scale).Mul(left)), nil
}

// rubric is the sum of five items of 0 to 20, on the rulebook's scale (000).
func (j *judge) rubric(m *Measurement) measured {
	sum := exact.Num{}
	for _, item := range m.Items {
		sum = sum.Add(exact.Of(item))
	}
	return j.exact(exact.Of(j.rb.Scale).Mul(sum).Mul(exact.Of(0.01)))
}

// budget is scale · max(0, 1 − used/limit); 0 when the match is not verified
// or no limit is set (001, live).
func (j *judge) budget(d *rulebook.Dimension, m *Measurement) (measured, *op.Error) {
	if !j.verified {
		j.warn("unverified", pointer(d), "efficiency counts only in a verified match: scored 0")
		return measured{fraction: 0}, nil
	}
	if m.Limit == nil || *m.Limit == 0 {
		j.warn("no-limit", pointer(d), "the challenge sets no limit: scored 0")
		return measured{fraction: 0}, nil
	}
	fraction := max(0, 1 - *m.Used / *m.Limit)
	left := exact.Int(1).Sub(exact.Of(*m.Used).Quo(exact.Of(*m.Limit))).Max(exact.Num{})
	score := exact.Of(j.rb.Scale).Mul(left)
	return measured{score, float64(fraction * j.rb.Scale), fraction}, nil
}
