// Package measure defines how a dimension gets its score. Each measure is a file with its
// inputs, arithmetic, lever, formula and rule in words. Rulebooks, scores, explanations
// and the pages of the rules use the list [All].
package measure

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
)

// All are the measures, in the order of the documentation.
var All = [...]*Measure{&direct, &passRatio, &allOrNothing, &exitCodes, &relativeTime, &timeBudget, &timeCurve,
	&rubric, &budget, &targetLimit}

// Measure is one way in which a dimension gets its score. A field with its zero
// value does not apply.
type Measure struct {
	ID     ID
	Inputs []Input // members of a measurement that it reads, in display order

	Float64  string // why it calculates in float64 alone, so that a rulebook in exact arithmetic cannot have it
	Verified bool   // it counts in verified matches only, and its fraction is weighed before the scale
	Relative bool   // it depends on the fastest submission
	Effort   bool   // it falls with time or with work
	Tests    bool   // it counts passed tests
	Rounds   bool   // it gives whole numbers
	Ends     bool   // it reads the target and the limit of its dimension
	AllTests bool   // it gives the scale if every test passes, and nothing else
	Decay    Decay  // how steeply time costs points, which a dimension may replace; 0 if it may not

	score   func(c *Case) (Score, *op.Error)                                   // nil for scores as given
	lever   func(m *Measurement, s Shape, scale float64) *Lever                // nil if nothing could move it
	edge    func(m *Measurement, scale float64, s Shape) *Edge                 // nil if no input moves it evenly
	formula func(factor string, m *Measurement, s Shape, scale float64) string // with numbers; factor is the scale, or empty

	Rule Rule
}

// Direct reports whether the measure takes scores as they are given, and nothing
// else.
func (m *Measure) Direct() bool { return m.score == nil }

// Input is a member of a measurement.
type Input struct {
	Name     string
	Optional bool
}

// Rule is a measure in words.
type Rule struct {
	Line    string // the formula in one line of text
	Formula string // the formula for a page; SCALE stands for the scale as a factor
	To100   bool   // Formula counts to 100 by itself
	Reads   string // the inputs, in the markdown of pages
	Words   string // what it does, in the markdown of pages
	Dropped string // the same by rules that drop tests without a result, if that differs
	Pace    string // how the score falls with the time used, if it does
}

// ID names a measure in a rulebook.
type ID string

// OpEnum returns the ids of all measures.
func (ID) OpEnum() []string {
	ids := make([]string, len(All))
	for i, m := range All {
		ids[i] = string(m.ID)
	}
	return ids
}

// Of returns the measure of that id, and of an unknown one the first, which takes
// scores as they are given.
func Of(id ID) *Measure {
	for _, m := range All {
		if m.ID == id {
			return m
		}
	}
	return All[0]
}

// Decay is how steeply a measure lets time cost points: points of 100 for each fastest
// time more, or the power of the part of the time that is left.
type Decay float64

// Falls returns the decay that a dimension gives the measure, or its own for 0.
func (m *Measure) Falls(decay float64) Decay {
	if decay == 0 {
		return m.Decay
	}
	return Decay(decay)
}

// shape returns a dimension's shape with the measure's own decay where it has none.
func (m *Measure) shape(s Shape) Shape {
	s.Decay = float64(m.Falls(s.Decay))
	return s
}

// Tell returns a text of the rule with a dimension's decay in place of the measure's own.
func (m *Measure) Tell(rule string, decay float64) string {
	if decay == 0 {
		return rule
	}
	return strings.Replace(rule, op.Show(float64(m.Decay)), op.Show(decay), 1)
}

// Shape is how a dimension bends its measure. Members with their zero value are the
// measure's own.
type Shape struct {
	Decay  float64  `json:"decay,omitempty" op:"min=0.01 max=1000" doc:"How steeply time costs points: points of 100 for each fastest time more (relative-time, 50 by default), or the power of the part of the time that is left (time-curve, 1.5 by default), or of the way from the limit to the target (target-limit, 1 by default). Other measures have none."`
	Target *float64 `json:"target,omitempty" op:"min=-1000000000 max=1000000000" doc:"Value from which a submission has all points (target-limit); the rulebook's scale by default."`
	Limit  *float64 `json:"limit,omitempty" op:"min=-1000000000 max=1000000000" doc:"Value from which it has none (target-limit); 0 by default. If it is above the target, less is better."`
	Better string   `json:"better,omitempty" op:"enum=less|more" doc:"Which values have all points if target and limit are equal (target-limit)."`
}

