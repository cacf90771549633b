package reward

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
)

// The oracle of the documents: medians, z-scores and scores are the nearest
// float64 of exact fractions.
func TestDocStakeWeighted(t *testing.T) {
	type evaluation struct {
		Validator     string
		Stake         int64
		Passed, Total int
	}
	type vector struct {
		Label string
		In    struct {
			Threshold       string
			MinValidators   int    `json:"min_validators"`
			MinStakePercent string `json:"min_stake_percent"`
			Network         int64  `json:"total_network_stake"`
			Evaluations     []evaluation
		}
		Out struct {
			Valid         bool
			Reason        string
			Median, MAD   string
			Z             []float64 `json:"modified_z"`
			Outliers      []int
			FloorOutliers []int `json:"outliers_with_code_mad_floor_0.001"`
			Score         string
		}
	}
	reasons := map[string]string{"": "", "min_validators": "too-few-validators", "min_stake": "too-little-stake"}
	for _, c := range load[vector](t, "doc_stake_weighted") {
		t.Run(c.Label, func(t *testing.T) {
			req := ConsensusRequest{
				Rulebook:         document,
				NetworkStake:     ptr(input.StakeDigits(strconv.FormatInt(c.In.Network, 10))),
				MinValidators:    &c.In.MinValidators,
				MinStakePercent:  ptr(nearestTo(t, c.In.MinStakePercent)),
				OutlierThreshold: ptr(nearestTo(t, c.In.Threshold)),
			}
			var scores []number.Number
			for i, e := range c.In.Evaluations {
				req.Validators = append(req.Validators, Validator{ID: e.Validator, Stake: input.StakeDigits(strconv.FormatInt(e.Stake, 10))})
				req.Scores = append(req.Scores, Evaluation{Validator: e.Validator, Miner: "m", Passed: &c.In.Evaluations[i].Passed, Total: &c.In.Evaluations[i].Total})
				scores = append(scores, number.Arithmetic{}.Ratio(int64(e.Passed), int64(e.Total)))
			}
			got := consensusOf(t, req).Miners[0]
			if got.Valid != c.Out.Valid || got.Reason != reasons[c.Out.Reason] {
				t.Fatalf("valid %t %q, want %t %q", got.Valid, got.Reason, c.Out.Valid, c.Out.Reason)
			}
			if !got.Valid {
				return
			}
			if got.Median != nearestTo(t, c.Out.Median) || got.MAD != nearestTo(t, c.Out.MAD) || *got.Score != nearestTo(t, c.Out.Score) {
				t.Errorf("median %v, MAD %v, score %v, want %s, %s, %s", got.Median, got.MAD, *got.Score, c.Out.Median, c.Out.MAD, c.Out.Score)
			}
			s := spreadOf(scores)
			for i, want := range c.Out.Z {
				if s.mad.Sign() > 0 && !near(s.z(scores[i]).Float(), want) {
					t.Errorf("z of %d is %v, want %v", i, s.z(scores[i]).Float(), want)
				}
			}
			if out := outliersOf(got, req); !slices.Equal(out, c.Out.Outliers) {
				t.Errorf("outliers %v, want %v", out, c.Out.Outliers)
			}
			req.MADFloor = ptr(0.001)
			if out := outliersOf(consensusOf(t, req).Miners[0], req); !slices.Equal(out, c.Out.FloorOutliers) {
				t.Errorf("outliers above the floor %v, want %v", out, c.Out.FloorOutliers)
			}
		})
	}
}

// outliersOf is the indexes of a miner's outliers among the validators.
func outliersOf(m MinerConsensus, req ConsensusRequest) []int {
	out := []int{}
	for _, o := range m.Outliers {
		out = append(out, slices.IndexFunc(req.Validators, func(v Validator) bool { return v.ID == o.Validator }))
	}
	return out
}

// The published code's outlier test.
func TestOutliers(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Scores    []float64
			Threshold float64
		}
		Out struct {
			Indexes []int `json:"outlier_indexes"`
		}
	}
	for _, c := range load[vector](t, "outliers") {
		t.Run(c.Label, func(t *testing.T) {
			got := []int{}
			if len(c.In.Scores) > 0 { // the median of nothing is not asked for
				xs := make([]number.Number, len(c.In.Scores))
				for i, x := range c.In.Scores {
					xs[i] = number.Float(x)
				}
				s := spreadOf(xs)
				for i, x := range xs {
					if s.defined(number.Float(0.001)) && flagged(s.z(x), number.Float(c.In.Threshold)) {
						got = append(got, i)
					}
				}
			}
			if !slices.Equal(got, c.Out.Indexes) {
				t.Errorf("outliers %v, want %v", got, c.Out.Indexes)
			}
		})
	}
}

