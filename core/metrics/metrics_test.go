package metrics

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

func ptr[T any](x T) *T { return &x }

func mustMeasure(t *testing.T, req MetricsRequest) *MetricsResponse {
	t.Helper()
	res, err := Metrics(req)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// An exact rulebook's numbers are not rounded; the deployed arena's are.
func TestMetricsRounding(t *testing.T) {
	var matches []Match
	for i, score := range []float64{0.1, 0.2, 0.4} {
		matches = append(matches, Match{Agent: fmt.Sprint(i), Attempt: 1, Score: ptr(score), Result: "loss", Duration: ptr(100.0)})
	}
	matches[2].Result = "win"
	matches = append(matches, Match{Agent: "0", Attempt: 2, Score: ptr(0.3), Result: "win"})
	for _, tt := range []struct {
		rulebook                      string
		mean, median, winRate, passAt float64
		bestOf, duration              float64
	}{
		{"airena", 0.25, 0.25, 0.5, 1.0 / 3, 0.3, 0.1},
		{"clawdiators-live", 0.3, 0, 0.5, 0.333, 0.3, 0.1},
	} {
		got := mustMeasure(t, MetricsRequest{Rulebook: rulebook.ID(tt.rulebook), Matches: matches, K: []int{2}})
		if got.All.Mean != tt.mean || got.All.Median != tt.median || got.All.WinRate != tt.winRate || *got.Benchmark.PassAt1 != tt.passAt ||
			*got.Benchmark.AtK[0].BestOf != tt.bestOf || *got.All.Duration != tt.duration {
			t.Errorf("%s: %s", tt.rulebook, text(got))
		}
	}
}

// No vector has these: what is left open there is settled here.
func TestMetricsEdges(t *testing.T) {
	none := mustMeasure(t, MetricsRequest{Rulebook: live})
	if none.All != nil || none.CompletionRate != 0 || len(none.Distribution) != 10 || none.Benchmark.PassAt1 != nil || len(none.Benchmark.AtK) != 2 {
		t.Errorf("of nothing: %s", text(none))
	}
	expired := mustMeasure(t, MetricsRequest{Rulebook: live, Matches: []Match{{Agent: "a", Attempt: 1}}})
	if expired.Attempts != 1 || expired.Completed != 0 || expired.Benchmark.Agents != 0 || expired.All != nil {
		t.Errorf("nothing completed: %s", text(expired))
	}
	top := mustMeasure(t, MetricsRequest{Rulebook: live, Matches: []Match{{Agent: "a", Attempt: 1, Score: ptr(1000.0)}, {Agent: "b", Attempt: 1, Score: ptr(900.0)}}})
	if last := top.Distribution[9]; last != (Bucket{900, 1000, 2}) {
		t.Errorf("the last range includes the scale: %+v", last)
	}
	unit := mustMeasure(t, MetricsRequest{Rulebook: rulebook.ID("term"), Matches: []Match{{Agent: "a", Attempt: 1, Score: ptr(0.3), Result: "win"}}})
	if third := unit.Distribution[3]; third != (Bucket{0.3, 0.4, 1}) {
		t.Errorf("bounds are decimals: %+v", unit.Distribution)
	}
	// An agent whose first attempts expired says nothing of the best of them.
	var late []Match
	for _, agent := range []string{"a", "b", "c"} {
		late = append(late, Match{Agent: agent, Attempt: 1, Score: ptr(600.0)})
	}
	late = append(late, Match{Agent: "late", Attempt: 1}, Match{Agent: "late", Attempt: 4, Score: ptr(1000.0)})
	got := mustMeasure(t, MetricsRequest{Rulebook: live, Matches: late})
	if three, five := got.Benchmark.AtK[0], got.Benchmark.AtK[1]; *three.BestOf != 600 || three.BestOfAgents != 3 || *five.BestOf != 700 || got.Benchmark.Agents != 4 {
		t.Errorf("late: %s", text(got.Benchmark))
	}
	// Attempts are numbers: 10 comes after 2.
	tenth := mustMeasure(t, MetricsRequest{Rulebook: live, Matches: []Match{{Agent: "a", Attempt: 10, Score: ptr(1.0)}, {Agent: "a", Attempt: 2, Score: ptr(2.0)}}})
	if curve := tenth.LearningCurve; len(curve) != 2 || curve[0].Attempt != 2 || curve[1].Attempt != 10 {
		t.Errorf("the curve goes %s", text(curve))
	}
	// Tokens of no model have no price, also if a pattern fits every model.
	unnamed := mustMeasure(t, MetricsRequest{Rulebook: live, Pricing: []Price{{Pattern: "", Input: 1, Output: 1}}, Matches: []Match{{Agent: "a", Attempt: 1, Score: ptr(500.0), Tokens: ptr(1000)}}})
	if unnamed.All.Priced != 0 {
		t.Errorf("no model is priced: %s", text(unnamed.All))
	}
	// A score next to nothing makes no cost, and no overflow on the way to one.
	for _, score := range []float64{0, math.Copysign(0, -1), 5e-324, 1e-300, 1e-12} {
		tiny := mustMeasure(t, MetricsRequest{Rulebook: live, Pricing: []Price{{Pattern: "", Input: 1e6, Output: 1e6}},
			Matches: []Match{{Agent: "a", Attempt: 1, Score: &score, Model: "m", Tokens: ptr(1 << 53)}}})
		if tiny.All.MeanCost != nil || tiny.ByModel[0].Priced != 0 {
			t.Errorf("a cost per point of a score of %v: %s", score, text(tiny))
		}
	}
}

// The arena's order: the price of the model's exact name, else the first that its
// name begins with; cost / (score / 1000).
func TestPrices(t *testing.T) {
	prices := []Price{{Pattern: "gpt-4o", Input: 2.5, Output: 10}, {Pattern: "gpt-4o-mini", Input: 0.15, Output: 0.6}, {Pattern: "gpt-4", Input: 30, Output: 60}}
	for _, tt := range []struct {
		name, model   string
		score, tokens int
		want          float64 // 0: none
	}{
		{"a dated name has the first prefix", "gpt-4o-2024-08-06", 450, 1000, 0.0122}, // (600·2.5 + 400·10)/10⁶/0.45
		{"the exact name before an earlier prefix", "gpt-4o-mini", 450, 1000, 0.0007}, // (600·0.15 + 400·0.6)/10⁶/0.45
		{"an exact name of a later pattern", "gpt-4", 450, 1000, 0.0933},              // (600·30 + 400·60)/10⁶/0.45
		{"a longer prefix that stands later", "gpt-4o-mini-2024-07-18", 450, 1000, 0.0122},
		{"a pattern inside a name", "azure/gpt-4o", 450, 1000, 0},
		{"score / 1000 first: 0.012649…, not 0.01265", "gpt-4o", 450, 1035, 0.0126},
		{"score / 1000 first: 0.00715, not 0.007149…", "gpt-4o", 850, 1105, 0.0072},
	} {
		t.Run(tt.name, func(t *testing.T) {
			score := float64(tt.score)
			got := mustMeasure(t, MetricsRequest{Rulebook: live, Pricing: prices, Matches: []Match{{Agent: "a", Attempt: 1, Score: &score, Model: tt.model, Tokens: &tt.tokens}}})
			if cost := got.All.MeanCost; tt.want == 0 && cost != nil || tt.want != 0 && (cost == nil || *cost != tt.want) {
				t.Errorf("%s, want %v", text(got.All), tt.want)
			}
		})
	}
}

func TestMetricsRefusals(t *testing.T) {
	one := func(m Match) []Match { return []Match{m} }
	tests := []struct {
		name string
		req  MetricsRequest
		want string
	}{
		{"off the scale", MetricsRequest{Rulebook: live, Matches: one(Match{Score: ptr(1001.0)})}, "/matches/0/score: 1001: want a score from 0 to 1000"},
		{"no result", MetricsRequest{Rulebook: rulebook.ID("airena"), Matches: one(Match{Score: ptr(1.0)})}, `/matches/0/result: missing: "airena" maps no score to a result`},
		{"an attempt twice", MetricsRequest{Rulebook: live, Matches: []Match{{Agent: "a", Attempt: 2}, {Agent: "b", Attempt: 2}, {Agent: "a", Attempt: 2, Score: ptr(1.0)}}}, `/matches/2/attempt: 2: "a" has another match with this attempt number`},
		{"no such rulebook", MetricsRequest{Rulebook: rulebook.ID("nowhere")}, "/rulebook: unknown rulebook"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Metrics(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

// The order of matches does not matter, every completed match is in one
// range, and of k attempts more are never worse.
func TestMetricsProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(13, 14))
	for range 200 {
		var matches []Match
		for agent := range 1 + rng.IntN(6) {
			for attempt := range 1 + rng.IntN(5) {
				m := Match{Agent: fmt.Sprint(agent), Attempt: attempt + 1, Model: fmt.Sprint("m", rng.IntN(3)), Day: fmt.Sprintf("2026-03-%02d", 1+rng.IntN(28))}
				if rng.IntN(5) > 0 {
					m.Score = ptr(float64(rng.IntN(100_001)) / 100)
				}
				matches = append(matches, m)
			}
		}
		for _, id := range []string{"clawdiators", "clawdiators-live"} {
			req := MetricsRequest{Rulebook: rulebook.ID(id), Matches: matches, K: []int{1, 2, 3, 4, 5}}
			first := mustMeasure(t, req)
			req.Matches = slices.Clone(matches)
			rng.Shuffle(len(matches), func(i, j int) { req.Matches[i], req.Matches[j] = req.Matches[j], req.Matches[i] })
			if second := mustMeasure(t, req); text(second) != text(first) {
				t.Fatalf("order matters: %s\n%s", text(first), text(second))
			}
			inRanges, byAttempt := 0, 0
			for _, b := range first.Distribution {
				inRanges += b.Count
			}
			for _, g := range first.LearningCurve {
				byAttempt += g.Count
			}
			if inRanges != first.Completed || byAttempt != first.Completed {
				t.Fatalf("%d in ranges and %d by attempt, want %d: %s", inRanges, byAttempt, first.Completed, text(first))
			}
			for i, at := range first.Benchmark.AtK[1:] {
				before := first.Benchmark.AtK[i]
				if at.BestOfAgents == before.BestOfAgents && at.BestOf != nil && *at.BestOf < *before.BestOf || at.PassKAgents > before.PassKAgents {
					t.Fatalf("more attempts are worse: %s", text(first.Benchmark))
				}
			}
		}
	}
}

// Every move against a search, attempt by attempt.
func TestMovesAgainstSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	const longest = 3000
	seen := map[string]int{}
	for range 2000 {
		rules := &rulebook.Calibration{MinSamples: 1 + rng.IntN(30), Otherwise: "hardest"}
		win, completion := 1.0, 1.0
		for i := range 1 + rng.IntN(4) {
			win, completion = math.Round(win*rng.Float64()*1000)/1000, math.Round(completion*rng.Float64()*1000)/1000
			rules.Steps = append(rules.Steps, rulebook.CalibrationStep{Difficulty: fmt.Sprint(i), MinWinRate: win, MinCompletion: completion})
		}
		attempts := rng.IntN(60)
		completed := rng.IntN(attempts + 1)
		c := counts{attempts, completed, rng.IntN(completed + 1)}
		now := tierFrom(rules, c)
		for _, attempt := range []string{moveWon, moveNotWon, moveExpired} {
			got := c.move(rules, attempt)
			n := 1
			for n <= longest && tierFrom(rules, c.after(attempt, n)) == now {
				n++
			}
			switch {
			case n > longest && got.Count != nil && *got.Count <= longest, n <= longest && (got.Count == nil || *got.Count != n || got.Difficulty != tierFrom(rules, c.after(attempt, n))):
				t.Fatalf("%s, %+v, %s: %s, a search finds %d (%s after %s)", text(rules), c, attempt, text(got), n, tierFrom(rules, c.after(attempt, n)), now)
			}
			seen[fmt.Sprint(attempt, " moves ", got.Count != nil)]++
		}
	}
	for _, attempt := range []string{moveWon, moveNotWon, moveExpired} {
		if seen[attempt+" moves true"] < 100 || seen[attempt+" moves false"] < 100 {
			t.Errorf("too few of a kind: %v", seen)
		}
	}
}

// tierFrom says the rule again, from its words: the first tier whose both
// thresholds are reached, rates in whole thousandths.
func tierFrom(rules *rulebook.Calibration, c counts) string {
	thousandths := func(part, whole int) int {
		if whole == 0 {
			return 0
		}
		return (2000*part + whole) / (2 * whole)
	}
	win, completion := thousandths(c.wins, c.completed), thousandths(c.completed, c.attempts)
	if c.completed < rules.MinSamples {
		return ""
	}
	for _, s := range rules.Steps {
		if win >= int(math.Round(s.MinWinRate*1000)) && completion >= int(math.Round(s.MinCompletion*1000)) {
			return s.Difficulty
		}
	}
	return rules.Otherwise
}

func TestCalibrate(t *testing.T) {
	request := func(attempts, completed, wins int) CalibrateRequest {
		return CalibrateRequest{Rulebook: live, Attempts: attempts, Completed: completed, Wins: wins}
	}
	moves := func(res *CalibrateResponse) string {
		var list []string
		for _, m := range res.Moves {
			count := "never"
			if m.Count != nil {
				count = fmt.Sprint(*m.Count)
			}
			list = append(list, strings.TrimSpace(fmt.Sprintf("%s %s %s", count, m.Attempt, m.Difficulty)))
		}
		return strings.Join(list, ", ")
	}
	// By hand: a rate reaches t from t − 0.0005 on, so n wins take wins + n ≥
	// (t − 0.0005)·(completed + n), and the like.
	tests := []struct {
		name             string
		req              CalibrateRequest
		difficulty, want string
	}{
		{"too few to say", request(12, 12, 6), "", "8 won newcomer, 8 not-won veteran, never expired"},
		{"expired attempts are no samples", request(21, 19, 10), "", "1 won contender, 1 not-won contender, never expired"},
		{"in the middle", request(40, 30, 15), "contender", "27 won newcomer, 4 not-won veteran, 3 expired veteran"},
		{"0.6495 is 0.65 after rounding", request(1000, 1000, 649), "contender", "2 won newcomer, 444 not-won veteran, 430 expired veteran"},
		{"unfinished, but won when finished", request(100, 40, 40), "legendary", "20 won veteran, 20 not-won veteran, never expired"},
		{"always won", request(100, 100, 100), "newcomer", "never won, 54 not-won contender, 18 expired contender"},
		{"never completed", request(50, 0, 0), "", "20 won legendary, 20 not-won legendary, never expired"},
		{"the largest counts", request(1_000_000_000, 1_000_000_000, 0), "legendary", "332445037 won veteran, never not-won, never expired"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Calibrate(tt.req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Difficulty != tt.difficulty || moves(got) != tt.want {
				t.Errorf("%q, %s\nwant %q, %s", got.Difficulty, moves(got), tt.difficulty, tt.want)
			}
		})
	}
}

func TestCalibrateRefusals(t *testing.T) {
	tests := []struct {
		name string
		req  CalibrateRequest
		want string
	}{
		{"more completed than tried", CalibrateRequest{Rulebook: live, Attempts: 1, Completed: 2}, "/completed: 2: want at most attempts, 1"},
		{"more won than completed", CalibrateRequest{Rulebook: live, Attempts: 3, Completed: 2, Wins: 3}, "/wins: 3: want at most completed, 2"},
		{"no rules", CalibrateRequest{Rulebook: rulebook.ID("airena")}, `/rulebook: "airena" has no calibration rules: want a rulebook that has`},
		{"no such rulebook", CalibrateRequest{Rulebook: rulebook.ID("nowhere")}, "/rulebook: unknown rulebook"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Calibrate(tt.req)
			if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("error %v, want %q", err, tt.want)
			}
		})
	}
}

