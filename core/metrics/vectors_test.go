package metrics

import (
	"encoding/json"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

var live = rulebook.ID("clawdiators-live")

// same compares an optional number.
func same(a, b *float64) bool { return (a == nil) == (b == nil) && (a == nil || *a == *b) }

func text(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(b)
}

// analyticsCase is one challenge's matches, and what the deployed
// computeChallengeAnalytics said of them.
type analyticsCase struct {
	Matches []struct {
		Agent     string
		Base      string `json:"agent_base_model"`
		Status    string
		Attempt   int `json:"attempt_number"`
		Score     *float64
		Result    string
		Duration  *float64 `json:"duration_ms"`
		Completed string   `json:"completed_at"`
		Metadata  struct {
			Tokens  *int   `json:"token_count"`
			Model   string `json:"model_id"`
			Harness string `json:"harness_id"`
		} `json:"submission_metadata"`
	}
	Expected struct {
		TotalAttempts, CompletedCount, WinCount    int
		CompletionRate, WinRate                    float64
		MedianScore, MeanScore, ScoreP25, ScoreP75 float64
		AvgDurationSecs                            *float64
		ScoreDistribution                          []struct {
			Bucket string
			Count  int
		}
		ScoreByHarness, ScoreByModel, ScoreByAttemptNumber map[string]summary
		ScoreTrend                                         []struct {
			Date  string
			Mean  float64 `json:"mean_score"`
			Count int
		}
		Benchmark          map[string]json.RawMessage `json:"benchmarkMetrics"`
		MedianCostPerPoint *float64
		CostByModel        map[string]struct {
			Mean  float64 `json:"mean_cost_per_point"`
			Count int
		}
	}
}

type summary struct {
	Mean, Median float64
	Count        int
}

// request is the case as challenge.metrics takes it: a submission's model
// stands before the agent's.
func (c *analyticsCase) request() MetricsRequest {
	req := MetricsRequest{Rulebook: live}
	for _, m := range c.Matches {
		match := Match{Agent: m.Agent, Attempt: m.Attempt, Model: m.Metadata.Model, Harness: m.Metadata.Harness, Tokens: m.Metadata.Tokens}
		if match.Model == "" {
			match.Model = m.Base
		}
		if m.Status == "completed" {
			match.Score, match.Result, match.Duration, match.Day = m.Score, m.Result, m.Duration, m.Completed[:10]
		}
		req.Matches = append(req.Matches, match)
	}
	return req
}

func summaries(groups []Group) map[string]summary {
	all := map[string]summary{}
	for _, g := range groups {
		name := g.Name
		if name == "" {
			name = strconv.Itoa(g.Attempt)
		}
		all[name] = summary{g.Mean, g.Median, g.Count}
	}
	return all
}

// analytics.json: every number of every case, costs included, as the prices
// are in the file.
func TestAnalytics(t *testing.T) {
	file := vectors.File[struct {
		Pricing []Price
		Cases   []analyticsCase
	}](t, "clawdiators/analytics.json")
	if len(file.Cases) == 0 || len(file.Pricing) == 0 {
		t.Fatal("no cases, or no prices")
	}
	seen := map[string]int{} // how often the optional parts were there
	for i := range file.Cases {
		c := &file.Cases[i]
		req, want := c.request(), c.Expected
		req.Pricing = file.Pricing
		got, err := Metrics(req)
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		check := func(what string, ok bool, have, want any) {
			if !ok {
				t.Errorf("case %d: %s %s, want %s", i, what, text(have), text(want))
			}
		}
		check("attempts", got.Attempts == want.TotalAttempts, got.Attempts, want.TotalAttempts)
		check("completed", got.Completed == want.CompletedCount, got.Completed, want.CompletedCount)
		check("completion rate", got.CompletionRate == want.CompletionRate, got.CompletionRate, want.CompletionRate)
		all := got.All
		if all == nil {
			t.Fatalf("case %d: nothing completed", i)
		}
		check("wins", all.Wins == want.WinCount, all.Wins, want.WinCount)
		check("win rate", all.WinRate == want.WinRate, all.WinRate, want.WinRate)
		check("mean", all.Mean == want.MeanScore, all.Mean, want.MeanScore)
		check("median", all.Median == want.MedianScore, all.Median, want.MedianScore)
		check("lower quartile", all.P25 == want.ScoreP25, all.P25, want.ScoreP25)
		check("upper quartile", all.P75 == want.ScoreP75, all.P75, want.ScoreP75)
		check("duration", same(all.Duration, want.AvgDurationSecs), all.Duration, want.AvgDurationSecs)
		check("cost per point", same(all.MedianCost, want.MedianCostPerPoint), all.MedianCost, want.MedianCostPerPoint)
		for _, g := range []struct {
			what string
			have []Group
			want map[string]summary
		}{{"by model", got.ByModel, want.ScoreByModel}, {"by harness", got.ByHarness, want.ScoreByHarness}, {"learning curve", got.LearningCurve, want.ScoreByAttemptNumber}} {
			check(g.what, maps.Equal(summaries(g.have), g.want), g.have, g.want)
		}
		checkDistribution(check, got, c)
		checkDays(check, got, c)
		checkCosts(check, got, c, seen)
		checkBenchmark(check, got, c, seen)
	}
	for _, part := range []string{"cost by model", "pass_at_1", "best_of_3", "best_of_5", "pass_k_3", "pass_k_5", "no pass_k_3", "learning_curve"} {
		if seen[part] == 0 {
			t.Errorf("no case has %s", part)
		}
	}
}

type checker func(what string, ok bool, have, want any)

// The file leaves out empty ranges and names the others "200-299".
func checkDistribution(check checker, got *MetricsResponse, c *analyticsCase) {
	have := map[string]int{}
	for _, b := range got.Distribution {
		if b.Count > 0 {
			have[strconv.Itoa(int(b.From))+"-"+strconv.Itoa(int(b.To)-1)] = b.Count
		}
	}
	want := map[string]int{}
	for _, b := range c.Expected.ScoreDistribution {
		want[b.Bucket] = b.Count
	}
	check("distribution", maps.Equal(have, want), have, want)
}

func checkDays(check checker, got *MetricsResponse, c *analyticsCase) {
	same := len(got.ByDay) == len(c.Expected.ScoreTrend)
	for i, want := range c.Expected.ScoreTrend {
		same = same && got.ByDay[i].Name == want.Date && got.ByDay[i].Mean == want.Mean && got.ByDay[i].Count == want.Count
	}
	check("by day", same, got.ByDay, c.Expected.ScoreTrend)
}

func checkCosts(check checker, got *MetricsResponse, c *analyticsCase, seen map[string]int) {
	priced := 0
	for _, g := range got.ByModel {
		if g.MeanCost == nil {
			continue
		}
		priced++
		seen["cost by model"]++
		want := c.Expected.CostByModel[g.Name]
		check("cost of "+g.Name, *g.MeanCost == want.Mean && g.Priced == want.Count, *g.MeanCost, want)
	}
	check("priced models", priced == len(c.Expected.CostByModel), priced, c.Expected.CostByModel)
}

// The file leaves out what has too few agents, and takes the learning curve's
// first three means.
func checkBenchmark(check checker, got *MetricsResponse, c *analyticsCase, seen map[string]int) {
	curve := map[string]float64{}
	for _, g := range got.LearningCurve {
		if g.Attempt <= 3 {
			curve["attempt_"+strconv.Itoa(g.Attempt)+"_mean"] = g.Mean
		}
	}
	have := map[string]any{"agents_sampled": got.Benchmark.Agents, "learning_curve": curve}
	if p := got.Benchmark.PassAt1; p != nil {
		have["pass_at_1"] = *p
	}
	for _, at := range got.Benchmark.AtK {
		if at.BestOf != nil {
			have["best_of_"+strconv.Itoa(at.K)] = *at.BestOf
		}
		if at.PassK != nil {
			have["pass_k_"+strconv.Itoa(at.K)] = *at.PassK
		}
	}
	for _, part := range slices.Sorted(maps.Keys(have)) {
		seen[part]++
	}
	if have["pass_k_3"] == nil {
		seen["no pass_k_3"]++
	}
	var a, b any
	if json.Unmarshal([]byte(text(have)), &a) != nil || json.Unmarshal([]byte(text(c.Expected.Benchmark)), &b) != nil {
		panic("benchmark is not JSON")
	}
	check("benchmark", reflect.DeepEqual(a, b), have, c.Expected.Benchmark)
}

// stats.json: the deployed median and percentile.
func TestStats(t *testing.T) {
	for i, c := range vectors.Load[struct {
		Values   []float64 `json:"values_sorted"`
		Expected struct{ Median, P25, P75, P0, P100 float64 }
	}](t, "clawdiators/stats.json") {
		if len(c.Values) == 0 {
			t.Fatalf("case %d: no values: what is their median?", i)
		}
		want := c.Expected
		if got := (figures{live: true}).median(c.Values); got != want.Median {
			t.Errorf("case %d: median %v, want %v", i, got, want.Median)
		}
		for p, want := range map[int]float64{0: want.P0, 25: want.P25, 75: want.P75, 100: want.P100} {
			if got := percentile(c.Values, p); got != want {
				t.Errorf("case %d: percentile %d is %v, want %v", i, p, got, want)
			}
		}
	}
}

// score_trend.json: the deployed computeScoreTrend.
func TestScoreTrend(t *testing.T) {
	seen := map[string]int{}
	for i, c := range vectors.Load[struct {
		Scores   []float64 `json:"recent_scores"`
		Expected struct{ Trend *string }
	}](t, "clawdiators/score_trend.json") {
		want := ""
		if c.Expected.Trend != nil {
			want = *c.Expected.Trend
		}
		seen[want]++
		got, err := Trend(TrendRequest{Scores: c.Scores})
		if err != nil {
			t.Fatalf("case %d: %v", i, err)
		}
		if got.Trend != want {
			t.Errorf("case %d: %v: %q, want %q", i, c.Scores, got.Trend, want)
		}
	}
	for _, trend := range []string{"", "improving", "declining", "plateau"} {
		if seen[trend] == 0 {
			t.Errorf("no case is %q", trend)
		}
	}
}

// calibrate_difficulty.json: the deployed calibrateDifficulty, which takes
// rates; where counts of that size have these rates, through the operation too.
func TestCalibrateDifficulty(t *testing.T) {
	rules, err := live.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]int{}
	for i, c := range vectors.Load[struct {
		WinRate        float64 `json:"win_rate"`
		CompletionRate float64 `json:"completion_rate"`
		SampleSize     int     `json:"sample_size"`
		Expected       struct{ Difficulty *string }
	}](t, "clawdiators/calibrate_difficulty.json") {
		want := ""
		if c.Expected.Difficulty != nil {
			want = *c.Expected.Difficulty
		}
		seen[want]++
		got := ""
		if c.SampleSize >= rules.MinSamples {
			got = rules.Name(rules.Tier(c.WinRate, c.CompletionRate))
		}
		if got != want {
			t.Errorf("case %d: %v won, %v completed, %d samples: %q, want %q", i, c.WinRate, c.CompletionRate, c.SampleSize, got, want)
		}
		checkCounts(t, c.WinRate, c.CompletionRate, c.SampleSize, want)
	}
	for _, tier := range []string{"", "newcomer", "contender", "veteran", "legendary"} {
		if seen[tier] == 0 {
			t.Errorf("no case is %q", tier)
		}
	}
}