// evaluation is one of the published code's.
type evaluation struct {
	Score     float64
	Stake     int64
	Validator int
}

type aggregation struct {
	MaxVariance      float64 `json:"max_variance"`
	MinStakeFraction float64 `json:"min_stake_fraction"`
	MinValidators    int     `json:"min_validators"`
	MinScore         float64 `json:"min_score"`
	OutlierThreshold float64 `json:"outlier_threshold"`
}

func aggregate(t *testing.T, config aggregation, network int64, evaluations []evaluation) (MinerConsensus, error) {
	t.Helper()
	req := ConsensusRequest{
		Rulebook:         published,
		NetworkStake:     ptr(input.StakeDigits(strconv.FormatInt(network, 10))),
		MinValidators:    &config.MinValidators,
		MinStakePercent:  ptr(config.MinStakeFraction * 100),
		OutlierThreshold: &config.OutlierThreshold,
		MaxVariance:      &config.MaxVariance,
	}
	for _, e := range evaluations {
		id := strconv.Itoa(e.Validator)
		req.Validators = append(req.Validators, Validator{ID: id, Stake: input.StakeDigits(strconv.FormatInt(e.Stake, 10))})
		req.Scores = append(req.Scores, Evaluation{Validator: id, Miner: "m", Score: ptr(e.Score)})
	}
	if len(evaluations) == 0 {
		return MinerConsensus{Reason: "too-few-validators"}, nil
	}
	res, err := Consensus(req)
	if err != nil {
		return MinerConsensus{}, err
	}
	return res.Miners[0], nil
}

// The published code's stake-weighted score.
func TestStakeWeighted(t *testing.T) {
	type vector struct {
		Label    string
		Boundary bool
		In       struct {
			Config      aggregation
			Evaluations []evaluation
			Network     int64 `json:"total_network_stake"`
		}
		Out struct {
			Valid      bool
			Score      *float64 `json:"weighted_score"`
			Confidence *float64
			Outliers   json.RawMessage `json:"outlier_validators"` // a number where the score is not valid
			Count      int             `json:"validator_count"`
		}
	}
	either := 0
	for _, v := range load[vector](t, "stake_weighted") {
		t.Run(v.Label, func(t *testing.T) {
			if v.Boundary { // the stake share is the minimum to within rounding: either answer is right
				either++
			}
			got, err := aggregate(t, v.In.Config, v.In.Network, v.In.Evaluations)
			if v.Out.Valid && v.Out.Score == nil {
				if err == nil {
					t.Fatal("no error, want one for a score of NaN")
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got.Valid != v.Out.Valid && !v.Boundary {
				t.Fatalf("valid %t, want %t", got.Valid, v.Out.Valid)
			}
			if !got.Valid || !v.Out.Valid {
				return
			}
			if !near(*got.Score, *v.Out.Score) || !near(*got.Confidence, *v.Out.Confidence) {
				t.Errorf("score %v, confidence %v, want %v, %v", *got.Score, *got.Confidence, *v.Out.Score, *v.Out.Confidence)
			}
			var flagged []int
			if err := json.Unmarshal(v.Out.Outliers, &flagged); err != nil {
				t.Fatal(err)
			}
			ids, want := []string{}, []string{}
			for _, id := range flagged {
				want = append(want, strconv.Itoa(id))
			}
			for _, o := range got.Outliers {
				ids = append(ids, o.Validator)
			}
			if !slices.Equal(ids, want) || got.Validators-len(ids) != v.Out.Count {
				t.Errorf("outliers %v of %d, want %v leaving %d", ids, got.Validators, want, v.Out.Count)
			}
		})
	}
	if either != 1 {
		t.Errorf("%d boundary cases, want 1", either)
	}
}

// Consensus, then linear shares of all submissions that reach the least score:
// the published calculator from end to end.
func TestCalculateWeights(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Config      aggregation
			Banned      []string `json:"banned_miners"`
			Network     int64    `json:"total_network_stake"`
			Submissions []struct {
				Content, Miner, Submission string
				SubmittedAt                int64 `json:"submitted_at_unix"`
				Evaluations                []evaluation
			}
		}
		Out struct {
			Weights []struct {
				Submission string
				Rank       int
				RawScore   float64 `json:"raw_score"`
				Weight     float64
			}
		}
	}
	for _, c := range load[vector](t, "calculate_weights") {
		t.Run(c.Label, func(t *testing.T) {
			var miners []Miner
			first := map[string]int64{} // of equal content the earliest is kept
			content := map[string]string{}
			for _, s := range c.In.Submissions {
				got, err := aggregate(t, c.In.Config, c.In.Network, s.Evaluations)
				if err != nil {
					t.Fatal(err)
				}
				if !got.Valid || slices.Contains(c.In.Banned, s.Miner) {
					continue
				}
				if at, known := first[s.Content]; !known || s.SubmittedAt < at {
					first[s.Content] = s.SubmittedAt
					content[s.Content] = s.Submission
				}
				miners = append(miners, Miner{Miner: s.Submission, Score: got.Score})
			}
			byID := map[string]string{}
			for _, s := range c.In.Submissions {
				byID[s.Submission] = s.Content
			}
			miners = slices.DeleteFunc(miners, func(m Miner) bool { return content[byID[m.Miner]] != m.Miner })
			entries := liveEntries(miners, c.In.Config.MinScore)
			s := strategy{Arithmetic: number.Arithmetic{Floats: true}}
			s.rules.Strategy, s.rules.ZeroScores = linear, "paid"
			parts, total := s.divide(entries)
			all := make([]int, len(entries))
			for i := range all {
				all[i] = i
			}
			order := s.order(entries, all)
			if len(order) != len(c.Out.Weights) {
				t.Fatalf("%d weights, want %d", len(order), len(c.Out.Weights))
			}
			for rank, i := range order {
				want := c.Out.Weights[rank]
				if entries[i].id != want.Submission || rank+1 != want.Rank || !near(entries[i].score.Float(), want.RawScore) || !near(parts[i].Quo(total).Float(), want.Weight) {
					t.Errorf("rank %d: %s %v %v, want %+v", rank+1, entries[i].id, entries[i].score, parts[i].Quo(total), want)
				}
			}
		})
	}
}

