// Package rules makes a page for each built-in rulebook, and their index. The
// text about a rulebook comes from its data; further remarks on an arena are in
// a file of its own.
package rules

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// remarks are the texts of a rulebook's page that do not come from the
// rulebook: one file per arena.
type remarks struct {
	reads   string // what the rulebook is a reading of, in a line of the index
	h1      string
	answer  string // to the h1, in a sentence
	lede    string
	sources []cited
	// texts are added to sections and parts, by their id, after the text from
	// the rulebook. Unused ids are an error.
	texts map[string]func(*prose.Writer)
	// rated adds parts to the section on the rating.
	rated    func(*prose.Writer)
	disputes func(*asker) []dispute // nil for none
	examples func(*asker) []example
}

// cited is a source as the page lists it.
type cited struct {
	id, name string
	what     string // Markdown
}

// at is the source as quotations name it.
func (c cited) at() prose.Source { return prose.Source{Name: c.name, Href: "#source-" + c.id} }

// allRemarks are the remarks on the built-in rulebooks.
var allRemarks = map[string]func() remarks{
	"airena":           airenaRemarks,
	"clawdiators":      clawdiatorsRemarks,
	"clawdiators-live": clawdiatorsLiveRemarks,
	"term":             termRemarks,
	"term-live":        termLiveRemarks,
}

// Pages are the page of every rulebook and their index.
func Pages(f *frame.Frame) ([]build.Page, error) {
	books := rulebook.BuiltIn()
	index, err := indexPage(f, books)
	if err != nil {
		return nil, err
	}
	all := []build.Page{index}
	for _, rb := range books {
		page, err := bookPage(f, books, rb)
		if err != nil {
			return nil, fmt.Errorf("the rules of %q: %w", rb.ID, err)
		}
		all = append(all, page)
	}
	return all, nil
}

func path(id string) string { return "/rules/" + id + "/" }

func remarksOn(id string) (remarks, error) {
	tell := allRemarks[id]
	if tell == nil {
		return remarks{}, fmt.Errorf("no remarks on the rulebook %q: add them to allRemarks", id)
	}
	return tell(), nil
}

func bookPage(f *frame.Frame, books []*rulebook.Rulebook, rb *rulebook.Rulebook) (build.Page, error) {
	t, err := remarksOn(rb.ID)
	if err != nil {
		return build.Page{}, err
	}
	w := &ruleWriter{rb: rb, remarks: t, unsaid: maps.Clone(t.texts)}
	w.refused = w.Fail
	w.write()
	if err := w.finish(); err != nil {
		return build.Page{}, err
	}
	lede, err := prose.HTML(t.lede)
	if err != nil {
		return build.Page{}, err
	}
	v := markup.View{
		Layout: f.Layout(path(rb.ID), rb.Name+" rules",
			"Every formula and constant of "+rb.Name+" with its source, worked examples, and contradictions between sources."),
		Kind:     "Rules",
		H1:       t.h1,
		Answer:   t.answer,
		Lede:     templ.Raw(lede),
		Contents: true,
		Sections: w.Sections,
	}
	for _, other := range books {
		v.Others = append(v.Others, parts.ArenaLink{Label: other.Name, Href: path(other.ID), Current: other.ID == rb.ID})
	}
	return build.Page{Path: v.Layout.Path, Component: markup.Page(v)}, nil
}

// ruleWriter writes one rulebook's page.
type ruleWriter struct {
	prose.Writer
	asker
	rb      *rulebook.Rulebook
	remarks remarks
	unsaid  map[string]func(*prose.Writer)
}

func (w *ruleWriter) write() {
	w.sources()
	w.scale()
	w.dimensions()
	w.measures()
	w.composite()
	w.results()
	w.ranking()
	w.rating()
	w.tiers()
	w.badges()
	w.titles()
	w.tracks()
	w.calibration()
	w.rewards()
	w.contradictions()
	w.examples()
}

// finish returns the first error.
func (w *ruleWriter) finish() error {
	if w.Err == nil && len(w.unsaid) > 0 {
		return fmt.Errorf("nothing asks for what is said of %q", slices.Sorted(maps.Keys(w.unsaid)))
	}
	return w.Err
}

