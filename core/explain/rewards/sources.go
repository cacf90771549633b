package rewards

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// source is a document or code that says how rewards decay.
type source struct {
	id, name string
	rulebook string
	mode     string // of the threshold; the rulebook's when empty
	official bool   // a page of the arena, not its code
	curve    string // the rulebook's when empty
	why      string
}

// sources are all of them. No document and no code has the last word.
var sources = [...]source{
	{id: "docs-a", name: "docs A", rulebook: "term", official: true,
		why: "Scoring System: since anybody beat the top score by 2 %"},
	{id: "docs-b", name: "docs B", rulebook: "term", official: true, mode: "any",
		why: "Scoring & Rewards: since your own agent improved, by any amount"},
	{id: "code-epochs", name: "live code e6f673b", rulebook: "term-live",
		why: "decays one epoch earlier, and requires 2 points more"},
	{id: "code-blocks", name: "live code 15b59fe", rulebook: "term-live", curve: decay.CurveBlock,
		why: "counts blocks since there was a new top agent, and has no floor"},
}

// own is the rulebook of the request, which answers instead of a source.
var own = source{id: "own", name: "your rulebook"}

// rules returns the reward rules of the source, with its own reading of the decay.
func (s source) rules() *rulebook.Reward {
	rules, err := rulebook.ID(s.rulebook).Reward()
	if err != nil {
		panic("explain: a source has rewards: " + err.Error())
	}
	input.Replace(&rules.Decay.ThresholdMode, s.mode)
	input.Replace(&rules.Decay.Curve, s.curve)
	return rules
}

// chosen returns the decay that the request asks for.
func (r *StaleRequest) chosen() (*stale, error) {
	s := sources[0]
	for _, one := range sources {
		if one.id == r.Source {
			s = one
		}
	}
	if r.Rulebook == nil {
		return r.under(s, s.rules()), nil
	}
	if r.Source != "" {
		return nil, op.Refuse("/source", "give either this or rulebook, not both")
	}
	rules, err := r.Rulebook.Reward()
	if err != nil {
		return nil, err
	}
	return r.under(own, rules), nil
}

// under returns the decay by some rules.
func (r *StaleRequest) under(s source, rules *rulebook.Reward) *stale {
	d := &stale{source: s, req: *r, rules: rules.Decay, now: r.Stale,
		ref: rulebook.Resolved(&rulebook.Rulebook{Reward: rules})}
	d.blocks, d.decimals = d.rules.Curve == decay.CurveBlock, decimalsOf(d.rules)
	if d.blocks {
		d.now = r.Blocks
	}
	d.kept = d.at(d.now)
	return d
}
