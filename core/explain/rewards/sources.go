package rewards

import (
	"math"

	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/decay"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// source is a document or code that says how rewards decay.
type source struct {
	id, name string
	short    string // the name where there is little room
	spoken   string // the name inside a sentence
	rulebook string
	mode     string // of the threshold; the rulebook's when empty
	official bool   // a page of the arena, not its code
	curve    string // the rulebook's when empty
	why      string
	brief    string // what sets it apart, in a few words
	takes    string // whose improvement resets the decay, and by how much
}

// sources are all of them. No document and no code has the last word.
var sources = [...]source{
	{id: "docs-a", name: "Scoring page", short: "Scoring", spoken: "the Scoring page", rulebook: "term", official: true,
		why:   "Scoring System: since anybody beat the top score by 2 %",
		brief: "resets if anyone gains 2 %", takes: "anyone, 2 % above the top"},
	{id: "docs-b", name: "Rewards page", short: "Rewards", spoken: "the Rewards page", rulebook: "term", official: true,
		mode: "any", why: "Scoring & Rewards: since your own agent improved, by any amount",
		brief: "resets if your agent gains", takes: "your agent, any gain"},
	{id: "code-epochs", name: "Older code", short: "Older", spoken: "the older code, e6f673b", rulebook: "term-live",
		why:   "decays one epoch earlier, and requires 2 points more",
		brief: "starts early, wants 2 points", takes: "anyone, 2 points above the top"},
	{id: "code-blocks", name: "Newer code", short: "Newer", spoken: "the newer code, 15b59fe", rulebook: "term-live",
		curve: decay.CurveBlock, why: "counts blocks since there was a new top agent, and has no floor",
		brief: "counts blocks, has no floor", takes: "any new top, by an unknown margin"},
}

// own is the rulebook of the request, which answers instead of a source.
var own = source{id: "own", name: "Your rulebook", short: "Yours", spoken: "your rulebook"}

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
		rules := s.rules()
		r.clock(rules.Decay.Curve == decay.CurveBlock)
		return r.under(s, rules), nil
	}
	if r.Source != "" {
		return nil, op.Refuse("/source", "give either this or rulebook, not both")
	}
	rules, err := r.Rulebook.Reward()
	if err != nil {
		return nil, err
	}
	r.clock(rules.Decay.Curve == decay.CurveBlock)
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
	d.hours = epochHours
	input.Override(&d.hours, r.EpochHours)
	d.kept = d.at(d.now)
	return d
}

// epochHours is the length of an epoch that no source defines: with it, 10 epochs are as long as the
// 21,600 blocks of 12 seconds after which the newer code begins to decay.
const epochHours = 7.2

// clock makes epochs and blocks of a request with a length of an epoch the same moment: the one
// that the chosen rules count is given, the other follows from it.
func (r *StaleRequest) clock(blocks bool) {
	if r.EpochHours == nil {
		return
	}
	if blocks {
		r.Stale = min(int64(math.Floor(float64(r.Blocks)/(*r.EpochHours*anHour)+1e-9)), maxStale)
	} else {
		r.Blocks = min(int64(math.Round(float64(r.Stale)**r.EpochHours*anHour)), maxBlocks)
	}
}

// The most that a request may have.
const (
	maxStale  = 1_000_000
	maxBlocks = 1_000_000_000
)
