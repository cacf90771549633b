package stress

import (
	"fmt"
	"math"
	"math/rand/v2"
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/explain/weights"
	"github.com/tallyproof/tallyproof/core/metrics"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/ranking/live"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/table"
)

func rules(id string) *rulebook.Ref {
	if id == "" {
		return nil
	}
	ref := rulebook.ID(id)
	return &ref
}

func stressed(t *testing.T, req Request) (Response, map[string]Check) {
	t.Helper()
	res, err := Stress(req)
	if err != nil {
		t.Fatalf("%q: %v", req.Text, err)
	}
	by := map[string]Check{}
	for _, c := range res.Checks {
		by[c.ID] = c
	}
	if len(by) != len(kinds) {
		t.Fatalf("%d checks, want %d", len(by), len(kinds))
	}
	return res, by
}

// Each check has a table that fails it and one that passes, computed by hand.
func TestChecks(t *testing.T) {
	four := "agent,correctness,speed,quality,process\n"
	twenty := func(wins int) string {
		text := "agent,correctness\n"
		for i := range 20 {
			x := 50 - i
			if i < wins {
				x = 100 - i
			}
			text += fmt.Sprintf("a%d,%d\n", i, x)
		}
		return text
	}
	for _, c := range []struct {
		id, state, rules, weights, text, want string
		chance                                float64
		claims                                string
	}{
		// AiRENA docs, Scoring System: 36 + 0 + 16 + 16 and 38.8 + 0 + 16 + 16.
		{id: "bystanders", state: "difference", rules: "airena", weights: "40 20 20 20", text: four + "A,90,100,80,80\nB,97,60,80,80\n", want: "One more answer, even a wrong one, in 33.33 % of the fastest time puts B (70.80) over A (68.00)."},
		// A takes 3 − 2·0.4 = 2.2 times the fastest and has no point from 3/2.2 on; B then has 150 − 90·3/2.2 = 27.27.
		{id: "bystanders", state: "difference", rules: "airena", weights: "50 50", text: "agent,correctness,speed\nA,100,40\nB,79,60\n", want: "One more answer, even a wrong one, in 73.33 % of the fastest time puts B (53.14) over A (50.00)."},
		{id: "bystanders", state: "match", rules: "airena", weights: "40 20 20 20", text: four + "A,98,100,80,80\nB,97,60,80,80\n", want: "No faster answer changes the order of the others."},
		{id: "bystanders", state: "match", rules: "clawdiators", weights: "40 20 20 20", text: four + "A,90,100,80,80\nB,97,60,80,80\n", want: "No faster answer changes the order of the others."},
		{id: "bystanders", state: "note", weights: "40 20 20 20", text: four + "A,90,100,80,80\nB,97,60,80,80\n", want: "The table does not say how speed was measured: choose the rules."},
		// Variances 5000/3 and 2/9, no covariance: 0.04 · 2/9 of 0.64 · 5000/3 + 0.04 · 2/9.
		{id: "weights", state: "difference", weights: "80 20", text: "agent,correctness,process\nA,0,50\nB,50,51\nC,100,50\n", want: "Process has a weight of 20 % but decides 0.001 % of the order."},
		// The same variance and no covariance: 0.81 and 0.01 of 0.82, 0.36 and 0.16 of 0.52.
		{id: "weights", state: "difference", weights: "90 10", text: "agent,correctness,process\nA,0,0\nB,100,0\nC,0,100\nD,100,100\n", want: "Process has a weight of 10 % but decides 1.2 % of the order."},
		{id: "weights", state: "match", weights: "60 40", text: "agent,correctness,process\nA,0,0\nB,100,0\nC,0,100\nD,100,100\n", want: "Each dimension decides what it should. Process decides least for its weight of 40 %: 30.8 %."},
		{id: "weights", state: "note", weights: "60 40", text: "agent,correctness,process\nA,1,1\nB,1,1\nC,1,1\n", want: "There are fewer than three agents, or all are equal."},
		{id: "weights", state: "note", weights: "60 40", text: "agent,correctness,process\nA,1,2\nB,2,1\n", want: "There are fewer than three agents, or all are equal."},
		{id: "constant", state: "difference", weights: "80 20", text: "agent,correctness,process\nA,10,50\nB,50,50\n", want: "All agents are equal in Process (20 %)."},
		{id: "constant", state: "match", weights: "100 0", text: "agent,correctness,process\nA,10,50\nB,50,50\n", want: "The agents differ in every dimension with a weight."},
		{id: "constant", state: "note", weights: "80 20", text: "agent,correctness,process\nA,10,50\n", want: "There are fewer than three agents."},
		{id: "empty", state: "difference", weights: "70 30", text: "agent,correctness,speed\nA,100,50\n", want: "An empty answer, sent at once, scores 30.00: want less than 30.00."},
		{id: "empty", state: "match", weights: "71 29", text: "agent,correctness,speed\nA,100,50\n", want: "An empty answer, sent at once, scores 29.00: that stays below 30.00."},
		{id: "empty", state: "difference", rules: "clawdiators", weights: "50 50", text: "agent,correctness,call_efficiency\nA,1000,500\n", want: "An empty answer, sent at once, scores 500: want less than 300."},
		// 25 · 0.5 + 100 · 0.5, and 25 · 0.6 + 100 · 0.4.
		{id: "random", state: "difference", weights: "50 50", text: "agent,correctness,speed\nA,100,50\n", want: "A random answer, sent at once, scores 62.50: want less than 60.00."},
		{id: "random", state: "match", weights: "60 40", text: "agent,correctness,speed\nA,100,50\n", chance: 25, want: "A random answer, sent at once, scores 55.00: that stays below 60.00."},
		{id: "random", state: "match", weights: "50 50", text: "agent,correctness,speed\nA,100,50\n", chance: 10, want: "A random answer, sent at once, scores 55.00: that stays below 60.00."},
		// 0 + 40 + 0.3 · 90, and 0 + 30 + 0.3 · 90: quality is 90 in the mean.
		{id: "wrong", state: "difference", weights: "30 40 30", text: "agent,correctness,speed,quality\nA,100,50,80\nB,50,50,100\n", want: "An answer that is fast and wrong scores 67.00: want less than 60.00."},
		{id: "wrong", state: "match", weights: "40 30 30", text: "agent,correctness,speed,quality\nA,100,50,80\nB,50,50,100\n", want: "An answer that is fast and wrong scores 57.00: that stays below 60.00."},
		{id: "wrong", state: "note", weights: "60 40", text: "agent,style,speed\nA,100,50\n", want: "No column is called correctness or pass_rate."},
		{id: "slow", state: "difference", weights: "60 40", text: "agent,correctness,speed\nA,100,50\n", want: "A perfect answer that takes all the time scores 60.00: want at least 70.00."},
		{id: "slow", state: "match", weights: "70 30", text: "agent,correctness,speed\nA,100,50\n", want: "A perfect answer that takes all the time scores 70.00: that reaches 70.00."},
		{id: "copy", state: "difference", rules: "airena", weights: "80 20", text: "agent,correctness,speed\nA,100,50\nB,10,20\n", want: "A copy of A scores 100.00, the original 90.00: it is not behind."},
		{id: "copy", state: "difference", weights: "80 20", text: "agent,correctness,speed\nA,100,100\nB,10,20\n", want: "A copy of A scores 100.00, the original 100.00: it is not behind."},
		{id: "copy", state: "match", rules: "airena", weights: "80 20", text: "agent,correctness,speed\nA,90,100\nB,10,20\n", want: "A copy of A scores 92.00, the original 92.00, which was earlier and stays ahead."},
		{id: "tie", state: "difference", weights: "50 50", text: "agent,correctness,speed\nA,100,50\nB,50,100\nC,1,1\n", want: "A shares the first place: 2 agents have it."},
		{id: "tie", state: "match", weights: "51 49", text: "agent,correctness,speed\nA,100,50\nB,50,100\nC,1,1\n", want: "A is alone in first place."},
		{id: "ceiling", state: "difference", text: "agent,correctness\nA,100\nB,100\nC,99\nD,98\n", want: "At least half of the agents have all points in Correctness."},
		{id: "ceiling", state: "match", text: "agent,correctness\nA,100\nB,97\nC,99\nD,98\n", want: "In no dimension have half of the agents all points."},
		{id: "ceiling", state: "note", text: "agent,correctness\nA,100\nB,97\n", want: "There are fewer than three agents."},
		{id: "floor", state: "difference", text: "agent,correctness\nA,100\nB,0\nC,0\n", want: "At least half of the agents have no point in Correctness."},
		{id: "floor", state: "match", text: "agent,correctness\nA,100\nB,0\nC,1\n", want: "In no dimension have half of the agents no point."},
		// 40 tests, as 2.5 is one of 40; each is worth 0.4 · 2.5.
		{id: "test", state: "difference", weights: "40 60", text: "agent,correctness,quality\nA,97.5,51\nB,100,49\nC,92.5,0\n", want: "One test of 40 is worth 1.00, and A is 0.20 ahead of B."},
		{id: "test", state: "match", weights: "40 60", text: "agent,correctness,quality\nA,97.5,60\nB,100,49\nC,92.5,0\n", want: "One test of 40 is worth 1.00, and A is 5.60 ahead of B."},
		{id: "test", state: "difference", weights: "50 50", text: "agent,correctness,quality\nA,100,50\nB,50,100\nC,0,20\n", want: "One test of 2 is worth 25.00, and A is level with B."},
		{id: "test", state: "note", weights: "40 60", text: "agent,style,quality\nA,97.5,60\nB,100,49\n", want: "The scores do not tell how many tests there were."},
		// 10 tests, worth 10 each; a win begins at 70, a draw at 40: 70 may fall, 30 may rise.
		{id: "results", state: "difference", rules: "clawdiators", text: "agent,correctness\nA,100\nB,70\nC,30\nD,20\n", want: "2 of 4 results would change with one test more or less."},
		{id: "results", state: "match", rules: "clawdiators", text: "agent,correctness\nA,100\nB,90\nC,50\nD,20\n", want: "0 of 4 results would change with one test more or less."},
		{id: "results", state: "note", rules: "airena", text: "agent,correctness\nA,100\nB,90\n", want: "The rules make no results of scores, or the scores do not tell how many tests there were."},
		// By nearest rank the quartiles of four are the first and the third.
		{id: "spread", state: "difference", text: "agent,correctness\nA,90\nB,89\nC,86\nD,85.5\n", want: "The middle half of the agents scores from 85.50 to 89.00."},
		{id: "spread", state: "match", text: "agent,correctness\nA,90\nB,89\nC,86\nD,84\n", want: "The middle half of the agents scores from 84.00 to 89.00."},
		{id: "spread", state: "note", text: "agent,correctness\nA,90\nB,89\n", want: "There are fewer than three agents."},
		// 10 of 20 is at least the 45 % of contender, and less than the 65 % of newcomer.
		{id: "calibration", state: "difference", rules: "clawdiators-live", claims: "legendary", text: twenty(10), want: "10 of 20 matches were won: that is contender, not legendary."},
		{id: "calibration", state: "match", rules: "clawdiators-live", claims: "contender", text: twenty(10), want: "10 of 20 matches were won: that is contender, and the challenge claims contender."},
		{id: "calibration", state: "note", rules: "clawdiators-live", text: twenty(5), want: "5 of 20 matches were won: that is veteran. Choose what the challenge claims."},
		{id: "calibration", state: "note", rules: "clawdiators-live", claims: "contender", text: "agent,correctness\nA,90\nB,10\n", want: "1 of 2 matches was won: the rules want 20 of them."},
		{id: "calibration", state: "note", rules: "airena", text: "agent,correctness\nA,90\n", want: "The rules do not calibrate: those of the deployed Clawdiators do."},
	} {
		res, by := stressed(t, Request{Text: c.text, Weights: c.weights, Rulebook: rules(c.rules), Chance: c.chance, Difficulty: c.claims})
		cards := cardsOf(res)
		got := by[c.id]
		if got.State != c.state || got.Sentence != c.want {
			t.Errorf("%s of %q: %s %q\nwant %s %q", c.id, c.text, got.State, got.Sentence, c.state, c.want)
		}
		if sign := map[string]string{"difference": "✗ Fails", "match": "✓ Passes", "note": "– Not checked"}[c.state]; got.Mark != sign || (cards[c.id].ID != "") != (c.state == "difference") {
			t.Errorf("%s: mark %q and card %+v of %s", c.id, got.Mark, cards[c.id], c.state)
		}
	}
}

