package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/standings"
	"github.com/tallyproof/tallyproof/core/rating"
	"github.com/tallyproof/tallyproof/core/rating/forecast"
	"github.com/tallyproof/tallyproof/core/rulebook"
	"github.com/tallyproof/tallyproof/core/standing"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// nextExample starts at 1000, with the odds of the forecast.
func nextExample() ratings.NextMatchRequest {
	return ratings.NextMatchRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Strength: frame.Ptr(1150.0),
		Draws: 20, Sort: "opponent"}
}

// nextSection compares the possible next matches.
func nextSection() (markup.NextView, error) {
	req := nextExample()
	got, err := ratings.Next(req)
	if err != nil {
		return markup.NextView{}, err
	}
	v := markup.NextView{
		Calc: parts.CalcView{ID: "next", Label: "Next match", Operation: "explain.next", Takes: "elo.next",
			Rulebooks: []string{"clawdiators", "clawdiators-live"},
			With:      "forecast", Reads: "rulebook rating matches strength draws verified memoryless first_attempt"},
		Sorts:   nextSorts,
		Answer:  got,
		Columns: nextColumns(got.Sorted),
	}
	decimals.Columns(v.Answer.Rows, func(r *ratings.NextMatchRow) []*string {
		return []*string{&r.Win, &r.Draw, &r.Loss,
			&r.Expected}
	})
	return v, nil
}

// nextSorts are the columns by which the matches can be sorted.
var nextSorts = []parts.OptionView{
	{Value: "opponent", Label: "Challenge", Selected: true}, {Value: "win", Label: "Win"}, {Value: "draw", Label: "Draw"},
	{Value: "loss", Label: "Loss"}, {Value: "break_even", Label: "Break-even"}, {Value: "expected", Label: "Mean change"},
}

func nextColumns(s ratings.NextMatchSorted) []markup.ColumnView {
	return []markup.ColumnView{
		{Key: "opponent", Label: "Challenge", Sorted: s.Opponent}, {Key: "win", Label: "Win", Sorted: s.Win},
		{Key: "draw", Label: "Draw", Sorted: s.Draw},
		{Key: "loss", Label: "Loss", Sorted: s.Loss}, {Bar: true, Label: "Win, draw, loss"},
		{Key: "break_even", Label: "Break-even", Sorted: s.BreakEven, Minor: true},
		{Label: "Win odds", Minor: true}, {Key: "expected", Label: "Mean", Sorted: s.Expected},
	}
}

// planOf returns the request for a plan: the record and its target.
func planOf(r standing.EvaluateRequest, target string, best float64) standing.PlanRequest {
	return standing.PlanRequest{
		Rulebook: r.Rulebook, Challenges: r.Challenges, Wins: r.Wins, AverageScore: r.AverageScore, Rating: r.Rating,
		WinStreak: r.WinStreak, ScoreStreak: r.ScoreStreak, Authored: r.Authored, Target: target, BestScore: &best,
	}
}

// pathSection plans the way of a record to a tier or title. steps are the
// rulebook's, with the one to reach first chosen.
func pathSection(v markup.PathView, record standing.EvaluateRequest, steps []rulebook.Tier,
	target string) (markup.PathView, error) {
	rb := frame.Resolve(v.Calc.Rulebooks[0])
	got, err := standings.Plan(planOf(record, target, rb.Scale))
	if err != nil {
		return v, err
	}
	for _, t := range steps {
		v.Targets = append(v.Targets, parts.OptionView{Value: t.ID, Label: t.Name, Selected: t.ID == target})
	}
	v.Best = parts.FieldView{Name: "/best_score", Label: "Best expected change", Key: "best", Value: frame.Show(rb.Scale),
		Unit: "of " + frame.Show(rb.Scale), Step: frame.Show(rb.Scale / 100), Least: "0", To: frame.Show(rb.Scale)}
	v.Answer = got
	decimals.Columns(v.Answer.Needs, func(n *standings.PathNeed) []*string { return []*string{&n.Have, &n.Needed} })
	return v, nil
}

// runExample returns a win, a draw and a loss, one of them against a rating.
func runExample() ratings.RunRequest {
	return ratings.RunRequest{Rulebook: rulebook.ID("clawdiators"), Rating: 1000, Results: []forecast.Played{
		{Difficulty: "veteran", Outcome: "win"},
		{Difficulty: "legendary", Outcome: "draw"},
		{Opponent: frame.Ptr(1000.0), Outcome: "loss"},
	}}
}