func TestTrend(t *testing.T) {
	tests := []struct {
		name   string
		req    TrendRequest
		trend  string
		change float64
	}{
		{"exactly 50 is not more than 50", TrendRequest{Scores: []float64{500, 550}}, "plateau", 50},
		{"50 in decimals, not in binary", TrendRequest{Scores: []float64{100.1, 150.1}}, "plateau", 50},
		{"only the last three", TrendRequest{Scores: []float64{1000, 0, 30, 60}}, "improving", 60},
		{"a dip is no trend", TrendRequest{Scores: []float64{380, 544, 481}}, "plateau", 101},
		{"level, then down", TrendRequest{Scores: []float64{90, 90, 39.9}}, "declining", -50.1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Trend(tt.req)
			if err != nil {
				t.Fatal(err)
			}
			if got.Trend != tt.trend || *got.Change != tt.change {
				t.Errorf("got %s, want %s by %v", text(got), tt.trend, tt.change)
			}
		})
	}
	// Backwards and upside down, a trend is the other one.
	rng := rand.New(rand.NewPCG(17, 18))
	other := map[string]string{"improving": "declining", "declining": "improving", "plateau": "plateau"}
	for range 2000 {
		scores := []float64{float64(rng.IntN(200)), float64(rng.IntN(200)), float64(rng.IntN(200))}
		got, _ := Trend(TrendRequest{Scores: scores})
		slices.Reverse(scores)
		if back, _ := Trend(TrendRequest{Scores: scores}); back.Trend != other[got.Trend] {
			t.Fatalf("%v: %s backwards, %s forwards", scores, back.Trend, got.Trend)
		}
	}
}
