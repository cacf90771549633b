package web

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/proof"
	"github.com/tallyproof/tallyproof/core/score"
)

func TestBar(t *testing.T) {
	half := func(key string, points float64) score.NamedPart {
		return score.NamedPart{Key: key, Part: score.Part{Score: 80, Weight: 0.5, Weighted: points}}
	}
	got := proof.Recomputed{Agrees: true, Score: score.ComputeResponse{Rulebook: "clawdiators", Max: 1000, Breakdown: score.Breakdown{half("correctness", 400), half("speed", 250)}}}
	v := barOf(&got)
	if len(v.Parts) != 2 || v.Parts[1].Label != "Speed" || v.Parts[1].Start != 40 || v.Parts[1].Width != 25 || v.Parts[1].Answered != "250" {
		t.Errorf("the parts are %+v", v.Parts)
	}
	if len(v.Ticks) != 5 || v.Ticks[1].At != 25 || v.Ticks[1].Label != "250" {
		t.Errorf("the ruler is %+v", v.Ticks)
	}
	for name, spoil := range map[string]func(*proof.Recomputed){
		"another total is signed":             func(r *proof.Recomputed) { r.Agrees = false },
		"the challenge's weights are missing": func(r *proof.Recomputed) { r.Defaults = true },
		"its rules are not known":             func(r *proof.Recomputed) { r.Score.Rulebook = "none" },
		"its scale is not known":              func(r *proof.Recomputed) { r.Score.Max = 0 },
	} {
		other := got
		if spoil(&other); len(barOf(&other).Parts) != 0 {
			t.Errorf("%s: there is a bar", name)
		}
	}
	if len(barOf(nil).Parts) != 0 {
		t.Error("nothing recomputed: there is a bar")
	}
}
