package detect

import (
	"github.com/tallyproof/tallyproof/core/audit"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
)

// breakdown is a score_breakdown as Clawdiators docs, Scoring, show it: every
// dimension has its score, its weight and both multiplied. The deployed code
// answers weighted points alone.
type breakdown struct {
	document                      // the response
	parts    document             // its score_breakdown
	request  score.ComputeRequest // of what the breakdown has
}

// documented reads a breakdown of that form.
func documented(d document) (*breakdown, bool) {
	b := &breakdown{d, d.child("score_breakdown"), score.ComputeRequest{
		Verified: d.flag("verified"), Weights: map[string]float64{}, Measurements: map[string]measure.Measurement{},
	}}
	if b.parts.value == nil || b.parts.value.Kind != jcs.Object {
		return nil, false
	}
	for i := range b.parts.value.Items {
		part := document{value: &b.parts.value.Items[i]}
		x, scored := part.number("score")
		weight, weighed := part.number("weight")
		if scored && weighed {
			key := part.value.Key
			b.request.Weights[key], b.request.Measurements[key] = weight, measure.Measurement{Score: &x}
		}
	}
	return b, len(b.request.Weights) > 0
}

// reading is a breakdown under one rulebook.
type reading struct {
	rules       *rulebook.Rulebook
	got         score.ComputeResponse
	differences int // of the score and the weighted points
}

// check compares the breakdown with the reading that it fits best, the documents'
// first, and returns the request of that reading; false if no rules compute it.
func (b *breakdown) check(res *DetectResponse) (score.ComputeRequest, bool) {
	var all []reading
	var refusal error
	for _, id := range []string{"clawdiators", live} {
		b.request.Rulebook = rulebook.ID(id)
		got, err := score.Compute(b.request)
		if err != nil {
			refusal = err
			continue
		}
		rules, _ := b.request.Rulebook.Resolve()
		r := reading{rules: rules, got: got}
		b.compare(got, func(claimed, computed float64, _, _ string) {
			if claimed != computed {
				r.differences++
			}
		})
		all = append(all, r)
	}
	if len(all) == 0 {
		res.note(b.at("score_breakdown"), "Breakdown", "", "cannot be recomputed: "+refusal.Error())
		return b.request, false
	}
	best, other := all[0], all[len(all)-1]
	if other.differences < best.differences {
		best, other = other, best
	}
	rule := best.rules.Name + ": " + audit.CompositeRule(best.rules)
	b.compare(best.got, func(claimed, computed float64, field, label string) {
		res.add(field, label, op.Show(claimed), op.Show(computed), rule)
	})
	if other.got.Score != best.got.Score {
		res.note(b.at("score"), "The other reading", b.shown("score"),
			other.rules.Name+" gives "+op.Show(other.got.Score)+": "+audit.CompositeRule(other.rules))
	}
	b.request.Rulebook, res.both = rulebook.ID(best.rules.ID), best.rules.ID != live
	return b.request, true
}

// compare calls what for every number that the response has and the rules give.
func (b *breakdown) compare(got score.ComputeResponse, what func(claimed, computed float64, field, label string)) {
	for _, p := range got.Breakdown {
		part := b.parts.child(p.Key)
		if claimed, ok := part.number("weighted"); ok {
			what(claimed, p.Weighted, part.at("weighted"), p.Key)
		}
	}
	if claimed, ok := b.parts.number("total"); ok {
		what(claimed, got.Score, b.parts.at("total"), "Total of the breakdown")
	}
	if claimed, ok := b.number("score"); ok {
		what(claimed, got.Score, b.at("score"), "Score")
	}
}
