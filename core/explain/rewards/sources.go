package rewards

import "github.com/tallyproof/tallyproof/core/rulebook"

// source is one of the places that say how rewards decay, and the rulebook that
// has its numbers.
type source struct {
	rulebook.RewardSource
	rulebook string
	rules    rulebook.RewardDecay
}

// sources are those of all built-in rulebooks. No document and no code has the
// last word.
func sources() []source {
	var all []source
	for _, rb := range rulebook.BuiltIn() {
		for _, s := range rb.RewardSources {
			all = append(all, source{s, rb.ID, rb.Reward.Decay})
		}
	}
	return all
}

// choose is the source of that id, or the first.
func choose(all []source, id string) source {
	for _, s := range all {
		if s.ID == id {
			return s
		}
	}
	return all[0]
}