// Whether a bystander decides is what trying many times for one more answer shows,
// with times instead of scores: the fastest takes 1.
func TestBystandersByTimes(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 27))
	fails := 0
	for range 300 {
		n := 2 + rng.IntN(4)
		text, correct, speed := "agent,correctness,speed\n", make([]float64, n), make([]float64, n)
		for i := range n {
			correct[i], speed[i] = float64(rng.IntN(101)), float64(rng.IntN(101))
			text += fmt.Sprintf("a%d,%v,%v\n", i, correct[i], speed[i])
		}
		score := func(i int, fastest float64) float64 {
			time := 3 - speed[i]/50 // 3 or more without points, which stay none
			return correct[i]/2 + max(0, 100-(time/fastest-1)*50)/2
		}
		reversed := false
		for fastest := 1.0; fastest > 0.3; fastest -= 0.001 {
			for i := range n {
				for j := range n {
					before, after := score(i, 1)-score(j, 1), score(i, fastest)-score(j, fastest)
					reversed = reversed || before > -1e-9 && after < -1e-9
				}
			}
		}
		_, by := stressed(t, Request{Text: text, Weights: "50 50", Rulebook: rules("airena")})
		if got := by["bystanders"]; (got.State == "difference") != reversed {
			t.Errorf("%q: %s, want reversed %v", text, got.Sentence, reversed)
		}
		if reversed {
			fails++
		}
	}
	if fails < 20 || fails > 280 {
		t.Errorf("%d of 300 tables fail: the test compares little", fails)
	}
}

