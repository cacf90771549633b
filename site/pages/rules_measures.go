package pages

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates"
)

// measureRule is what a page says of one kind of measure.
type measureRule struct {
	// formula of the dimension's score; SCALE stands for the rulebook's scale
	// as a factor, and goes when that is 1, or 100 where the formula counts to
	// 100 by itself.
	formula string
	to100   bool // whether the formula counts to 100 by itself
	reads   string
	words   string
	tries   []measureTry
}

// measureTry is a row of a measure's table: what was measured, in words and
// for the engine.
type measureTry struct {
	words    string
	measured score.Measurement
	verified bool
}

var measureRules = map[string]measureRule{
	"direct": {
		reads: "`score`",
		words: "The evaluator gives the score itself: there is no formula to check.",
	},
	"pass-ratio": {
		formula: "SCALE · passed / total",
		reads:   "`passed` and `total`",
		words:   "Every test or task counts in `total`, also one without a result. `total` is at least 1 and `passed` at most `total`.",
		tries:   []measureTry{passed(10, 10), passed(9, 10), passed(1, 3), passed(0, 10)},
	},
	"all-or-nothing": {
		reads: "`passed`, `total` and `timed_out`",
		words: "Full marks when every test passes in time; 0 otherwise.",
		tries: []measureTry{passed(10, 10), passed(9, 10)},
	},
	"relative-time": {
		formula: "SCALE · max(0, 100 − (time / fastest − 1) · 50)",
		to100:   true,
		reads:   "`time_ms` and `fastest_ms`",
		words:   "The fastest submission gets full marks; every further half of its time costs a quarter of them, and from three times its time nothing is left. A time below the fastest one known *is* the fastest: it gets full marks, with a warning.",
		tries:   []measureTry{timed(1000), timed(1250), timed(1500), timed(2000), timed(3000), timed(500)},
	},
	"time-budget": {
		formula: `SCALE · (1 − "time used" / "time limit")`,
		reads:   "`used` and `limit`, in one unit",
		words:   "The score falls evenly with the time used. After the limit the submission has expired and cannot be scored: error `expired`.",
		tries:   []measureTry{spent(0), spent(25), spent(50), spent(75), spent(90), spent(100)},
	},
	"time-curve": {
		formula: `round(SCALE · (1 − "time used" / "time limit")^1.5)`,
		reads:   "`used` and `limit`, in one unit",
		words:   "The score falls with the power 1.5 of the time left, and is rounded to a whole number. After the limit the submission has expired and cannot be scored: error `expired`.",
		tries:   []measureTry{spent(0), spent(25), spent(50), spent(75), spent(90), spent(100)},
	},
	"rubric": {
		formula: "SCALE · Σ_{i = 1}^5 item_i",
		to100:   true,
		reads:   "five `items`",
		words:   "Five items of 0 to 20 each are added.",
		tries:   []measureTry{rated(16, 16, 16, 16, 16), rated(20, 20, 15, 10, 0)},
	},
	"budget": {
		formula: "SCALE · max(0, 1 − used / limit)",
		reads:   "`used` and `limit`",
		words:   "What is left of the budget, and never less than 0. The score is 0 when the match is not verified, or when the challenge sets no limit.",
		tries: []measureTry{
			{"2500 of 10000, verified", score.Measurement{Used: ptr(2500.0), Limit: ptr(10000.0)}, true},
			{"12000 of 10000, verified", score.Measurement{Used: ptr(12000.0), Limit: ptr(10000.0)}, true},
			{"2500 of 10000, not verified", score.Measurement{Used: ptr(2500.0), Limit: ptr(10000.0)}, false},
			{"2500, no limit, verified", score.Measurement{Used: ptr(2500.0)}, true},
		},
	},
}

func passed(n, of int) measureTry {
	return measureTry{fmt.Sprintf("%d of %d", n, of), score.Measurement{Passed: &n, Total: &of}, false}
}

func timed(ms float64) measureTry {
	fastest := 1000.0
	return measureTry{fmt.Sprintf("%s ms, fastest %s ms", show(ms), show(fastest)), score.Measurement{TimeMs: &ms, FastestMs: &fastest}, false}
}

func spent(percent float64) measureTry {
	limit := 100.0
	return measureTry{show(percent) + " % of the limit", score.Measurement{Used: &percent, Limit: &limit}, false}
}

func rated(items ...float64) measureTry {
	return measureTry{strings.Join(each(items, show), " + "), score.Measurement{Items: items}, false}
}

// measures has a part for every kind of measure, headed by the dimensions that
// use it.
func (w *ruleWriter) measures() {
	w.section("measures", "How each dimension is scored")
	var kinds []string
	users := map[string][]rulebook.Dimension{}
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

func (w *ruleWriter) measure(kind string, users []rulebook.Dimension) {
	rule, ok := measureRules[kind]
	if !ok {
		w.fail(fmt.Errorf("measure %q: nothing to say of it", kind))
		return
	}
	part := templates.SectionView{ID: kind}
	for _, d := range users {
		part.Named = append(part.Named, templates.NamedView{ID: d.Key, Label: d.Label, Dim: d.Key})
	}
	w.begin(part)
	if rule.formula != "" {
		w.formula("%s = %s", scoreName(users), rule.scaled(w.rb.Scale))
	}
	alone := " The score alone is accepted too."
	if kind == "direct" {
		alone = ""
	}
	w.text("%s Measure `%s`; it reads %s.%s", rule.words, kind, rule.reads, alone)
	if len(rule.tries) > 0 {
		w.tries(kind, rule.tries)
	}
	w.say(kind)
}

// scoreName is what the formula computes: the dimension, where it is one.
func scoreName(users []rulebook.Dimension) string {
	if len(users) == 1 {
		return `"` + strings.ToLower(users[0].Label) + `"`
	}
	return "score"
}

// scaled puts the scale into the formula.
func (r measureRule) scaled(scale float64) string {
	factor := show(scale) + " · "
	switch {
	case r.to100 && scale == 100, !r.to100 && scale == 1:
		factor = ""
	case r.to100:
		factor = show(scale) + " / 100 · "
	}
	return strings.Replace(r.formula, "SCALE · ", factor, 1)
}

// tries computes a measure's table, under a rulebook that has nothing else.
func (w *ruleWriter) tries(kind string, tries []measureTry) {
	one := 1.0
	alone := rulebook.Custom(rulebook.Rulebook{
		ID: "one-measure", Name: w.rb.Name, Source: w.rb.Source, Arithmetic: w.rb.Arithmetic, Scale: w.rb.Scale,
		Dimensions: []rulebook.Dimension{{Key: "it", Label: "It", Measure: kind, Weight: &one}},
		Composite:  rulebook.Composite{Rounding: rulebook.RoundNone},
	})
	t := templates.TableView{Caption: "What it gives", Head: []templates.CellView{{Text: "Measured"}, {Text: "Score", Num: true}}}
	var column []*string
	for _, try := range tries {
		got := compute(&w.desk, scores.Score, score.ComputeRequest{
			Rulebook: alone, Verified: try.verified, Measurements: map[string]score.Measurement{"it": try.measured},
		})
		row := []templates.CellView{{Text: try.words}, numeric(got.Answer)}
		t.Rows = append(t.Rows, templates.RowView{Cells: row})
		column = append(column, &row[1].Text)
	}
	decimals.Align(column...)
	w.table(t)
}

// tenths is 0.285 · 100 as decimals and in binary floating point.
func tenths() (exactly, nearly string) {
	x, hundred := 0.285, 100.0
	return show(exact.Of(x).Mul(exact.Of(hundred)).Float()), show(x * hundred)
}
