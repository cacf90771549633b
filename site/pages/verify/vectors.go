package verify

import (
	"strings"

	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/verify"
)

// VectorsAsset is the asset with the test vectors, made by the build.
const VectorsAsset = "vectors.json"

// vectorsView asks the engine for its answers to the published test vectors.
func vectorsView(f *frame.Frame) (*markup.VectorsView, error) {
	answers, err := conformance.Answers()
	if err != nil {
		return nil, err
	}
	strict, zip215, total := answers.Strict, answers.ZIP215, frame.Thousands(answers.Vectors)
	sets := frame.Each(conformance.Sets, func(s conformance.Set) string {
		return s.Name + " (" +
			frame.Thousands(s.Count) + ")"
	})
	return &markup.VectorsView{
		Vectors: f.URL(VectorsAsset),
		Total:   total,
		Brief:   frame.Thousands(strict.Equal) + " of " + total + " answered as expected",
		Sets:    strings.Join(sets[:len(sets)-1], ", ") + " and " + sets[len(sets)-1],
		Rules: []markup.RuleCountView{
			{ID: "strict", Label: "Our engine, strict", Accepted: frame.Thousands(strict.Accepted),
				Equal: frame.Thousands(strict.Equal) + " of " + total},
			{ID: "zip215", Label: "Our engine, ZIP-215", Accepted: frame.Thousands(zip215.Accepted),
				Equal: frame.Thousands(zip215.Equal) + " of " + total},
			{ID: "browser", Label: "This browser’s WebCrypto, against strict", Accepted: "not asked", Equal: "not asked"},
		},
	}, nil
}