// runSection computes the performance rating of a run of results.
func runSection() (markup.RunView, error) {
	req := runExample()
	got, err := ratings.Performance(req)
	if err != nil {
		return markup.RunView{}, err
	}
	v := markup.RunView{
		Calc: parts.CalcView{ID: "run", Folded: true, Label: "Run of results", Operation: "explain.performance",
			Takes: "elo.performance", Rulebooks: []string{"clawdiators", "clawdiators-live"},
			With: "forecast", Reads: "rulebook rating matches"},
		Ask:    "Strength of a run",
		Fresh:  playedView(forecast.Played{Difficulty: "contender", Outcome: "win"}),
		Played: frame.Each(req.Results, playedView),
		Answer: got,
	}
	return v, nil
}

func playedView(p forecast.Played) markup.PlayedView {
	v := markup.PlayedView{}
	if p.Opponent != nil {
		v.Opponent = frame.Show(*p.Opponent)
	}
	for _, o := range frame.Resolve("clawdiators").Rating.Opponents {
		v.Difficulties = append(v.Difficulties, parts.OptionView{Value: o.Difficulty, Label: frame.Capital(o.Difficulty),
			Selected: o.Difficulty == p.Difficulty})
	}
	v.Difficulties = append(v.Difficulties, parts.OptionView{Label: "rated →", Selected: p.Difficulty == ""})
	for _, outcome := range []string{"win", "draw", "loss"} {
		v.Outcomes = append(v.Outcomes, parts.OptionView{Value: outcome, Label: frame.Capital(outcome),
			Selected: outcome == p.Outcome})
	}
	return v
}

// oneMoreSection shows how another entrant would change a challenge.
func oneMoreSection(req ratings.ChallengeRequest) (markup.OneMoreView, error) {
	more := rating.Entrant{ID: "ghost", Rating: 1400, Competitions: 30, Score: 85}
	got, err := ratings.Entrant(ratings.EntrantRequest{Rulebook: req.Rulebook, Mode: req.Mode, Entrants: req.Entrants,
		Rating: req.Rating, Matches: req.Matches, Entrant: more})
	if err != nil {
		return markup.OneMoreView{}, err
	}
	return markup.OneMoreView{
		Calc: parts.CalcView{ID: "entrant", Folded: true, Label: "One more entrant", Operation: "explain.entrant",
			With: "challenge", Reads: "rulebook mode entrants rating matches", Rulebooks: []string{"airena"}, Brief: "way"},
		Ask:  "One more entrant",
		Name: more.ID,
		Fields: []parts.FieldView{
			{Form: "entrant", Name: "/entrant/rating", Label: "Rating", Key: "entrant-rating", Value: frame.Show(more.Rating),
				Unit: "points", Step: "10", Least: "0", To: "2400"},
			{Form: "entrant", Name: "/entrant/competitions", Label: "Competitions before", Key: "entrant-before",
				Value: frame.Show(more.Competitions), Step: "1", Least: "0", To: "60"},
			{Form: "entrant", Name: "/entrant/score", Label: "Score", Key: "entrant-score", Value: frame.Show(more.Score),
				Unit: "of 100", Step: "1", Least: "0", To: "100"},
		},
		Answer: got,
	}, nil
}

// historyText is the history of elo.replay's example, as CSV: a bonus left out,
// K of a veteran, a missing match, an expired match that was rated.
const historyText = `agent,challenge,difficulty,score,verified,status,elo_before,elo_after
nova,cipher,veteran,900,yes,,1000,1024
nova,maze,contender,500,,,1024,1023
nova,relay,newcomer,120,,,1023,1010
nova,relay,newcomer,800,,,1041,1047
nova,cipher,legendary,,,expired,1047,1061
`

// historySection replays a pasted list of matches.
func historySection() (markup.HistoryView, error) {
	got, err := ratings.Replay(ratings.HistoryRequest{Rulebook: rulebook.ID("clawdiators"), Text: historyText,
		Rating: frame.Ptr(1000.0)})
	if err != nil {
		return markup.HistoryView{}, err
	}
	v := markup.HistoryView{
		Calc: parts.CalcView{ID: "history", Folded: true, Label: "Rating history", Operation: "explain.replay",
			Rulebooks: []string{"clawdiators", "clawdiators-live"},
			With:      "forecast", Reads: "rulebook"},
		Ask:  "Check a history",
		Text: historyText,
		Fields: []parts.FieldView{
			{Form: "history", Name: "/rating", Label: "Starting rating", Key: "history-rating", Value: "1000", Unit: "points",
				Step: "10", Least: "100", To: "2400"},
			{Form: "history", Name: "/matches", Label: "Matches before", Key: "history-matches", Value: "0", Step: "1",
				Least: "0", To: "60"},
		},
		Answer: got,
	}
	decimals.Columns(v.Answer.Rows, func(r *ratings.HistoryRow) []*string { return []*string{&r.Change} })
	return v, nil
}
