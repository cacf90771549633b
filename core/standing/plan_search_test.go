package standing

import (
	"encoding/json"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/rulebook"
)

// Every plan of small cases against a search with standing.evaluate: no
// shorter run of challenges, no lower average and no fewer wins hold the tier.
func TestPlanAgainstSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 10))
	const longest = 40
	halves := func(most int) float64 { return float64(rng.IntN(2*most+1)) / 2 }
	found, impossible, bound := 0, 0, map[string]int{}
	for range 400 {
		var needs []rulebook.Need
		for _, n := range []rulebook.Need{{Stat: rulebook.Challenges, Min: float64(rng.IntN(12))}, {Stat: rulebook.Wins, Min: halves(6)}, {Stat: rulebook.AverageScore, Min: halves(10)}} {
			if rng.IntN(4) > 0 {
				needs = append(needs, n)
			}
		}
		rb := ladder("step", needs...)
		rb.Scale = 10
		for i := range rb.Dimensions {
			rb.Dimensions[i].Measure = "direct"
		}
		ref := rulebook.Custom(rb)
		history := []Challenge{}
		for range rng.IntN(7) {
			history = append(history, Challenge{Score: halves(10), Won: ptr(rng.IntN(2) == 0)})
		}
		best := 10.0
		req := PlanRequest{Rulebook: ref, History: history, Target: "step"}
		if rng.IntN(2) == 0 {
			best = halves(10)
			req.BestScore = &best
		}
		got := mustPlan(t, req)
		// holds plays m more: score points in all, in halves, and some wins.
		holds := func(m, points, wins int) bool {
			all := slices.Clone(history)
			for i := range m {
				score := points / m
				if i < points%m {
					score++
				}
				all = append(all, Challenge{Score: float64(score) / 2, Won: ptr(i < wins)})
			}
			res, err := Evaluate(EvaluateRequest{Rulebook: ref, History: all})
			if err != nil {
				t.Fatal(err)
			}
			return res.Tier == "step"
		}
		most := int(2 * best)
		m := 0
		for m <= longest && !holds(m, m*most, m) {
			m++
		}
		if m > longest {
			impossible++
			if got.Feasible && *got.Challenges <= longest {
				t.Fatalf("%s: plans %s, a search finds nothing up to %d", asJSON(req), asJSON(got), longest)
			}
			continue
		}
		found++
		bound[got.Binding]++
		if !got.Feasible || got.Challenges == nil || *got.Challenges != m || got.Held != (m == 0) {
			t.Fatalf("%s %s: plans %s, a search finds %d", asJSON(needs), asJSON(history), asJSON(got), m)
		}
		if m == 0 {
			continue
		}
		if req.BestScore == nil && *got.NotBefore != len(history)+m {
			t.Fatalf("%s: not before %d, want %d", asJSON(req), *got.NotBefore, len(history)+m)
		}
		wins := 0
		for !holds(m, m*most, wins) {
			wins++
		}
		points := 0
		for !holds(m, points, m) {
			points++
		}
		average := 0.0
		if got.AverageNeeded != nil {
			average = *got.AverageNeeded
		}
		if *got.WinsNeeded != wins || int(math.Ceil(average*float64(m)*2-1e-9)) != points {
			t.Fatalf("%s %s: plans %s, a search finds %d wins and %d half points", asJSON(needs), asJSON(history), asJSON(got), wins, points)
		}
	}
	t.Logf("%d found, %d impossible, bound by %v", found, impossible, bound)
	if found < 150 || impossible < 30 || len(bound) < 4 {
		t.Errorf("too few of a kind: %d found, %d impossible, bound by %v", found, impossible, bound)
	}
}

