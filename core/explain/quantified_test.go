package explain_test

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/testdata"
)

// quantified lists what explanations say of all possibilities, and the test that tries all of
// them in small cases. "found" says that a statement is only about what was found.
var quantified = []struct{ operation, says, test string }{
	{"explain.first", `No weights put .+ first|no weights in hundredths of a percent|can pass .+, but not at the same time`, "core/explain/weights/first_exact_test.go:TestFirstAgainstAllWeights"},
	{"explain.first", `can be first under no weights|No agent is behind another`, "core/explain/weights/first_test.go:TestDominatedAgainstAllPairs"},
	{"explain.first", `none were found`, "found"},
	{"explain.sure", `No move of weight|no new first (below|above)|^Moving `, "core/explain/weights/weights_test.go:TestMarksAndMovesByTryingAll"},
	{"explain.sure", `no weights put one before the other`, "core/explain/weights/sure_test.go:TestEqualInEveryDimension"},
	{"explain.weights", `nobody else`, "core/explain/weights/sure_test.go:TestEqualInEveryDimension"},
	{"explain.regions", `leave no weights`, "core/explain/weights/regions_test.go:TestRegionsByDivisions"},
	{"explain.stress", `No faster answer`, "core/explain/stress/stress_test.go:TestBystandersByTimes"},
	{"explain.stress", `In no dimension|The agents differ in every|is alone in first place`, "core/explain/stress/stress_test.go:TestChecks"},
	{"explain.target", `cannot be reached: `, "core/explain/quantified_test.go:TestNoTargetBeyondTheMost"},
	{"explain.target", `ways? found\.$`, "found"},
	{"explain.target", `, at most `, "core/explain/quantified_test.go:TestNoTargetBeyondTheMost"},
	{"explain.tasks", `No number of tasks|resets at `, "core/explain/scores/tasks_test.go:TestTaskCliffs"},
	{"explain.cliff", `(above|below|at the threshold)\.$`, "core/explain/quantified_test.go:TestNearestCliff"},
	{"explain.tips", `No validator is an outlier|or fewer is an outlier`, "core/explain/quantified_test.go:TestOutliersByTryingAll"},
	{"explain.tips", `No improvement is possible|it takes .+ to beat|do not beat`, "core/explain/scores/tasks_test.go:TestTaskCliffs"},
	{"explain.agreement", `outlier`, "core/explain/rewards/shares_test.go:TestAgreement"},
	{"explain.decay", `nothing is better|not possible|resets nothing`, "core/explain/rewards/decay_test.go:TestResetsByTryingAll"},
	{"explain.plan", `[Nn]o number of|[Nn]ot before|out of reach|the fewest|Fastest path`, "core/standing/plan_search_test.go:TestPlanAgainstSearch"},
	{"explain.difficulty", `[Nn]o rating fits`, "core/explain/difficulty/difficulty_test.go:TestFitOfEqualResults"},
	{"explain.difficulty", `do not move it|losses alone do not`, "core/explain/difficulty/difficulty_test.go:TestMovesReallyMove"},
	{"explain.forecast", `You cannot|in any case`, "core/rating/forecast/brute_test.go:TestProjectBruteForce"},
	{"explain.recover", `[Nn]o weights give these totals|Many weights give`, "core/ranking/recover/recover_test.go:TestNoWeights"},
	{"explain.recover", `the nearest weights give`, "core/ranking/recover/recover_test.go:TestLeastIsOptimal"},
	{"score.fit", "pairs that make an order impossible", "core/ranking/fit_test.go:TestFitAgainstGrid"},
	{"score.sensitivity", "the nearest weights that dethrone the winner", "core/ranking/flip_test.go:TestNearestFlip"},
	{"score.solve", "the least change", "core/score/solve_test.go:TestSolveSuggestsTheLeast"},
	{"standing.plan", "the fewest challenges, or none", "core/standing/plan_search_test.go:TestPlanAgainstSearch"},
	{"explain.rating", `cannot fall below`, "core/rating/update_test.go:TestNoRatingBelowTheFloor"},
}

// claims are words that speak of all possibilities.
var claims = regexp.MustCompile(`\b([Nn]o (weights (put|in)|move|number of|improvement|validator|faster|dimension)|cannot (be reached|fall)|You cannot|in any case|possible in|not possible|at best|[Oo]nly if|nearest|[Ff]astest path|the fewest|not at the same time)\b`)

// Every test of the list exists, and every statement about all possibilities in an example of
// an explanation is in the list of its operation.
func TestQuantifiedStatementsAreChecked(t *testing.T) {
	for _, q := range quantified {
		if file, name, ok := strings.Cut(q.test, ":"); ok {
			source, err := os.ReadFile(filepath.Join("..", "..", file))
			if err != nil || !strings.Contains(string(source), "\nfunc "+name+"(t *testing.T)") {
				t.Errorf("%s: no test %s: %v", q.operation, q.test, err)
			}
		}
	}
	paths, err := fs.Glob(testdata.FS, "ops/explain.*/*.txtar")
	if err != nil || len(paths) < 50 {
		t.Fatalf("%d examples, %v", len(paths), err)
	}
	seen := 0
	for _, path := range paths {
		text, err := fs.ReadFile(testdata.FS, path)
		if err != nil {
			t.Fatal(err)
		}
		operation := strings.Split(path, "/")[1]
		for _, file := range txtar.Parse(text).Files {
			var answer any
			if file.Name != "response.json" || json.Unmarshal(file.Data, &answer) != nil {
				continue
			}
			for _, said := range texts(answer) {
				if claims.MatchString(said) {
					seen++
					if !listed(operation, said) {
						t.Errorf("%s says %q, which no test of the list checks", path, said)
					}
				}
			}
		}
	}
	if seen < 10 {
		t.Errorf("%d statements in all examples: want more", seen)
	}
}

