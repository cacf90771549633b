package score

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/score"
)

// challenges are the presets of the deployed Clawdiators.
func challenges() ([]rulebook.Preset, error) {
	res, err := rulebook.Presets(rulebook.PresetsRequest{})
	return res.Presets, err
}

// presetGroups sorts challenges by difficulty, as a select lists them. The
// chosen one replaces the weights and sets the time limit.
func presetGroups(list []rulebook.Preset) ([]markup.PresetGroup, error) {
	var groups []markup.PresetGroup
	at := map[string]int{}
	for _, o := range frame.Resolve("clawdiators-live").Rating.Opponents {
		at[o.Difficulty] = len(groups)
		groups = append(groups, markup.PresetGroup{Label: frame.Capital(o.Difficulty)})
	}
	at[""] = len(groups)
	groups = append(groups, markup.PresetGroup{Label: "Never opened"})
	for _, p := range list {
		option, err := presetOption(p)
		if err != nil {
			return nil, err
		}
		i, known := at[p.Difficulty]
		if !known {
			return nil, fmt.Errorf("preset %s: no difficulty is called %q", p.Slug, p.Difficulty)
		}
		groups[i].Options = append(groups[i].Options, option)
	}
	return groups, nil
}

func presetOption(p rulebook.Preset) (parts.OptionView, error) {
	fill := map[string]any{"/weights": p.Weights}
	if p.TimeLimit > 0 {
		fill["/measurements/speed/limit"] = frame.Show(p.TimeLimit)
	}
	text, err := json.Marshal(fill)
	if err != nil {
		return parts.OptionView{}, fmt.Errorf("preset %s: %w", p.Slug, err)
	}
	label := p.Name
	if label == "" {
		label = frame.Capital(strings.ReplaceAll(p.Slug, "-", " "))
	}
	if p.Category != "" {
		label += " · " + p.Category
	}
	return parts.OptionView{Value: p.Slug, Label: label, Fill: string(text)}, nil
}

// further are the dimensions that challenges weigh beside the rulebook's.
func further(list []rulebook.Preset) []rulebook.Dimension {
	rb := frame.Resolve("clawdiators-live")
	var all []rulebook.Dimension
	for _, p := range list {
		for _, d := range p.Dimensions {
			if _, known := rb.Dimension(d.Key); !known {
				all = append(all, rulebook.Dimension{Key: d.Key, Label: d.Label, Description: "Only in " + p.Name + ", by the live code", Measure: "direct"})
			}
		}
	}
	return all
}
