package rules

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// measureTry is a row of a measure's table: what was measured, in words and
// for the engine.
type measureTry struct {
	words    string
	measured measure.Measurement
	verified bool
}

// measureTries are the inputs with which a page shows a measure.
var measureTries = map[measure.ID][]measureTry{
	"pass-ratio":     {passed(10, 10), passed(9, 10), passed(1, 3), passed(0, 10)},
	"all-or-nothing": {passed(10, 10), passed(9, 10)},
	"relative-time":  {timed(1000), timed(1250), timed(1500), timed(2000), timed(3000), timed(500)},
	"time-budget":    {spent(0), spent(25), spent(50), spent(75), spent(90), spent(100)},
	"time-curve":     {spent(0), spent(25), spent(50), spent(75), spent(90), spent(100)},
	"rubric":         {rated(16, 16, 16, 16, 16), rated(20, 20, 15, 10, 0)},
	"budget": {
		{"2500 of 10000, verified", measure.Measurement{Used: frame.Ptr(2500.0), Limit: frame.Ptr(10000.0)}, true},
		{"12000 of 10000, verified", measure.Measurement{Used: frame.Ptr(12000.0), Limit: frame.Ptr(10000.0)}, true},
		{"2500 of 10000, not verified", measure.Measurement{Used: frame.Ptr(2500.0), Limit: frame.Ptr(10000.0)}, false},
		{"2500, no limit, verified", measure.Measurement{Used: frame.Ptr(2500.0)}, true},
	},
}

func passed(n, of int) measureTry {
	return measureTry{fmt.Sprintf("%d of %d", n, of), measure.Measurement{Passed: &n, Total: &of}, false}
}

func timed(ms float64) measureTry {
	fastest := 1000.0
	return measureTry{fmt.Sprintf("%s ms, fastest %s ms", frame.Show(ms), frame.Show(fastest)), measure.Measurement{TimeMs: &ms, FastestMs: &fastest}, false}
}

func spent(percent float64) measureTry {
	limit := 100.0
	return measureTry{frame.Show(percent) + " % of the limit", measure.Measurement{Used: &percent, Limit: &limit}, false}
}

func rated(items ...float64) measureTry {
	return measureTry{strings.Join(frame.Each(items, frame.Show), " + "), measure.Measurement{Items: items}, false}
}

// measures has a part for every kind of measure, headed by the dimensions that
// use it.
func (w *ruleWriter) measures() {
	w.Section("measures", "How each dimension is scored")
	var kinds []measure.ID
	users := map[measure.ID][]rulebook.Dimension{}
	for _, d := range w.rb.Dimensions {
		if users[d.Measure] == nil {
			kinds = append(kinds, d.Measure)
		}
		users[d.Measure] = append(users[d.Measure], d)
	}
	for _, kind := range kinds {
		w.measure(kind, users[kind])
	}
}

func (w *ruleWriter) measure(kind measure.ID, users []rulebook.Dimension) {
	rule := measure.Of(kind).Rule
	part := markup.SectionView{ID: string(kind)}
	for _, d := range users {
		part.Named = append(part.Named, markup.NamedView{ID: d.Key, Label: d.Label, Dim: d.Key})
	}
	w.Begin(part)
	if rule.Formula != "" {
		w.Formula("%s = %s", scoreName(users), scaled(rule, w.rb.Scale))
	}
	alone := " You can also give the score itself."
	if measure.Of(kind).Direct() {
		alone = ""
	}
	words := rule.Words
	if r := w.rb.Reward; r != nil && r.Missing == "drop" && rule.Dropped != "" {
		words = rule.Dropped
	}
	w.Text("%s The measure is `%s`. Its inputs are %s.%s", words, kind, rule.Reads, alone)
	if tries := measureTries[kind]; len(tries) > 0 {
		w.tries(kind, tries)
	}
	w.addTexts(string(kind))
}

// scoreName is what the formula computes: the dimension, where it is one.
func scoreName(users []rulebook.Dimension) string {
	if len(users) == 1 {
		return `"` + strings.ToLower(users[0].Label) + `"`
	}
	return "score"
}

// scaled puts the scale into the formula.
func scaled(r measure.Rule, scale float64) string {
	factor := frame.Show(scale) + " · "
	switch {
	case r.To100 && scale == 100, !r.To100 && scale == 1:
		factor = ""
	case r.To100:
		factor = frame.Show(scale) + " / 100 · "
	}
	return strings.Replace(r.Formula, "SCALE · ", factor, 1)
}

// tries computes a measure's table, under a rulebook that has nothing else.
func (w *ruleWriter) tries(kind measure.ID, tries []measureTry) {
	one := 1.0
	alone := rulebook.Custom(rulebook.Rulebook{
		ID: "one-measure", Name: w.rb.Name, Source: w.rb.Source, Arithmetic: w.rb.Arithmetic, Scale: w.rb.Scale,
		Dimensions: []rulebook.Dimension{{Key: "it", Label: "It", Measure: kind, Weight: &one}},
		Composite:  rulebook.Composite{Rounding: rulebook.RoundNone},
	})
	t := markup.TableView{Caption: "Result", Head: []markup.CellView{{Text: "Measured"}, {Text: "Score", Num: true}}}
	var column []*string
	for _, try := range tries {
		got := compute(&w.asker, breakdown.Score, score.ComputeRequest{
			Rulebook: alone, Verified: try.verified, Measurements: map[string]measure.Measurement{"it": try.measured},
		})
		row := []markup.CellView{{Text: try.words}, prose.Numeric(got.Answer)}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
		column = append(column, &row[1].Text)
	}
	decimals.Align(column...)
	w.Table(t)
}

// tenths is 0.285 · 100 as decimals and in binary floating point.
func tenths() (exactly, nearly string) {
	x, hundred := 0.285, 100.0
	return frame.Show(exact.Of(x).Mul(exact.Of(hundred)).Float()), frame.Show(x * hundred)
}