// The effective weight is the part of the variance that falls away with a dimension's
// deviations from its mean, by a second formula: the covariance of sums.
func TestEffectiveByCovariance(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 28))
	for range 100 {
		n := 3 + rng.IntN(6)
		text, x := "agent,a,b\n", make([][2]float64, n)
		for i := range x {
			x[i] = [2]float64{float64(rng.IntN(101)), 40 + float64(rng.IntN(21))}
			text += fmt.Sprintf("r%d,%v,%v\n", i, x[i][0], x[i][1])
		}
		var share [2]float64
		for i := range x {
			for j := range x { // Σ over pairs is n² times the covariance, twice
				d := [2]float64{x[i][0] - x[j][0], x[i][1] - x[j][1]}
				both := 0.7*d[0] + 0.3*d[1]
				share[0] += 0.7 * d[0] * both
				share[1] += 0.3 * d[1] * both
			}
		}
		ratio := [2]float64{share[0] / (share[0] + share[1]) / 0.7, share[1] / (share[0] + share[1]) / 0.3}
		least := 0
		if ratio[1] < ratio[0] {
			least = 1
		}
		_, by := stressed(t, Request{Text: text, Weights: "70 30"})
		got := by["weights"]
		label := []string{"A", "B"}[least]
		percent := strings.Replace(strconv.FormatFloat(100*share[least]/(share[0]+share[1]), 'f', 1, 64), "-", "−", 1)
		if got.State == "note" || math.Abs(ratio[least]-0.25) < 1e-9 {
			continue
		}
		if (got.State == "difference") != (ratio[least] < 0.25) || !strings.Contains(got.Sentence, label+" ") || !strings.Contains(got.Sentence, " "+percent+" %") {
			t.Errorf("%q: %s, want %s with %s %%", text, got.Sentence, label, percent)
		}
	}
}

