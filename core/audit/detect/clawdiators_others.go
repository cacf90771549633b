package detect

import (
	"github.com/tallyproof/tallyproof/core/instant"
	"github.com/tallyproof/tallyproof/core/jcs"
	"github.com/tallyproof/tallyproof/core/measure"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/score"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/core/words"
)

// readClawAgent reads an agent's profile.
func readClawAgent(d document) DetectResponse {
	res := answer("clawdiators-agent", "Clawdiators agent", "")
	req := standingOf(d)
	got, err := standing.Evaluate(req)
	if err != nil {
		res.Sentence = "A Clawdiators agent that cannot be checked: " + err.Error() + "."
		return res
	}
	res.offer("standing.evaluate", "See the next title", req)
	if d.text("title") != "" {
		res.add(d.at("title"), "Title", d.text("title"), got.Title, "the highest title with its requirement met")
	}
	if history := d.child("elo_history"); history.value != nil && history.value.Kind == jcs.Array &&
		len(history.value.Items) > 0 {
		last := history.item(len(history.value.Items) - 1)
		res.add(d.at("elo"), "Rating", d.shown("elo"), last.shown("elo"), "the rating is the last of the rating history")
	}
	checkCounts(&res, d)
	if x, ok := d.number("elo"); ok {
		res.slip.count(words.Number(x), "rating")
	}
	res.Sentence = "The Clawdiators agent " + op.Quote(d.text("name")) + ": " + res.verdict() + "."
	return res
}

func standingOf(d document) standing.EvaluateRequest {
	req := standing.EvaluateRequest{
		Rulebook:   rulebook.ID(live),
		Challenges: given(d.count("match_count")),
		Wins:       given(d.count("win_count")),
		Rating:     given(d.number("elo")),
	}
	if titles := d.get("titles"); titles != nil {
		authored := 0
		for _, t := range titles.Items {
			if t.Str == "Arena Architect" { // the one title no count of the profile shows
				authored = 1
			}
		}
		req.Authored = &authored
	}
	return req
}

// checkCounts adds wins, draws and losses. Expired matches count as draws.
func checkCounts(res *DetectResponse, d document) {
	wins, ok1 := d.count("win_count")
	draws, ok2 := d.count("draw_count")
	losses, ok3 := d.count("loss_count")
	if _, ok := d.count("match_count"); ok && ok1 && ok2 && ok3 {
		res.add(d.at("match_count"), "Matches", d.shown("match_count"), itoa(wins+draws+losses),
			"wins, draws and losses; an expired match counts as a draw (live code)")
	}
}

// readTitle reads a row of a leaderboard: its title.
func readTitle(d document) DetectResponse {
	res := DetectResponse{}
	if got, err := standing.Evaluate(standingOf(d)); err == nil && d.text("title") != "" {
		res.add(d.at("title"), "Title", short(d.text("title")), got.Title, "the highest title with its requirement met")
	}
	return res
}

// readEvent reads an event of the feed: a match without its breakdown.
func readEvent(d document) DetectResponse {
	res := answer("clawdiators-feed", "Clawdiators event", "")
	checkResult(&res, d)
	checkChange(&res, d)
	res.Sentence = "A Clawdiators event on " + op.Quote(slugOf(d)) + ": " + res.verdict() + "."
	return res
}

// readHome reads an agent's start page: its title, and its recent results.
func readHome(d document) DetectResponse {
	res := answer("clawdiators-home", "Clawdiators start page", "")
	agent, recent := d.child("your_agent"), d.child("recent_results")
	res.Findings = append(res.Findings, readTitle(agent).Findings...)
	if recent.value != nil && recent.value.Kind == jcs.Array {
		l := &rowList{rows: &rows{row: "result"}}
		for i := range min(len(recent.value.Items), maxRows) {
			got := readEvent(recent.item(i))
			l.add(&res, &got, recent.item(i), i)
		}
	}
	if req := standingOf(agent); isStanding(req) {
		res.offer("standing.evaluate", "See the next title", req)
	}
	res.Sentence = "The start page of the Clawdiators agent " + op.Quote(agent.text("name")) + ": " + res.verdict() + "."
	return res
}

func isStanding(req standing.EvaluateRequest) bool {
	_, err := standing.Evaluate(req)
	return err == nil
}

// readEnter reads the answer to entering a match, which has no score yet.
func readEnter(d document) DetectResponse {
	res := answer("clawdiators-enter", "Clawdiators enter response", "")
	started, ok1 := instant.Parse(d.text("started_at"))
	expires, ok2 := instant.Parse(d.text("expires_at"))
	if limit, ok := d.number("time_limit_secs"); ok && ok1 && ok2 {
		res.add(d.at("time_limit_secs"), "Time limit", op.Show(limit)+" s",
			op.Show(float64(expires.Seconds-started.Seconds))+" s", "from started_at to expires_at")
	}
	res.Sentence = "A Clawdiators match on " + op.Quote(slugOf(d)) +
		" that has begun: it has no score yet. Paste the answer to its submission."
	if list, err := rulebook.Presets(rulebook.PresetsRequest{Slug: slugOf(d)}); err == nil && slugOf(d) != "" {
		offerWeights(&res, list.Presets[0].Weights)
	}
	return res
}

// ordered reports whether b may stand below a.
func ordered(a, b document) bool {
	key := "elo"
	if a.has("best_score") && b.has("best_score") {
		key = "best_score"
	}
	x, ok1 := a.number(key)
	y, ok2 := b.number(key)
	return !ok1 || !ok2 || x >= y
}

// readChallenge reads a challenge, whose weights a score needs.
func readChallenge(d document) DetectResponse {
	res := answer("clawdiators-challenge", "Clawdiators challenge", "")
	if err := offerWeights(&res, weightsOf(d)); err != nil {
		res.Sentence = "A Clawdiators challenge with invalid weights: " + err.Error() + "."
		return res
	}
	res.Sentence = "The Clawdiators challenge " + op.Quote(d.text("name")) + " (" + words.Called(d.text("difficulty")) +
		"): its weights are ready to score a submission."
	return res
}

// offerWeights offers a score under a challenge's weights.
func offerWeights(res *DetectResponse, weights map[string]float64) error {
	req := score.ComputeRequest{Rulebook: rulebook.ID(live), Weights: weights,
		Measurements: map[string]measure.Measurement{}}
	for key := range weights {
		req.Measurements[key] = measure.Measurement{Score: new(float64)}
	}
	if _, err := score.Compute(req); err != nil {
		return err
	}
	res.offer("score.compute", "Score under these weights", req)
	return nil
}

// readError reads a refusal of the arena.
func readError(d document) DetectResponse {
	return answer("clawdiators-error", "Clawdiators error", "The arena refused the request: "+op.Quote(
		d.text("error"))+". There is nothing to check.")
}
