package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/reward/number"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// ConsensusRequest is validators and their evaluations of miners.
type ConsensusRequest struct {
	Rulebook         rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook with reward rules, or a whole rulebook."`
	Validators       []Validator  `json:"validators" op:"min=1 max=100000" doc:"Everyone who evaluates."`
	NetworkStake     *input.Stake `json:"network_stake,omitempty" doc:"All stake in the network; the validators' sum by default."`
	Scores           []Evaluation `json:"scores" op:"min=1 max=100000" doc:"Evaluations, at most one of each miner by each validator."`
	MinValidators    *int         `json:"min_validators,omitempty" op:"min=0 max=100000" doc:"Fewest validators for a valid score; the rulebook's by default."`
	MinStakePercent  *float64     `json:"min_stake_percent,omitempty" op:"min=0 max=100" doc:"Least share of network_stake behind a valid score, in percent, inclusive; the rulebook's by default."`
	OutlierThreshold *float64     `json:"outlier_threshold,omitempty" op:"min=0 max=1000000" doc:"An evaluation with a modified z-score strictly beyond this is an outlier; the rulebook's by default."`
	MADFloor         *float64     `json:"mad_floor,omitempty" op:"min=0 max=1" doc:"With a median absolute deviation below this, there is no outlier test; the rulebook's by default."`
	MaxVariance      *float64     `json:"max_variance,omitempty" op:"min=0 max=1" doc:"Stake-weighted variance at which confidence reaches 0; 0 to leave confidence out; the rulebook's by default."`
}

// Validator is someone who evaluates miners.
type Validator struct {
	ID    string      `json:"id" op:"maxlen=200" doc:"Unique id."`
	Stake input.Stake `json:"stake" doc:"Its stake, in any unit, as a number or as decimal digits."`
}

// Evaluation is one validator's result for one miner.
type Evaluation struct {
	Validator string   `json:"validator" op:"maxlen=200" doc:"Id of the validator."`
	Miner     string   `json:"miner" op:"maxlen=200" doc:"Id of the miner."`
	Passed    *int     `json:"passed,omitempty" op:"min=0 max=1000000000" doc:"Tasks passed."`
	Total     *int     `json:"total,omitempty" op:"min=1 max=1000000000" doc:"All tasks."`
	Results   *int     `json:"results,omitempty" op:"min=0 max=1000000000" doc:"Results that came back; a missing result is a fail, or dropped if the rulebook drops it."`
	Score     *float64 `json:"score,omitempty" op:"min=0 max=1" doc:"Pass rate, instead of passed and total."`
}

// ConsensusResponse is what the validators agree on.
type ConsensusResponse struct {
	Miners   []MinerConsensus `json:"miners" doc:"In the order they first appear in scores."`
	Warnings []op.Warning     `json:"warnings" doc:"What was adjusted or is worth knowing."`
}

// MinerConsensus is one miner's evaluations, put together.
type MinerConsensus struct {
	Miner        string    `json:"miner" doc:"Id of the miner."`
	Valid        bool      `json:"valid" doc:"Whether enough validators with enough stake evaluated it."`
	Reason       string    `json:"reason,omitempty" doc:"Why not: too-few-validators or too-little-stake."`
	Median       float64   `json:"median" doc:"Median of the evaluations, outliers included."`
	MAD          float64   `json:"mad" doc:"Median absolute deviation from the median."`
	Score        *float64  `json:"score,omitempty" doc:"Stake-weighted score over the evaluations that are not outliers; absent if not valid."`
	Outliers     []Outlier `json:"outliers" doc:"Evaluations left out, in the order given; empty if not valid."`
	Validators   int       `json:"validators" doc:"Validators that evaluated it, outliers included."`
	StakePercent float64   `json:"stake_percent" doc:"Their share of the network's stake, in percent."`
	Confidence   *float64  `json:"confidence,omitempty" doc:"1 minus the stake-weighted variance as a share of max_variance, at least 0; only if the rules define it."`
}

// Outlier is an evaluation that was left out.
type Outlier struct {
	Validator string  `json:"validator" doc:"Id of the validator."`
	Score     float64 `json:"score" doc:"Its evaluation."`
	Z         float64 `json:"z" doc:"Modified z-score."`
}

