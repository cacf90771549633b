// Command kit prints the page of all parts in every state, for the tests of the look:
//
//	go run ./e2e/browser/look/kit DIST
//	go run ./e2e/browser/look/kit DIST cards
//
// with the style sheet, the font and the module of the site built in DIST; or the document of
// all cards in every state, which other sites frame one by one.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/a-h/templ"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/serve"
	markup "github.com/tallyproof/tallyproof/templates/kit"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/verify"
)

func main() {
	cards := len(os.Args) == 3 && os.Args[2] == "cards"
	if len(os.Args) != 2 && !cards {
		fmt.Fprintln(os.Stderr, "usage: kit DIST [cards]")
		os.Exit(2)
	}
	if err := write(os.Stdout, os.Args[1], cards); err != nil {
		fmt.Fprintln(os.Stderr, "kit:", err)
		os.Exit(1)
	}
}

// write writes the page with the files of the site built in dist, or the cards.
func write(out io.Writer, dist string, cards bool) error {
	if cards {
		bar, err := scoreOf("airena", []string{"correctness", "speed", "quality", "process"}, 88)
		if err != nil {
			return err
		}
		_, all := signed(bar)
		return markup.Cards(all).Render(context.Background(), out)
	}
	f := &frame.Frame{Asset: func(name string) (string, error) { return serve.Asset(os.DirFS(dist), name) }}
	page, err := page(f, os.DirFS(dist))
	if err := errors.Join(append(f.Missing, err)...); err != nil {
		return err
	}
	return page.Render(context.Background(), out)
}

// page returns the page of all parts.
func page(f *frame.Frame, site fs.FS) (templ.Component, error) {
	v := markup.View{
		Layout: f.Layout("/404.html", "All parts in every state",
			"Every part of the pages in every state. Nothing links to this page."),
		Fields: fields, Choices: choices, Options: options, Said: said, Notes: notes, Readings: readings, Steps: steps,
		Checks: checks, Source: source,
		Charts: charts, Dials: dials, Paste: pages.Paste(),
	}
	v.Layout.Hidden = true
	for _, area := range frame.Areas {
		v.Layout.Sheets = append(v.Layout.Sheets, f.URL(area.Sheet))
	}
	for _, w := range verdicts {
		v.Verdicts = append(v.Verdicts, verify.FrameView{State: w[0], Heading: text(w[1]), Meaning: text(w[2])})
	}
	for _, s := range []struct {
		id, title, rules string
		dims             []string
		score            float64
	}{
		{"four", "Points of four dimensions, of 100", "airena", []string{"correctness", "speed", "quality", "process"}, 88},
		{"six", "Points of six dimensions, of 1000", "clawdiators", []string{"correctness", "completeness", "precision",
			"methodology", "speed", "code_quality"}, 800},
		{"none", "No points", "airena", []string{"correctness", "speed", "quality", "process"}, 0},
	} {
		view, err := scoreOf(s.rules, s.dims, s.score)
		if err != nil {
			return nil, err
		}
		v.Scores = append(v.Scores, markup.NamedScore{ID: s.id, Title: s.title, Score: view})
	}
	bar := v.Scores[0].Score
	v.Slips = slips(bar)
	v.Board = board(bar.Parts)
	v.Signs, _ = signed(bar)
	var err error
	v.Pieces, err = cutOut(site)
	return markup.Page(v), err
}

func text(s string) templ.Component { return templ.Raw(templ.EscapeString(s)) }

// scoreOf returns a submission with the same score in each of some dimensions, which
// have equal weights unless the rules give them.
func scoreOf(rules string, dims []string, x float64) (parts.ScoreView, error) {
	req := score.ComputeRequest{Rulebook: rulebook.ID(rules), Measurements: map[string]measure.Measurement{}}
	if rules == "clawdiators" {
		req.Weights = map[string]float64{}
	}
	for i, d := range dims {
		req.Measurements[d] = measure.Measurement{Score: &x}
		if req.Weights != nil {
			req.Weights[d] = []float64{0.2, 0.18, 0.17, 0.16, 0.15, 0.14}[i]
		}
	}
	answer, err := breakdown.Score(req)
	return frame.ScoreView(answer, frame.Hundred("")), err
}
