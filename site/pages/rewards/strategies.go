package rewards

import (
	"fmt"
	"math"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/rewards"
	"github.com/tallyproof/tallyproof/core/fmath"
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

// manyMiners are 256 of Term Challenge's 91 tasks: a logistic spread about 48 %, and 16 that solve nothing. You are
// one of them.
func manyMiners() string {
	var b strings.Builder
	for i := 1.0; i <= 255; i++ {
		tasks := 0.0
		if i <= 239 {
			tasks = math.Round(91 * (0.48 + 0.055*fmath.Log((240-i)/(i-0.5))))
		}
		fmt.Fprintf(&b, "m%03.0f,%.0f\n", i, tasks)
	}
	return b.String() + "you,58"
}

// fewMiners have a leader over the cap, and a miner in both competitions.
const fewMiners = "# A 80\nyou,0.9\natlas,0.5\nrook,0.3\nvega,0.2\n# B 20\natlas,0.6\nlyra,0.2"

// divisionExample is the middle of many miners.
func divisionExample() rewards.ShareRequest {
	return rewards.ShareRequest{Rulebook: rulebook.ID("term"), Strategy: "quadratic", Text: manyMiners(),
		Cap: &reward.Cap{Percent: frame.Ptr(50.0)}, Burn: &reward.Burn{Percent: 20}, TopN: frame.Ptr(3),
		Temperature: frame.Ptr(0.1), List: true}
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

// Strategies returns the page of your share.
func Strategies(f *frame.Frame) ([]build.Page, error) {
	req, council := divisionExample(), agreementExample()
	answer, err := rewards.Share(req)
	if err != nil {
		return nil, err
	}
	answer.Rows = answer.Rows[:10] // the rest comes when they are opened
	agreed, err := rewards.Agreement(council)
	if err != nil {
		return nil, err
	}
	v := markup.StrategiesView{
		Page: parts.PageView{
			Layout: f.Layout("/rewards/term/strategies/", "What share of Term Challenge do I get?",
				"Your share of Term Challenge emission under five strategies: what one more task pays, whether entering twice pays, "+
					"cap, burn and the chain's whole numbers, and which validators are outliers.", frame.Live),
			Tabs: pages.Tabs("/rewards/term/strategies/"),
			H1:   "What share do I get?",
		},
		Calc: parts.CalcView{ID: "division", Label: "Division", Operation: "explain.share", OwnRules: true},
		Every: parts.CalcView{ID: "every", Label: "Every miner", Operation: "explain.share", With: "division", Folded: true,
			Reads: "rulebook strategy top_n temperature cap burn text mine"},
		Rules: []parts.ChoiceView{{Value: "term", Label: "Documents", Checked: true}, {Value: "term-live", Label: "Published code"}},
		TopN: parts.FieldView{Name: "/top_n", Label: "Winners", Key: "top", Value: frame.Show(*req.TopN), Unit: "miners", Step: "1",
			Least: "1", To: "50"},
		Temperature: parts.FieldView{Name: "/temperature", Label: "Temperature", Key: "temperature", Value: "0.1", Step: "0.05",
			Least: "0.05", To: "2"},
		Mine: parts.FieldView{Name: "/mine", Label: answer.Mine.Name, Named: "mine/name", Key: "mine", Value: answer.Mine.Value,
			Unit: answer.Mine.Of, UnitOf: "mine/of", Step: "1", Least: "0", To: frame.Show(answer.Mine.Most)},
		Cap:   parts.FieldView{Name: "/cap/percent", Label: "Cap", Key: "cap", Value: "50", Unit: "%", Step: "1", Least: "0.001", To: "100"},
		Burn:  parts.FieldView{Name: "/burn/percent", Label: "Burn", Key: "burn", Value: "20", Unit: "%", Step: "1", Least: "0", To: "100"},
		Modes: []parts.OptionView{{Label: "As the rules say"}, {Value: "none", Label: "No cap"}, {Value: "truncate", Label: "Cut off"}, {Value: "redistribute", Label: "To others, once"}, {Value: "iterative", Label: "Until none is over"}},
		Burns: []parts.OptionView{{Label: "As the rules say"}, {Value: "scale", Label: "Scales weights"}, {Value: "add", Label: "Added on top"}, {Value: "multiply-only", Label: "To nobody"}},
		Text:  req.Text, Few: fewMiners, Answer: answer,
		Agreement: markup.AgreementView{
			Calc:   parts.CalcView{ID: "validators", Label: "Validators", Operation: "explain.agreement", With: "division", Reads: "rulebook", Folded: true},
			Answer: agreed,
		},
		Source: divisionSource,
	}
	for _, r := range answer.Strategies {
		v.Strategies = append(v.Strategies, parts.PickView{Value: r.ID, Label: r.Name, Checked: r.Chosen, Result: r.You,
			Member: "strategies/id=" + r.ID + "/you", Named: "strategies/id=" + r.ID + "/name"})
	}
	for i, e := range council.Validators {
		stake := []string{"400", "250", "200", "100", "50"}[i]
		v.Agreement.Validators = append(v.Agreement.Validators, markup.ValidatorView{ID: e.ID, Stake: stake, Score: frame.Show(e.Score)})
	}
	f.Picture(&v.Page.Layout, picture.Card{Question: v.Page.H1, Answer: answer.Sentence, Key: answer.Key, Foot: frame.Recompute})
	return []build.Page{{Path: v.Page.Layout.Path, Component: markup.Strategies(v)}}, nil
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
