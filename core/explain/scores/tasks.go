package scores

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// TasksRequest is a run of tasks that pass or fail, and the score to beat.
type TasksRequest struct {
	Rulebook      rulebook.Ref                   `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Weights       map[string]float64             `json:"weights,omitempty" doc:"Weights by dimension, as in score.compute."`
	Verified      bool                           `json:"verified,omitempty" doc:"Whether the match carries a valid trajectory."`
	Measurements  map[string]measure.Measurement `json:"measurements" doc:"What was observed, as in score.compute: one dimension with passed and total."`
	Warnings      []score.SubmissionWarning      `json:"submission_warnings,omitempty" op:"max=1000" doc:"Format problems the arena reported."`
	Target        *float64                       `json:"target,omitempty" op:"min=0" doc:"The composite to reach, at most the rulebook's scale; or give target_percent."`
	TargetPercent *float64                       `json:"target_percent,omitempty" op:"min=0 max=100" doc:"The same in percent of the scale; without either, there is no target."`
	TopPercent    *float64                       `json:"top_percent,omitempty" op:"min=0 max=100" doc:"The score to beat, in percent of the scale; without it, no other submission counts."`
}

// TasksResponse explains what one more passed task brings, and which numbers of
// tasks change what a run is worth.
type TasksResponse struct {
	Key        string       `json:"key" doc:"The words of the sentence that matter most, letter for letter."`
	Brief      string       `json:"brief" doc:"What one more task adds, in a word; otherwise that all are passed."`
	Sentence   string       `json:"sentence" doc:"What one more task adds, and how far the next cliff is."`
	Heard      string       `json:"heard" doc:"What a task adds, and when it adds nothing."`
	At         float64      `json:"at" doc:"Where the score is, in percent of the scale."`
	Bands      []CliffBand  `json:"bands" doc:"The scores that are worth the same against the top score, lowest first; empty without one."`
	Rows       []TaskRow    `json:"rows" doc:"The numbers of tasks that change something, and those beside this run's; lowest first."`
	Step       string       `json:"step" doc:"What the next step is: one more task; every task if all passed."`
	Gain       string       `json:"gain" doc:"What it adds: +1.1; empty if all passed."`
	Left       string       `json:"left" doc:"Tasks that are left: 18 left; empty if all passed."`
	Each       string       `json:"each" doc:"What a task is worth: one task is 1.1 points."`
	Cells      TaskCells    `json:"cells" doc:"The tasks as a row of cells."`
	Goal       *TaskGoal    `json:"goal,omitempty" doc:"The target; absent without one."`
	Beats      string       `json:"beats" doc:"What beats the top score: 74 tasks beat it, or you beat it; empty without one."`
	Resets     string       `json:"resets" doc:"What resets its decay: 75 reset the decay; empty if nothing does."`
	Finding    string       `json:"finding" doc:"What resets the decay, or what one more task adds, as a heading."`
	FindingKey string       `json:"finding_key" doc:"The words of the heading that matter most, letter for letter."`
	Under      string       `json:"under" doc:"Why: The top is 80.0 %. A reset takes 81.6 %, 2 % more. Empty without a top score."`
	Changes    []TaskChange `json:"changes" doc:"The numbers of tasks above this run's that bring something, lowest first."`
}

// TaskRow is one number of passed tasks.
type TaskRow struct {
	Passed  string `json:"passed" doc:"Tasks passed: 74 of 91."`
	Score   string `json:"score" doc:"The score with them, for readers."`
	Meaning string `json:"meaning" doc:"What begins there; empty for nothing."`
	Yours   bool   `json:"yours" doc:"Whether it is this run."`
}

// Tasks explains a run of tasks that pass or fail. It refuses what score.compute
// refuses, and a submission without passed and total.
func Tasks(req TasksRequest) (TasksResponse, error) {
	t, err := newTasks(req)
	if err != nil {
		return TasksResponse{}, err
	}
	if req.TopPercent != nil {
		t.beat(exact.Of(*req.TopPercent).Mul(exact.Of(0.01)))
	}
	goal, err := t.goal()
	if err != nil {
		return TasksResponse{}, err
	}
	t.mean(t.total, "all "+tests(t.rb)+"s")
	t.title(t.total, "Every "+tests(t.rb))
	if t.passed > 0 {
		t.mean(t.passed - 1)
	}
	t.mean(t.passed)
	if t.passed < t.total {
		t.mean(t.passed+1, "one more "+tests(t.rb))
		t.title(t.passed+1, "One more "+tests(t.rb))
	}
	next := min(t.passed+1, t.total)
	one := explain.AsPoints(explain.Points(t.rb, t.score(next)-t.score(next-1)))
	brief := "all passed"
	if t.passed < t.total {
		brief = gainText(t.rb, t.score(t.passed+1)-t.score(t.passed))
	}
	finding, key, under := t.finding()
	step, gained, left := t.next()
	return TasksResponse{
		Step: step, Gain: gained, Left: left, Each: "one " + tests(t.rb) + " is " + one,
		Cells: t.cells(), Goal: goal, Beats: t.beats(), Resets: t.resetText(),
		Finding: finding, FindingKey: key, Under: under, Changes: t.changes(),
		Key:      strings.TrimPrefix(brief, "all "),
		Brief:    brief,
		Sentence: t.sentence(),
		Heard: fmt.Sprintf("A %s adds %s if every test passes in time. A test that fails, or a timeout, makes it 0.",
			tests(t.rb), one),
		At:    t.percent(t.passed),
		Bands: t.bands(),
		Rows:  t.rows(),
	}, nil
}

// taskRun is a run whose number of passed tasks is varied.
type taskRun struct {
	req           TasksRequest
	rb            *rulebook.Rulebook
	key           string // of the dimension
	passed, total int
	top           exact.Num // the score to beat, as a part of the scale
	// the fewest tasks that beat it, and that reset decay; more than all if impossible; 0
	// if unknown
	above, resets int
	counts        []taskCount // lowest first
}

// taskCount is a number of passed tasks, and what begins there.
type taskCount struct {
	passed   int
	meanings []string
	titles   []string // the same in a few words
}

func newTasks(req TasksRequest) (*taskRun, error) {
	if _, err := score.Compute(req.with("", 0)); err != nil {
		return nil, err
	}
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	for i := range rb.Dimensions {
		key := rb.Dimensions[i].Key
		if m := req.Measurements[key]; m.Passed != nil && m.Total != nil {
			return &taskRun{req: req, rb: rb, key: key, passed: *m.Passed, total: *m.Total}, nil
		}
	}
	return nil, op.Refuse("/measurements", "no dimension was measured by tests: want passed and total")
}

// with returns the request with another number of passed tasks in a dimension.
func (req TasksRequest) with(key string, passed int) score.ComputeRequest {
	c := score.ComputeRequest{Rulebook: req.Rulebook, Weights: req.Weights, Verified: req.Verified,
		Measurements: req.Measurements, Warnings: req.Warnings}
	if key != "" {
		c.Measurements = map[string]measure.Measurement{}
		for k, m := range req.Measurements {
			if k == key {
				m.Passed = &passed
			}
			c.Measurements[k] = m
		}
	}
	return c
}

// score returns the composite with a number of passed tasks.
func (t *taskRun) score(passed int) float64 {
	got, err := score.Compute(t.req.with(t.key, passed))
	if err != nil {
		panic("explain: a run with other tasks was refused: " + err.Error())
	}
	return got.Score
}

// percent returns the same in percent of the scale.
func (t *taskRun) percent(passed int) float64 { return 100 * t.score(passed) / t.rb.Scale }

// mean lists a number of tasks, with what begins there.
func (t *taskRun) mean(passed int, what ...string) {
	if passed > t.total {
		return
	}
	at := 0
	for at < len(t.counts) && t.counts[at].passed < passed {
		at++
	}
	if at == len(t.counts) || t.counts[at].passed != passed {
		t.counts = append(t.counts, taskCount{})
		copy(t.counts[at+1:], t.counts[at:])
		t.counts[at] = taskCount{passed: passed}
	}
	t.counts[at].meanings = append(t.counts[at].meanings, what...)
}

// first returns the fewest tasks for which something holds that holds for more tasks
// too; one more than all if it never does.
func (t *taskRun) first(holds func(passed int) bool) int {
	low, high := 0, t.total+1
	for low < high {
		if middle := (low + high) / 2; holds(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

// beat finds the numbers of tasks that change something against a top score.
func (t *taskRun) beat(top exact.Num) {
	t.top = top
	least := top.Mul(exact.Of(t.rb.Scale)).Float()
	t.above = t.first(func(passed int) bool { return t.score(passed) > least })
	if equal := t.first(func(passed int) bool { return t.score(passed) >= least }); equal < t.above {
		t.mean(equal, t.equal())
	}
	t.mean(t.above, "above the top score")
	t.title(t.above, "Beat the top")
	for _, rb := range append([]*rulebook.Rulebook{t.rb}, explain.Siblings(t.rb)...) {
		if rb.Reward == nil || rb != t.rb && (rb.ID == t.rb.ID || explain.Whole(t.req.Rulebook)) {
			continue
		}
		resets := t.first(func(passed int) bool { return t.reset(rb, passed) })
		title := "Reset the decay in " + rb.Called()
		if rb == t.rb {
			t.resets, title = resets, "Reset the decay"
		}
		t.mean(resets, fmt.Sprintf("resets the decay by %s: %s", rb.Called(), improvement(rb.Reward.Decay)))
		if rb == t.rb || resets != t.resets {
			t.title(resets, title)
		}
	}
}

// equal is how a tie with the top score ranks.
func (t *taskRun) equal() string {
	if t.rb.Ties == rulebook.TiesByOrder {
		return "equal to the top score: the order given decides"
	}
	return "equal to the top score: the earlier submission ranks first"
}

// improvement returns the least improvement that resets decay, in words.
func improvement(d rulebook.RewardDecay) string {
	x := words.Number(exact.Of(d.Threshold).Mul(exact.Int(100)).Float())
	switch d.ThresholdMode {
	case "relative":
		return x + " % better than the top score"
	case "absolute":
		if x == "1" {
			return "1 point better"
		}
		return x + " points better"
	}
	return "any improvement"
}

// reset asks the rules whether a run resets the decay of the top score.
func (t *taskRun) reset(rb *rulebook.Rulebook, passed int) bool {
	ref := rulebook.ID(rb.ID)
	if rb == t.rb {
		ref = t.req.Rulebook
	}
	top, run := t.top.Float(), decay.HistoryEpoch{Epoch: 1, Passed: &passed, Total: &t.total}
	if len(t.rb.Dimensions) > 1 { // the score is not the pass rate
		rate := t.score(passed) / t.rb.Scale
		run = decay.HistoryEpoch{Epoch: 1, BestScore: &rate}
	}
	got, err := decay.Decay(decay.DecayRequest{Rulebook: ref, History: []decay.HistoryEpoch{{Epoch: 0, BestScore: &top},
		run}})
	if err != nil {
		return false
	}
	last := got.Epochs[len(got.Epochs)-1].LastImprovement
	return last != nil && *last == 1
}

func (t *taskRun) sentence() string {
	text := fmt.Sprintf("All %s are passed.", words.Counted(t.total, tests(t.rb), tests(t.rb)+"s"))
	if t.passed < t.total {
		text = fmt.Sprintf("One more %s = %s: %s of %s.", tests(t.rb), gainText(t.rb, t.score(t.passed+1)-t.score(t.passed)),
			strconv.Itoa(t.passed+1), strconv.Itoa(t.total))
	}
	if t.req.TopPercent == nil || t.resets == 0 {
		return text
	}
	top := words.Rate(t.top.Float())
	switch more := t.resets - t.passed; {
	case t.resets > t.total:
		return text + fmt.Sprintf(" No number of tasks resets the decay of a top score of %s.", top)
	case more <= 0:
		return text + fmt.Sprintf(" This run resets the decay of a top score of %s.", top)
	default:
		return text + fmt.Sprintf(" The decay of a top score of %s resets at %s: %s more.", top, strconv.Itoa(t.resets),
			strconv.Itoa(more))
	}
}

// bands returns the scores below the top score, above it, and those that reset decay.
func (t *taskRun) bands() []CliffBand {
	bands := []CliffBand{}
	if t.req.TopPercent == nil {
		return bands
	}
	ends := []struct {
		key, label string
		from       int
	}{{"below", "below the top", 0}, {"above", "above", t.above}, {"resets", "resets the decay", t.resets}}
	if t.resets == 0 {
		ends = ends[:2]
	}
	for i, e := range ends {
		to := t.total + 1
		if i+1 < len(ends) {
			to = ends[i+1].from
		}
		if e.from > t.total || to <= e.from {
			continue
		}
		start, end := t.percent(e.from), 100.0
		if to <= t.total {
			end = t.percent(to)
		}
		bands = append(bands, CliffBand{Key: e.key, Label: e.label, Start: start, Width: end - start,
			Middle: (start + end) / 2})
	}
	return bands
}

func (t *taskRun) rows() []TaskRow {
	rows := []TaskRow{}
	for _, c := range t.counts {
		passed := c.passed
		rows = append(rows, TaskRow{
			Passed:  fmt.Sprintf("%s of %s", strconv.Itoa(passed), strconv.Itoa(t.total)),
			Score:   explain.Points(t.rb, t.score(passed)),
			Meaning: strings.Join(c.meanings, "; "),
			Yours:   passed == t.passed,
		})
	}
	return rows
}