// A case is a table that the page of weights can read: it has the ranking that the
// sentence tells of.
func TestCases(t *testing.T) {
	_, by := stressed(t, Request{Text: "agent,correctness,speed,quality,process\n\"=A, \"\"1\"\"\",90,100,80,80\nBystander,97,60,80,80\n", Weights: "40 20 20 20", Rulebook: rules("airena")})
	first := func(show string) string {
		t.Helper()
		link, ok := strings.CutPrefix(show, "/weights/#1;t=")
		link, rest, end := strings.Cut(link, ";d=correctness,speed,quality,process;w=40,20,20,20")
		_, roles, _ := strings.Cut(rest, ";cr=")
		how := table.Reading{}
		if roles, _, found := strings.Cut(roles, ";"); found {
			for k, role := range strings.Split(roles, ",") {
				how.Columns = append(how.Columns, table.Choice{Column: []string{"correctness", "speed", "quality", "process"}[k], Role: role, Scale: table.AsIs})
			}
		}
		end = end && strings.HasSuffix(rest, ";end")
		text, err := url.PathUnescape(link)
		if !ok || !end || err != nil || strings.ContainsAny(link, "=,;# \n\"") {
			t.Fatalf("%q: %v", show, err)
		}
		res, err := weights.Weights(weights.Request{Text: text, Reading: how, Weights: named("correctness", 40.0, "speed", 20.0, "quality", 20.0, "process", 20.0)})
		if err != nil {
			t.Fatal(err)
		}
		list := ""
		for _, row := range res.Rows {
			list += row.Name + " " + row.Score + "; "
		}
		return list
	}
	for id, want := range map[string]string{
		"bystanders": `Bystander 70.80; =A, "1" 68.00; (Bystander) 20.00; `,
		"empty":      `=A, "1" 88.00; Bystander 82.80; (Empty answer) 20.00; `,
		"slow":       `=A, "1" 88.00; Bystander 82.80; (Slow and perfect) 80.00; `,
		"tie":        `=A, "1" 88.00; Bystander 82.80; `,
	} {
		if got := first(by[id].Show); got != want {
			t.Errorf("%s: %q, want %q", id, got, want)
		}
	}
	long := "agent,correctness\n"
	for i := range 200 {
		long += fmt.Sprintf("agent %d,%d\n", i, i%100)
	}
	if _, by := stressed(t, Request{Text: long}); by["tie"].Show != "" || by["empty"].Show == "" {
		t.Errorf("a long table: %q, %q", by["tie"].Show, by["empty"].Show)
	}
}

