package scores

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// you is the run of a request among submissions.
const you = "You"

// IntervalTies says who could be first, on an axis that ends at 100 %.
type IntervalTies struct {
	Sentence string      `json:"sentence" doc:"Who could be first: All six could be first."`
	Key      string      `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Apart    string      `json:"apart" doc:"From how many tasks the first two submissions with different rates are told apart; empty if no number is enough."`
	Tasks    string      `json:"tasks" doc:"Tasks of each submission, for readers."`
	Axis     []AxisPlace `json:"axis" doc:"The labelled places of the axis."`
}

// AxisPlace is a labelled place of an axis.
type AxisPlace struct {
	At    float64 `json:"at" doc:"Where it is, in percent of the width."`
	Label string  `json:"label" doc:"Its label."`
	Edge  string  `json:"edge" doc:"start, middle or end: which part of the label is there."`
}

// RunInterval is an interval drawn on the tasks of a run, in percent of its row of cells.
type RunInterval struct {
	Range string  `json:"range" doc:"The interval, for readers: 70.9–87.1 %."`
	Sure  string  `json:"sure" doc:"How sure it is: true rate, 95 % sure."`
	Start float64 `json:"start" doc:"Its lower end."`
	End   float64 `json:"end" doc:"Its upper end."`
	Text  float64 `json:"text" doc:"Where its name has room."`
	Side  string  `json:"side" doc:"Where the name goes from there: start, middle or end."`
	First float64 `json:"first" doc:"Where the first task begins whose middle lies inside."`
	Width float64 `json:"width" doc:"The width of all tasks whose middles lie inside."`
}

// runInterval draws the interval of a run on its tasks.
func runInterval(in score.Interval, run score.Passes, confidence float64) *RunInterval {
	n := float64(run.Total)
	first := max(0, math.Floor(float64(in.Low*n)-0.5)+1)
	last := min(n, math.Ceil(float64(in.High*n)-0.5))
	r := &RunInterval{
		Range: strings.TrimSuffix(words.Rate(in.Low), " %") + "–" + words.Rate(in.High),
		Sure:  fmt.Sprintf("true rate, %s %% sure", words.Number(confidence)),
		Start: 100 * in.Low, End: 100 * in.High,
		First: 100 * first / n, Width: 100 * max(0, last-first) / n,
		Text: 50 * (in.Low + in.High), Side: "middle",
	}
	switch {
	case r.Start > 36:
		r.Text, r.Side = r.Start, "end"
	case r.End < 62:
		r.Text, r.Side = r.End, "start"
	}
	return r
}

// intervals answers for a ranking.
func intervals(req IntervalRequest) (IntervalResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return IntervalResponse{}, err
	}
	if req.Tasks == 0 {
		return IntervalResponse{}, op.Refuse("/tasks", "missing: want the number of tasks of each submission")
	}
	f := field{req: req, rb: rb, res: IntervalResponse{Rows: []IntervalRow{}, Notes: []explain.Note{drawn}}}
	if req.Measurements != nil {
		if f.run, _, err = runOf(req); err != nil {
			return IntervalResponse{}, err
		}
		rate := float64(f.run.Passed) / float64(f.run.Total) * rb.Scale
		f.req.Submissions = append(append([]score.Submission{}, req.Submissions...),
			score.Submission{ID: you, Dimensions: map[string]float64{rb.Dimensions[0].Key: rate}})
	}
	if f.ranking, err = score.Rank(score.RankRequest{Rulebook: req.Rulebook, Weights: req.Weights,
		Submissions: f.req.Submissions}); err != nil {
		return IntervalResponse{}, err
	}
	f.enter()
	if f.got, err = score.Intervals(score.IntervalRequest{Entrants: f.entrants, Confidence: req.Confidence / 100}); err != nil {
		return IntervalResponse{}, err
	}
	f.rows()
	f.ties()
	return f.res, nil
}

// field is the entrants of a ranking.
type field struct {
	req      IntervalRequest
	rb       *rulebook.Rulebook
	run      score.Passes // the run among them; without tasks if there is none
	ranking  score.RankResponse
	entrants []score.Passes // in the order of the ranking
	got      score.IntervalResponse
	res      IntervalResponse
}

// enter gives every submission whole tasks.
func (f *field) enter() {
	tasks := f.req.Tasks
	for _, s := range f.ranking.Standings {
		if f.run.Total > 0 && s.ID == you {
			f.entrants = append(f.entrants, f.run)
			continue
		}
		exactly := float64(s.Score / f.rb.Scale * float64(tasks))
		whole := min(fmath.RoundHalfUp(exactly), float64(tasks)) // rounded parts may sum to more than the scale
		if math.Abs(exactly-whole) > 1e-6 {
			f.res.Notes = append(f.res.Notes, explain.Note{Kind: "warning", Field: "/tasks",
				Text: fmt.Sprintf("%s of %s is %s: counted as %s (%s).",
					words.Rate(s.Score/f.rb.Scale), words.Counted(tasks, "task", "tasks"), words.Short(exactly), words.Number(whole),
					words.Called(s.Name))})
		}
		f.entrants = append(f.entrants, score.Passes{ID: s.ID, Passed: int(whole), Total: tasks})
	}
}

// rows lists the entrants by their whole tasks: rates that differ by less than a task may
// have changed places with the run.
func (f *field) rows() {
	standings, passes := map[string]score.Standing{}, map[string]score.Passes{}
	for i, s := range f.ranking.Standings {
		standings[s.ID], passes[s.ID] = s, f.entrants[i]
	}
	ties := 0
	for i, in := range f.got.Entrants {
		s, p := standings[in.ID], passes[in.ID]
		row := intervalRow(in, p.Passed, p.Total)
		row.Name, row.Rank, row.You = s.Name, strconv.Itoa(s.Rank), f.run.Total > 0 && in.ID == you
		row.Ranks = strconv.Itoa(in.RankBest)
		row.Places = row.Ranks
		if in.RankLast > in.RankBest {
			row.Ranks += " to " + strconv.Itoa(in.RankLast)
			row.Places += "–" + strconv.Itoa(in.RankLast)
		}
		if i < len(f.got.Pairs) {
			lead := f.got.Pairs[i]
			row.Tie, row.Next = lead.Tie, words.Rate(lead.Probability)
			if lead.Probability >= 0.9995 { // an estimate, and never quite 1
				row.Next = "over 99.9 %"
			}
			if lead.Tie {
				ties++
			}
		}
		if row.You {
			f.res.Run = runInterval(in, p, f.req.Confidence)
		}
		f.res.Rows = append(f.res.Rows, row)
	}
	f.res.say(f.req.Tasks, ties)
	f.place()
}

// place draws the rows on an axis from a multiple of ten, at most 50 %, to 100 %.
func (f *field) place() {
	low := 50.0
	for _, r := range f.res.Rows {
		low = min(low, 10*math.Floor(r.Start/10))
	}
	on := func(x float64) float64 { return 100 * (x - low) / (100 - low) }
	for i := range f.res.Rows {
		r := &f.res.Rows[i]
		r.Dot, r.From, r.To = on(r.At), on(r.Start), on(r.Start+r.Width)
	}
	step := 10.0
	if low < 50 {
		step = 25
	}
	first := f.res.Rows[0]
	for i := range f.res.Rows {
		f.res.Rows[i].LeadFrom, f.res.Rows[i].LeadWidth = first.From, first.To-first.From
	}
	t := &IntervalTies{Tasks: words.Grouped(int64(f.req.Tasks))}
	for x := 100.0; x >= low; x -= step {
		p := AxisPlace{At: on(x), Label: words.Number(x), Edge: "middle"}
		switch x {
		case 100:
			p.Label, p.Edge = "100 %", "end"
		case low:
			p.Edge = "start"
		}
		t.Axis = append([]AxisPlace{p}, t.Axis...)
	}
	f.res.Ties = t
}

// ties says who could be first, and when the first two are told apart.
func (f *field) ties() {
	t, first := f.res.Ties, 0
	for _, in := range f.got.Entrants {
		if in.RankBest == 1 {
			first++
		}
	}
	switch all := len(f.got.Entrants); {
	case all == 1:
		t.Key = words.Called(f.res.Rows[0].Name)
		t.Sentence = t.Key + " is alone."
	case first == 1:
		t.Key = words.Called(f.res.Rows[0].Name)
		t.Sentence = t.Key + " is first for sure."
	case first == all:
		t.Key = "All " + words.Spelled(all)
		if all == 2 {
			t.Key = "Both"
		}
		t.Sentence = t.Key + " could be first."
	default:
		t.Key = words.Capital(words.Spelled(first))
		t.Sentence = t.Key + " could be first."
	}
	t.Apart = f.apart()
}

// apart says from how many tasks the first two submissions with different rates are told
// apart.
func (f *field) apart() string {
	var best *score.Passes
	for _, in := range f.got.Entrants {
		if f.run.Total > 0 && in.ID == you {
			continue
		}
		p := f.passes(in.ID)
		if best == nil {
			best = &p
			continue
		}
		got, err := score.Separate(score.SeparateRequest{Ahead: *best, Behind: p, Confidence: f.req.Confidence / 100})
		if err != nil || got.Tasks == 0 {
			continue
		}
		return fmt.Sprintf("%s beats %s for sure from %s tasks.", words.Called(f.name(best.ID)), words.Called(f.name(p.ID)),
			words.Grouped(int64(got.Tasks)))
	}
	return ""
}

func (f *field) passes(id string) score.Passes {
	for _, p := range f.entrants {
		if p.ID == id {
			return p
		}
	}
	return score.Passes{}
}

func (f *field) name(id string) string {
	for _, s := range f.ranking.Standings {
		if s.ID == id {
			return s.Name
		}
	}
	return id
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
