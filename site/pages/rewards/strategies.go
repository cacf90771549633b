package rewards

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/reward"
	"github.com/tallyproof/tallyproof/core/reward/input"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/site/build"
	"github.com/tallyproof/tallyproof/site/pages"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/site/picture"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rewards"
)

// divisionExample has a leader over the cap, and a miner in both competitions.
func divisionExample() reward.WeightsRequest {
	miner := func(id string, score float64) reward.Miner { return reward.Miner{Miner: id, Score: &score} }
	return reward.WeightsRequest{
		Rulebook: rulebook.ID("term"), Strategy: "quadratic", TopN: frame.Ptr(3), Temperature: frame.Ptr(0.1),
		Competitions: []reward.Competition{
			{ID: "A", Alpha: 80, Miners: []reward.Miner{miner("nova", 0.9), miner("atlas", 0.5), miner("rook", 0.3), miner("vega", 0.2)}},
			{ID: "B", Alpha: 20, Miners: []reward.Miner{miner("atlas", 0.6), miner("lyra", 0.2)}},
		},
		Cap: &reward.Cap{Percent: frame.Ptr(50.0)}, Burn: &reward.Burn{Percent: 20},
	}
}

// agreementExample has four validators that agree and one far away.
func agreementExample() rewards.AgreementRequest {
	validator := func(id string, stake, score float64) rewards.Evaluator {
		return rewards.Evaluator{ID: id, Stake: input.StakeOf(stake), Score: score}
	}
	return rewards.AgreementRequest{Rulebook: rulebook.ID("term"), Validators: []rewards.Evaluator{
		validator("v1", 400, 0.8), validator("v2", 250, 0.82), validator("v3", 200, 0.79), validator("v4", 100, 0.81), validator("v5", 50, 0.6),
	}}
}

// Strategies returns the page of how emission is divided.
func Strategies(f *frame.Frame) ([]build.Page, error) {
	req, council := divisionExample(), agreementExample()
	answer, err := rewards.Shares(req)
	if err != nil {
		return nil, err
	}
	agreed, err := rewards.Agreement(council)
	if err != nil {
		return nil, err
	}
	v := markup.StrategiesView{
		Page: parts.PageView{
			Layout: f.Layout("/rewards/term/strategies/", "How is the Term Challenge reward divided?",
				"Divide Term Challenge emission among miners: six strategies, cap modes, burn and competitions side by side, how concentrated each is, and which validators are outliers.", frame.Live),
			Tabs: pages.Tabs("/rewards/term/strategies/"),
			H1:   "How is the reward divided?",
		},
		Calc:  parts.CalcView{ID: "division", Label: "Division", Operation: "explain.shares", OwnRules: true},
		Rules: []parts.ChoiceView{{Value: "term", Label: "Documents", Checked: true}, {Value: "term-live", Label: "Published code"}},
		Strategies: []parts.OptionView{
			{Value: "linear", Label: "Linear"}, {Value: "winner-takes-all", Label: "Top N, equal parts"}, {Value: "quadratic", Label: "Quadratic", Selected: true},
			{Value: "softmax", Label: "Softmax"}, {Value: "ranked", Label: "Ranked"},
		},
		Modes:   []parts.OptionView{{Label: "As the rules say"}, {Value: "none", Label: "Stays"}, {Value: "truncate", Label: "Is cut off"}, {Value: "redistribute", Label: "Goes to others once"}, {Value: "iterative", Label: "Until nobody is over"}},
		Burns:   []parts.OptionView{{Label: "As the rules say"}, {Value: "scale", Label: "Scales weights"}, {Value: "add", Label: "Is added on top"}, {Value: "multiply-only", Label: "Goes to nobody"}},
		Options: []parts.FieldView{{Name: "/top_n", Label: "N of top N", Key: "top", Value: frame.Show(*req.TopN), Unit: "miners", Step: "1", Least: "1"}, {Name: "/temperature", Label: "Temperature of softmax", Key: "temperature", Value: frame.Show(*req.Temperature), Step: "0.05", Least: "0.05"}},
		Limits: []parts.FieldView{
			{Name: "/cap/percent", Label: "Cap", Key: "cap", Value: frame.Show(*req.Cap.Percent), Unit: "%", Step: "1", Least: "1", To: "100"},
			{Name: "/burn/percent", Label: "Burned by decay", Key: "burn", Value: frame.Show(req.Burn.Percent), Unit: "%", Step: "1", Least: "0", To: "100"},
		},
		Strip: []parts.Dial{
			{Of: "division", Label: "Largest, before burn", Value: answer.Brief, At: "division-result"},
			{Of: "division", Label: "Effective miners", Member: "totals/1/cells/0", Value: answer.Totals[1].Cells[0], At: "strategies"},
			{Of: "division", Label: "If nobody is over the cap", Member: "totals/2/cells/12", Value: answer.Totals[2].Cells[12], At: "caps"},
			{Of: "validators", Label: "Validators agree on", Value: agreed.Brief},
		},
		Tables: shareTables,
		Answer: answer,
		Agreement: markup.AgreementView{
			Calc:   parts.CalcView{ID: "validators", Label: "Validators", Operation: "explain.agreement", With: "division", Reads: "rulebook"},
			Answer: agreed,
		},
		Source: divisionSource,
	}
	for i, c := range req.Competitions {
		at := "/competitions/" + frame.Show(i)
		key := strings.ToLower(c.ID)
		one := markup.CompetitionView{ID: c.ID, Key: key, At: at, Alpha: parts.FieldView{Name: at + "/alpha", Label: "Part of emission", Key: "alpha-" + key, Value: frame.Show(c.Alpha), Unit: "%", Step: "1", Least: "0"}}
		for _, m := range c.Miners {
			one.Miners = append(one.Miners, markup.MinerView{ID: m.Miner, Score: frame.Show(*m.Score)})
		}
		v.Competitions = append(v.Competitions, one)
	}
	for i, e := range council.Validators {
		stake := []string{"400", "250", "200", "100", "50"}[i]
		v.Agreement.Validators = append(v.Agreement.Validators, markup.ValidatorView{ID: e.ID, Stake: stake, Score: frame.Show(e.Score)})
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key, Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Strategies(v)}}, nil
}

