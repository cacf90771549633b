package pages

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/tallyproof/tallyproof/templates"
)

// presets.json lists 38 challenges of the deployed Clawdiators with what the
// page needs of testdata/vectors/clawdiators/presets.json; a test compares them.
//
//go:embed presets.json
var presetsJSON []byte

// preset is a challenge with its weights.
type preset struct {
	Slug       string             `json:"slug"`
	Name       string             `json:"name"`
	Difficulty string             `json:"difficulty,omitempty"` // none while it is not offered
	Category   string             `json:"category,omitempty"`
	TimeLimit  float64            `json:"time_limit_secs,omitempty"`
	Weights    map[string]float64 `json:"weights"`
}

func presets() ([]preset, error) {
	var list []preset
	if err := json.Unmarshal(presetsJSON, &list); err != nil {
		return nil, fmt.Errorf("presets.json: %w", err)
	}
	return list, nil
}

// presetGroups sorts the challenges by difficulty, as a select lists them. The
// chosen one replaces the weights and sets the time limit.
func presetGroups() ([]templates.PresetGroup, error) {
	list, err := presets()
	if err != nil {
		return nil, err
	}
	groups := []templates.PresetGroup{{Label: "Newcomer"}, {Label: "Contender"}, {Label: "Veteran"}, {Label: "Legendary"}, {Label: "Not offered in March 2026"}}
	at := map[string]int{"newcomer": 0, "contender": 1, "veteran": 2, "legendary": 3, "": 4}
	for _, p := range list {
		fill := map[string]any{"/weights": p.Weights}
		if p.TimeLimit > 0 {
			fill["/measurements/speed/limit"] = show(p.TimeLimit)
		}
		text, err := json.Marshal(fill)
		if err != nil {
			return nil, fmt.Errorf("presets.json: %s: %w", p.Slug, err)
		}
		label := p.Name
		if p.Category != "" {
			label += " · " + p.Category
		}
		g := &groups[at[p.Difficulty]]
		g.Options = append(g.Options, templates.OptionView{Value: p.Slug, Label: label, Fill: string(text)})
	}
	return groups, nil
}
