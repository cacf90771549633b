package frame

import (
	"fmt"

	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/templates/parts"
)

// ChallengeGroups sorts challenges by difficulty, as a select lists them.
func ChallengeGroups(list []rulebook.Preset, option func(rulebook.Preset) (parts.OptionView,
	error)) ([]parts.OptionGroup, error) {
	var groups []parts.OptionGroup
	at := map[string]int{}
	for _, o := range Resolve("clawdiators-live").Rating.Opponents {
		at[o.Difficulty] = len(groups)
		groups = append(groups, parts.OptionGroup{Label: Capital(o.Difficulty)})
	}
	at[""] = len(groups)
	groups = append(groups, parts.OptionGroup{Label: "Never opened"})
	for _, p := range list {
		view, err := option(p)
		if err != nil {
			return nil, err
		}
		i, known := at[p.Difficulty]
		if !known {
			return nil, fmt.Errorf("preset %s: no difficulty is called %q", p.Slug, p.Difficulty)
		}
		groups[i].Options = append(groups[i].Options, view)
	}
	return groups, nil
}

// Challenge returns the option of a challenge.
func Challenge(p rulebook.Preset) parts.OptionView {
	label := p.Title()
	if p.Category != "" {
		label += " · " + p.Category
	}
	return parts.OptionView{Value: p.Slug, Label: label}
}
