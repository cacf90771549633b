package rules

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/pages/prose"
	markup "github.com/tallyproof/tallyproof/templates/prose"
)

// asker asks the engine for the numbers of a page. It passes unexpected refusals
// to refused.
type asker struct{ refused func(error) }

func compute[Req, Res any](d *asker, ask func(Req) (Res, error), req Req) Res {
	res, err := ask(req)
	if err != nil {
		d.refused(fmt.Errorf("%+v: %w", req, err))
	}
	return res
}

// dispute is a question on which sources contradict each other or give no
// answer, with the result of each reading.
type dispute struct {
	id, title string
	quotes    []quotation
	text      string // Markdown: what is open, and which reading is taken
	asked     string // the case, in a line
	answers   []taken
}

// quotation is a quotation from a source.
type quotation struct {
	from  prose.Source
	lines []string
}

// taken is the answer of one reading.
type taken struct {
	rulebook string // its id, where the reading is a rulebook
	name     string // otherwise
	answer   string
	why      string
}

// example is a worked example.
type example struct {
	id, title string
	text      string // Markdown: where it comes from
	sentence  string
	steps     []explain.Step
	notes     []explain.Note
	open      string // link to the calculator with the same request
}

func (w *ruleWriter) contradictions() {
	if w.remarks.disputes == nil {
		return
	}
	w.Section("contradictions", "Contradictions and gaps")
	w.Text("The sources may contradict each other, differ from the deployed code or leave something open. For each such case, this section shows the answer of every reading. The engine computes every number when this page is built.")
	for _, d := range w.remarks.disputes(&w.asker) {
		w.Part(d.id, d.title)
		for _, q := range d.quotes {
			w.Quote(q.from, q.lines...)
		}
		w.Text("%s", d.text)
		if len(d.answers) > 0 {
			w.Table(w.answers(d))
		}
	}
	w.addTexts("contradictions")
}

// answers is the table of a dispute's readings.
func (w *ruleWriter) answers(d dispute) markup.TableView {
	t := markup.TableView{Caption: unbroken(d.asked), Head: prose.Cells("Reading", "Answer", "Why")}
	for _, a := range d.answers {
		name := markup.CellView{Text: a.name}
		if a.rulebook != "" {
			name.Text = bookName(a.rulebook)
		}
		if a.rulebook != "" && a.rulebook != w.rb.ID {
			name.Href = path(a.rulebook) + "#" + d.id
		}
		t.Rows = append(t.Rows, markup.RowView{Cells: []markup.CellView{name, {Text: strings.ReplaceAll(a.answer, " %", "\u00a0%"), Strong: true}, {Text: a.why, Quiet: true}}})
	}
	return t
}

// unbroken keeps percent signs on the line of their number.
func unbroken(text string) string { return strings.ReplaceAll(text, " %", "\u00a0%") }

func bookName(id string) string { return frame.Resolve(id).Name }

func (w *ruleWriter) examples() {
	w.Section("examples", "Worked examples")
	for _, e := range w.remarks.examples(&w.asker) {
		w.Part("example-"+e.id, e.title)
		w.Text("%s", e.text)
		w.Put(markup.Conclusion(e.sentence))
		if len(e.steps) > 0 {
			w.Steps(e.steps)
		}
		for _, n := range e.notes {
			w.Put(markup.Remark(n))
		}
		if e.open != "" {
			w.Text("[Open this example in the calculator](%s)", e.open)
		}
	}
}

// calculator is a link that hands a request to a page with a calculator.
func calculator[Req any](d *asker, page, operation string, req Req) string {
	text, err := op.Encode(req)
	if err != nil {
		d.refused(err)
	}
	return page + "#1;op=" + operation + ";json=" + url.PathEscape(string(text)) + ";end"
}

func scored(d *asker, id, title, text, page string, req score.ComputeRequest) example {
	got := compute(d, breakdown.Score, req)
	return example{id, title, text, got.Sentence, got.Steps, got.Notes, calculator(d, page, "score.compute", req)}
}

func updated(d *asker, id, title, text string, req rating.UpdateRequest) example {
	got := compute(d, ratings.Rating, req)
	return example{id, title, text, got.Sentence, got.Steps, got.Notes, calculator(d, "/rating/clawdiators/", "elo.update", req)}
}

func challenged(d *asker, id, title, text string, req rating.PairwiseRequest) example {
	got := compute(d, ratings.Challenge, req)
	return example{id, title, text, got.Sentence, got.Steps, nil, calculator(d, "/rating/airena/", "elo.pairwise", req)}
}

func stood(d *asker, id, title, text, page string, req standing.EvaluateRequest) example {
	got := compute(d, ratings.Standing, req)
	return example{id, title, text, got.Sentence, got.Steps, got.Notes, calculator(d, page, "standing.evaluate", req)}
}

// scoreUnder is what a rulebook makes of a submission: its answer, or why it
// refuses one.
func scoreUnder(id string, req score.ComputeRequest, why string) taken {
	req.Rulebook = rulebook.ID(id)
	got, err := breakdown.Score(req)
	var refusal *op.Error
	if errors.As(err, &refusal) {
		return taken{rulebook: id, answer: "refused", why: why + " (“" + refusal.Message + "”)"}
	}
	answer := got.Answer
	if got.Result.Result != "" {
		answer += ", a " + got.Result.Result
	}
	return taken{rulebook: id, answer: answer, why: why}
}

// ratingUnder is what a rulebook makes of a match.
func ratingUnder(d *asker, id string, req rating.UpdateRequest, why string) taken {
	req.Rulebook = rulebook.ID(id)
	got := compute(d, ratings.Rating, req)
	return taken{rulebook: id, answer: got.Answer + " (" + got.Change + ")", why: why}
}
