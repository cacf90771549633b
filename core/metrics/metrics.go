package metrics

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// MetricsRequest is every match of one challenge.
type MetricsRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Matches  []Match      `json:"matches" op:"max=1000000" doc:"The matches, in any order."`
	K        []int        `json:"k,omitempty" op:"max=16; min=1 max=1000" doc:"Values of k for best of k and pass^k; 3 and 5 by default."`
	Pricing  []Price      `json:"pricing,omitempty" op:"max=1000" doc:"Prices of models; the price of exactly the model's name applies, else the first whose pattern the name begins with."`
}

// Match is one attempt at the challenge.
type Match struct {
	Agent    string   `json:"agent" op:"maxlen=200" doc:"Id of the agent."`
	Attempt  int      `json:"attempt" op:"min=1 max=1000000000" doc:"Which of the agent's attempts it was, from 1; incomplete attempts count."`
	Score    *float64 `json:"score,omitempty" op:"min=0" doc:"Score, 0 to the rulebook's scale; absent when the match was not completed."`
	Result   string   `json:"result,omitempty" op:"enum=win|draw|loss" doc:"Result of a completed match; by default what the rulebook makes of the score."`
	Duration *float64 `json:"duration_ms,omitempty" op:"min=0 max=1000000000000" doc:"Duration of a completed match, in milliseconds."`
	Day      string   `json:"day,omitempty" op:"maxlen=10" doc:"Date it was completed, such as 2026-03-18."`
	Model    string   `json:"model,omitempty" op:"maxlen=200" doc:"Model: the submission's, else the agent's base model."`
	Harness  string   `json:"harness,omitempty" op:"maxlen=200" doc:"Harness the submission names."`
	Tokens   *int     `json:"tokens,omitempty" op:"min=0" doc:"Tokens the submission reports, in and out together. With 0 the match is not priced, as in the deployed code."`
}

// MetricsResponse summarizes the matches.
type MetricsResponse struct {
	Attempts       int       `json:"attempts" doc:"All matches."`
	Completed      int       `json:"completed" doc:"Completed matches; all members below count only these."`
	CompletionRate float64   `json:"completion_rate" doc:"completed / attempts."`
	All            *Group    `json:"all,omitempty" doc:"All completed matches; absent when there is none."`
	Distribution   []Bucket  `json:"score_distribution" doc:"Scores in ten equal ranges."`
	LearningCurve  []Group   `json:"learning_curve" doc:"By attempt number; only agents who continued have later attempts."`
	ByDay          []Group   `json:"by_day" doc:"By day, if it is given."`
	ByModel        []Group   `json:"by_model" doc:"By model, if it is given."`
	ByHarness      []Group   `json:"by_harness" doc:"By harness, if it is given."`
	Benchmark      Benchmark `json:"benchmark" doc:"The challenge as a benchmark."`
}

// Bucket is a range of scores.
type Bucket struct {
	From  float64 `json:"from" doc:"Lowest score in it."`
	To    float64 `json:"to" doc:"Score at which the next range begins; the last range includes it."`
	Count int     `json:"count" doc:"Matches in it."`
}

// Group is completed matches that have something in common.
type Group struct {
	Name       string   `json:"name,omitempty" doc:"Day, model or harness."`
	Attempt    int      `json:"attempt,omitempty" doc:"Attempt number, in the learning curve."`
	Count      int      `json:"count" doc:"Completed matches."`
	Wins       int      `json:"wins" doc:"How many were won."`
	WinRate    float64  `json:"win_rate" doc:"wins / count."`
	Mean       float64  `json:"mean" doc:"Mean score."`
	Median     float64  `json:"median" doc:"Median score; of an even count the mean of the middle two, which the deployed arena rounds to a whole number."`
	P25        float64  `json:"p25" doc:"Lower quartile by nearest rank: a score that occurred."`
	P75        float64  `json:"p75" doc:"Upper quartile by nearest rank."`
	Duration   *float64 `json:"mean_duration_secs,omitempty" doc:"Mean duration in seconds, if it is given."`
	Priced     int      `json:"priced,omitempty" doc:"Matches with tokens, a price and a score above 0."`
	MeanCost   *float64 `json:"mean_cost_per_point,omitempty" doc:"Their mean cost per point, in thousandths of a dollar."`
	MedianCost *float64 `json:"median_cost_per_point,omitempty" doc:"Their median cost per point, rounded like the median score."`
}

// Metrics describes a challenge by its matches. If the rulebook's
// arithmetic is float64, numbers are rounded as the deployed arena rounds
// them, else not at all.
//
// Errors: a score off the scale, a completed match without a result if the
// rulebook gives none, two matches of one agent with the same attempt number.
func Metrics(req MetricsRequest) (*MetricsResponse, error) {
	rb, err := req.Rulebook.Resolve()
	if err != nil {
		return nil, err
	}
	c := &challenge{
		figures: figures{rb.Arithmetic == rulebook.Float64},
		all:     req.Matches,
		won:     make([]bool, len(req.Matches)),
		costs:   costs(req.Matches, req.Pricing),
	}
	if refusal := c.read(rb); refusal != nil {
		return nil, refusal
	}
	if req.K == nil {
		req.K = []int{3, 5}
	}
	res := &MetricsResponse{
		Attempts:       len(c.all),
		Completed:      len(c.done),
		CompletionRate: c.rate(len(c.done), len(c.all)),
		Distribution:   c.distribution(rb.Scale),
		LearningCurve:  c.groups(func(m *Match) string { return strconv.Itoa(attemptKey + m.Attempt) }),
		ByDay:          c.groups(func(m *Match) string { return m.Day }),
		ByModel:        c.groups(func(m *Match) string { return m.Model }),
		ByHarness:      c.groups(func(m *Match) string { return m.Harness }),
		Benchmark:      c.benchmark(req.K),
	}
	for i := range res.LearningCurve {
		g := &res.LearningCurve[i]
		key, _ := strconv.Atoi(g.Name)
		g.Name, g.Attempt = "", key-attemptKey
	}
	if len(c.done) > 0 {
		res.All = c.group(c.done)
	}
	return res, nil
}

