package audit

import (
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/fmath"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// shown returns a recomputed value with six decimals at most.
func shown(x float64) string { return op.Show(millionths(x)) }

// millionths rounds to six decimals. The largest numbers stay as they are.
func millionths(x float64) float64 {
	if scaled := float64(x * 1e6); !math.IsInf(scaled, 0) {
		return fmath.RoundHalfUp(scaled) / 1e6
	}
	return x
}

// why names another way to compute the value that gives the claim, or returns "".
func why(claim, value float64, way string) string {
	if way != "" {
		return "the claim is " + way
	}
	if isCut(claim, value) {
		return "the claim is cut off instead of rounded"
	}
	return "no reading of these rules gives the claim: off by " + words.SignedNumber(millionths(claim-value))
}

// isCut reports whether a claim is a value with its last decimals cut off.
func isCut(claim, value float64) bool {
	unit := math.Pow10(words.Decimals(claim))
	return claim == math.Floor(float64(value*unit))/unit
}

// readings returns the other rulebooks of the same arena: other readings of its
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

// ofClaims is the way to a composite of dimension scores that are wrong.
const ofClaims = "the weighted sum of the claimed dimension scores"

const otherReading = "right under another reading of the rules: "

// whyScore looks for the way an arena came to another composite.
func (a *Audit) whyScore(row *auditRow) string {
	way := ""
	try := func(said string, rules rulebook.Ref, weights map[string]float64, verified, claims bool) {
		if way != "" {
			return
		}
		res, err := score.Compute(score.ComputeRequest{Rulebook: rules, Weights: weights, Verified: verified,
			Measurements: row.measurements(claims)})
		if err == nil && words.Agrees(*row.Score, res.Score) {
			way = said
		}
	}
	weights, verified := a.report.Weights, row.Verified
	try(ofClaims, a.rules, weights, verified, true)
	for _, other := range a.others {
		try(otherReading+other.Name, scoring(other), weights, verified, false)
	}
	try("the sum before it is rounded", a.unrounded, weights, verified, false)
	if weights != nil {
		try("right under the rulebook's own weights", a.rules, nil, verified, false)
	}
	instead := "right for a verified match"
	if verified {
		instead = "right for an unverified match"
	}
	try(instead, a.rules, weights, !verified, false)
	return way
}

// whyDimension looks for the way an arena came to another dimension score.
func (a *Audit) whyDimension(row *auditRow, key string, claim float64) string {
	way := ""
	for _, other := range a.others {
		res, refusal := a.compute(scoring(other), row)
		if p, ok := res.Breakdown.Get(key); way == "" && ok && refusal == nil && words.Agrees(claim, p.Score) {
			way = otherReading + other.Name
		}
	}
	return way
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

// Verdict returns the half sentence of a summary, which ends with the rules.
func Verdict(checked, differences int, rules string) string {
	said := words.Grouped(int64(differences)) + " of " + words.Grouped(int64(checked)) + " values differ from "
	switch {
	case checked == 0:
		return "nothing in it can be recomputed by " + rules
	case differences == 0 && checked == 1:
		said = "the one value compared agrees with "
	case differences == 0:
		said = "all " + words.Grouped(int64(checked)) + " values compared agree with "
	case checked == 1:
		said = "the one value compared differs from "
	case differences == 1:
		said = "1 of " + words.Grouped(int64(checked)) + " values differs from "
	}
	return said + rules
}
