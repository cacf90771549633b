package scores

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/fmath"
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
	return score.IntervalsCost(entrants)
}

// IntervalRequest is one pass rate, or a ranking by pass rate.
type IntervalRequest struct {
	Rulebook     rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights      map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified     bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements map[string]measure.Measurement `json:"measurements,omitempty" doc:"What was observed, as in score.compute: one dimension with passed and total. Or give submissions."`
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
}

// IntervalRow is one pass rate with its interval.
type IntervalRow struct {
	ID     string  `json:"id" doc:"Id of the submission; empty for a single one."`
	Name   string  `json:"name" doc:"Name for readers."`
	Rank   string  `json:"rank" doc:"Place; empty for a single one."`
	Rate   string  `json:"rate" doc:"Pass rate in percent."`
	Range  string  `json:"range" doc:"Where the true rate lies: 70.9 to 87.1 %."`
	Ranks  string  `json:"ranks" doc:"Places it may truly have: 1 to 3; empty for a single one."`
	Tie    bool    `json:"tie" doc:"Whether the tasks are too few to separate it from the next one."`
	Next   string  `json:"next" doc:"Probability that it is truly ahead of the next one; empty for the last."`
	At     float64 `json:"at" doc:"The rate in percent."`
	Start  float64 `json:"start" doc:"Lower end of the interval, in percent."`
	Width  float64 `json:"width" doc:"Width of the interval, in percent."`
	Passed string  `json:"passed" doc:"Tasks passed: 73 of 91."`
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
	if _, err := score.Compute(score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings}); err != nil {
		return IntervalResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return IntervalResponse{}, err
	}
	for i := range rb.Dimensions {
		key := rb.Dimensions[i].Key
		m := req.Measurements[key]
		if !m.Counted() {
			continue
		}
		passed, total := m.Tasks()
		got, err := score.Intervals(score.IntervalRequest{Entrants: []score.Passes{{ID: key, Passed: passed, Total: total}},
			Confidence: req.Confidence / 100})
		if err != nil {
			return IntervalResponse{}, err
		}
		row := intervalRow(got.Entrants[0], passed, total)
		row.ID, row.Name = "", rb.Dimensions[i].Label
		return IntervalResponse{
			Key:   row.Range,
			Brief: row.Range,
			Sentence: fmt.Sprintf("With %s, the true rate may be anything from %s (%s %% confidence).",
				words.Counted(total, tests(rb), tests(rb)+"s"), row.Range, words.Number(req.Confidence)),
			Rows:  []IntervalRow{row},
			Notes: []explain.Note{drawn},
		}, nil
	}
	return IntervalResponse{}, op.Refuse("/measurements",
		"no dimension was measured by tests: want passed and total, or submissions")
}

// drawn is the assumption behind every interval.
var drawn = explain.Note{Kind: "limit", Field: "",
	Text: "The tasks count as a random sample of all possible tasks. Luck in the run itself is not included."}

// intervals answers for a ranking.
func intervals(req IntervalRequest) (IntervalResponse, error) {
	ranking, err := score.Rank(score.RankRequest{Rulebook: req.Rulebook, Weights: req.Weights,
		Submissions: req.Submissions})
	if err != nil {
		return IntervalResponse{}, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return IntervalResponse{}, err
	}
	if req.Tasks == 0 {
		return IntervalResponse{}, op.Refuse("/tasks", "missing: want the number of tasks of each submission")
	}
	res := IntervalResponse{Rows: []IntervalRow{}, Notes: []explain.Note{drawn}}
	var entrants []score.Passes
	for _, s := range ranking.Standings {
		exactly := float64(s.Score / rb.Scale * float64(req.Tasks))
		whole := min(fmath.RoundHalfUp(exactly), float64(req.Tasks)) // rounded parts may sum to more than the scale
		if math.Abs(exactly-whole) > 1e-6 {
			res.Notes = append(res.Notes, explain.Note{Kind: "warning", Field: "/tasks",
				Text: fmt.Sprintf("%s of %s is %s: counted as %s (%s).",
					words.Rate(s.Score/rb.Scale), words.Counted(req.Tasks, "task", "tasks"), words.Short(exactly), words.Number(whole),
					words.Called(s.Name))})
		}
		entrants = append(entrants, score.Passes{ID: s.ID, Passed: int(whole), Total: req.Tasks})
	}
	got, err := score.Intervals(score.IntervalRequest{Entrants: entrants, Confidence: req.Confidence / 100})
	if err != nil {
		return IntervalResponse{}, err
	}
	for i, s := range ranking.Standings {
		in := got.Entrants[i] // in the ranking's order: whole tasks never turn two rates round
		row := intervalRow(in, entrants[i].Passed, req.Tasks)
		row.Name, row.Rank = s.Name, strconv.Itoa(s.Rank)
		row.Ranks = strconv.Itoa(in.RankBest)
		if in.RankLast > in.RankBest {
			row.Ranks += " to " + strconv.Itoa(in.RankLast)
		}
		res.Rows = append(res.Rows, row)
	}
	ties := 0
	for i, lead := range got.Pairs {
		row := &res.Rows[i]
		row.Tie = lead.Tie
		row.Next = words.Rate(lead.Probability)
		if lead.Probability >= 0.9995 { // an estimate, and never quite 1
			row.Next = "over 99.9 %"
		}
		if lead.Tie {
			ties++
		}
	}
	res.say(req.Tasks, ties)
	return res, nil
}

// say writes the sentence about a ranking, its key and the brief.
func (res *IntervalResponse) say(tasks, ties int) {
	rows := res.Rows
	given, first := words.Counted(tasks, "task", "tasks"), words.Called(rows[0].Name)
	switch {
	case len(rows) == 1:
		res.Key, res.Brief = rows[0].Range, rows[0].Range
		res.Sentence = fmt.Sprintf("%s is alone: its true rate is %s.", first, rows[0].Range)
	case rows[0].Tie:
		res.Key, res.Brief = "a tie", "first is a tie"
		res.Sentence = fmt.Sprintf("With %s, first place is a tie: %s is truly ahead of %s with a probability of %s.", given,
			first, words.Called(rows[1].Name), rows[0].Next)
	case ties == 0:
		are := "are"
		if tasks == 1 {
			are = "is"
		}
		res.Key, res.Brief = "enough", "every place is certain"
		res.Sentence = fmt.Sprintf("%s %s enough to separate each submission from the next.", given, are)
	default:
		res.Key, res.Brief = "clearly first", "first is certain"
		res.Sentence = fmt.Sprintf("With %s, %s is clearly first; %s.", given, first,
			words.Counted(ties, "further tie", "further ties"))
	}
}

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
