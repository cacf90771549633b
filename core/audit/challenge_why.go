package audit

import (
	"math"
	"strconv"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// shown is a recomputed value with six decimals at most.
func shown(x float64) string { return op.Show(millionths(x)) }

// millionths rounds to six decimals. The largest numbers have none.
func millionths(x float64) float64 {
	if scaled := float64(x * 1e6); !math.IsInf(scaled, 0) {
		return fmath.RoundHalfUp(scaled) / 1e6
	}
	return x
}

// alternative is another way to come to a value.
type alternative struct {
	words string
	value func() (float64, bool)
}

// why names the first alternative that gives the claim.
func why(claim, value float64, list []alternative) string {
	for _, alt := range list {
		if x, ok := alt.value(); ok && words.Agrees(claim, x) {
			return "the claim is " + alt.words
		}
	}
	unit := math.Pow10(words.Decimals(claim))
	if claim == math.Floor(float64(value*unit))/unit {
		return "the claim is cut off instead of rounded"
	}
	return "no reading of these rules gives the claim: off by " + words.SignedNumber(millionths(claim-value))
}

// readings are the other rulebooks of the same arena: other readings of its
// rules.
func readings(rb *rulebook.Rulebook) []*rulebook.Rulebook {
	var list []*rulebook.Rulebook
	for _, other := range rulebook.BuiltIn() {
		if other.Arena != "" && other.Arena == rb.Arena && other.ID != rb.ID {
			list = append(list, other)
		}
	}
	return list
}

// whyScore looks for the way an arena came to another composite.
func (a *Audit) whyScore(row *auditRow, value float64) string {
	compute := func(edit func(*score.ComputeRequest)) func() (float64, bool) {
		return func() (float64, bool) {
			req := score.ComputeRequest{Rulebook: a.rules, Weights: a.report.Weights, Verified: row.Verified, Measurements: row.measurements(false)}
			edit(&req)
			res, err := score.Compute(req)
			return res.Score, err == nil
		}
	}
	list := []alternative{
		{"the weighted sum of the claimed dimension scores", compute(func(r *score.ComputeRequest) { r.Measurements = row.measurements(true) })},
	}
	for _, other := range a.others {
		list = append(list, alternative{"right under another reading of the rules: " + other.Name, compute(func(r *score.ComputeRequest) { r.Rulebook = scoring(other) })})
	}
	list = append(list, alternative{"the sum before it is rounded", compute(func(r *score.ComputeRequest) {
		r.Rulebook = a.unrounded
	})})
	if a.report.Weights != nil {
		list = append(list, alternative{"right under the rulebook's own weights", compute(func(r *score.ComputeRequest) { r.Weights = nil })})
	}
	instead := "right for a verified match"
	if row.Verified {
		instead = "right for an unverified match"
	}
	list = append(list, alternative{instead, compute(func(r *score.ComputeRequest) { r.Verified = !r.Verified })})
	return why(*row.Score, value, list)
}

// whyDimension looks for the way an arena came to another dimension score.
func (a *Audit) whyDimension(row *auditRow, key string, claim, value float64) string {
	var list []alternative
	for _, other := range a.others {
		list = append(list, alternative{"right under another reading of the rules: " + other.Name, func() (float64, bool) {
			res, refusal := a.compute(scoring(other), row)
			p, ok := res.Breakdown.Get(key)
			return p.Score, ok && refusal == nil
		}})
	}
	return why(claim, value, list)
}

// whyResult names the thresholds, and whether the claimed score explains it.
func (a *Audit) whyResult(row *auditRow, claim string) string {
	var list []string
	for _, r := range a.rb.Results {
		list = append(list, r.ID+" from "+op.Show(r.Min))
	}
	rule := strings.Join(list, ", ") + ", compared without rounding"
	if row.scored && row.Score != nil && a.rb.ResultOf(*row.Score) == claim {
		rule += "; the claim fits the claimed score"
	}
	return rule
}

// CompositeRule describes how dimensions become a score.
func CompositeRule(rb *rulebook.Rulebook) string {
	rule := "score = Σ dimension · weight"
	switch rb.Composite.Rounding {
	case rulebook.RoundFloorTotal:
		rule = "score = ⌊Σ dimension · weight⌋"
	case rulebook.RoundParts:
		rule = "score = Σ round(dimension · weight)"
	}
	if rb.Composite.Cap {
		rule += ", at most " + op.Show(rb.Scale)
	}
	return rule
}

// shownWeights lists weights by dimension: "correctness 0.5, speed 0.6".
func shownWeights(w map[string]float64) string {
	var list []string
	for _, key := range keysOf(w) {
		list = append(list, key+" "+op.Show(w[key]))
	}
	return strings.Join(list, ", ")
}

// Verdict is the half sentence of a summary.
func Verdict(checked, differences int) string {
	switch {
	case checked == 0:
		return "nothing in it can be recomputed"
	case differences == 0 && checked == 1:
		return "the one value compared agrees with the rules"
	case differences == 0:
		return "all " + strconv.Itoa(checked) + " values compared agree with the rules"
	case checked == 1:
		return "the one value compared differs from the rules"
	case differences == 1:
		return "1 of " + strconv.Itoa(checked) + " values differs from the rules"
	}
	return strconv.Itoa(differences) + " of " + strconv.Itoa(checked) + " values differ from the rules"
}
