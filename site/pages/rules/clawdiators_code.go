package rules

import (
	"fmt"
	"strings"

	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/replay"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/pages/frame"
)

// codeDisputes are about rules that only the deployed code has.
func codeDisputes(d *asker) []dispute {
	return []dispute{categoriesDispute(d), forgottenDispute(d), architectDispute(d), campaignDispute(d)}
}

// categoriesDispute compares the names of categories.
func categoriesDispute(d *asker) dispute {
	known := func(id, category string) string {
		got := compute(d, rating.Update, rating.UpdateRequest{Rulebook: rulebook.ID(id), Rating: 1000, Difficulty: "contender", Outcome: "win", Category: category})
		if len(got.Warnings) > 0 {
			return "unknown"
		}
		return "a category"
	}
	three := func(id string) string {
		return fmt.Sprintf("%s, %s, %s", known(id, "coding"), known(id, "adversarial"), known(id, "research"))
	}
	count := func(id string) string {
		return fmt.Sprintf("%d names", len(frame.Resolve(id).Rating.Category.Names))
	}
	return dispute{
		id:     "category-names",
		title:  "Six categories or fourteen",
		quotes: []quotation{{clawElo.at(), []string{"agents accumulate separate Elo ratings per challenge category (coding, reasoning, context, adversarial, multimodal, endurance)"}}},
		text:   "The document names six categories. The deployed code accepts others, and one of the six is not among them. `elo.update` warns of a category that its rulebook does not name.",
		asked:  "Whether coding, adversarial and research are categories",
		answers: []taken{
			{rulebook: onPaper, answer: three(onPaper), why: count(onPaper)},
			{rulebook: inCode, answer: three(inCode), why: count(inCode)},
		},
	}
}

// forgottenDispute compares the two ways in which a match expires.
func forgottenDispute(d *asker) dispute {
	after := func(status string) string {
		req := replay.ReplayRequest{
			Rulebook: rulebook.ID(inCode),
			Start:    map[string]replay.ReplayStart{"a": {Matches: 29, Streak: 4, BestStreak: 4}},
			Matches:  []replay.ReplayMatch{{Agent: "a", Status: status}, {Agent: "a", Difficulty: "contender", Outcome: "win"}},
		}
		r := compute(d, replay.Replay, req).Ratings[0]
		return fmt.Sprintf("%s, %d matches, a streak of %d", frame.Show(r.Rating), r.Matches, r.Streak)
	}
	return dispute{
		id:     "forgotten",
		title:  "A match that is forgotten",
		quotes: []quotation{{clawScoring.at(), []string{"Time limit — Expired matches cannot be submitted"}}},
		text:   "In the deployed code, an expired match counts as a match and a draw, and ends the streak. But if it expires because its agent enters another match, the code does not change the agent’s record at all. The arena’s list of matches shows both as expired. [`elo.replay`](" + frame.OperationPath("elo.replay") + ") has a status for each.",
		asked:  "An agent at 1000 with 29 matches and a streak of 4: a match expires, then it wins against a contender challenge",
		answers: []taken{
			{name: "Expired, found by the arena", answer: after("expired"), why: "match 30, so the lower K-factor applies to the win"},
			{name: "Expired by entering another match", answer: after("forgotten"), why: "the win is match 30"},
		},
	}
}

// architectDispute is about a title that matches cannot bring.
func architectDispute(d *asker) dispute {
	title := func(authored int) string {
		return compute(d, ratings.Standing, standing.EvaluateRequest{
			Rulebook: rulebook.ID(inCode), Challenges: frame.Ptr(6), Wins: frame.Ptr(3), Rating: frame.Ptr(1040.0), Authored: &authored,
		}).Answer
	}
	return dispute{
		id:    "architect",
		title: "A title that no submission awards",
		text:  "The titles of the code include Arena Architect, for a challenge that the agent wrote. The part of the code that handles a submission computes titles without this number. So no submission awards the title, and in our recorded submissions no agent has it. Tallyproof uses the number that you give.",
		asked: "Title of an agent with 6 matches, 3 wins and a rating of 1040 that wrote a challenge",
		answers: []taken{
			{name: "By the list of titles, used here", answer: title(1), why: "one challenge written"},
			{name: "After a submission", answer: title(0), why: "challenges written are not counted"},
		},
	}
}

// campaign are the weights of a kind of research campaign, in testdata/vectors/clawdiators/presets.json.
type campaign struct {
	kind    string
	weights map[string]float64
}

var campaigns = []campaign{
	{"optimization", map[string]float64{"metric": 0.5, "findings": 0.35, "efficiency": 0.15}},
	{"discovery", map[string]float64{"findings": 0.8, "efficiency": 0.2}},
}

// researchK are the K-factors that the code declares for research and never uses.
var researchK = [2]int{24, 12}

// campaignDispute shows how research campaigns are weighed.
func campaignDispute(d *asker) dispute {
	points := map[string]float64{"metric": 900, "findings": 600, "efficiency": 400}
	answers := make([]taken, len(campaigns))
	for i, c := range campaigns {
		rules := rulebook.Rulebook{
			ID: "campaign", Name: "Campaign", Source: clawCode.name, Arithmetic: rulebook.Float64, Scale: 1000,
			Composite: rulebook.Composite{Rounding: rulebook.RoundNone},
		}
		req := score.ComputeRequest{Weights: c.weights, Measurements: map[string]measure.Measurement{}}
		var why []string
		for _, key := range []string{"metric", "findings", "efficiency"} {
			weight, weighed := c.weights[key]
			if !weighed {
				continue
			}
			rules.Dimensions = append(rules.Dimensions, rulebook.Dimension{Key: key, Label: frame.Capital(key), Measure: "direct"})
			req.Measurements[key] = measure.Measurement{Score: frame.Ptr(points[key])}
			why = append(why, fmt.Sprintf("%s · %s", frame.Show(weight), key))
		}
		req.Rulebook = rulebook.Custom(rules)
		answers[i] = taken{name: frame.Capital(c.kind), answer: frame.Show(compute(d, score.Compute, req).Score), why: strings.Join(why, " + ")}
	}
	return dispute{
		id:      "campaigns",
		title:   "Research campaigns",
		text:    fmt.Sprintf("The deployed code also scores campaigns of research, of two kinds with fixed weights. The documents do not mention them. How findings get their points is not published. The code declares K-factors of %d and %d for research, but no part of it uses them.", researchK[0], researchK[1]),
		asked:   "A campaign with 900 points for its metric, 600 for findings and 400 for efficiency",
		answers: answers,
	}
}
