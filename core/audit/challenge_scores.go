package audit

import (
	"maps"
	"slices"
	"strings"

	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/words"
)

// recompute scores a submission if it can be, and compares its dimension scores,
// composite and result.
func (a *Audit) recompute(row *auditRow) {
	if row.Score != nil {
		row.score = *row.Score
	}
	if a.known && len(row.Dimensions)+len(row.Measurements) > 0 {
		a.score(row)
	}
	if row.Score != nil && !row.scored {
		a.missed[scoreRule]++
	}
	for key := range row.Measurements {
		if _, claimed := row.Dimensions[key]; claimed && !row.scored {
			a.missed[dimensionRule]++
		}
	}
	a.checkResult(row)
}

// scoring returns the part of a rulebook that scores: it resolves fast.
func scoring(rb *rulebook.Rulebook) rulebook.Ref {
	return rulebook.Resolved(&rulebook.Rulebook{
		ID: rb.ID, Name: rb.Name, Arithmetic: rb.Arithmetic, Scale: rb.Scale,
		Dimensions: rb.Dimensions, Composite: rb.Composite, Results: rb.Results,
	})
}

// compute is score.compute of a row: of what was measured, and of the claimed
// dimension scores if there is no measurement.
func (a *Audit) compute(rules rulebook.Ref, row *auditRow) (score.ComputeResponse, *op.Error) {
	res, err := score.Compute(score.ComputeRequest{Rulebook: rules, Weights: a.report.Weights, Verified: row.Verified,
		Measurements: row.measurements(false)})
	return res, refusalOf(err)
}

// measurements returns a row's scores as score.compute takes them. Claims stand for
// what was not measured, or for everything claimed.
func (r *auditRow) measurements(claims bool) map[string]measure.Measurement {
	all := make(map[string]measure.Measurement, len(r.Dimensions)+len(r.Measurements))
	for key, x := range r.Dimensions {
		all[key] = measure.Measurement{Score: &x}
	}
	for key, m := range r.Measurements {
		if _, claimed := all[key]; !claimed || !claims {
			all[key] = m
		}
	}
	return all
}

// refusalOf names the type of an operation's errors.
func refusalOf(err error) *op.Error {
	if err == nil {
		return nil
	}
	refusal, ok := err.(*op.Error)
	if !ok {
		panic("audit: an operation refuses with an op.Error: " + err.Error())
	}
	return refusal
}

// score compares a row's dimension scores and composite.
func (a *Audit) score(row *auditRow) {
	got, refusal := a.compute(a.rules, row)
	if refusal != nil {
		a.refused(row, refusal)
		return
	}
	row.score, row.scored = got.Score, true
	for _, p := range got.Breakdown {
		a.checkDimension(row, p)
	}
	if row.Score == nil {
		return
	}
	if words.Agrees(*row.Score, got.Score) {
		a.agrees(scoreRule, row, "Score", *row.Score)
		return
	}
	way := a.whyScore(row)
	a.differs(scoreRule, row, "/score", "Score", op.Show(*row.Score), shown(got.Score),
		CompositeRule(a.rb)+"; "+why(*row.Score, got.Score, way))
	a.because(saysWay(*row.Score, got.Score, way, "by any reading"))
}

// Again compares a second score of the last submission, which it has in a member of
// another name.
func (a *Audit) Again(member string, x float64) {
	row := &a.rows[len(a.rows)-1]
	switch {
	case !row.scored:
		a.missed[scoreRule]++
	case words.Agrees(x, row.score):
		a.agrees(scoreRule, row, "Score", x)
	default:
		a.differs(scoreRule, row, "/score", "Score", op.Show(x), shown(row.score),
			CompositeRule(a.rb)+", in the member "+op.Quote(member))
		a.because("The member " + op.Quote(member) + " claims " + off(x, row.score) + ".")
	}
}

// refused reports what the rules refuse of a submission: a score off the scale,
// a dimension without one, an expired time.
func (a *Audit) refused(row *auditRow, refusal *op.Error) {
	field, claimed := refusal.Field, ""
	for _, key := range slices.Sorted(maps.Keys(row.Dimensions)) {
		measured := op.Pointer("measurements", key)
		if _, both := row.Measurements[key]; !both && (refusal.Field == measured || refusal.Field == measured+"/score") {
			field, claimed = op.Pointer("dimensions", key), op.Show(row.Dimensions[key])
		}
	}
	if key, ok := strings.CutPrefix(field, "/measurements/"); ok && !strings.Contains(key, "/") &&
		len(row.Measurements) == 0 {
		field = "/dimensions/" + key
	}
	a.differs(dimensionRule, row, field, "Scores", claimed, "", refusal.Message+"; the composite is not recomputed")
	a.because("The rules refuse it: " + refusal.Message + ".")
}

// checkDimension compares a claimed dimension score with the measured one. A
// claim without a measurement differs only if the rules do not count it.
func (a *Audit) checkDimension(row *auditRow, p score.NamedPart) {
	claimed, ok := row.Dimensions[p.Key]
	_, measured := row.Measurements[p.Key]
	if !ok || !measured && claimed == p.Score {
		return
	}
	if words.Agrees(claimed, p.Score) {
		a.agrees(dimensionRule, row, a.label(p.Key), claimed)
		return
	}
	d, _ := a.rb.Dimension(p.Key)
	line, says := "efficiency counts only in a verified match", "Efficiency counts only in a verified match."
	if rule := measure.Of(d.Measure); measured {
		way := a.whyDimension(row, p.Key, claimed)
		line = rule.Tell(rule.Rule.Line, d.Decay) + "; " + why(claimed, p.Score, way)
		says = saysWay(claimed, p.Score, way, "for what was measured")
	}
	a.differs(dimensionRule, row, op.Pointer("dimensions", p.Key), a.label(p.Key), op.Show(claimed), shown(p.Score), line)
	a.because(says)
}

func cmpOr(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

// checkResult maps the score to a result; without one, or thresholds, nothing can be said.
func (a *Audit) checkResult(row *auditRow) {
	given := row.hasScore() && len(a.rb.Results) > 0
	want := a.rb.ResultOf(row.score)
	for _, claim := range []struct{ field, label, value string }{{"/result", "Result", row.Result},
		{"/outcome", "Outcome", row.Outcome}} {
		switch {
		case claim.value == "":
		case !given:
			a.missed[resultRule]++
		case claim.value == want:
			a.counts[resultRule].Matches++
			a.keep(resultRule, row, claim.label, claim.value)
		default:
			a.differs(resultRule, row, claim.field, claim.label, claim.value, want, a.whyResult(row, claim.value))
			a.because("Its score of " + hundredths(row.score) + " makes a " + want + ".")
		}
	}
}
