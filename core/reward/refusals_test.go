package reward

import (
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
)

// Every refusal has its pointer and says what was wanted. Texts and pointers of
// the commonest ones are in testdata/ops.
func TestRefusals(t *testing.T) {
	consensus := func(members string) string {
		return `{"rulebook":"term","validators":[{"id":"v","stake":1}],"scores":[{"validator":"v","miner":"m","score":0.5}]` + members + `}`
	}
	evaluation := func(members string) string {
		return `{"rulebook":"term","validators":[{"id":"v","stake":1}],"scores":[{"validator":"v","miner":"m"` + members + `}]}`
	}
	weights := func(members string) string {
		return `{"rulebook":"term","competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1","score":0.5}]}]` + members + `}`
	}
	miner := func(members string) string {
		return `{"rulebook":"term","competitions":[{"id":"c","alpha":100,"miners":[{"miner":"1"` + members + `}]}]}`
	}
	decay := func(members string) string { return `{"rulebook":"term"` + members + `}` }
	tests := []struct{ name, operation, request, field, message string }{
		{"unknown rulebook", "consensus", strings.Replace(consensus(""), "term", "nowhere", 1), "/rulebook", "unknown rulebook"},
		{"rulebook without rewards", "weights", strings.Replace(weights(""), "term", "airena", 1), "/rulebook", "no reward rules"},
		{"no validators", "consensus", `{"rulebook":"term","validators":[],"scores":[]}`, "/validators", "1 to 100000"},
		{"repeated validator", "consensus", `{"rulebook":"term","validators":[{"id":"v","stake":1},{"id":"v","stake":1}],"scores":[{"validator":"v","miner":"m","score":1}]}`, "/validators/1/id", "also validator 0"},
		{"unknown validator", "consensus", strings.Replace(consensus(""), `"validator":"v"`, `"validator":"w"`, 1), "/scores/0/validator", `unknown validator "w": want one of "v"`},
		{"unknown validator beside many", "consensus", `{"rulebook":"term","validators":[{"id":"a","stake":1},{"id":"b","stake":1},{"id":"c","stake":1},{"id":"d","stake":1},{"id":"e","stake":1},{"id":"f","stake":1},{"id":"g","stake":1}],"scores":[{"validator":"v","miner":"m","score":1}]}`, "/scores/0/validator", `unknown validator "v": want one of "a", "b", "c", "d", "e" and 2 more`},
		{"negative stake", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":-1`, 1), "/validators/0/stake", "0 to 1e24"},
		{"huge stake", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":1e25`, 1), "/validators/0/stake", "0 to 1e24"},
		{"huge stake in digits", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":"1000000000000000000000000.1"`, 1), "/validators/0/stake", "0 to 1e24"},
		{"stake in words", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":"many"`, 1), "/validators/0/stake", "decimal digits"},
		{"empty stake", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":""`, 1), "/validators/0/stake", "decimal digits"},
		{"stake of a wrong kind", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":true`, 1), "/validators/0/stake", "a number or text"},
		{"threshold below 0", "consensus", consensus(`,"outlier_threshold":-1`), "/outlier_threshold", "from 0"},
		{"stake over 100 %", "consensus", consensus(`,"min_stake_percent":101`), "/min_stake_percent", "to 100"},
		{"no score", "consensus", evaluation(""), "/scores/0", "no score: want passed and total, or score"},
		{"two scores", "consensus", evaluation(`,"score":0.5,"total":2`), "/scores/0/score", "not both"},
		{"passed alone", "consensus", evaluation(`,"passed":1`), "/scores/0/total", "missing"},
		{"total alone", "consensus", evaluation(`,"total":1`), "/scores/0/passed", "missing"},
		{"results alone", "consensus", evaluation(`,"results":1`), "/scores/0", "no score"},
		{"more passed than results", "consensus", evaluation(`,"passed":3,"total":4,"results":2`), "/scores/0/passed", "at most results"},
		{"a score too small to be one", "consensus", evaluation(`,"score":1e-300`), "/scores/0/score", "want 0, or at least 1e-12"},
		{"a stake too small to be one", "consensus", strings.Replace(consensus(""), `"stake":1`, `"stake":1e-300`, 1), "/validators/0/stake", "want 0, or at least 1e-18"},
		{"an alpha too small to be one", "weights", `{"rulebook":"term","competitions":[{"id":"c","alpha":1e-300,"miners":[]},{"id":"d","alpha":100,"miners":[]}]}`, "/competitions/0/alpha", "want 0, or at least 0.000001"},
		{"a burn too small to be one", "weights", weights(`,"burn":{"percent":1e-300}`), "/burn/percent", "want 0, or at least 0.000001"},
		{"score over 1", "consensus", evaluation(`,"score":1.5`), "/scores/0/score", "from 0 to 1"},
		{"no competitions", "weights", `{"rulebook":"term","competitions":[]}`, "/competitions", "1 to 32"},
		{"repeated competition", "weights", `{"rulebook":"term","competitions":[{"id":"c","alpha":50,"miners":[]},{"id":"c","alpha":50,"miners":[]}]}`, "/competitions/1/id", "also competition 0"},
		{"alpha over 100", "weights", `{"rulebook":"term","competitions":[{"id":"c","alpha":100.2,"miners":[]}]}`, "/competitions/0/alpha", "to 100"},
		{"alphas of 100.2", "weights", `{"rulebook":"term","competitions":[{"id":"c","alpha":50.1,"miners":[]},{"id":"d","alpha":50.1,"miners":[]}]}`, "/competitions", "sum to 100.2: want 100"},
		{"no score of a miner", "weights", miner(""), "/competitions/0/miners/0", "no score"},
		{"a time without a zone", "weights", miner(`,"score":1,"submitted_at":"2026-03-01T12:00:00"`), "/competitions/0/miners/0/submitted_at", "RFC 3339"},
		{"an empty time", "weights", miner(`,"score":1,"submitted_at":""`), "/competitions/0/miners/0/submitted_at", "RFC 3339"},
		{"half a block", "weights", miner(`,"score":1,"submitted_at":1.5`), "/competitions/0/miners/0/submitted_at", "whole number"},
		{"unknown strategy", "weights", weights(`,"strategy":"lottery"`), "/strategy", "one of linear"},
		{"no winners", "weights", weights(`,"strategy":"winner-takes-all","top_n":0`), "/top_n", "from 1"},
		{"temperature 0", "weights", weights(`,"strategy":"softmax","temperature":0`), "/temperature", "from 0.01"},
		{"cap 0", "weights", weights(`,"cap":{"percent":0}`), "/cap/percent", "from 0.001"},
		{"burn over 100 %", "weights", weights(`,"burn":{"percent":101}`), "/burn/percent", "to 100"},
		{"repeated chain validator", "weights", weights(`,"chain":{"validators":[{"id":"v","stake":1},{"id":"v","stake":1}]}`), "/chain/validators/1/id", "also validator 0"},
		{"chain stake", "weights", weights(`,"chain":{"validators":[{"id":"v","stake":"-1"}]}`), "/chain/validators/0/stake", "decimal digits"},
		{"unknown chain miner", "weights", weights(`,"chain":{"validators":[{"id":"v","stake":1,"weights":[{"miner":"9","weight":1}]}]}`), "/chain/validators/0/weights/0/miner", "unknown miner"},
		{"repeated chain miner", "weights", weights(`,"chain":{"validators":[{"id":"v","stake":1,"weights":[{"miner":"1","weight":1},{"miner":"1","weight":1}]}]}`), "/chain/validators/0/weights/1/miner", "want each weight once"},
		{"chain weight over u16", "weights", weights(`,"chain":{"validators":[{"id":"v","stake":1,"weights":[{"miner":"1","weight":65536}]}]}`), "/chain/validators/0/weights/0/weight", "to 65535"},
		{"no end", "decay", decay(""), "/to", "missing"},
		{"an end before the beginning", "decay", decay(`,"from":5,"to":4`), "/to", "at least the first epoch of the span, 5"},
		{"too many epochs", "decay", decay(`,"to":100000`), "/to", "100001 epochs: want at most 100000"},
		{"a rate too small to tell", "decay", decay(`,"rate":1e-9,"to":5`), "/rate", "want 0, or at least 0.000001"},
		{"no step percent", "decay", decay(`,"curve":"step","step_epochs":5,"to":5`), "/step_percent", "missing"},
		{"no step epochs", "decay", decay(`,"curve":"step","step_percent":5,"to":5`), "/step_epochs", "missing"},
		{"an empty table", "decay", decay(`,"curve":"custom","table":[],"to":5`), "/table", "1 to 100000 items"},
		{"a table over 100 %", "decay", decay(`,"curve":"custom","table":[101],"to":5`), "/table/0", "from 0 to 100"},
		{"half-life 0", "decay", decay(`,"curve":"block","half_life_blocks":0,"to":5`), "/half_life_blocks", "from 1"},
		{"a history and a span", "decay", decay(`,"history":[{"epoch":1}],"from":1`), "/from", "give either this or history, not both"},
		{"a history and a last improvement", "decay", decay(`,"history":[{"epoch":1}],"last_improvement":1`), "/last_improvement", "give either this or history, not both"},
		{"a history and a stride", "decay", decay(`,"history":[{"epoch":1}],"every":2`), "/every", "give either this or history, not both"},
		{"an end before the history's", "decay", decay(`,"history":[{"epoch":7}],"to":6`), "/to", "the last epoch of the history, 7"},
		{"a history too long", "decay", decay(`,"history":[{"epoch":0},{"epoch":100000}]`), "/history", "want at most 100000"},
		{"a future too long", "decay", decay(`,"history":[{"epoch":0}],"to":100000`), "/to", "want at most 100000"},
		{"a future too long after processed epochs", "decay", `{"rulebook":"term-live","history":[{"epoch":0},{"epoch":1000000},{"epoch":1000000}],"to":1099999}`, "/to", "100001 epochs: want at most 100000"},
		{"an agent's staleness without the agent", "decay", decay(`,"staleness":"agent","history":[{"epoch":1}]`), "/agent", "missing"},
		{"two scores of an epoch's row", "decay", decay(`,"history":[{"epoch":1,"best_score":1,"passed":1,"total":1}]`), "/history/0/best_score", "not both"},
		{"half a score of an epoch", "decay", decay(`,"history":[{"epoch":1,"passed":1}]`), "/history/0/total", "missing"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var answer struct{ Error op.Error }
			envelope := operation(t, "reward."+test.operation).Call([]byte(test.request))
			if err := json.Unmarshal(envelope, &answer); err != nil {
				t.Fatal(err)
			}
			if got := answer.Error; got.Code != op.Invalid || got.Field != test.field || !strings.Contains(got.Message, test.message) {
				t.Errorf("%s\nwant %s at %s", envelope, test.message, test.field)
			}
		})
	}
}

// What is adjusted or overlooked comes back as a warning, never in silence.
func TestWarnings(t *testing.T) {
	two := []Competition{{ID: "c", Alpha: 100, Miners: []Miner{{Miner: "1", Score: ptr(0.5)}, {Miner: "2", Score: ptr(0.0)}}}}
	tests := []struct {
		name, code, field string
		warnings          []op.Warning
	}{
		{"top_n without winners", "ignored", "/top_n", weightsOf(t, WeightsRequest{Rulebook: document, TopN: ptr(2), Competitions: two}).Warnings},
		{"temperature without softmax", "ignored", "/temperature", weightsOf(t, WeightsRequest{Rulebook: document, Temperature: ptr(2.0), Competitions: two}).Warnings},
		{"fewer miners than winners", "few-miners", "/competitions/0/miners", weightsOf(t, WeightsRequest{Rulebook: document, Strategy: winnerTakesAll, TopN: ptr(3), Competitions: two}).Warnings},
		{"a score of 0 is paid", "zero-score-paid", "/competitions/0", weightsOf(t, WeightsRequest{Rulebook: document, Strategy: rankedStrategy, Competitions: two}).Warnings},
		{"too much on the burn address", "u16-overflow", "/burn", weightsOf(t, WeightsRequest{Rulebook: document, Burn: &Burn{Percent: 80, Mode: burnAdd}, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: []Miner{{Miner: "0", Score: ptr(1.0)}}}}}).Warnings},
		{"a miner on the burn address", "burn-address-scored", "/competitions", weightsOf(t, WeightsRequest{Rulebook: document, Competitions: []Competition{{ID: "c", Alpha: 100, Miners: []Miner{{Miner: "0", Score: ptr(1.0)}}}}}).Warnings},
		{"a table without its curve", "ignored", "/table", decayOf(t, decay.DecayRequest{Rulebook: document, Table: []float64{1}, To: ptr(int64(1))}).Warnings},
		{"an agent that does not matter", "ignored", "/agent", decayOf(t, decay.DecayRequest{Rulebook: document, Agent: "me", History: []decay.HistoryEpoch{{Epoch: 1}}}).Warnings},
		{"two evaluations", "outlier-test-undefined", "/scores/0", consensusOf(t, ConsensusRequest{
			Rulebook: document, MinValidators: ptr(1), Validators: []Validator{{ID: "a", Stake: input.StakeOf(1)}, {ID: "b", Stake: input.StakeOf(1)}},
			Scores: []Evaluation{{Validator: "a", Miner: "m", Score: ptr(0.1)}, {Validator: "b", Miner: "m", Score: ptr(0.9)}},
		}).Warnings},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for _, w := range test.warnings {
				if w.Code == test.code && w.Field == test.field && w.Message != "" {
					return
				}
			}
			t.Errorf("no %s at %s in %v", test.code, test.field, test.warnings)
		})
	}
}

// The rules of a rulebook are data: a request's answers are those of the rules
// it names, and asking twice gives the same bytes.
func TestRequestsKeepTheRules(t *testing.T) {
	before := *rulesOf(t, document)
	req := WeightsRequest{Rulebook: document, Strategy: quadratic, Competitions: subnet(5)}
	first := weightsOf(t, req)
	if after := *rulesOf(t, document); !reflect.DeepEqual(after, before) {
		t.Errorf("the rules changed to %+v", after)
	}
	if second := weightsOf(t, req); !reflect.DeepEqual(second.Miners[0], first.Miners[0]) || second.Strategy != quadratic {
		t.Errorf("got %+v, then %+v", first.Miners[0], second.Miners[0])
	}
}

// Fractions that have no short common denominator are refused; any number of
// miners on one benchmark, or on a few, is not.
func TestTooManyBenchmarks(t *testing.T) {
	competition := func(totals ...int) Competition {
		c := Competition{ID: strconv.Itoa(totals[0]), Alpha: 100}
		for i, total := range totals {
			c.Miners = append(c.Miners, Miner{Miner: strconv.Itoa(i + 1), Passed: ptr(1), Total: ptr(total)})
		}
		return c
	}
	var many []int
	for total := range 400 {
		many = append(many, total+2)
	}
	_, err := Weights(WeightsRequest{Rulebook: document, Competitions: []Competition{competition(many...)}})
	if refusal := new(op.Error); !errors.As(err, &refusal) || !strings.HasSuffix(refusal.Field, "/total") {
		t.Errorf("400 benchmarks: %v, want a refusal of one of them", err)
	}
	weightsOf(t, WeightsRequest{Rulebook: document, Competitions: []Competition{competition(91, 100, 50, 89, 64, 80, 12, 30, 75, 240)}})
	var several []Competition
	for i := range 32 {
		c := competition(1000003, 1000033, 1000037, 1000039, 1000081, 1000099)
		c.ID, c.Alpha = strconv.Itoa(i), 3.125
		several = append(several, c)
	}
	_, err = Weights(WeightsRequest{Rulebook: document, Competitions: several})
	if refusal := new(op.Error); !errors.As(err, &refusal) || !strings.HasPrefix(refusal.Message, "too many competitions") {
		t.Errorf("32 competitions on six benchmarks: %v, want a refusal", err)
	}
}