// addTexts adds the texts of a section or part, by its id.
func (w *ruleWriter) addTexts(id string) {
	if more, ok := w.unsaid[id]; ok {
		delete(w.unsaid, id)
		more(&w.Writer)
	}
}

func (w *ruleWriter) sources() {
	w.Section("source", "Where the rules come from")
	var rows []markup.RowView
	for _, c := range w.remarks.sources {
		rows = append(rows, markup.RowView{ID: "source-" + c.id, Cells: []markup.CellView{{Text: c.name}, {Inside: w.Span(c.what)}}})
	}
	w.Table(markup.TableView{Caption: "Sources", Titled: true, Head: prose.Cells("Source", "What was read"), Rows: rows})
	w.addTexts("source")
}

func (w *ruleWriter) scale() {
	w.Section("scale", "Scale and arithmetic")
	if w.rb.Scale == 1 {
		w.Text("Scores run from 0 to 1 and are shown in percent.")
	} else {
		w.Text("Every dimension and the composite are scored from 0 to %s. A score outside this range is refused; it is not changed to fit.", frame.Show(w.rb.Scale))
	}
	exactly, nearly := tenths()
	switch w.rb.Arithmetic {
	case rulebook.Exact:
		w.Text("Numbers are exact decimals: 0.285 · 100 is exactly %s. In binary floating point it would be %s. Sums, roundings and comparisons with a threshold are exact; only the answer is converted to the nearest 64-bit number.", exactly, nearly)
	case rulebook.Float64:
		w.Text("Numbers are 64-bit binary floating point. They are combined in the same order as in the deployed code, so the last digit agrees with the arena’s. In this arithmetic 0.285 · 100 is %s, not %s.", nearly, exactly)
	default:
		w.Fail(fmt.Errorf("arithmetic %q: nothing to say of it", w.rb.Arithmetic))
	}
	if w.rounds() {
		w.Text("A half is rounded up, towards +∞: $round(x)$ is the largest whole number that is not above $x$, plus one if the fraction is at least 0.5.")
	}
	w.addTexts("scale")
}

// rounds reports whether anything in the rulebook is rounded.
func (w *ruleWriter) rounds() bool {
	return w.rb.Composite.Rounding == rulebook.RoundParts ||
		w.rb.Rating != nil && w.rb.Rating.Rounding != rulebook.RatingReal ||
		slices.ContainsFunc(w.rb.Dimensions, func(d rulebook.Dimension) bool { return measure.Of(d.Measure).Rounds })
}