// liveEntries are miners as the published code enters them in a competition.
func liveEntries(miners []Miner, least float64) []entry {
	var entries []entry
	for i, m := range miners {
		if *m.Score >= least {
			entries = append(entries, entry{miner: i, id: m.Miner, score: number.Float(*m.Score)})
		}
	}
	return entries
}

// Pass rates: a result without a task is forgotten, and one that never came is
// dropped by the published code and a fail by the documents.
func TestPassRate(t *testing.T) {
	type vector struct {
		Label string
		In    struct {
			Results []bool   `json:"results_passed"`
			Tasks   []string `json:"task_difficulties"`
		}
		Out struct {
			PassRate float64 `json:"pass_rate"`
			Passed   int     `json:"tasks_passed"`
			Total    int     `json:"total_tasks"`
		}
	}
	rules, document := rulesOf(t, published), rulesOf(t, document)
	for _, c := range load[vector](t, "pass_rate") {
		t.Run(c.Label, func(t *testing.T) {
			passed, results := 0, min(len(c.In.Results), len(c.In.Tasks))
			for _, ok := range c.In.Results[:results] {
				if ok {
					passed++
				}
			}
			m := input.Marks{Passed: &passed, Total: ptr(len(c.In.Tasks)), Results: &results}
			g := input.NewGrader(rules)
			score, refusal := g.Grade("", m)
			if refusal != nil || score.Float() != c.Out.PassRate || passed != c.Out.Passed {
				t.Errorf("pass rate %v of %d passed, %v, want %v of %d", score, passed, refusal, c.Out.PassRate, c.Out.Passed)
			}
			if total, _ := g.Tasks("", m); total != c.Out.Total {
				t.Errorf("%d tasks, want %d", total, c.Out.Total)
			}
			if len(c.In.Tasks) == 0 {
				return
			}
			strict, refusal := input.NewGrader(document).Grade("", m)
			want := number.Arithmetic{}.Ratio(int64(passed), int64(len(c.In.Tasks)))
			if refusal != nil || strict.Cmp(want) != 0 {
				t.Errorf("by the documents %v, %v, want %v", strict, refusal, want)
			}
		})
	}
}

// The order of sums over validators is the order given, so a float64 score may
// depend on it; an exact one does not.
func ExampleConsensus() {
	scores := []Evaluation{
		{Validator: "v0", Miner: "m", Passed: ptr(9), Total: ptr(10)},
		{Validator: "v1", Miner: "m", Passed: ptr(8), Total: ptr(10)},
		{Validator: "v2", Miner: "m", Passed: ptr(7), Total: ptr(10)},
	}
	validators := []Validator{{ID: "v0", Stake: input.StakeOf(100)}, {ID: "v1", Stake: input.StakeOf(100)}, {ID: "v2", Stake: input.StakeOf(100)}}
	exactly, _ := Consensus(ConsensusRequest{Rulebook: document, Validators: validators, Scores: scores})
	floating, _ := Consensus(ConsensusRequest{Rulebook: published, Validators: validators, Scores: scores})
	fmt.Println(*exactly.Miners[0].Score, *floating.Miners[0].Score)
	// Output: 0.8 0.7999999999999999
}