// Consensus puts validators' evaluations together, miner by miner (Scoring
// System, Stage 2; Scoring & Rewards, Validator Evaluation): enough validators
// with enough stake or no valid score, then outliers go, then
//
//	s_m = Σ σ_v · score_v,m / Σ σ_v   over the validators v that remain
//
// Errors: an unknown rulebook, a validator that is listed or evaluates a miner
// twice, an evaluation without a score, a network stake below the validators'
// sum, no stake left behind a score.
func Consensus(req ConsensusRequest) (ConsensusResponse, error) {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return ConsensusResponse{}, err
	}
	c := &validatorSet{limits: limitsOf(rules, req), Grader: input.NewGrader(rules), req: req}
	if refusal := c.readStakes(); refusal != nil {
		return ConsensusResponse{}, refusal
	}
	miners, refusal := c.evaluationsByMiner()
	if refusal != nil {
		return ConsensusResponse{}, refusal
	}
	res := ConsensusResponse{Miners: make([]MinerConsensus, len(miners))}
	for i, p := range miners {
		if res.Miners[i], refusal = c.consensusOn(p); refusal != nil {
			return ConsensusResponse{}, refusal
		}
	}
	res.Warnings = c.Warnings
	return res, nil
}

// limitsOf returns the rules' limits, or those of the request instead.
func limitsOf(rules *rulebook.Reward, req ConsensusRequest) rulebook.RewardConsensus {
	limits := rules.Consensus
	input.Override(&limits.MinValidators, req.MinValidators)
	input.Override(&limits.MinStakePercent, req.MinStakePercent)
	input.Override(&limits.OutlierThreshold, req.OutlierThreshold)
	input.Override(&limits.MADFloor, req.MADFloor)
	input.Override(&limits.MaxVariance, req.MaxVariance)
	return limits
}

// validatorSet has the validators of a request and their stakes.
type validatorSet struct {
	limits rulebook.RewardConsensus
	req    ConsensusRequest
	index  map[string]int  // validators by id
	stakes []number.Number // exact, in the order given
	total  number.Number   // exact, of the network
	*input.Grader
}

// readStakes reads validators and stakes.
func (c *validatorSet) readStakes() *op.Error {
	c.index = make(map[string]int, len(c.req.Validators))
	c.stakes = make([]number.Number, len(c.req.Validators))
	var stakes number.Number
	for i, v := range c.req.Validators {
		at := input.Item("/validators", i)
		if refusal := input.Once(c.index, at+"/id", "validator", v.ID, i); refusal != nil {
			return refusal
		}
		stake, refusal := c.ReadStake(at+"/stake", v.Stake)
		if refusal != nil {
			return refusal
		}
		c.stakes[i], stakes = stake, stakes.Add(stake)
	}
	c.total = stakes
	if c.req.NetworkStake == nil {
		return nil
	}
	total, refusal := c.ReadStake("/network_stake", *c.req.NetworkStake)
	if refusal != nil {
		return refusal
	}
	if total.Cmp(stakes) < 0 {
		return input.Refuse("/network_stake", input.Show(total)+": want at least the validators' sum, "+input.Show(stakes))
	}
	c.total = total
	return nil
}

// evaluations are those of one miner.
type evaluations struct {
	miner      string
	first      int             // row of scores in which it first appears
	validators []int           // who evaluated it, in the order given
	scores     []number.Number // and how
}

// some returns the first validators, and how many more there are.
func (c *validatorSet) some() string {
	var ids []string
	for i := range c.req.Validators {
		if i < 5 {
			ids = append(ids, op.Quote(c.req.Validators[i].ID))
		}
	}
	if more := len(c.req.Validators) - 5; more > 0 {
		ids = append(ids, input.Itoa(more)+" more")
	}
	return words.Join(ids)
}

// evaluationsByMiner groups the evaluations by miner.
func (c *validatorSet) evaluationsByMiner() ([]*evaluations, *op.Error) {
	var all []*evaluations
	byMiner, rows := map[string]int{}, map[string]int{}
	for i, e := range c.req.Scores {
		at := input.Item("/scores", i)
		validator, known := c.index[e.Validator]
		if !known {
			return nil, input.Refuse(at+"/validator", "unknown validator "+op.Quote(e.Validator)+": want one of "+c.some())
		}
		pair := input.Itoa(validator) + " " + e.Miner
		if first, twice := rows[pair]; twice {
			return nil, input.Refuse(at+"/validator", op.Quote(e.Validator)+" evaluates "+op.Quote(
				e.Miner)+" in row "+input.Itoa(first)+" too: want one evaluation of each miner by each validator")
		}
		score, refusal := c.Grade(at, input.Marks{Passed: e.Passed, Total: e.Total, Results: e.Results, Score: e.Score})
		if refusal != nil {
			return nil, refusal
		}
		n, known := byMiner[e.Miner]
		if !known {
			n = len(all)
			byMiner[e.Miner], all = n, append(all, &evaluations{miner: e.Miner, first: i})
		}
		rows[pair] = i
		p := all[n]
		p.validators, p.scores = append(p.validators, validator), append(p.scores, score)
	}
	return all, nil
}

