package scores

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// LeversResponse explains where a score's points come from, and what a little
// more of each measurement adds.
type LeversResponse struct {
	Key      string     `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string     `json:"brief" doc:"The most valuable step, in a word: Correctness +0.40."`
	Sentence string     `json:"sentence" doc:"What the most valuable step adds, and which dimension has the most to gain."`
	Rows     []LeverRow `json:"rows" doc:"The dimensions that count, in display order: the bars of a waterfall."`
}

// LeverRow is a dimension: its points, and the gain from a step.
type LeverRow struct {
	Key    string  `json:"key" doc:"Dimension key."`
	Label  string  `json:"label" doc:"Name for readers."`
	Points string  `json:"points" doc:"Points it adds now, of those it could: 38.80 of 40.00."`
	Step   string  `json:"step" doc:"One natural step of its measurement, such as one more test; else why there is none."`
	To     string  `json:"to" doc:"Where the step leads: 98 of 100; empty without a step."`
	Gain   string  `json:"gain" doc:"What the step adds to the score, with its sign; a dash without a step."`
	Left   string  `json:"left" doc:"What the dimension would add if it were as good as can be, with its sign; a dash without a step."`
	Start  float64 `json:"start" doc:"Where its bar begins, in percent of the scale."`
	Width  float64 `json:"width" doc:"Width of its bar, in percent of the scale."`
	End    float64 `json:"end" doc:"Where its bar ends, and what is left of it begins."`
	Rest   float64 `json:"rest" doc:"Width of what is left, in percent of the scale."`
}

// Levers explains the marginal values of a score. It refuses what
// score.marginal refuses.
func Levers(req score.MarginalRequest) (LeversResponse, error) {
	got, err := score.MarginalValue(req)
	if err != nil {
		return LeversResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return LeversResponse{}, err
	}
	dims, refusal := rb.Weigh(req.Weights)
	if refusal != nil {
		return LeversResponse{}, refusal
	}
	res := LeversResponse{Rows: []LeverRow{}}
	var best, most *score.Marginal
	for i := range got.Parts {
		p := &got.Parts[i]
		res.Rows = append(res.Rows, leverRow(rb, req, dims[i].W.Float(), p))
		if p.Step == nil {
			continue
		}
		if best == nil || p.Step.Gain > best.Step.Gain {
			best = p
		}
		if most == nil || p.Left > most.Left {
			most = p
		}
	}
	res.Sentence = leversSentence(rb, req, got, best, most)
	res.Key = explain.Total(rb, got.Score)
	res.Brief = "at its best"
	if best != nil {
		res.Key, res.Brief = gain(rb, best.Step.Gain), gainText(rb, best.Step.Gain)
	}
	if best != nil && len(got.Parts) > 1 {
		res.Brief = dimensionName(rb, best.Dimension) + " " + res.Brief
	}
	return res, nil
}

func leversSentence(rb *rulebook.Rulebook, req score.MarginalRequest, got score.MarginalResponse, best,
	most *score.Marginal) string {
	if best == nil {
		return fmt.Sprintf("Nothing can raise %s: every part is at its best.", explain.Total(rb, got.Score))
	}
	step, _ := stepText(rb, req.Measurements[best.Dimension], best.Step)
	adds := "adds"
	switch field := best.Step.Field; {
	case best.Step.Change == 0: // the same tests in time
		adds = "add"
	case len(got.Parts) > 1 && (field == "score" || field == "items"):
		step += " in " + dimensionName(rb, best.Dimension)
	}
	sentence := fmt.Sprintf("%s %s %s.", words.Capital(step), adds, gain(rb, best.Step.Gain))
	if len(got.Parts) == 1 || best == most {
		return sentence
	}
	return sentence + fmt.Sprintf(" %s has the most left: %s.", dimensionName(rb, most.Dimension), gain(rb, most.Left))
}

// gain returns a gain in a score.
func gain(rb *rulebook.Rulebook, x float64) string { return explain.AsPoints(explain.Points(rb, x)) }

// gainText returns a gain in a score, with its sign.
func gainText(rb *rulebook.Rulebook, x float64) string { return "+" + gain(rb, x) }

func leverRow(rb *rulebook.Rulebook, req score.MarginalRequest, weight float64, p *score.Marginal) LeverRow {
	row := LeverRow{
		Key:    p.Dimension,
		Label:  dimensionName(rb, p.Dimension),
		Points: fmt.Sprintf("%s of %s", explain.Points(rb, p.To-p.From), breakdown.Most(rb, weight)),
		Step:   "at its best",
		Gain:   "–",
		Left:   "–",
		Start:  100 * p.From / rb.Scale,
		Width:  100 * (p.To - p.From) / rb.Scale,
		End:    100 * p.To / rb.Scale,
	}
	if p.Step == nil {
		if p.From == p.To {
			row.Step = "nothing to change"
		}
		return row
	}
	row.Step, row.To = stepText(rb, req.Measurements[p.Dimension], p.Step)
	row.Gain, row.Left = gainText(rb, p.Step.Gain), gainText(rb, p.Left)
	row.Rest = 100 * p.Left / rb.Scale
	return row
}

// stepText says a step, and where it leads.
func stepText(rb *rulebook.Rulebook, m measure.Measurement, s *score.Step) (step, to string) {
	by := s.Change
	if by < 0 {
		by = -by
	}
	switch s.Field {
	case "passed", "exit_codes":
		_, total := m.Tasks()
		to := fmt.Sprintf("%s of %d", words.Number(s.To), total)
		if by == 0 { // all pass already, but time ran out
			return "the same " + tests(rb) + "s in time", to
		}
		return one(by, "more "+tests(rb), "s"), to
	case "time_ms":
		return words.Number(by) + " ms faster", fmt.Sprintf("%s ms", words.Number(s.To))
	case "used":
		return words.Number(by) + " less used", fmt.Sprintf("%s of %s", words.Number(s.To), words.Number(*m.Limit))
	case "items":
		return one(by, "more rubric point", "s"), fmt.Sprintf("%s of 100", words.Number(s.To))
	}
	switch {
	case s.Field != "score": // an input that has no words here
		return inputName(s.Field) + " " + words.Signed(s.Change), words.Number(s.To)
	case rb.Scale == 1:
		return explain.AsPoints(explain.Points(rb, by)) + " more", explain.Points(rb, s.To)
	}
	return one(by, "more point", "s"), fmt.Sprintf("%s %s", words.Number(s.To), explain.Unit(rb))
}

// inputName returns the name of an input in a sentence.
func inputName(field string) string { return strings.ReplaceAll(field, "_", " ") }

// one counts things: one more point, 10 more points.
func one(n float64, what, plural string) string {
	if n == 1 {
		return "one " + what
	}
	return words.Number(n) + " " + what + plural
}

// tests returns the noun for the units of a pass rate: "task" if it is the whole score.
func tests(rb *rulebook.Rulebook) string {
	if rb.Scale == 1 {
		return "task"
	}
	return "test"
}

// dimensionName returns a dimension's label; its key if the rulebook does not
// know it.
func dimensionName(rb *rulebook.Rulebook, key string) string {
	if d, known := rb.Dimension(key); known {
		return d.Label
	}
	return key
}