// Values that are better.
const (
	Less = "less"
	More = "more"
)

// Score is a dimension's score before weighting.
type Score struct {
	Exact exact.Num // in exact arithmetic
	Float float64   // in float64 arithmetic, in the published order
	// Fraction is score/scale if the published code weighs the fraction
	// first: round(fraction·weight·scale). NaN elsewhere.
	Fraction float64
}

func scoreOf(x exact.Num) Score { return Score{x, x.Float(), math.NaN()} }

// Case is a measurement that gets a score.
type Case struct {
	*Measurement
	Scale    float64 // the highest score
	Verified bool    // whether the match is
	Label    string  // of the dimension
	Key      string  // of the dimension
	Warnings []op.Warning
	Shape    Shape // of the dimension
	Lenient  bool  // whether the measurement may have members that the measure does not read
}

// at returns the JSON Pointer to the measurement in the request.
func (c *Case) at() string { return op.Pointer("measurements", c.Key) }

func (c *Case) warn(code, field, format string, args ...any) {
	c.Warnings = append(c.Warnings, op.Warnf(code, field, format, args...))
}

// Score returns the score of a case: as it was given, or by the measure. Errors point
// to the case, or to a member of it.
func (m *Measure) Score(c *Case) (Score, *op.Error) {
	if c.Lenient {
		c.Measurement = c.either()
	}
	var room [16]string // enough for most, so that none is allocated
	given := c.given(room[:0])
	if c.Measurement.Score != nil && (len(given) == 1 || c.Lenient && m.lacks(given) != "") {
		return m.given(c, *c.Measurement.Score)
	}
	if err := m.suits(c, given); err != nil {
		return Score{}, err
	}
	c.Shape = m.shape(c.Shape)
	return m.score(c)
}

// given takes a score as given; it must be inside 0…scale. A measure of verified
// matches gives 0 in others, whatever was reported (Clawdiators' document).
func (m *Measure) given(c *Case, score float64) (Score, *op.Error) {
	if score < 0 || score > c.Scale {
		return Score{}, op.Refuse(c.at()+"/score", "%s: want a score from 0 to %s", op.Show(score), op.Show(c.Scale))
	}
	if m.Verified && !c.Verified && score != 0 {
		c.warn("unverified", c.at(), "%s counts only in a verified match: scored 0", c.Label)
		score = 0
	}
	return Score{exact.Of(score), score, math.NaN()}, nil
}

// suits refuses members that the measure does not read and names those it
// misses. What passes has all that the measure needs; no score comes this far.
func (m *Measure) suits(c *Case, given []string) *op.Error {
	for _, name := range given {
		if !c.Lenient && !m.reads(name) {
			return op.Refuse(c.at()+"/"+name, "the measure %q does not read it: want %s", string(m.ID), m.names())
		}
	}
	if name := m.lacks(given); name != "" {
		return op.Refuse(c.at()+"/"+name, "missing: want %s", m.names())
	}
	return nil
}

// lacks returns the first member that the measure needs and does not find in given, or
// "".
func (m *Measure) lacks(given []string) string {
	for _, in := range m.Inputs {
		if !in.Optional && !slices.Contains(given, in.Name) {
			return in.Name
		}
	}
	return ""
}

func (m *Measure) reads(name string) bool {
	for _, in := range m.Inputs {
		if in.Name == name {
			return true
		}
	}
	return false
}

// names lists what the measure reads. A score may stand for the inputs of any other.
func (m *Measure) names() string {
	list := make([]string, len(m.Inputs), len(m.Inputs)+1)
	for i, in := range m.Inputs {
		list[i] = in.Name
	}
	if !m.Direct() {
		list = append(list, "or score alone")
	}
	return strings.Join(list, ", ")
}

// Formula returns the measure with the numbers of a measurement. factor is the scale as a
// factor, or empty.
func (m *Measure) Formula(factor string, verified bool, got *Measurement, s Shape, scale float64) string {
	if got.Score != nil {
		return "as given"
	}
	if m.formula == nil || m.Verified && !verified {
		return notCounted
	}
	return m.formula(factor, got, m.shape(s), scale)
}

const notCounted = "not counted"