func named(pairs ...any) []live.Weight {
	list := []live.Weight{}
	for i := 0; i < len(pairs); i += 2 {
		list = append(list, live.Weight{Dimension: pairs[i].(string), Percent: pairs[i+1].(float64)})
	}
	return list
}

func TestStressRefuses(t *testing.T) {
	none := rulebook.ID("none")
	for _, c := range []struct {
		req  Request
		want string
	}{
		{Request{Text: ""}, "/text: the text is empty"},
		{Request{Text: "agent,a,b\nx,1,2\n", Weights: "50 60"}, "/weights: the weights sum to 110 %: want 100 %"},
		{Request{Text: "agent,a,b\nx,1,2\n", Weights: "100"}, `/weights: "100": want 2 percentages with spaces between them, or equal`},
		{Request{Text: "agent,a,b\nx,1,2\n", Rulebook: &none}, "/rulebook: "},
	} {
		if _, err := Stress(c.req); err == nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%+v: %v, want %s", c.req, err, c.want)
		}
	}
}

// The sentence counts what the list has.
func TestStressSentence(t *testing.T) {
	res, by := stressed(t, Request{Text: "agent,correctness,speed\nA,100,50\nB,50,100\n", Weights: "50 50"})
	if by["tie"].State != "difference" || res.Key != res.Brief+" checks" || !strings.HasPrefix(res.Sentence, res.Key+" fail: ") || !strings.Contains(res.Sentence, "Tie at the top") {
		t.Errorf("%+v", res)
	}
	failed := 0
	for _, c := range by {
		if c.State == "difference" {
			failed++
		}
	}
	passed, _ := strconv.Atoi(res.Passed)
	unchecked, _ := strconv.Atoi(res.Unchecked)
	if failed+passed+unchecked != len(kinds) || res.Brief != fmt.Sprintf("%d of %d", failed, failed+passed) {
		t.Errorf("%d failed, %+v", failed, res)
	}
}

