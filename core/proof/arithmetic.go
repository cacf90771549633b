package proof

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/exact"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/proof/record"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// weightsOf returns the weights for recomputing: the given ones, else the record's, else
// the given rulebook's, else nil.
func (v *verifier) weightsOf(r *record.Record) (weights map[string]float64, fromRecord bool) {
	if len(v.weights) > 0 {
		return v.weights, false
	}
	if _, weights, ok := r.Weights(); ok {
		return weights, true
	}
	if v.rb == nil {
		return nil, false
	}
	return v.rb.OwnWeights(), false
}

// rulebookOf returns the rulebook given if the total follows by it, or else nothing more is
// known of the record; else the first built-in one all of whose dimensions the record
// has, or nil: naming other rules hides no total that the record itself contradicts.
func (v *verifier) rulebookOf(r *record.Record, weights map[string]float64) *rulebook.Rulebook {
	if v.rb != nil && v.recomputes(v.rb, r, weights) {
		return v.rb
	}
	if v.known == nil {
		v.known = recognizable()
	}
	for _, rb := range v.known {
		if scores, _ := r.Dimensions(rb); len(scores) == len(rb.Dimensions) && (v.rb == nil || v.recomputes(rb, r, weights)) {
			return rb
		}
	}
	return v.rb
}

// recomputes reports whether the record has every score that the weights count, by
// names that the rulebook knows, and they make a total by it.
func (v *verifier) recomputes(rb *rulebook.Rulebook, r *record.Record, weights map[string]float64) bool {
	scores, _ := r.Dimensions(rb)
	weights = counted(rb, weights)
	for key := range weights {
		if _, found := scores[key]; !found {
			return false
		}
	}
	_, err := recompute(rb, scores, weights)
	return err == nil
}

// counted returns the weights without zero weights of dimensions unknown to the rulebook,
// which do not change the total.
func counted(rb *rulebook.Rulebook, weights map[string]float64) map[string]float64 {
	rest := make(map[string]float64, len(weights))
	for key, weight := range weights {
		if _, known := rb.Dimension(key); known || weight != 0 {
			rest[key] = weight
		}
	}
	return rest
}

// recognizable returns the built-in rulebooks that a record's dimensions may be
// known by: those with several, all of which always count.
func recognizable() []*rulebook.Rulebook {
	var all []*rulebook.Rulebook
	for _, rb := range rulebook.BuiltIn() {
		// either all dimensions have a default weight, or no dimension has
		if len(rb.Dimensions) > 1 && rb.Dimensions[0].Weight != nil {
			all = append(all, rb)
		}
	}
	return all
}

// Recomputed compares a record's total with the total of its dimensions.
type Recomputed struct {
	Field    string                `json:"field" doc:"The record's member that has the total."`
	Claimed  float64               `json:"claimed" doc:"The total it claims."`
	Agrees   bool                  `json:"agrees" doc:"Whether the recomputed total rounds to the claimed one."`
	Rounded  bool                  `json:"rounded,omitempty" doc:"Whether they agree only because the record rounds: the two numbers differ."`
	Defaults bool                  `json:"defaults,omitempty" doc:"Whether the rules' default weights were used because the challenge's are missing: then it proves nothing."`
	Score    score.ComputeResponse `json:"score" doc:"The recomputed total and its parts, as score.compute answers."`

	Measured map[string]measure.Measurement `json:"measured,omitempty" doc:"Signed test counts and times that make a dimension's signed score, as score.compute takes them."`
}

// arithmeticCheck recomputes the total from the record's dimensions.
func (v *verifier) arithmeticCheck(o *outcome, r *record.Record,
	weights map[string]float64) (status, said string, got *Recomputed) {
	if v.brief && len(weights) == 0 {
		return unknown, "", nil // whatever the total
	}
	rb := v.rulebookOf(r, weights)
	if rb == nil {
		return unknown, "The record's dimensions are those of no rules known here, so its total cannot be recomputed.", nil
	}
	name, claimed, ok := r.Score()
	if !ok {
		return unknown, "The record has no total to recompute.", nil
	}
	scores, _ := r.Dimensions(rb)
	if len(scores) == 0 {
		return unknown, "The record has no dimension scores to recompute the total from.", nil
	}
	weights = counted(rb, weights)
	made, err := recompute(rb, scores, weights)
	if err == nil {
		same := words.Agrees(claimed, made.Score)
		got = &Recomputed{name, claimed, same, same && math.Abs(claimed-made.Score) > exactly, len(weights) == 0, made, nil}
		if !v.brief {
			got.Measured = measuredOf(rb, r, made)
		}
	}
	if v.brief && got != nil && got.Agrees {
		return pass, "", got
	}
	total, by := shown(made.Score), rb.Called()
	if len(v.weights) > 0 { // which the record may know nothing of
		by += " and the weights given"
	}
	switch {
	case len(weights) == 0 && err != nil:
		return unknown, noWeights, nil
	case len(weights) == 0:
		return unknown, fmt.Sprintf(noWeights+" The default weights of %s would make %s; the record's %s is %s.", by, total,
			name, op.Show(claimed)), got
	case err != nil:
		return unknown, fmt.Sprintf("The total cannot be recomputed: %s.", err.Error()), nil
	case got.Rounded:
		return pass, fmt.Sprintf("%s by the rules of %s, and the record rounds it to %s.", sumSaid(made), by,
			op.Show(claimed)), got
	case got.Agrees:
		return pass, fmt.Sprintf("%s by the rules of %s.", sumSaid(made), by), got
	}
	if len(v.weights) > 0 {
		o.but["arithmetic"] = "the sum does not match the weights given"
	}
	return fail, fmt.Sprintf("The record's %s is %s; its dimensions make %s by the rules of %s.", name, op.Show(claimed),
		total, by), got
}

