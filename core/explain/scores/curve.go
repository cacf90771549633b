package scores

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/chart"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// MeasureRequest is a submission, and the dimension to explain.
type MeasureRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements" doc:"What was observed, by dimension, as in score.compute; the others may be absent."`
	Dimension    string                         `json:"dimension" doc:"Key of the dimension."`
}

// MeasureResponse explains how one dimension gets its score.
type MeasureResponse struct {
	Sentence string  `json:"sentence" doc:"The score in one sentence."`
	Key      string  `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string  `json:"brief" doc:"The score."`
	Answer   string  `json:"answer" doc:"The score, for readers."`
	Field    string  `json:"field" doc:"The member of the measurement that the curve follows; empty if no single one moves the score."`
	At       float64 `json:"at" doc:"Its value."`
	Least    float64 `json:"least" doc:"Its value at the beginning of the curve."`
	Most     float64 `json:"most" doc:"Its value at the end of the curve."`
	Curve    string  `json:"curve" doc:"The score against that member, as SVG; empty without one."`
}

// measured is a dimension's score as one of its inputs changes.
type measured struct {
	rb       *rulebook.Rulebook
	d        rulebook.Dimension
	verified bool
	got      measure.Measurement
	lever    *measure.Lever // nil if no single input moves the score freely
}

// beyond is how far the curve of a time goes past the time that gets nothing.
const beyond = 0.3 // of the fastest

// Measure explains how one dimension gets its score. It refuses what score.compute refuses
// of its measurement.
func Measure(req MeasureRequest) (MeasureResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return MeasureResponse{}, err
	}
	d, known := rb.Dimension(req.Dimension)
	if !known {
		return MeasureResponse{}, op.Refuse("/dimension", "%s: want one of %s", op.Quote(req.Dimension), strings.Join(keysOf(rb), ", "))
	}
	got, given := req.Measurements[d.Key]
	if !given {
		return MeasureResponse{}, op.Refuse(op.Pointer("measurements", d.Key), "missing: want what was observed in this dimension")
	}
	m := measured{rb: rb, d: d, verified: req.Verified, got: got}
	score, refusal := m.score(got)
	if refusal != nil {
		return MeasureResponse{}, refusal
	}
	res := MeasureResponse{Answer: explain.Points(rb, score)}
	res.Brief, res.Key = res.Answer, res.Answer
	if m.lever = measure.Of(d.Measure).Lever(&got, d.Shape, rb.Scale, 1); m.lever != nil {
		res.Least, res.Most = m.reach()
	}
	if res.Most <= res.Least || res.Most > furthestCurve {
		res.Least, res.Most = 0, 0
		res.Sentence = fmt.Sprintf("%s scores %s.", words.Named(d.Label), res.Answer)
		return res, nil
	}
	res.Field, res.At = m.lever.Field, m.lever.From
	res.Sentence = fmt.Sprintf("%s scores %s with %s.", words.Named(d.Label), res.Answer, m.says())
	res.Curve, err = m.curve(&res, score)
	return res, err
}

// keysOf lists the dimensions of a rulebook.
func keysOf(rb *rulebook.Rulebook) []string {
	keys := make([]string, len(rb.Dimensions))
	for i, d := range rb.Dimensions {
		keys[i] = d.Key
	}
	return keys
}

// furthestCurve is the highest value of an input that a curve is drawn for.
const furthestCurve = 1e15

// score returns the score of another measurement of the dimension.
func (m *measured) score(got measure.Measurement) (float64, error) {
	c := measure.Case{Measurement: &got, Scale: m.rb.Scale, Verified: m.verified, Label: m.d.Label, Key: m.d.Key, Shape: m.d.Shape}
	s, refusal := measure.Of(m.d.Measure).Score(&c)
	switch {
	case refusal != nil:
		return 0, refusal
	case m.rb.Arithmetic == rulebook.Exact:
		return s.Exact.Float(), nil
	}
	return s.Float, nil
}

// reach returns the values between which a curve follows its input; none if it is not
// one number that is free to move.
func (m *measured) reach() (least, most float64) {
	switch from := m.lever.From; m.lever.Field {
	case "time_ms":
		falls := measure.Of(m.d.Measure).Falls(m.d.Decay).TimesForNothing()
		return min(from, m.lever.Best), max(from, float64(m.lever.Best*(falls+beyond)))
	case "used":
		return 0, max(from, *m.got.Limit)
	case "passed", "score":
		return 0, m.lever.Best
	}
	return 0, 0
}

// says writes the input where it stands.
func (m *measured) says() string {
	from := words.Number(m.lever.From)
	switch m.lever.Field {
	case "time_ms":
		return from + " ms"
	case "used":
		return from + " of " + words.Number(*m.got.Limit)
	case "passed":
		return from + " of " + words.Number(m.lever.Best)
	}
	return from
}

// curve draws the score by the input, with the measurement on it.
func (m *measured) curve(res *MeasureResponse, score float64) (string, error) {
	c := chart.Curve{
		Title: m.d.Label + " by " + map[string]string{"time_ms": "time", "used": "what was used", "passed": "passed tests", "score": "its own score"}[res.Field],
		Desc:  res.Sentence, Dim: m.d.Key, Pill: "◂ " + words.Number(res.At) + " ▸", Said: res.Answer,
	}
	unit := 1.0
	if res.Field == "time_ms" {
		unit, c.Unit = m.lever.Best, "×" // of the fastest time
	}
	c.Cursor = chart.CurvePoint{X: res.At / unit, Y: score}
	for _, at := range m.places(res.Least, res.Most) {
		got, err := m.score(m.lever.Put(m.got, at))
		if err != nil {
			return "", err
		}
		c.Points = append(c.Points, chart.CurvePoint{X: at / unit, Y: got})
	}
	return c.SVG(), nil
}

// places are values of the input: evenly spaced ones, and those where the curve bends.
func (m *measured) places(least, most float64) []float64 {
	places := []float64{least}
	if m.lever.Field == "time_ms" {
		falls := measure.Of(m.d.Measure).Falls(m.d.Decay).TimesForNothing()
		places = append(places, m.lever.Best, float64(m.lever.Best*falls))
	}
	for i := range curvePoints {
		places = append(places, least+float64((most-least)*float64(i+1)/curvePoints))
	}
	if m.lever.Field == "passed" {
		for i := range places {
			places[i] = math.Floor(places[i])
		}
	}
	places = slices.DeleteFunc(places, func(x float64) bool { return x > most })
	slices.SortFunc(places, cmp.Compare[float64])
	return slices.Compact(places)
}
