package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/site/pages/frame"
	"github.com/tallyproof/tallyproof/templates/rating"
)

func outcomeView(o ratings.Outcome) rating.OutcomeView {
	return rating.OutcomeView{Outcome: o.Outcome, Label: o.Label, Change: o.Change, Rating: o.Rating, Title: o.Title, Chosen: o.Chosen}
}

func badgeView(b ratings.BadgeRow) rating.BadgeView {
	return rating.BadgeView{ID: b.ID, Name: b.Name, State: b.State, Progress: b.Progress}
}

func pairRowView(r ratings.PairRow) rating.PairRowView {
	return rating.PairRowView{
		ID: r.ID, Rank: r.Rank, K: r.K, Expected: r.Expected, Actual: r.Actual,
		Before: r.Before, Change: r.Change, Rating: r.Rating,
	}
}

// ratingView translates an explained match.
func ratingView(r ratings.RatingResponse) rating.MatchView {
	outcomes := frame.Each(r.Outcomes, outcomeView)
	var changes, ratings []*string
	for i := range outcomes {
		changes, ratings = append(changes, &outcomes[i].Change), append(ratings, &outcomes[i].Rating)
	}
	decimals.Align(changes...)
	decimals.Align(ratings...)
	return rating.MatchView{
		Sentence: r.Sentence,
		Outcomes: outcomes,
		Steps:    r.Steps,
		Readings: r.Readings,
		Notes:    r.Notes,
	}
}

// challengeView translates an explained challenge.
func challengeView(c ratings.ChallengeResponse) rating.ChallengeView {
	rows := frame.Each(c.Rows, pairRowView)
	var actual, change []*string
	for i := range rows {
		actual, change = append(actual, &rows[i].Actual), append(change, &rows[i].Change)
	}
	decimals.Align(actual...)
	decimals.Align(change...)
	return rating.ChallengeView{
		Sentence: c.Sentence,
		Rows:     rows,
		Steps:    c.Steps,
		Readings: c.Readings,
		Notes:    c.Notes,
	}
}

// standingView translates an explained standing into the part of a page that v
// describes.
func standingView(v rating.StandingView, s ratings.StandingResponse) rating.StandingView {
	v.Sentence = s.Sentence
	v.Steps = s.Steps
	v.Badges = frame.Each(s.Badges, badgeView)
	v.Notes = s.Notes
	return v
}
