package rating

import (
	"github.com/tallyproof/tallyproof/core/explain/ratings"
	"github.com/tallyproof/tallyproof/site/decimals"
	"github.com/tallyproof/tallyproof/templates/parts"
	markup "github.com/tallyproof/tallyproof/templates/rating"
)

// matchAnswer returns an explained match with its columns aligned.
func matchAnswer(r ratings.RatingResponse) ratings.RatingResponse {
	decimals.Columns(r.Outcomes, func(o *ratings.Outcome) []*string { return []*string{&o.Change, &o.Rating} })
	return r
}

// challengeAnswer returns an explained challenge with its columns aligned.
func challengeAnswer(c ratings.ChallengeResponse) ratings.ChallengeResponse {
	decimals.Columns(c.Rows, func(r *ratings.PairRow) []*string { return []*string{&r.Actual, &r.Change} })
	return c
}

// forecastDials returns the answers of a forecast in the strip of its page.
func forecastDials(v markup.ForecastView) []parts.Dial {
	return []parts.Dial{
		{Of: "forecast", Label: "After the plan", Value: v.Answer.Brief},
		{Of: "forecast", Label: "Chance of the first target", Member: "targets/0/chance", Value: v.Answer.Targets[0].Chance},
	}
}
