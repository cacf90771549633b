package rulebook

import (
	"cmp"
)

// Reward is how an arena turns validators' evaluations into weights on chain:
// agreement among validators, strategy and cap, decay. A request may replace
// any of it for one call.
type Reward struct {
	Arithmetic string          `json:"arithmetic" op:"enum=exact|float64" doc:"exact: rationals, rounded once when a number leaves; float64: IEEE 754 in the published order."`
	Missing    string          `json:"missing" op:"enum=fail|drop" doc:"A task without a result: a fail, or dropped from the total."`
	Ties       string          `json:"ties" op:"enum=time|order" doc:"Equal scores if places are paid: the earlier submission first, or the order given; the same as the rulebook's ties."`
	Consensus  RewardConsensus `json:"consensus" doc:"When validators' evaluations count, and which are outliers."`
	Weights    RewardWeights   `json:"weights" doc:"How scores become weights."`
	Decay      RewardDecay     `json:"decay" doc:"How weights decay without improvement."`
}

// RewardConsensus describes when evaluations count, and which are outliers.
type RewardConsensus struct {
	MinValidators    int     `json:"min_validators" op:"min=0 max=100000" doc:"Fewest validators for a valid score."`
	MinStakePercent  float64 `json:"min_stake_percent" op:"min=0 max=100" doc:"Least share of the network's stake behind a valid score, in percent, inclusive."`
	OutlierThreshold float64 `json:"outlier_threshold" op:"min=0 max=1000000" doc:"An evaluation with a modified z-score strictly beyond this is an outlier."`
	MADFloor         float64 `json:"mad_floor,omitempty" op:"min=0 max=1" doc:"With a median absolute deviation below this, there is no outlier test; 0 for no floor."`
	MaxVariance      float64 `json:"max_variance,omitempty" op:"min=0 max=1" doc:"Stake-weighted variance at which confidence reaches 0; confidence is not reported without it."`
}

// Readings of a score of 0 in [RewardWeights].
const (
	ZeroNothing = "nothing" // never paid
	ZeroRanked  = "ranked"  // keeps its place under the ranked strategy, else nothing
	ZeroFormula = "formula" // takes part in every strategy, unless all scores are 0
	ZeroPaid    = "paid"    // takes part like any other score
)

// RewardWeights describes how scores become weights.
type RewardWeights struct {
	Strategy    string  `json:"strategy" op:"enum=linear|winner-takes-all|quadratic|ranked|softmax" doc:"How a competition is divided."`
	TopN        int     `json:"top_n" op:"min=1 max=100000" doc:"Winners under winner-takes-all."`
	Temperature float64 `json:"temperature" op:"min=0.01 max=1000" doc:"Temperature of softmax."`
	ZeroScores  string  `json:"zero_scores" op:"enum=nothing|ranked|formula|paid" doc:"What a score of 0 gets: nothing; ranked: its place under ranked; formula: what the strategy's formula gives, unless all scores are 0; paid: a part like any other score, also then."`
	Whole       bool    `json:"whole,omitempty" doc:"Whether each competition's weights are whole numbers of at least 1, and winners' are floored, before competitions are added."`
	Empty       string  `json:"empty" op:"enum=burn|renormalize" doc:"The share of a competition that pays nobody: burned, or spread over the others."`
	CapPercent  float64 `json:"cap_percent" op:"min=0.001 max=100" doc:"Maximum share of all weight for one miner, in percent."`
	CapMode     string  `json:"cap_mode" op:"enum=truncate|redistribute|iterative|none" doc:"What happens to weight over the cap."`
	BurnMode    string  `json:"burn_mode" op:"enum=scale|add|multiply-only" doc:"How a burn changes the weights."`
}

// RewardDecay describes how weights decay without improvement.
type RewardDecay struct {
	Curve         string  `json:"curve" op:"enum=linear|exponential|logarithmic|block" doc:"Burn as a function of stale epochs; step and custom curves need numbers that a request gives."`
	Rate          float64 `json:"rate" op:"min=0 max=1" doc:"Decay per stale epoch, as a fraction."`
	Grace         int     `json:"grace" op:"min=0 max=1000000000" doc:"Epochs without improvement before decay starts."`
	MaxBurn       float64 `json:"max_burn" op:"min=0 max=100" doc:"Most that is burned, in percent."`
	Early         int     `json:"early,omitempty" op:"min=0 max=1" doc:"How many epochs decay starts earlier than in the documented formula."`
	GraceBlocks   int     `json:"grace_blocks" op:"min=0 max=1000000000" doc:"Blocks without improvement before the block curve starts."`
	HalfLife      int     `json:"half_life_blocks" op:"min=1 max=1000000000" doc:"Blocks in which the block curve halves what is kept."`
	MaxBurnBlocks float64 `json:"max_burn_blocks,omitempty" op:"min=0 max=100" doc:"Most that the block curve burns, in percent; max_burn by default."`
	Threshold     float64 `json:"threshold" op:"min=0 max=1" doc:"Least improvement that resets decay."`
	ThresholdMode string  `json:"threshold_mode" op:"enum=relative|absolute|any" doc:"relative: the threshold is a fraction of the top score; absolute: a difference of scores; any: every improvement resets."`
	AnyKeepsTop   bool    `json:"any_keeps_top,omitempty" doc:"Whether, in mode any, an improvement below the threshold resets decay and does not change the score to beat."`
	Staleness     string  `json:"staleness" op:"enum=competition|agent" doc:"Whose last improvement counts."`
	Processed     bool    `json:"processed,omitempty" doc:"Whether the answer has only processed epochs, epochs without a score have no event, and every epoch at the maximum reports it."`
}

// BlockMax returns the most that the block curve burns, in percent.
func (d *RewardDecay) BlockMax() float64 { return cmp.Or(d.MaxBurnBlocks, d.MaxBurn) }
