package pages

import (
	"github.com/tallyproof/tallyproof/core/explain"
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/core/explain/scores"
	"github.com/tallyproof/tallyproof/core/op"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/parts"
	"github.com/tallyproof/tallyproof/templates/rating"
)

// each translates a list.
func each[From, To any](list []From, one func(From) To) []To {
	out := make([]To, len(list))
	for i, x := range list {
		out[i] = one(x)
	}
	return out
}

func stepView(s explain.Step) parts.StepView {
	return parts.StepView{Label: s.Label, Formula: s.Formula, Value: s.Value}
}

func noteView(n explain.Note) parts.NoteView {
	return parts.NoteView{Kind: n.Kind, Text: n.Text}
}

func readingView(r explain.Reading) parts.ReadingView {
	return parts.ReadingView{Name: r.Name, Answer: r.Answer, Why: r.Why, Differs: r.Differs}
}

func partView(p scores.ScorePart) parts.PartView {
	return parts.PartView{
		Key: p.Key, Label: p.Label, Formula: p.Formula,
		Score: p.Score, Weight: p.Weight, Weighted: p.Weighted, Most: p.Most, Bare: p.Score,
		Start: p.Start, Width: p.Width,
	}
}

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

// scoreView translates an explained score. ticks label the ruler of its bar.
func scoreView(s scores.ScoreResponse, ticks []parts.TickView) parts.ScoreView {
	list := each(s.Parts, partView)
	columns := [4][]*string{}
	for i := range list {
		p := &list[i]
		for c, text := range []*string{&p.Score, &p.Weight, &p.Weighted, &p.Most} {
			columns[c] = append(columns[c], text)
		}
	}
	for _, column := range columns {
		decimals.Align(column...)
	}
	return parts.ScoreView{
		Sentence: s.Sentence,
		Parts:    list,
		Ticks:    ticks,
		Steps:    each(s.Steps, stepView),
		Readings: each(s.Readings, readingView),
		Notes:    each(s.Notes, noteView),
	}
}

// ratingView translates an explained match.
func ratingView(r ratings.RatingResponse) rating.MatchView {
	outcomes := each(r.Outcomes, outcomeView)
	var changes, ratings []*string
	for i := range outcomes {
		changes, ratings = append(changes, &outcomes[i].Change), append(ratings, &outcomes[i].Rating)
	}
	decimals.Align(changes...)
	decimals.Align(ratings...)
	return rating.MatchView{
		Sentence: r.Sentence,
		Outcomes: outcomes,
		Steps:    each(r.Steps, stepView),
		Readings: each(r.Readings, readingView),
		Notes:    each(r.Notes, noteView),
	}
}

// challengeView translates an explained challenge.
func challengeView(c ratings.ChallengeResponse) rating.ChallengeView {
	rows := each(c.Rows, pairRowView)
	var actual, change []*string
	for i := range rows {
		actual, change = append(actual, &rows[i].Actual), append(change, &rows[i].Change)
	}
	decimals.Align(actual...)
	decimals.Align(change...)
	return rating.ChallengeView{
		Sentence: c.Sentence,
		Rows:     rows,
		Steps:    each(c.Steps, stepView),
		Readings: each(c.Readings, readingView),
		Notes:    each(c.Notes, noteView),
	}
}

// standingView translates an explained standing into the part of a page that v
// describes.
func standingView(v rating.StandingView, s ratings.StandingResponse) rating.StandingView {
	v.Sentence = s.Sentence
	v.Steps = each(s.Steps, stepView)
	v.Badges = each(s.Badges, badgeView)
	v.Notes = each(s.Notes, noteView)
	return v
}

// show writes an example's number as a reader would type it.
func show[N int | float64](x N) string { return op.Show(float64(x)) }

func ptr[T any](x T) *T { return &x }
