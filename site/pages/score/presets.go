package score

import (
	"encoding/json"
	"fmt"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// challenges returns the presets of the deployed Clawdiators.
func challenges() ([]rulebook.Preset, error) {
	res, err := rulebook.Presets(rulebook.PresetsRequest{})
	return res.Presets, err
}

// presetOption returns a challenge that, when chosen, replaces the weights and sets the
// time limit.
func presetOption(p rulebook.Preset) (parts.OptionView, error) {
	weights := map[string]float64{}
	for key, weight := range p.Weights {
		weights[key] = words.Shown(100*weight, 9) // in percent
	}
	fill := map[string]any{"/weights": weights}
	if p.TimeLimit > 0 {
		fill["/measurements/speed/limit"] = frame.Show(p.TimeLimit)
	}
	text, err := json.Marshal(fill)
	if err != nil {
		return parts.OptionView{}, fmt.Errorf("preset %s: %w", p.Slug, err)
	}
	option := frame.Challenge(p)
	option.Fill = string(text)
	return option, nil
}

// further returns the dimensions that challenges weigh beside the rulebook's.
func further(list []rulebook.Preset) []rulebook.Dimension {
	rb := frame.Resolve("clawdiators-live")
	var all []rulebook.Dimension
	for _, p := range list {
		for _, d := range p.Dimensions {
			if _, known := rb.Dimension(d.Key); !known {
				all = append(all, rulebook.Dimension{Key: d.Key, Label: d.Label, Description: "Only in " + p.Name +
					", by the live code", Measure: "direct"})
			}
		}
	}
	return all
}
