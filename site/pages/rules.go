package pages

import (
	"fmt"
	"maps"
	"slices"

	"github.com/a-h/templ"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// told is what the page of a rulebook says besides what the rulebook itself
// does: one file per arena.
type told struct {
	reads   string // what the rulebook is a reading of, in a line of the index
	h1      string
	answer  string // to the h1, in a sentence
	lede    string
	sources []cited
	// says adds to sections and parts, by their id, after what follows from the
	// rulebook. Ids nothing asks for are an error.
	says map[string]func(*scribe)
	// rated adds parts to the section on the rating.
	rated    func(*scribe)
	disputes func(*desk) []dispute
	examples func(*desk) []example
}

// cited is a source as the page lists it.
type cited struct {
	id, name string
	what     string // Markdown
}

// at is the source as quotations name it.
func (c cited) at() source { return source{c.name, "#source-" + c.id} }

// tellings are what there is to say of the built-in rulebooks.
var tellings = map[string]func() told{
	"airena":           airenaTold,
	"clawdiators":      clawdiatorsTold,
	"clawdiators-live": clawdiatorsLiveTold,
	"term":             termTold,
	"term-live":        termLiveTold,
}

// rules are the page of every rulebook and their index.
func rules(f *frame) ([]build.Page, error) {
	books := rulebook.BuiltIn()
	index, err := rulesIndex(f, books)
	if err != nil {
		return nil, err
	}
	all := []build.Page{index}
	for _, rb := range books {
		page, err := rulesPage(f, books, rb)
		if err != nil {
			return nil, fmt.Errorf("the rules of %q: %w", rb.ID, err)
		}
		all = append(all, page)
	}
	return all, nil
}

func rulesPath(id string) string { return "/rules/" + id + "/" }

func tellingOf(id string) (told, error) {
	tell := tellings[id]
	if tell == nil {
		return told{}, fmt.Errorf("no prose for the rulebook %q: add it to tellings", id)
	}
	return tell(), nil
}

func rulesPage(f *frame, books []*rulebook.Rulebook, rb *rulebook.Rulebook) (build.Page, error) {
	t, err := tellingOf(rb.ID)
	if err != nil {
		return build.Page{}, err
	}
	w := &ruleWriter{rb: rb, told: t, unsaid: maps.Clone(t.says)}
	w.refused = w.fail
	w.write()
	if err := w.finish(); err != nil {
		return build.Page{}, err
	}
	lede, err := prose(t.lede)
	if err != nil {
		return build.Page{}, err
	}
	v := markup.View{
		Layout: f.layout(rulesPath(rb.ID), rb.Name+" rules",
			"Every formula and constant of "+rb.Name+" with its source, worked examples, and where the sources contradict each other."),
		Kind:     "Rules",
		H1:       t.h1,
		Answer:   t.answer,
		Lede:     templ.Raw(lede),
		Contents: true,
		Sections: w.sections,
	}
	for _, other := range books {
		v.Others = append(v.Others, parts.ArenaLink{Label: other.Name, Href: rulesPath(other.ID), Current: other.ID == rb.ID})
	}
	return build.Page{Path: v.Layout.Path, Component: markup.Page(v)}, nil
}

// ruleWriter writes one rulebook's page.
type ruleWriter struct {
	scribe
	desk
	rb     *rulebook.Rulebook
	told   told
	unsaid map[string]func(*scribe)
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

// finish is the first thing that went wrong.
func (w *ruleWriter) finish() error {
	if w.err == nil && len(w.unsaid) > 0 {
		return fmt.Errorf("nothing asks for what is said of %q", slices.Sorted(maps.Keys(w.unsaid)))
	}
	return w.err
}

// say adds what there is to say of a section or part, by its id.
func (w *ruleWriter) say(id string) {
	if more, ok := w.unsaid[id]; ok {
		delete(w.unsaid, id)
		more(&w.scribe)
	}
}

func (w *ruleWriter) sources() {
	w.section("source", "Where the rules come from")
	var rows []markup.RowView
	for _, c := range w.told.sources {
		rows = append(rows, markup.RowView{ID: "source-" + c.id, Cells: []markup.CellView{{Text: c.name}, {Inside: w.span(c.what)}}})
	}
	w.table(markup.TableView{Caption: "Sources", Titled: true, Head: cells("Source", "What was read"), Rows: rows})
	w.say("source")
}

func (w *ruleWriter) scale() {
	w.section("scale", "Scale and arithmetic")
	if w.rb.Scale == 1 {
		w.text("Scores run from 0 to 1 and are shown in percent.")
	} else {
		w.text("Every dimension and the composite are scored from 0 to %s. A score outside that range is refused, not clamped.", show(w.rb.Scale))
	}
	exactly, nearly := tenths()
	switch w.rb.Arithmetic {
	case rulebook.Exact:
		w.text("Numbers count as the decimals they are written as: 0.285 · 100 is exactly %s, where binary floating point makes it %s. Sums, roundings and comparisons with a threshold are exact; only the answer becomes the nearest 64-bit number.", exactly, nearly)
	case rulebook.Float64:
		w.text("Numbers are 64-bit binary floating point, combined in the order in which the deployed code combines them, so that the last digit agrees with the arena’s. There 0.285 · 100 is %s, not %s.", nearly, exactly)
	default:
		w.fail(fmt.Errorf("arithmetic %q: nothing to say of it", w.rb.Arithmetic))
	}
	if w.rounds() {
		w.text("Rounding takes a half up, towards +∞: $round(x)$ is the whole number at or below $x$, plus one when the fraction is at least 0.5.")
	}
	w.say("scale")
}

// rounds reports whether anything in the rulebook is rounded.
func (w *ruleWriter) rounds() bool {
	return w.rb.Composite.Rounding == rulebook.RoundParts ||
		w.rb.Rating != nil && w.rb.Rating.Rounding != rulebook.RatingReal ||
		slices.ContainsFunc(w.rb.Dimensions, func(d rulebook.Dimension) bool { return measure.Of(d.Measure).Rounds })
}

func (w *ruleWriter) dimensions() {
	w.section("dimensions", "Dimensions and weights")
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
			row[1].Text = brief(100**d.Weight) + " %"
		}
		if !weighted {
			row = slices.Delete(row, 1, 2)
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	w.table(t)
	w.weights(weighted)
	w.say("dimensions")
}

func (w *ruleWriter) weights(weighted bool) {
	c := w.rb.Composite
	if len(w.rb.Dimensions) == 1 {
		return
	}
	if weighted {
		w.text("A challenge may set weights of its own; these are the defaults.")
	} else {
		w.text("There are no default weights: every challenge chooses its dimensions and weighs them.")
	}
	if c.MinDimensions > 0 {
		w.text("A challenge weighs %d to %d dimensions.", c.MinDimensions, c.MaxDimensions)
	}
	if c.Open {
		w.text("It may also weigh dimensions that are not in this table; those are scored directly.")
	}
	w.text("Weights are fractions that sum to 1 within 0.001. Percentages that sum to 100 within 0.1 are accepted and divided by 100. Any other sum is refused with the sum named; weights are never normalized in silence.")
}

func (w *ruleWriter) composite() {
	c := w.rb.Composite
	if len(w.rb.Dimensions) == 1 && c.Rounding == rulebook.RoundNone {
		return // the dimension is the score
	}
	w.section("composite", "Composite score")
	total := ""
	switch c.Rounding {
	case rulebook.RoundNone:
		total = "Σ_d score_d · weight_d"
		w.text("The weighted dimensions are added. Nothing is rounded in the computation; pages show two decimals.")
	case rulebook.RoundFloorTotal:
		total = "⌊Σ_d score_d · weight_d⌋"
		w.text("The weighted dimensions are added as they are, and the sum is rounded down to a whole number.")
	case rulebook.RoundParts:
		total = "Σ_d round(score_d · weight_d)"
		w.text("Every weighted dimension is rounded to a whole number first; the rounded parts are added.")
	default:
		w.fail(fmt.Errorf("composite rounding %q: nothing to say of it", c.Rounding))
	}
	if c.Cap {
		total = fmt.Sprintf("min(%s, %s)", show(w.rb.Scale), total)
		w.text("The total is at most %s.", show(w.rb.Scale))
	} else if c.Rounding == rulebook.RoundParts {
		w.text("The total is not capped.")
	}
	w.formula("score = %s", total)
	switch c.Missing {
	case "zero":
		w.text("A dimension that has a weight but no measurement scores 0, with a warning.")
	default:
		w.text("A dimension that has a weight but no measurement is an error.")
	}
	switch c.FormatErrors {
	case "zero":
		w.text("A format problem the arena reports with severity `error` scores 0 on its dimension.")
	case "advisory":
		w.text("A format problem the arena reports is advisory, whatever its severity: it changes no score.")
	}
	w.say("composite")
}

func (w *ruleWriter) results() {
	if len(w.rb.Results) == 0 {
		return
	}
	w.section("result", "From score to result")
	t := markup.TableView{Caption: "Result of a match", Titled: true, Head: []markup.CellView{{Text: "Result"}, {Text: "Score"}}}
	if w.rb.Rating != nil {
		t.Head = append(t.Head, numeric("Counts as S"))
	}
	above := ""
	for _, r := range w.rb.Results {
		span := "from " + show(r.Min)
		if above != "" {
			span += ", below " + above
		}
		above = show(r.Min)
		row := cells(capital(r.ID), span)
		if w.rb.Rating != nil {
			row = append(row, numeric(w.actual(r.ID)))
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: row})
	}
	w.table(t)
	w.text("The score is compared without rounding.")
	w.say("result")
}

// ranking has words only where an arena has rules for it.
func (w *ruleWriter) ranking() {
	if w.told.says["ranking"] == nil {
		return
	}
	w.section("ranking", "Ranking")
	w.say("ranking")
	switch w.rb.Ties {
	case rulebook.TiesByOrder:
		w.text("Scores alone are compared. Equal ones keep the order in which they came in, each with a rank of its own. See [`score.rank`](%s).", operationPath("score.rank"))
	default:
		w.text("Scores are compared before they are rounded: 8 of 10 and 80 of 100 are equal, and the earlier submission stands first. Two that are equal in both share a rank, and the rank after them is left out (1, 2, 2, 4). See [`score.rank`](%s).", operationPath("score.rank"))
	}
}