func listed(operation, said string) bool {
	for _, q := range quantified {
		if q.operation == operation && regexp.MustCompile(q.says).MatchString(said) {
			return true
		}
	}
	return false
}

// texts are the texts of an answer.
func texts(v any) (list []string) {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		for _, x := range v {
			list = append(list, texts(x)...)
		}
	case map[string]any:
		for _, x := range v {
			list = append(list, texts(x)...)
		}
	}
	return list
}

// unverified is a match whose tokens do not count, because it is not verified.
func unverified(points, used float64) score.ComputeRequest {
	limit, tokens := 100.0, 10.0
	return score.ComputeRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{"correctness": 0.5, "speed": 0.3, "token_efficiency": 0.2}, Measurements: map[string]measure.Measurement{
		"correctness": {Score: &points}, "speed": {Used: &used, Limit: &limit}, "token_efficiency": {Used: &tokens, Limit: &limit},
	}}
}

// A target is out of reach if no points and no time reach it, of all in steps of 10 and of 1.
func TestNoTargetBeyondTheMost(t *testing.T) {
	most := 0.0
	for points := 0.0; points <= 1000; points += 10 {
		for used := 0.0; used <= 100; used++ {
			got, err := score.Compute(unverified(points, used))
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, got.Score)
		}
	}
	cannot := 0
	for target := 600.0; target <= 1000; target += 10 {
		req := unverified(500, 50)
		got, err := scores.Target(scores.TargetRequest{Rulebook: req.Rulebook, Weights: req.Weights, Measurements: req.Measurements, Target: &target})
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(got.Sentence, "out of reach") {
			cannot++
			if target <= most || !strings.Contains(got.Sentence, fmt.Sprintf("at most %v.", most)) {
				t.Errorf("%v, of at most %v: %s", target, most, got.Sentence)
			}
		} else if target > most {
			t.Errorf("%v, of at most %v: %s", target, most, got.Sentence)
		}
	}
	if cannot != 20 {
		t.Errorf("%d targets above 800 cannot be reached, want 20", cannot)
	}
}

// The nearest cliff is that of the results with the least distance, for every whole score.
func TestNearestCliff(t *testing.T) {
	for at := 0.0; at <= 1000; at += 7 {
		one := 1000.0
		got, err := scores.Cliff(scores.CliffRequest{Rulebook: rulebook.ID("clawdiators"), Weights: map[string]float64{"correctness": 0.5, "analysis": 0.5}, Rating: one, Opponent: &one,
			Measurements: map[string]measure.Measurement{"correctness": {Score: &at}, "analysis": {Score: &at}}})
		if err != nil {
			t.Fatal(err)
		}
		want := 1000.0
		for _, threshold := range []float64{400, 700} {
			if d := at - threshold; math.Abs(d) < math.Abs(want) {
				want = d
			}
		}
		side := "above"
		if want < 0 {
			side = "below"
		}
		end := fmt.Sprintf("%v %s.", math.Abs(want), side)
		if want == 0 {
			end = "at the threshold."
		}
		if !strings.HasSuffix(got.Sentence, " "+end) {
			t.Errorf("%v: %s, want %s", at, got.Sentence, end)
		}
	}
}

// A third validator is an outlier beside two that are one task apart if and only if it counts
// as many tasks as the tip says, or fewer.
func TestOutliersByTryingAll(t *testing.T) {
	for _, rules := range []string{"term", "term-live"} {
		ref, found := rulebook.ID(rules), 0
		for _, total := range []int{5, 12, 40, 300, 2000} {
			for _, passed := range []int{1, 3, 5, 9, total / 2, total} {
				if passed > total {
					continue
				}
				got, err := rewards.Tips(score.ComputeRequest{Rulebook: ref, Measurements: map[string]measure.Measurement{"pass_rate": {Passed: &passed, Total: &total}}})
				if err != nil {
					t.Fatal(err)
				}
				most := -1
				for few := 0; few <= passed-2; few++ {
					if outlier(t, ref, total, passed, passed-1, few) {
						most = few
					} else if most >= 0 && most < few-1 {
						break
					}
				}
				tip := got.Tips[slices.IndexFunc(got.Tips, func(t rewards.Tip) bool { return t.ID == "consistent" })]
				says := "No validator is an outlier"
				if most >= 0 {
					says = "this many or fewer is an outlier"
					found++
				}
				if !strings.Contains(tip.Text, says) || most >= 0 && !strings.HasPrefix(tip.Number, fmt.Sprintf("%d of ", most)) {
					t.Errorf("%s, %d of %d: %s: %s, want %d", rules, passed, total, tip.Number, tip.Text, most)
				}
			}
		}
		if found < 5 {
			t.Errorf("%s: only %d outliers", rules, found)
		}
	}
}

// outlier reports whether the last of some validators is left out.
func outlier(t *testing.T, ref rulebook.Ref, total int, passed ...int) bool {
	t.Helper()
	req := reward.ConsensusRequest{Rulebook: ref, MinValidators: new(int), MinStakePercent: new(float64)}
	for i := range passed {
		id := fmt.Sprint(i)
		req.Validators = append(req.Validators, reward.Validator{ID: id, Stake: input.StakeOf(1)})
		req.Scores = append(req.Scores, reward.Evaluation{Validator: id, Miner: "m", Passed: &passed[i], Total: &total})
	}
	got, err := reward.Consensus(req)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range got.Miners[0].Outliers {
		if o.Validator == fmt.Sprint(len(passed)-1) {
			return true
		}
	}
	return false
}
