package reward

import (
	"github.com/tallyproof/tallyproof/core/op"
)

// MarginalRequest is a division and one of its miners.
type MarginalRequest struct {
	Division WeightsRequest `json:"division" doc:"The division, as reward.weights takes it."`
	Miner    string         `json:"miner" op:"maxlen=200" doc:"Id of one of its miners."`
	Step     float64        `json:"step" op:"min=0.000001 max=1" doc:"How much better a score the next one is: 1/91 for one more task of 91."`
}

// MarginalResponse is what each strategy pays a miner, and for what.
type MarginalResponse struct {
	Miner      string        `json:"miner" doc:"Id of the miner."`
	Score      float64       `json:"score" doc:"Its score in the first competition in which it takes part."`
	Strategies []MarginalPay `json:"strategies" doc:"All strategies, in the order of the documents."`
}

// MarginalPay is what a strategy pays a miner. Shares are after cap and burn, normalized to 1.
type MarginalPay struct {
	Strategy  string   `json:"strategy" doc:"How competitions are divided."`
	Share     float64  `json:"share" doc:"The miner's share."`
	Next      *float64 `json:"next_share,omitempty" doc:"Its share with a score that is better by the step; none above a score of 1."`
	Twice     float64  `json:"twice_share" doc:"What it has together if it takes part twice, with the same score: as if others copied nothing and places were free."`
	HHI       float64  `json:"hhi" doc:"Herfindahl-Hirschman index of all miners' shares, after the cap and before the burn."`
	Effective float64  `json:"effective_miners" doc:"1/hhi: as concentrated as this many equal miners."`
	Zero      float64  `json:"zero_share" doc:"What scores of 0 have together."`
	Stored    int64    `json:"stored" doc:"What the chain stores of the miner's share, of 65535."`
	Unstored  int      `json:"unstored" doc:"How many miners have a share and 0 of 65535 on the chain."`
	Smallest  int64    `json:"smallest_stored" doc:"The least whole number above 0 that a miner has on the chain; 0 if none has."`
	Off       float64  `json:"smallest_off" doc:"How much more that whole number pays than the share that it stands for, as a fraction of it."`
}

// Marginal answers what each strategy pays one miner: now, with one task more, and if it enters twice; and
// what the chain's whole numbers lose. It calculates in float64.
//
// Errors: those of [Weights], and an unknown miner.
func Marginal(req MarginalRequest) (MarginalResponse, error) {
	d, err := Divide(req.Division)
	if err != nil {
		return MarginalResponse{}, refusedIn("/division", err)
	}
	you := d.Miner(req.Miner)
	if you < 0 || you == d.Sink {
		return MarginalResponse{}, refuseUnknown("/miner", req.Miner)
	}
	res := MarginalResponse{Miner: req.Miner, Score: d.ScoreOf(you)}
	for _, strategy := range Strategies {
		res.Strategies = append(res.Strategies, d.Pay(d.Solve(Variant{Strategy: strategy}), strategy, you, res.Score+req.Step))
	}
	return res, nil
}

// ScoreOf is the score of a miner in the first competition in which it takes part.
func (d *Division) ScoreOf(miner int) float64 {
	for _, c := range d.w.competitions {
		for _, e := range c.entries {
			if e.miner == miner {
				return e.score.Float()
			}
		}
	}
	return 0
}

// Pay describes what a solved strategy pays a miner, whose next score is given.
func (d *Division) Pay(now Outcome, strategy string, you int, next float64) MarginalPay {
	p := MarginalPay{Strategy: strategy, Share: now.Final[you], HHI: now.HHI, Effective: now.Effective, Stored: now.Stored[you]}
	if next <= 1+nearHalf {
		next = min(next, 1)
		more := d.Solve(Variant{Strategy: strategy, Miner: you, Score: &next}).Final[you]
		p.Next = &more
	}
	twice := d.Solve(Variant{Strategy: strategy, Miner: you, Twice: true})
	p.Twice = twice.Final[you] + twice.Final[len(d.IDs)]
	scores, all := d.Scores(), int64(0)
	least := -1
	for i, share := range now.Final {
		all += now.Stored[i]
		if i == d.Sink || share == 0 {
			continue
		}
		if scores[i] == 0 {
			p.Zero += share
		}
		if now.Stored[i] == 0 {
			p.Unstored++
		} else if least < 0 || share < now.Final[least] {
			least = i
		}
	}
	if least >= 0 {
		p.Smallest = now.Stored[least]
		p.Off = float64(float64(p.Smallest)/float64(all)/now.Final[least]) - 1
	}
	return p
}

// refusedIn puts a refusal's field below another.
func refusedIn(field string, err error) error {
	if refusal, ok := err.(*op.Error); ok {
		moved := *refusal
		moved.Field = field + refusal.Field
		return &moved
	}
	return err
}
