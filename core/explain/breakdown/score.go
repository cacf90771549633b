package breakdown

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// Score explains a composite. It refuses what score.compute refuses.
func Score(req score.ComputeRequest) (ScoreResponse, error) {
	got, err := score.Compute(req)
	if err != nil {
		return ScoreResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return ScoreResponse{}, err
	}
	others := otherReadings(rb, req, got)
	res := ScoreResponse{
		Answer:   explain.Total(rb, got.Score),
		Unit:     explain.Unit(rb),
		Brief:    explain.Total(rb, got.Score),
		Key:      explain.Total(rb, got.Score),
		Margin:   margin(rb, got),
		Views:    views(others),
		Parts:    scoreParts(rb, req, got),
		Steps:    scoreSteps(rb, got),
		Readings: scoreReadings(rb, req, others),
		Notes:    explain.Notes(got.Warnings),
		Result:   got,
	}
	res.markDiffering(others)
	res.Most, res.MostKey = mostLeft(rb, res.Parts, got)
	res.Sentence = scoreSentence(rb, req, got)
	if m := req.Measurements[got.Breakdown[0].Key]; len(got.Breakdown) == 1 && m.Counted() {
		passed, total := m.Tasks()
		res.Count = fmt.Sprintf("%d of %d", passed, total)
	}
	var rate bool
	if res.Number, rate = strings.CutSuffix(res.Answer, " %"); rate {
		res.Sign = "%"
	}
	res.Weights, res.Counting = weightsBrief(got), strconv.Itoa(len(got.Breakdown))
	if left := explain.Points(rb, words.Shown(rb.Scale-got.Score, 9)); explain.Nonzero(left) {
		res.Left = explain.AsPoints(left) + " left"
	}
	res.Notes = append(res.Notes, bystander(rb, req, got)...)
	res.Notes = append(res.Notes, early(rb, req, got)...)
	res.Notes = append(res.Notes, cliff(rb, got)...)
	return res, nil
}

func scoreSentence(rb *rulebook.Rulebook, req score.ComputeRequest, got score.ComputeResponse) string {
	if len(got.Breakdown) == 1 && rb.Scale == 1 {
		if m := req.Measurements[got.Breakdown[0].Key]; m.Counted() {
			passed, total := m.Tasks()
			how := "tasks passed: a pass rate of"
			if d, known := rb.Dimension(got.Breakdown[0].Key); known && measure.Of(d.Measure).AllTests {
				if how = "tests passed, and only all of them count:"; m.TimedOut != nil && *m.TimedOut {
					how = "tests passed, and the time ran out:"
				}
			}
			return fmt.Sprintf("%d of %d %s %s.", passed, total, how, explain.Total(rb, got.Score))
		}
		return fmt.Sprintf("The score is %s.", explain.Total(rb, got.Score))
	}
	sentence := fmt.Sprintf("This submission scores %s%s", explain.Total(rb, got.Score), trailing(explain.Unit(rb)))
	if got.Result != "" {
		sentence += ": " + explain.AResult(rb, got.Result)
	}
	return sentence + "."
}

// weightsBrief lists the weights that count: 40 · 20 · 20 · 20 %.
func weightsBrief(got score.ComputeResponse) string {
	var list []string
	for _, p := range got.Breakdown {
		list = append(list, words.Short(100*p.Weight))
	}
	return strings.Join(list, " · ") + " %"
}

func scoreParts(rb *rulebook.Rulebook, req score.ComputeRequest, got score.ComputeResponse) []ScorePart {
	parts, at := []ScorePart{}, 0.0
	for _, p := range got.Breakdown {
		d, known := rb.Dimension(p.Key)
		if !known {
			d = rulebook.Dimension{Key: p.Key, Label: p.Key, Measure: "direct"}
		}
		width := 100 * p.Weighted / rb.Scale
		full := fullPoints(rb, p.Weight)
		parts = append(parts, ScorePart{
			Key:      p.Key,
			Label:    d.Label,
			Color:    d.Color,
			Formula:  measureFormula(rb, d, req),
			Score:    explain.Points(rb, p.Score),
			Weight:   words.Percent(p.Weight),
			Weighted: explain.Points(rb, p.Weighted),
			Most:     Most(rb, p.Weight),
			Start:    at,
			Width:    width,
			End:      at + width,
			Left:     leftText(rb, full-p.Weighted),
			Span:     100 * full / rb.Scale,
			Edge:     edgeOf(rb, d, req, p),
		})
		at += width
	}
	areas(rb, parts, got)
	return parts
}

// leftText says how much a part could still add.
func leftText(rb *rulebook.Rulebook, x float64) string {
	if left := explain.Points(rb, words.Shown(x, 9)); explain.Nonzero(left) {
		return explain.AsPoints(left) + " left"
	}
	return "all points"
}

// Most returns what a part adds to a total at its best.
func Most(rb *rulebook.Rulebook, weight float64) string {
	return explain.Points(rb, fullPoints(rb, weight))
}

// fullPoints returns what a part adds to a total at its best.
func fullPoints(rb *rulebook.Rulebook, weight float64) float64 {
	points := float64(weight * rb.Scale)
	if rb.Composite.Rounding == rulebook.RoundParts {
		points = fmath.RoundHalfUp(points)
	}
	return points
}

// measureFormula writes a dimension's measure with its numbers.
func measureFormula(rb *rulebook.Rulebook, d rulebook.Dimension, req score.ComputeRequest) string {
	m, given := req.Measurements[d.Key]
	if !given {
		return "no measurement"
	}
	scale := ""
	if rb.Scale != 1 {
		scale = words.Number(rb.Scale) + " · "
	}
	return measure.Of(d.Measure).Formula(scale, req.Verified, &m, d.Shape, rb.Scale)
}