func (w *ruleWriter) dimensions() {
	w.Section("dimensions", "Dimensions and weights")
	weighted := slices.ContainsFunc(w.rb.Dimensions, func(d rulebook.Dimension) bool { return d.Weight != nil })
	t := markup.TableView{Caption: "Dimensions", Titled: true, Wide: true}
	t.Head = []markup.CellView{{Text: "Dimension"}, {Text: "Default weight", Num: true}, {Text: "Measure"}, {Text: "What it measures"}, {Text: "Colour"}}
	if !weighted {
		t.Head = slices.Delete(t.Head, 1, 2)
	}
	for _, d := range w.rb.Dimensions {
		row := []markup.CellView{
			{Text: d.Label, Dim: d.Key, Small: d.Key},
			{Num: true},
			{Text: string(d.Measure), Href: "#" + d.Key},
			{Text: d.Description},
			{Text: d.Color},
		}
		if d.Weight != nil {
			row[1].Text = prose.Brief(100**d.Weight) + " %"
		}
		if !weighted {
			row = slices.Delete(row, 1, 2)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	w.Table(t)
	w.weights(weighted)
	w.addTexts("dimensions")
}

func (w *ruleWriter) weights(weighted bool) {
	c := w.rb.Composite
	if len(w.rb.Dimensions) == 1 {
		return
	}
	if weighted {
		w.Text("A challenge may set its own weights. These are the defaults.")
	} else {
		w.Text("There are no default weights: every challenge chooses its dimensions and their weights.")
	}
	if count := c.DimensionCount(); count != "" {
		text := fmt.Sprintf("A challenge has %s weighted dimensions", count)
		if extras := w.rb.Extras(); len(extras) > 0 {
			text += ". These come on top: `" + strings.Join(extras, "`, `") + "`"
		}
		w.Text("%s.", text)
	}
	if c.Open {
		w.Text("A challenge may also have dimensions that are not in this table. Their scores are given directly.")
	}
	w.Text("Weights are fractions that sum to 1 within 0.001. Percentages that sum to 100 within 0.1 are accepted and divided by 100. Any other sum is refused, and the message states the sum. Weights are never changed without notice.")
}

func (w *ruleWriter) composite() {
	c := w.rb.Composite
	if len(w.rb.Dimensions) == 1 && c.Rounding == rulebook.RoundNone {
		return // the dimension is the score
	}
	w.Section("composite", "Composite score")
	total := ""
	switch c.Rounding {
	case rulebook.RoundNone:
		total = "Σ_d score_d · weight_d"
		w.Text("The weighted dimensions are added. Nothing is rounded in the computation; pages show two decimals.")
	case rulebook.RoundFloorTotal:
		total = "⌊Σ_d score_d · weight_d⌋"
		w.Text("The weighted dimensions are added without rounding. Then the sum is rounded down to a whole number.")
	case rulebook.RoundParts:
		total = "Σ_d round(score_d · weight_d)"
		w.Text("Every weighted dimension is rounded to a whole number. Then the rounded parts are added.")
	default:
		w.Fail(fmt.Errorf("composite rounding %q: nothing to say of it", c.Rounding))
	}
	if c.Cap {
		total = fmt.Sprintf("min(%s, %s)", frame.Show(w.rb.Scale), total)
		w.Text("The total is at most %s.", frame.Show(w.rb.Scale))
	} else if c.Rounding == rulebook.RoundParts {
		w.Text("The total is not capped.")
	}
	w.Formula("score = %s", total)
	switch c.Missing {
	case "zero":
		w.Text("A dimension that has a weight but no measurement scores 0, with a warning.")
	default:
		w.Text("A dimension that has a weight but no measurement is an error.")
	}
	switch c.FormatErrors {
	case "zero":
		w.Text("If the arena reports a format problem with severity `error`, its dimension scores 0.")
	case "advisory":
		w.Text("If the arena reports a format problem, it is only advice, whatever its severity: it changes no score.")
	}
	w.addTexts("composite")
}

func (w *ruleWriter) results() {
	if len(w.rb.Results) == 0 {
		return
	}
	w.Section("result", "From score to result")
	t := markup.TableView{Caption: "Result of a match", Titled: true, Head: []markup.CellView{{Text: "Result"}, {Text: "Score"}}}
	if w.rb.Rating != nil {
		t.Head = append(t.Head, prose.Numeric("Counts as S"))
	}
	above := ""
	for _, r := range w.rb.Results {
		span := "from " + frame.Show(r.Min)
		if above != "" {
			span += ", below " + above
		}
		above = frame.Show(r.Min)
		row := prose.Cells(frame.Capital(r.ID), span)
		if w.rb.Rating != nil {
			row = append(row, prose.Numeric(w.actual(r.ID)))
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	w.Table(t)
	w.Text("The score is compared without rounding.")
	w.addTexts("result")
}

// ranking has text only if an arena has rules for it.
func (w *ruleWriter) ranking() {
	if w.remarks.texts["ranking"] == nil {
		return
	}
	w.Section("ranking", "Ranking")
	w.addTexts("ranking")
	switch w.rb.Ties {
	case rulebook.TiesByOrder:
		w.Text("Only scores are compared. Equal scores keep the order of the input, and each has its own rank. See [`score.rank`](%s).", frame.OperationPath("score.rank"))
	default:
		w.Text("Scores are compared before they are rounded: 8 of 10 and 80 of 100 are equal, so the earlier submission comes first. If the times are equal too, both share a rank, and the next rank is skipped (1, 2, 2, 4). See [`score.rank`](%s).", frame.OperationPath("score.rank"))
	}
}
