package rewards

import (
	"fmt"
	"strconv"

	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/words"
)

// AgreementRequest is the scores that validators give to one miner.
type AgreementRequest struct {
	Rulebook   rulebook.Ref `json:"rulebook" doc:"Id of a built-in rulebook with reward rules, or a whole rulebook."`
	Validators []Evaluator  `json:"validators" op:"min=1 max=64" doc:"Everyone who evaluates the miner."`
}

// Evaluator is a validator and the score that it gives.
type Evaluator struct {
	ID    string      `json:"id" op:"maxlen=200" doc:"Unique id."`
	Stake input.Stake `json:"stake" doc:"Its stake, in any unit, as a number or as decimal digits."`
	Score float64     `json:"score" op:"min=0 max=1" doc:"Pass rate that it found."`
}

// agreementColumns names the columns for each validator. The last has the scores that
// would make it an outlier if the others keep theirs.
var agreementColumns = []string{"score", "stake", "z", "state", "outlier"}

// band is evaluations, and how far from their median nobody is an outlier.
type band struct {
	ask   reward.ConsensusRequest
	limit float64 // in median absolute deviations
	floor float64 // if their median is below it, nobody is an outlier
}

// consistency makes a median absolute deviation comparable with a standard
// deviation (Scoring System, Outlier Detection).
const consistency = 0.6745

// tooMany is more validators than a request can have.
var tooMany = 65

// Agreement explains what validators agree on. It refuses what reward.consensus
// refuses.
func Agreement(req AgreementRequest) (Table, error) {
	rules, err := req.Rulebook.Reward()
	if err != nil {
		return Table{}, err
	}
	b := &band{reward.ConsensusRequest{Rulebook: req.Rulebook}, rules.Consensus.OutlierThreshold / consistency,
		rules.Consensus.MADFloor}
	for i := range req.Validators {
		v := &req.Validators[i]
		b.ask.Validators = append(b.ask.Validators, reward.Validator{ID: v.ID, Stake: v.Stake})
		b.ask.Scores = append(b.ask.Scores, reward.Evaluation{Validator: v.ID, Miner: "miner", Score: &v.Score})
	}
	got, err := reward.Consensus(b.ask)
	if err != nil {
		return Table{}, err
	}
	m := &got.Miners[0]
	counts, key, sentence := "–", "no valid score", "There is no valid score: too few validators, or too little stake."
	if m.Score != nil {
		counts = "counts"
		key = words.Percent(*m.Score)
		sentence = fmt.Sprintf("The validators agree on %s: %s of %s left out.", key, strconv.Itoa(len(m.Outliers)),
			strconv.Itoa(len(req.Validators)))
	}
	res := tableOf(key, sentence, agreementColumns, got.Warnings)
	res.Line = agreementLine(m, key)
	put(&res.Totals, 0, 0, "Median", words.Percent(m.Median))
	put(&res.Totals, 1, 0, "Outliers now", b.outside(m, m))
	b.ask.MinValidators = &tooMany // then no question is refused
	for i, out := range b.ask.Scores {
		z, state := "–", counts
		if m.MAD > 0 {
			z = words.Fixed(consistency*(*out.Score-m.Median)/m.MAD, 2)
		}
		for n := range m.Outliers {
			if m.Outliers[n].Validator == out.Validator {
				state = "left out"
			}
		}
		all := b.ask.Scores
		b.ask.Scores = all[i : i+1]
		share := b.spread().StakePercent
		b.ask.Scores = all
		for c, text := range []string{words.Percent(*out.Score), words.Rate(share / 100), z, state,
			b.outside(b.with(i, 0), b.with(i, 1))} {
			put(&res.Rows, i, c, words.Named(out.Validator), text)
		}
	}
	return *res, nil
}

// agreementLine is the answer in a few words.
func agreementLine(m *reward.MinerConsensus, key string) string {
	switch {
	case m.Score == nil:
		return key
	case len(m.Outliers) == 1:
		return "agree on " + key + ", " + words.Called(m.Outliers[0].Validator) + " left out"
	}
	return "agree on " + key + ", " + strconv.Itoa(len(m.Outliers)) + " left out"
}

// spread returns the median, and how far from it scores are.
func (b *band) spread() *reward.MinerConsensus {
	got, err := reward.Consensus(b.ask)
	if err != nil {
		panic("explain: evaluations are not refused twice: " + err.Error())
	}
	return &got.Miners[0]
}

// with returns the spread if a validator gives another score. The score of one validator
// that is far enough from the median, on one side of it, moves neither the median nor the
// median deviation any more. So one question tells where outliers begin there, if the
// threshold is 1.35 or more: the arena has 3.5 and 2.5.
func (b *band) with(i int, x float64) *reward.MinerConsensus {
	was := b.ask.Scores[i].Score
	b.ask.Scores[i].Score = &x
	m := b.spread()
	b.ask.Scores[i].Score = was
	return m
}

// outside returns the scores of outliers, from the spreads for low and high scores.
func (b *band) outside(low, high *reward.MinerConsensus) string {
	text := ""
	if from := low.Median - float64(b.limit*low.MAD); b.tests(low) && from > 0 {
		text = " or below " + words.Percent(from)
	}
	if to := high.Median + float64(b.limit*high.MAD); b.tests(high) && to < 1 {
		text += " or above " + words.Percent(to)
	}
	if text == "" {
		return "at no score"
	}
	return text[4:]
}

// tests reports whether there is a test for outliers.
func (b *band) tests(m *reward.MinerConsensus) bool {
	return m.Validators > 2 && m.MAD > 0 && m.MAD >= b.floor
}
