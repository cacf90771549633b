package verify

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/site/conformance"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	markup "github.com/tallyproof/tallyproof/templates/verify"
)

// VectorsAsset is the asset with the test vectors, made by the build.
const VectorsAsset = "vectors.json"

// vectorsView asks the engine for its answers to the published test vectors.
func vectorsView(f *frame.Frame) (*markup.VectorsView, error) {
	all, err := conformance.Vectors()
	if err != nil {
		return nil, err
	}
	strict, zip215, err := count(all)
	if err != nil {
		return nil, err
	}
	total := frame.Thousands(len(all))
	sets := frame.Each(conformance.Sets, func(s conformance.Set) string { return s.Name + " (" + frame.Thousands(s.Count) + ")" })
	return &markup.VectorsView{
		Vectors: f.URL(VectorsAsset),
		Total:   total,
		Brief:   frame.Thousands(strict.equal) + " of " + total + " answered as expected",
		Sets:    strings.Join(sets[:len(sets)-1], ", ") + " and " + sets[len(sets)-1],
		Rules: []markup.RuleCountView{
			{ID: "strict", Label: "Our engine, strict", Accepted: frame.Thousands(strict.accepted), Equal: frame.Thousands(strict.equal) + " of " + total},
			{ID: "zip215", Label: "Our engine, ZIP-215", Accepted: frame.Thousands(zip215.accepted), Equal: frame.Thousands(zip215.equal) + " of " + total},
			{ID: "browser", Label: "This browser’s WebCrypto, against strict", Accepted: "not asked", Equal: "not asked"},
		},
	}, nil
}

// count answers the vectors by both rules.
func count(all []conformance.Vector) (strict, zip215 counted, err error) {
	for _, v := range all {
		s, z, err := v.Answer()
		if err != nil {
			return strict, zip215, fmt.Errorf("%s: %w", v.Name, err)
		}
		strict.add(s, v.RecordedStrict)
		zip215.add(z, v.RecordedZIP215)
	}
	return strict, zip215, nil
}

// counted is how many answers accept, and how many equal the recorded answers.
type counted struct{ accepted, equal int }

func (c *counted) add(answer, recorded bool) {
	if answer {
		c.accepted++
	}
	if answer == recorded {
		c.equal++
	}
}