// consensusOn combines the evaluations of one miner.
func (c *validatorSet) consensusOn(p *evaluations) (MinerConsensus, *op.Error) {
	s := spreadOf(p.scores)
	res := MinerConsensus{
		Miner:        p.miner,
		Median:       s.median.Float(),
		MAD:          s.mad.Float(),
		Outliers:     []Outlier{},
		Validators:   len(p.validators),
		StakePercent: c.share(p.validators).Mul(number.Hundred).Float(),
	}
	if res.Reason = c.shortfall(p.validators); res.Reason != "" {
		return res, nil
	}
	res.Valid = true
	keep := c.exclude(p, s, &res)
	if len(keep) < c.limits.MinValidators {
		c.Warn("few-survivors", input.Item("/scores", p.first), op.Quote(p.miner)+" keeps "+input.Itoa(
			len(keep))+" of "+input.Itoa(len(p.validators))+" validators after outliers, fewer than the minimum of "+input.Itoa(
			c.limits.MinValidators)+": still valid, because the minimum is tested before")
	}
	refusal := c.average(p, keep, &res)
	return res, refusal
}

// share returns the validators' part of the network's stake, 0 when there is none.
func (c *validatorSet) share(validators []int) number.Number {
	if c.total.Sign() == 0 {
		return number.Zero
	}
	return c.Of(c.stake(validators)).Quo(c.Of(c.total))
}

func (c *validatorSet) stake(validators []int) number.Number {
	var total number.Number
	for _, v := range validators {
		total = total.Add(c.stakes[v])
	}
	return total
}

// shortfall describes what a miner lacks for a valid score (Scoring System,
// Configuration: "minimum stake percentage to count", inclusive). It is asked
// before outliers are excluded.
func (c *validatorSet) shortfall(validators []int) string {
	least := c.Decimal(c.limits.MinStakePercent).Quo(number.Hundred)
	switch {
	case len(validators) < c.limits.MinValidators:
		return "too-few-validators"
	case c.share(validators).Cmp(least) < 0:
		return "too-little-stake"
	}
	return ""
}

// exclude notes the outliers and returns the rows that remain
// (Scoring & Rewards: "Outlier scores are excluded from stake-weighted averaging").
func (c *validatorSet) exclude(p *evaluations, s spread, res *MinerConsensus) []int {
	defined := s.defined(c.Decimal(c.limits.MADFloor))
	if !defined {
		c.Warn("outlier-test-undefined", input.Item("/scores", p.first), op.Quote(p.miner)+": "+undefinedBecause(
			len(p.scores), res.MAD, c.limits.MADFloor)+", so nobody is an outlier")
	}
	threshold := c.Decimal(c.limits.OutlierThreshold)
	keep := make([]int, 0, len(p.scores))
	for i, x := range p.scores {
		if !defined || !flagged(s.z(x), threshold) {
			keep = append(keep, i)
			continue
		}
		res.Outliers = append(res.Outliers, Outlier{Validator: c.req.Validators[p.validators[i]].ID, Score: x.Float(),
			Z: finite(s.z(x))})
	}
	return keep
}

func undefinedBecause(n int, mad, floor float64) string {
	switch {
	case n < minSample:
		return "the outlier test needs three evaluations"
	case mad == 0:
		return "at least half of the evaluations are equal (MAD 0)"
	}
	return "the median absolute deviation " + op.Show(mad) + " is below the floor of " + op.Show(floor)
}

// average is s_m = Σ σ_v/Σσ · score_v,m (Scoring System, Stage 2), over the rows
// kept.
func (c *validatorSet) average(p *evaluations, keep []int, res *MinerConsensus) *op.Error {
	validators := make([]int, len(keep))
	for i, row := range keep {
		validators[i] = p.validators[row]
	}
	total := c.Of(c.stake(validators))
	if total.Sign() == 0 {
		return input.Refuse(input.Item("/scores", p.first), "no stake supports the score of "+op.Quote(
			p.miner)+": want a validator with stake that is not an outlier")
	}
	mean, parts := number.Zero, make([]number.Number, len(keep))
	for i, row := range keep {
		parts[i] = c.Of(c.stakes[validators[i]]).Quo(total)
		mean = mean.Add(p.scores[row].Mul(parts[i]))
	}
	res.Score = number.FloatPtr(mean)
	if c.limits.MaxVariance > 0 {
		res.Confidence = c.confidence(p, keep, parts, mean)
	}
	return nil
}

// confidence is 1 − min(1, variance / max_variance), a number of the published
// code; the variance is weighted by stake.
func (c *validatorSet) confidence(p *evaluations, keep []int, parts []number.Number, mean number.Number) *float64 {
	variance := number.Zero
	for i, row := range keep {
		off := p.scores[row].Sub(mean)
		variance = variance.Add(parts[i].Mul(off.Mul(off)))
	}
	part := variance.Quo(c.Decimal(c.limits.MaxVariance))
	if part.Cmp(number.One) > 0 {
		part = number.One
	}
	return number.FloatPtr(number.One.Sub(part))
}