func trailing(unit string) string {
	if unit == "" {
		return ""
	}
	return " " + unit
}

// scoreRule describes how a rulebook adds up, in words, and how it times.
func scoreRule(rb *rulebook.Rulebook, req score.ComputeRequest) string {
	rule := "the parts are added unrounded"
	switch rb.Composite.Rounding {
	case rulebook.RoundFloorTotal:
		rule = "the parts stay unrounded and the total is rounded down"
	case rulebook.RoundParts:
		rule = "every weighted part is rounded first, then added"
	}
	for _, d := range rb.Dimensions {
		if m := req.Measurements[d.Key]; m.Used == nil || m.Limit == nil {
			continue
		}
		if pace := measure.Of(d.Measure).Rule.Pace; pace != "" {
			rule += "; speed falls " + measure.Of(d.Measure).Tell(pace, d.Decay)
		}
	}
	return rule
}

// bystander warns if somebody else's time moves this score.
func bystander(rb *rulebook.Rulebook, req score.ComputeRequest, got score.ComputeResponse) []explain.Note {
	for _, p := range got.Breakdown {
		d, _ := rb.Dimension(p.Key)
		m := req.Measurements[p.Key]
		if !measure.Of(d.Measure).Relative || m.FastestMs == nil || p.Score == 0 {
			continue
		}
		half := *m.FastestMs / 2
		m.FastestMs = &half
		res, err := score.Compute(With(req, p.Key, m))
		if err != nil || res.Score == got.Score {
			return nil
		}
		return []explain.Note{{Kind: "trap", Field: "/measurements/" + p.Key + "/fastest_ms", Text: fmt.Sprintf(
			"Speed is relative to the fastest. If someone posts %s ms, even with a wrong answer, this score falls to %s.",
			words.Number(half), explain.Total(rb, res.Score))}}
	}
	return nil
}

// With returns a request with another measurement of a dimension.
func With(req score.ComputeRequest, key string, m measure.Measurement) score.ComputeRequest {
	all := map[string]measure.Measurement{}
	for key, value := range req.Measurements {
		all[key] = value
	}
	all[key] = m
	req.Measurements = all
	return req
}

// ScorePart is one dimension of an explained score.
type ScorePart struct {
	Key      string  `json:"key" doc:"Dimension key."`
	Label    string  `json:"label" doc:"Name for readers."`
	Color    string  `json:"color" doc:"Colour name of the palette."`
	Formula  string  `json:"formula" doc:"How the dimension got its score, with numbers."`
	Score    string  `json:"score" doc:"Its score, for readers."`
	Weight   string  `json:"weight" doc:"Its weight in percent, for readers."`
	Weighted string  `json:"weighted" doc:"Points it adds, for readers."`
	Most     string  `json:"most" doc:"Points it could add at full score, for readers."`
	Start    float64 `json:"start" doc:"Where its segment of the stacked bar begins, in percent of the scale."`
	Width    float64 `json:"width" doc:"Width of its segment, in percent of the scale."`
	End      float64 `json:"end" doc:"Where its segment ends, in percent of the scale."`
	Left     string  `json:"left" doc:"Points it could still add, for readers: 1.20 left, or all points."`
	Span     float64 `json:"span" doc:"Width of its segment at full score, in percent of the scale."`
	Edge     *Edge   `json:"edge,omitempty" doc:"The input that moves the end of its segment evenly; absent if none does."`
	Area     Area    `json:"area" doc:"The part as an area of points."`
	Differs  bool    `json:"differs" doc:"Whether another reading of the rules gives it other points."`
}

// ScoreResponse explains a score.
type ScoreResponse struct {
	Sentence string                `json:"sentence" doc:"The answer in one sentence."`
	Answer   string                `json:"answer" doc:"The score alone, for readers."`
	Unit     string                `json:"unit" doc:"of 100, of 1000, or empty for a rate."`
	Key      string                `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string                `json:"brief" doc:"The answer in a word."`
	Weights  string                `json:"weights" doc:"The weights that count: 40 · 20 · 20 · 20 %."`
	Number   string                `json:"number" doc:"The score without its sign: 80.2."`
	Sign     string                `json:"sign" doc:"The sign of a rate: %; empty for others."`
	Count    string                `json:"count" doc:"Tasks passed: 73 of 91; empty unless a single dimension is measured by tasks."`
	Counting string                `json:"counting" doc:"How many dimensions count."`
	Left     string                `json:"left" doc:"What is left of the scale: 12.00 left; empty at full score."`
	Margin   string                `json:"margin" doc:"How far the nearest result begins: 123 above a win; empty without results."`
	Most     string                `json:"most" doc:"The dimension that could still add the most, in a sentence."`
	MostKey  string                `json:"most_key" doc:"The words of that sentence that matter most, letter for letter."`
	Views    []ScoreView           `json:"views" doc:"The score under each reading of the arena's rules, in short; empty if there is only one."`
	Parts    []ScorePart           `json:"parts" doc:"The dimensions that count, in display order."`
	Steps    []explain.Step        `json:"steps" doc:"How it was computed."`
	Readings []explain.Reading     `json:"readings" doc:"The same case under each reading of the arena's rules; empty if there is only one."`
	Notes    []explain.Note        `json:"notes" doc:"Warnings and traps."`
	Result   score.ComputeResponse `json:"result" doc:"The answer of score.compute."`
}