// Two scores of which one is said to be above the other look different.
func TestComparedScoresLookDifferent(t *testing.T) {
	rules := rulebook.ID("airena")
	for _, row := range []struct{ id, weights, text, want string }{
		{"bystanders", "24.66 23.49 25.07 26.78", "agent,correctness,speed,quality,process\nA,0.3,0.7,0.5,0.5\nB,0.4,0.9,0.4,0.5\n",
			"One more answer, even a wrong one, in 40 % of the fastest time puts A (33.32 %) over B (33.28 %)."},
		{"empty", "29.99 70.01", "agent,speed,correctness\nA,1,0.5\nB,0.5,1\n", "An empty answer, sent at once, scores 29.99 %: that stays below 30.00 %."},
		{"slow", "69.99 30.01", "agent,correctness,speed\nA,1,0.5\nB,0.5,1\n", "A perfect answer that takes all the time scores 69.99 %: want at least 70.00 %."},
		{"copy", "99.96 0.04", "agent,correctness,speed\nA,0.5,0.5\nB,0.4,1\n", "A copy of A scores 50.02 %, the original 50.00 %: it is not behind."},
	} {
		_, by := stressed(t, Request{Text: row.text, Weights: row.weights, Rulebook: &rules})
		if got := by[row.id].Sentence; got != row.want {
			t.Errorf("%s: %q, want %q", row.id, got, row.want)
		}
	}
}

func TestStressCountsOne(t *testing.T) {
	rules := rulebook.ID("clawdiators-live")
	for _, row := range []struct{ name, text, weights, want, calibration string }{
		{"one check, one win", "A,800,500\nB,300,500\nC,100,600\n", "100 0", "1 of 14 checks fails: Results on one test.", "1 of 3 matches was won: the rules want 20 of them."},
		{"no win", "A,300,500\nB,200,500\n", "100 0", "", "0 of 2 matches were won: the rules want 20 of them."},
	} {
		res, by := stressed(t, Request{Text: "agent,correctness,speed\n" + row.text, Weights: row.weights, Rulebook: &rules, Perfect: 100})
		if row.want != "" && res.Sentence != row.want || by["calibration"].Sentence != row.calibration {
			t.Errorf("%s: %q, %q", row.name, res.Sentence, by["calibration"].Sentence)
		}
	}
}

// The quartiles are those of challenge.metrics.
func TestSpreadIsThatOfMetrics(t *testing.T) {
	rng := rand.New(rand.NewPCG(14, 29))
	for n := 3; n < 40; n++ {
		text, matches := "agent,correctness\n", []metrics.Match{}
		for i := range n {
			x := float64(rng.IntN(101))
			text += fmt.Sprintf("a%d,%v\n", i, x)
			matches = append(matches, metrics.Match{Agent: strconv.Itoa(i), Attempt: 1, Score: &x, Result: "win"})
		}
		got, err := metrics.Metrics(metrics.MetricsRequest{Rulebook: *rules("airena"), Matches: matches})
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("The middle half of the agents scores from %.2f to %.2f.", got.All.P25, got.All.P75)
		if _, by := stressed(t, Request{Text: text}); by["spread"].Sentence != want {
			t.Errorf("%q: %s, want %s", text, by["spread"].Sentence, want)
		}
	}
}

// A link leaves what RFC 3986 calls unreserved as it is, and nothing else.
func TestEscape(t *testing.T) {
	for c := range 256 {
		text := string([]byte{byte(c)})
		want := strings.ReplaceAll(url.QueryEscape(text), "+", "%20")
		if got := escape([]byte(text)); got != want {
			t.Errorf("byte %d: %s, want %s", c, got, want)
		}
	}
}

// A table of which nobody is ranked has no checks, and the refusal offers a choice.
func TestNobodyIsRanked(t *testing.T) {
	_, err := Stress(Request{Text: "agent,x,y\na,1,\nb,,2\n"})
	if refusal, _ := err.(*op.Error); refusal == nil || refusal.Field != "/missing" || len(refusal.Offers) == 0 {
		t.Error(err)
	}
}

// Equal weights have no winner that rounding made.
func TestEqualThirds(t *testing.T) {
	_, by := stressed(t, Request{Text: "agent,x,y,z\na,90,60,30\nb,60,30,90\nc,30,90,60\n"})
	if tie := by["tie"]; tie.State != "difference" || tie.Sentence != "a shares the first place: 3 agents have it." {
		t.Errorf("%+v", tie)
	}
}
