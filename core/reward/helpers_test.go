package reward

import (
	"bytes"
	"io/fs"
	"math"
	"math/big"
	"path"
	"testing"

	"github.com/tallyproof/tallyproof/core/internal/vectors"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/testdata"
)

var (
	document  = rulebook.ID("term")
	published = rulebook.ID("term-live")
)

// refs are the rulebooks by name.
var refs = map[string]rulebook.Ref{"document": document, "published": published}

// claimed says which test reads each file of golden data, and what of it is
// out of scope, with the reason.
var claimed = map[string]struct{ test, outOfScope string }{
	"doc_examples.json":          {"TestDocExamples", "the superseded difficulty and time-bonus scoring of 37cd137^: it is not in the seeds"},
	"doc_pass_rate_ranking.json": {"TestDocRanking", ""},
	"doc_stake_weighted.json":    {"TestDocStakeWeighted", "survivor_stake_fraction: not an answer of the operation"},
	"doc_strategies.json":        {"TestDocStrategies", ""},
	"doc_multi_competition.json": {"TestDocMultiCompetition", ""},
	"doc_cap.json":               {"TestDocCap", ""},
	"doc_burn.json":              {"TestDocBurn", ""},
	"doc_decay.json":             {"TestDocDecay", ""},
	"pass_rate.json":             {"TestPassRate", "by_difficulty, execution times, tasks_failed, percentage: the arena's statistics, no part of a reward"},
	"leaderboard_order.json":     {"TestLeaderboardOrder", "keeping the board (replacing entries, max_entries) is the test's own loop; the order of it is ours"},
	"outliers.json":              {"TestOutliers", ""},
	"stake_weighted.json":        {"TestStakeWeighted", ""},
	"calculate_weights.json":     {"TestCalculateWeights", "best (the earliest within 2 % of the top), new_best_found, stats, banned miners and duplicate content: the platform's admission rules, applied before any score reaches a weight"},
	"strategy_linear.json":       {"TestStrategies", "two entries of one UID: refused by the operation"},
	"strategy_quadratic.json":    {"TestStrategies", "two entries of one UID: refused by the operation"},
	"strategy_ranked.json":       {"TestStrategies", "two entries of one UID: refused by the operation"},
	"strategy_softmax.json":      {"TestStrategies", "two entries of one UID: refused by the operation; temperature 0: the operation's least is 0.01, which the published code uses then"},
	"strategy_wta.json":          {"TestStrategies", "two entries of one UID: refused by the operation"},
	"final_weights_cap.json":     {"TestFinalWeights", ""},
	"final_weights_multi.json":   {"TestFinalWeights", ""},
	"burn_apply.json":            {"TestBurnApply", ""},
	"decay_curves.json":          {"TestDecayCurves", "an empty custom table: refused by the operation (the published code burns the maximum)"},
	"decay_epochs.json":          {"TestDecayEpochs", "enabled false: a switch that turns the calculation off; an empty custom table: refused by the operation"},
	"block_decay.json":           {"TestBlockDecay", ""},
	"time_decay.json":            {"TestTimeDecay", "enabled false: a switch that turns the calculation off; half-life 0: the operation's least is 1"},
	"bittensor_emit.json":        {"TestBittensorEmit", "the SDK's error for an empty list: a request without a miner answers a reason"},
	"subtensor_max_upscale.json": {"TestSubtensorMaxUpscale", "within_limit: at this revision the limit is 65535 on chain, so the check never runs"},
	"subtensor_yuma.json":        {"TestSubtensorYuma", ""},
}

// Every file of golden data is read by a test, and every claim is of a file.
func TestVectorsAreClaimed(t *testing.T) {
	paths, err := fs.Glob(testdata.FS, "vectors/term/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no vectors found: %v", err)
	}
	for _, file := range paths {
		if claimed[path.Base(file)].test == "" {
			t.Errorf("%s: no test claims it", file)
		}
	}
	for name := range claimed {
		if _, err := fs.Stat(testdata.FS, "vectors/term/"+name); err != nil {
			t.Error(err)
		}
	}
}

// load reads the cases of one file of golden data.
func load[T any](t *testing.T, name string) []T {
	t.Helper()
	if c := claimed[name+".json"]; c.outOfScope != "" {
		t.Logf("%s: out of scope: %s", name, c.outOfScope)
	}
	return vectors.Load[T](t, "term/"+name+".json")
}

func ptr[T any](x T) *T { return &x }

// ratOf reads "4/5", "0.05" or "50".
func ratOf(t testing.TB, s string) *big.Rat {
	t.Helper()
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		t.Fatalf("%q is not a fraction", s)
	}
	return r
}

// nearestTo is the float64 nearest to a fraction.
func nearestTo(t testing.TB, s string) float64 {
	t.Helper()
	f, _ := ratOf(t, s).Float64()
	return f
}

// passes reads a fraction as a pass count.
func passes(t testing.TB, s string) (passed, total *int) {
	t.Helper()
	r := ratOf(t, s)
	return ptr(int(r.Num().Int64())), ptr(int(r.Denom().Int64()))
}

// goldenTolerance of float64 is relative, 1e-12.
const goldenTolerance = 1e-12

func near(got, want float64) bool {
	return got == want || math.Abs(got-want) <= goldenTolerance*math.Abs(want)
}

func rulesOf(t testing.TB, ref rulebook.Ref) *rulebook.Reward {
	t.Helper()
	rules, err := ref.Reward()
	return must(t, err, rules)
}

// must fails the test on an error.
func must[T any](t testing.TB, err error, v T) T {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func consensusOf(t testing.TB, req ConsensusRequest) ConsensusResponse {
	t.Helper()
	res, err := Consensus(req)
	return must(t, err, res)
}

func weightsOf(t testing.TB, req WeightsRequest) WeightsResponse {
	t.Helper()
	res, err := Weights(req)
	return must(t, err, res)
}

// refused wants reward.decay to refuse a request at the pointer.
func refused(t testing.TB, request, field string) {
	t.Helper()
	answer := operation(t, "reward.decay").Call([]byte(request))
	if !bytes.HasPrefix(answer, []byte(`{"error":{"code":"invalid","field":"`+field+`"`)) {
		t.Errorf("got %s, want a refusal at %s", answer, field)
	}
}

func decayOf(t testing.TB, req decay.DecayRequest) decay.DecayResponse {
	t.Helper()
	res, err := decay.Decay(req)
	return must(t, err, res)
}
