package metrics

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// MetricsRequest is every match of one challenge.
type MetricsRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook. Where its arithmetic is float64, numbers are rounded as the deployed arena rounds them; else not at all."`
	Matches  []Match      `json:"matches" op:"max=1000000" doc:"The matches, in any order."`
	K        []int        `json:"k,omitempty" op:"max=16; min=1 max=1000" doc:"For best of k and pass^k; 3 and 5 by default."`
	Pricing  []Price      `json:"pricing,omitempty" op:"max=1000" doc:"Prices of models; the first whose pattern is part of the model's name holds. Without them nothing is said of cost."`
}

// Match is one attempt at the challenge.
type Match struct {
	Agent    string   `json:"agent" op:"maxlen=200" doc:"Id of the agent."`
	Attempt  int      `json:"attempt" op:"min=1 max=1000000000" doc:"Which of the agent's attempts it was, from 1; incomplete ones count."`
	Score    *float64 `json:"score,omitempty" op:"min=0" doc:"Score, 0 to the rulebook's scale; absent when the match was not completed."`
	Result   string   `json:"result,omitempty" op:"enum=win|draw|loss" doc:"Result of a completed match; by default what the rulebook makes of the score."`
	Duration *float64 `json:"duration_ms,omitempty" op:"min=0 max=1000000000000" doc:"Duration of a completed match, in milliseconds."`
	Day      string   `json:"day,omitempty" op:"maxlen=10" doc:"Date it was completed, in UTC: 2026-03-18."`
	Model    string   `json:"model,omitempty" op:"maxlen=200" doc:"Model it was played with: the submission's, else the agent's base model."`
	Harness  string   `json:"harness,omitempty" op:"maxlen=200" doc:"Harness the submission names."`
	Tokens   *int     `json:"tokens,omitempty" op:"min=0" doc:"Tokens the submission reports, in and out together."`
}

// MetricsResponse is what the matches have in common. Everything but the
// attempts and the completion rate is of completed matches.
type MetricsResponse struct {
	Attempts       int       `json:"attempts" doc:"All matches."`
	Completed      int       `json:"completed" doc:"Completed matches."`
	CompletionRate float64   `json:"completion_rate" doc:"completed / attempts."`
	Wins           int       `json:"wins" doc:"Completed matches that were won."`
	WinRate        float64   `json:"win_rate" doc:"wins / completed."`
	Mean           *float64  `json:"mean_score,omitempty" doc:"Mean score; like the next three, absent when nothing was completed."`
	Median         *float64  `json:"median_score,omitempty" doc:"Median score; of an even count the mean of the middle two."`
	P25            *float64  `json:"score_p25,omitempty" doc:"Lower quartile by nearest rank: a score that occurred."`
	P75            *float64  `json:"score_p75,omitempty" doc:"Upper quartile by nearest rank."`
	Duration       *float64  `json:"mean_duration_secs,omitempty" doc:"Mean duration in seconds, where it is given."`
	Distribution   []Bucket  `json:"score_distribution" doc:"Scores in ten equal ranges."`
	LearningCurve  []Group   `json:"learning_curve" doc:"Scores by attempt number; later attempts are those of agents who went on."`
	ByDay          []Group   `json:"by_day" doc:"Scores by the day of completion, where it is given."`
	ByModel        []Group   `json:"by_model" doc:"Scores by model, where it is given."`
	ByHarness      []Group   `json:"by_harness" doc:"Scores by harness, where it is given."`
	Benchmark      Benchmark `json:"benchmark" doc:"The challenge as a benchmark."`
	CostPerPoint   *float64  `json:"median_cost_per_point,omitempty" doc:"Median of the priced matches' cost per point, in thousandths of a dollar."`
}

// Bucket is a range of scores.
type Bucket struct {
	From  float64 `json:"from" doc:"Lowest score in it."`
	To    float64 `json:"to" doc:"Score at which the next begins; the last includes it."`
	Count int     `json:"count" doc:"Completed matches in it."`
}