// checkCounts asks the operation. sample_size is the number of completed attempts.
func checkCounts(t *testing.T, winRate, completionRate float64, completed int, want string) {
	t.Helper()
	if completionRate == 0 {
		return // no number of attempts has it with a completed one
	}
	attempts := int(math.Round(float64(completed) / completionRate))
	wins := int(math.Round(winRate * float64(completed)))
	if rate(completed, attempts) != completionRate || rate(wins, completed) != winRate {
		return
	}
	got, err := Calibrate(CalibrateRequest{Rulebook: live, Attempts: attempts, Completed: completed, Wins: wins})
	if err != nil || got.Difficulty != want {
		t.Errorf("%d won of %d completed of %d: %s %v, want %q", wins, completed, attempts, text(got), err, want)
	}
}

// The thresholds are those of presets.json.
func TestCalibrationConstants(t *testing.T) {
	rules, err := live.Calibration()
	if err != nil {
		t.Fatal(err)
	}
	p := vectors.File[struct {
		Constants struct {
			Samples    int `json:"calibration_min_samples"`
			Every      int `json:"calibration_every_n_submissions"`
			Thresholds map[string]struct {
				MinWinRate        float64
				MinCompletionRate float64
			} `json:"calibration_thresholds"`
		}
		Difficulties []string
	}](t, "clawdiators/presets.json")
	if rules.MinSamples != p.Constants.Samples || rules.Every != p.Constants.Every || len(rules.Steps) != len(p.Constants.Thresholds) {
		t.Errorf("%+v, want %+v", rules, p.Constants)
	}
	for i, step := range rules.Steps {
		want, ok := p.Constants.Thresholds[step.Difficulty]
		if !ok || step.MinWinRate != want.MinWinRate || step.MinCompletion != want.MinCompletionRate || step.Difficulty != p.Difficulties[i] {
			t.Errorf("step %d is %+v, want %+v", i, step, want)
		}
		if i > 0 && (step.MinWinRate > rules.Steps[i-1].MinWinRate || step.MinCompletion > rules.Steps[i-1].MinCompletion) {
			t.Errorf("step %d asks for more than an easier one", i) // moves are found on the strength of this
		}
	}
	if last := p.Difficulties[len(p.Difficulties)-1]; rules.Otherwise != last {
		t.Errorf("otherwise %q, want %q", rules.Otherwise, last)
	}
}
