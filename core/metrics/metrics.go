package metrics

import (
	"math"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// MetricsRequest is every match of one challenge.
type MetricsRequest struct {
	Rulebook rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook, or a whole rulebook."`
	Matches  []Match      `json:"matches" op:"max=1000000" doc:"The matches, in any order."`
	K        []int        `json:"k,omitempty" op:"max=16; min=1 max=1000" doc:"For best of k and pass^k; 3 and 5 by default."`
	Pricing  []Price      `json:"pricing,omitempty" op:"max=1000" doc:"Prices of models; the first whose pattern is part of the model's name holds."`
}

// Match is one attempt at the challenge.
type Match struct {
	Agent    string   `json:"agent" op:"maxlen=200" doc:"Id of the agent."`
	Attempt  int      `json:"attempt" op:"min=1 max=1000000000" doc:"Which of the agent's attempts it was, from 1; incomplete ones count."`
	Score    *float64 `json:"score,omitempty" op:"min=0" doc:"Score, 0 to the rulebook's scale; absent when the match was not completed."`
	Result   string   `json:"result,omitempty" op:"enum=win|draw|loss" doc:"Result of a completed match; by default what the rulebook makes of the score."`
	Duration *float64 `json:"duration_ms,omitempty" op:"min=0 max=1000000000000" doc:"Duration of a completed match, in milliseconds."`
	Day      string   `json:"day,omitempty" op:"maxlen=10" doc:"Date it was completed, such as 2026-03-18."`
	Model    string   `json:"model,omitempty" op:"maxlen=200" doc:"Model: the submission's, else the agent's base model."`
	Harness  string   `json:"harness,omitempty" op:"maxlen=200" doc:"Harness the submission names."`
	Tokens   *int     `json:"tokens,omitempty" op:"min=0" doc:"Tokens the submission reports, in and out together."`
}

// MetricsResponse is what the matches have in common.
type MetricsResponse struct {
	Attempts       int       `json:"attempts" doc:"All matches."`
	Completed      int       `json:"completed" doc:"Completed matches; all that follows is of them."`
	CompletionRate float64   `json:"completion_rate" doc:"completed / attempts."`
	All            *Group    `json:"all,omitempty" doc:"All completed matches; absent when there is none."`
	Distribution   []Bucket  `json:"score_distribution" doc:"Scores in ten equal ranges."`
	LearningCurve  []Group   `json:"learning_curve" doc:"By attempt number; later attempts are those of agents who went on."`
	ByDay          []Group   `json:"by_day" doc:"By day, where it is given."`
	ByModel        []Group   `json:"by_model" doc:"By model, where it is given."`
	ByHarness      []Group   `json:"by_harness" doc:"By harness, where it is given."`
	Benchmark      Benchmark `json:"benchmark" doc:"The challenge as a benchmark."`
}

// Bucket is a range of scores.
type Bucket struct {
	From  float64 `json:"from" doc:"Lowest score in it."`
	To    float64 `json:"to" doc:"Score at which the next begins; the last includes it."`
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
	Duration   *float64 `json:"mean_duration_secs,omitempty" doc:"Mean duration in seconds, where it is given."`
	Priced     int      `json:"priced,omitempty" doc:"Matches with tokens, a price and a score above 0."`
	MeanCost   *float64 `json:"mean_cost_per_point,omitempty" doc:"Their mean cost per point, in thousandths of a dollar."`
	MedianCost *float64 `json:"median_cost_per_point,omitempty" doc:"Their median cost per point, rounded like the median score."`
}

// Metrics describes a challenge by its matches. Where the rulebook's
// arithmetic is float64, numbers are rounded as the deployed arena rounds
// them, else not at all.
//
// Errors: a score off the scale, a completed match without a result where the
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
		LearningCurve:  c.groups(func(m *Match) (int, string) { return m.Attempt, "" }),
		ByDay:          c.groups(func(m *Match) (int, string) { return 0, m.Day }),
		ByModel:        c.groups(func(m *Match) (int, string) { return 0, m.Model }),
		ByHarness:      c.groups(func(m *Match) (int, string) { return 0, m.Harness }),
		Benchmark:      c.benchmark(req.K),
	}
	if len(c.done) > 0 {
		res.All = c.group(c.done)
	}
	return res, nil
}

// challenge is one challenge's matches in work. Lists of ints are indexes into
// all.
type challenge struct {
	figures
	all    []Match
	won    []bool    // by match
	costs  []float64 // by match
	done   []int     // completed
	agents [][]int   // completed, by agent; of one agent in order of attempts
}

// read goes through the matches, agent by agent, and finds the completed ones
// and their results.
func (c *challenge) read(rb *rulebook.Rulebook) *op.Error {
	var last *Match
	list := make([]int, len(c.all))
	for i := range list {
		list[i] = i
	}
	c.order(list, func(m *Match) (int, string) { return m.Attempt, m.Agent })
	for _, i := range list {
		m := &c.all[i]
		same := last != nil && last.Agent == m.Agent
		if same && last.Attempt == m.Attempt {
			return refused(i, "attempt", "%d: %s has another match with this attempt number, want each once", m.Attempt, op.Quote(m.Agent))
		}
		last = m
		if !same {
			c.agents = append(c.agents, nil)
		}
		if m.Score == nil {
			continue
		}
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
		c.done = append(c.done, i)
		agent := &c.agents[len(c.agents)-1]
		*agent = append(*agent, i)
	}
	return nil
}

func refused(match int, member, format string, args ...any) *op.Error {
	return op.Invalidf(op.Pointer("matches", match, member), format, args...)
}

// order sorts matches by the text of their key, then by its number, then as
// they came.
func (c *challenge) order(list []int, key func(*Match) (int, string)) {
	slices.SortFunc(list, func(i, j int) int {
		number, text := key(&c.all[i])
		number2, text2 := key(&c.all[j])
		if by := strings.Compare(text, text2); by != 0 {
			return by
		}
		if number != number2 {
			return number - number2
		}
		return i - j
	})
}

// groups divides the completed matches by a key; matches whose key is empty
// are left out.
func (c *challenge) groups(key func(*Match) (int, string)) []Group {
	var groups []Group
	list := append([]int(nil), c.done...)
	c.order(list, key)
	for len(list) > 0 {
		number, text := key(&c.all[list[0]])
		n := 1
		for n < len(list) {
			if number2, text2 := key(&c.all[list[n]]); number2 != number || text2 != text {
				break
			}
			n++
		}
		if number != 0 || text != "" {
			g := c.group(list[:n])
			g.Attempt, g.Name = number, text
			groups = append(groups, *g)
		}
		list = list[n:]
	}
	return groups
}

// group describes completed matches, at least one.
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
	scores = sorted(scores)
	g.WinRate = c.rate(g.Wins, g.Count)
	g.Mean, g.Median, g.P25, g.P75 = c.mean(scores, 1), c.median(scores), percentile(scores, 25), percentile(scores, 75)
	if len(durations) > 0 {
		secs := c.mean(sorted(durations), 1000)
		g.Duration = &secs
	}
	if g.Priced = len(costs); g.Priced > 0 {
		mean, median := c.costMean(costs), c.costMedian(costs)
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