// Group is the completed matches that have something in common.
type Group struct {
	Name         string   `json:"name,omitempty" doc:"Day, model or harness."`
	Attempt      int      `json:"attempt,omitempty" doc:"Attempt number, in the learning curve."`
	Count        int      `json:"count" doc:"Completed matches."`
	Mean         float64  `json:"mean" doc:"Mean score."`
	Median       float64  `json:"median" doc:"Median score."`
	CostPerPoint *float64 `json:"mean_cost_per_point,omitempty" doc:"Mean cost per point in thousandths of a dollar, of the priced matches; by model."`
	Priced       int      `json:"priced,omitempty" doc:"Matches with a price, tokens and a score above 0; by model."`
}

// Metrics describes a challenge by its matches.
//
// Errors: a score off the scale, a completed match without a result where the
// rulebook gives none, two matches of one agent with the same attempt number.
func Metrics(req MetricsRequest) (*MetricsResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	c := &challenge{figures: figures{rb.Arithmetic == rulebook.Float64}, all: req.Matches, won: make([]bool, len(req.Matches))}
	if refusal := c.read(rb); refusal != nil {
		return nil, refusal
	}
	agents, refusal := c.agents()
	if refusal != nil {
		return nil, refusal
	}
	costs := c.costs(req.Pricing)
	if len(req.K) == 0 {
		req.K = []int{3, 5}
	}
	res := &MetricsResponse{Attempts: len(c.all), Completed: len(c.done),
		Distribution:  c.distribution(rb.Scale),
		LearningCurve: c.groups(nil, nil),
		ByDay:         c.groups(func(m *Match) string { return m.Day }, nil),
		ByModel:       c.groups(func(m *Match) string { return m.Model }, costs),
		ByHarness:     c.groups(func(m *Match) string { return m.Harness }, nil),
		Benchmark:     c.benchmark(agents, req.K),
	}
	c.summarize(res, costs)
	return res, nil
}

// challenge is one challenge's matches in work. Lists of ints are indexes into
// all.
type challenge struct {
	figures
	all  []Match
	done []int  // completed
	won  []bool // by match
}

// read finds the completed matches and their results.
func (c *challenge) read(rb *rulebook.Rulebook) *op.Error {
	for i := range c.all {
		m := &c.all[i]
		if !dated(m.Day) {
			return op.Invalidf(op.Pointer("matches", i, "day"), "%s: want a date such as 2026-03-18", op.Quote(m.Day))
		}
		if m.Score == nil {
			continue
		}
		if *m.Score > rb.Scale {
			return op.Invalidf(op.Pointer("matches", i, "score"), "%s: want a score from 0 to %s", op.Show(*m.Score), op.Show(rb.Scale))
		}
		result := cmp.Or(m.Result, rb.ResultOf(*m.Score))
		if result == "" {
			return op.Invalidf(op.Pointer("matches", i, "result"), "missing: %q maps no score to a result, want win, draw or loss", rb.ID)
		}
		c.won[i] = result == "win"
		c.done = append(c.done, i)
	}
	return nil
}

// dated accepts a date, or none. It does not know how long months are.
func dated(day string) bool {
	if day == "" {
		return true
	}
	if len(day) != 10 {
		return false
	}
	for i, r := range []byte(day) {
		if dash := i == 4 || i == 7; dash != (r == '-') || !dash && (r < '0' || r > '9') {
			return false
		}
	}
	return "01" <= day[5:7] && day[5:7] <= "12" && "01" <= day[8:] && day[8:] <= "31"
}