// FuzzPlan: whatever a text says, the answer is a refusal or a plan that
// agrees with itself.
func FuzzPlan(f *testing.F) {
	for _, seed := range []string{
		`{"rulebook":"airena","challenges":14,"wins":2,"average_score":63.1}`,
		`{"rulebook":"airena","challenges":40,"wins":2,"average_score":70,"target":"champion","best_score":95}`,
		`{"rulebook":"airena","history":[{"score":90,"rank":1},{"score":1e-300,"won":false}],"target":"platinum","best_score":80.1}`,
		`{"rulebook":"clawdiators-live","challenges":5,"wins":1,"rating":1000,"target":"shell-commander"}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		body, refusal := planOp().Answer(text)
		if refusal != nil {
			if refusal.Code == "internal" {
				t.Fatalf("%s: %v", text, refusal)
			}
			return
		}
		var got PlanResponse
		if err := json.Unmarshal(body, &got); err != nil {
			t.Fatal(err)
		}
		switch {
		case got.Feasible == (got.Reason != ""):
			t.Errorf("%s: feasible and reason disagree: %s", text, body)
		case got.Challenges != nil && (got.Held != (*got.Challenges == 0) || *got.WinsNeeded > *got.Challenges):
			t.Errorf("%s: more wins than challenges, or held with some to go: %s", text, body)
		case got.Challenges != nil && got.NotBefore != nil && *got.NotBefore < *got.Challenges && !strings.Contains(string(text), "best_score"):
			t.Errorf("%s: not before a challenge that is already planned: %s", text, body)
		case got.AverageNeeded != nil && (*got.AverageNeeded < 0 || *got.AverageNeeded > 1e9):
			t.Errorf("%s: average off any scale: %s", text, body)
		}
	})
}

// FuzzPlanExact holds plans from any totals against rationals: m challenges at
// the best score are enough, m − 1 are not, and the average needed is the
// nearest number to what the rationals say.
func FuzzPlanExact(f *testing.F) {
	f.Add(14, 2, 63.1, 100.0, 25, 3, 70.0)
	f.Add(40, 2, 70.0, 91.0, 100, 25, 90.0)
	f.Add(90, 25, 90.00000000000001, 89.99999999999999, 100, 25, 90.0)
	f.Add(1_000_000_000, 0, 5e-324, 100.0, 0, 0, 99.99999999999999)
	f.Add(0, 0, 0.0, 0.3, 3, 1, 0.1)
	f.Fuzz(func(t *testing.T, challenges, wins int, average, best float64, needChallenges, needWins int, needAverage float64) {
		if wins < 0 || challenges < wins || challenges > mostChallenges || needChallenges < 0 || needChallenges > mostChallenges || needWins < 0 || needWins > mostChallenges {
			return
		}
		for _, x := range []float64{average, best, needAverage} {
			if !(x >= 0 && x <= 100) {
				return
			}
		}
		rb := ladder("step", rulebook.Need{Stat: rulebook.Challenges, Min: float64(needChallenges)}, rulebook.Need{Stat: rulebook.Wins, Min: float64(needWins)},
			rulebook.Need{Stat: rulebook.AverageScore, Min: needAverage})
		req := PlanRequest{Rulebook: rulebook.Custom(rb), Challenges: &challenges, Wins: &wins, Target: "step", BestScore: &best}
		if challenges > 0 {
			req.AverageScore = &average
		}
		got := mustPlan(t, req)
		points := new(big.Rat).Mul(count(challenges), decimal(average)) // so far
		enough := func(m int) bool {
			all, sum := count(challenges+m), new(big.Rat).Mul(count(m), decimal(best))
			return challenges+m >= needChallenges && wins+m >= needWins && challenges+m > 0 &&
				sum.Add(sum, points).Cmp(all.Mul(all, decimal(needAverage))) >= 0
		}
		if !got.Feasible {
			for _, m := range []int{0, 1, 2, 3, 10, 1000, needChallenges, needWins, mostChallenges} {
				if enough(m) {
					t.Fatalf("%s is said to be impossible, but %d challenges at %v are enough", asJSON(req), m, best)
				}
			}
			return
		}
		m := *got.Challenges
		if !enough(m) || m > 0 && enough(m-1) {
			t.Fatalf("%s: %d challenges: enough %t, one less enough %t", asJSON(req), m, enough(m), enough(m-1))
		}
		if m == 0 {
			return
		}
		need := count(challenges + m)
		need.Mul(need, decimal(needAverage)).Sub(need, points).Quo(need, count(m))
		want, _ := need.Float64()
		if want = max(want, 0); *got.AverageNeeded != want {
			t.Fatalf("%s: an average of %v over %d challenges, want %v", asJSON(req), *got.AverageNeeded, m, want)
		}
	})
}

func count(n int) *big.Rat { return new(big.Rat).SetInt64(int64(n)) }

func decimal(x float64) *big.Rat {
	r, ok := new(big.Rat).SetString(strconv.FormatFloat(x, 'e', -1, 64))
	if !ok {
		panic("a float64 always reads as a decimal")
	}
	return r
}
