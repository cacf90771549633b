package proof

import (
	"testing"

	"github.com/tallyproof/tallyproof/core/score"
)

func TestPartsOf(t *testing.T) {
	half := func(key string, points float64) score.NamedPart {
		return score.NamedPart{Key: key, Part: score.Part{Score: 80, Weight: 0.5, Weighted: points}}
	}
	got := Recomputed{Agrees: true, Score: score.ComputeResponse{Rulebook: "clawdiators", Max: 1000, Breakdown: score.Breakdown{half("correctness", 400), half("speed", 250)}}}
	if all := partsOf(&got); len(all) != 2 || all[1] != (Share{"speed", "Speed", "250", 40, 25}) {
		t.Errorf("the parts are %+v", all)
	}
	for name, spoil := range map[string]func(*Recomputed){
		"another total is signed":             func(r *Recomputed) { r.Agrees = false },
		"the challenge's weights are missing": func(r *Recomputed) { r.Defaults = true },
		"its rules are not known":             func(r *Recomputed) { r.Score.Rulebook = "none" },
		"its scale is not known":              func(r *Recomputed) { r.Score.Max = 0 },
	} {
		other := got
		if spoil(&other); len(partsOf(&other)) != 0 {
			t.Errorf("%s: there is a bar", name)
		}
	}
	if len(partsOf(nil)) != 0 {
		t.Error("nothing recomputed: there is a bar")
	}
}
