package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v3"

	"github.com/tallyproof/tallyproof/cmd/tallyproof/terminal"
	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/audits"
	"github.com/tallyproof/tallyproof/core/explain/breakdown"
	"github.com/tallyproof/tallyproof/core/explain/forecasts"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/words"
)

// answer has the members of answers that tables show. An operation answers some
// of them.
type answer struct {
	Sentence, Basis string
	Parts           []breakdown.ScorePart
	Outcomes        []ratings.Outcome
	Targets         []forecasts.ForecastTarget
	Streaks         []forecasts.ForecastOdds
	Steps           []explain.Step
	Readings        []explain.Reading
	Notes           []explain.Note
	Standings       []struct {
		Rank   int
		Name   string
		Score  float64
		Result string
	}
	Summary  audit.Summary
	Findings []audit.Finding
	Rows     []audits.Row
	Shown    string // which of the rows
	Missed   int
	Counts   []audits.Count
}

var conditions = []option{
	{name: "verified", kind: truth, usage: "every match carries a valid trajectory"},
	{name: "memoryless", kind: truth, usage: "without memory of earlier attempts"},
	{name: "first-attempt", kind: truth, usage: "a first attempt at its challenge"},
}

func scoreCommand(h host) *cli.Command {
	q := &question{
		name: "score", usage: "what a submission scores, and how", takes: "score.compute", asks: "explain.score",
		rulebook: "airena",
		show:     showScore,
	}
	return q.command(h)
}

func showScore(h host, a answer) error {
	heading(h, a.Sentence)
	rows := [][]string{}
	for _, p := range a.Parts {
		rows = append(rows, []string{p.Label, p.Formula, p.Score, p.Weight, p.Weighted})
	}
	if err := terminal.Table(h.out, []string{"Dimension", "Measured", "Score ", "Weight ", "Points "}, rows); err != nil {
		return err
	}
	return a.rest(h)
}

func eloCommand(h host) *cli.Command {
	q := &question{
		name: "elo", usage: "what one match does to a rating", takes: "elo.update", asks: "explain.rating",
		rulebook: "clawdiators",
		options: append([]option{
			{name: "rating", placeholder: "POINTS", usage: "the rating before the match, POINTS"},
			{name: "matches", placeholder: "N", usage: "N matches were played before"},
			{name: "opponent", placeholder: "POINTS", usage: "the opponent's rating, POINTS"},
			{name: "difficulty", placeholder: "TIER", kind: text, usage: "the challenge's difficulty TIER, instead of opponent"},
			{name: "outcome", placeholder: "RESULT", kind: text, usage: "RESULT win, draw or loss"},
			{name: "score", placeholder: "POINTS", usage: "the score of the match, POINTS, instead of outcome"},
		}, conditions...),
		show: func(h host, a answer) error {
			heading(h, a.Sentence)
			rows := [][]string{}
			for _, o := range a.Outcomes {
				rows = append(rows, []string{o.Label, o.Change, o.Rating, o.Title})
			}
			if err := terminal.Table(h.out, []string{"Outcome", "Change ", "Rating ", "Title"}, rows); err != nil {
				return err
			}
			return a.rest(h)
		},
	}
	return q.command(h)
}

func forecastCommand(h host) *cli.Command {
	q := &question{
		name: "forecast", usage: "where a rating goes, exactly", takes: "explain.forecast", asks: "explain.forecast",
		rulebook: "clawdiators",
		reads:    ".",
		options: append([]option{
			{name: "rating", placeholder: "POINTS", usage: "the rating now, POINTS"},
			{name: "matches", placeholder: "N", usual: 0, usage: "N matches were played so far; 0 if absent"},
			{name: "strength", placeholder: "POINTS", usage: "the assumed true strength, POINTS"},
			{name: "draws", placeholder: "PERCENT", usage: "PERCENT of matches end in a draw"},
			{name: "plan", placeholder: "LIST", kind: plan,
				usage: "the matches: a LIST of opponents' ratings or difficulties, newcomer:2,contender,1350:3"},
			{name: "repeat", placeholder: "N", usage: "the plan is played N times; once if absent"},
			{name: "target", placeholder: "POINTS", kind: numbers, to: "targets",
				usage: "a rating to reach, POINTS; may be given several times"},
		}, conditions...),
		show: showForecast,
	}
	return q.command(h)
}