// agents lists every agent's completed matches by attempt, agents in order of
// appearance.
func (c *challenge) agents() ([][]int, *op.Error) {
	seen := map[string]int{}
	var agents [][]int
	for i := range c.all {
		n, known := seen[c.all[i].Agent]
		if !known {
			n = len(agents)
			seen[c.all[i].Agent] = n
			agents = append(agents, nil)
		}
		agents[n] = append(agents[n], i)
	}
	var completed [][]int
	for _, list := range agents {
		slices.SortFunc(list, func(i, j int) int { return cmp.Or(c.all[i].Attempt-c.all[j].Attempt, i-j) })
		var done []int
		for n, i := range list {
			if n > 0 && c.all[list[n-1]].Attempt == c.all[i].Attempt {
				return nil, op.Invalidf(op.Pointer("matches", i, "attempt"), "%d: match %d is this attempt of %s too, want each once", c.all[i].Attempt, list[n-1], op.Quote(c.all[i].Agent))
			}
			if c.all[i].Score != nil {
				done = append(done, i)
			}
		}
		if done != nil {
			completed = append(completed, done)
		}
	}
	return completed, nil
}

// summarize fills in what is said of all matches.
func (c *challenge) summarize(res *MetricsResponse, costs []float64) {
	var durations []float64
	for _, i := range c.done {
		if c.won[i] {
			res.Wins++
		}
		if d := c.all[i].Duration; d != nil {
			durations = append(durations, *d)
		}
	}
	res.CompletionRate = c.rate(res.Completed, res.Attempts)
	res.WinRate = c.rate(res.Wins, res.Completed)
	if len(durations) > 0 {
		secs := c.mean(durations, 1000)
		res.Duration = &secs
	}
	if len(c.done) == 0 {
		return
	}
	scores := sorted(c.scores(c.done))
	mean, median, p25, p75 := c.mean(scores, 1), c.median(scores), percentile(scores, 25), percentile(scores, 75)
	res.Mean, res.Median, res.P25, res.P75 = &mean, &median, &p25, &p75
	if priced := known(costs, c.done); len(priced) > 0 {
		cost := c.roundCost(c.median(sorted(priced)))
		res.CostPerPoint = &cost
	}
}

func (c *challenge) scores(list []int) []float64 {
	scores := make([]float64, len(list))
	for n, i := range list {
		scores[n] = *c.all[i].Score
	}
	return scores
}

// distribution counts scores in ten equal ranges; the last includes the scale.
func (c *challenge) distribution(scale float64) []Bucket {
	buckets := make([]Bucket, 10)
	for n := range buckets {
		bound := func(n int) float64 {
			return exact.Of(scale).Mul(exact.Int(int64(n))).Mul(exact.Of(0.1)).Float()
		}
		buckets[n] = Bucket{From: bound(n), To: bound(n + 1)}
	}
	for _, i := range c.done {
		n := len(buckets) - 1
		for *c.all[i].Score < buckets[n].From {
			n--
		}
		buckets[n].Count++
	}
	return buckets
}

// groups collects completed matches by a name, where they have one, in order
// of the names; or, without a function, by attempt number. Costs are per
// match, or nil.
func (c *challenge) groups(name func(*Match) string, costs []float64) []Group {
	seen := map[string]int{}
	var members [][]int
	var groups []Group
	for _, i := range c.done {
		m := &c.all[i]
		var g Group
		key := ""
		if name == nil {
			g.Attempt, key = m.Attempt, strconv.Itoa(m.Attempt)
		} else if g.Name = name(m); g.Name == "" {
			continue
		} else {
			key = g.Name
		}
		n, known := seen[key]
		if !known {
			n = len(groups)
			seen[key] = n
			groups, members = append(groups, g), append(members, nil)
		}
		members[n] = append(members[n], i)
	}
	order := make([]int, len(groups))
	for n := range groups {
		order[n] = n
	}
	slices.SortFunc(order, func(i, j int) int {
		return cmp.Or(groups[i].Attempt-groups[j].Attempt, strings.Compare(groups[i].Name, groups[j].Name))
	})
	var list []Group
	for _, n := range order {
		g := groups[n]
		scores := sorted(c.scores(members[n]))
		g.Count, g.Mean, g.Median = len(scores), c.mean(scores, 1), c.median(scores)
		if priced := known(costs, members[n]); len(priced) > 0 {
			cost := c.roundCost(fmath.SumInOrder(priced) / float64(len(priced)))
			g.Priced, g.CostPerPoint = len(priced), &cost
		}
		list = append(list, g)
	}
	return list
}