// shareTables show the columns of explain.shares.
var shareTables = []markup.ShareTable{
	{ID: "division-result", Ask: "What does each miner get?", Says: "After cap, burn and chain normalization, with the whole number that the chain stores; then the same by both readings of the rules.", Caption: "Share of all emission",
		Columns: []markup.ShareColumn{{Label: "As chosen", Cell: 0}, {Label: "Stored on chain", Cell: 1}, {Label: "Documents", Cell: 16}, {Label: "Published code", Cell: 17}}},
	{ID: "strategies", Ask: "What would another strategy pay?", Says: "Without cap and burn. A concentration of 1 means that one miner has all.", Caption: "Share of all emission by strategy", Totals: true,
		Columns: []markup.ShareColumn{{Label: "Linear", Cell: 2}, {Label: "Top N", Cell: 6}, {Label: "Quadratic", Cell: 3}, {Label: "Softmax", Cell: 4}, {Label: "Ranked", Cell: 5}, {Label: "Winner takes all", Cell: 7}}},
	{ID: "caps", Ask: "Does the cap hold?", Says: "Before the burn. Weight that is cut off and given to nobody comes back when the chain normalizes, so a truncated leader can end above the cap.", Caption: "Share of all emission by cap mode", Totals: true,
		Columns: []markup.ShareColumn{{Label: "No cap", Cell: 8}, {Label: "Cut off, as written", Cell: 9}, {Label: "Cut off, after chain normalization", Cell: 10}, {Label: "To others once", Cell: 11}, {Label: "Until nobody is over", Cell: 12}}},
	{ID: "burns", Ask: "What does the burn take?", Says: "After chain normalization. Address 0 has what is burned. A burn that goes to nobody changes no share.", Caption: "Share of all emission by burn mode",
		Columns: []markup.ShareColumn{{Label: "Scales weights", Cell: 13}, {Label: "Added on top", Cell: 14}, {Label: "Goes to nobody", Cell: 15}}},
}

// divisionSource states where the rules come from, and what the page does not show.
var divisionSource = parts.SourceView{
	Text: "Term Challenge’s documentation, Scoring System, and answers of its published validator code. Softmax is that of the code. The scores are an example.",
	Links: []parts.LinkView{
		{Href: "/rewards/term/", Label: "How fast a reward decays, which decides the burn"},
		{Href: "/rules/term/", Label: "Every formula of Term Challenge, with its source"},
		{Href: "/docs/operations/reward.weights/", Label: "The division, for tools"},
		{Href: "/docs/operations/reward.consensus/", Label: "Validators of many miners, for tools"},
	},
	Not: []string{
		"What you will be paid: in the published validator, most of these functions are not connected to a payout.",
		"What other validators do: the chain combines the rows of all of them.",
		"How much one share is worth: emission here is parts of a whole.",
	},
}
