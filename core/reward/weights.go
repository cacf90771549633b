package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
)

// WeightsRequest is competitions and the scores of their miners.
type WeightsRequest struct {
	Rulebook     rulebook.Ref  `json:"rulebook" doc:"Id of a built-in rulebook with reward rules, or a whole rulebook."`
	Strategy     string        `json:"strategy,omitempty" op:"enum=linear|winner-takes-all|quadratic|ranked|softmax" doc:"How a competition is divided; the rulebook's by default."`
	TopN         *int          `json:"top_n,omitempty" op:"min=1 max=100000" doc:"Winners under winner-takes-all, at most those who take part; the rulebook's by default."`
	Temperature  *float64      `json:"temperature,omitempty" op:"min=0.01 max=1000" doc:"Temperature of softmax: a low temperature favours the best; the rulebook's by default."`
	ZeroScores   string        `json:"zero_scores,omitempty" op:"enum=nothing|ranked|formula|paid" doc:"What a score of 0 gets: nothing; ranked: its place under ranked, else nothing; formula: what the strategy's formula gives, unless all scores are 0; paid: a part like any other score, also then. The rulebook's by default."`
	Competitions []Competition `json:"competitions" op:"min=1 max=32" doc:"The competitions that share the emission."`
	Empty        string        `json:"empty,omitempty" op:"enum=burn|renormalize" doc:"The share of a competition that pays nobody: burn gives it to the burn address, renormalize to the others; the rulebook's by default."`
	Cap          *Cap          `json:"cap,omitempty" doc:"Maximum share of all weight for one miner; without it there is no cap."`
	Burn         *Burn         `json:"burn,omitempty" doc:"What decay burns; without it nothing is burned."`
	Chain        *Chain        `json:"chain,omitempty" doc:"Adds how the chain reads the row; {} for the row alone."`

	MinAllowedWeights *int `json:"min_allowed_weights,omitempty" op:"min=0 max=65535" doc:"Fewest weights above 0 that the chain takes in a row; adds accepted."`
}

// Competition is one part of the emission.
type Competition struct {
	ID       string   `json:"id" op:"maxlen=200" doc:"Unique id."`
	Alpha    float64  `json:"alpha" op:"min=0 max=100" doc:"Its part of all emission, in percent; all must sum to 100 within 0.1."`
	MinScore *float64 `json:"min_score,omitempty" op:"min=0 max=1" doc:"Least score that takes part; 0 by default."`
	Miners   []Miner  `json:"miners" op:"max=100000" doc:"Everyone with a score in it, each once."`
}

// Miner is one miner's result in a competition.
type Miner struct {
	Miner       string         `json:"miner" op:"maxlen=200" doc:"Id of the miner, such as its UID."`
	Passed      *int           `json:"passed,omitempty" op:"min=0 max=1000000000" doc:"Tasks passed."`
	Total       *int           `json:"total,omitempty" op:"min=1 max=1000000000" doc:"All tasks."`
	Results     *int           `json:"results,omitempty" op:"min=0 max=1000000000" doc:"Results that came back; a missing result is a fail, or dropped if the rulebook drops it."`
	Score       *float64       `json:"score,omitempty" op:"min=0 max=1" doc:"Score, instead of passed and total."`
	SubmittedAt *input.Instant `json:"submitted_at,omitempty" doc:"RFC 3339 time with a zone, or a counter such as a block; the earlier of two equal scores ranks first."`
}

// Cap is the most one miner may have.
type Cap struct {
	Percent *float64 `json:"percent,omitempty" op:"min=0.001 max=100" doc:"In percent of all weight; the rulebook's by default."`
	Mode    string   `json:"mode,omitempty" op:"enum=truncate|redistribute|iterative|none" doc:"What happens to weight over it: cut off, given to the others once, given until nobody is over, or left; the rulebook's by default."`
}

// Burn is what is burned of the weights.
type Burn struct {
	Percent float64 `json:"percent" op:"min=0 max=100" doc:"In percent."`
	Mode    string  `json:"mode,omitempty" op:"enum=scale|add|multiply-only" doc:"scale: taken from every weight; add: put on top; multiply-only: taken and given to nobody. The rulebook's by default."`
}

