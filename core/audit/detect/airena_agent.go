package detect

import (
	"strings"

	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// airenaCounts are the spellings of an agent's totals.
var airenaCounts = struct{ challenges, average, rating, tier []string }{
	challenges: []string{"challenges_completed", "challenges", "total_challenges", "competitions", "completed_challenges"},
	average:    []string{"average_score", "avg_score"},
	rating:     []string{"elo", "elo_rating", "rating"},
	tier:       []string{"trust_tier", "tier"},
}

func isAirenaAgent(d document) bool {
	_, challenges := d.count(airenaCounts.challenges...)
	_, _, average := d.anyNumber(airenaCounts.average...)
	return challenges && (average || d.has("trust_tier") || d.has("tier"))
}

// readAirenaAgent reads an agent's profile: tier and badges from its totals.
func readAirenaAgent(d document) DetectResponse {
	res := answer("airena-agent", "AiRENA agent", "")
	req := standing.EvaluateRequest{
		Rulebook:    rulebook.ID("airena"),
		Challenges:  given(d.count(airenaCounts.challenges...)),
		Wins:        given(d.count("wins", "total_wins")),
		WinStreak:   given(d.count("longest_win_streak", "best_streak", "win_streak")),
		ScoreStreak: given(d.count("score_streak")),
	}
	if _, x, ok := d.anyNumber(airenaCounts.average...); ok {
		req.AverageScore = &x
	}
	if _, x, ok := d.anyNumber(airenaCounts.rating...); ok {
		req.Rating = &x
		res.slip.count(words.Number(x), "rating")
	}
	res.offer("standing.evaluate", "See the next tier", req)
	got, err := standing.Evaluate(req)
	if err != nil {
		res.Sentence = "An AiRENA agent whose totals contradict each other: " + err.Error() + "."
		return res
	}
	for _, key := range airenaCounts.tier {
		if claimed := d.text(key); claimed != "" {
			res.add(d.at(key), "Trust tier", strings.ToLower(claimed), got.Tier,
				"the highest tier with all requirements met (AiRENA documentation)")
		}
	}
	checkBadges(&res, d, got)
	res.Sentence = "An AiRENA agent: " + res.verdict() + "."
	return res
}

// checkBadges compares the badges listed with the badges the totals earn.
// Badges whose statistic the record does not carry cannot be determined.
func checkBadges(res *DetectResponse, d document, got standing.EvaluateResponse) {
	badges := d.get("badges")
	if badges == nil || badges.Kind != jcs.Array {
		return
	}
	listed := map[string]bool{}
	for i, b := range badges.Items {
		name := b.Str
		if b.Kind == jcs.Object {
			item := d.child("badges").item(i)
			if name = item.text("id"); name == "" {
				name = item.text("name")
			}
		}
		listed[slug(name)] = true
	}
	for _, b := range got.Badges {
		if b.Progress == nil {
			continue
		}
		res.add(d.at("badges"), "Badge "+b.Name, held(listed[b.ID]), held(b.Earned),
			"earned from "+op.Show(b.Needed)+" on, at "+op.Show(*b.Progress))
	}
}

func held(yes bool) string {
	if yes {
		return "earned"
	}
	return "not earned"
}

// slug turns "First Win" and "first_win" into "first-win".
func slug(name string) string {
	return strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-"), "_", "-")
}