// challenge groups the matches of a challenge. Lists of ints are indexes into all.
type challenge struct {
	figures
	all    []Match
	won    []bool    // by match
	costs  []float64 // by match
	done   []int     // completed, by score
	agents [][]int   // completed, by agent; of one agent in order of attempts
}

// attemptKey makes attempt numbers texts of one length, which sort like them.
const attemptKey = 1e10

// read goes through the matches, agent by agent, and finds the completed ones
// and their results.
func (c *challenge) read(rb *rulebook.Rulebook) *op.Error {
	everything := make([]int, len(c.all))
	for i := range everything {
		everything[i] = i
	}
	agents, matches := c.divide(everything, func(m *Match) string { return m.Agent })
	for _, agent := range agents {
		completed, refusal := c.readAgent(rb, agent, matches[agent])
		if refusal != nil {
			return refusal
		}
		c.agents = append(c.agents, completed)
		c.done = append(c.done, completed...)
	}
	slices.SortStableFunc(c.done, func(i, j int) int { return cmp.Compare(*c.all[i].Score, *c.all[j].Score) })
	return nil
}

// readAgent sorts an agent's matches by attempts and returns the completed ones,
// in the place of the list.
func (c *challenge) readAgent(rb *rulebook.Rulebook, agent string, list []int) ([]int, *op.Error) {
	slices.SortFunc(list, func(i, j int) int { return cmp.Or(c.all[i].Attempt-c.all[j].Attempt, i-j) })
	completed := list[:0]
	last := -1
	for _, i := range list {
		m := &c.all[i]
		if m.Attempt == last {
			return nil, refused(i, "attempt", "%d: %s has another match with this attempt number, want each once", last,
				op.Quote(agent))
		}
		last = m.Attempt
		if _, ok := instant.Parse(m.Day + "T00:00:00Z"); m.Day != "" && !ok {
			return nil, refused(i, "day", "%s: want a date such as 2026-03-18", op.Quote(m.Day))
		}
		if m.Score == nil {
			continue
		}
		if refusal := c.readResult(rb, i); refusal != nil {
			return nil, refusal
		}
		completed = append(completed, i)
	}
	return completed, nil
}

// readResult finds out whether a completed match was won.
func (c *challenge) readResult(rb *rulebook.Rulebook, i int) *op.Error {
	m := &c.all[i]
	if *m.Score > rb.Scale {
		return refused(i, "score", "%s: want a score from 0 to %s", op.Show(*m.Score), op.Show(rb.Scale))
	}
	result := m.Result
	if result == "" {
		result = rb.ResultOf(*m.Score)
	}
	if result == "" {
		return refused(i, "result", "missing: %q maps no score to a result, want win, draw or loss", rb.ID)
	}
	c.won[i] = result == "win"
	return nil
}

func refused(match int, member, format string, args ...any) *op.Error {
	return op.Refuse(op.Pointer("matches", match, member), format, args...)
}

// divide collects matches by a name, and sorts the names.
func (c *challenge) divide(list []int, name func(*Match) string) ([]string, map[string][]int) {
	var names []string
	members := map[string][]int{}
	for _, i := range list {
		n := name(&c.all[i])
		if members[n] == nil {
			names = append(names, n)
		}
		members[n] = append(members[n], i)
	}
	slices.Sort(names)
	return names, members
}

// groups divides the completed matches by a name, if they have one.
func (c *challenge) groups(name func(*Match) string) []Group {
	var groups []Group
	names, members := c.divide(c.done, name)
	for _, n := range names {
		if n != "" {
			g := c.group(members[n])
			g.Name = n
			groups = append(groups, *g)
		}
	}
	return groups
}

// group describes completed matches, at least one, in order of their scores.
func (c *challenge) group(list []int) *Group {
	g := &Group{Count: len(list)}
	var scores, durations, costs []float64
	for _, i := range list {
		m := &c.all[i]
		scores = append(scores, *m.Score)
		if c.won[i] {
			g.Wins++
		}
		if m.Duration != nil {
			durations = append(durations, *m.Duration)
		}
		if !math.IsNaN(c.costs[i]) {
			costs = append(costs, c.costs[i])
		}
	}
	g.WinRate = c.rate(g.Wins, g.Count)
	g.Mean, g.Median, g.P25, g.P75 = c.mean(scores, 1), c.median(scores), percentile(scores, 25), percentile(scores, 75)
	if len(durations) > 0 {
		secs := c.mean(durations, 1000)
		g.Duration = &secs
	}
	if g.Priced = len(costs); g.Priced > 0 {
		mean, median := c.cost(fmath.SumInOrder(costs)/float64(g.Priced)), c.cost(c.median(sorted(costs)))
		g.MeanCost, g.MedianCost = &mean, &median
	}
	return g
}

// distribution counts scores in ten equal ranges; the last includes the scale.
func (c *challenge) distribution(scale float64) []Bucket {
	tenth := exact.Of(scale).Mul(exact.Of(0.1))
	buckets := make([]Bucket, 10)
	for n := range buckets {
		buckets[n].To = tenth.Mul(exact.Int(int64(n + 1))).Float()
		if n > 0 {
			buckets[n].From = buckets[n-1].To
		}
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
