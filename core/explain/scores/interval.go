package scores

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// intervalCost estimates [Interval].
func intervalCost(req IntervalRequest) op.Cost {
	var entrants score.IntervalRequest
	for range req.Submissions {
		entrants.Entrants = append(entrants.Entrants, score.Passes{Total: req.Tasks})
	}
	for _, m := range req.Measurements {
		if len(req.Submissions) > 0 && m.Counted() {
			_, total := m.Tasks()
			entrants.Entrants = append(entrants.Entrants, score.Passes{Total: total})
		}
	}
	return score.IntervalsCost(entrants)
}

// IntervalRequest is one pass rate, or a ranking by pass rate.
type IntervalRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements,omitempty" doc:"What was observed, as in score.compute: one dimension with passed and total. Or give submissions; with both, the run is one more entrant, You."`
	Warnings     []score.SubmissionWarning      `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Submissions  []score.Submission             `json:"submissions,omitempty" op:"max=200" doc:"What to rank, as in score.rank; needs tasks."`
	Tasks        int                            `json:"tasks,omitempty" op:"min=1 max=100000" doc:"Tasks that every submission was given."`
	Confidence   float64                        `json:"confidence_percent,omitempty" op:"min=50 max=99.99" doc:"Confidence level of the intervals, in percent; 95 by default."`
}

// IntervalResponse explains how far pass rates can be trusted.
type IntervalResponse struct {
	Key      string         `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief    string         `json:"brief" doc:"The range of the true rate; of a ranking whether first place is certain."`
	Sentence string         `json:"sentence" doc:"The answer in one sentence."`
	Rows     []IntervalRow  `json:"rows" doc:"Best first."`
	Notes    []explain.Note `json:"notes" doc:"What was rounded, and what the interval does not include."`
	Run      *RunInterval   `json:"run,omitempty" doc:"The interval of the run on its tasks, if it was measured."`
	Ties     *IntervalTies  `json:"ties,omitempty" doc:"Who could be first; absent for a single rate."`
}

// IntervalRow is one pass rate with its interval.
type IntervalRow struct {
	ID        string  `json:"id" doc:"Id of the submission; empty for a single one."`
	Name      string  `json:"name" doc:"Name for readers."`
	Rank      string  `json:"rank" doc:"Place; empty for a single one."`
	Rate      string  `json:"rate" doc:"Pass rate in percent."`
	Range     string  `json:"range" doc:"Where the true rate lies: 70.9 to 87.1 %."`
	Ranks     string  `json:"ranks" doc:"Places it may truly have: 1 to 3; empty for a single one."`
	Places    string  `json:"places" doc:"The same in short: 1–3; empty for a single one."`
	Tie       bool    `json:"tie" doc:"Whether the tasks are too few to separate it from the next one."`
	Next      string  `json:"next" doc:"Probability that it is truly ahead of the next one; empty for the last."`
	At        float64 `json:"at" doc:"The rate in percent."`
	Start     float64 `json:"start" doc:"Lower end of the interval, in percent."`
	Width     float64 `json:"width" doc:"Width of the interval, in percent."`
	Passed    string  `json:"passed" doc:"Tasks passed: 73 of 91."`
	You       bool    `json:"you" doc:"Whether it is the run that was measured."`
	Dot       float64 `json:"dot" doc:"The rate on the axis of a ranking, in percent of its width."`
	From      float64 `json:"from" doc:"Where its interval begins there."`
	To        float64 `json:"to" doc:"Where its interval ends there."`
	LeadFrom  float64 `json:"lead_from" doc:"Where the interval of the first begins there."`
	LeadWidth float64 `json:"lead_width" doc:"How wide it is."`
}

// Interval explains what a number of tasks can tell. It refuses what
// score.compute, score.rank and score.interval refuse, and submissions without
// tasks.
func Interval(req IntervalRequest) (IntervalResponse, error) {
	if req.Confidence == 0 {
		req.Confidence = 95
	}
	if len(req.Submissions) > 0 {
		return intervals(req)
	}
	if req.Measurements == nil {
		return IntervalResponse{}, op.Refuse("/measurements", "missing: want what was measured, or submissions")
	}
	run, label, err := runOf(req)
	if err != nil {
		return IntervalResponse{}, err
	}
	got, err := score.Intervals(score.IntervalRequest{Entrants: []score.Passes{run}, Confidence: req.Confidence / 100})
	if err != nil {
		return IntervalResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return IntervalResponse{}, err
	}
	row := intervalRow(got.Entrants[0], run.Passed, run.Total)
	row.ID, row.Name = "", label
	return IntervalResponse{
		Key:   row.Range,
		Brief: row.Range,
		Sentence: fmt.Sprintf("With %s, the true rate may be anything from %s (%s %% confidence).",
			words.Counted(run.Total, tests(rb), tests(rb)+"s"), row.Range, words.Number(req.Confidence)),
		Rows:  []IntervalRow{row},
		Notes: []explain.Note{drawn},
		Run:   runInterval(got.Entrants[0], run, req.Confidence),
	}, nil
}

// runOf returns the tasks of the run that a request measures, and what they are called.
func runOf(req IntervalRequest) (score.Passes, string, error) {
	if _, err := score.Compute(score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings}); err != nil {
		return score.Passes{}, "", err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return score.Passes{}, "", err
	}
	for i := range rb.Dimensions {
		if m := req.Measurements[rb.Dimensions[i].Key]; m.Counted() {
			passed, total := m.Tasks()
			return score.Passes{ID: you, Passed: passed, Total: total}, rb.Dimensions[i].Label, nil
		}
	}
	return score.Passes{}, "", op.Refuse("/measurements",
		"no dimension was measured by tests: want passed and total, or submissions")
}

// drawn is the assumption behind every interval.
var drawn = explain.Note{Kind: "limit", Field: "",
	Text: "The tasks count as a random sample of all possible tasks. Luck in the run itself is not included."}

func intervalRow(in score.Interval, passed, total int) IntervalRow {
	return IntervalRow{
		ID:     in.ID,
		Rate:   words.Rate(in.Rate),
		Range:  strings.TrimSuffix(words.Rate(in.Low), " %") + " to " + words.Rate(in.High),
		At:     100 * in.Rate,
		Start:  100 * in.Low,
		Width:  100 * (in.High - in.Low),
		Passed: fmt.Sprintf("%d of %d", passed, total),
	}
}