// WeightsResponse is who gets what.
type WeightsResponse struct {
	Strategy     string             `json:"strategy" doc:"How competitions were divided."`
	Miners       []MinerWeight      `json:"miners" doc:"In the order given, first competition first; the burn address 0 last, when something is burned."`
	Competitions []CompetitionShare `json:"competitions" doc:"In the order given."`
	Reason       string             `json:"reason,omitempty" doc:"Why nobody has a weight: no-miners or all-zero."`
	Unallocated  float64            `json:"unallocated" doc:"Share of all emission in competitions that pay nobody."`
	Cap          *CapResult         `json:"cap,omitempty" doc:"The cap that was applied."`
	TopShare     float64            `json:"top_share_after_normalization" doc:"Largest share of any miner after the cap once all shares are normalized to 1, before any burn."`
	ActualBurn   float64            `json:"actual_burn_percent" doc:"Share of the burn address in the row after the chain has normalized it, in percent."`
	HHI          Concentration      `json:"concentration" doc:"How concentrated the miners' shares are, before any burn."`
	Chain        *ChainView         `json:"chain,omitempty" doc:"How the chain reads the row."`
	Accepted     *bool              `json:"accepted,omitempty" doc:"Whether the row has as many weights above 0 as min_allowed_weights, as documented whole numbers."`
	Warnings     []op.Warning       `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// MinerWeight is one miner's part.
type MinerWeight struct {
	Miner      string  `json:"miner" doc:"Id of the miner; 0 is the burn address."`
	RawShare   float64 `json:"raw_share" doc:"Share of all emission by the strategy, before the cap."`
	Share      float64 `json:"share" doc:"Share after cap and burn, as the formulas leave it: these need not sum to 1."`
	Normalized float64 `json:"normalized_share" doc:"The same once all are normalized to 1, as the chain does."`
	Capped     bool    `json:"capped" doc:"Whether the cap cut it."`
	U16        U16     `json:"u16" doc:"As whole numbers from 0 to 65535."`
}

// CompetitionShare is one competition's part.
type CompetitionShare struct {
	ID     string  `json:"id" doc:"Id of the competition."`
	Alpha  float64 `json:"alpha" doc:"Its part of all emission, in percent."`
	Paid   bool    `json:"paid" doc:"Whether it pays anybody."`
	Reason string  `json:"reason,omitempty" doc:"Why not: no-miners or all-zero."`
}

// CapResult is the cap that was applied.
type CapResult struct {
	Percent  float64 `json:"percent" doc:"Maximum share of all weight for one miner, in percent."`
	Mode     string  `json:"mode" doc:"What happened to weight over it."`
	Feasible bool    `json:"feasible" doc:"Whether those with a weight can share all of it within the cap: percent times their number is at least 100."`
}

// Concentration describes how unequal shares are.
type Concentration struct {
	HHI       float64 `json:"hhi" doc:"Herfindahl-Hirschman index, the sum of squared normalized shares: 1 when one miner has all; 0 when nobody has any."`
	RawHHI    float64 `json:"raw_hhi" doc:"The same before the cap."`
	Effective float64 `json:"effective_miners" doc:"1/hhi: as concentrated as this many equal miners."`
}

// Weights divides emission among miners (Scoring System, "Weight Calculation" and
// "Emission Distribution"): each competition by its strategy, then the cap,
// then the burn, then whole numbers.
//
// Errors: an unknown rulebook, a competition or a miner in it that is listed
// twice, a miner without a score, alphas that do not sum to 100 within 0.1.
func Weights(req WeightsRequest) (WeightsResponse, error) {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return WeightsResponse{}, err
	}
	w := &weigher{rules: *rules, req: req, Grader: input.NewGrader(rules)}
	w.options()
	if req.Burn != nil {
		if refusal := input.TooSmall("/burn/percent", req.Burn.Percent, 0.000001); refusal != nil {
			return WeightsResponse{}, refusal
		}
	}
	if refusal := w.read(); refusal != nil {
		return WeightsResponse{}, refusal
	}
	w.res.Strategy = w.rules.Weights.Strategy
	w.pay()
	w.limit()
	w.burn()
	w.answer()
	w.noteUnstored()
	w.accept()
	if req.Chain != nil {
		view, refusal := w.chain(req.Chain)
		if refusal != nil {
			return WeightsResponse{}, refusal
		}
		w.res.Chain = view
	}
	w.res.Warnings = w.Warnings
	return w.res, nil
}

// options replaces the rules' defaults with the values of the request.
func (w *weigher) options() {
	r := &w.rules.Weights
	input.Replace(&r.Strategy, w.req.Strategy)
	input.Replace(&r.ZeroScores, w.req.ZeroScores)
	input.Replace(&r.Empty, w.req.Empty)
	input.Override(&r.TopN, w.req.TopN)
	input.Override(&r.Temperature, w.req.Temperature)
	if w.req.TopN != nil && r.Strategy != winnerTakesAll {
		w.Ignored("/top_n", "only winner-takes-all has winners")
	}
	if w.req.Temperature != nil && r.Strategy != softmaxStrategy {
		w.Ignored("/temperature", "only softmax has a temperature")
	}
}