func showForecast(h host, a answer) error {
	heading(h, a.Sentence)
	fmt.Fprintf(h.out, "%s\n", words.Plain(a.Basis))
	if rows := [][]string{}; len(a.Targets) > 0 {
		for _, t := range a.Targets {
			rows = append(rows, []string{t.Rating, t.Chance, t.Expected, t.Median})
		}
		fmt.Fprintln(h.out)
		if err := terminal.Table(h.out, []string{"Target ", "Chance ", "Matches, mean ", "Half by match "},
			rows); err != nil {
			return err
		}
	}
	if rows := [][]string{}; len(a.Streaks) > 0 { // a single match has none
		for _, s := range a.Streaks {
			rows = append(rows, []string{s.Label, s.Chance})
		}
		fmt.Fprintln(h.out)
		if err := terminal.Table(h.out, []string{"Losses in a row", "Chance "}, rows); err != nil {
			return err
		}
	}
	a.Steps = nil
	return a.rest(h)
}

func auditCommand(h host) *cli.Command {
	q := &question{
		name: "audit", usage: "recompute a whole challenge and list every difference", takes: "audit.challenge",
		asks: "audit.challenge", texts: "explain.audit", rulebook: "airena",
		reads: ", or a challenge as a JSON object with submissions, a JSON array of them, JSON Lines, or CSV with a header.",
		more: "The exit status is 1 if there is a difference, if nothing in CSV, JSON Lines or a list can be " +
			"compared,\nor, unless -rulebook chooses the rules, if a file brings its own or if some of its values are not compared.",
		show: func(h host, a answer) error {
			if a.Summary.Sentence == "" {
				return showText(h, a)
			}
			heading(h, a.Summary.Sentence)
			rows := [][]string{}
			for _, f := range a.Findings {
				rows = append(rows, []string{f.Severity, f.Field, f.Claimed, f.Recomputed, f.Rule})
			}
			if len(rows) == 0 {
				return nil
			}
			return terminal.Table(h.out, []string{"Kind", "Where", "Claimed ", "Recomputed ", "Rule"}, rows)
		},
		fails: func(a answer) bool {
			compared := func(c audits.Count) bool { return c.Checked != "0" }
			nothing := len(a.Counts) > 0 && !slices.ContainsFunc(a.Counts, compared) // as in a table with other columns
			return a.Summary.Differences > 0 || len(a.Rows) > 0 || nothing
		},
	}
	return q.command(h)
}

// showText shows the audit of a text.
func showText(h host, a answer) error {
	fmt.Fprintln(h.out, terminal.Painted(terminal.Paints(h.out), terminal.Strong, words.Plain(a.Sentence)))
	rows := [][]string{}
	for _, r := range a.Rows {
		rows = append(rows, []string{r.Name, r.What, r.Claimed, r.Recomputed, r.Why})
	}
	if len(rows) > 0 {
		fmt.Fprintln(h.out)
		if err := terminal.Table(h.out, []string{"Submission", "What", "Claimed ", "Recomputed ", "Rule"}, rows); err != nil {
			return err
		}
		fmt.Fprintf(h.out, "\n%s\n", words.Plain(a.Shown))
	}
	return a.rest(h)
}

// heading is the sentence that answers.
func heading(h host, sentence string) {
	fmt.Fprintf(h.out, "%s\n\n", terminal.Painted(terminal.Paints(h.out), terminal.Strong, words.Plain(sentence)))
}

// rest shows what most answers have: the steps, both readings, and notes.
func (a answer) rest(h host) error {
	var steps, readings [][]string
	for _, s := range a.Steps {
		steps = append(steps, []string{s.Label, s.Formula, s.Value})
	}
	for _, r := range a.Readings {
		mark := ""
		if r.Differs {
			mark = "differs"
		}
		readings = append(readings, []string{r.Name, r.Answer, mark, r.Why})
	}
	for _, part := range []struct {
		heads []string
		rows  [][]string
	}{{[]string{"Step", "Formula", "Value "}, steps}, {[]string{"Rules", "Answer", "", "What makes the difference"},
		readings}} {
		if len(part.rows) == 0 {
			continue
		}
		fmt.Fprintln(h.out)
		if err := terminal.Table(h.out, part.heads, part.rows); err != nil {
			return err
		}
	}
	for _, n := range a.Notes {
		if _, err := fmt.Fprintf(h.out, "\n%s: %s\n", words.Capital(words.Plain(n.Kind)), words.Plain(n.Text)); err != nil {
			return err
		}
	}
	return nil
}