// measuredOf returns the signed inputs that make the scores of their dimensions.
func measuredOf(rb *rulebook.Rulebook, r *record.Record, made score.ComputeResponse) map[string]measure.Measurement {
	all := r.Signed.Measured(rb)
	for key, m := range all {
		d, _ := rb.Dimension(key)
		part, counts := made.Breakdown.Get(key)
		got, err := measure.Of(d.Measure).Score(&measure.Case{Measurement: &m, Scale: rb.Scale, Verified: true, Label: d.Label,
			Key: key, Shape: d.Shape})
		if !counts || err != nil || !words.Agrees(part.Score, got.Float) {
			delete(all, key)
		}
	}
	if len(all) == 0 {
		return nil
	}
	return all
}

// sumSaid shows a total as the sum of its parts, "39.00 + 19.25 + 18.40 + 17.60 = 94.25",
// or alone if they are many or the rules do more than add them.
func sumSaid(made score.ComputeResponse) string {
	total, terms := shown(made.Score), make([]string, 0, len(made.Breakdown))
	sum, decimals := exact.Num{}, words.Decimals(made.Score)
	for _, p := range made.Breakdown {
		sum = sum.Add(exact.Of(p.Weighted))
		decimals = max(decimals, words.Decimals(p.Weighted))
	}
	if len(made.Breakdown) < 2 || len(made.Breakdown) > 6 || decimals > 4 || math.Abs(sum.Float()-made.Score) > exactly {
		return "The total recomputes to " + total
	}
	for _, p := range made.Breakdown {
		terms = append(terms, words.Fixed(p.Weighted, decimals))
	}
	return strings.Join(terms, " + ") + " = " + words.Fixed(made.Score, decimals)
}

// weightsSaid shows weights that sum to the whole: "40 + 20 + 20 + 20 = 100 %".
func weightsSaid(got *Recomputed) string {
	var terms []string
	whole := 0.0
	for _, p := range got.Score.Breakdown {
		whole += p.Weight
	}
	for _, p := range got.Score.Breakdown {
		terms = append(terms, words.Short(100*p.Weight/whole))
	}
	return strings.Join(terms, " + ") + " = 100 %"
}

// exactly is the difference up to which two totals count as equal.
const exactly = 1e-9

const noWeights = "The record does not carry the challenge's weights, so its total cannot be recomputed."

// recompute returns the total by the weights, or by the rulebook's own without any.
func recompute(rb *rulebook.Rulebook, scores, weights map[string]float64) (score.ComputeResponse, error) {
	req := score.ComputeRequest{Rulebook: rulebook.Resolved(rb), Weights: weights, Verified: true,
		Measurements: map[string]measure.Measurement{}}
	for key, x := range scores {
		req.Measurements[key] = measure.Measurement{Score: &x}
	}
	return score.Compute(req)
}

// shown returns a recomputed total with at most six decimals.
func shown(x float64) string {
	text := strconv.FormatFloat(x, 'f', 6, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}

// weightsCheck reports whether the weights sum to the whole, and whether those
// given are the record's.
func (v *verifier) weightsCheck(o *outcome, r *record.Record, weights map[string]float64, fromRecord bool) (status, said string) {
	if field, found := r.Signed.Misfit(record.MeansWeights); found {
		return fail, fmt.Sprintf("The signed member %s has no number for each dimension, so nobody can weigh by it.", field)
	}
	if len(weights) == 0 {
		return unknown, "The record does not carry the challenge's weights, and none were given."
	}
	if n := len(weights); n > mostWeights {
		return fail, fmt.Sprintf("There are %d weights: want at most %d.", n, mostWeights)
	}
	sum := sumOf(weights)
	if _, err := rulebook.UnitOf(sum); err != nil {
		return fail, fmt.Sprintf("The weights sum to %s, not to 1 or 100 %%.", op.Show(sum.Float()))
	}
	if name, own, ok := r.Weights(); ok && !fromRecord && !sameWeights(own, weights) {
		return fail, fmt.Sprintf("The weights given are not those of the record's %s.", name)
	}
	if v.brief {
		return pass, ""
	}
	if got := o.recomputed; got != nil && len(got.Score.Breakdown) == len(weights) && fromRecord && len(weights) <= 6 {
		return pass, weightsSaid(got) + "."
	}
	whose := "The weights given"
	if fromRecord {
		whose = "The record's weights"
	} else if len(v.weights) == 0 {
		whose = "The rulebook's weights"
	}
	return pass, fmt.Sprintf("%s sum to 100 %%.", whose)
}

// sameWeights compares two lists of weights, as fractions.
func sameWeights(a, b map[string]float64) bool {
	if len(a) != len(b) {
		return false
	}
	unitA, unitB := unit(a), unit(b)
	for key, x := range a {
		y, ok := b[key]
		if !ok || math.Abs(x/unitA-y/unitB) > 1e-9 {
			return false
		}
	}
	return true
}

// unit is 100 if weights are percentages, else 1.
func unit(weights map[string]float64) float64 {
	if percent, _ := rulebook.UnitOf(sumOf(weights)); percent {
		return 100
	}
	return 1
}

// mostWeights is more than any arena has. Exact sums of thousands of tiny numbers take
// long.
const mostWeights = 1000

// sumOf returns the exact sum, in whatever order.
func sumOf(weights map[string]float64) (sum exact.Num) {
	for _, weight := range weights {
		sum = sum.Add(exact.Of(weight))
	}
	return sum
}
